/* The kernel table of the tridiagonal solvers. A kernel works on a panel: some lines side by side, one per
 * lane. What a line gives depends on its own values alone, not on its lane, panel or thread. */
#ifndef SPATE_BACKEND_TRIDIAG_H
#define SPATE_BACKEND_TRIDIAG_H

#include <stddef.h>
#include <stdint.h>

/* The factored matrix of the shared class, `real` of the twin, n values each (solvers/tridiag/factor.c):
 * y[i] = (d[i] - lower[i] y[i-1]) scale[i];  x[i] = y[i] - upper[i] x[i+1] - border[i] x[n-1]. */
typedef struct tri_factors {
    const void *lower, *scale, *upper;
    const void *border, *last; /* periodic: y[n-1] = (d[n-1] - sum of last[i] y[i]) scale[n-1] */
    const void *a, *b, *c;     /* the matrix itself, for methods that eliminate it anew */
} tri_factors;

/* Cyclic reduction of the shared class with coefficients made beforehand (solvers/tridiag/levels.c). At level k
 * rows (j + 1) 2^k - 1 are left, j = 0 ... rows - 1. Odd j stay: d -= left d[before] + right d[after]. Even j
 * leave, and are found on the way back: x = (d - a x[before] - c x[after]) scale. PCR keeps all rows at all
 * levels. Arrays have an entry for each row that stays or leaves; compact ones (Toeplitz) for the first, all
 * between and the last. */
typedef struct tri_level {
    int64_t rows;
    const void *left, *right, *a, *c, *scale;
} tri_level;

enum { TRI_MOST_LEVELS = 64 };

typedef struct tri_levels {
    int count, compact;
    tri_level level[TRI_MOST_LEVELS +
                    1]; /* in the last one x = d scale: its rows are not coupled any more */
    /* Periodic: rows above are without the last; x[n-1] = (d - last[0] y[n-2] - last[1] y[0]) last[2] and
     * x = y - border x[n-1]. */
    const void *border, *last;
} tri_levels;

typedef struct tri_problem {
    int64_t n;
    ptrdiff_t stride;
    int periodic;
    int check;  /* TRI_WEAK is set */
    int stream; /* x is too large to stay in a cache */
    /* A line is weak where elimination made entries this many times larger than the row they came from, or
     * a pivot this many times smaller (docs/theory/tridiag.md). */
    double growth_limit, pivot_limit;
    const void *a, *b, *c, *d; /* real; a, b and c of the general class only */
    void *x;                   /* may be d */
    tri_factors factors;       /* shared class only */
    const tri_levels *levels;  /* shared class, methods that ask for them */
} tri_problem;

enum { TRI_WEAK = 1u, TRI_FAILED = 2u, TRI_OVERFLOWS = 4u };

typedef struct tri_panel {
    int lanes;
    int adjacent;            /* 1: the lines of neighbouring lanes are neighbours in memory */
    int mirrored;            /* where in scratch it waits: differs from the panel before */
    const ptrdiff_t *offset; /* of unknown 0 of each lane */
    const ptrdiff_t *next;   /* of the panel with as many lanes that follows; NULL for none */
    uint8_t
        *flags; /* of each lane, set on the way there: TRI_FAILED where a result is not finite */
} tri_panel;

/* The way there reads the arrays; x is written on the way back alone. Between the two a caller may still look
 * at d. A sweep takes the way back of one panel together with the way there of the next, so that memory
 * is read and written at the same time. Either may be NULL; both have as many lanes and share the scratch. */
typedef enum { TRI_NO_LEVELS, TRI_CR_LEVELS, TRI_TRUNCATED_LEVELS, TRI_PCR_LEVELS } tri_wanted;

typedef struct tri_method {
    const char *name;
    tri_wanted levels; /* to be made in setup */
    int lanes;         /* of its panels; 0: as many as suit */
    size_t (*scratch_bytes)(const tri_problem *problem, int lanes);
    void (*sweep)(const tri_problem *problem, const tri_panel *back, const tri_panel *there,
                  void *scratch);
} tri_method;

enum { TRI_METHODS_MAX = 8 };

typedef struct tri_kernels {
    const char *isa;
    int lanes; /* values of the widest register: panels have multiples of it */
    tri_method general[TRI_METHODS_MAX], periodic[TRI_METHODS_MAX]; /* ended by a name NULL */
    tri_method shared[TRI_METHODS_MAX], toeplitz[TRI_METHODS_MAX];  /* periodic or not */
} tri_kernels;

/* By precision (32, 64) and isa ("auto", "base", "avx2", "avx512"); NULL where there is none. */
const tri_kernels *tri_kernels_cpu(int precision, const char *isa);

#endif
