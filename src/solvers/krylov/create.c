/* A Krylov solver and its parts. */
#include <inttypes.h>
#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/device_choice.h"
#include "solvers/krylov/iterate.h"
#include "solvers/krylov/options.h"
#include "solvers/krylov/parts.h"
#include "solvers/krylov/precondition.h"

/* ---- parts ---- */

static spate_status allocate_parts(kry_solver *s)
{
    const size_t count = (size_t)s->part_count + 1;
    s->grid_shapes = calloc(count, sizeof *s->grid_shapes);
    s->parts = calloc(count, sizeof *s->parts);
    s->copies = calloc(count, sizeof *s->copies);
    s->cut = calloc(count, sizeof *s->cut);
    s->space_b = calloc(count, sizeof *s->space_b);
    s->space_x = calloc(count, sizeof *s->space_x);
    s->staged_b = calloc(count, sizeof *s->staged_b);
    s->staged_x = calloc(count, sizeof *s->staged_x);
    s->given_b = calloc(count, sizeof *s->given_b);
    s->given_x = calloc(count, sizeof *s->given_x);
    s->pointers = calloc(count, sizeof *s->pointers);
    s->products = calloc(count, sizeof *s->products);
    s->scalars = calloc(1, sizeof *s->scalars);
    if (!s->grid_shapes || !s->parts || !s->copies || !s->cut || !s->space_b || !s->space_x ||
        !s->staged_b || !s->staged_x || !s->given_b || !s->given_x || !s->pointers ||
        !s->products || !s->scalars)
        return fail_memory(s->ctx, "no memory for a Krylov solver of %d parts", s->part_count);
    for (int n = 0; n < s->part_count; ++n) {
        const box b = partition_box(&s->partition, &s->grid, s->first_part + n);
        s->grid_shapes[n] = kry_shape_complete(
            s, &s->grid, n,
            (kry_shape){.nx = b.nx, .ny = b.ny, .planes = 1, .i0 = b.i0, .j0 = b.j0});
        if (s->pitch && s->pitch < b.nx)
            return fail_argument(s->ctx,
                                 "pitch is %" PRId64 ", but part %d has rows of %d unknowns",
                                 s->pitch, n, b.nx);
    }
    return SPATE_OK;
}

/* Partition and grid are set. Collective. */
static spate_status fill(kry_solver *s, const spate_krylov_options *o, const char *isa)
{
    const int rank = comm_rank(s->ctx->comm);
    s->first_part = partition_first(&s->partition, rank);
    s->part_count = partition_first(&s->partition, rank + 1) - s->first_part;
    s->isa = isa;
    s->cg = s->device->cg(o->precision, isa);
    if (!s->cg)
        return spate_fail(s->ctx, SPATE_ERROR_BACKEND,
                          "backend \"%s\" has no Krylov kernels \"%s\" of precision %d",
                          s->device->name, isa, o->precision);
    s->steps_on_device = s->device->own_memory && s->part_count == 1 &&
                         comm_size(s->ctx->comm) == 1 && s->cg->finish;
    SPATE_TRY(comm_agree(s->ctx, allocate_parts(s)));
    s->grid_ghosts =
        kry_ghosts_create(s->ctx, s->device, &s->stream, &s->grid, &s->partition, s->grid_shapes);
    return s->grid_ghosts ? SPATE_OK : fail_memory(s->ctx, "no memory for messages between parts");
}

/* The device of a backend, unless it has no Krylov solvers or not the preconditioner. */
static spate_status take_device(kry_solver *s, const spate_backend *backend)
{
    const kry_preconditioner *p = s->preconditioner;
    s->device = backend->krylov ? backend->krylov() : NULL;
    if (!s->device)
        return spate_fail(s->ctx, SPATE_ERROR_BACKEND,
                          "backend \"%s\" has no Krylov solvers; use cpu", backend->name);
    if ((s->device->own_memory && (p->properties & KRY_CPU_ONLY)) ||
        (!s->device->levels && (p->properties & KRY_OF_LEVELS)))
        return fail_argument(s->ctx, "preconditioner \"%s\" is for the CPU only", p->name);
    return SPATE_OK;
}

static spate_status choose_device(kry_solver *s, const spate_krylov_options *o)
{
    const spate_backend *backend = &spate_backend_cpu;
    s->memory = o->memory;
    if (device_wanted(o->backend, o->memory))
        SPATE_TRY(device_open(s->ctx, o->backend, &backend));
    return take_device(s, backend);
}

