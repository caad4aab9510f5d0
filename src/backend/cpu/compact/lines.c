/* Compact differences of panels of lines: right-hand sides and elimination in the forward sweep,
 * substitution in the backward sweep, SIMD across the lines. The backward sweep of a panel is fused
 * with the forward sweep of the next, so that memory is read and written at the same time.
 *
 * Traffic: reads f once and writes g once, 2 words per value; y stays in scratch. If lanes are
 * adjacent in memory, f is read in place. Otherwise its rows are gathered into scratch during the
 * sweep, some slots ahead of the rows of y, which overwrite them when no stencil needs them any
 * more. */
#include "backend/cpu/compact/rows.h"

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *, int);
void TRI_SYMBOL(compact_sweep)(const compact_problem *, const compact_panel *,
                               const compact_panel *);

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *p, int lanes)
{
    return scratch_bytes(p, lanes);
}

/* ---- forward sweep ---- */

/* A value that is not finite spreads to all following rows, up to a row that is not coupled to
 * the row before: at an end or, if the scheme is explicit, any row. */
static void set_flags(const sweep *s)
{
    const int64_t n = s->p->n, ends = s->p->stencil->closures + 1;
    for (int64_t i = 0; i < n; ++i) {
        if (i == n - 1 || s->lower[i + 1] == 0) {
            const real *y = slot_of(s, i);
            for (int l = 0; l < s->lanes; ++l)
                if (!(y[l] - y[l] == 0))
                    s->panel->flags[l] = 1;
        } else if (i == ends && i < n - 1 - ends)
            i = n - 2 - ends; /* all rows between have the same coefficients */
    }
}

/* Number of rows that can be computed from the first `have` values of f. */
static int64_t rows_of(const sweep *s, int64_t have)
{
    const compact_stencil *c = s->p->stencil;
    int64_t made = 0;
    while (made < c->closures && c->first[made].width <= have)
        ++made;
    if (made < c->closures)
        return made;
    const int64_t interior = have - reach_ahead(s->p), most = s->p->n - c->closures;
    made = interior > made ? interior : made;
    return made < most ? made : most;
}

/* Rows `from` to `to` - 1 of a periodic line, which read beyond an end: works on a copy of the
 * values. */
static void edge_rows(const sweep *s, int64_t from, int64_t to)
{
    const int64_t n = s->p->inputs, first = from - reach_back(s->p), end = to + reach_ahead(s->p);
    sweep edge = *s;
    for (int64_t j = first; j < end; ++j)
        gather(s, (j + n) % n, 1, s->edge + (j - first) * s->lanes);
    edge.f = s->edge - first * s->lanes;
    edge.pitch = s->lanes;
    edge.prefetch_rows = 0;
    rows(&edge, from, to);
}

/* Progress of a panel. */
typedef struct forward_sweep {
    sweep s;
    int64_t have, made; /* values of f in scratch (gathered lines only), rows of y */
} forward_sweep;

static forward_sweep begin_forward(const compact_problem *p, const compact_panel *panel)
{
    forward_sweep w = {.s = carve(p, panel)};
    const sweep *s = &w.s;
    const int backward = p->periodic ? reach_back(p) : 0;
    memset(s->zero, 0, 2 * (size_t)s->lanes * sizeof(real)); /* and sum */
    memset(panel->flags, 0, (size_t)s->lanes);
    if (backward && !panel->adjacent)
        gather(s, p->inputs - backward, backward, slot_of(s, s->lead - backward));
    if (backward && panel->adjacent) {
        edge_rows(s, 0, backward);
        w.made = backward;
    }
    return w;
}

/* Lanes adjacent in memory. */
static void adjacent_block(forward_sweep *w)
{
    const compact_problem *p = w->s.p;
    const int64_t plain = p->periodic ? p->n - reach_ahead(p) : p->n;
    const int64_t to = w->made + BLOCK < plain ? w->made + BLOCK : plain;
    rows(&w->s, w->made, to);
    w->made = to;
    if (to == plain && plain < p->n) {
        edge_rows(&w->s, plain, p->n);
        w->made = p->n;
    }
}

