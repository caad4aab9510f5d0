/* Right-hand sides of lines that are cut into parts: some rows of some lines, SIMD across the
 * lines.
 *
 * Traffic: reads f once, 1 word per value; d stays in cache. If lanes are adjacent in memory, f is
 * read in place. Otherwise, and if a row reads across a cut, its values are gathered first. */
#include "backend/cpu/compact/lanes.h"
#include "backend/cpu/compact/stencil.h"

extern __typeof__(*((const compact_rhs_kernels *)0)->rhs) TRI_SYMBOL(compact_rhs);

/* Rows in progress: f, d, and a sum per lane that is 0 as long as all of d is finite and NaN
 * otherwise. */
typedef struct rows_in_progress {
    lanes_of_f *lines;
    real centre, pair[COMPACT_PAIRS];
    ptrdiff_t out_pitch;
    real *d;       /* row `first` */
    int64_t first; /* of the line */
    real *not_finite;
} rows_in_progress;

static inline real *row_of_d(const rows_in_progress *w, int64_t i)
{
    return w->d + (i - w->first) * w->out_pitch;
}

/* Rows computed together: f and d of lane 0. */
typedef struct row_group {
    const real *f;
    real *d, *not_finite;
    ptrdiff_t pitch, out_pitch;
    real centre, pair[COMPACT_PAIRS];
} row_group;

/* Lanes from l on. rows, pairs, parity and half are compile-time constants. The sum of the rows
 * is finite only if all of them are. */
#define INTERIOR_LANES(type, of)                                                                   \
    ALWAYS_INLINE void interior_##of(const row_group *g, int l, int rows, int pairs,               \
                                     compact_parity parity, int half)                              \
    {                                                                                              \
        type w[GROUP_VALUES], all;                                                                 \
        _Pragma("GCC unroll 16") for (int k = 0; k < 2 * pairs - half + rows; ++k) w[k] =          \
            load_##of(g->f + k * g->pitch + l);                                                    \
        _Pragma("GCC unroll 4") for (int r = 0; r < rows; ++r)                                     \
        {                                                                                          \
            const type sum = right_side_##of(w, r, pairs, parity, half, g->centre, g->pair);       \
            store_##of(g->d + r * g->out_pitch + l, sum);                                          \
            all = r == 0 ? sum : all + sum;                                                        \
        }                                                                                          \
        store_##of(g->not_finite + l, load_##of(g->not_finite + l) + (all - all));                 \
    }
INTERIOR_LANES(real, one)
INTERIOR_LANES(wide, many)

/* Rows i to i + rows - 1; v holds the values that they read. */
ALWAYS_INLINE void interior_group(const rows_in_progress *w, const view_of_f *v, int64_t i,
                                  int rows, int pairs, compact_parity parity, int half)
{
    const int reach = w->lines->p->stencil->left + pairs - 1, lanes = w->lines->lanes;
    row_group g = {.f = v->at + (i - reach - v->from) * v->pitch,
                   .d = row_of_d(w, i),
                   .not_finite = w->not_finite,
                   .pitch = v->pitch,
                   .out_pitch = w->out_pitch,
                   .centre = w->centre};
    int l = 0;
    for (int k = 0; k < pairs; ++k)
        g.pair[k] = w->pair[k];
    for (int r = 0; r < rows; ++r)
        prefetch_row(w->lines, v, i + r);
    for (; l + WIDE <= lanes; l += WIDE)
        interior_many(&g, l, rows, pairs, parity, half);
    for (; l < lanes; ++l)
        interior_one(&g, l, rows, pairs, parity, half);
}

ALWAYS_INLINE void interior_rows(const rows_in_progress *w, const view_of_f *v, int64_t from,
                                 int64_t to, int pairs, compact_parity parity, int half)
{
    int64_t i = from;
    for (; i + GROUP <= to; i += GROUP)
        interior_group(w, v, i, GROUP, pairs, parity, half);
    for (; i < to; ++i)
        interior_group(w, v, i, 1, pairs, parity, half);
}

