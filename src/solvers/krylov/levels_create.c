/* Layouts and memory of the hierarchy. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/krylov/levels_memory.h"

/* Levels of fewer nodes are gathered: exchanging ghosts would take longer than computing all. */
enum { GATHER_BELOW = 4096 };

/* ---- layouts ---- */

static int all_parts_even(const kry_solver *s, int number)
{
    const int64_t unit = (int64_t)2 << number;
    for (int n = 0; n < s->partition.px * s->partition.py; ++n) {
        const box b = partition_box(&s->partition, &s->grid, n);
        if (b.i0 % unit || b.j0 % unit)
            return 0;
    }
    return 1;
}

static int is_distributed(const kry_solver *s, const kry_level *l, int number)
{
    if (s->partition.px * s->partition.py == 1 || number == 0)
        return 1;
    return l->nx * l->ny >= GATHER_BELOW && all_parts_even(s, number);
}

kry_shape kry_level_layout(const kry_solver *s, int part, int number)
{
    const kry_shape *g = &s->grid_shapes[part];
    kry_shape wanted = {.nx = g->nx, .ny = g->ny, .planes = 1, .i0 = g->i0, .j0 = g->j0};
    for (int k = 0; k < number; ++k) {
        wanted.nx = (wanted.nx + 1) / 2;
        wanted.ny = (wanted.ny + 1) / 2;
        wanted.i0 /= 2;
        wanted.j0 /= 2;
    }
    const grid whole = kry_grid_without_rings(s);
    return kry_shape_complete(s, &whole, part, wanted);
}

static kry_shape whole_layout(const kry_solver *s, int64_t nx, int64_t ny)
{
    kry_shape shape =
        kry_shape_complete(s, &s->grid, 0, (kry_shape){.nx = (int)nx, .ny = (int)ny, .planes = 1});
    for (int k = 0; k < 4; ++k)
        shape.linked[k] = 0;
    return shape;
}

void kry_level_describe(const kry_solver *s, kry_level *l, int n)
{
    const kry_shape *nodes = &l->nodes[n], *quads = &l->quads[n];
    l->parts[n] = (level_part){.nx = nodes->nx,
                               .ny = nodes->ny,
                               .qx = quads->nx,
                               .qy = quads->ny,
                               .threads = s->threads,
                               .quad_pitch = quads->pitch,
                               .quad_plane = quads->plane,
                               .z_pitch = nodes->pitch};
}

static int lay_out(const kry_solver *s, kry_levels *h, int number)
{
    kry_level *l = &h->level[number];
    l->gathered = number >= h->gathered_at;
    if (!kry_level_lists(l, l->gathered ? 1 : s->part_count))
        return 0;
    for (int n = 0; n < l->count; ++n) {
        l->nodes[n] = l->gathered ? whole_layout(s, l->nx, l->ny) : kry_level_layout(s, n, number);
        l->quads[n] = l->gathered ? whole_layout(s, (l->nx + 1) / 2, (l->ny + 1) / 2)
                                  : kry_level_layout(s, n, number + 1);
        kry_level_describe(s, l, n);
    }
    return 1;
}

/* Sizes of all levels, and where they are gathered. */
static void plan(const kry_solver *s, kry_levels *h)
{
    int64_t nx = s->grid.nx, ny = s->grid.ny;
    h->gathered_at = KRY_LEVELS_MOST;
    for (;;) {
        kry_level *l = &h->level[h->count];
        l->nx = nx;
        l->ny = ny;
        if (h->gathered_at > h->count && !is_distributed(s, l, h->count))
            h->gathered_at = h->count;
        ++h->count;
        if (nx * ny <= LEVEL_BOTTOM && !(h->schur && h->count == 1))
            break;
        nx = (nx + 1) / 2;
        ny = (ny + 1) / 2;
    }
    /* The last level has no parts. */
    if (s->partition.px * s->partition.py > 1 && h->gathered_at >= h->count)
        h->gathered_at = h->count - 1;
}

/* ---- all of it ---- */

/* Where the passes and set-up of a level leave their results. */
static void link_levels(kry_levels *h, int number)
{
    kry_level *l = &h->level[number];
    const kry_level *next = number + 1 == h->gathered_at ? &h->staged : &h->level[number + 1];
    for (int n = 0; n < l->count; ++n) {
        for (int k = 0; k < LEVEL_ARRAYS; ++k)
            l->exact[n].coarse[k] = (double *)next->parts[n].matrix.array[k];
        l->exact[n].coarse_pitch = next->parts[n].matrix.pitch;
    }
}

