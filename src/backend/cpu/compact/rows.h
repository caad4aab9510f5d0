/* Rows of a panel: right-hand side and elimination. Lanes are contiguous; the origin of the
 * values is unknown here. */
#ifndef SPATE_BACKEND_CPU_COMPACT_ROWS_H
#define SPATE_BACKEND_CPU_COMPACT_ROWS_H

#include "backend/cpu/compact/panel.h"
#include "backend/cpu/compact/stencil.h"

/* Rows computed together: f, the row of y before them and their own rows, of lane 0. */
typedef struct row_group {
    const real *f, *before;
    real *y;
    ptrdiff_t pitch;
    int lanes;
    real centre, pair[COMPACT_PAIRS], lower[GROUP], scale[GROUP];
} row_group;

/* y = (right-hand side - lower y) scale for lanes from l on. All values are read before any is
 * written. rows, pairs, parity and half are compile-time constants. */
#define INTERIOR_LANES(type, of)                                                                   \
    ALWAYS_INLINE void interior_##of(const row_group *g, int l, int rows, int pairs,               \
                                     compact_parity parity, int half)                              \
    {                                                                                              \
        type w[GROUP_VALUES], last = load_##of(g->before + l);                                     \
        _Pragma("GCC unroll 16") for (int k = 0; k < 2 * pairs - half + rows; ++k) w[k] =          \
            load_##of(g->f + k * g->pitch + l);                                                    \
        _Pragma("GCC unroll 4") for (int r = 0; r < rows; ++r)                                     \
        {                                                                                          \
            const type sum = right_side_##of(w, r, pairs, parity, half, g->centre, g->pair);       \
            last = (sum - g->lower[r] * last) * g->scale[r];                                       \
            store_##of(g->y + r * g->lanes + l, last);                                             \
        }                                                                                          \
    }
INTERIOR_LANES(real, one)
INTERIOR_LANES(wide, many)

ALWAYS_INLINE void interior_group(const sweep *s, int64_t i, int rows, int pairs,
                                  compact_parity parity, int half)
{
    row_group g = {.f = row_of_f(s, i - reach_back(s->p)),
                   .before = i ? slot_of(s, i - 1) : s->zero,
                   .y = slot_of(s, i),
                   .pitch = s->pitch,
                   .lanes = s->lanes,
                   .centre = s->centre};
    int l = 0;
    for (int k = 0; k < pairs; ++k)
        g.pair[k] = s->pair[k];
    for (int r = 0; r < rows; ++r) {
        g.lower[r] = s->lower[i + r];
        g.scale[r] = s->scale[i + r];
        prefetch_ahead(s, i + r);
    }
    for (; l + WIDE <= g.lanes; l += WIDE)
        interior_many(&g, l, rows, pairs, parity, half);
    for (; l < g.lanes; ++l)
        interior_one(&g, l, rows, pairs, parity, half);
}

ALWAYS_INLINE void interior_rows(const sweep *s, int64_t from, int64_t to, int pairs,
                                 compact_parity parity, int half)
{
    int64_t i = from;
    for (; i + GROUP <= to; i += GROUP)
        interior_group(s, i, GROUP, pairs, parity, half);
    for (; i < to; ++i)
        interior_group(s, i, 1, pairs, parity, half);
}

static inline void plain_rows(const sweep *s, int64_t from, int64_t to)
{
    COMPACT_BY_KIND(s->p->stencil, interior_rows, s, from, to)
}

static inline void eliminate(int lanes, real lower, real scale, const real *restrict before,
                             real *restrict y)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        y[l] = (y[l] - lower * before[l]) * scale;
}

/* A row near an end: f[at], then the values inwards. */
static inline void end_row(const sweep *s, int64_t i, const compact_end_row *row, int64_t at,
                           int inwards)
{
    real *y = slot_of(s, i);
    memset(y, 0, (size_t)s->lanes * sizeof(real));
    for (int k = 0; k < row->width; ++k)
        add_value(s->lanes, (real)row->value[k], row_of_f(s, at + k * inwards), y);
    eliminate(s->lanes, s->lower[i], s->scale[i], i ? slot_of(s, i - 1) : s->zero, y);
}

/* Contribution of row i to the last row of a periodic line. */
static inline void border_row(const sweep *s, int64_t i)
{
    const real e = s->last[i];
    const real *restrict y = slot_of(s, i);
    real *restrict sum = s->sum;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        sum[l] = sum[l] + e * y[l];
}

/* The last row of a periodic line: lower is 0 there. */
static inline void last_row(const sweep *s)
{
    const int64_t i = s->p->n - 1;
    const real scale = s->scale[i];
    real *y = slot_of(s, i);
    plain_rows(s, i, i + 1); /* right-hand side times scale */
    for (int l = 0; l < s->lanes; ++l)
        y[l] = y[l] - s->sum[l] * scale;
}

/* Rows between the ends. */
static inline void middle_rows(const sweep *s, int64_t from, int64_t to)
{
    const compact_problem *p = s->p;
    const int64_t last = p->n - 1;
    if (!p->periodic) {
        plain_rows(s, from, to);
        return;
    }
    plain_rows(s, from, to < last ? to : last);
    for (int64_t i = from; i < to && i < p->border; ++i)
        border_row(s, i);
    if (from < last && to >= last)
        border_row(s, last - 1);
    if (to > last)
        last_row(s);
}

static inline void rows(const sweep *s, int64_t from, int64_t to)
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

#endif
