/* Elimination of periodic general lines. Unknown n-1 is the border: a last column q and a last row
 * e that are eliminated together with the others (docs/theory/tridiag.md). SIMD across the lines of
 * a panel.
 *
 * Traffic: 5 words per unknown, as without the border. c', q and y of a panel stay in scratch. */
#include "backend/cpu/tridiag/tridiag.h"

enum { A, B, C_, D, INPUTS };

typedef struct cyclic_scratch {
    /* last: row n-1, eliminated step by step */
    real *zero, *c, *q, *y, *block[INPUTS], *last[INPUTS];
    real *grown, *largest; /* of the last row */
    real *finite;          /* 0, or NaN after an infinite pivot */
    tri_flag *weak;
} cyclic_scratch;

tri_bytes_fn TRI_SYMBOL(tri_cyclic_bytes);
tri_sweep_fn TRI_SYMBOL(tri_cyclic_sweep);

enum { SINGLE_ROWS = 5 + INPUTS };

size_t TRI_SYMBOL(tri_cyclic_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n * 3 + SINGLE_ROWS + INPUTS * TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

static cyclic_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    const ptrdiff_t panel = (ptrdiff_t)p->n * lanes;
    cyclic_scratch s;
    s.zero = scratch;
    s.weak = (tri_flag *)(s.zero + lanes);
    s.grown = s.zero + 2 * lanes;
    s.largest = s.zero + 3 * lanes;
    for (int k = 0; k < INPUTS; ++k)
        s.last[k] = s.zero + (4 + k) * lanes;
    s.finite = s.zero + (4 + INPUTS) * lanes;
    s.c = s.zero + SINGLE_ROWS * lanes;
    s.q = s.c + panel;
    s.y = s.q + panel;
    for (int k = 0; k < INPUTS; ++k)
        s.block[k] = s.y + panel + (ptrdiff_t)k * TRI_BLOCK * lanes;
    return s;
}

static void read_last_row(const tri_problem *p, const tri_panel *panel, const cyclic_scratch *s)
{
    const void *from[INPUTS] = {p->a, p->b, p->c, p->d};
    for (int k = 0; k < INPUTS; ++k) {
        const tri_rows row = tri_read(p, panel, from[k], p->n - 1, 1, s->block[k]);
        memcpy(s->last[k], row.at, (size_t)panel->lanes * sizeof(real));
    }
    for (int l = 0; l < panel->lanes; ++l) {
        s->grown[l] = s->finite[l] = 0;
        s->largest[l] =
            max_r(max_r(abs_r(s->last[A][l]), abs_r(s->last[C_][l])), abs_r(s->last[B][l]));
    }
}

typedef struct cyclic_row {
    const real *a, *b, *c, *d, *column; /* column: the entry in column n-1 */
    const real *c_before, *q_before, *y_before;
    real *c_now, *q_now, *y_now;
} cyclic_row;

/* p = b - a c';  c' = c / p;  q = (column - a q) / p;  y = (d - a y) / p. */
static inline void eliminate(const cyclic_row *row, int lanes, real *restrict finite)
{
    const real *restrict a = row->a, *restrict b = row->b, *restrict c = row->c,
                         *restrict d = row->d, *restrict column = row->column,
                         *restrict c_before = row->c_before, *restrict q_before = row->q_before,
                         *restrict y_before = row->y_before;
    real *restrict c_now = row->c_now, *restrict q_now = row->q_now, *restrict y_now = row->y_now;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real pivot = b[l] - a[l] * c_before[l], r = (real)1 / pivot;
        finite[l] += pivot - pivot; /* as in thomas.c */
        c_now[l] = c[l] * r;
        q_now[l] = (column[l] - a[l] * q_before[l]) * r;
        y_now[l] = (d[l] - a[l] * y_before[l]) * r;
    }
}

/* Eliminates entry e of the last row in this column: it moves to the next column. */
static inline void eliminate_last(const cyclic_row *row, int lanes, const cyclic_scratch *s)
{
    const real *restrict c = row->c_now, *restrict q = row->q_now, *restrict y = row->y_now;
    real *restrict b = s->last[B], *restrict e = s->last[C_], *restrict d = s->last[D];
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        b[l] = b[l] - e[l] * q[l];
        d[l] = d[l] - e[l] * y[l];
        e[l] = -(e[l] * c[l]);
    }
}

/* As in thomas.c, with the entries that fill the border. */
static inline void check_pivots(const cyclic_row *row, int lanes, const tri_problem *p,
                                const cyclic_scratch *s)
{
    const real growth = (real)p->growth_limit, smallest = (real)p->pivot_limit;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const calc product = row->a[l] * row->c_before[l], pivot = abs_r(row->b[l] - product);
        const calc border = abs_r(row->a[l] * row->q_before[l]);
        const calc sides = max_r(max_r(abs_r(row->a[l]), abs_r(row->c[l])), abs_r(row->column[l]));
        const calc most = max_r(sides, abs_r(row->b[l]));
        const tri_flag grown =
            !(abs_r(product) + pivot <= growth * most) | !(border <= growth * most);
        const tri_flag lost = !(pivot > smallest * most);
        const calc e = abs_r(s->last[C_][l]);
        s->grown[l] = s->grown[l] + abs_r(e * row->q_now[l]);
        s->weak[l] |= grown | lost | !(e <= growth * s->largest[l]);
    }
}

