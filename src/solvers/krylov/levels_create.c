/* Layouts and memory of the hierarchy. */
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "solvers/krylov/levels.h"

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

/* The nodes of a local part on level `number`; its quads are the nodes of the next level. */
static kry_shape part_layout(const kry_solver *s, int part, int number)
{
    const kry_shape *g = &s->grid_shapes[part];
    kry_shape wanted = {.nx = g->nx, .ny = g->ny, .planes = 1, .i0 = g->i0, .j0 = g->j0};
    for (int k = 0; k < number; ++k) {
        wanted.nx = (wanted.nx + 1) / 2;
        wanted.ny = (wanted.ny + 1) / 2;
        wanted.i0 /= 2;
        wanted.j0 /= 2;
    }
    return kry_shape_complete(s, part, wanted);
}

static kry_shape whole_layout(const kry_solver *s, int64_t nx, int64_t ny)
{
    kry_shape shape =
        kry_shape_complete(s, 0, (kry_shape){.nx = (int)nx, .ny = (int)ny, .planes = 1});
    for (int k = 0; k < 4; ++k)
        shape.linked[k] = 0;
    return shape;
}

static int lists_of(kry_level *l, int count)
{
    const size_t room = (size_t)count + 1;
    l->count = count;
    l->parts = calloc(room, sizeof *l->parts);
    l->memory = calloc(room, sizeof *l->memory);
    l->nodes = calloc(room, sizeof *l->nodes);
    l->quads = calloc(room, sizeof *l->quads);
    return l->parts && l->memory && l->nodes && l->quads;
}

