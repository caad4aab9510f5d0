/* Multigrid with interpolation from the matrix (Dendy 1982, black box multigrid) and Galerkin coarse
 * matrices: the arithmetic of set-up, in f64.
 *
 * R1 and R2 are interpolated from the two E nodes beside them, with the matrix row summed across
 * the line that joins these. O is interpolated from all its neighbours so that its own row holds.
 * Hence rows of O drop out of the coarse matrix. Jumps of coefficients and dry cells keep their
 * place, since weights are those of the matrix. */
#ifndef SPATE_BACKEND_KRYLOV_MULTIGRID_H
#define SPATE_BACKEND_KRYLOV_MULTIGRID_H

#include "backend/krylov/level_arithmetic.h"

/* A matrix row: centre and couplings to the eight neighbours. */
typedef struct mg_row {
    double c, w, e, s, n, sw, se, nw, ne;
} mg_row;

/* Couplings from ghosts away from the part are not there and count as 0: nothing needs them. */
SPATE_FN mg_row mg_row_of(const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    mg_row a;
    a.c = level_centre(m, i, j);
    a.w = m->inner || i >= 0 ? level_value(m, LEVEL_EAST, i - 1, j) : 0.0;
    a.e = level_value(m, LEVEL_EAST, i, j);
    a.s = m->inner || j >= 0 ? level_value(m, LEVEL_NORTH, i, j - 1) : 0.0;
    a.n = level_value(m, LEVEL_NORTH, i, j);
    a.sw = a.se = a.nw = a.ne = 0;
    if (m->nine) {
        a.sw =
            m->inner || (i >= 0 && j >= 0) ? level_value(m, LEVEL_NORTH_EAST, i - 1, j - 1) : 0.0;
        a.se = m->inner || j >= 0 ? level_value(m, LEVEL_NORTH_WEST, i + 1, j - 1) : 0.0;
        a.nw = level_value(m, LEVEL_NORTH_WEST, i, j);
        a.ne = level_value(m, LEVEL_NORTH_EAST, i, j);
    }
    return a;
}

/* ---- interpolation ---- */

typedef struct mg_pair {
    double low, high;
} mg_pair;

SPATE_FN double mg_size(double a)
{
    return a < 0 ? -a : a;
}

/* Whether a node is coupled to others. A dry node E is not. Relaxation solves its row exactly, so it
 * needs no correction; as a node of the next level it stands for the water around it, and its own
 * centre must not resist that. */
SPATE_FN int mg_is_coupled(const mg_row *a)
{
    return ((mg_size(a->w) + mg_size(a->e)) + (mg_size(a->s) + mg_size(a->n))) +
               ((mg_size(a->sw) + mg_size(a->se)) + (mg_size(a->nw) + mg_size(a->ne))) >
           0;
}

/* Weights below this are left out: a dry node that stands for others with tiny weights would have a
 * row of tiny values on the next level, and rows of tiny values there make tinier ones. */
#define MG_LEAST_WEIGHT 0.015625

/* Weights of the two ends of a line. low, high: couplings summed across the line; middle: the same
 * sum of the row's own column. Rounding must not make the weights of an M-matrix sum to more than
 * 1. A node that is not coupled along the line gets no weights. */
SPATE_FN mg_pair mg_weights(double centre, double low, double middle, double high)
{
    const double ends = -(low + high), sum = middle > ends ? middle : ends;
    const double least = LEVEL_PIVOT_LIMIT * centre, safe = sum > least ? sum : 0.0;
    const double inverse = safe > 0 ? 1.0 / safe : 0.0;
    const double a = -low * inverse, b = -high * inverse, total = a + b;
    const double size_a = mg_size(a), size_b = mg_size(b);
    /* A small weight is added to the other one: constants stay constants. */
    const double not_b = size_b < MG_LEAST_WEIGHT * size_a ? total : a;
    const double kept = size_a < MG_LEAST_WEIGHT * size_b ? 0.0 : not_b;
    const double enough = size_a + size_b < MG_LEAST_WEIGHT ? 0.0 : 1.0;
    mg_pair p;
    p.low = enough * kept;
    p.high = enough * (total - kept);
    return p;
}

SPATE_FN mg_pair mg_weights_r1(const mg_row *a)
{
    return mg_weights(a->c, (a->sw + a->nw) + a->w, (a->s + a->n) + a->c, (a->se + a->ne) + a->e);
}

