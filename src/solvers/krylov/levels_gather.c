/* From the parts of a level to the whole level on every rank. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/krylov/levels.h"

/* The box of any part on the gathered level. */
static box box_on_level(const kry_solver *s, const kry_levels *h, int part)
{
    box b = partition_box(&s->partition, &s->grid, part);
    for (int k = 0; k < h->gathered_at; ++k) {
        b.nx = (b.nx + 1) / 2;
        b.ny = (b.ny + 1) / 2;
        b.i0 /= 2;
        b.j0 /= 2;
    }
    return b;
}

/* Node arrays of the local parts, in h->pointers, to one of the whole level. Returns 0 on every rank
 * if there is no memory on one. */
static int gather(kry_solver *s, kry_levels *h, size_t bytes, void *whole)
{
    const kry_shape *all = &h->level[h->gathered_at].nodes[0];
    size_t total = 0, used = 0;
    for (int n = 0; n < s->part_count; ++n) {
        const kry_shape *shape = &h->staged.nodes[n];
        const size_t row = (size_t)shape->nx * bytes;
        s->device->copy((char *)h->packed + used, row, h->pointers[n], (size_t)shape->pitch * bytes,
                        row, (size_t)shape->ny, s->stream);
        used += row * (size_t)shape->ny;
    }
    char *values = comm_gather_all(s->ctx->comm, h->packed, used, &total);
    used = 0;
    for (int part = 0; values && part < s->partition.px * s->partition.py; ++part) {
        const box b = box_on_level(s, h, part);
        const size_t row = (size_t)b.nx * bytes;
        s->device->copy((char *)whole + (size_t)(b.j0 * all->pitch + b.i0) * bytes,
                        (size_t)all->pitch * bytes, values + used, row, row, (size_t)b.ny,
                        s->stream);
        used += row * (size_t)b.ny;
    }
    free(values);
    return values != NULL;
}

void kry_levels_gather_r(kry_solver *s, kry_levels *h)
{
    kry_level *l = &h->level[h->gathered_at];
    for (int n = 0; n < s->part_count; ++n)
        h->pointers[n] = h->staged.parts[n].r;
    if (!gather(s, h, kry_preconditioner_bytes(s), h->whole))
        s->scalars->state = KRY_NAN; /* there is no status for it here */
    h->kernels->split(&l->parts[0], h->whole, l->nodes[0].pitch);
}

int kry_levels_gather_matrix(kry_solver *s, kry_levels *h)
{
    const level_part *whole = &h->level[h->gathered_at].parts[0];
    int ready = 1;
    for (int k = 0; k < LEVEL_ARRAYS; ++k) {
        for (int n = 0; n < s->part_count; ++n)
            h->pointers[n] = (void *)h->staged.parts[n].matrix.array[k];
        ready &= gather(s, h, sizeof(double), (void *)whole->matrix.array[k]);
    }
    return ready;
}