static void describe_part(const kry_solver *s, kry_level *l, int n)
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
    if (!lists_of(l, l->gathered ? 1 : s->part_count))
        return 0;
    for (int n = 0; n < l->count; ++n) {
        l->nodes[n] = l->gathered ? whole_layout(s, l->nx, l->ny) : part_layout(s, n, number);
        l->quads[n] = l->gathered ? whole_layout(s, (l->nx + 1) / 2, (l->ny + 1) / 2)
                                  : part_layout(s, n, number + 1);
        describe_part(s, l, n);
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

/* ---- vectors ---- */

static void *planes_of(const kry_solver *s, kry_shape shape, int planes, size_t bytes, int *ready)
{
    shape.planes = planes;
    void *vector = kry_vector_alloc(s, &shape, bytes);
    *ready &= vector != NULL;
    return vector;
}

static char *plane_at(void *vector, const kry_shape *shape, int plane, size_t bytes)
{
    return (char *)vector + (size_t)plane * (size_t)shape->plane * bytes;
}

/* Planes of a level in the order in which they are allocated, ended by -1. */
static const int *plane_list(const kry_solver *s, const kry_levels *h, int number)
{
#define COUPLINGS                                                                                  \
    R1_W, R1_E, R1_S, R1_N, R1_D, R2_W, R2_E, R2_S, R2_N, R2_D, O_SW, O_SE, O_NW, O_NE, O_D
#define WEIGHTS P_W, P_E, P_S, P_N, P_SW, P_SE, P_NW, P_NE
    static const int rrb[] = {COUPLINGS, -1}, rrb_schur[] = {O_D, -1},
                     rrb_schur_mixed[] = {O_D, O_SW, O_SE, O_NW, O_NE, -1};
    static const int multigrid[] = {COUPLINGS, E_D, T_SW, T_SE, T_NW, T_NE, WEIGHTS, -1};
    static const int multigrid_schur[] = {E_D, O_D, WEIGHTS, Q_C, Q_W, Q_E, Q_S, Q_N, -1};
#undef COUPLINGS
#undef WEIGHTS
    const int schur = h->schur && number == 0;
    if (h->multigrid)
        return schur ? multigrid_schur : multigrid;
    if (!schur)
        return rrb;
    return kry_bytes(s) == kry_preconditioner_bytes(s) ? rrb_schur : rrb_schur_mixed;
}

static int list_length(const int *list)
{
    int n = 0;
    while (list[n] >= 0)
        ++n;
    return n;
}

static int allocate_part(const kry_solver *s, kry_levels *h, int number, int n)
{
    kry_level *l = &h->level[number];
    kry_level_memory *m = &l->memory[n];
    const size_t bytes = kry_preconditioner_bytes(s);
    const int last = number == h->count - 1, schur = h->schur && number == 0;
    const int solver_z = kry_levels_z_is_solvers(h, number);
    int ready = 1;
    if (!schur)
        m->r = planes_of(s, l->quads[n], QUAD_KINDS, bytes, &ready);
    if (!schur && !solver_z)
        m->z = planes_of(s, l->nodes[n], 1, bytes, &ready);
    if (number > 0)
        m->matrix = planes_of(s, l->nodes[n], LEVEL_ARRAYS, sizeof(double), &ready);
    if (schur)
        m->schur = planes_of(s, l->quads[n], SCHUR_PLANES, kry_bytes(s), &ready);
    if (!last)
        m->planes = planes_of(s, l->quads[n], list_length(plane_list(s, h, number)), bytes, &ready);
    if (!last && !schur)
        m->held = planes_of(s, l->quads[n], LEVEL_HELD, bytes, &ready);
    return ready;
}

static void point_schur(const kry_solver *s, kry_levels *h, int n)
{
    kry_level *l = &h->level[0];
    level_part *p = &l->parts[n];
    p->schur.pitch = l->quads[n].pitch;
    p->schur.single = kry_bytes(s) == sizeof(float);
    for (int k = 0; k < SCHUR_PLANES; ++k)
        p->schur.plane[k] = plane_at(l->memory[n].schur, &l->quads[n], k, kry_bytes(s));
    if (!h->multigrid && kry_bytes(s) == kry_preconditioner_bytes(s))
        for (int k = 0; k < 4; ++k)
            p->plane[O_SW + k] = p->schur.plane[S_SW + k];
}

/* The pointers of a part to its own vectors. */
static void point_part(const kry_solver *s, kry_levels *h, int number, int n)
{
    kry_level *l = &h->level[number];
    const kry_level_memory *m = &l->memory[n];
    const size_t bytes = kry_preconditioner_bytes(s);
    level_part *p = &l->parts[n];
    const int *list = plane_list(s, h, number);
    p->r = m->r;
    p->z = m->z;
    if (m->schur)
        point_schur(s, h, n);
    for (int k = 0; m->planes && list[k] >= 0; ++k)
        p->plane[list[k]] = plane_at(m->planes, &l->quads[n], k, bytes);
    for (int k = 0; m->held && k < LEVEL_HELD; ++k)
        p->held[k] = plane_at(m->held, &l->quads[n], k, bytes);
    if (m->matrix)
        p->matrix = (level_matrix){.pitch = l->nodes[n].pitch,
                                   .nine = 1,
                                   .x_begin = -l->nodes[n].linked[0],
                                   .y_begin = -l->nodes[n].linked[2],
                                   .x_end = p->nx + l->nodes[n].linked[1],
                                   .y_end = p->ny + l->nodes[n].linked[3]};
    for (int k = 0; m->matrix && k < LEVEL_ARRAYS; ++k)
        p->matrix.array[k] = plane_at(m->matrix, &l->nodes[n], k, sizeof(double));
}

static int allocate_bottom(kry_levels *h, size_t bytes)
{
    const size_t all = bytes * LEVEL_BOTTOM * LEVEL_BOTTOM;
    h->bottom.inverse = memory_alloc(all);
    h->bottom.transposed = memory_alloc(all);
    return h->bottom.inverse && h->bottom.transposed;
}

/* ---- parts of the level that is gathered ---- */

static int stage(const kry_solver *s, kry_levels *h)
{
    kry_level *l = &h->staged;
    const kry_level *whole = &h->level[h->gathered_at];
    const size_t bytes = kry_preconditioner_bytes(s);
    int ready = lists_of(l, s->part_count);
    if (!ready)
        return 0;
    for (int n = 0; n < l->count; ++n) {
        l->nodes[n] = l->quads[n] = part_layout(s, n, h->gathered_at);
        describe_part(s, l, n);
        l->memory[n].r = planes_of(s, l->nodes[n], 1, bytes, &ready);
        l->memory[n].matrix = planes_of(s, l->nodes[n], LEVEL_ARRAYS, sizeof(double), &ready);
        level_part *p = &l->parts[n];
        p->staged = 1;
        p->r = l->memory[n].r;
        p->z_pitch = whole->parts[0].z_pitch;
        p->z = (char *)whole->parts[0].z +
               (size_t)(l->nodes[n].j0 * p->z_pitch + l->nodes[n].i0) * bytes;
        p->matrix.pitch = l->nodes[n].pitch;
        for (int k = 0; ready && k < LEVEL_ARRAYS; ++k)
            p->matrix.array[k] = plane_at(l->memory[n].matrix, &l->nodes[n], k, sizeof(double));
    }
    h->whole = planes_of(s, whole->nodes[0], 1, sizeof(double), &ready);
    return ready;
}

/* ---- all of it ---- */

/* Where the passes and set-up of a level leave their results. */
static void link_levels(kry_levels *h, int number)
{
    kry_level *l = &h->level[number];
    const kry_level *next = number + 1 == h->gathered_at ? &h->staged : &h->level[number + 1];
    for (int n = 0; n < l->count; ++n) {
        for (int k = 0; k < LEVEL_ARRAYS; ++k)
            l->parts[n].coarse[k] = (double *)next->parts[n].matrix.array[k];
        l->parts[n].coarse_pitch = next->parts[n].matrix.pitch;
    }
}

static kry_ghosts *ghosts_of(kry_solver *s, const kry_shape *shapes, int planes, int *ready)
{
    kry_shape *wanted = malloc(sizeof *wanted * (size_t)(s->part_count + 1));
    kry_ghosts *ghosts = NULL;
    for (int n = 0; wanted && n < s->part_count; ++n) {
        wanted[n] = shapes[n];
        wanted[n].planes = planes;
    }
    if (wanted)
        ghosts = kry_ghosts_create(s->ctx, s->device, &s->stream, &s->grid, &s->partition, wanted);
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

static int build(kry_solver *s, kry_levels *h)
{
    int ready = allocate_bottom(h, kry_preconditioner_bytes(s));
    h->pointers = calloc((size_t)s->part_count + 1, sizeof *h->pointers);
    ready &= h->pointers != NULL;
    for (int number = 0; ready && number < h->count; ++number) {
        ready = lay_out(s, h, number);
        for (int n = 0; ready && n < h->level[number].count; ++n) {
            ready = allocate_part(s, h, number, n);
            if (ready)
                point_part(s, h, number, n);
        }
    }
    if (ready && h->gathered_at < h->count)
        ready = stage(s, h);
    for (int number = 0; ready && number + 1 < h->count; ++number)
        link_levels(h, number);
    return ready;
}

spate_status kry_levels_create(kry_solver *s, int multigrid, kry_levels **levels)
{
    kry_levels *h = calloc(1, sizeof *h);
    *levels = h;
    double failed = h == NULL;
    if (h) {
        h->multigrid = multigrid;
        h->schur = s->preconditioner->reduction != NULL;
        h->kernels = level_kernels_cpu(kry_preconditioner_precision(s), s->isa);
        h->cg_kernels = level_kernels_cpu(kry_bytes(s) == sizeof(float) ? 32 : 64, s->isa);
        h->schur_kernels = schur_kernels_cpu(s->choice.precision, s->isa);
        h->method = multigrid ? &h->kernels->multigrid : &h->kernels->rrb;
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

/* ---- release ---- */

static void free_planes(const kry_solver *s, kry_shape shape, size_t bytes, void *vector)
{
    kry_vector_free(s, &shape, bytes, vector);
}

static void release_level(const kry_solver *s, kry_level *l)
{
    const size_t bytes = kry_preconditioner_bytes(s);
    for (int n = 0; l->memory && n < l->count; ++n) {
        const kry_level_memory *m = &l->memory[n];
        free_planes(s, l->quads[n], bytes, m->r);
        free_planes(s, l->nodes[n], bytes, m->z);
        free_planes(s, l->quads[n], bytes, m->held);
        free_planes(s, l->quads[n], bytes, m->planes);
        free_planes(s, l->nodes[n], sizeof(double), m->matrix);
        free_planes(s, l->quads[n], kry_bytes(s), m->schur);
    }
    kry_ghosts_destroy(l->r_ghosts);
    kry_ghosts_destroy(l->quad_ghosts);
    kry_ghosts_destroy(l->node_ghosts);
    free(l->parts);
    free(l->memory);
    free(l->nodes);
    free(l->quads);
}

void kry_levels_destroy(kry_solver *s, kry_levels *h)
{
    if (!h)
        return;
    if (h->whole)
        free_planes(s, h->level[h->gathered_at].nodes[0], sizeof(double), h->whole);
    release_level(s, &h->staged);
    for (int number = 0; number < h->count; ++number)
        release_level(s, &h->level[number]);
    memory_free(h->bottom.inverse);
    memory_free(h->bottom.transposed);
    free(h->pointers);
    free(h);
}
