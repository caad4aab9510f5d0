/* Set-up of RRB on the CPU, a level of a part at a time: three passes, with an exchange of ghost
 * quads after each where there are more parts.
 * Arithmetic is in f64.
 *
 * Traffic in words of f64 per node: reds read 5 and write 2.5, odds read 5.5 and write 1.25, evens
 * read 5 and write 1.25. Level 0 of 5-point systems: odds read 3 and write 2.5, evens read 2.75
 * and write 1.25. */
#include "backend/cpu/krylov/levels.h"
#include "backend/krylov/rrb.h"

/* row(l, &m, J) for all rows of quads, compiled for matrices of float and of double, and for 5 and
 * 9 points. */
#define ALL_ROWS(l, row)                                                                           \
    do {                                                                                           \
        const int single = (l)->matrix.single, nine = (l)->matrix.nine;                            \
        if (single && nine)                                                                        \
            ROWS_OF_KIND(l, row, 1, 1);                                                            \
        else if (single)                                                                           \
            ROWS_OF_KIND(l, row, 1, 0);                                                            \
        else if (nine)                                                                             \
            ROWS_OF_KIND(l, row, 0, 1);                                                            \
        else                                                                                       \
            ROWS_OF_KIND(l, row, 0, 0);                                                            \
    } while (0)
#define ROWS_OF_KIND(l, row, is_single, is_nine)                                                   \
    do {                                                                                           \
        level_matrix m = (l)->matrix;                                                              \
        m.single = is_single;                                                                      \
        m.nine = is_nine;                                                                          \
        _Pragma("omp parallel for schedule(static) if (level_team(l))") for (int J = 0;            \
                                                                             J < (l)->qy; ++J)     \
            row(l, &m, J);                                                                         \
    } while (0)
#define ROW static inline __attribute__((always_inline)) void

/* ---- R1 and R2 of a 9-point level ---- */

ROW reds_row(const level_part *l, const level_matrix *m, ptrdiff_t J)
{
    real *row[RRB_PLANES];
    for (int k = 0; k < RRB_PLANES; ++k)
        row[k] = exact_row(l, k, J);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const rrb_node a = rrb_red(m, 2 * I + 1, 2 * J), b = rrb_red(m, 2 * I, 2 * J + 1);
        row[R1_W][I] = (real)a.w;
        row[R1_E][I] = (real)a.e;
        row[R1_S][I] = (real)a.s;
        row[R1_N][I] = (real)a.n;
        row[R1_D][I] = (real)a.d;
        row[R2_W][I] = (real)b.w;
        row[R2_E][I] = (real)b.e;
        row[R2_S][I] = (real)b.s;
        row[R2_N][I] = (real)b.n;
        row[R2_D][I] = (real)b.d;
    }
}

void LEVEL_SYMBOL(rrb_reds)(const level_part *l)
{
    ALL_ROWS(l, reds_row);
}

/* ---- O ---- */

SPATE_FN real *exact(const level_part *l, int plane)
{
    return (real *)l->exact[plane];
}

/* R1 and R2 of quad (I, J) as reds_row left them. */
SPATE_FN rrb_node red_1(const level_part *l, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->exact_pitch + I;
    return (rrb_node){exact(l, R1_W)[k], exact(l, R1_E)[k], exact(l, R1_S)[k], exact(l, R1_N)[k],
                      exact(l, R1_D)[k]};
}

SPATE_FN rrb_node red_2(const level_part *l, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->exact_pitch + I;
    return (rrb_node){exact(l, R2_W)[k], exact(l, R2_E)[k], exact(l, R2_S)[k], exact(l, R2_N)[k],
                      exact(l, R2_D)[k]};
}

SPATE_FN void store_odd(const level_part *l, const rrb_odd *o, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->exact_pitch + I;
    exact(l, O_SW)[k] = (real)o->sw;
    exact(l, O_SE)[k] = (real)o->se;
    exact(l, O_NW)[k] = (real)o->nw;
    exact(l, O_NE)[k] = (real)o->ne;
    exact(l, O_D)[k] = (real)rrb_odd_inverse(o);
}

