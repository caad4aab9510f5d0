/* Compact differences of a panel of lines: right-hand sides and elimination in one sweep, substitution in a
 * second, SIMD across the lines.
 *
 * Traffic: reads f once and writes g once, 2 words a value. Rows of f come into scratch as the sweep goes, some
 * slots ahead of the rows of y, which take their place once no stencil needs them: scratch holds one line
 * of each lane, and power-of-two strides of f hurt once, not for every row of the stencil. */
#include "backend/compact.h"
#include "backend/cpu/tridiag.h"

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *, int);
void TRI_SYMBOL(compact_forward)(const compact_problem *, const compact_panel *, void *);
void TRI_SYMBOL(compact_backward)(const compact_problem *, const compact_panel *, void *);

/* y[i] is at slot i, f[j] at slot j + lead: when row i is made, what it reads lies behind slot i. */
static int lead_of(const compact_problem *p)
{
    const compact_stencil *s = p->stencil;
    int lead = s->left + s->pairs; /* one more than an interior row reaches back */
    if (lead < s->closures)
        lead = s->closures;
    for (int r = 0; r < s->closures; ++r) {
        const int reach = s->last[r].width + (int)(p->n - p->inputs);
        lead = lead < reach ? reach : lead;
    }
    return lead;
}

/* Values that rows near the end of a periodic line read from its beginning. */
static int wrapped_of(const compact_problem *p)
{
    return p->periodic ? p->stencil->right + p->stencil->pairs - 1 : 0;
}

typedef struct sweep {
    const compact_problem *p;
    const compact_panel *panel;
    int lanes, lead;
    real *zero, *sum, *slots; /* sum: what the last row of a periodic line lost */
    const real *lower, *scale, *last;
    real centre, pair[COMPACT_PAIRS];
} sweep;

size_t TRI_SYMBOL(compact_bytes)(const compact_problem *p, int lanes)
{
    const int64_t rows = p->inputs + lead_of(p) + wrapped_of(p) + 2;
    return (size_t)rows * (size_t)lanes * sizeof(real);
}

static sweep carve(const compact_problem *p, const compact_panel *panel, void *scratch)
{
    sweep s = {.p = p, .panel = panel, .lanes = panel->lanes, .lead = lead_of(p)};
    s.zero = scratch;
    s.sum = s.zero + s.lanes;
    s.slots = s.sum + s.lanes;
    s.lower = p->factors.lower;
    s.scale = p->factors.scale;
    s.last = p->factors.last;
    s.centre = (real)p->stencil->centre;
    for (int k = 0; k < COMPACT_PAIRS; ++k)
        s.pair[k] = (real)p->stencil->pair[k];
    return s;
}

static inline real *slot_of(const sweep *s, int64_t row)
{
    return s->slots + row * s->lanes;
}

static inline real *slot_of_f(const sweep *s, int64_t j)
{
    return slot_of(s, j + s->lead);
}

/* ---- f into scratch ---- */

/* Values `first` to `first + rows` of the lines, as values `as` and on. */
static void fetch(const sweep *s, int64_t first, int rows, int64_t as)
{
    const compact_problem *p = s->p;
    const tri_problem lines = {.n = p->inputs, .stride = p->stride};
    const tri_panel panel = {s->lanes, s->panel->adjacent, s->panel->offset, s->panel->flags};
    real *to = slot_of_f(s, as);
    const tri_rows f = tri_read(&lines, &panel, p->f, first, rows, to);
    for (int r = 0; r < rows && s->panel->adjacent; ++r)
        memcpy(to + (ptrdiff_t)r * s->lanes, tri_row_at(&f, r, s->lanes),
               (size_t)s->lanes * sizeof(real));
}

/* ---- rows ---- */

