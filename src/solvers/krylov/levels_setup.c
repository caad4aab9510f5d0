/* Coefficients of all levels: each pass of set-up on all parts, then the ghosts of what it wrote. */
#include "solvers/krylov/levels.h"

/* Fills the ghosts of one plane, found by its offset in level_part. */
static void fill_plane(kry_levels *h, const kry_level *l, int plane, size_t bytes)
{
    for (int n = 0; n < l->count; ++n)
        h->pointers[n] = l->exact[n].plane[plane];
    if (h->pointers[0])
        kry_ghosts_fill(l->quad_ghosts, h->pointers, bytes);
}

static void fill_planes(kry_solver *s, kry_levels *h, kry_level *l)
{
    for (int k = 0; l->quad_ghosts && k < LEVEL_PLANES; ++k)
        fill_plane(h, l, k, kry_bytes(s));
}

static void fill_schur(kry_solver *s, kry_levels *h, kry_level *l)
{
    for (int k = 0; l->quad_ghosts && k < SCHUR_PLANES; ++k) {
        for (int n = 0; n < l->count; ++n)
            h->pointers[n] = l->parts[n].schur.plane[k];
        kry_ghosts_fill(l->quad_ghosts, h->pointers, kry_bytes(s));
    }
}

static void fill_matrix(kry_levels *h, kry_level *l)
{
    for (int k = 0; l->node_ghosts && k < LEVEL_ARRAYS; ++k) {
        for (int n = 0; n < l->count; ++n)
            h->pointers[n] = (void *)l->parts[n].matrix.array[k];
        kry_ghosts_fill(l->node_ghosts, h->pointers, sizeof(double));
    }
}

/* Level 0 reads the matrix of the solver. */
static void use_matrix(const kry_solver *s, kry_level *l)
{
    for (int n = 0; n < l->count; ++n) {
        const kry_matrix given = kry_matrix_of_preconditioner(s, n), *m = &given;
        const kry_shape *nodes = &l->nodes[n];
        l->exact[n].matrix =
            (level_matrix){.array = {m->centre, m->east, m->north, m->north_east, m->north_west},
                           .pitch = m->pitch,
                           .single = kry_bytes(s) == sizeof(float),
                           .nine = m->north_east != NULL,
                           .x_begin = -nodes->linked[0],
                           .y_begin = -nodes->linked[2],
                           .x_end = nodes->nx + nodes->linked[1],
                           .y_end = nodes->ny + nodes->linked[3]};
    }
}

static int set_up_level(kry_solver *s, kry_levels *h, int number)
{
    kry_level *l = &h->level[number];
    const int schur = h->schur && number == 0;
    level_kernel *const *passes = schur ? h->setup_method->schur_setup : h->setup_method->setup;
    if (schur) {
        for (int n = 0; n < l->count; ++n)
            h->cg_kernels->schur_matrix(&l->exact[n]);
        fill_schur(s, h, l);
    }
    for (int pass = 0; pass < LEVEL_PASSES && passes[pass]; ++pass) {
        for (int n = 0; n < l->count; ++n)
            passes[pass](&l->exact[n]);
        fill_planes(s, h, l);
    }
    for (int n = 0; kry_levels_are_mixed(s) && n < l->count; ++n)
        h->kernels->round(&l->parts[n], &l->exact[n]);
    if (number + 1 == h->gathered_at)
        return kry_levels_gather_matrix(s, h);
    fill_matrix(h, &h->level[number + 1]);
    return 1;
}

spate_status kry_levels_setup(kry_solver *s, kry_levels *h)
{
    kry_levels_bind(s, h);
    use_matrix(s, &h->level[0]);
    for (int number = 0; number + 1 < h->count; ++number)
        if (!set_up_level(s, h, number))
            return fail_memory(s->ctx, "no memory for level %d of the preconditioner", number + 1);
    kry_levels_place_tail(s, h);
    h->kernels->bottom_factor(&h->level[h->count - 1].exact[0], &h->bottom);
    return SPATE_OK;
}
