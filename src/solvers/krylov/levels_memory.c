/* Vectors of the levels of parts, and pointers to them. */
#include <stdlib.h>

#include "solvers/krylov/levels_memory.h"

int kry_level_lists(kry_level *l, int count)
{
    const size_t room = (size_t)count + 1;
    l->count = count;
    l->parts = calloc(room, sizeof *l->parts);
    l->exact = calloc(room, sizeof *l->exact);
    l->memory = calloc(room, sizeof *l->memory);
    l->nodes = calloc(room, sizeof *l->nodes);
    l->quads = calloc(room, sizeof *l->quads);
    return l->parts && l->exact && l->memory && l->nodes && l->quads;
}

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

static int allocate_vectors(const kry_solver *s, kry_levels *h, int number, int n)
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
    if (!last && kry_levels_are_mixed(s))
        m->exact = planes_of(s, l->quads[n], list_length(plane_list(s, h, number)), sizeof(double),
                             &ready);
    if (!last && !schur)
        m->held = planes_of(s, l->quads[n], LEVEL_HELD, bytes, &ready);
    return ready;
}

static void point_schur(const kry_solver *s, kry_levels *h, int n)
{
    kry_level *l = &h->level[0];
    level_part *p = &l->parts[n];
    p->schur.pitch = l->quads[n].pitch;
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

/* The part as set-up sees it: the same, or with planes in f64 where those of the level are rounded
 * from them. */
static void point_exact(const kry_solver *s, kry_levels *h, int number, int n)
{
    kry_level *l = &h->level[number];
    const int *list = plane_list(s, h, number);
    level_part *p = &l->exact[n];
    *p = l->parts[n];
    for (int k = 0; l->memory[n].exact && list[k] >= 0; ++k)
        p->plane[list[k]] = plane_at(l->memory[n].exact, &l->quads[n], k, sizeof(double));
    for (int k = 0; l->memory[n].exact && l->memory[n].schur && !h->multigrid && k < 4; ++k)
        p->plane[O_SW + k] = p->schur.plane[S_SW + k];
}

int kry_level_allocate(const kry_solver *s, kry_levels *h, int number, int part)
{
    if (!allocate_vectors(s, h, number, part))
        return 0;
    point_part(s, h, number, part);
    point_exact(s, h, number, part);
    return 1;
}

static const kry_shape bottom_shape = {.nx = LEVEL_BOTTOM,
                                       .ny = 2 * LEVEL_BOTTOM,
                                       .planes = 1,
                                       .pitch = 2 * LEVEL_BOTTOM,
                                       .plane = 2 * LEVEL_BOTTOM * (2 * LEVEL_BOTTOM + 2)};

int kry_level_allocate_bottom(const kry_solver *s, kry_levels *h)
{
    const size_t bytes = kry_preconditioner_bytes(s);
    h->bottom.pitch = bottom_shape.pitch;
    h->bottom.inverse = kry_vector_alloc(s, &bottom_shape, bytes);
    if (!h->bottom.inverse)
        return 0;
    h->bottom.transposed =
        (char *)h->bottom.inverse + (size_t)(LEVEL_BOTTOM * h->bottom.pitch) * bytes;
    return 1;
}

void kry_level_release_bottom(const kry_solver *s, kry_levels *h)
{
    kry_vector_free(s, &bottom_shape, kry_preconditioner_bytes(s), h->bottom.inverse);
}

/* ---- parts of the level that is gathered ---- */

int kry_level_stage(const kry_solver *s, kry_levels *h)
{
    kry_level *l = &h->staged;
    const kry_level *whole = &h->level[h->gathered_at];
    const size_t bytes = kry_preconditioner_bytes(s);
    int ready = kry_level_lists(l, s->part_count);
    if (!ready)
        return 0;
    for (int n = 0; n < l->count; ++n) {
        l->nodes[n] = l->quads[n] = kry_level_layout(s, n, h->gathered_at);
        kry_level_describe(s, l, n);
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
    size_t packed = 1;
    for (int n = 0; n < l->count; ++n)
        packed += (size_t)l->nodes[n].nx * (size_t)l->nodes[n].ny * sizeof(double);
    h->packed = malloc(packed);
    h->whole = planes_of(s, whole->nodes[0], 1, sizeof(double), &ready);
    return ready && h->packed;
}

/* ---- release ---- */

static void free_planes(const kry_solver *s, kry_shape shape, size_t bytes, void *vector)
{
    kry_vector_free(s, &shape, bytes, vector);
}

void kry_level_release(const kry_solver *s, kry_level *l)
{
    const size_t bytes = kry_preconditioner_bytes(s);
    for (int n = 0; l->memory && n < l->count; ++n) {
        const kry_level_memory *m = &l->memory[n];
        free_planes(s, l->quads[n], bytes, m->r);
        free_planes(s, l->nodes[n], bytes, m->z);
        free_planes(s, l->quads[n], bytes, m->held);
        free_planes(s, l->quads[n], bytes, m->planes);
        free_planes(s, l->quads[n], sizeof(double), m->exact);
        free_planes(s, l->nodes[n], sizeof(double), m->matrix);
        free_planes(s, l->quads[n], kry_bytes(s), m->schur);
    }
    kry_ghosts_destroy(l->r_ghosts);
    kry_ghosts_destroy(l->quad_ghosts);
    kry_ghosts_destroy(l->node_ghosts);
    free(l->parts);
    free(l->exact);
    free(l->memory);
    free(l->nodes);
    free(l->quads);
}
