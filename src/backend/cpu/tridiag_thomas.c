/* Thomas elimination of general lines, SIMD across the lines of a panel.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words an unknown. The eliminated c' and y of a panel wait in
 * scratch that fits the second-level cache. */
#include "backend/cpu/tridiag.h"

/* Scratch: a row of zeros, flags, c', y, and blocks of gathered rows. */
typedef struct thomas_scratch {
    real *zero, *c, *y, *block[4];
    tri_flag *weak;
} thomas_scratch;

tri_bytes_fn TRI_SYMBOL(tri_thomas_bytes);
tri_sweep_fn TRI_SYMBOL(tri_thomas_forward), TRI_SYMBOL(tri_thomas_backward);

size_t TRI_SYMBOL(tri_thomas_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n * 2 + 2 + 4 * TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

static thomas_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    const ptrdiff_t panel = (ptrdiff_t)p->n * lanes;
    thomas_scratch s;
    s.zero = scratch;
    s.weak = (tri_flag *)(s.zero + lanes);
    s.c = s.zero + 2 * lanes;
    s.y = s.c + panel;
    for (int k = 0; k < 4; ++k)
        s.block[k] = s.y + panel + (ptrdiff_t)k * TRI_BLOCK * lanes;
    return s;
}

/* What a row needs: its own entries, and what is left of the row before. */
typedef struct thomas_row {
    const real *a, *b, *c, *d, *c_before, *y_before;
    real *c_now, *y_now;
} thomas_row;

/* Pivot p = b - a c'; c' = c / p; y = (d - a y) / p. */
static inline void eliminate(const thomas_row *row, int lanes)
{
    const real *restrict a = row->a, *restrict b = row->b, *restrict c = row->c,
                         *restrict d = row->d, *restrict c_before = row->c_before,
                         *restrict y_before = row->y_before;
    real *restrict c_now = row->c_now, *restrict y_now = row->y_now;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real r = (real)1 / (b[l] - a[l] * c_before[l]);
        c_now[l] = c[l] * r;
        y_now[l] = (d[l] - a[l] * y_before[l]) * r;
    }
}

/* |L| |U| of the row is |a c'| + |p| on the diagonal: its ratio to the row bounds the backward error. */
static inline void judge(const thomas_row *row, int lanes, real growth, real smallest,
                         tri_flag *weak)
{
    const real *restrict a = row->a, *restrict b = row->b, *restrict c = row->c,
                         *restrict c_before = row->c_before;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const calc product = a[l] * c_before[l], pivot = abs_r(b[l] - product);
        const calc most = max_r(max_r(abs_r(a[l]), abs_r(c[l])), abs_r(b[l]));
        const tri_flag grown = !(abs_r(product) + pivot <= growth * most);
        const tri_flag lost = !(pivot > smallest * most);
        weak[l] |= grown | lost;
    }
}

void TRI_SYMBOL(tri_thomas_forward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    const thomas_scratch s = carve(p, lanes, scratch);
    memset(s.zero, 0, 2 * (size_t)lanes * sizeof(real));
    thomas_row row = {.c_before = s.zero, .y_before = s.zero, .c_now = s.c, .y_now = s.y};
    for (int64_t first = 0; first < p->n; first += TRI_BLOCK) {
        const int rows = p->n - first < TRI_BLOCK ? (int)(p->n - first) : TRI_BLOCK;
        const tri_rows a = tri_read(p, panel, p->a, first, rows, s.block[0]),
                       b = tri_read(p, panel, p->b, first, rows, s.block[1]),
                       c = tri_read(p, panel, p->c, first, rows, s.block[2]),
                       d = tri_read(p, panel, p->d, first, rows, s.block[3]);
        for (int r = 0; r < rows; ++r) {
            /* a[0] and c[n-1] are no part of the matrix, whatever is stored there. */
            row.a = first + r == 0 ? s.zero : tri_row_at(&a, r, lanes);
            row.b = tri_row_at(&b, r, lanes);
            row.c = first + r == p->n - 1 ? s.zero : tri_row_at(&c, r, lanes);
            row.d = tri_row_at(&d, r, lanes);
            eliminate(&row, lanes);
            if (p->check)
                judge(&row, lanes, (real)p->growth_limit, (real)p->pivot_limit, s.weak);
            row.c_before = row.c_now;
            row.y_before = row.y_now;
            row.c_now += lanes;
            row.y_now += lanes;
        }
    }
    for (int l = 0; l < lanes; ++l)
        panel->flags[l] = s.weak[l] ? TRI_WEAK : 0;
    tri_raise_failed(panel, row.y_before);
}

/* In place of y: x = y - c' x of the next row. */
static inline void substitute(int lanes, const real *restrict c, const real *restrict next,
                              real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = x[l] - c[l] * next[l];
}

void TRI_SYMBOL(tri_thomas_backward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    const thomas_scratch s = carve(p, lanes, scratch);
    const real *next = s.zero;
    for (int64_t end = p->n; end > 0;) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        for (int64_t i = end - 1; i >= first; --i) {
            real *x = s.y + i * lanes;
            substitute(lanes, s.c + i * lanes, next, x);
            next = x;
        }
        tri_write(p, panel, s.y + first * lanes, first, end);
        end = first;
    }
    tri_write_end();
}
