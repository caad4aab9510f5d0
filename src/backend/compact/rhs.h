/* Right-hand sides of compact differences if lines are cut into parts: values of f come from
 * several arrays. The result of a row depends only on its values, not on their location. */
#ifndef SPATE_BACKEND_COMPACT_RHS_H
#define SPATE_BACKEND_COMPACT_RHS_H

#include "backend/compact/compact.h"

/* Values from ... to - 1 of all lines of a part: value i of line (j, k) is at
 * at[(i - from) stride + j step[0] + k step[1]]. */
typedef struct compact_span {
    int64_t from, to; /* of periodic lines: may be below 0 or beyond the end */
    const void *at;
    ptrdiff_t stride, step[2];
} compact_span;

/* All values that the rows of a part read. */
typedef struct compact_reads {
    const compact_stencil *stencil;
    int64_t n, inputs;     /* rows, and values of f, of a whole line */
    int64_t lines_per_row; /* line (j, k) has the number j + k lines_per_row */
    const compact_span *span;
    /* own: index of the span of the part itself; the others supply its first and last rows */
    int count, own;
} compact_reads;

typedef struct compact_rhs_kernels {
    /* Right-hand sides of rows first ... first + rows - 1 of some lines: d[row * lanes + lane].
     * Returns 0 if all of them are finite, 1 if one may not be. */
    int (*rhs)(const compact_reads *reads, const int64_t *line, int lanes, int64_t first, int rows,
               void *d);
} compact_rhs_kernels;

const compact_rhs_kernels *compact_rhs_kernels_cpu(int precision, const char *isa);

/* Row i reads the values *from ... *to - 1 of f. */
static inline void compact_window(const compact_reads *p, int64_t i, int64_t *from, int64_t *to)
{
    const compact_stencil *s = p->stencil;
    if (i < s->closures) {
        *from = 0;
        *to = s->first[i].width;
    } else if (i >= p->n - s->closures) {
        *from = p->inputs - s->last[p->n - 1 - i].width;
        *to = p->inputs;
    } else {
        *from = i - (s->left + s->pairs - 1);
        *to = i + s->right + s->pairs;
    }
}

#endif
