/* Thomas elimination of general lines, SIMD across the lines of a panel.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words an unknown. The eliminated c' and y of a panel wait in
 * scratch that fits the second-level cache. */
#include "backend/cpu/tridiag.h"

/* Scratch: a row of zeros, flags, rows of c' and y in turn, and blocks of gathered rows. */
typedef struct thomas_scratch {
    real *zero, *eliminated, *block[4];
    tri_flag *weak;
} thomas_scratch;

tri_bytes_fn TRI_SYMBOL(tri_thomas_bytes);
tri_sweep_fn TRI_SYMBOL(tri_thomas_forward), TRI_SYMBOL(tri_thomas_backward);

size_t TRI_SYMBOL(tri_thomas_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n * 2 + 2 + 4 * TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

static inline thomas_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    thomas_scratch s;
    s.zero = scratch;
    s.weak = (tri_flag *)(s.zero + lanes);
    s.eliminated = s.zero + 2 * lanes;
    for (int k = 0; k < 4; ++k)
        s.block[k] = s.eliminated + ((ptrdiff_t)p->n * 2 + (ptrdiff_t)k * TRI_BLOCK) * lanes;
    return s;
}

typedef struct thomas_row {
    const real *a, *b, *c, *d;
} thomas_row;

/* c' and y of the row before. */
typedef struct thomas_state {
    real c[TRI_WIDEST], y[TRI_WIDEST];
} thomas_state;

/* Pivot p = b - a c'; c' = c / p; y = (d - a y) / p. */
TRI_SWEEP eliminate(const thomas_row *row, thomas_state *s, real *restrict to, const int lanes)
{
    const real *restrict a = row->a, *restrict b = row->b, *restrict c = row->c,
                         *restrict d = row->d;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real r = (real)1 / (b[l] - a[l] * s->c[l]);
        to[l] = s->c[l] = c[l] * r;
        to[lanes + l] = s->y[l] = (d[l] - a[l] * s->y[l]) * r;
    }
}

/* |L| |U| of the row is |a c'| + |p| on the diagonal: its ratio to the row bounds the backward error. */
static inline void judge(const thomas_row *row, const real *restrict c_before, int lanes,
                         real growth, real smallest, tri_flag *weak)
{
    const real *restrict a = row->a, *restrict b = row->b, *restrict c = row->c;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const calc product = a[l] * c_before[l], pivot = abs_r(b[l] - product);
        const calc most = max_r(max_r(abs_r(a[l]), abs_r(c[l])), abs_r(b[l]));
        const tri_flag grown = !(abs_r(product) + pivot <= growth * most);
        const tri_flag lost = !(pivot > smallest * most);
        weak[l] |= grown | lost;
    }
}

TRI_SWEEP forward(const tri_problem *p, const tri_panel *panel, void *scratch, const int lanes)
{
    const thomas_scratch s = carve(p, lanes, scratch);
    thomas_state state;
    memset(s.zero, 0, 2 * (size_t)lanes * sizeof(real));
    for (int l = 0; l < lanes; ++l)
        state.c[l] = state.y[l] = 0;
    for (int64_t first = 0; first < p->n; first += TRI_BLOCK) {
        const int rows = p->n - first < TRI_BLOCK ? (int)(p->n - first) : TRI_BLOCK;
        const tri_rows a = tri_read(p, panel, p->a, first, rows, s.block[0]),
                       b = tri_read(p, panel, p->b, first, rows, s.block[1]),
                       c = tri_read(p, panel, p->c, first, rows, s.block[2]),
                       d = tri_read(p, panel, p->d, first, rows, s.block[3]);
        for (int r = 0; r < rows; ++r) {
            const int64_t i = first + r;
            /* a[0] and c[n-1] are no part of the matrix, whatever is stored there. */
            const thomas_row row = {i == 0 ? s.zero : tri_row_at(&a, r, lanes),
                                    tri_row_at(&b, r, lanes),
                                    i == p->n - 1 ? s.zero : tri_row_at(&c, r, lanes),
                                    tri_row_at(&d, r, lanes)};
            real *to = s.eliminated + 2 * i * lanes;
            if (p->check)
                judge(&row, i == 0 ? s.zero : to - 2 * lanes, lanes, (real)p->growth_limit,
                      (real)p->pivot_limit, s.weak);
            eliminate(&row, &state, to, lanes);
        }
    }
    for (int l = 0; l < lanes; ++l)
        panel->flags[l] = s.weak[l] ? TRI_WEAK : 0;
    tri_raise_failed(panel, state.y);
}

/* x = y - c' x of the next row. */
TRI_SWEEP substitute(const real *restrict eliminated, real *next, real *restrict x, const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next[l] = eliminated[lanes + l] - eliminated[l] * next[l];
}

TRI_SWEEP backward(const tri_problem *p, const tri_panel *panel, void *scratch, const int lanes)
{
    const thomas_scratch s = carve(p, lanes, scratch);
    real next[TRI_WIDEST];
    for (int l = 0; l < lanes; ++l)
        next[l] = 0;
    for (int64_t end = p->n; end > 0;) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        for (int64_t i = end - 1; i >= first; --i)
            substitute(s.eliminated + 2 * i * lanes, next, s.block[0] + (i - first) * lanes, lanes);
        tri_write(p, panel, s.block[0], first, end);
        end = first;
    }
    tri_write_end();
}

void TRI_SYMBOL(tri_thomas_forward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    TRI_BY_LANES(forward, p, panel, scratch)
}

void TRI_SYMBOL(tri_thomas_backward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    TRI_BY_LANES(backward, p, panel, scratch)
}