SPATE_FN mg_pair mg_weights_r2(const mg_row *a)
{
    return mg_weights(a->c, (a->sw + a->se) + a->s, (a->w + a->e) + a->c, (a->nw + a->ne) + a->n);
}

/* A node that is not coupled along its line takes the value of a dry E node of its quad instead,
 * which then stands for it on the coarse grid. Channels and ponds of one cell width need this. */
SPATE_FN mg_pair mg_or_carrier(mg_pair p, const mg_row *a, const mg_row *e)
{
    const double if_dry = mg_is_coupled(e) ? p.low : 1.0;
    const double if_coupled = mg_is_coupled(a) ? if_dry : p.low;
    p.low = mg_size(p.low) + mg_size(p.high) > 0 ? p.low : if_coupled;
    return p;
}

SPATE_FN double mg_weight(const level_part *l, int plane, ptrdiff_t I, ptrdiff_t J)
{
    return (double)level_plane(l, plane)[J * l->quad_pitch + I];
}

/* Weights of O: south-west, south-east, north-west, north-east. a: its row. */
SPATE_FN void mg_weights_o(const level_part *l, const mg_row *a, ptrdiff_t I, ptrdiff_t J,
                           double weights[4])
{
    const double inverse = a->c > 0 ? -1.0 / a->c : 0.0;
    weights[0] =
        ((a->s * mg_weight(l, P_W, I, J) + a->w * mg_weight(l, P_S, I, J)) + a->sw) * inverse;
    weights[1] =
        ((a->s * mg_weight(l, P_E, I, J) + a->e * mg_weight(l, P_S, I + 1, J)) + a->se) * inverse;
    weights[2] =
        ((a->n * mg_weight(l, P_W, I, J + 1) + a->w * mg_weight(l, P_N, I, J)) + a->nw) * inverse;
    weights[3] =
        ((a->n * mg_weight(l, P_E, I, J + 1) + a->e * mg_weight(l, P_N, I + 1, J)) + a->ne) *
        inverse;
}

/* ---- the coarse matrix: P^T A P, row by row of A P ---- */

/* Row of A P at a node R1 of quad (I, J): columns E (I, .) and (I+1, .) of the rows J and J+1. */
typedef struct mg_line {
    double low, high;               /* at the two ends of its line */
    double beyond_low, beyond_high; /* the same one row or column further: north, or east */
} mg_line;

SPATE_FN mg_line mg_line_r1(const level_part *l, const mg_row *a, ptrdiff_t I, ptrdiff_t J)
{
    mg_line v;
    v.low = (a->c * mg_weight(l, P_W, I, J) + a->w) +
            (a->s * mg_weight(l, P_NW, I, J - 1) + a->n * mg_weight(l, P_SW, I, J));
    v.high = (a->c * mg_weight(l, P_E, I, J) + a->e) +
             (a->s * mg_weight(l, P_NE, I, J - 1) + a->n * mg_weight(l, P_SE, I, J));
    v.beyond_low = a->n * mg_weight(l, P_NW, I, J);
    v.beyond_high = a->n * mg_weight(l, P_NE, I, J);
    v.low += a->sw * mg_weight(l, P_N, I, J - 1) + a->nw * mg_weight(l, P_S, I, J);
    v.high += a->se * mg_weight(l, P_N, I + 1, J - 1) + a->ne * mg_weight(l, P_S, I + 1, J);
    v.beyond_low += a->nw * mg_weight(l, P_N, I, J);
    v.beyond_high += a->ne * mg_weight(l, P_N, I + 1, J);
    return v;
}

/* At a node R2: rows J and J+1 of the columns I and I+1. */
SPATE_FN mg_line mg_line_r2(const level_part *l, const mg_row *a, ptrdiff_t I, ptrdiff_t J)
{
    mg_line v;
    v.low = (a->c * mg_weight(l, P_S, I, J) + a->s) +
            (a->w * mg_weight(l, P_SE, I - 1, J) + a->e * mg_weight(l, P_SW, I, J));
    v.high = (a->c * mg_weight(l, P_N, I, J) + a->n) +
             (a->w * mg_weight(l, P_NE, I - 1, J) + a->e * mg_weight(l, P_NW, I, J));
    v.beyond_low = a->e * mg_weight(l, P_SE, I, J);
    v.beyond_high = a->e * mg_weight(l, P_NE, I, J);
    v.low += a->sw * mg_weight(l, P_E, I - 1, J) + a->se * mg_weight(l, P_W, I, J);
    v.high += a->nw * mg_weight(l, P_E, I - 1, J + 1) + a->ne * mg_weight(l, P_W, I, J + 1);
    v.beyond_low += a->se * mg_weight(l, P_E, I, J);
    v.beyond_high += a->ne * mg_weight(l, P_E, I, J + 1);
    return v;
}

