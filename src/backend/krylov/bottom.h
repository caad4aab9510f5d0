/* The last level of a hierarchy, solved exactly: z = F^T F r, where F is the inverse of the Cholesky
 * factor. As two products with a matrix it runs on many threads, and it stays positive definite
 * however F is rounded. */
#ifndef SPATE_BACKEND_KRYLOV_BOTTOM_H
#define SPATE_BACKEND_KRYLOV_BOTTOM_H

#include "backend/krylov/level_arithmetic.h"

/* The index of node k in r of the level (planes of quads). */
SPATE_FN ptrdiff_t bottom_index(const level_part *l, int k)
{
    const int i = k % l->nx, j = k / l->nx;
    return ((j & 1) * 2 + (i & 1)) * l->quad_plane + (j >> 1) * l->quad_pitch + (i >> 1);
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

#endif
