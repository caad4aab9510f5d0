/* Batched tridiagonal solvers: many lines
 *
 *     a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i],   i = 0 ... n-1,
 *
 * are solved at once, with any memory layout. The solvers can be used without the simulator:
 *
 *     spate_tridiag_options o;
 *     spate_tridiag_options_default(&o);
 *     o.lines = (spate_lines){.n = 1024, .stride = 1, .count = {4096, 1}, .step = {1024, 0}};
 *     spate_tridiag_create(ctx, &o, &t);
 *     spate_tridiag_setup(t);
 *     spate_tridiag_solve(t, a, b, c, d, x);      // repeatedly, with other values
 *     spate_tridiag_destroy(t);
 *
 * There is no pivoting: results are backward stable for matrices that are diagonally dominant by
 * rows or columns, symmetric positive definite, or M-matrices. With `check` set, lines whose pivots
 * lose accuracy are counted. With `repair` set they are also solved again with partial pivoting.
 *
 * For one matrix and many right-hand sides choose SPATE_TRIDIAG_SHARED: the matrix is factored
 * once.
 *
 * On a GPU (backend "cuda") arrays may stay in its memory; solves are then queued on a stream:
 *
 *     o.memory = SPATE_MEMORY_DEVICE;
 *     ...
 *     spate_tridiag_set_stream(t, stream);        // a cudaStream_t
 *     spate_tridiag_solve(t, a, b, c, d, x);      // device pointers; returns at once
 *     spate_tridiag_wait(t);                      // waits and returns the status */
#ifndef SPATE_TRIDIAG_H
#define SPATE_TRIDIAG_H

#include <stdint.h>

#include "spate/spate.h"

SPATE_PUBLIC_BEGIN

typedef struct spate_tridiag spate_tridiag;

/* Memory layout: unknown i of line (j, k) is at index i * stride + j * step[0] + k * step[1].
 * Contiguous lines have stride 1. Lines along y of a 2-D array with rows of `pitch` values: stride
 * = pitch, count = {nx, 1}, step = {1, 0}; along y of a 3-D array: count = {nx, nz}, step = {1, ny
 * * pitch}. Interleaved lines: stride = number of lines, step = {1, 0}. No two unknowns may share
 * an index: sorted by size, each of stride and steps must exceed the range that the smaller ones
 * cover. */
typedef struct spate_lines {
    int64_t n;        /* unknowns of a line, at least 1 */
    int64_t stride;   /* at least 1 */
    int64_t count[2]; /* lines along two directions, at least 1 each */
    int64_t step[2];  /* from one line to the next, at least 1 where there is more than one */
} spate_lines;

typedef enum {
    SPATE_TRIDIAG_GENERAL, /* a, b, c per unknown */
    SPATE_TRIDIAG_SHARED,  /* one matrix for all lines: three arrays of n values */
    SPATE_TRIDIAG_TOEPLITZ /* the same a, b, c in every row but the first and the last */
} spate_tridiag_class;

typedef struct spate_tridiag_options {
    size_t struct_size; /* of this structure; spate_tridiag_options_default sets it */
    spate_tridiag_class matrix;
    spate_lines lines;
    int precision; /* 32 or 64 */
    int periodic;  /* row 0 has a[0] x[n-1], row n-1 has c[n-1] x[0]; needs n >= 3 */
    /* "auto", or a name from spate_tridiag_algorithms or spate_tridiag_cuda_algorithms */
    const char *algorithm;
    /* "cpu", "cuda", "cuda:N", or "auto": cuda for arrays in device memory, else cpu */
    const char *backend;
    spate_memory memory; /* of all arrays of lines; DEVICE: memory of the backend's device */
    int threads;         /* CPU threads; 0: all */
    int check;           /* count lines whose pivots lose accuracy */
    int repair;          /* solve them again with pivoting; implies check */
} spate_tridiag_options;

void spate_tridiag_options_default_sized(spate_tridiag_options *o, size_t size);
static inline void spate_tridiag_options_default(spate_tridiag_options *o)
{
    spate_tridiag_options_default_sized(o, sizeof *o);
}

/* Names of the algorithms for a class, ended by NULL, on a CPU and on a GPU. */
const char *const *spate_tridiag_algorithms(spate_tridiag_class matrix);
const char *const *spate_tridiag_cuda_algorithms(spate_tridiag_class matrix);

/* Copies the options. On failure *t is NULL and the context holds the message. */
spate_status spate_tridiag_create(spate_context *ctx, const spate_tridiag_options *o,
                                  spate_tridiag **t);
void spate_tridiag_destroy(spate_tridiag *t);

/* SHARED: n values each, always f64 (they are rounded to the precision); a[0] and c[n-1] are
 * used only if periodic. Call setup afterwards. */
spate_status spate_tridiag_set_matrix(spate_tridiag *t, const double *a, const double *b,
                                      const double *c);

/* TOEPLITZ: first row (b, c), inner rows (a, b, c), last row (a, b). n >= 2. If periodic, the
 * inner a and c are the corner entries: row 0 has a x[n-1], row n-1 has c x[0]. */
typedef struct spate_toeplitz {
    double first_b, first_c;
    double a, b, c;
    double last_a, last_b;
} spate_toeplitz;
spate_status spate_tridiag_set_toeplitz(spate_tridiag *t, const spate_toeplitz *m);

/* Factors a shared matrix and allocates the memory that solves need. */
spate_status spate_tridiag_setup(spate_tridiag *t);

/* Later solves are queued on this stream (a cudaStream_t). NULL: the library's own stream, which
 * does not synchronize with others. An error on the CPU. */
spate_status spate_tridiag_set_stream(spate_tridiag *t, void *stream);

/* With arrays in device memory and neither check nor repair, solves return as soon as they are
 * queued. This call waits for them and reports the first line that failed in any solve since the
 * last wait. In all other cases solves wait themselves and this call returns at once. */
spate_status spate_tridiag_wait(spate_tridiag *t);

/* GENERAL. All arrays have the layout of the lines. x may be d. Any other overlap of x with a,
 * b, c or d is an error; a, b, c and d may overlap each other. a, b, c and d are not changed
 * (unless x is d). */
spate_status spate_tridiag_solve(spate_tridiag *t, const void *a, const void *b, const void *c,
                                 const void *d, void *x);
/* SHARED and TOEPLITZ. */
spate_status spate_tridiag_solve_many(spate_tridiag *t, const void *d, void *x);

typedef struct spate_tridiag_stats {
    const char *algorithm, *backend; /* in use; constant strings that outlive the solver */
    int threads;
    double floor_bytes;      /* minimum traffic of one solve: 5 or 2 values per unknown */
    int64_t solves;          /* so far */
    int64_t weak_lines;      /* of the last solve, with check: lines whose pivots lose accuracy */
    int64_t repaired_lines;  /* of the weak lines */
    int64_t first_weak_line; /* j + k * count[0], or -1 */
} spate_tridiag_stats;
void spate_tridiag_get_stats(const spate_tridiag *t, spate_tridiag_stats *stats);

SPATE_PUBLIC_END
#endif
