/* Many right-hand sides of one factored matrix, SIMD across the lines of a panel.
 *
 * Traffic: reads d and writes x, 2 words per unknown. Factors are broadcast; y stays in scratch.
 * The operations are those of thomas.c and cyclic.c in the same order. */
#include "backend/cpu/tridiag/shared_tiles.h"

/* A block of gathered rows, the write window of x, and y. */
typedef struct shared_scratch {
    real *block, *window, *y; /* window: NULL if rows are written directly */
    int64_t blocks;
} shared_scratch;

tri_bytes_fn TRI_SYMBOL(tri_shared_bytes);
tri_sweep_fn TRI_SYMBOL(tri_shared_sweep);

size_t TRI_SYMBOL(tri_shared_bytes)(const tri_problem *p, int lanes)
{
    const size_t rows = ((size_t)tri_blocks(p->n) + 1) * TRI_BLOCK + TRI_WINDOW_PITCH;
    return rows * (size_t)lanes * sizeof(real);
}

static inline shared_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    shared_scratch s;
    s.block = scratch;
    s.window = s.block + TRI_BLOCK * lanes;
    s.y = s.window + TRI_WINDOW_PITCH * lanes;
    s.blocks = tri_blocks(p->n);
    return s;
}

/* y = (d - lower y) scale. */
TRI_SWEEP eliminate(real lower, real scale, const real *restrict d, real *before, real *restrict y,
                    const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        y[l] = before[l] = (d[l] - lower * before[l]) * scale;
}

TRI_SWEEP eliminate_last(real e, const real *restrict y, real *last, const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        last[l] = last[l] - e * y[l];
}

/* Forward sweep: y of the previous row, and d of the last row of a periodic line, from which
 * each row subtracts its contribution. Backward sweep: x of the next row, and the last x. */
typedef struct shared_state {
    real y[TRI_WIDEST], last[TRI_WIDEST];
} shared_state;

static inline int64_t rows_without_border(const tri_problem *p)
{
    return p->periodic ? p->n - 1 : p->n;
}

TRI_SWEEP begin_forward(const tri_problem *p, const tri_panel *panel, const shared_scratch *s,
                        shared_state *state, const int lanes)
{
    const real *last = p->periodic ? tri_read(p, panel, p->d, p->n - 1, 1, s->block).at : s->block;
    for (int l = 0; l < lanes; ++l) {
        state->y[l] = 0;
        state->last[l] = p->periodic ? last[l] : 0;
    }
}

#ifdef TRI_REGISTER_TILES
TRI_SWEEP forward_tiles(const tri_problem *p, const tri_panel *panel, real *y, int64_t first,
                        shared_state *state, const int lanes)
{
    const real *d = p->d;
    int64_t row;
    const ptrdiff_t *later = tri_later(p, panel, first, tri_ahead(p, lanes), &row);
    for (int l = 0; l < lanes; l += TRI_TOGETHER_LANES) {
        tri_tiles t;
        load_tiles(d + first, panel->offset + l, d + row, later ? later + l : NULL, &t);
        eliminate_tiles(&p->factors, first, p->periodic, &t, state->y + l, state->last + l, y + l,
                        lanes);
    }
}
#endif

TRI_SWEEP forward_block(const tri_problem *p, const tri_panel *panel, const shared_scratch *s,
                        int64_t block, shared_state *state, const int lanes)
{
    const real *lower = p->factors.lower, *scale = p->factors.scale, *e = p->factors.last;
    const int64_t first = block * TRI_BLOCK;
    const int rows = tri_block_rows(p->n, block);
    real *y = s->y + tri_slot(panel, s->blocks, block) * lanes;
    const int plain = first + rows > rows_without_border(p) ? rows - 1 : rows;
#ifdef TRI_REGISTER_TILES
    if (tri_has_tiles(p, panel, plain)) {
        forward_tiles(p, panel, y, first, state, lanes);
        return;
    }
#endif
    const tri_rows d = tri_read(p, panel, p->d, first, rows, s->block);
    for (int r = 0; r < plain; ++r) {
        const int64_t i = first + r;
        eliminate(lower[i], scale[i], tri_row_at(&d, r, lanes), state->y, y + r * lanes, lanes);
        if (p->periodic)
            eliminate_last(e[i], state->y, state->last, lanes);
    }
    if (plain < rows)
        eliminate(0, scale[p->n - 1], state->last, state->y, y + plain * lanes, lanes);
}

