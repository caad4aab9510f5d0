/* A line solved by LAPACK, if it is installed. */
#ifndef TESTS_SOLVERS_LAPACK_LINES_H
#define TESTS_SOLVERS_LAPACK_LINES_H

#include "lines.h"

/* Symbols of Fortran; dimensions by reference. */
void dgtsv_(const int *n, const int *nrhs, double *dl, double *d, double *du, double *b,
            const int *ldb, int *info);
void sgtsv_(const int *n, const int *nrhs, float *dl, float *d, float *du, float *b, const int *ldb,
            int *info);
void dgttrf_(const int *n, double *dl, double *d, double *du, double *du2, int *ipiv, int *info);
void dgttrs_(const char *trans, const int *n, const int *nrhs, const double *dl, const double *d,
             const double *du, const double *du2, const int *ipiv, double *b, const int *ldb,
             int *info, size_t length_of_trans);
void dpttrf_(const int *n, double *d, double *e, int *info);
void dpttrs_(const int *n, const int *nrhs, const double *d, const double *e, double *b,
             const int *ldb, int *info);

enum { MOST = 70 };

typedef struct line_copy {
    /* a and c start with their first entry in the matrix */
    double a[MOST], b[MOST], c[MOST], x[MOST];
} line_copy;

static inline line_copy copy_of(const systems *s, int64_t line)
{
    line_copy l = {{0}, {0}, {0}, {0}};
    const int64_t at = line * s->n;
    for (int64_t i = 0; i < s->n; ++i) {
        l.a[i] = i + 1 < s->n ? s->a[at + i + 1] : 0;
        l.b[i] = s->b[at + i];
        l.c[i] = s->c[at + i];
        l.x[i] = s->d[at + i];
    }
    return l;
}

static inline int peer_gtsv(line_copy *l, int n)
{
    const int one = 1;
    int info;
    dgtsv_(&n, &one, l->a, l->b, l->c, l->x, &n, &info);
    return info;
}

static inline int peer_sgtsv(line_copy *l, int n)
{
    float v[4][MOST];
    const int one = 1;
    int info;
    for (int i = 0; i < n; ++i) {
        v[0][i] = (float)l->a[i];
        v[1][i] = (float)l->b[i];
        v[2][i] = (float)l->c[i];
        v[3][i] = (float)l->x[i];
    }
    sgtsv_(&n, &one, v[0], v[1], v[2], v[3], &n, &info);
    for (int i = 0; i < n; ++i)
        l->x[i] = (double)v[3][i];
    return info;
}

static inline int peer_gttrs(line_copy *l, int n)
{
    double second[MOST];
    int pivots[MOST], info;
    const int one = 1;
    dgttrf_(&n, l->a, l->b, l->c, second, pivots, &info);
    if (info == 0)
        dgttrs_("N", &n, &one, l->a, l->b, l->c, second, pivots, l->x, &n, &info, 1);
    return info;
}

static inline int peer_pttrs(line_copy *l, int n)
{
    const int one = 1;
    int info;
    dpttrf_(&n, l->b, l->a, &info);
    if (info == 0)
        dpttrs_(&n, &one, l->b, l->a, l->x, &n, &info);
    return info;
}

#endif
