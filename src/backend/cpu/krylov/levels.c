/* Small kernels of the hierarchy on the CPU: input vectors, the last level. */
#include "backend/cpu/krylov/level_rows.h"
#include "backend/krylov/bottom.h"

extern level_pass LEVEL_SYMBOL(level_round);
extern level_vector_kernel LEVEL_SYMBOL(level_split_vector);
extern level_bottom_kernel LEVEL_SYMBOL(bottom_factor), LEVEL_SYMBOL(bottom_solve);

void LEVEL_SYMBOL(level_round)(const level_part *l, const level_part *exact)
{
    for (int k = 0; k < LEVEL_PLANES; ++k) {
        if (!l->plane[k])
            continue;
#pragma omp parallel for schedule(static) num_threads(level_team(l))
        for (int J = -1; J <= l->qy; ++J) {
            const double *from = (const double *)exact->plane[k] + J * exact->quad_pitch;
            real *restrict to = level_row(l, k, J);
#pragma omp simd
            for (int I = -1; I <= l->qx; ++I)
                to[I] = (real)from[I];
        }
    }
}

void LEVEL_SYMBOL(level_split_vector)(const level_part *l, const void *vector, ptrdiff_t pitch)
{
#pragma omp parallel for schedule(static) num_threads(level_team(l))
    for (int j = 0; j < l->ny; ++j)
        level_split(l, j, 0, l->nx, (const real *)vector + j * pitch);
}

/* ---- the last level ---- */

/* Row k of the Cholesky factor, in place of row k of the lower triangle of a. Returns 0 if its pivot is
 * negative beyond rounding. */
static int factor_row(double a[][LEVEL_BOTTOM + 1], int k)
{
    for (int c = 0; c < k; ++c) {
        for (int m = 0; m < c; ++m)
            a[k][c] -= a[k][m] * a[c][m];
        a[k][c] = a[k][c] / a[c][c];
    }
    double pivot = a[k][k];
    for (int m = 0; m < k; ++m)
        pivot -= a[k][m] * a[k][m];
    const int positive = bottom_pivot_is_positive(pivot, a[k][k]);
    a[k][k] = sqrt(level_pivot(pivot, a[k][k]));
    return positive;
}

void LEVEL_SYMBOL(bottom_factor)(const level_part *l, const level_bottom *bottom)
{
    double a[LEVEL_BOTTOM][LEVEL_BOTTOM + 1];
    const int n = l->nx * l->ny;
    int positive = 1;
    for (int k = 0; k < n; ++k) {
        for (int c = 0; c <= k; ++c)
            a[k][c] = bottom_entry(l, k, c);
        positive &= factor_row(a, k);
    }
    for (int c = 0; c < LEVEL_BOTTOM; ++c)
        bottom_invert(a, n, c, positive, l, bottom);
}

/* y = M^T x of a matrix with rows of LEVEL_BOTTOM values, row by row in order. */
static void bottom_product(const real *matrix, ptrdiff_t pitch, int n, const real *x,
                           real *restrict y)
{
    for (int c = 0; c < LEVEL_BOTTOM; ++c)
        y[c] = 0;
    for (int k = 0; k < n; ++k)
#pragma omp simd
        for (int c = 0; c < LEVEL_BOTTOM; ++c)
            y[c] += matrix[k * pitch + c] * x[k];
}

void LEVEL_SYMBOL(bottom_solve)(const level_part *l, const level_bottom *bottom)
{
    real x[LEVEL_BOTTOM], y[LEVEL_BOTTOM];
    const int n = l->nx * l->ny;
    for (int k = 0; k < n; ++k)
        x[k] = ((const real *)l->r)[bottom_index(l, k)];
    bottom_product(bottom->transposed, bottom->pitch, n, x, y);
    bottom_product(bottom->inverse, bottom->pitch, n, y, x);
    for (int k = 0; k < n; ++k)
        ((real *)l->z)[bottom_z_index(l, k)] = x[k];
}