/* The same one column to the west (I-1) of an R2 node, in the row J+1. */
SPATE_FN double mg_line_r2_nw(const level_part *l, const mg_row *a, ptrdiff_t I, ptrdiff_t J)
{
    return a->w * mg_weight(l, P_NW, I - 1, J) + a->nw * mg_weight(l, P_W, I - 1, J + 1);
}

/* The row of the coarse matrix at E of quad (I, J). */
SPATE_FN void mg_next(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J,
                      double next[LEVEL_ARRAYS])
{
    const ptrdiff_t i = 2 * I, j = 2 * J;
    const mg_row c = mg_row_of(m, i, j), w = mg_row_of(m, i - 1, j), e = mg_row_of(m, i + 1, j),
                 s = mg_row_of(m, i, j - 1), n = mg_row_of(m, i, j + 1);
    const mg_line at_w = mg_line_r1(l, &w, I - 1, J), at_e = mg_line_r1(l, &e, I, J),
                  at_s = mg_line_r2(l, &s, I, J - 1), at_n = mg_line_r2(l, &n, I, J);
    const double to_w = mg_weight(l, P_E, I - 1, J), to_e = mg_weight(l, P_W, I, J),
                 to_s = mg_weight(l, P_N, I, J - 1), to_n = mg_weight(l, P_S, I, J);
    next[LEVEL_CENTRE] =
        (mg_is_coupled(&c) ? c.c : 0.0) + (c.w * to_w + c.e * to_e) + (c.s * to_s + c.n * to_n);
    next[LEVEL_EAST] = c.e * mg_weight(l, P_E, I, J);
    next[LEVEL_NORTH] = c.n * mg_weight(l, P_N, I, J);
    next[LEVEL_NORTH_EAST] = next[LEVEL_NORTH_WEST] = 0;
    if (m->nine) {
        next[LEVEL_CENTRE] +=
            (c.sw * mg_weight(l, P_NE, I - 1, J - 1) + c.se * mg_weight(l, P_NW, I, J - 1)) +
            (c.nw * mg_weight(l, P_SE, I - 1, J) + c.ne * mg_weight(l, P_SW, I, J));
        next[LEVEL_EAST] += c.se * mg_weight(l, P_NE, I, J - 1) + c.ne * mg_weight(l, P_SE, I, J);
        next[LEVEL_NORTH] += c.nw * mg_weight(l, P_NE, I - 1, J) + c.ne * mg_weight(l, P_NW, I, J);
        next[LEVEL_NORTH_EAST] = c.ne * mg_weight(l, P_NE, I, J);
        next[LEVEL_NORTH_WEST] = c.nw * mg_weight(l, P_NW, I - 1, J);
    }
    next[LEVEL_CENTRE] +=
        (to_w * at_w.high + to_e * at_e.low) + (to_s * at_s.high + to_n * at_n.low);
    next[LEVEL_EAST] += to_e * at_e.high + (to_s * at_s.beyond_high + to_n * at_n.beyond_low);
    next[LEVEL_NORTH] += to_n * at_n.high + (to_w * at_w.beyond_high + to_e * at_e.beyond_low);
    next[LEVEL_NORTH_EAST] += to_e * at_e.beyond_high + to_n * at_n.beyond_high;
    next[LEVEL_NORTH_WEST] += to_w * at_w.beyond_low + to_n * mg_line_r2_nw(l, &n, I, J);
}

/* ---- passes over the quads of a level ---- */

SPATE_FN void mg_store(const level_part *l, int plane, ptrdiff_t k, double value)
{
    level_plane(l, plane)[k] = (real)value;
}

SPATE_FN void mg_store_lines(const level_part *l, const mg_row *e, const mg_row *r1,
                             const mg_row *r2, ptrdiff_t k)
{
    const mg_pair along_x = mg_or_carrier(mg_weights_r1(r1), r1, e);
    const mg_pair along_y = mg_or_carrier(mg_weights_r2(r2), r2, e);
    mg_store(l, P_W, k, along_x.low);
    mg_store(l, P_E, k, along_x.high);
    mg_store(l, P_S, k, along_y.low);
    mg_store(l, P_N, k, along_y.high);
}

