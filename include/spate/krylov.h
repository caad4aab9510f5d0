/* Preconditioned conjugate gradients for symmetric positive definite systems A x = b on a grid of
 * nx x ny unknowns, with couplings to 4 or 8 neighbours:
 *
 *     centre[i,j] x[i,j] + east[i,j]  x[i+1,j] + east[i-1,j]  x[i-1,j]
 *                        + north[i,j] x[i,j+1] + north[i,j-1] x[i,j-1] = b[i,j]
 *
 * and for 9 points also north_east[i,j] x[i+1,j+1] + north_east[i-1,j-1] x[i-1,j-1]
 *                     + north_west[i,j] x[i-1,j+1] + north_west[i+1,j-1] x[i+1,j-1].
 *
 * Each coupling is stored once, so the matrix is symmetric. The solver can be used without the
 * simulator:
 *
 *     spate_krylov_options o;
 *     spate_krylov_options_default(&o);
 *     o.nx = 1024, o.ny = 1024;
 *     o.preconditioner = "rrb";
 *     spate_krylov_create(ctx, &o, &k);
 *     spate_krylov_matrix m = {.centre = centre, .east = east, .north = north};
 *     spate_krylov_set_matrix(k, &m);             // again when its values change
 *     spate_krylov_setup(k);                      // makes the preconditioner
 *     spate_krylov_solve(k, &b, &x);              // repeatedly, with other right-hand sides
 *     spate_krylov_destroy(k);
 *
 * A dry cell is a row with a centre above 0 and no couplings. A system without a fixed level (all
 * row sums 0) is singular: it is solved if the right-hand side is compatible, up to a constant.
 *
 * The grid is cut into parts_x x parts_y parts on borders of tiles of 32 x 8 unknowns, and the
 * parts are divided among the ranks of the context. Arrays of pointers have one entry for each
 * part of this rank, in order. Iteration counts and the bits of x do not depend on threads, parts
 * or ranks, except with "ic", whose factors stop at the borders of parts.
 *
 * All calls except the queries (get_part, get_log, get_stats, lists of names) are collective over
 * the ranks of the context: every rank makes them in the same order with the same options, and all
 * return the same status. docs/theory/krylov.md describes methods, preconditioners and costs. */
#ifndef SPATE_KRYLOV_H
#define SPATE_KRYLOV_H

#include <stdint.h>

#include "spate/spate.h"

SPATE_PUBLIC_BEGIN

typedef struct spate_krylov spate_krylov;

/* Precision: arrays and arithmetic of 32 or 64 bits, or 64 with a preconditioner of 32. */
enum { SPATE_KRYLOV_MIXED = 96 };

typedef struct spate_krylov_options {
    size_t struct_size; /* of this structure; spate_krylov_options_default sets it */
    int64_t nx, ny;     /* unknowns of the whole grid, at least 1 each */
    int points;         /* 5 or 9 */
    int precision;      /* 32, 64, or SPATE_KRYLOV_MIXED */
    /* "cg", or "cg-one-reduction" (Chronopoulos and Gear): one sum over all ranks in an iteration
     * instead of two, for a little more memory traffic. Its bits differ from those of "cg". */
    const char *method;
    const char *preconditioner; /* a name from spate_krylov_preconditioners */
    /* Stops when the 2-norm of the residual is at most `relative` times that of b, or at most
     * `absolute`, whichever is met first. The residual is that of the recursion; see
     * true_residual. */
    double relative, absolute;
    int iterations;     /* above 0: exactly so many, without a test of the residual */
    int max_iterations; /* SPATE_ERROR_NOT_CONVERGED after so many; 0: 10000 */
    int warm_start;     /* 1: starts from x as given; 0: from zero */
    int true_residual;  /* 1: also computes b - A x at the end, for the statistics */
    int log;            /* 1: keeps the residual of every iteration */
    int polynomial;     /* "chebyshev": degree, 1 to 64; 0: 4 */
    double relaxation;  /* "ssor": above 0 and below 2; 0: 1 */
    /* "cpu", "cuda", "cuda:N", or "auto": cuda for arrays in device memory, else cpu */
    const char *backend;
    spate_memory memory;  /* of all arrays; DEVICE: memory of the backend's device */
    int threads;          /* of this rank, on the CPU; 0: all */
    int parts_x, parts_y; /* 0 for both: one part for each rank */
    int64_t pitch;        /* values from row to row of all arrays; 0: nx of the part */
} spate_krylov_options;

void spate_krylov_options_default_sized(spate_krylov_options *o, size_t size);
static inline void spate_krylov_options_default(spate_krylov_options *o)
{
    spate_krylov_options_default_sized(o, sizeof *o);
}

/* Names, ended by NULL. */
const char *const *spate_krylov_preconditioners(void);
const char *const *spate_krylov_methods(void);

/* Copies the options. On failure *k is NULL and the context holds the message. */
spate_status spate_krylov_create(spate_context *ctx, const spate_krylov_options *o,
                                 spate_krylov **k);
