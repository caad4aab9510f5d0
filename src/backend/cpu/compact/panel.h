/* A panel of lines in progress: location of f and y, and access to their values. */
#ifndef SPATE_BACKEND_CPU_COMPACT_PANEL_H
#define SPATE_BACKEND_CPU_COMPACT_PANEL_H

#include "backend/compact/compact.h"
#include "backend/cpu/tridiag/tridiag.h"

/* Prefetch distance of all lanes together: about bandwidth times latency of the memory. */
enum { AHEAD_BYTES = 8 << 10 };
/* Rows gathered at a time, and rows around the ends of a periodic line. */
enum { BLOCK = 32, EDGE = 3 * (COMPACT_PAIRS + 1) };

/* Reach of an interior row backwards and forwards. */
static inline int reach_back(const compact_problem *p)
{
    return p->stencil->left + p->stencil->pairs - 1;
}

static inline int reach_ahead(const compact_problem *p)
{
    return p->stencil->right + p->stencil->pairs - 1;
}

/* In scratch y[i] is in slot i and f[j] in slot j + lead: row i reads only slots behind slot i. */
static inline int lead_of(const compact_problem *p)
{
    const compact_stencil *s = p->stencil;
    int lead = reach_back(p) + 1;
    if (lead < s->closures)
        lead = s->closures;
    for (int r = 0; r < s->closures; ++r) {
        const int reach = s->last[r].width + (int)(p->n - p->inputs);
        lead = lead < reach ? reach : lead;
    }
    return lead;
}

typedef struct sweep {
    const compact_problem *p;
    const compact_panel *panel;
    int lanes, lead;
    const real *f;     /* value 0 of all lanes, contiguous */
    ptrdiff_t pitch;   /* to value 1 */
    int prefetch_rows; /* prefetch distance in rows; 0: f is in scratch */
    /* sum: border contributions to the last row of a periodic line */
    real *zero, *sum, *edge, *block, *slots;
    const real *lower, *scale, *last;
    real centre, pair[COMPACT_PAIRS];
} sweep;

static inline size_t scratch_bytes(const compact_problem *p, int lanes)
{
    const int64_t rows = 2 + EDGE + 2 * TRI_BLOCK + p->inputs + lead_of(p) + reach_ahead(p);
    return (size_t)rows * (size_t)lanes * sizeof(real);
}

static inline real *slot_of(const sweep *s, int64_t row)
{
    return s->slots + row * s->lanes;
}

static inline sweep carve(const compact_problem *p, const compact_panel *panel)
{
    const int lanes = panel->lanes;
    sweep s = {.p = p, .panel = panel, .lanes = lanes, .lead = lead_of(p)};
    s.zero = panel->scratch;
    s.sum = s.zero + lanes;
    s.edge = s.sum + lanes;
    s.block = s.edge + EDGE * lanes;
    s.slots = s.block + 2 * TRI_BLOCK * lanes;
    s.f = panel->adjacent ? (const real *)p->f + panel->offset[0] : slot_of(&s, s.lead);
    s.pitch = panel->adjacent ? p->stride : lanes;
    s.prefetch_rows = panel->adjacent ? 1 + AHEAD_BYTES / (lanes * (int)sizeof(real)) : 0;
    s.lower = p->factors.lower;
    s.scale = p->factors.scale;
    s.last = p->factors.last;
    s.centre = (real)p->stencil->centre;
    for (int k = 0; k < COMPACT_PAIRS; ++k)
        s.pair[k] = (real)p->stencil->pair[k];
    return s;
}

static inline const real *row_of_f(const sweep *s, int64_t j)
{
    return s->f + j * s->pitch;
}

/* Strided rows are in different pages, which hardware does not prefetch. Into the second-level
 * cache: the first-level cache has few fill buffers, which would be occupied until memory
 * responds. */
static inline void prefetch_ahead(const sweep *s, int64_t i)
{
    if (!s->prefetch_rows)
        return;
    const int64_t row = i + s->prefetch_rows, beyond = row - s->p->inputs; /* in the next panel */
    const real *f = row_of_f(s, row);
    if (beyond >= 0) {
        if (!s->panel->next || beyond >= s->p->inputs)
            return;
        f = (const real *)s->p->f + s->panel->next[0] + beyond * s->pitch;
    }
    for (int l = 0; l < s->lanes; l += TRI_TILE)
        __builtin_prefetch(f + l, 0, 2);
}

/* Gathers values `first` to `first + rows - 1` of the lines. */
static inline void gather(const sweep *s, int64_t first, int rows, real *to)
{
    const compact_problem *p = s->p;
    const tri_problem lines = {.n = p->inputs, .stride = p->stride};
    const tri_panel panel = {.lanes = s->lanes,
                             .adjacent = s->panel->adjacent,
                             .offset = s->panel->offset,
                             .next = s->panel->next};
    const tri_rows f = tri_read(&lines, &panel, p->f, first, rows, to);
    for (int r = 0; r < rows && s->panel->adjacent; ++r)
        memcpy(to + (ptrdiff_t)r * s->lanes, f.at + r * f.pitch, (size_t)s->lanes * sizeof(real));
}

#endif
