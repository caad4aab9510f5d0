/* LAPACK as a peer, loaded when a benchmark wants it: the program needs none, and some LAPACKs
 * start threads as soon as they are loaded. Index 0 of a routine is f32, 1 is f64; Fortran passes
 * addresses only, so that one type serves both. */
#ifndef SPATE_BENCH_LAPACK_H
#define SPATE_BENCH_LAPACK_H

#include <stddef.h>
#include <stdint.h>

typedef void gtsv_fn(const int *n, const int *nrhs, void *dl, void *d, void *du, void *b,
                     const int *ldb, int *info);
typedef void gttrf_fn(const int *n, void *dl, void *d, void *du, void *du2, int *ipiv, int *info);
typedef void gttrs_fn(const char *trans, const int *n, const int *nrhs, const void *dl,
                      const void *d, const void *du, const void *du2, const int *ipiv, void *b,
                      const int *ldb, int *info, size_t length_of_trans);
typedef void pttrf_fn(const int *n, void *d, void *e, int *info);
typedef void pttrs_fn(const int *n, const int *nrhs, const void *d, const void *e, void *b,
                      const int *ldb, int *info);

typedef struct lapack_routines {
    gtsv_fn *gtsv[2];
    gttrf_fn *gttrf[2];
    gttrs_fn *gttrs[2];
    pttrf_fn *pttrf[2];
    pttrs_fn *pttrs[2];
} lapack_routines;

/* NULL with the reason in why. */
const lapack_routines *lapack_load(const char **why);

/* The diagonals of one matrix, in its precision, and its factors. */
typedef struct lapack_matrix {
    void *diagonals[4]; /* below, main, above; second above, of the factors */
    int *pivots;
    int n, precision;
} lapack_matrix;

/* 0: no memory. Released by lapack_matrix_free either way. */
int lapack_matrix_make(lapack_matrix *m, int64_t n, int precision);
/* Row i; what reaches beyond the ends is left out. */
void lapack_matrix_set_row(lapack_matrix *m, int64_t i, double below, double main, double above);
/* By gttrf; 0 where it fails. */
int lapack_matrix_factor(const lapack_routines *lapack, lapack_matrix *m);
/* By gttrs: `lines` right-hand sides that are `pitch` values apart become solutions. */
void lapack_matrix_solve(const lapack_routines *lapack, const lapack_matrix *m, int lines, void *x,
                         int pitch);
void lapack_matrix_free(lapack_matrix *m);

/* Lines that fit a cache: a peer works on so many at a time. */
int64_t lapack_lines_in_cache(int64_t n, int precision);

#endif