TRI_SWEEP begin_backward(const tri_problem *p, const tri_panel *panel, const shared_scratch *s,
                         shared_state *state, const int lanes)
{
    const int64_t block = s->blocks - 1;
    const real *last =
        s->y + (tri_slot(panel, s->blocks, block) + p->n - 1 - block * TRI_BLOCK) * lanes;
    for (int l = 0; l < lanes; ++l) {
        state->y[l] = 0;
        state->last[l] = last[l];
    }
}

TRI_SWEEP substitute(real upper, const real *restrict y, real *next, real *restrict x,
                     const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next[l] = y[l] - upper * next[l];
}

TRI_SWEEP substitute_border(real upper, real border, const real *restrict y, shared_state *next,
                            real *restrict x, const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next->y[l] = y[l] - upper * next->y[l] - border * next->last[l];
}

#ifdef TRI_REGISTER_TILES
TRI_SWEEP backward_tiles(const tri_problem *p, const tri_panel *panel, const shared_scratch *s,
                         const real *y, int64_t first, shared_state *state, const int lanes)
{
    for (int l = 0; l < lanes; l += TRI_TOGETHER_LANES) {
        tri_tiles t;
        substitute_tiles(&p->factors, first, p->periodic, y + l, lanes, state->y + l,
                         state->last + l, &t);
        write_tiles(p, panel, s->window, l, first, &t);
    }
    if (s->window)
        tri_window_rows_done(p, panel, s->window, first);
}
#endif

TRI_SWEEP backward_block(const tri_problem *p, const tri_panel *panel, const shared_scratch *s,
                         int64_t block, shared_state *state, const int lanes)
{
    const real *upper = p->factors.upper, *border = p->factors.border;
    const real *y = s->y + tri_slot(panel, s->blocks, block) * lanes;
    const int64_t first = block * TRI_BLOCK;
    const int rows = tri_block_rows(p->n, block);
#ifdef TRI_REGISTER_TILES
    if (tri_has_tiles(p, panel, rows) && first + rows <= rows_without_border(p)) {
        backward_tiles(p, panel, s, y, first, state, lanes);
        return;
    }
#endif
    for (int r = rows - 1; r >= 0; --r) {
        const int64_t i = first + r;
        real *x = s->block + r * lanes;
        if (p->periodic && i < p->n - 1)
            substitute_border(upper[i], border[i], y + r * lanes, state, x, lanes);
        else
            substitute(upper[i], y + r * lanes, state->y, x, lanes);
    }
    tri_window_write(p, panel, s->window, s->block, first, rows, lanes);
}

TRI_SWEEP sweep(const tri_problem *p, const tri_panel *backward, const tri_panel *forward,
                void *scratch, const int lanes)
{
    shared_scratch s = carve(p, lanes, scratch);
    shared_state now, after = {{0}, {0}};
    if (!backward || !tri_wants_window(p, backward))
        s.window = NULL;
    if (forward)
        begin_forward(p, forward, &s, &now, lanes);
    if (backward)
        begin_backward(p, backward, &s, &after, lanes);
    for (int64_t k = 0; k < s.blocks; ++k) {
        if (backward)
            backward_block(p, backward, &s, s.blocks - 1 - k, &after, lanes);
        if (forward)
            forward_block(p, forward, &s, k, &now, lanes);
    }
    if (backward)
        tri_set_flags(backward, after.y, TRI_OVERFLOWS);
    if (forward) {
        memset(forward->flags, 0, (size_t)lanes);
        tri_set_flags(forward, now.y, TRI_FAILED);
    }
    tri_write_end();
}

void TRI_SYMBOL(tri_shared_sweep)(const tri_problem *p, const tri_panel *backward,
                                  const tri_panel *forward, void *scratch)
{
    const int lanes = backward ? backward->lanes : forward->lanes;
    TRI_BY_LANES(lanes, sweep, p, backward, forward, scratch)
}
