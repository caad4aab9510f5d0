/* Prefetch: requests data from memory before they are read, or partly written. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_PREFETCH_H
#define SPATE_BACKEND_CPU_TRIDIAG_PREFETCH_H

#include "backend/cpu/tridiag/transpose.h"
#include "backend/tridiag/tridiag.h"
#include "base/real.h"

/* Prefetch distance of all lanes and arrays together: what one core can have in flight from
 * memory, bandwidth times latency (about 40 GB/s and 0.3 us), and little enough to stay in the
 * second-level cache with the scratch. Hardware does not prefetch that far: strided rows are in
 * different pages, and a panel of contiguous lines has more streams than it follows. */
enum { TRI_AHEAD_BYTES = 12 << 10 };

static inline int tri_ahead(const tri_problem *p, int lanes)
{
    const int row = lanes * (int)sizeof(real) * (p->a ? 4 : 1);
    return (TRI_AHEAD_BYTES + row - 1) / row;
}

/* A function that only prefetches has no result. GCC drops calls of it unless they are inlined
 * early. */
#define TRI_PREFETCH static inline __attribute__((always_inline)) void

/* Into the second-level cache: a cache line on its way to the first level occupies one of few
 * fill buffers until memory responds, which halves the bandwidth of a core (EPYC 9004). */
TRI_PREFETCH tri_prefetch(const real *from, int values)
{
    for (int k = 0; k < values; k += TRI_TILE)
        __builtin_prefetch(from + k, 0, 2);
    if (values > 1 && (uintptr_t)from % 64 != 0) /* an unaligned row ends in one more cache line */
        __builtin_prefetch(from + values - 1, 0, 2);
}

/* The lines that are read `ahead` rows after row i, and the row there: past the end, those of
 * the next panel. NULL: none. */
static inline const ptrdiff_t *tri_later(const tri_problem *p, const tri_panel *panel, int64_t i,
                                         int ahead, int64_t *row)
{
    *row = i + ahead;
    if (*row < p->n)
        return panel->offset;
    *row -= p->n;
    return *row < p->n ? panel->next : NULL;
}

/* The ends of an unaligned row cannot be streamed. Stores leave a core in order, so a store that
 * waits for its cache line delays all others. These cache lines are therefore prefetched as
 * early as those that are read. */
TRI_PREFETCH tri_prefetch_ends(const tri_problem *p, const tri_panel *panel, int64_t i, int lanes)
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
