/* Many right-hand sides of one factored matrix, SIMD across the lines of a panel.
 *
 * Traffic: reads d and writes x, 2 words an unknown. Factors are broadcast; y waits in scratch. The
 * operations are those of tridiag_thomas.c and tridiag_cyclic.c in the same order. */
#include "backend/cpu/tridiag.h"

typedef struct shared_scratch {
    real *zero, *last, *y, *block;
} shared_scratch;

tri_bytes_fn TRI_SYMBOL(tri_shared_bytes);
tri_sweep_fn TRI_SYMBOL(tri_shared_forward), TRI_SYMBOL(tri_shared_backward);

size_t TRI_SYMBOL(tri_shared_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n + 2 + TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

static shared_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    shared_scratch s;
    s.zero = scratch;
    s.last = s.zero + lanes;
    s.y = s.zero + 2 * lanes;
    s.block = s.y + (ptrdiff_t)p->n * lanes;
    return s;
}

/* y = (d - lower y) scale. */
static inline void eliminate(int lanes, real lower, real scale, const real *restrict d,
                             const real *restrict before, real *restrict y)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        y[l] = (d[l] - lower * before[l]) * scale;
}

static inline void eliminate_last(int lanes, real e, const real *restrict y, real *restrict d)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        d[l] = d[l] - e * y[l];
}

void TRI_SYMBOL(tri_shared_forward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    const shared_scratch s = carve(p, lanes, scratch);
    const real *lower = p->factors.lower, *scale = p->factors.scale, *e = p->factors.last;
    const int64_t plain = p->periodic ? p->n - 1 : p->n; /* rows without the border */
    memset(s.zero, 0, (size_t)lanes * sizeof(real));
    if (p->periodic)
        memcpy(s.last, tri_read(p, panel, p->d, p->n - 1, 1, s.block).at,
               (size_t)lanes * sizeof(real));
    const real *before = s.zero;
    for (int64_t first = 0; first < plain; first += TRI_BLOCK) {
        const int rows = plain - first < TRI_BLOCK ? (int)(plain - first) : TRI_BLOCK;
        const tri_rows d = tri_read(p, panel, p->d, first, rows, s.block);
        for (int r = 0; r < rows; ++r) {
            const int64_t i = first + r;
            real *y = s.y + i * lanes;
            eliminate(lanes, lower[i], scale[i], tri_row_at(&d, r, lanes), before, y);
            if (p->periodic)
                eliminate_last(lanes, e[i], y, s.last);
            before = y;
        }
    }
    if (p->periodic)
        eliminate(lanes, 0, scale[p->n - 1], s.last, s.zero, s.y + plain * lanes);
    memset(panel->flags, 0, (size_t)lanes);
    tri_raise_failed(panel, s.y + (p->n - 1) * lanes);
}

static inline void substitute(int lanes, real upper, const real *restrict next, real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = x[l] - upper * next[l];
}

static inline void substitute_border(int lanes, real upper, real border, const real *restrict next,
                                     const real *restrict last, real *restrict x)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = x[l] - upper * next[l] - border * last[l];
}

void TRI_SYMBOL(tri_shared_backward)(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const int lanes = panel->lanes;
    const shared_scratch s = carve(p, lanes, scratch);
    const real *upper = p->factors.upper, *border = p->factors.border;
    const real *last = s.y + (p->n - 1) * lanes, *next = s.zero;
    for (int64_t end = p->n; end > 0;) {
        const int64_t first = (end - 1) / TRI_BLOCK * TRI_BLOCK;
        for (int64_t i = end - 1; i >= first; --i) {
            real *x = s.y + i * lanes;
            if (p->periodic && i < p->n - 1)
                substitute_border(lanes, upper[i], border[i], next, last, x);
            else
                substitute(lanes, upper[i], next, x);
            next = x;
        }
        tri_write(p, panel, s.y + first * lanes, first, end);
        end = first;
    }
    tri_write_end();
}
