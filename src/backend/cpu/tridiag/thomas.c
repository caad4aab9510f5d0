/* Thomas elimination of general lines, SIMD across the lines of a panel.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words per unknown. The eliminated c' and y of a panel
 * stay in scratch that fits in the second-level cache. */
#include "backend/cpu/tridiag/tridiag.h"
#include "backend/cpu/tridiag/window.h"

/* Scratch: a row of zeros, flags, alternating rows of c' and y, blocks of gathered rows, and the
 * write window of x. */
typedef struct thomas_scratch {
    real *zero, *eliminated, *block[4];
    real *window; /* NULL if rows are written directly */
    tri_flag *weak;
    int64_t blocks;
} thomas_scratch;

tri_bytes_fn TRI_SYMBOL(tri_thomas_bytes);
tri_sweep_fn TRI_SYMBOL(tri_thomas_sweep);

size_t TRI_SYMBOL(tri_thomas_bytes)(const tri_problem *p, int lanes)
{
    const size_t rows = (size_t)tri_blocks(p->n) * TRI_BLOCK;
    return (rows * 2 + 2 + 4 * TRI_BLOCK + TRI_WINDOW_PITCH) * (size_t)lanes * sizeof(real);
}

static inline thomas_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    const ptrdiff_t block = TRI_BLOCK * lanes;
    thomas_scratch s;
    s.zero = scratch;
    s.weak = (tri_flag *)(s.zero + lanes);
    for (int k = 0; k < 4; ++k)
        s.block[k] = s.zero + 2 * lanes + k * block;
    s.window = s.block[3] + block;
    s.eliminated = s.window + TRI_WINDOW_PITCH * lanes;
    s.blocks = tri_blocks(p->n);
    return s;
}

typedef struct thomas_row {
    const real *a, *b, *c, *d;
} thomas_row;

/* c' and y of the previous row. An infinite pivot gives zeros that look like a result, so it
 * turns `finite`, otherwise 0, into NaN. */
typedef struct thomas_state {
    real c[TRI_WIDEST], y[TRI_WIDEST], finite[TRI_WIDEST];
} thomas_state;

/* Pivot p = b - a c'; c' = c / p; y = (d - a y) / p. */
TRI_SWEEP eliminate(const thomas_row *row, thomas_state *s, real *restrict to, const int lanes)
{
    const real *restrict a = row->a, *restrict b = row->b, *restrict c = row->c,
                         *restrict d = row->d;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real pivot = b[l] - a[l] * s->c[l], r = (real)1 / pivot;
        s->finite[l] += pivot - pivot;
        to[l] = s->c[l] = c[l] * r;
        to[lanes + l] = s->y[l] = (d[l] - a[l] * s->y[l]) * r;
    }
}

/* |L| |U| of the row is |a c'| + |p| on the diagonal: its ratio to the row bounds the backward
 * error. */
static inline void check_pivots(const thomas_row *row, const real *restrict c_before, int lanes,
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

TRI_SWEEP begin_forward(const thomas_scratch *s, thomas_state *state, const int lanes)
{
    for (int l = 0; l < 2 * lanes; ++l)
        s->zero[l] = 0;
    for (int l = 0; l < lanes; ++l)
        state->c[l] = state->y[l] = state->finite[l] = 0;
}

TRI_SWEEP forward_block(const tri_problem *p, const tri_panel *panel, const thomas_scratch *s,
                        int64_t block, thomas_state *state, const int lanes)
{
    const int64_t first = block * TRI_BLOCK;
    const int rows = tri_block_rows(p->n, block);
    const tri_rows a = tri_read(p, panel, p->a, first, rows, s->block[0]),
                   b = tri_read(p, panel, p->b, first, rows, s->block[1]),
                   c = tri_read(p, panel, p->c, first, rows, s->block[2]),
                   d = tri_read(p, panel, p->d, first, rows, s->block[3]);
    real *to = s->eliminated + 2 * tri_slot(panel, s->blocks, block) * lanes;
    for (int r = 0; r < rows; ++r) {
        /* a[0] and c[n-1] are not part of the matrix, whatever is stored there. */
        const thomas_row row = {first + r == 0 ? s->zero : tri_row_at(&a, r, lanes),
                                tri_row_at(&b, r, lanes),
                                first + r == p->n - 1 ? s->zero : tri_row_at(&c, r, lanes),
                                tri_row_at(&d, r, lanes)};
        if (p->check)
            check_pivots(&row, state->c, lanes, (real)p->growth_limit, (real)p->pivot_limit,
                         s->weak);
        eliminate(&row, state, to + 2 * r * lanes, lanes);
    }
}

static void end_forward(const tri_panel *panel, const thomas_scratch *s, const thomas_state *state)
{
    for (int l = 0; l < panel->lanes; ++l)
        panel->flags[l] = s->weak[l] ? TRI_WEAK : 0;
    tri_set_flags(panel, state->y, TRI_FAILED);
    tri_set_flags(panel, state->finite, TRI_FAILED);
}

/* x = y - c' x of the next row. */
TRI_SWEEP substitute(const real *restrict eliminated, real *next, real *restrict x, const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next[l] = eliminated[lanes + l] - eliminated[l] * next[l];
}

TRI_SWEEP backward_block(const tri_problem *p, const tri_panel *panel, const thomas_scratch *s,
                         int64_t block, real *next, const int lanes)
{
    const int rows = tri_block_rows(p->n, block);
    const real *from = s->eliminated + 2 * tri_slot(panel, s->blocks, block) * lanes;
    for (int r = rows - 1; r >= 0; --r)
        substitute(from + 2 * r * lanes, next, s->block[0] + r * lanes, lanes);
    tri_window_write(p, panel, s->window, s->block[0], block * TRI_BLOCK, rows, lanes);
}

TRI_SWEEP sweep(const tri_problem *p, const tri_panel *backward, const tri_panel *forward,
                void *scratch, const int lanes)
{
    thomas_scratch s = carve(p, lanes, scratch);
    thomas_state state;
    real next[TRI_WIDEST];
    for (int l = 0; l < lanes; ++l)
        next[l] = 0;
    if (!backward || !tri_wants_window(p, backward))
        s.window = NULL;
    if (forward)
        begin_forward(&s, &state, lanes);
    for (int64_t k = 0; k < s.blocks; ++k) {
        if (backward)
            backward_block(p, backward, &s, s.blocks - 1 - k, next, lanes);
        if (forward)
            forward_block(p, forward, &s, k, &state, lanes);
    }
    if (backward)
        tri_set_flags(backward, next, TRI_OVERFLOWS);
    if (forward)
        end_forward(forward, &s, &state);
    tri_write_end();
}

void TRI_SYMBOL(tri_thomas_sweep)(const tri_problem *p, const tri_panel *backward,
                                  const tri_panel *forward, void *scratch)
{
    const int lanes = backward ? backward->lanes : forward->lanes;
    TRI_BY_LANES(lanes, sweep, p, backward, forward, scratch)
}
