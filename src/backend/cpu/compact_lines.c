/* Compact differences of a panel of lines: right-hand sides and elimination in one sweep, substitution in a
 * second, SIMD across the lines.
 *
 * Traffic: reads f once and writes g once, 2 words a value; y waits in scratch. Where lanes are neighbours in
 * memory f is read where it lies. Otherwise its rows come into scratch as the sweep goes, some slots ahead of
 * the rows of y, which take their place once no stencil needs them. */
#include "backend/compact.h"
#include "backend/cpu/tridiag.h"

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *, int);
void TRI_SYMBOL(compact_forward)(const compact_problem *, const compact_panel *, void *);
void TRI_SYMBOL(compact_backward)(const compact_problem *, const compact_panel *, void *);

enum {
    AHEAD_BYTES =
        8 << 10, /* asked for in advance: about what memory gives in the time that it needs */
    BLOCK = 32,  /* rows gathered at a time */
    EDGE = 3 * (COMPACT_PAIRS + 1) /* rows around the ends of a periodic line */
};

/* How far an interior row reads back and ahead. */
static int back_of(const compact_problem *p)
{
    return p->stencil->left + p->stencil->pairs - 1;
}

static int ahead_of(const compact_problem *p)
{
    return p->stencil->right + p->stencil->pairs - 1;
}

/* In scratch y[i] is at slot i, f[j] at slot j + lead: when row i is made, what it reads lies behind slot i. */
static int lead_of(const compact_problem *p)
{
    const compact_stencil *s = p->stencil;
    int lead = back_of(p) + 1;
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
    const real *f;   /* value 0 of all lanes, side by side */
    ptrdiff_t pitch; /* to value 1 */
    int look_ahead;  /* rows that are asked for in advance; 0: f is in scratch */
    real *zero, *sum, *edge, *block, *slots; /* sum: what the last row of a periodic line lost */
    const real *lower, *scale, *last;
    real centre, pair[COMPACT_PAIRS];
} sweep;

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *p, int lanes)
{
    const int64_t rows = 2 + EDGE + 2 * TRI_BLOCK + p->inputs + lead_of(p) + ahead_of(p);
    return (size_t)rows * (size_t)lanes * sizeof(real);
}

static inline real *slot_of(const sweep *s, int64_t row)
{
    return s->slots + row * s->lanes;
}

static sweep carve(const compact_problem *p, const compact_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    sweep s = {.p = p, .panel = panel, .lanes = lanes, .lead = lead_of(p)};
    s.zero = scratch;
    s.sum = s.zero + lanes;
    s.edge = s.sum + lanes;
    s.block = s.edge + EDGE * lanes;
    s.slots = s.block + 2 * TRI_BLOCK * lanes;
    s.f = panel->adjacent ? (const real *)p->f + panel->offset[0] : slot_of(&s, s.lead);
    s.pitch = panel->adjacent ? p->stride : lanes;
    s.look_ahead = panel->adjacent ? 1 + AHEAD_BYTES / (lanes * (int)sizeof(real)) : 0;
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

/* Strided rows lie in pages of their own, where no processor looks ahead by itself. They wait in the second-level
 * cache: on the way to the first one they would hold its few buffers until memory has answered. */
static inline void ask_ahead(const sweep *s, int64_t i)
{
    if (!s->look_ahead || i + s->look_ahead >= s->p->inputs)
        return;
    for (int l = 0; l < s->lanes; l += TRI_TILE)
        __builtin_prefetch(row_of_f(s, i + s->look_ahead) + l, 0, 2);
}

/* Values `first` to `first + rows` of the lines, side by side. */
static void fetch(const sweep *s, int64_t first, int rows, real *to)
{
    const compact_problem *p = s->p;
    const tri_problem lines = {.n = p->inputs, .stride = p->stride};
    const tri_panel panel = {s->lanes, s->panel->adjacent, s->panel->offset, s->panel->flags};
    const tri_rows f = tri_read(&lines, &panel, p->f, first, rows, to);
    for (int r = 0; r < rows && s->panel->adjacent; ++r)
        memcpy(to + (ptrdiff_t)r * s->lanes, f.at + r * f.pitch, (size_t)s->lanes * sizeof(real));
}

/* ---- rows ---- */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* y = (right-hand side - lower y) scale for rows `from` to `to`; pairs and parity are constants. */
ALWAYS_INLINE void interior_rows(const sweep *s, int64_t from, int64_t to, int pairs,
                                 compact_parity parity)
{
    const ptrdiff_t pitch = s->pitch;
    const int lanes = s->lanes;
    for (int64_t i = from; i < to; ++i) {
        const real lower = s->lower[i], scale = s->scale[i];
        const real *restrict middle = row_of_f(s, i);
        const real *restrict right = middle + s->p->stencil->right * pitch;
        const real *restrict left = middle - s->p->stencil->left * pitch;
        const real *restrict before = i ? slot_of(s, i - 1) : s->zero;
        real *restrict y = slot_of(s, i);
        ask_ahead(s, i);
#pragma omp simd
        for (int l = 0; l < lanes; ++l) {
            real sum = parity == COMPACT_ODD ? s->pair[0] * (right[l] - left[l])
                                             : s->pair[0] * (right[l] + left[l]);
            for (int k = 1; k < pairs; ++k) {
                const real r = right[k * pitch + l], f = left[-k * pitch + l];
                sum += s->pair[k] * (parity == COMPACT_ODD ? r - f : r + f);
            }
            if (parity == COMPACT_CENTRED)
                sum += s->centre * middle[l];
            y[l] = (sum - lower * before[l]) * scale;
        }
    }
}

#define ROWS_OF(parity)                                                                            \
    switch (s->p->stencil->pairs) {                                                                \
    case 1: interior_rows(s, from, to, 1, parity); break;                                          \
    case 2: interior_rows(s, from, to, 2, parity); break;                                          \
    case 3: interior_rows(s, from, to, 3, parity); break;                                          \
    case 4: interior_rows(s, from, to, 4, parity); break;                                          \
    default: interior_rows(s, from, to, 5, parity); break;                                         \
    }

static void plain_rows(const sweep *s, int64_t from, int64_t to)
{
    switch (s->p->stencil->parity) {
    case COMPACT_ODD: ROWS_OF(COMPACT_ODD) break;
    case COMPACT_EVEN: ROWS_OF(COMPACT_EVEN) break;
    case COMPACT_CENTRED: ROWS_OF(COMPACT_CENTRED) break;
    }
}

static inline void add_value(int lanes, real value, const real *restrict f, real *restrict y)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        y[l] += value * f[l];
}

