/* Looking ahead: what is asked for from memory before it is read, or written in part. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_AHEAD_H
#define SPATE_BACKEND_CPU_TRIDIAG_AHEAD_H

#include "backend/cpu/tridiag/transpose.h"
#include "backend/tridiag/tridiag.h"
#include "base/real.h"

/* What is asked for in advance, of all lanes and arrays together: what one core can have on its way from
 * memory, bandwidth times latency (about 40 GB/s and 0.3 us), and so little that it waits in the second-level
 * cache beside the scratch. No processor looks that far ahead by itself: strided rows lie in pages of their
 * own, and a panel of contiguous lines is more streams than it follows. */
enum { TRI_AHEAD_BYTES = 12 << 10 };

static inline int tri_ahead(const tri_problem *p, int lanes)
{
    const int row = lanes * (int)sizeof(real) * (p->a ? 4 : 1);
    return (TRI_AHEAD_BYTES + row - 1) / row;
}

/* A function that does nothing but ask for values has no result: GCC leaves out calls of it that it has not put in
 * place of early on. */
#define TRI_ASKS static inline __attribute__((always_inline)) void

/* To the second-level cache: on its way to the first one a line holds one of few buffers until memory has
 * answered, which halves the bandwidth of a core (EPYC 9004). */
TRI_ASKS tri_prefetch(const real *from, int values)
{
    for (int k = 0; k < values; k += TRI_TILE)
        __builtin_prefetch(from + k, 0, 2);
    if (values > 1 &&
        (uintptr_t)from % 64 != 0) /* a row that does not begin on a cache line ends in one more */
        __builtin_prefetch(from + values - 1, 0, 2);
}

/* The lines that are read `ahead` rows after row i, and there the row: behind the end, the next panel's. NULL:
 * none. */
static inline const ptrdiff_t *tri_later(const tri_problem *p, const tri_panel *panel, int64_t i,
                                         int ahead, int64_t *row)
{
    *row = i + ahead;
    if (*row < p->n)
        return panel->offset;
    *row -= p->n;
    return *row < p->n ? panel->next : NULL;
}

/* Of a row that does not begin on a cache line the ends cannot be streamed, and stores leave a core in order: while one
 * of them waits for its cache line all others do. So these lines set out as early as those that are read. */
TRI_ASKS tri_prefetch_ends(const tri_problem *p, const tri_panel *panel, int64_t i, int lanes)
{
    const ptrdiff_t *offset = panel->offset;
    i -= tri_ahead(p, lanes);
    if (i < 0) {
        offset = panel->next;
        i += p->n;
    }
    if (!p->stream || !offset || i < 0)
        return;
    const real *begin = (const real *)p->x + offset[0] + i * p->stride, *end = begin + lanes;
    if ((uintptr_t)begin % 64 != 0)
        __builtin_prefetch(begin, 1, 2);
    if ((uintptr_t)end % 64 != 0)
        __builtin_prefetch(end - 1, 1, 2);
}

#endif