ROW odds_row(const level_part *l, const level_matrix *m, ptrdiff_t J)
{
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const rrb_odd o = rrb_odd_of(m, 2 * I + 1, 2 * J + 1, red_2(l, I, J), red_2(l, I + 1, J),
                                     red_1(l, I, J), red_1(l, I, J + 1));
        store_odd(l, &o, I, J);
    }
}

void LEVEL_SYMBOL(rrb_odds)(const level_part *l)
{
    ALL_ROWS(l, odds_row);
}

/* ---- E: the next level ---- */

SPATE_FN rrb_corners corners(const level_part *l, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->exact_pitch + I;
    return (rrb_corners){exact(l, O_SW)[k], exact(l, O_SE)[k], exact(l, O_NW)[k], exact(l, O_NE)[k],
                         exact(l, O_D)[k]};
}

SPATE_FN void store_next(const level_part *l, double centre, double east, double north, ptrdiff_t I,
                         ptrdiff_t J)
{
    const rrb_corners o[4] = {corners(l, I - 1, J - 1), corners(l, I, J - 1), corners(l, I - 1, J),
                              corners(l, I, J)};
    const ptrdiff_t k = J * l->coarse_pitch + I;
    double next[LEVEL_ARRAYS];
    rrb_next(centre, east, north, o, next);
    for (int a = 0; a < LEVEL_ARRAYS; ++a)
        l->coarse[a][k] = next[a];
}

ROW evens_row(const level_part *l, const level_matrix *m, ptrdiff_t J)
{
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const rrb_node w = red_1(l, I - 1, J), e = red_1(l, I, J), s = red_2(l, I, J - 1),
                       n = red_2(l, I, J);
        store_next(l, rrb_centre(level_centre(m, 2 * I, 2 * J), w, e, s, n), -(e.w * e.e * e.d),
                   -(n.s * n.n * n.d), I, J);
    }
}

void LEVEL_SYMBOL(rrb_evens)(const level_part *l)
{
    ALL_ROWS(l, evens_row);
}

/* ---- level 0 of 5-point systems: R1 and R2 straight from the matrix ---- */

ROW schur_odds_row(const level_part *l, const level_matrix *m, ptrdiff_t J)
{
    real *row[SCHUR_PLANES];
    for (int k = RRB_PLANES; k < SCHUR_PLANES; ++k)
        row[k] = exact_row(l, k, J);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t i = 2 * I, j = 2 * J;
        const rrb_node south = rrb_red(m, i + 1, j), west = rrb_red(m, i, j + 1);
        const rrb_odd o = rrb_odd_of(m, i + 1, j + 1, west, rrb_red(m, i + 2, j + 1), south,
                                     rrb_red(m, i + 1, j + 2));
        store_odd(l, &o, I, J);
        row[S_O][I] = (real)o.centre;
        row[S_O_EAST][I] = (real)o.east;
        row[S_O_NORTH][I] = (real)o.north;
        row[S_E][I] = (real)rrb_centre(level_centre(m, i, j), rrb_red(m, i - 1, j), south,
                                       rrb_red(m, i, j - 1), west);
        row[S_E_EAST][I] = (real) - (south.w * south.e * south.d);
        row[S_E_NORTH][I] = (real) - (west.s * west.n * west.d);
    }
}

void LEVEL_SYMBOL(rrb_schur_odds)(const level_part *l)
{
    ALL_ROWS(l, schur_odds_row);
}

ROW schur_evens_row(const level_part *l, const level_matrix *m, ptrdiff_t J)
{
    const real *centre = exact_row(l, S_E, J), *east = exact_row(l, S_E_EAST, J),
               *north = exact_row(l, S_E_NORTH, J);
    (void)m;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I)
        store_next(l, centre[I], east[I], north[I], I, J);
}

void LEVEL_SYMBOL(rrb_schur_evens)(const level_part *l)
{
    ROWS_OF_KIND(l, schur_evens_row, 0, 0);
}
