/* Set-up of RRB on the CPU, a level of a part at a time: three passes, with an exchange of ghost
 * quads after each where there are more parts. Arithmetic is in f64.
 *
 * Traffic in values per node: reds read 5 and write 2.5, odds read 5.5 and write 1.25, evens read 5
 * and write 1.25. Level 0 of 5-point systems: odds read 1.25 and write 0.25, evens read 2 and write
 * 1.25. */
#include "backend/cpu/krylov/levels.h"
#include "backend/krylov/rrb.h"

extern level_kernel LEVEL_SYMBOL(rrb_reds), LEVEL_SYMBOL(rrb_odds), LEVEL_SYMBOL(rrb_evens),
    LEVEL_SYMBOL(rrb_schur_odds), LEVEL_SYMBOL(rrb_schur_evens);

/* ---- R1 and R2 ---- */

SPATE_FN void store_red(const level_part *l, int first, const rrb_node *a, ptrdiff_t k)
{
    level_plane(l, first)[k] = (real)a->w;
    level_plane(l, first + 1)[k] = (real)a->e;
    level_plane(l, first + 2)[k] = (real)a->s;
    level_plane(l, first + 3)[k] = (real)a->n;
    level_plane(l, first + 4)[k] = (real)a->d;
}

SPATE_FN rrb_node load_red(const level_part *l, int first, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I;
    return (rrb_node){level_plane(l, first)[k], level_plane(l, first + 1)[k],
                      level_plane(l, first + 2)[k], level_plane(l, first + 3)[k],
                      level_plane(l, first + 4)[k]};
}

LEVEL_INLINE reds_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const rrb_node a = rrb_red(m, 2 * I + 1, 2 * J), b = rrb_red(m, 2 * I, 2 * J + 1);
        store_red(l, R1_W, &a, J * l->quad_pitch + I);
        store_red(l, R2_W, &b, J * l->quad_pitch + I);
    }
}

void LEVEL_SYMBOL(rrb_reds)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, reds_row);
}

/* ---- O ---- */

LEVEL_INLINE odds_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * l->quad_pitch + I;
        const rrb_odd o = rrb_odd_of(m, 2 * I + 1, 2 * J + 1, load_red(l, R2_W, I, J),
                                     load_red(l, R2_W, I + 1, J), load_red(l, R1_W, I, J),
                                     load_red(l, R1_W, I, J + 1));
        level_plane(l, O_SW)[k] = (real)o.sw;
        level_plane(l, O_SE)[k] = (real)o.se;
        level_plane(l, O_NW)[k] = (real)o.nw;
        level_plane(l, O_NE)[k] = (real)o.ne;
        level_plane(l, O_D)[k] = (real)rrb_odd_inverse(&o, m, 2 * I + 1, 2 * J + 1);
    }
}

void LEVEL_SYMBOL(rrb_odds)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, odds_row);
}

/* From the Schur complement: its couplings in the precision of the hierarchy, and pivots. */
LEVEL_INLINE schur_odds_row(const level_part *given, const level_schur *s, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
    const int copy = l->plane[O_SW] != s->plane[S_SW];
    level_matrix m = l->matrix;
    m.single = s->single;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * s->pitch + I;
        const rrb_odd o = {.centre = schur_value(s, S_O, k),
                           .west = schur_value(s, S_O_EAST, k - 1),
                           .east = schur_value(s, S_O_EAST, k),
                           .south = schur_value(s, S_O_NORTH, k - s->pitch),
                           .north = schur_value(s, S_O_NORTH, k)};
        level_plane(l, O_D)[J * l->quad_pitch + I] =
            (real)rrb_odd_inverse(&o, &m, 2 * I + 1, 2 * J + 1);
    }
    for (int c = 0; copy && c < 4; ++c)
#pragma omp simd
        for (int I = 0; I < l->qx; ++I)
            level_plane(l, O_SW + c)[J * l->quad_pitch + I] =
                (real)schur_value(s, S_SW + c, J * s->pitch + I);
}

void LEVEL_SYMBOL(rrb_schur_odds)(const level_part *l)
{
    LEVEL_SCHUR_ROWS(l, schur_odds_row);
}

/* ---- E: the next level ---- */

SPATE_FN rrb_corners corners(const level_part *l, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I;
    return (rrb_corners){level_plane(l, O_SW)[k], level_plane(l, O_SE)[k], level_plane(l, O_NW)[k],
                         level_plane(l, O_NE)[k], level_plane(l, O_D)[k]};
}

SPATE_FN void store_next(const level_part *l, double centre, double east, double north, ptrdiff_t I,
                         ptrdiff_t J)
{
    const rrb_corners o[4] = {corners(l, I - 1, J - 1), corners(l, I, J - 1), corners(l, I - 1, J),
                              corners(l, I, J)};
    const ptrdiff_t k = J * l->coarse_pitch + I;
    double next[LEVEL_ARRAYS];
    rrb_next(centre, east, north, o, next);
    l->coarse[LEVEL_CENTRE][k] = next[LEVEL_CENTRE];
    l->coarse[LEVEL_EAST][k] = next[LEVEL_EAST];
    l->coarse[LEVEL_NORTH][k] = next[LEVEL_NORTH];
    l->coarse[LEVEL_NORTH_EAST][k] = next[LEVEL_NORTH_EAST];
    l->coarse[LEVEL_NORTH_WEST][k] = next[LEVEL_NORTH_WEST];
}

LEVEL_INLINE evens_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const rrb_node w = load_red(l, R1_W, I - 1, J), e = load_red(l, R1_W, I, J),
                       s = load_red(l, R2_W, I, J - 1), n = load_red(l, R2_W, I, J);
        store_next(l, rrb_centre(level_centre(m, 2 * I, 2 * J), w, e, s, n), -(e.w * e.e * e.d),
                   -(n.s * n.n * n.d), I, J);
    }
}

void LEVEL_SYMBOL(rrb_evens)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, evens_row);
}

LEVEL_INLINE schur_evens_row(const level_part *given, const level_schur *s, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * s->pitch + I;
        store_next(l, schur_value(s, S_E, k), schur_value(s, S_E_EAST, k),
                   schur_value(s, S_E_NORTH, k), I, J);
    }
}

void LEVEL_SYMBOL(rrb_schur_evens)(const level_part *l)
{
    LEVEL_SCHUR_ROWS(l, schur_evens_row);
}
