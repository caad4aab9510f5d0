/* Cyclic reduction of one row of a panel; reduction.c chooses the rows and their order. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_REDUCTION_H
#define SPATE_BACKEND_CPU_TRIDIAG_REDUCTION_H

#include "backend/cpu/tridiag/tridiag.h"

/* D is the right-hand side, Q a second one: the column of the border of periodic lines. */
enum { A, B, C_, D, Q, ENTRIES };

/* Arrays of p->n rows: the system, the output of PCR, the largest entry of every row. */
typedef struct reduction {
    real *now[ENTRIES], *then[ENTRIES], *most, *block, *outside[ENTRIES], *from_left, *from_right;
    real *finite; /* 0, or NaN after an infinite diagonal, which would give x = 0 */
    tri_flag *weak;
    int64_t n; /* rows to reduce: without the border */
    int lanes, entries;
    const tri_problem *problem;
} reduction;

typedef struct reduction_row {
    const real *at[ENTRIES];
} reduction_row;

static inline real *row_in(const reduction *s, real *array, int64_t i)
{
    return array + i * s->lanes;
}

/* Rows beyond the ends of a line are x = 0. */
static inline reduction_row row_of(const reduction *s, int64_t i)
{
    reduction_row row = {{NULL}};
    for (int k = 0; k < s->entries; ++k)
        row.at[k] = i < 0 || i >= s->n ? s->outside[k] : row_in(s, s->now[k], i);
    return row;
}

static inline void add_finite(const reduction *s, const real *restrict b)
{
    real *restrict finite = s->finite;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        finite[l] += b[l] - b[l];
}

/* Multiples of the neighbours that row i subtracts to eliminate its couplings to them. */
static inline void find_multipliers(const reduction *s, const reduction_row *left,
                                    const reduction_row *right, int64_t i)
{
    const real *restrict a = row_in(s, s->now[A], i), *restrict c = row_in(s, s->now[C_], i);
    const real *restrict bl = left->at[B], *restrict br = right->at[B];
    real *restrict kl = s->from_left, *restrict kr = s->from_right;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l) {
        kl[l] = a[l] / bl[l];
        kr[l] = c[l] / br[l];
    }
}

/* Neither the change of the diagonal nor the new diagonal and couplings may exceed the growth
 * limit relative to the original row. */
static inline void check_pivots(const reduction *s, const reduction_row *left,
                                const reduction_row *right, int64_t i)
{
    const real growth = (real)s->problem->growth_limit, smallest = (real)s->problem->pivot_limit;
    const real *b = row_in(s, s->now[B], i), *most = row_in(s, s->most, i);
    for (int l = 0; l < s->lanes; ++l) {
        const calc kl = s->from_left[l], kr = s->from_right[l], limit = growth * most[l];
        const calc lost_left = left->at[C_][l] * kl, lost_right = right->at[A][l] * kr;
        const calc pivot = abs_r(b[l] - lost_left - lost_right);
        const tri_flag grown = !(abs_r(lost_left) + abs_r(lost_right) + pivot <= limit);
        const tri_flag far_left = !(abs_r(left->at[A][l] * kl) <= limit);
        const tri_flag far_right = !(abs_r(right->at[C_][l] * kr) <= limit);
        const tri_flag lost = !(pivot > smallest * most[l]);
        s->weak[l] |= grown | far_left | far_right | lost;
        if (s->entries > Q)
            s->weak[l] |= !(abs_r(left->at[Q][l] * kl) + abs_r(right->at[Q][l] * kr) <= limit);
    }
}

static inline void reduce_matrix(const reduction *s, const reduction_row *left,
                                 const reduction_row *right, int64_t i, real *const *to)
{
    const real *restrict al = left->at[A], *restrict cl = left->at[C_], *restrict ar = right->at[A],
                         *restrict cr = right->at[C_], *restrict kl = s->from_left,
                         *restrict kr = s->from_right;
    const real *b = row_in(s, s->now[B], i);
    real *an = row_in(s, to[A], i), *bn = row_in(s, to[B], i), *cn = row_in(s, to[C_], i);
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l) {
        an[l] = -(al[l] * kl[l]);
        bn[l] = b[l] - cl[l] * kl[l] - ar[l] * kr[l];
        cn[l] = -(cr[l] * kr[l]);
    }
    add_finite(s, bn);
}

static inline void reduce_rhs(const reduction *s, const real *restrict left,
                              const real *restrict right, const real *side, real *to)
{
    const real *restrict kl = s->from_left, *restrict kr = s->from_right;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        to[l] = side[l] - left[l] * kl[l] - right[l] * kr[l];
}

/* Replaces the couplings of row i to its neighbours by couplings to theirs. May run in place. */
static inline void reduce_row(const reduction *s, int64_t i, int64_t reach, real *const *to)
{
    const reduction_row left = row_of(s, i - reach), right = row_of(s, i + reach);
    find_multipliers(s, &left, &right, i);
    if (s->problem->check)
        check_pivots(s, &left, &right, i);
    reduce_matrix(s, &left, &right, i, to);
    for (int k = D; k < s->entries; ++k)
        reduce_rhs(s, left.at[k], right.at[k], row_in(s, s->now[k], i), row_in(s, to[k], i));
}

/* x = (d - a x of the row before - c x of the row after) / b, in place of d, for all right-hand
 * sides. */
static inline void substitute(const reduction *s, int64_t i, int64_t reach)
{
    const reduction_row left = row_of(s, i - reach), right = row_of(s, i + reach);
    const real *restrict a = row_in(s, s->now[A], i), *restrict b = row_in(s, s->now[B], i),
                         *restrict c = row_in(s, s->now[C_], i);
    for (int k = D; k < s->entries; ++k) {
        const real *restrict before = left.at[k], *restrict after = right.at[k];
        real *restrict x = row_in(s, s->now[k], i);
#pragma omp simd
        for (int l = 0; l < s->lanes; ++l)
            x[l] = (x[l] - a[l] * before[l] - c[l] * after[l]) / b[l];
    }
}

#endif