static spate_status make(kry_solver *s, const spate_krylov_options *options)
{
    spate_krylov_options all, *o = &all;
    SPATE_TRY(comm_agree(s->ctx, kry_copy_options(s->ctx, options, o)));
    SPATE_TRY(comm_agree(s->ctx, kry_check_options(s->ctx, o, 0)));
    SPATE_TRY(kry_check_same_on_ranks(s->ctx, o));
    kry_take_options(s, o);
    SPATE_TRY(comm_agree(s->ctx, choose_device(s, o)));
    s->grid = (grid){.nx = o->nx, .ny = o->ny, .dx = 1, .dy = 1};
    SPATE_TRY(comm_agree(s->ctx, partition_create(s->ctx, &s->grid, o->parts_x, o->parts_y,
                                                  comm_size(s->ctx->comm), 1, &s->partition)));
    return fill(s, o, "auto");
}

static spate_status take_devices(kry_solver *s, const part_device *const *devices, int count)
{
    for (int n = 1; n < count; ++n)
        if (devices[n]->backend != devices[0]->backend ||
            devices[n]->device_number != devices[0]->device_number)
            return spate_fail(s->ctx, SPATE_ERROR_BACKEND,
                              "a Krylov solver works on one device for each rank; use one, or more "
                              "ranks");
    s->memory = SPATE_MEMORY_DEVICE;
    SPATE_TRY(take_device(s, count > 0 ? devices[0]->backend : &spate_backend_cpu));
    if (count > 0 && s->device->enter)
        s->device->enter(devices[0]->device_number);
    return SPATE_OK;
}

static spate_status make_on(kry_solver *s, const spate_krylov_options *o, const grid *g,
                            const partition *p, const part_device *const *devices)
{
    SPATE_TRY(comm_agree(s->ctx, kry_check_options(s->ctx, o, 1)));
    if ((g->periodic_x || g->periodic_y) && o->points != 5)
        return fail_argument(s->ctx, "a Krylov solver has 5 points on a periodic grid, not %d",
                             o->points);
    const int rank = comm_rank(s->ctx->comm);
    const int count = partition_first(p, rank + 1) - partition_first(p, rank);
    kry_take_options(s, o);
    SPATE_TRY(comm_agree(s->ctx, take_devices(s, devices, count)));
    s->grid = *g;
    s->partition = *p;
    return fill(s, o, count > 0 ? devices[0]->isa : "auto");
}

static spate_status begin(spate_context *ctx, const spate_krylov_options *o, spate_krylov **k,
                          kry_solver **made)
{
    if (k)
        *k = NULL;
    if (!ctx)
        return SPATE_ERROR_ARGUMENT;
    if (!o || !k)
        return fail_argument(ctx, "%s is NULL", o ? "the handle" : "options");
    *made = calloc(1, sizeof **made);
    if (!*made)
        return fail_memory(ctx, "no memory for a Krylov solver");
    (*made)->ctx = ctx;
    return SPATE_OK;
}

static spate_status end(spate_status status, kry_solver *made, spate_krylov **k)
{
    if (status == SPATE_OK)
        *k = made;
    else
        spate_krylov_destroy(made);
    return status;
}

spate_status spate_krylov_create(spate_context *ctx, const spate_krylov_options *o,
                                 spate_krylov **k)
{
    kry_solver *s = NULL;
    SPATE_TRY(begin(ctx, o, k, &s));
    return end(make(s, o), s, k);
}

spate_status kry_create_on(spate_context *ctx, const spate_krylov_options *o, const grid *g,
                           const partition *p, const part_device *const *devices, kry_solver **k)
{
    kry_solver *s = NULL;
    SPATE_TRY(begin(ctx, o, k, &s));
    return end(make_on(s, o, g, p, devices), s, k);
}

void spate_krylov_destroy(spate_krylov *k)
{
    if (!k)
        return;
    if (k->device)
        kry_forget_graph(k);
    if (k->preconditioner && k->preconditioner->destroy && k->device)
        k->preconditioner->destroy(k);
    if (k->parts && k->space_b && k->staged_x && k->copies && k->cut && k->products) {
        kry_release_space(k);
        kry_release_matrix(k);
        kry_release_cut(k);
    }
    kry_ghosts_destroy(k->grid_ghosts);
    free(k->grid_shapes);
    free(k->parts);
    free(k->copies);
    free(k->cut);
    free(k->space_b);
    free(k->space_x);
    free(k->staged_b);
    free(k->staged_x);
    free(k->given_b);
    free(k->given_x);
    free(k->pointers);
    free(k->products);
    free(k->scalars);
    free(k->residuals);
    free(k);
}

int spate_krylov_part_count(const spate_krylov *k)
{
    return k ? k->part_count : 0;
}

spate_status spate_krylov_get_part(const spate_krylov *k, int n, spate_krylov_part *part)
{
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    if (!part || n < 0 || n >= k->part_count)
        return fail_argument(k->ctx,
                             part ? "part %d does not exist: this rank has %d"
                                  : "the part is NULL (part %d of %d)",
                             n, k->part_count);
    const kry_shape *shape = &k->grid_shapes[n];
    *part = (spate_krylov_part){.i0 = shape->i0, .j0 = shape->j0, .nx = shape->nx, .ny = shape->ny};
    return SPATE_OK;
}
