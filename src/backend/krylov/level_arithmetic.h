/* Arithmetic of RRB and multigrid that both use. One order of operations for all backends. */
#ifndef SPATE_BACKEND_KRYLOV_LEVEL_ARITHMETIC_H
#define SPATE_BACKEND_KRYLOV_LEVEL_ARITHMETIC_H

#include "backend/krylov/levels.h"
#include "base/real.h"

/* a x + b y + c z + d w. */
SPATE_FN real sum_four(real a, real x, real b, real y, real c, real z, real d, real w)
{
    return (a * x + b * y) + (c * z + d * w);
}

SPATE_FN real *level_plane(const level_part *l, int plane)
{
    return (real *)l->plane[plane];
}

/* Set-up is always done in f64: coarse matrices of an f32 hierarchy keep small row sums. */
SPATE_FN double level_value(const level_matrix *m, int array, ptrdiff_t i, ptrdiff_t j)
{
    const ptrdiff_t k = j * m->pitch + i;
    return m->single ? (double)((const float *)m->array[array])[k]
                     : ((const double *)m->array[array])[k];
}

SPATE_FN int level_exists(const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    return m->inner || (i >= m->x_begin && i < m->x_end && j >= m->y_begin && j < m->y_end);
}

SPATE_FN double level_centre(const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    return level_exists(m, i, j) ? level_value(m, LEVEL_CENTRE, i, j) : 0.0;
}

/* The sum of the four diagonal couplings of a node. */
SPATE_FN double level_diagonals(const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    return (level_value(m, LEVEL_NORTH_EAST, i, j) + level_value(m, LEVEL_NORTH_WEST, i, j)) +
           (level_value(m, LEVEL_NORTH_EAST, i - 1, j - 1) +
            level_value(m, LEVEL_NORTH_WEST, i + 1, j - 1));
}

/* A pivot below this times its row's centre is counted as 0. Centres of coarse levels are sums over
 * many nodes, so rounding is far more than epsilon. Pivots are 0 where water without a fixed level is
 * cut off from the rest, and negative only in matrices that are not M-matrices. The size of the
 * centre takes their place: the preconditioner stays positive definite, and a singular direction is
 * not amplified. */
#if SPATE_CALC_BITS == 32
#define LEVEL_PIVOT_LIMIT 0x1p-16
#else
#define LEVEL_PIVOT_LIMIT 0x1p-40
#endif

SPATE_FN double level_pivot(double pivot, double centre)
{
    const double centre_size = centre < 0 ? -centre : centre;
    const double size = -pivot > centre_size ? -pivot : centre_size;
    return pivot > LEVEL_PIVOT_LIMIT * centre_size ? pivot : size > 0 ? size : 1.0;
}

/* 1 / pivot; 0 for a node that does not exist. */
SPATE_FN double level_inverse(double pivot, double centre, int exists)
{
    return exists ? 1.0 / level_pivot(pivot, centre) : 0.0;
}

/* A value of the Schur complement, which has the precision of set-up. k: J pitch + I. */
SPATE_FN double schur_value(const level_schur *s, int plane, ptrdiff_t k)
{
    return (double)((const real *)s->plane[plane])[k];
}

SPATE_FN void level_store_next(const level_part *l, const double next[LEVEL_ARRAYS], ptrdiff_t k)
{
    l->coarse[LEVEL_CENTRE][k] = next[LEVEL_CENTRE];
    l->coarse[LEVEL_EAST][k] = next[LEVEL_EAST];
    l->coarse[LEVEL_NORTH][k] = next[LEVEL_NORTH];
    l->coarse[LEVEL_NORTH_EAST][k] = next[LEVEL_NORTH_EAST];
    l->coarse[LEVEL_NORTH_WEST][k] = next[LEVEL_NORTH_WEST];
}

#endif
