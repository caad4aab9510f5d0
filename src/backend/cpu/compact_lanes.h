/* Values of some lines of a part that is cut off its neighbours, side by side: in place, or brought there. */
#ifndef SPATE_BACKEND_CPU_COMPACT_LANES_H
#define SPATE_BACKEND_CPU_COMPACT_LANES_H

#include "backend/compact_sides.h"
#include "backend/cpu/tridiag.h"

/* Lines at once, rows at once, and the most values that these read, in whole tiles. */
enum { VIEW_LANES = 512 / (int)sizeof(real), VIEW_ROWS = 16, VIEW_VALUES = 32 };
/* What is asked for in advance, of all lanes together, as in compact_panel.h. */
enum { VIEW_AHEAD_BYTES = 8 << 10 };

typedef struct lanes_of_f {
    const compact_reads *p;
    int lanes;
    int64_t at[2][VIEW_LANES]; /* (j, k) of each lane */
    int run;      /* 0, 1: lanes are consecutive j or k and have the same other; -1: neither */
    int in_place; /* lanes are neighbours in the part's own array */
    ptrdiff_t offset[VIEW_LANES]; /* of the last stretch that was looked at */
    const compact_stretch *offset_of;
    real buffer[VIEW_VALUES * VIEW_LANES] __attribute__((aligned(64)));
} lanes_of_f;

/* Value `from` of all lanes, `pitch` to the next. */
typedef struct view_of_f {
    const real *at;
    int64_t from;
    ptrdiff_t pitch;
    int ahead; /* rows that are asked for in advance; 0: they are in a cache */
} view_of_f;

static inline int is_run(const lanes_of_f *t, int d)
{
    for (int l = 1; l < t->lanes; ++l)
        if (t->at[d][l] != t->at[d][0] + l || t->at[!d][l] != t->at[!d][0])
            return 0;
    return 1;
}

static inline int are_neighbours(const lanes_of_f *t, const compact_stretch *s)
{
    return t->run >= 0 && s->step[t->run] == 1;
}

static inline void find_lanes(const compact_reads *p, const int64_t *line, int lanes, lanes_of_f *t)
{
    int64_t j = line[0] % p->lines_a_row, k = line[0] / p->lines_a_row;
    t->p = p;
    t->lanes = lanes;
    t->offset_of = NULL;
    for (int l = 0; l < lanes; ++l) {
        const int64_t by = l ? line[l] - line[l - 1] : 0;
        if (by == p->lines_a_row) {
            ++k;
        } else if (by >= 0 && j + by < p->lines_a_row) {
            j += by;
        } else { /* a division is slower than all the rest */
            j = line[l] % p->lines_a_row;
            k = line[l] / p->lines_a_row;
        }
        t->at[0][l] = j;
        t->at[1][l] = k;
    }
    t->run = is_run(t, 0) ? 0 : is_run(t, 1) ? 1 : -1;
    t->in_place = are_neighbours(t, &p->stretch[p->own]);
}

static inline void find_offsets(lanes_of_f *t, const compact_stretch *s)
{
    if (t->offset_of == s)
        return;
    for (int l = 0; l < t->lanes; ++l)
        t->offset[l] = (ptrdiff_t)(t->at[0][l] * s->step[0] + t->at[1][l] * s->step[1]);
    t->offset_of = s;
}

/* Values of one stretch, side by side. */
static inline void bring(lanes_of_f *t, const compact_stretch *s, int64_t from, int64_t to,
                         real *out)
{
    const tri_problem lines = {.n = s->to - s->from, .stride = s->stride};
    const tri_panel panel = {.lanes = t->lanes, .offset = t->offset};
    find_offsets(t, s);
    if (are_neighbours(t, s)) {
        const real *values = (const real *)s->at + t->offset[0];
        for (int64_t i = from; i < to; ++i)
            memcpy(out + (i - from) * t->lanes, values + (i - s->from) * s->stride,
                   (size_t)t->lanes * sizeof(real));
        return;
    }
    for (int64_t i = from; i < to; i += TRI_BLOCK)
        tri_gather(&lines, &panel, s->at, i - s->from,
                   (int)(to - i < TRI_BLOCK ? to - i : TRI_BLOCK), out + (i - from) * t->lanes);
}

/* Whole tiles are transposed in registers: where the part has more values, more are brought. */
static inline int64_t whole_tiles(const compact_stretch *own, int64_t from, int64_t to)
{
    const int64_t end = from + (to - from + TRI_TILE - 1) / TRI_TILE * TRI_TILE;
    return from >= own->from && end <= own->to ? end : to;
}

/* Values `from` to `to` - 1, at most VIEW_VALUES, until the next call. */
static inline view_of_f view_values(lanes_of_f *t, int64_t from, int64_t to)
{
    const compact_stretch *own = &t->p->stretch[t->p->own];
    if (t->in_place && from >= own->from && to <= own->to) {
        find_offsets(t, own);
        return (view_of_f){(const real *)own->at + t->offset[0] + (from - own->from) * own->stride,
                           from, own->stride,
                           1 + VIEW_AHEAD_BYTES / (t->lanes * (int)sizeof(real))};
    }
    const int64_t end = t->in_place ? to : whole_tiles(own, from, to);
    for (int n = 0; n < t->p->count; ++n) {
        const compact_stretch *s = &t->p->stretch[n];
        const int64_t begin = s->from > from ? s->from : from, stop = s->to < end ? s->to : end;
        if (begin < stop)
            bring(t, s, begin, stop, t->buffer + (begin - from) * t->lanes);
    }
    return (view_of_f){t->buffer, from, t->lanes, 0};
}

/* Strided rows lie in pages of their own, where no processor looks ahead by itself. */
static inline void ask_for_row(const lanes_of_f *t, const view_of_f *v, int64_t i)
{
    const int64_t row = i + v->ahead;
    if (v->ahead && row < t->p->stretch[t->p->own].to)
        tri_prefetch(v->at + (row - v->from) * v->pitch, t->lanes);
}

#endif
