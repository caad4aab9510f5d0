/* Kernel table of the tridiagonal solvers. A kernel processes a panel: several lines side by
 * side, one per lane. The result of a line depends only on its own values, not on its lane,
 * panel or thread. */
#ifndef SPATE_BACKEND_TRIDIAG_H
#define SPATE_BACKEND_TRIDIAG_H

#include <stddef.h>
#include <stdint.h>

/* Factors of a shared matrix, `real`, n values each (solvers/tridiag/factor.c):
 * y[i] = (d[i] - lower[i] y[i-1]) scale[i];  x[i] = y[i] - upper[i] x[i+1] - border[i] x[n-1]. */
typedef struct tri_factors {
    const void *lower, *scale, *upper;
    const void *border, *last; /* periodic: y[n-1] = (d[n-1] - sum of last[i] y[i]) scale[n-1] */
    const void *a, *b, *c;     /* the matrix itself, for methods that eliminate it again */
} tri_factors;

/* Cyclic reduction of a shared matrix with precomputed coefficients (solvers/tridiag/levels.c).
 * Level k has the rows (j + 1) 2^k - 1, j = 0 ... rows - 1. Odd j remain: d -= left d[before] +
 * right d[after]. Even j are eliminated and follow from back substitution: x = (d - a x[before]
 * - c x[after]) scale. PCR keeps all rows at all levels. Arrays have an entry for each remaining
 * or eliminated row; compact ones (Toeplitz) for the first, all inner and the last. */
typedef struct tri_level {
    int64_t rows;
    const void *left, *right, *a, *c, *scale;
} tri_level;

enum { TRI_MAX_LEVELS = 64 };

typedef struct tri_levels {
    int count, compact;
    tri_level level[TRI_MAX_LEVELS + 1]; /* last level: x = d scale, its rows are not coupled */
    /* Periodic: the levels exclude the last row; x[n-1] = (d - last[0] y[n-2] - last[1] y[0])
     * last[2] and x = y - border x[n-1]. */
    const void *border, *last;
} tri_levels;

typedef struct tri_problem {
    int64_t n;
    ptrdiff_t stride;
    int periodic;
    int check;  /* set TRI_WEAK */
    int stream; /* x is too large to stay in cache */
    /* A line is weak if elimination makes entries this many times larger than the original row,
     * or a pivot this many times smaller (docs/theory/tridiag.md). */
    double growth_limit, pivot_limit;
    const void *a, *b, *c, *d; /* real; a, b and c for general matrices only */
    void *x;                   /* may be d */
    tri_factors factors;       /* shared matrices only */
    const tri_levels *levels;  /* shared matrices, methods that use them */
} tri_problem;

enum { TRI_WEAK = 1u, TRI_FAILED = 2u, TRI_OVERFLOWS = 4u };

typedef struct tri_panel {
    int lanes;
    int adjacent; /* 1: adjacent lanes are adjacent in memory */
    /* stored in reverse order in scratch; alternates between consecutive panels */
    int mirrored;
    const ptrdiff_t *offset; /* of unknown 0 of each lane */
    const ptrdiff_t *next;   /* of the next panel, if it has as many lanes; else NULL */
    /* of each lane, set by the forward sweep: TRI_FAILED if a result is not finite */
    uint8_t *flags;
} tri_panel;

/* The forward sweep reads the arrays; only the backward sweep writes x. Between the two d is
 * intact. A call of `sweep` fuses the backward sweep of one panel with the forward sweep of the
 * next, so that memory is read and written at the same time. Either may be NULL; both have the
 * same number of lanes and share the scratch. */
typedef enum { TRI_NO_LEVELS, TRI_CR_LEVELS, TRI_TRUNCATED_LEVELS, TRI_PCR_LEVELS } tri_level_kind;

typedef struct tri_method {
    const char *name;
    tri_level_kind levels; /* coefficients that setup must compute */
    int lanes;             /* of its panels; 0: chosen by the caller */
    size_t (*scratch_bytes)(const tri_problem *problem, int lanes);
    void (*sweep)(const tri_problem *problem, const tri_panel *backward, const tri_panel *forward,
                  void *scratch);
} tri_method;

enum { TRI_METHODS_MAX = 8 };

typedef struct tri_kernels {
    const char *isa;
    int lanes; /* values of the widest register: panels have a multiple of it */
    tri_method general[TRI_METHODS_MAX], periodic[TRI_METHODS_MAX]; /* ended by a NULL name */
    tri_method shared[TRI_METHODS_MAX], toeplitz[TRI_METHODS_MAX];  /* periodic or not */
} tri_kernels;

/* By precision (32, 64) and isa ("auto", "base", "avx2", "avx512"); NULL if not available. */
const tri_kernels *tri_kernels_cpu(int precision, const char *isa);

#endif