/* Interior rows whose values are all in the same view. */
static void rows_of_view(const rows_in_progress *w, int64_t from, int64_t to)
{
    int64_t begin, end, unused;
    if (from >= to)
        return;
    compact_window(w->lines->p, from, &begin, &unused);
    compact_window(w->lines->p, to - 1, &unused, &end);
    const view_of_f v = view_values(w->lines, begin, end);
    COMPACT_BY_KIND(w->lines->p->stencil, interior_rows, w, &v, from, to)
}

static int64_t clamp(int64_t i, int64_t low, int64_t high)
{
    return i < low ? low : i > high ? high : i;
}

/* Splits the rows where they read beyond the part: only rows between are read in place. */
static void middle_rows(const rows_in_progress *w, int64_t from, int64_t to)
{
    const compact_reads *p = w->lines->p;
    const compact_stencil *s = p->stencil;
    const compact_span *own = &p->span[p->own];
    int64_t begin = to, end = to;
    if (w->lines->in_place) {
        begin = clamp(own->from + s->left + s->pairs - 1, from, to);
        end = clamp(own->to - (s->right + s->pairs - 1), begin, to);
    }
    rows_of_view(w, from, begin);
    rows_of_view(w, begin, end);
    rows_of_view(w, end, to);
}

/* A row near an end of the line: the end value, then inwards, in the order of rows.h. */
static void end_row(const rows_in_progress *w, int64_t i, const compact_end_row *row, int at_end)
{
    const int lanes = w->lines->lanes;
    int64_t begin, end;
    real *d = row_of_d(w, i);
    compact_window(w->lines->p, i, &begin, &end);
    const view_of_f v = view_values(w->lines, begin, end);
    memset(d, 0, (size_t)lanes * sizeof(real));
    for (int k = 0; k < row->width; ++k)
        add_value(lanes, (real)row->value[k], v.at + (at_end ? row->width - 1 - k : k) * v.pitch,
                  d);
    for (int l = 0; l < lanes; ++l)
        w->not_finite[l] += d[l] - d[l];
}

static void some_rows(const rows_in_progress *w, int64_t to)
{
    const compact_reads *p = w->lines->p;
    const compact_stencil *s = p->stencil;
    const int64_t last_begin = p->n - s->closures;
    int64_t i = w->first;
    for (; i < to && i < s->closures; ++i)
        end_row(w, i, &s->first[i], 0);
    if (i < to && i < last_begin) {
        const int64_t end = to < last_begin ? to : last_begin;
        middle_rows(w, i, end);
        i = end;
    }
    for (; i < to; ++i)
        end_row(w, i, &s->last[p->n - 1 - i], 1);
}

/* At most VIEW_LANES lines. */
static int rhs_of_lines(const compact_reads *p, const int64_t *line, int lanes, int64_t first,
                        int rows, ptrdiff_t out_pitch, real *d)
{
    lanes_of_f lines;
    real not_finite[VIEW_LANES] = {0};
    rows_in_progress w = {.lines = &lines,
                          .centre = (real)p->stencil->centre,
                          .out_pitch = out_pitch,
                          .not_finite = not_finite};
    find_lanes(p, line, lanes, &lines);
    for (int k = 0; k < COMPACT_PAIRS; ++k)
        w.pair[k] = (real)p->stencil->pair[k];
    for (int done = 0; done < rows; done += VIEW_ROWS) {
        w.first = first + done;
        w.d = d + done * out_pitch;
        some_rows(&w, w.first + (rows - done < VIEW_ROWS ? rows - done : VIEW_ROWS));
    }
    int any = 0;
    for (int l = 0; l < lanes; ++l)
        any |= !(not_finite[l] == 0);
    return any;
}

int TRI_SYMBOL(compact_rhs)(const compact_reads *p, const int64_t *line, int lanes, int64_t first,
                            int rows, void *d)
{
    int any = 0;
    for (int l = 0; l < lanes; l += VIEW_LANES)
        any |= rhs_of_lines(p, line + l, lanes - l < VIEW_LANES ? lanes - l : VIEW_LANES, first,
                            rows, lanes, (real *)d + l);
    return any;
}