static kry_ghosts *ghosts_of(kry_solver *s, const kry_shape *shapes, int planes, int *ready)
{
    kry_shape *wanted = malloc(sizeof *wanted * (size_t)(s->part_count + 1));
    kry_ghosts *ghosts = NULL;
    const grid whole = kry_grid_without_rings(s);
    for (int n = 0; wanted && n < s->part_count; ++n) {
        wanted[n] = shapes[n];
        wanted[n].planes = planes;
    }
    if (wanted)
        ghosts = kry_ghosts_create(s->ctx, s->device, &s->stream, &whole, &s->partition, wanted);
    free(wanted);
    *ready &= ghosts != NULL;
    return ghosts;
}

static int make_ghosts(kry_solver *s, kry_levels *h)
{
    int ready = 1;
    if (s->partition.px * s->partition.py == 1)
        return 1;
    for (int number = 0; number < h->gathered_at; ++number) {
        kry_level *l = &h->level[number];
        l->r_ghosts = ghosts_of(s, l->quads, QUAD_KINDS, &ready);
        l->quad_ghosts = ghosts_of(s, l->quads, 1, &ready);
        l->node_ghosts = ghosts_of(s, l->nodes, 1, &ready);
    }
    return ready;
}

/* Which levels are done at once: those that one part has alone, and that are small. */
static int plan_tail(kry_solver *s, kry_levels *h)
{
    const int alone = s->partition.px * s->partition.py == 1 ? h->schur : h->gathered_at;
    h->tail_at = h->count;
    if (!h->method->tail || s->part_count == 0)
        return 1;
    while (h->tail_at > alone &&
           (int64_t)h->level[h->tail_at - 1].parts[0].qx * h->level[h->tail_at - 1].parts[0].qy <=
               LEVEL_TAIL)
        --h->tail_at;
    h->tail = s->device->allocate(sizeof *h->tail * KRY_LEVELS_MOST, 1);
    return h->tail != NULL;
}

static int build(kry_solver *s, kry_levels *h)
{
    int ready = kry_level_allocate_bottom(s, h);
    h->pointers = calloc((size_t)s->part_count + 1, sizeof *h->pointers);
    ready &= h->pointers != NULL;
    for (int number = 0; ready && number < h->count; ++number) {
        ready = lay_out(s, h, number);
        for (int n = 0; ready && n < h->level[number].count; ++n)
            ready = kry_level_allocate(s, h, number, n);
    }
    if (ready && h->gathered_at < h->count)
        ready = kry_level_stage(s, h);
    for (int number = 0; ready && number + 1 < h->count; ++number)
        link_levels(h, number);
    return ready && plan_tail(s, h);
}

spate_status kry_levels_create(kry_solver *s, int multigrid, kry_levels **levels)
{
    kry_levels *h = calloc(1, sizeof *h);
    *levels = h;
    double failed = h == NULL;
    if (h) {
        h->multigrid = multigrid;
        h->schur = s->preconditioner->reduction != NULL;
        h->kernels = s->device->levels(kry_preconditioner_precision(s), s->isa);
        h->cg_kernels = s->device->levels(kry_bytes(s) == sizeof(float) ? 32 : 64, s->isa);
        h->schur_kernels = s->device->schur(s->choice.precision, s->isa);
        h->method = multigrid ? &h->kernels->multigrid : &h->kernels->rrb;
        h->setup_method = multigrid ? &h->cg_kernels->multigrid : &h->cg_kernels->rrb;
        plan(s, h);
        failed = !build(s, h);
    }
    comm_max(s->ctx->comm, &failed, 1);
    if (failed == 0)
        failed = !make_ghosts(s, h);
    if (failed != 0)
        return fail_memory(s->ctx, "no memory for the levels of the preconditioner");
    return SPATE_OK;
}

void kry_levels_destroy(kry_solver *s, kry_levels *h)
{
    if (!h)
        return;
    if (h->whole)
        kry_vector_free(s, &h->level[h->gathered_at].nodes[0], sizeof(double), h->whole);
    kry_level_release(s, &h->staged);
    for (int number = 0; number < h->count; ++number)
        kry_level_release(s, &h->level[number]);
    kry_level_release_bottom(s, h);
    if (h->tail)
        s->device->release(h->tail);
    free(h->packed);
    free(h->pointers);
    free(h);
}

static void bind_level(const kry_solver *s, kry_level *l)
{
    for (int n = 0; n < l->count; ++n) {
        l->parts[n].scalars = l->exact[n].scalars = s->parts[0].scalars;
        l->parts[n].stream = l->exact[n].stream = s->stream;
    }
}

void kry_levels_bind(const kry_solver *s, kry_levels *h)
{
    for (int number = 0; number < h->count && s->part_count > 0; ++number)
        bind_level(s, &h->level[number]);
}