static inline void eliminate(int lanes, real lower, real scale, const real *restrict before,
                             real *restrict y)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        y[l] = (y[l] - lower * before[l]) * scale;
}

/* A row near an end: f[at], then its neighbours inwards. */
static void end_row(const sweep *s, int64_t i, const compact_end_row *row, int64_t at, int inwards)
{
    real *y = slot_of(s, i);
    memset(y, 0, (size_t)s->lanes * sizeof(real));
    for (int k = 0; k < row->width; ++k)
        add_value(s->lanes, (real)row->value[k], row_of_f(s, at + k * inwards), y);
    eliminate(s->lanes, s->lower[i], s->scale[i], i ? slot_of(s, i - 1) : s->zero, y);
}

/* What the last row of a periodic line loses by row i. */
static void border_row(const sweep *s, int64_t i)
{
    const real e = s->last[i];
    const real *restrict y = slot_of(s, i);
    real *restrict sum = s->sum;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        sum[l] = sum[l] + e * y[l];
}

/* The last row of a periodic line: lower is 0 there. */
static void last_row(const sweep *s)
{
    const int64_t i = s->p->n - 1;
    const real scale = s->scale[i];
    real *y = slot_of(s, i);
    plain_rows(s, i, i + 1); /* right-hand side times scale */
    for (int l = 0; l < s->lanes; ++l)
        y[l] = y[l] - s->sum[l] * scale;
}

/* Rows between the ends, one by one where the border is felt. */
static void middle_rows(const sweep *s, int64_t from, int64_t to)
{
    const compact_problem *p = s->p;
    if (!p->periodic) {
        plain_rows(s, from, to);
        return;
    }
    for (int64_t i = from; i < to && i < p->n - 1;) {
        const int felt = i < p->border || i == p->n - 2;
        const int64_t end = felt ? i + 1 : to < p->n - 2 ? to : p->n - 2;
        plain_rows(s, i, end);
        if (felt)
            border_row(s, i);
        i = end;
    }
    if (to == p->n)
        last_row(s);
}

static void rows(const sweep *s, int64_t from, int64_t to)
{
    const compact_stencil *c = s->p->stencil;
    const int64_t n = s->p->n, first_end = c->closures, last_begin = n - c->closures;
    int64_t i = from;
    for (; i < to && i < first_end; ++i)
        end_row(s, i, &c->first[i], 0, 1);
    if (i < to && i < last_begin) {
        const int64_t end = to < last_begin ? to : last_begin;
        middle_rows(s, i, end);
        i = end;
    }
    for (; i < to; ++i)
        end_row(s, i, &c->last[n - 1 - i], s->p->inputs - 1, -1);
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