/* Other lanes: gathers a block of f, then computes the rows that it allows. */
static void gathered_block(forward_sweep *w)
{
    const sweep *s = &w->s;
    const compact_problem *p = s->p;
    const int ahead = p->periodic ? reach_ahead(p) : 0;
    const int64_t end = w->have + BLOCK < p->inputs ? w->have + BLOCK : p->inputs;
    for (int64_t j = w->have; j < end; j += TRI_BLOCK)
        gather(s, j, (int)(end - j < TRI_BLOCK ? end - j : TRI_BLOCK), slot_of(s, j + s->lead));
    w->have = end;
    if (end == p->inputs && ahead)
        gather(s, 0, ahead, slot_of(s, end + s->lead));
    const int64_t to = end == p->inputs ? p->n : rows_of(s, end);
    rows(s, w->made, to);
    w->made = to;
}

/* ---- backward sweep ---- */

/* x = y - upper x. */
static inline void substitute(int lanes, real upper, const real *restrict y,
                              const real *restrict next, real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = y[l] - upper * next[l];
}

/* Subtracts the contribution of the last unknown of a periodic line from y. */
static void subtract_border(const sweep *s, int64_t i)
{
    const real border = ((const real *)s->p->factors.border)[i];
    const real *restrict last = slot_of(s, s->p->n - 1);
    real *restrict y = slot_of(s, i);
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        y[l] = y[l] - border * last[l];
}

typedef struct backward_sweep {
    sweep s;
    tri_problem lines;
    tri_panel out;
    int64_t end;      /* rows from here on are done */
    const real *next; /* the first of them */
    /* index of the block: two alternate, because a block needs the row after it */
    int turn;
} backward_sweep;

static backward_sweep begin_backward(const compact_problem *p, const compact_panel *panel)
{
    backward_sweep w = {
        .s = carve(p, panel),
        .lines = {.n = p->n, .stride = p->out_stride, .stream = p->stream, .x = p->g},
        .out = {.lanes = panel->lanes, .adjacent = panel->adjacent, .offset = panel->out_offset},
        .end = p->n};
    w.next = w.s.zero;
    if (p->periodic)
        subtract_border(&w.s, p->n - 2);
    for (int64_t i = 0; i < p->border; ++i)
        subtract_border(&w.s, i);
    return w;
}

static void backward_block(backward_sweep *w)
{
    const sweep *s = &w->s;
    const real *upper = s->p->factors.upper;
    const int64_t first = (w->end - 1) / TRI_BLOCK * TRI_BLOCK;
    real *block = s->block + w->turn * TRI_BLOCK * s->lanes;
    for (int64_t i = w->end - 1; i >= first; --i) {
        real *x = block + (i - first) * s->lanes;
        substitute(s->lanes, upper[i], slot_of(s, i), w->next, x);
        w->next = x;
    }
    tri_write(&w->lines, &w->out, block, first, w->end);
    w->end = first;
    w->turn = !w->turn;
}

void TRI_SYMBOL(compact_sweep)(const compact_problem *p, const compact_panel *backward,
                               const compact_panel *forward)
{
    forward_sweep now = {.made = p->n};
    backward_sweep before = {.end = 0};
    if (forward)
        now = begin_forward(p, forward);
    if (backward)
        before = begin_backward(p, backward);
    while (now.made < p->n || before.end > 0) {
        for (int64_t r = 0; r < BLOCK && before.end > 0; r += TRI_BLOCK)
            backward_block(&before);
        if (now.made < p->n && forward->adjacent)
            adjacent_block(&now);
        else if (now.made < p->n)
            gathered_block(&now);
    }
    if (forward)
        set_flags(&now.s);
    tri_write_end();
}
