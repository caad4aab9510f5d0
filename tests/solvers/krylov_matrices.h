/* Matrices of Poisson and Helmholtz problems for tests of the Krylov solvers, in f64. */
#ifndef TESTS_SOLVERS_KRYLOV_MATRICES_H
#define TESTS_SOLVERS_KRYLOV_MATRICES_H

#include <stddef.h>
#include <stdlib.h>

#include "check.h"

/* nx x ny unknowns; each array has a ring of zeros, so that neighbours need no test. */
typedef struct test_matrix {
    int nx, ny, nine;
    ptrdiff_t pitch;
    double *centre, *east, *north, *ne, *nw; /* at (0, 0) */
    double *block;
} test_matrix;

static inline ptrdiff_t matrix_size(int nx, int ny)
{
    return (ptrdiff_t)(nx + 2) * (ny + 2);
}

static inline test_matrix matrix_create(int nx, int ny, int nine)
{
    test_matrix m = {.nx = nx, .ny = ny, .nine = nine, .pitch = nx + 2};
    const ptrdiff_t size = matrix_size(nx, ny), origin = m.pitch + 1;
    m.block = calloc((size_t)size * 5, sizeof(double));
    m.centre = m.block + origin;
    m.east = m.centre + size;
    m.north = m.east + size;
    m.ne = m.north + size;
    m.nw = m.ne + size;
    return m;
}

static inline void matrix_free(test_matrix *m)
{
    free(m->block);
}

/* A vector with a ring of zeros, at (0, 0). */
static inline double *vector_create(const test_matrix *m)
{
    return (double *)calloc((size_t)matrix_size(m->nx, m->ny), sizeof(double)) + m->pitch + 1;
}

static inline void vector_free(const test_matrix *m, double *v)
{
    free(v - m->pitch - 1);
}

static inline void vector_draw(const test_matrix *m, double *v)
{
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i)
            v[j * m->pitch + i] = draw_between(-1, 1);
}

static inline double vector_dot(const test_matrix *m, const double *a, const double *b)
{
    double sum = 0;
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i)
            sum += a[j * m->pitch + i] * b[j * m->pitch + i];
    return sum;
}

static inline void multiply(const test_matrix *m, const double *x, double *y)
{
    const ptrdiff_t p = m->pitch;
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i) {
            const ptrdiff_t k = j * p + i;
            double sum = m->centre[k] * x[k] + m->east[k] * x[k + 1] + m->east[k - 1] * x[k - 1] +
                         m->north[k] * x[k + p] + m->north[k - p] * x[k - p];
            if (m->nine)
                sum += m->ne[k] * x[k + p + 1] + m->ne[k - p - 1] * x[k - p - 1] +
                       m->nw[k] * x[k + p - 1] + m->nw[k - p + 1] * x[k - p + 1];
            y[k] = sum;
        }
}

/* ---- coefficients ---- */

/* Conductivity of a cell, 0 where it is dry, at a position in the unit square. */
typedef double cell_value(double x, double y);

static inline double uniform(double x, double y)
{
    (void)x, (void)y;
    return 1;
}

/* A basin with a sloping bed. */
static inline double basin(double x, double y)
{
    return 0.05 + 0.95 * (0.5 + 0.5 * sin(6 * x + 1) * cos(5 * y));
}

/* Squares of 1 and 10^6. */
static inline double jumps(double x, double y)
{
    return ((int)(x * 8) + (int)(y * 8)) % 2 ? 1e6 : 1;
}

/* Round islands of several sizes, dry. */
static inline double islands(double x, double y)
{
    static const double centre[][3] = {{0.3, 0.4, 0.12},
                                       {0.7, 0.25, 0.08},
                                       {0.62, 0.71, 0.17},
                                       {0.15, 0.8, 0.03},
                                       {0.9, 0.6, 0.05}};
    for (int k = 0; k < 5; ++k) {
        const double dx = x - centre[k][0], dy = y - centre[k][1];
        if (dx * dx + dy * dy < centre[k][2] * centre[k][2])
            return 0;
    }
    return basin(x, y);
}

/* Each cell dry with a chance of 1 in 5, from a hash of its position. */
static inline double scattered(double x, double y)
{
    uint64_t h = (uint64_t)(x * 1e7) * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)(y * 1e7);
    h = (h ^ (h >> 31)) * UINT64_C(0xbf58476d1ce4e5b9);
    return (h >> 40) % 5 == 0 ? 0 : 1;
}

static inline double harmonic(double a, double b)
{
    return a > 0 && b > 0 ? 2 * a * b / (a + b) : 0;
}

/* shift + the negative Laplacian with conductivity `weight` * value, harmonic means at faces. Dry cells
 * get the centre 1. */
static inline test_matrix laplacian(int nx, int ny, cell_value *value, double weight, double shift)
{
    test_matrix m = matrix_create(nx, ny, 0);
    const ptrdiff_t p = m.pitch;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const double x = (i + 0.5) / nx, y = (j + 0.5) / ny, own = value(x, y);
            if (i + 1 < nx)
                m.east[j * p + i] = -weight * harmonic(own, value((i + 1.5) / nx, y));
            if (j + 1 < ny)
                m.north[j * p + i] = -weight * harmonic(own, value(x, (j + 1.5) / ny));
        }
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const ptrdiff_t k = j * p + i;
            const double sum = m.east[k] + m.east[k - 1] + m.north[k] + m.north[k - p];
            m.centre[k] = value((i + 0.5) / nx, (j + 0.5) / ny) > 0 ? shift - sum : 1;
        }
    return m;
}

/* Fixed values around the grid, half a cell outside: Dirichlet. */
static inline void fix_edges(test_matrix *m, double weight)
{
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i)
            m->centre[j * m->pitch + i] +=
                2 * weight * ((i == 0) + (j == 0) + (i == m->nx - 1) + (j == m->ny - 1));
}

/* A 9-point matrix: bilinear finite elements (Poisson) plus shift. */
static inline test_matrix nine_points(int nx, int ny, double weight, double shift)
{
    test_matrix m = matrix_create(nx, ny, 1);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const ptrdiff_t k = j * m.pitch + i;
            m.east[k] = i + 1 < nx ? -weight / 3 : 0;
            m.north[k] = j + 1 < ny ? -weight / 3 : 0;
            m.ne[k] = i + 1 < nx && j + 1 < ny ? -weight / 3 : 0;
            m.nw[k] = i > 0 && j + 1 < ny ? -weight / 3 : 0;
            m.centre[k] = shift;
        }
    double *ones = vector_create(&m), *sums = vector_create(&m);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            ones[j * m.pitch + i] = 1;
    multiply(&m, ones, sums);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            m.centre[j * m.pitch + i] += shift - sums[j * m.pitch + i];
    vector_free(&m, ones);
    vector_free(&m, sums);
    return m;
}

#endif
