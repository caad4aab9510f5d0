/* Compact differences of a panel of lines: right-hand sides and elimination in one sweep, substitution in a
 * second, SIMD across the lines.
 *
 * Traffic: reads f once and writes g once, 2 words a value; y waits in scratch. Where lanes are neighbours in
 * memory f is read where it lies. Otherwise its rows come into scratch as the sweep goes, some slots ahead of
 * the rows of y, which take their place once no stencil needs them. */
#include "backend/cpu/compact_rows.h"

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *, int);
void TRI_SYMBOL(compact_forward)(const compact_problem *, const compact_panel *, void *);
void TRI_SYMBOL(compact_backward)(const compact_problem *, const compact_panel *, void *);

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *p, int lanes)
{
    return scratch_bytes(p, lanes);
}

/* What is not finite spoils all rows after it, up to one that does not ask the row before: an end's, or, where
 * the scheme is explicit, any. */
static void raise_flags(const sweep *s)
{
    const int64_t n = s->p->n, ends = s->p->stencil->closures + 1;
    for (int64_t i = 0; i < n; ++i) {
        if (i == n - 1 || s->lower[i + 1] == 0) {
            const real *y = slot_of(s, i);
            for (int l = 0; l < s->lanes; ++l)
                if (!(y[l] - y[l] == 0))
                    s->panel->flags[l] = 1;
        } else if (i == ends && i < n - 1 - ends)
            i = n - 2 - ends; /* all rows between are alike */
    }
}

/* Rows that can be made of the first `have` values of f. */
static int64_t rows_of(const sweep *s, int64_t have)
{
    const compact_stencil *c = s->p->stencil;
    int64_t made = 0;
    while (made < c->closures && c->first[made].width <= have)
        ++made;
    if (made < c->closures)
        return made;
    const int64_t interior = have - ahead_of(s->p), most = s->p->n - c->closures;
    made = interior > made ? interior : made;
    return made < most ? made : most;
}

/* Lines that do not lie side by side: a block of f, then what can be made of it. */
static void gathered_rows(const sweep *s)
{
    const compact_problem *p = s->p;
    const int back = p->periodic ? back_of(p) : 0, ahead = p->periodic ? ahead_of(p) : 0;
    int64_t made = 0;
    if (back)
        fetch(s, p->inputs - back, back, slot_of(s, s->lead - back));
    for (int64_t have = 0; have < p->inputs;) {
        const int64_t end = have + BLOCK < p->inputs ? have + BLOCK : p->inputs;
        for (; have < end; have += TRI_BLOCK)
            fetch(s, have, (int)(end - have < TRI_BLOCK ? end - have : TRI_BLOCK),
                  slot_of(s, have + s->lead));
        have = end;
        if (have == p->inputs && ahead)
            fetch(s, 0, ahead, slot_of(s, have + s->lead));
        const int64_t to = have == p->inputs ? p->n : rows_of(s, have);
        rows(s, made, to);
        made = to;
    }
}

/* The rows of a periodic line that read beyond an end, `from` to `to`, on a copy of what they read. */
static void edge_rows(const sweep *s, int64_t from, int64_t to)
{
    const int64_t n = s->p->inputs, first = from - back_of(s->p), end = to + ahead_of(s->p);
    sweep edge = *s;
    for (int64_t j = first; j < end; ++j)
        fetch(s, (j + n) % n, 1, s->edge + (j - first) * s->lanes);
    edge.f = s->edge - first * s->lanes;
    edge.pitch = s->lanes;
    edge.look_ahead = 0;
    rows(&edge, from, to);
}

static void adjacent_rows(const sweep *s)
{
    const int64_t n = s->p->n;
    const int64_t begin = s->p->periodic ? back_of(s->p) : 0;
    const int64_t end = s->p->periodic ? n - ahead_of(s->p) : n;
    if (begin > 0)
        edge_rows(s, 0, begin);
    rows(s, begin, end);
    if (end < n)
        edge_rows(s, end, n);
}

void TRI_SYMBOL(compact_forward)(const compact_problem *p, const compact_panel *panel,
                                 void *scratch)
{
    const sweep s = carve(p, panel, scratch);
    memset(s.zero, 0, 2 * (size_t)s.lanes * sizeof(real)); /* and sum */
    memset(panel->flags, 0, (size_t)s.lanes);
    if (panel->adjacent)
        adjacent_rows(&s);
    else
        gathered_rows(&s);
    raise_flags(&s);
}

/* ---- substitution ---- */

/* x = y - upper x. */
static inline void substitute(int lanes, real upper, const real *restrict y,
                              const real *restrict next, real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = y[l] - upper * next[l];
}

/* y less what the last unknown of a periodic line makes of it. */
static void take_border(const sweep *s, int64_t i)
{
    const real border = ((const real *)s->p->factors.border)[i];
    const real *restrict last = slot_of(s, s->p->n - 1);
    real *restrict y = slot_of(s, i);
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        y[l] = y[l] - border * last[l];
}

void TRI_SYMBOL(compact_backward)(const compact_problem *p, const compact_panel *panel,
                                  void *scratch)
{
    const sweep s = carve(p, panel, scratch);
    const tri_problem lines = {.n = p->n, .stride = p->out_stride, .stream = p->stream, .x = p->g};
    const tri_panel out = {s.lanes, panel->adjacent, panel->out_offset, panel->flags};
    const real *upper = p->factors.upper, *next = s.zero;
    if (p->periodic)
        take_border(&s, p->n - 2);
    for (int64_t i = 0; i < p->border; ++i)
        take_border(&s, i);
    int turn = 0; /* a block is written while the row after it is still needed */
    for (int64_t end = p->n; end > 0; turn = !turn) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        real *block = s.block + turn * TRI_BLOCK * s.lanes;
        for (int64_t i = end - 1; i >= first; --i) {
            real *x = block + (i - first) * s.lanes;
            substitute(s.lanes, upper[i], slot_of(&s, i), next, x);
            next = x;
        }
        tri_write(&lines, &out, block, first, end);
        end = first;
    }
    tri_write_end();
}
