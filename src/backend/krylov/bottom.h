/* The last level of a hierarchy, solved exactly: z = F^T F r, where F is the inverse of the Cholesky
 * factor. As two products with a matrix it runs on many threads, and it stays positive definite
 * however F is rounded. */
#ifndef SPATE_BACKEND_KRYLOV_BOTTOM_H
#define SPATE_BACKEND_KRYLOV_BOTTOM_H

#include <math.h>

#include "backend/krylov/level_arithmetic.h"

/* The index of node k in r of the level (planes of quads), and in z. */
SPATE_FN ptrdiff_t bottom_index(const level_part *l, int k)
{
    const int i = k % l->nx, j = k / l->nx;
    return ((j & 1) * 2 + (i & 1)) * l->quad_plane + (j >> 1) * l->quad_pitch + (i >> 1);
}

SPATE_FN ptrdiff_t bottom_z_index(const level_part *l, int k)
{
    return k / l->nx * l->z_pitch + k % l->nx;
}

/* Entry (row, column) of the matrix, row >= column. */
SPATE_FN double bottom_entry(const level_part *l, int row, int column)
{
    const int i = column % l->nx, j = column / l->nx;
    const int di = row % l->nx - i, dj = row / l->nx - j;
    if (di == 0 && dj == 0)
        return level_value(&l->matrix, LEVEL_CENTRE, i, j);
    if (di == 1 && dj == 0)
        return level_value(&l->matrix, LEVEL_EAST, i, j);
    if (di == 0 && dj == 1)
        return level_value(&l->matrix, LEVEL_NORTH, i, j);
    if (!l->matrix.nine)
        return 0;
    if (di == 1 && dj == 1)
        return level_value(&l->matrix, LEVEL_NORTH_EAST, i, j);
    if (di == -1 && dj == 1)
        return level_value(&l->matrix, LEVEL_NORTH_WEST, i, j);
    return 0;
}

/* A pivot is not negative beyond rounding. */
SPATE_FN int bottom_pivot_is_positive(double pivot, double centre)
{
    const double size = centre < 0 ? -centre : centre;
    return pivot >= -LEVEL_PIVOT_LIMIT * size;
}

/* Column c of F, from the Cholesky factor a. If the matrix is not positive definite its diagonal takes
 * its place, and conjugate gradients find out. */
SPATE_FN void bottom_invert(double a[][LEVEL_BOTTOM + 1], int n, int c, int positive,
                            const level_part *l, const level_bottom *bottom)
{
    double f[LEVEL_BOTTOM];
    for (int k = 0; k < LEVEL_BOTTOM; ++k) {
        f[k] = 0;
        if (k == c && k < n)
            f[k] = positive ? 1 / a[k][k] : 1 / sqrt(level_pivot(0, bottom_entry(l, k, k)));
        if (k > c && k < n && positive) {
            for (int m = c; m < k; ++m)
                f[k] -= a[k][m] * f[m];
            f[k] = f[k] / a[k][k];
        }
        ((real *)bottom->inverse)[k * bottom->pitch + c] = (real)f[k];
        ((real *)bottom->transposed)[c * bottom->pitch + k] = (real)f[k];
    }
}

#endif
