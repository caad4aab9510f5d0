/* Right-hand sides of compact differences where lines are cut over parts: values of f come from several arrays. What a
 * row gives depends on its values alone, not on where they lie. */
#ifndef SPATE_BACKEND_COMPACT_SIDES_H
#define SPATE_BACKEND_COMPACT_SIDES_H

#include "backend/compact/compact.h"

/* Values from ... to - 1 of all lines of a part: value i of line (j, k) is at
 * at[(i - from) stride + j step[0] + k step[1]]. */
typedef struct compact_stretch {
    int64_t from, to; /* periodic lines go on below 0 and beyond their end */
    const void *at;
    ptrdiff_t stride, step[2];
} compact_stretch;

/* All that the rows of a part read. */
typedef struct compact_reads {
    const compact_stencil *stencil;
    int64_t n, inputs;   /* rows, and values of f, of a whole line */
    int64_t lines_a_row; /* line (j, k) has the number j + k lines_a_row */
    const compact_stretch *stretch;
    int count,
        own; /* own: the stretch of the part itself; the others have what its first and last rows lack */
} compact_reads;

typedef struct compact_side_kernels {
    /* Rows first ... first + rows - 1 of some lines, side by side: d[row * lanes + lane]. Returns 0 where all of
     * them are finite, 1 where one may not be. */
    int (*sides)(const compact_reads *reads, const int64_t *line, int lanes, int64_t first,
                 int rows, void *d);
} compact_side_kernels;

const compact_side_kernels *compact_side_kernels_cpu(int precision, const char *isa);

/* Values of f that row i reads: from *from to *to - 1. */
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
