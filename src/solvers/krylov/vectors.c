/* Layout and memory of vectors. */
#include "base/memory.h"
#include "solvers/krylov/solver.h"

/* Values before the first one of a row: rows begin on 128 bytes, in f32 and f64. */
enum { LEAD = 32 };

size_t kry_bytes(const kry_solver *s)
{
    return solver_value_bytes(s->choice.precision);
}

int kry_preconditioner_precision(const kry_solver *s)
{
    return s->choice.precision == 64 ? 64 : 32;
}

size_t kry_preconditioner_bytes(const kry_solver *s)
{
    return solver_value_bytes(kry_preconditioner_precision(s));
}

kry_shape kry_shape_complete(const kry_solver *s, const grid *g, int part, kry_shape wanted)
{
    static const int towards[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const size_t bytes = kry_bytes(s);
    for (int k = 0; k < 4; ++k)
        wanted.linked[k] = partition_neighbour(&s->partition, g, s->first_part + part,
                                               towards[k][0], towards[k][1]) >= 0;
    wanted.pitch = (ptrdiff_t)(memory_pitch((LEAD + (size_t)wanted.nx + 1) * bytes) / bytes);
    wanted.plane = wanted.pitch * (wanted.ny + 2);
    return wanted;
}

/* From the start of a block to value (0, 0). */
static size_t origin(const kry_shape *shape, size_t value_bytes)
{
    return ((size_t)shape->pitch + LEAD) * value_bytes;
}

void *kry_vector_alloc(const kry_solver *s, const kry_shape *shape, size_t value_bytes)
{
    const size_t pitch = (size_t)shape->pitch * value_bytes;
    const size_t rows = (size_t)shape->planes * (size_t)(shape->ny + 2) + 1;
    char *block = s->device->allocate(pitch, rows);
    return block ? block + origin(shape, value_bytes) : NULL;
}

void kry_vector_free(const kry_solver *s, const kry_shape *shape, size_t value_bytes, void *vector)
{
    if (vector)
        s->device->release((char *)vector - origin(shape, value_bytes));
}

void kry_fill_ghosts(kry_solver *s, kry_vector_of *vector, size_t value_bytes)
{
    for (int n = 0; n < s->part_count; ++n)
        s->pointers[n] = vector(&s->parts[n]);
    kry_ghosts_fill(s->ghosts, s->pointers, value_bytes);
}

void kry_push_scalars(kry_solver *s)
{
    if (!s->device->own_memory || s->part_count == 0)
        return;
    kry_scalars there = *s->scalars;
    there.log = s->device_log;
    s->device->copy(s->parts[0].scalars, sizeof there, &there, sizeof there, sizeof there, 1,
                    s->stream);
}

void kry_pull_scalars(kry_solver *s)
{
    if (!s->device->own_memory || s->part_count == 0)
        return;
    s->device->copy(s->scalars, sizeof *s->scalars, s->parts[0].scalars, sizeof *s->scalars,
                    sizeof *s->scalars, 1, s->stream);
    s->scalars->log = s->residuals;
}