/* y = (right-hand side - lower y) scale for rows `from` to `to`; pairs and parity are constants. */
static inline __attribute__((always_inline)) void interior_rows(const sweep *s, int64_t from,
                                                                int64_t to, int pairs,
                                                                compact_parity parity)
{
    const ptrdiff_t lanes = s->lanes;
    for (int64_t i = from; i < to; ++i) {
        const real lower = s->lower[i], scale = s->scale[i];
        const real *restrict middle = slot_of_f(s, i);
        const real *restrict right = middle + s->p->stencil->right * lanes;
        const real *restrict left = middle - s->p->stencil->left * lanes;
        const real *restrict before = i ? slot_of(s, i - 1) : s->zero;
        real *restrict y = slot_of(s, i);
#pragma omp simd
        for (ptrdiff_t l = 0; l < lanes; ++l) {
            real sum = parity == COMPACT_ODD ? s->pair[0] * (right[l] - left[l])
                                             : s->pair[0] * (right[l] + left[l]);
            for (int k = 1; k < pairs; ++k) {
                const real r = right[k * lanes + l], f = left[-k * lanes + l];
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
        add_value(s->lanes, (real)row->value[k], slot_of_f(s, at + k * inwards), y);
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

/* Rows that can be made of the first `have` values of f. */
static int64_t rows_of(const sweep *s, int64_t have)
{
    const compact_stencil *c = s->p->stencil;
    int64_t made = 0;
    if (have >= s->p->inputs + wrapped_of(s->p))
        return s->p->n;
    while (made < c->closures && c->first[made].width <= have)
        ++made;
    if (made < c->closures)
        return made;
    const int64_t interior = have - c->right - c->pairs + 1, most = s->p->n - c->closures;
    made = interior > made ? interior : made;
    return made < most ? made : most;
}

/* What is not finite spoils all rows after it, up to one that does not ask the row before. */
static void raise_flags(const sweep *s, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; ++i)
        if (i == s->p->n - 1 || s->lower[i + 1] == 0) {
            const real *y = slot_of(s, i);
            for (int l = 0; l < s->lanes; ++l)
                if (!(y[l] - y[l] == 0))
                    s->panel->flags[l] = 1;
        }
}

void TRI_SYMBOL(compact_forward)(const compact_problem *p, const compact_panel *panel,
                                 void *scratch)
{
    const sweep s = carve(p, panel, scratch);
    const int before = p->periodic ? p->stencil->left + p->stencil->pairs - 1 : 0;
    const int after = wrapped_of(p);
    memset(s.zero, 0, 2 * (size_t)s.lanes * sizeof(real)); /* and sum */
    memset(panel->flags, 0, (size_t)s.lanes);
    if (before)
        fetch(&s, p->inputs - before, before, -before);
    int64_t made = 0;
    for (int64_t have = 0; have < p->inputs;) {
        const int count = p->inputs - have < TRI_BLOCK ? (int)(p->inputs - have) : TRI_BLOCK;
        fetch(&s, have, count, have);
        have += count;
        if (have == p->inputs && after) {
            fetch(&s, 0, after, p->inputs);
            have += after;
        }
        const int64_t to = rows_of(&s, have);
        rows(&s, made, to);
        raise_flags(&s, made, to);
        made = to;
    }
}

/* ---- substitution ---- */

static inline void substitute(int lanes, real upper, const real *restrict next, real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = x[l] - upper * next[l];
}

static inline void substitute_border(int lanes, real border, const real *restrict last,
                                     real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = x[l] - border * last[l];
}

void TRI_SYMBOL(compact_backward)(const compact_problem *p, const compact_panel *panel,
                                  void *scratch)
{
    const sweep s = carve(p, panel, scratch);
    const tri_problem lines = {.n = p->n, .stride = p->out_stride, .stream = p->stream, .x = p->g};
    const tri_panel out = {s.lanes, panel->adjacent, panel->out_offset, panel->flags};
    const real *upper = p->factors.upper, *border = p->factors.border;
    const real *last = slot_of(&s, p->n - 1), *next = s.zero;
    for (int64_t end = p->n; end > 0;) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        for (int64_t i = end - 1; i >= first; --i) {
            real *x = slot_of(&s, i);
            substitute(s.lanes, upper[i], next, x);
            if (p->periodic && (i < p->border || i == p->n - 2))
                substitute_border(s.lanes, border[i], last, x);
            next = x;
        }
        tri_write(&lines, &out, slot_of(&s, first), first, end);
        end = first;
    }
    tri_write_end();
}
