/* Set-up of multigrid on the CPU, a level of a part at a time: three passes, with an exchange of ghost
 * quads after each where there are more parts. Arithmetic is in f64.
 *
 * Traffic in values per node: the first pass reads 5 (3) and writes 6 (1.5), the second reads 6 (4)
 * and writes 1 (2.25), the third reads 7 (5) and writes 1.25; in brackets level 0 of 5-point
 * systems. */
#include "backend/cpu/krylov/levels.h"
#include "backend/krylov/multigrid.h"

extern level_kernel LEVEL_SYMBOL(mg_first), LEVEL_SYMBOL(mg_second), LEVEL_SYMBOL(mg_third),
    LEVEL_SYMBOL(mg_schur_first), LEVEL_SYMBOL(mg_schur_second);

SPATE_FN void store(const level_part *l, int plane, ptrdiff_t k, double value)
{
    level_plane(l, plane)[k] = (real)value;
}

SPATE_FN void store_interpolation(const level_part *l, const mg_row *e, const mg_row *r1,
                                  const mg_row *r2, ptrdiff_t k)
{
    const mg_pair along_x = mg_or_carrier(mg_weights_r1(r1), r1, e);
    const mg_pair along_y = mg_or_carrier(mg_weights_r2(r2), r2, e);
    store(l, P_W, k, along_x.low);
    store(l, P_E, k, along_x.high);
    store(l, P_S, k, along_y.low);
    store(l, P_N, k, along_y.high);
}

/* ---- levels with all kinds of nodes ---- */

LEVEL_INLINE first_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * l->quad_pitch + I;
        const mg_row r1 = mg_row_of(m, 2 * I + 1, 2 * J), r2 = mg_row_of(m, 2 * I, 2 * J + 1),
                     o = mg_row_of(m, 2 * I + 1, 2 * J + 1);
        const mg_row e = mg_row_of(m, 2 * I, 2 * J);
        store_interpolation(l, &e, &r1, &r2, k);
        store(l, R1_W, k, r1.w);
        store(l, R1_E, k, r1.e);
        store(l, R1_S, k, r1.s);
        store(l, R1_N, k, r1.n);
        store(l, R1_D, k, level_inverse(r1.c, r1.c, level_exists(m, 2 * I + 1, 2 * J)));
        store(l, R2_W, k, r2.w);
        store(l, R2_E, k, r2.e);
        store(l, R2_S, k, r2.s);
        store(l, R2_N, k, r2.n);
        store(l, R2_D, k, level_inverse(r2.c, r2.c, level_exists(m, 2 * I, 2 * J + 1)));
        store(l, O_SW, k, o.sw);
        store(l, O_SE, k, o.se);
        store(l, O_NW, k, o.nw);
        store(l, O_NE, k, o.ne);
        store(l, O_D, k, level_inverse(o.c, o.c, level_exists(m, 2 * I + 1, 2 * J + 1)));
        store(l, E_D, k, level_inverse(e.c, e.c, 1));
        store(l, T_SW, k, r1.sw);
        store(l, T_SE, k, r1.se);
        store(l, T_NW, k, r1.nw);
        store(l, T_NE, k, r1.ne);
    }
}

void LEVEL_SYMBOL(mg_first)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, first_row);
}

LEVEL_INLINE second_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * l->quad_pitch + I;
        const mg_row o = mg_row_of(m, 2 * I + 1, 2 * J + 1);
        double weights[4];
        mg_weights_o(l, &o, I, J, weights);
        store(l, P_SW, k, weights[0]);
        store(l, P_SE, k, weights[1]);
        store(l, P_NW, k, weights[2]);
        store(l, P_NE, k, weights[3]);
    }
}

void LEVEL_SYMBOL(mg_second)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, second_row);
}

LEVEL_INLINE third_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * l->coarse_pitch + I;
        double next[LEVEL_ARRAYS];
        mg_next(l, m, I, J, next);
        l->coarse[LEVEL_CENTRE][k] = next[LEVEL_CENTRE];
        l->coarse[LEVEL_EAST][k] = next[LEVEL_EAST];
        l->coarse[LEVEL_NORTH][k] = next[LEVEL_NORTH];
        l->coarse[LEVEL_NORTH_EAST][k] = next[LEVEL_NORTH_EAST];
        l->coarse[LEVEL_NORTH_WEST][k] = next[LEVEL_NORTH_WEST];
    }
}

void LEVEL_SYMBOL(mg_third)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, third_row);
}

/* ---- level 0 of 5-point systems ---- */

LEVEL_INLINE schur_first_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * l->quad_pitch + I;
        const mg_row r1 = mg_row_of(m, 2 * I + 1, 2 * J), r2 = mg_row_of(m, 2 * I, 2 * J + 1);
        const mg_row e = mg_row_of(m, 2 * I, 2 * J);
        const double o = level_centre(m, 2 * I + 1, 2 * J + 1);
        store_interpolation(l, &e, &r1, &r2, k);
        store(l, E_D, k, level_inverse(e.c, e.c, 1));
        store(l, O_D, k, level_inverse(o, o, level_exists(m, 2 * I + 1, 2 * J + 1)));
    }
}

void LEVEL_SYMBOL(mg_schur_first)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, schur_first_row);
}

/* E after a correction of R1 and R2 and one relaxation. */
LEVEL_INLINE schur_second_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_part part = *given, *l = &part;
    second_row(given, m, J);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        const ptrdiff_t k = J * l->quad_pitch + I;
        const mg_row e = mg_row_of(m, 2 * I, 2 * J);
        const double inverse = -level_inverse(e.c, e.c, 1);
        store(l, Q_W, k, e.w * mg_weight(l, P_W, I - 1, J) * inverse);
        store(l, Q_E, k, e.e * mg_weight(l, P_E, I, J) * inverse);
        store(l, Q_S, k, e.s * mg_weight(l, P_S, I, J - 1) * inverse);
        store(l, Q_N, k, e.n * mg_weight(l, P_N, I, J) * inverse);
        store(l, Q_C, k,
              ((e.w * mg_weight(l, P_E, I - 1, J) + e.e * mg_weight(l, P_W, I, J)) +
               (e.s * mg_weight(l, P_N, I, J - 1) + e.n * mg_weight(l, P_S, I, J))) *
                  inverse);
    }
}

void LEVEL_SYMBOL(mg_schur_second)(const level_part *l)
{
    LEVEL_MATRIX_ROWS(l, schur_second_row);
}
