/* Values of some lines of a part, lanes contiguous: in place, or copied. Values beyond the part
 * come from other spans. */
#ifndef SPATE_BACKEND_CPU_COMPACT_LANES_H
#define SPATE_BACKEND_CPU_COMPACT_LANES_H

#include "backend/compact/rhs.h"
#include "backend/cpu/tridiag/tridiag.h"

/* Lines per view, rows per view, and the maximum number of values that these rows read, in whole
 * tiles. */
enum { VIEW_LANES = 512 / (int)sizeof(real), VIEW_ROWS = 16, VIEW_VALUES = 32 };
/* Prefetch distance of all lanes together, as in panel.h. */
enum { VIEW_AHEAD_BYTES = 8 << 10 };

/* Lanes have consecutive j and the same k (ALONG_J), consecutive k and the same j (ALONG_K), or
 * any order. */
typedef enum { ALONG_J, ALONG_K, ANY_ORDER } lane_order;

typedef struct lanes_of_f {
    const compact_reads *p;
    int lanes;
    lane_order order;
    int64_t j, k;                 /* of lane 0 */
    const int64_t *line;          /* of each lane */
    int in_place;                 /* lanes are adjacent in the part's own array */
    ptrdiff_t offset[VIEW_LANES]; /* for the span offset_of */
    const compact_span *offset_of;
    real buffer[VIEW_VALUES * VIEW_LANES] __attribute__((aligned(64)));
} lanes_of_f;

/* Value `from` of all lanes; the next value is `pitch` further. */
typedef struct view_of_f {
    const real *at;
    int64_t from;
    ptrdiff_t pitch;
    int ahead; /* prefetch distance in rows; 0: values are in cache */
} view_of_f;

static inline int ascend_by(const int64_t *line, int lanes, int64_t step)
{
    int64_t off = 0;
    for (int l = 0; l < lanes; ++l)
        off |= line[l] - line[0] - l * step;
    return off == 0;
}

static inline int are_adjacent(const lanes_of_f *t, const compact_span *s)
{
    return t->order != ANY_ORDER && s->step[t->order] == 1;
}

static inline void find_lanes(const compact_reads *p, const int64_t *line, int lanes, lanes_of_f *t)
{
    t->p = p;
    t->lanes = lanes;
    t->line = line;
    t->offset_of = NULL;
    t->j = line[0] % p->lines_per_row;
    t->k = line[0] / p->lines_per_row;
    t->order = t->j + lanes <= p->lines_per_row && ascend_by(line, lanes, 1) ? ALONG_J
               : ascend_by(line, lanes, p->lines_per_row)                    ? ALONG_K
                                                                             : ANY_ORDER;
    t->in_place = are_adjacent(t, &p->span[p->own]);
}

static inline ptrdiff_t first_offset(const lanes_of_f *t, const compact_span *s)
{
    return (ptrdiff_t)(t->j * s->step[0] + t->k * s->step[1]);
}

/* Divisions for each lane would dominate the run time: only the padded last panel needs them. */
static inline void find_offsets(lanes_of_f *t, const compact_span *s)
{
    const int64_t first = first_offset(t, s), a_row = t->p->lines_per_row;
    if (t->offset_of == s)
        return;
    t->offset_of = s;
    for (int l = 0; l < t->lanes; ++l)
        if (t->order != ANY_ORDER)
            t->offset[l] = (ptrdiff_t)(first + l * s->step[t->order]);
        else
            t->offset[l] =
                (ptrdiff_t)(t->line[l] % a_row * s->step[0] + t->line[l] / a_row * s->step[1]);
}

/* Gathers values of one span. */
static inline void gather_span(lanes_of_f *t, const compact_span *s, int64_t from, int64_t to,
                               real *out)
{
    const tri_problem lines = {.n = s->to - s->from, .stride = s->stride};
    const tri_panel panel = {.lanes = t->lanes, .offset = t->offset};
    find_offsets(t, s);
    if (are_adjacent(t, s)) {
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

/* Whole tiles are transposed in registers: if the part has enough values, a few more are
 * gathered. */
static inline int64_t whole_tiles(const compact_span *own, int64_t from, int64_t to)
{
    const int64_t end = from + (to - from + TRI_TILE - 1) / TRI_TILE * TRI_TILE;
    return from >= own->from && end <= own->to ? end : to;
}

/* Values `from` to `to` - 1, at most VIEW_VALUES, valid until the next call. */
static inline view_of_f view_values(lanes_of_f *t, int64_t from, int64_t to)
{
    const compact_span *own = &t->p->span[t->p->own];
    if (t->in_place && from >= own->from && to <= own->to) {
        find_offsets(t, own);
        return (view_of_f){(const real *)own->at + t->offset[0] + (from - own->from) * own->stride,
                           from, own->stride,
                           1 + VIEW_AHEAD_BYTES / (t->lanes * (int)sizeof(real))};
    }
    const int64_t end = t->in_place ? to : whole_tiles(own, from, to);
    for (int n = 0; n < t->p->count; ++n) {
        const compact_span *s = &t->p->span[n];
        const int64_t begin = s->from > from ? s->from : from, stop = s->to < end ? s->to : end;
        if (begin < stop)
            gather_span(t, s, begin, stop, t->buffer + (begin - from) * t->lanes);
    }
    return (view_of_f){t->buffer, from, t->lanes, 0};
}

/* Strided rows are in different pages, which hardware does not prefetch. The rows of the next
 * part follow the last row of the part, if that part is in this process. */
static inline void prefetch_row(const lanes_of_f *t, const view_of_f *v, int64_t i)
{
    const compact_span *own = &t->p->span[t->p->own];
    const int64_t row = i + v->ahead;
    if (!v->ahead)
        return;
    if (row < own->to)
        tri_prefetch(v->at + (row - v->from) * v->pitch, t->lanes);
    else if (t->p->own + 1 < t->p->count && are_adjacent(t, own + 1)) {
        /* The address may be behind the end of the array, where no pointer may point. */
        const ptrdiff_t values = first_offset(t, own + 1) + (row - own->to) * own[1].stride;
        const uintptr_t at = (uintptr_t)own[1].at + (uintptr_t)values * sizeof(real);
        for (size_t byte = 0; byte < (size_t)t->lanes * sizeof(real); byte += 64)
            __builtin_prefetch((const void *)(at + byte), 0, 2);
    }
}

#endif
