/* The space on which conjugate gradients run: vectors of all parts and their ghosts. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/krylov/precondition.h"

static int is_made(const kry_solver *s)
{
    return s->ghosts != NULL;
}

static kry_source source_of(const kry_preconditioner *p)
{
    return p->properties & KRY_IDENTITY    ? KRY_FROM_R
           : p->properties & KRY_POINTWISE ? KRY_FROM_R_OVER_CENTRE
                                           : KRY_FROM_Z;
}

/* Scalars in the memory of a device, one copy for all parts; on the CPU those of the solver. */
static int allocate_scalars(kry_solver *s, int n)
{
    kry_part *part = &s->parts[n];
    if (!s->device->own_memory) {
        part->scalars = s->scalars;
        return 1;
    }
    part->scalars = n == 0 ? s->device->allocate(sizeof *part->scalars, 1) : s->parts[0].scalars;
    part->sum_work = s->device->allocate(KRY_SUM_WORK, 1);
    return part->scalars && part->sum_work;
}

/* Copies of the caller's b and x in the memory of the device. */
static int allocate_staged(kry_solver *s, int n)
{
    const kry_shape *shape = &s->grid_shapes[n];
    if (!s->device->own_memory || s->memory == SPATE_MEMORY_DEVICE)
        return 1;
    s->staged_b[n] = (kry_array){kry_vector_alloc(s, shape, kry_bytes(s)), shape->pitch};
    s->staged_x[n] = (kry_array){kry_vector_alloc(s, shape, kry_bytes(s)), shape->pitch};
    return s->staged_b[n].first && s->staged_x[n].first;
}

/* Vectors of a part. Returns 0 if there is no memory. */
static int allocate_part(kry_solver *s, int n)
{
    kry_part *part = &s->parts[n];
    const kry_shape *shape = &part->shape;
    const size_t bytes = kry_bytes(s), small = kry_preconditioner_bytes(s);
    int ready = 1;
    part->r = kry_vector_alloc(s, shape, bytes);
    part->q = kry_vector_alloc(s, shape, bytes);
    part->p[0] = kry_vector_alloc(s, shape, bytes);
    part->p[1] = kry_vector_alloc(s, shape, bytes);
    part->tile_sums =
        s->device->allocate(sizeof(double) * KRY_SUMS * (size_t)kry_tile_count(shape), 1);
    ready = part->r && part->q && part->p[0] && part->p[1] && part->tile_sums &&
            allocate_scalars(s, n) && allocate_staged(s, n);
    if (part->source == KRY_FROM_Z) {
        part->z = kry_vector_alloc(s, shape, small);
        part->in = small == bytes ? part->r : kry_vector_alloc(s, shape, small);
        ready = ready && part->z && part->in;
    }
    if (s->preconditioner->reduction) {
        s->space_b[n] = (kry_array){kry_vector_alloc(s, shape, bytes), shape->pitch};
        s->space_x[n] = (kry_array){kry_vector_alloc(s, shape, bytes), shape->pitch};
        ready = ready && s->space_b[n].first && s->space_x[n].first;
    }
    return ready;
}

static spate_status allocate(kry_solver *s)
{
    const kry_reduction *reduction = s->preconditioner->reduction;
    for (int n = 0; n < s->part_count; ++n) {
        kry_part *part = &s->parts[n];
        part->shape = reduction ? kry_shape_complete(s, &s->grid, n, reduction->shape(s, n))
                                : s->grid_shapes[n];
        part->source = source_of(s->preconditioner);
        part->threads = s->threads;
        part->stream = s->stream;
        if (!allocate_part(s, n))
            return fail_memory(s->ctx, "no memory for vectors of %d x %d unknowns", part->shape.nx,
                               part->shape.ny);
    }
    if (s->choice.log && !s->residuals)
        s->residuals = malloc(sizeof(double) * ((size_t)s->choice.max_iterations + 1));
    if (s->choice.log && s->device->own_memory && !s->device_log)
        s->device_log =
            s->device->allocate(sizeof(double) * ((size_t)s->choice.max_iterations + 1), 1);
    if (s->choice.log && (!s->residuals || (s->device->own_memory && !s->device_log)))
        return fail_memory(s->ctx, "no memory for the residuals of %d iterations",
                           s->choice.max_iterations);
    return SPATE_OK;
}

/* Operators of the caller get z as a vector of its own where it is not stored as one. */
static spate_status allocate_products(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n) {
        if (!s->products[n])
            s->products[n] = kry_vector_alloc(s, &s->parts[n].shape, kry_bytes(s));
        if (!s->products[n])
            return fail_memory(s->ctx, "no memory for vectors of an operator");
    }
    return SPATE_OK;
}

spate_status kry_make_space(kry_solver *s)
{
    if (!is_made(s)) {
        const spate_status status = comm_agree(s->ctx, allocate(s));
        kry_shape *shapes = calloc((size_t)s->part_count + 1, sizeof *shapes);
        for (int n = 0; n < s->part_count && shapes; ++n)
            shapes[n] = s->parts[n].shape;
        const spate_status all =
            comm_agree(s->ctx, status != SPATE_OK ? status
                               : shapes
                                   ? SPATE_OK
                                   : fail_memory(s->ctx, "no memory for %d parts", s->part_count));
        if (all == SPATE_OK)
            s->ghosts =
                kry_ghosts_create(s->ctx, s->device, &s->stream, &s->grid, &s->partition, shapes);
        free(shapes);
        if (!s->ghosts) {
            kry_release_space(s);
            return all != SPATE_OK ? all
                                   : fail_memory(s->ctx, "no memory for messages between parts");
        }
    }
    const int wanted = s->apply && s->choice.one_reduction;
    return comm_agree(s->ctx, wanted ? allocate_products(s) : SPATE_OK);
}

static void release_part(kry_solver *s, int n)
{
    kry_part *part = &s->parts[n];
    const kry_shape *shape = &part->shape;
    const size_t bytes = kry_bytes(s), small = kry_preconditioner_bytes(s);
    if (part->in != part->r)
        kry_vector_free(s, shape, small, part->in);
    kry_vector_free(s, shape, small, part->z);
    kry_vector_free(s, shape, bytes, part->r);
    kry_vector_free(s, shape, bytes, part->q);
    kry_vector_free(s, shape, bytes, part->p[0]);
    kry_vector_free(s, shape, bytes, part->p[1]);
    kry_vector_free(s, shape, bytes, s->space_b[n].first);
    kry_vector_free(s, shape, bytes, s->space_x[n].first);
    kry_vector_free(s, shape, bytes, s->products[n]);
    s->device->release(part->tile_sums);
    s->device->release(part->sum_work);
    *part = (kry_part){.matrix = part->matrix};
    kry_vector_free(s, &s->grid_shapes[n], bytes, s->staged_b[n].first);
    kry_vector_free(s, &s->grid_shapes[n], bytes, s->staged_x[n].first);
    s->staged_b[n] = s->staged_x[n] = (kry_array){NULL, 0};
    s->space_b[n] = s->space_x[n] = (kry_array){NULL, 0};
    s->products[n] = NULL;
}

void kry_release_space(kry_solver *s)
{
    if (s->device->own_memory && s->part_count > 0)
        s->device->release(s->parts[0].scalars);
    for (int n = 0; n < s->part_count; ++n)
        release_part(s, n);
    s->device->release(s->device_log);
    s->device_log = NULL;
    kry_ghosts_destroy(s->ghosts);
    s->ghosts = NULL;
}