void spate_krylov_destroy(spate_krylov *k);

/* A part of this rank: unknowns [i0, i0 + nx) x [j0, j0 + ny) of the grid. */
typedef struct spate_krylov_part {
    int64_t i0, j0;
    int nx, ny;
} spate_krylov_part;
int spate_krylov_part_count(const spate_krylov *k);
spate_status spate_krylov_get_part(const spate_krylov *k, int n, spate_krylov_part *part);

/* The matrix rows of a part: nx x ny values each, in the precision of the solver (64 for
 * SPATE_KRYLOV_MIXED). The part that has unknown (i, j) has its four couplings; couplings out of
 * the grid must be 0. The arrays are copied. */
typedef struct spate_krylov_matrix {
    const void *centre; /* NULL: shift - (sum of the couplings of the row) */
    const void *shift;  /* only without centre */
    const void *east, *north;
    const void *north_east, *north_west; /* 9 points; NULL for 5 */
} spate_krylov_matrix;

/* One for each part of this rank. Call setup afterwards. SPATE_ERROR_DATA with the row if a value
 * is NaN or infinite or a coupling leaves the grid, SPATE_ERROR_INDEFINITE if a centre is not above
 * 0. */
spate_status spate_krylov_set_matrix(spate_krylov *k, const spate_krylov_matrix *parts);

/* y = A p for a part of this rank, in the memory of the backend: A must be symmetric positive
 * definite and the same in every call. Both point to unknown (0, 0) of the part and have `pitch`
 * values from row to row. p has one ghost value on every side (indices -1 and nx or ny, corners
 * included), which is 0 outside the grid. stream: a cudaStream_t for the kernels of the callback;
 * NULL on the CPU. */
typedef void (*spate_krylov_apply)(void *user, int part, const void *p, void *y, int64_t pitch,
                                   void *stream);
/* The operator replaces the matrix in products. Preconditioners other than "none" are made of the
 * matrix, which then need only approximate the operator. NULL: products with the matrix again. */
spate_status spate_krylov_set_operator(spate_krylov *k, spate_krylov_apply apply, void *user);

/* Makes the preconditioner. SPATE_ERROR_INDEFINITE if a pivot is not positive. */
spate_status spate_krylov_setup(spate_krylov *k);

/* Later solves are ordered on this stream (a cudaStream_t). NULL: the library's own. An error on
 * the CPU. */
spate_status spate_krylov_set_stream(spate_krylov *k, void *stream);

/* One pointer to unknown (0, 0) for each part of this rank. x must not overlap b. Returns when x
 * is computed:
 *   SPATE_OK                   the residual is small enough, or all `iterations` are done
 *   SPATE_ERROR_NOT_CONVERGED  max_iterations are done
 *   SPATE_ERROR_INDEFINITE     p.Ap < 0 for a search direction p: A is not positive definite
 *   SPATE_ERROR_SINGULAR       A is singular to rounding and b is not compatible with it
 *   SPATE_ERROR_NUMERICAL      b, x or a sum is NaN or infinite
 * The message has the iteration and the residuals. x is the last iterate, except that it is not
 * changed if b or x is NaN or infinite. */
spate_status spate_krylov_solve(spate_krylov *k, const void *const *b, void *const *x);

/* Residuals (2-norms) of the last solve with `log`: that of the start and of each iteration. Valid
 * until the next solve. */
spate_status spate_krylov_get_log(const spate_krylov *k, const double **residuals, int *count);

typedef struct spate_krylov_stats {
    const char *method, *preconditioner, *backend; /* in use; constant strings */
    int threads;
    int64_t solves; /* so far */
    /* of the last solve */
    int iterations;
    double right_hand_side;  /* 2-norm of b */
    double initial_residual; /* 2-norms of residuals; of the recursion */
    double residual;
    double true_residual; /* of b - A x, with the option true_residual; else -1 */
    double floor_bytes;   /* minimum traffic of an iteration of this rank's unknowns: 13 values */
    double bytes;         /* counted traffic of an iteration without a cache; 0: not counted */
    int64_t reductions;   /* sums over all ranks; 0 for a single rank */
    int64_t messages;     /* sent to other ranks by this one */
    double setup_seconds, solve_seconds;
} spate_krylov_stats;
void spate_krylov_get_stats(const spate_krylov *k, spate_krylov_stats *stats);

/* The matrix rows of this rank in compressed rows: entries first[n] ... first[n+1] - 1 belong to
 * row row[n] of the whole matrix. Unknown (i, j) is row i + j nx. Rows of each part are in order,
 * columns ascending; couplings that are 0 are left out. */
typedef struct spate_csr {
    int64_t rows, entries;
    int64_t *row, *first, *column; /* rows, rows + 1 and entries of them */
    double *value;
} spate_csr;
/* Allocates; spate_csr_free releases. An error before set_matrix. */
spate_status spate_krylov_export_csr(const spate_krylov *k, spate_csr *csr);
void spate_csr_free(spate_csr *csr);

SPATE_PUBLIC_END
#endif
