/* Small kernels of the hierarchy on the CPU: input vectors, the last level. */
#include <math.h>

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
static int factor_row(double a[][LEVEL_BOTTOM], int k)
{
    double pivot = 0;
    for (int c = 0; c <= k; ++c) {
        double sum = a[k][c];
        for (int m = 0; m < c; ++m)
            sum -= a[k][m] * a[c][m];
        if (c < k)
            a[k][c] = sum / a[c][c];
        else
            pivot = sum;
    }
    const int positive = pivot >= -LEVEL_PIVOT_LIMIT * fabs(a[k][k]);
    a[k][k] = sqrt(level_pivot(pivot, a[k][k]));
    return positive;
}

void LEVEL_SYMBOL(bottom_factor)(const level_part *l, const level_bottom *bottom)
{
    static const int lanes = LEVEL_BOTTOM;
    double a[LEVEL_BOTTOM][LEVEL_BOTTOM], f[LEVEL_BOTTOM][LEVEL_BOTTOM] = {{0}};
    real *inverse = bottom->inverse, *transposed = bottom->transposed;
    const int n = l->nx * l->ny;
    int positive = 1;
    for (int k = 0; k < n; ++k) {
        for (int c = 0; c <= k; ++c)
            a[k][c] = bottom_entry(l, k, c);
        positive &= factor_row(a, k);
    }
    /* A matrix that is not positive definite: its diagonal is, and conjugate gradients find out. */
    for (int k = 0; k < n && !positive; ++k) {
        for (int c = 0; c < k; ++c)
            a[k][c] = 0;
        a[k][k] = sqrt(level_pivot(0, bottom_entry(l, k, k)));
    }
    /* Row k of F: L F = I, row by row. */
    for (int k = 0; k < n; ++k) {
        f[k][k] = 1;
        for (int m = 0; m < k; ++m)
            for (int c = 0; c <= m; ++c)
                f[k][c] -= a[k][m] * f[m][c];
        for (int c = 0; c <= k; ++c)
            f[k][c] /= a[k][k];
    }
    for (int k = 0; k < lanes; ++k)
        for (int c = 0; c < lanes; ++c) {
            inverse[k * bottom->pitch + c] = (real)f[k][c];
            transposed[c * bottom->pitch + k] = (real)f[k][c];
        }
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
        ((real *)l->z)[k / l->nx * l->z_pitch + k % l->nx] = x[k];
}
