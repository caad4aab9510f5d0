/* Right-hand sides of lines that are cut: some rows of some lines, SIMD across the lines.
 *
 * Traffic: reads f once, 1 word a value; d stays in a cache. Where lanes are neighbours in memory f is read where it
 * lies; otherwise, and where a row reads across a cut, its values are first brought side by side. */
#include "backend/cpu/compact_lanes.h"
#include "backend/cpu/compact_stencil.h"

extern __typeof__(*((const compact_side_kernels *)0)->sides) TRI_SYMBOL(compact_sides);

/* Rows in work: where f lies, where d goes, and a sum per lane that is 0 while all of d is finite. */
typedef struct rows_in_work {
    lanes_of_f *lines;
    real centre, pair[COMPACT_PAIRS];
    ptrdiff_t out_pitch;
    real *d;       /* row `first` */
    int64_t first; /* of the line */
    real *odd_out;
} rows_in_work;

static inline real *row_of_d(const rows_in_work *w, int64_t i)
{
    return w->d + (i - w->first) * w->out_pitch;
}

/* Rows i to i + rows; v has what they read. rows, pairs, parity and half are constants. The sum of the rows is
 * finite only if all of them are. */
ALWAYS_INLINE void interior_group(const rows_in_work *w, const view_of_f *v, int64_t i, int rows,
                                  int pairs, compact_parity parity, int half)
{
    const compact_stencil *s = w->lines->p->stencil;
    const int width = 2 * pairs - half + rows, lanes = w->lines->lanes;
    const ptrdiff_t pitch = v->pitch, out_pitch = w->out_pitch;
    const real *f = v->at + (i - (s->left + pairs - 1) - v->from) * pitch;
    real *restrict d = row_of_d(w, i), *restrict odd_out = w->odd_out, pair[COMPACT_PAIRS];
    const real centre = w->centre;
    for (int k = 0; k < pairs; ++k)
        pair[k] = w->pair[k];
    for (int r = 0; r < rows; ++r)
        ask_for_row(w->lines, v, i + r);
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        real values[GROUP_VALUES], all = 0;
        for (int k = 0; k < width; ++k)
            values[k] = f[k * pitch + l];
        for (int r = 0; r < rows; ++r) {
            const real sum = right_side(values, r, pairs, parity, half, centre, pair);
            d[r * out_pitch + l] = sum;
            all = all + sum;
        }
        odd_out[l] = odd_out[l] + (all - all);
    }
}

ALWAYS_INLINE void interior_rows(const rows_in_work *w, const view_of_f *v, int64_t from,
                                 int64_t to, int pairs, compact_parity parity, int half)
{
    int64_t i = from;
    for (; i + GROUP <= to; i += GROUP)
        interior_group(w, v, i, GROUP, pairs, parity, half);
    for (; i < to; ++i)
        interior_group(w, v, i, 1, pairs, parity, half);
}

/* Interior rows whose values are all in the same view. */
static void rows_of_view(const rows_in_work *w, int64_t from, int64_t to)
{
    int64_t begin, end, unused;
    if (from >= to)
        return;
    compact_window(w->lines->p, from, &begin, &unused);
    compact_window(w->lines->p, to - 1, &unused, &end);
    const view_of_f v = view_values(w->lines, begin, end);
    COMPACT_BY_KIND(w->lines->p->stencil, interior_rows, w, &v, from, to)
}

static int64_t within(int64_t i, int64_t low, int64_t high)
{
    return i < low ? low : i > high ? high : i;
}

/* Rows in place end where a row reads beyond the part. */
static void middle_rows(const rows_in_work *w, int64_t from, int64_t to)
{
    const compact_reads *p = w->lines->p;
    const compact_stencil *s = p->stencil;
    const compact_stretch *own = &p->stretch[p->own];
    int64_t begin = to, end = to;
    if (w->lines->in_place) {
        begin = within(own->from + s->left + s->pairs - 1, from, to);
        end = within(own->to - (s->right + s->pairs - 1), begin, to);
    }
    rows_of_view(w, from, begin);
    rows_of_view(w, begin, end);
    rows_of_view(w, end, to);
}

/* A row near an end of the line: its end's value, then inwards, in the order of compact_rows.h. */
static void end_row(const rows_in_work *w, int64_t i, const compact_end_row *row, int at_end)
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
        w->odd_out[l] += d[l] - d[l];
}

static void some_rows(const rows_in_work *w, int64_t to)
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
static int sides_of_lines(const compact_reads *p, const int64_t *line, int lanes, int64_t first,
                          int rows, ptrdiff_t out_pitch, real *d)
{
    lanes_of_f lines;
    real odd_out[VIEW_LANES] = {0};
    rows_in_work w = {.lines = &lines,
                      .centre = (real)p->stencil->centre,
                      .out_pitch = out_pitch,
                      .odd_out = odd_out};
    find_lanes(p, line, lanes, &lines);
    for (int k = 0; k < COMPACT_PAIRS; ++k)
        w.pair[k] = (real)p->stencil->pair[k];
    for (int done = 0; done < rows; done += VIEW_ROWS) {
        w.first = first + done;
        w.d = d + done * out_pitch;
        some_rows(&w, w.first + (rows - done < VIEW_ROWS ? rows - done : VIEW_ROWS));
    }
    int odd = 0;
    for (int l = 0; l < lanes; ++l)
        odd |= !(odd_out[l] == 0);
    return odd;
}

int TRI_SYMBOL(compact_sides)(const compact_reads *p, const int64_t *line, int lanes, int64_t first,
                              int rows, void *d)
{
    int odd = 0;
    for (int l = 0; l < lanes; l += VIEW_LANES)
        odd |= sides_of_lines(p, line + l, lanes - l < VIEW_LANES ? lanes - l : VIEW_LANES, first,
                              rows, lanes, (real *)d + l);
    return odd;
}
