/* Many right-hand sides of one factored matrix, SIMD across the lines of a panel.
 *
 * Traffic: reads d and writes x, 2 words an unknown. Factors are broadcast; y waits in scratch. The
 * operations are those of tridiag_thomas.c and tridiag_cyclic.c in the same order. */
#include "backend/cpu/tridiag.h"

typedef struct shared_scratch {
    real *y, *block;
} shared_scratch;

tri_bytes_fn TRI_SYMBOL(tri_shared_bytes);
tri_sweep_fn TRI_SYMBOL(tri_shared_forward), TRI_SYMBOL(tri_shared_backward);

size_t TRI_SYMBOL(tri_shared_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n + TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

static inline shared_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    shared_scratch s;
    s.y = scratch;
    s.block = s.y + (ptrdiff_t)p->n * lanes;
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

TRI_SWEEP forward(const tri_problem *p, const tri_panel *panel, void *scratch, const int lanes)
{
    const shared_scratch s = carve(p, lanes, scratch);
    const real *lower = p->factors.lower, *scale = p->factors.scale, *e = p->factors.last;
    const int64_t plain = p->periodic ? p->n - 1 : p->n; /* rows without the border */
    real y[TRI_WIDEST], last[TRI_WIDEST];
    const real *d_last = p->periodic ? tri_read(p, panel, p->d, p->n - 1, 1, s.block).at : s.block;
    for (int l = 0; l < lanes; ++l) {
        y[l] = 0;
        last[l] = p->periodic ? d_last[l] : 0;
    }
    for (int64_t first = 0; first < plain; first += TRI_BLOCK) {
        const int rows = plain - first < TRI_BLOCK ? (int)(plain - first) : TRI_BLOCK;
        const tri_rows d = tri_read(p, panel, p->d, first, rows, s.block);
        for (int r = 0; r < rows; ++r) {
            const int64_t i = first + r;
            eliminate(lower[i], scale[i], tri_row_at(&d, r, lanes), y, s.y + i * lanes, lanes);
            if (p->periodic)
                eliminate_last(e[i], y, last, lanes);
        }
    }
    if (p->periodic)
        eliminate(0, scale[p->n - 1], last, y, s.y + plain * lanes, lanes);
    memset(panel->flags, 0, (size_t)lanes);
    tri_raise_failed(panel, y);
}

TRI_SWEEP substitute(real upper, const real *restrict y, real *next, real *restrict x,
                     const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next[l] = y[l] - upper * next[l];
}

TRI_SWEEP substitute_border(real upper, real border, const real *restrict y,
                            const real *restrict last, real *next, real *restrict x,
                            const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next[l] = y[l] - upper * next[l] - border * last[l];
}

TRI_SWEEP backward(const tri_problem *p, const tri_panel *panel, void *scratch, const int lanes)
{
    const shared_scratch s = carve(p, lanes, scratch);
    const real *upper = p->factors.upper, *border = p->factors.border;
    const real *last = s.y + (p->n - 1) * lanes;
    real next[TRI_WIDEST];
    for (int l = 0; l < lanes; ++l)
        next[l] = 0;
    for (int64_t end = p->n; end > 0;) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        for (int64_t i = end - 1; i >= first; --i) {
            const real *y = s.y + i * lanes;
            real *x = s.block + (i - first) * lanes;
            if (p->periodic && i < p->n - 1)
                substitute_border(upper[i], border[i], y, last, next, x, lanes);
            else
                substitute(upper[i], y, next, x, lanes);
        }
        tri_write(p, panel, s.block, first, end);
        end = first;
    }
    tri_write_end();
}

void TRI_SYMBOL(tri_shared_forward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    TRI_BY_LANES(forward, p, panel, scratch)
}

void TRI_SYMBOL(tri_shared_backward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    TRI_BY_LANES(backward, p, panel, scratch)
}
