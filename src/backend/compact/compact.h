/* Kernel table of compact differences. A kernel processes a panel: several lines side by side,
 * one per lane. The result of a line depends only on its own values, not on its lane, panel or
 * thread. */
#ifndef SPATE_BACKEND_COMPACT_H
#define SPATE_BACKEND_COMPACT_H

#include <stddef.h>
#include <stdint.h>

#include "backend/tridiag/tridiag.h"

enum { COMPACT_PAIRS = 5, COMPACT_CLOSURES = 5, COMPACT_WIDTH = 11 };

/* Right-hand side of a row near an end: coefficients of the values of f, counted from that end. */
typedef struct compact_end_row {
    int width;
    double value[COMPACT_WIDTH];
} compact_end_row;

/* COMPACT_EVEN: at half points; COMPACT_CENTRED: even, with a coefficient of the central point. */
typedef enum { COMPACT_ODD, COMPACT_EVEN, COMPACT_CENTRED } compact_parity;

/* Interior rows: right-hand side i is centre f[i] + the sum over k of pair[k] (f[i + right + k]
 * +- f[i - left - k]). All coefficients are divided by the power of the spacing; the kernel
 * rounds them to `real`. */
typedef struct compact_stencil {
    compact_parity parity;
    int pairs, left, right;
    double centre, pair[COMPACT_PAIRS];
    int closures;                                                    /* 0 if periodic */
    compact_end_row first[COMPACT_CLOSURES], last[COMPACT_CLOSURES]; /* last[r]: of row n-1-r */
} compact_stencil;

typedef struct compact_problem {
    int64_t n, inputs;            /* rows, and values of f, of a line */
    ptrdiff_t stride, out_stride; /* of f and g */
    int periodic;
    int stream; /* g is too large to stay in cache */
    const compact_stencil *stencil;
    tri_factors factors;
    /* periodic: after this row, entries of border and last are negligible, except in row n-2 */
    int64_t border;
    const void *f;
    void *g; /* may be f */
} compact_problem;

typedef struct compact_panel {
    int lanes;
    int adjacent;                         /* 1: adjacent lanes are adjacent in f and g */
    const ptrdiff_t *offset, *out_offset; /* of the first value of each lane */
    const ptrdiff_t *next; /* offset of the next panel, if it has as many lanes; else NULL */
    uint8_t *flags;        /* of each lane, set by the forward sweep: 1 if a value is not finite */
    void *scratch;         /* of this panel, from the forward to the backward sweep */
} compact_panel;

/* `sweep` fuses the backward sweep of one panel, which writes g, with the forward sweep of the
 * next, which reads f; either may be NULL. Between the two f is intact. */
typedef struct compact_kernels {
    const char *isa;
    size_t (*scratch_bytes)(const compact_problem *problem, int lanes);
    void (*sweep)(const compact_problem *problem, const compact_panel *backward,
                  const compact_panel *forward);
} compact_kernels;

/* By precision (32, 64) and isa ("auto", "base", "avx2", "avx512"); NULL if not available. */
const compact_kernels *compact_kernels_cpu(int precision, const char *isa);

#endif
