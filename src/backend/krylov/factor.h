/* Rows of a factorised sparse approximate inverse (Kolotilina and Yeremin 1993): G is lower
 * triangular with the pattern of A, and G A G^T has a unit diagonal. For a row with the set S of
 * its own unknown and of those before it that couple with it, A(S, S) g = e_own, scaled by
 * 1 / sqrt(g_own). */
#ifndef SPATE_BACKEND_KRYLOV_FACTOR_H
#define SPATE_BACKEND_KRYLOV_FACTOR_H

#include "backend/krylov/part.h"
#include "backend/krylov/simple.h"
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

/* Row (i, j) of G. Unknowns of the local matrix in their order: south-west, south, south-east, west,
 * own; for 5 points south, west, own, of which south and west do not couple. Those outside the grid
 * have centre 1 and no couplings. Returns 0 if the local matrix is not positive definite. */
SPATE_FN int kry_factor_row(const kry_shape *s, const kry_matrix *m, int i, int j,
                            real g[KRY_G_COUNT])
{
    const ptrdiff_t o = j * m->pitch + i, b = o - m->pitch;
    const real *centre = (const real *)m->centre, *east = (const real *)m->east,
               *north = (const real *)m->north, *ne = (const real *)m->north_east,
               *nw = (const real *)m->north_west;
    const int w = i > 0 || s->linked[0], e = i + 1 < s->nx || s->linked[1],
              below = j > 0 || s->linked[2], last = ne ? 4 : 2;
    real a[5][5] = {{0}}, x[5] = {0};
    if (!ne) {
        a[0][0] = below ? centre[b] : (real)1;
        a[1][1] = w ? centre[o - 1] : (real)1;
        a[2][0] = below ? north[b] : (real)0;
        a[2][1] = w ? east[o - 1] : (real)0;
    } else {
        a[0][0] = w && below ? centre[b - 1] : (real)1;
        a[1][1] = below ? centre[b] : (real)1;
        a[2][2] = e && below ? centre[b + 1] : (real)1;
        a[3][3] = w ? centre[o - 1] : (real)1;
        a[1][0] = w && below ? east[b - 1] : (real)0;
        a[2][1] = e && below ? east[b] : (real)0;
        a[3][0] = w && below ? north[b - 1] : (real)0;
        a[3][1] = w && below ? nw[b] : (real)0;
        a[4][0] = w && below ? ne[b - 1] : (real)0;
        a[4][1] = below ? north[b] : (real)0;
        a[4][2] = e && below ? nw[b + 1] : (real)0;
        a[4][3] = w ? east[o - 1] : (real)0;
    }
    a[last][last] = centre[o];
    if (!kry_solve_unit(a, last + 1, x))
        return 0;
    const real root = (real)sqrt_r(x[last]);
    g[KRY_G_OWN] = root;
    g[KRY_G_WEST] = x[last - 1] / root;
    g[KRY_G_SOUTH] = x[ne ? 1 : 0] / root;
    g[KRY_G_SOUTH_WEST] = ne ? x[0] / root : (real)0;
    g[KRY_G_SOUTH_EAST] = ne ? x[2] / root : (real)0;
    return 1;
}

/* A row of G, or of its transpose, of 5 points times values. */
#define KRY_FACTOR_3(own, v, west, vw, south, vs) ((own) * (v) + ((west) * (vw) + (south) * (vs)))

#endif