SPATE_FN double mg_inverse(const level_matrix *m, double centre, ptrdiff_t i, ptrdiff_t j)
{
    return level_inverse(centre, centre, level_exists(m, i, j));
}

/* Couplings, and interpolation of R1 and R2. */
SPATE_FN void mg_first_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I, i = 2 * I, j = 2 * J;
    const mg_row e = mg_row_of(m, i, j), r1 = mg_row_of(m, i + 1, j), r2 = mg_row_of(m, i, j + 1),
                 o = mg_row_of(m, i + 1, j + 1);
    mg_store_lines(l, &e, &r1, &r2, k);
    mg_store(l, R1_W, k, r1.w);
    mg_store(l, R1_E, k, r1.e);
    mg_store(l, R1_S, k, r1.s);
    mg_store(l, R1_N, k, r1.n);
    mg_store(l, R1_D, k, mg_inverse(m, r1.c, i + 1, j));
    mg_store(l, R2_W, k, r2.w);
    mg_store(l, R2_E, k, r2.e);
    mg_store(l, R2_S, k, r2.s);
    mg_store(l, R2_N, k, r2.n);
    mg_store(l, R2_D, k, mg_inverse(m, r2.c, i, j + 1));
    mg_store(l, O_SW, k, o.sw);
    mg_store(l, O_SE, k, o.se);
    mg_store(l, O_NW, k, o.nw);
    mg_store(l, O_NE, k, o.ne);
    mg_store(l, O_D, k, mg_inverse(m, o.c, i + 1, j + 1));
    mg_store(l, E_D, k, mg_inverse(m, e.c, i, j));
    mg_store(l, T_SW, k, r1.sw);
    mg_store(l, T_SE, k, r1.se);
    mg_store(l, T_NW, k, r1.nw);
    mg_store(l, T_NE, k, r1.ne);
}

/* Interpolation of O. */
SPATE_FN void mg_second_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I;
    const mg_row o = mg_row_of(m, 2 * I + 1, 2 * J + 1);
    double weights[4];
    mg_weights_o(l, &o, I, J, weights);
    mg_store(l, P_SW, k, weights[0]);
    mg_store(l, P_SE, k, weights[1]);
    mg_store(l, P_NW, k, weights[2]);
    mg_store(l, P_NE, k, weights[3]);
}

/* The next level. */
SPATE_FN void mg_third_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    double next[LEVEL_ARRAYS];
    mg_next(l, m, I, J, next);
    level_store_next(l, next, J * l->coarse_pitch + I);
}

/* ---- the same on level 0 where conjugate gradients run on E and O ---- */

SPATE_FN void mg_schur_first_quad(const level_part *l, const level_matrix *m, ptrdiff_t I,
                                  ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I, i = 2 * I, j = 2 * J;
    const mg_row e = mg_row_of(m, i, j), r1 = mg_row_of(m, i + 1, j), r2 = mg_row_of(m, i, j + 1);
    mg_store_lines(l, &e, &r1, &r2, k);
    mg_store(l, E_D, k, mg_inverse(m, e.c, i, j));
    mg_store(l, O_D, k, mg_inverse(m, level_centre(m, i + 1, j + 1), i + 1, j + 1));
}

/* E after a correction of R1 and R2 and one relaxation. */
SPATE_FN void mg_schur_second_quad(const level_part *l, const level_matrix *m, ptrdiff_t I,
                                   ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I;
    const mg_row e = mg_row_of(m, 2 * I, 2 * J);
    const double inverse = -mg_inverse(m, e.c, 2 * I, 2 * J);
    mg_second_quad(l, m, I, J);
    mg_store(l, Q_W, k, e.w * mg_weight(l, P_W, I - 1, J) * inverse);
    mg_store(l, Q_E, k, e.e * mg_weight(l, P_E, I, J) * inverse);
    mg_store(l, Q_S, k, e.s * mg_weight(l, P_S, I, J - 1) * inverse);
    mg_store(l, Q_N, k, e.n * mg_weight(l, P_N, I, J) * inverse);
    mg_store(l, Q_C, k,
             ((e.w * mg_weight(l, P_E, I - 1, J) + e.e * mg_weight(l, P_W, I, J)) +
              (e.s * mg_weight(l, P_N, I, J - 1) + e.n * mg_weight(l, P_S, I, J))) *
                 inverse);
}

#endif