static void check_last_pivot(int lanes, const tri_problem *p, const cyclic_scratch *s)
{
    for (int l = 0; l < lanes; ++l) {
        const calc pivot = abs_r(s->last[B][l]), most = s->largest[l];
        s->weak[l] |= !(s->grown[l] + pivot <= (real)p->growth_limit * most) |
                      !(pivot > (real)p->pivot_limit * most);
    }
}

static void solve_last(const cyclic_row *row, int lanes, const cyclic_scratch *s)
{
    for (int l = 0; l < lanes; ++l) {
        const real r = (real)1 / s->last[B][l];
        s->finite[l] += s->last[B][l] - s->last[B][l];
        row->y_now[l] = s->last[D][l] * r;
    }
}

static void one_row(const tri_problem *p, int lanes, int64_t i, cyclic_row *row,
                    const cyclic_scratch *s)
{
    row->column = s->zero;
    if (i == 0) { /* a[0] is in the last column */
        row->column = row->a;
        row->a = s->zero;
    }
    if (i == p->n - 2) { /* so is c; e is added to a of the last row */
        row->column = row->c;
        row->c = s->zero;
        for (int l = 0; l < lanes; ++l)
            s->last[C_][l] = s->last[A][l] + s->last[C_][l];
    }
    eliminate(row, lanes, s->finite);
    if (p->check)
        check_pivots(row, lanes, p, s);
    eliminate_last(row, lanes, s);
    row->c_before = row->c_now;
    row->q_before = row->q_now;
    row->y_before = row->y_now;
    row->c_now += lanes;
    row->q_now += lanes;
    row->y_now += lanes;
}

static void forward_sweep(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    const cyclic_scratch s = carve(p, lanes, scratch);
    memset(s.zero, 0, 2 * (size_t)lanes * sizeof(real));
    read_last_row(p, panel, &s);
    cyclic_row row = {.c_before = s.zero,
                      .q_before = s.zero,
                      .y_before = s.zero,
                      .c_now = s.c,
                      .q_now = s.q,
                      .y_now = s.y};
    for (int64_t first = 0; first < p->n - 1; first += TRI_BLOCK) {
        const int64_t left = p->n - 1 - first;
        const int rows = left < TRI_BLOCK ? (int)left : TRI_BLOCK;
        const tri_rows a = tri_read(p, panel, p->a, first, rows, s.block[A]),
                       b = tri_read(p, panel, p->b, first, rows, s.block[B]),
                       c = tri_read(p, panel, p->c, first, rows, s.block[C_]),
                       d = tri_read(p, panel, p->d, first, rows, s.block[D]);
        for (int r = 0; r < rows; ++r) {
            row.a = tri_row_at(&a, r, lanes);
            row.b = tri_row_at(&b, r, lanes);
            row.c = tri_row_at(&c, r, lanes);
            row.d = tri_row_at(&d, r, lanes);
            one_row(p, lanes, first + r, &row, &s);
        }
    }
    if (p->check)
        check_last_pivot(lanes, p, &s);
    solve_last(&row, lanes, &s);
    for (int l = 0; l < lanes; ++l)
        panel->flags[l] = s.weak[l] ? TRI_WEAK : 0;
    tri_set_flags(panel, row.y_now, TRI_FAILED);
    tri_set_flags(panel, s.finite, TRI_FAILED);
}

/* x replaces y: x = y - c' x of the next row - q x of the last. */
static inline void substitute(int lanes, const real *restrict c, const real *restrict q,
                              const real *restrict next, const real *restrict last,
                              real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = x[l] - c[l] * next[l] - q[l] * last[l];
}

static void backward_sweep(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    const cyclic_scratch s = carve(p, lanes, scratch);
    const real *last = s.y + (p->n - 1) * lanes, *next = s.zero;
    for (int64_t end = p->n; end > 0;) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        for (int64_t i = end - 1; i >= first; --i) {
            real *x = s.y + i * lanes;
            if (i < p->n - 1)
                substitute(lanes, s.c + i * lanes, s.q + i * lanes, next, last, x);
            next = x;
        }
        tri_write(p, panel, s.y + first * lanes, first, end);
        end = first;
    }
    tri_set_flags(panel, next, TRI_OVERFLOWS);
    tri_write_end();
}

void TRI_SYMBOL(tri_cyclic_sweep)(const tri_problem *p, const tri_panel *backward,
                                  const tri_panel *forward, void *scratch)
{
    if (backward)
        backward_sweep(p, backward, scratch);
    if (forward)
        forward_sweep(p, forward, scratch);
}
