/* Rows of a factorised sparse approximate inverse (Kolotilina and Yeremin 1993): G is lower
 * triangular with the pattern of A, and G A G^T has a unit diagonal. For a row with the set S of
 * its own unknown and of those before it that couple with it, A(S, S) g = e_own, scaled by
 * 1 / sqrt(g_own). */
#ifndef SPATE_BACKEND_KRYLOV_FACTOR_H
#define SPATE_BACKEND_KRYLOV_FACTOR_H

#include "base/real.h"

/* Solves A x = (0, ..., 0, 1) for a symmetric positive definite matrix of n <= 5 rows, given by its
 * lower triangle, by Cholesky in place. Returns 0 if a pivot is not positive. */
SPATE_FN int kry_solve_unit(real a[5][5], int n, real x[5])
{
    for (int k = 0; k < n; ++k) {
        for (int m = 0; m < k; ++m)
            a[k][k] -= a[k][m] * a[k][m];
        if (!(a[k][k] > 0))
            return 0;
        a[k][k] = (real)sqrt_r(a[k][k]);
        for (int r = k + 1; r < n; ++r) {
            for (int m = 0; m < k; ++m)
                a[r][k] -= a[r][m] * a[k][m];
            a[r][k] = a[r][k] / a[k][k];
        }
    }
    /* L y = e_own leaves y = (0, ..., 0, 1 / l_own); then L^T x = y. */
    for (int k = n - 1; k >= 0; --k) {
        real sum = k == n - 1 ? (real)1 / a[k][k] : (real)0;
        for (int r = k + 1; r < n; ++r)
            sum -= a[r][k] * x[r];
        x[k] = sum / a[k][k];
    }
    return 1;
}

#endif
