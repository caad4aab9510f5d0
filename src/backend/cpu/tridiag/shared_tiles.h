/* Contiguous lines of one factored matrix, a few square tiles at a time: transposed, eliminated
 * and stored from registers. The operations are those of shared.c. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_SHARED_TILES_H
#define SPATE_BACKEND_CPU_TRIDIAG_SHARED_TILES_H

#include "backend/cpu/tridiag/tridiag.h"
#include "backend/cpu/tridiag/window.h"

#ifdef TRI_REGISTER_TILES
#define TRI_TILE_STEP static inline __attribute__((always_inline)) void

/* Half of the registers: the rows of a tile depend on each other, those of two tiles do not. */
enum { TRI_TOGETHER = 16 / TRI_TILE, TRI_TOGETHER_LANES = TRI_TOGETHER * TRI_TILE };

typedef struct tri_tiles {
    tri_vector v[TRI_TOGETHER][TRI_TILE];
} tri_tiles;

static inline int tri_has_tiles(const tri_problem *p, const tri_panel *panel, int rows)
{
    return tri_squares(p, panel, rows) && panel->lanes % TRI_TOGETHER_LANES == 0;
}

/* Loads rows of the lines at `line`; prefetches the same lines at `later`. */
TRI_TILE_STEP load_tiles(const real *from, const ptrdiff_t *line, const real *ahead,
                         const ptrdiff_t *later, tri_tiles *t)
{
#pragma GCC unroll 2
    for (int m = 0; m < TRI_TOGETHER; ++m) {
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            t->v[m][k] = tri_load(from + line[m * TRI_TILE + k]);
        for (int k = 0; later && k < TRI_TILE; ++k)
            tri_prefetch(ahead + later[m * TRI_TILE + k], 1);
        tri_transpose(t->v[m]);
    }
}

/* y = (d - lower y) scale of each row, to rows of `lanes` values; last -= e y if lines are
 * periodic. */
TRI_TILE_STEP eliminate_tiles(const tri_factors *f, int64_t first, int periodic, tri_tiles *t,
                              real *before, real *last, real *to, ptrdiff_t lanes)
{
    const real *lower = (const real *)f->lower + first, *scale = (const real *)f->scale + first,
               *e = (const real *)f->last + first;
    tri_vector y[TRI_TOGETHER], rest[TRI_TOGETHER];
#pragma GCC unroll 2
    for (int m = 0; m < TRI_TOGETHER; ++m) {
        y[m] = tri_load(before + m * TRI_TILE);
        rest[m] = tri_load(last + m * TRI_TILE);
    }
#pragma GCC unroll 16
    for (int r = 0; r < TRI_TILE; ++r)
#pragma GCC unroll 2
        for (int m = 0; m < TRI_TOGETHER; ++m) {
            y[m] = (t->v[m][tri_column(r)] - lower[r] * y[m]) * scale[r];
            tri_store(to + r * lanes + m * TRI_TILE, y[m]);
            if (periodic)
                rest[m] = rest[m] - e[r] * y[m];
        }
#pragma GCC unroll 2
    for (int m = 0; m < TRI_TOGETHER; ++m) {
        tri_store(before + m * TRI_TILE, y[m]);
        if (periodic)
            tri_store(last + m * TRI_TILE, rest[m]);
    }
}

/* x = y - upper x[after] - border x[n-1], the last row first. */
TRI_TILE_STEP substitute_tiles(const tri_factors *f, int64_t first, int periodic, const real *y,
                               ptrdiff_t lanes, real *next, const real *last, tri_tiles *t)
{
    const real *upper = (const real *)f->upper + first, *border = (const real *)f->border + first;
    tri_vector x[TRI_TOGETHER], x_last[TRI_TOGETHER];
#pragma GCC unroll 2
    for (int m = 0; m < TRI_TOGETHER; ++m) {
        x[m] = tri_load(next + m * TRI_TILE);
        x_last[m] = tri_load(last + m * TRI_TILE);
    }
#pragma GCC unroll 16
    for (int r = TRI_TILE - 1; r >= 0; --r)
#pragma GCC unroll 2
        for (int m = 0; m < TRI_TOGETHER; ++m) {
            x[m] = tri_load(y + r * lanes + m * TRI_TILE) - upper[r] * x[m];
            if (periodic)
                x[m] = x[m] - border[r] * x_last[m];
            t->v[m][r] = x[m];
        }
#pragma GCC unroll 2
    for (int m = 0; m < TRI_TOGETHER; ++m)
        tri_store(next + m * TRI_TILE, x[m]);
}

TRI_TILE_STEP write_tile(const tri_problem *p, real *to, const ptrdiff_t *line, tri_vector *v)
{
    tri_transpose(v);
#pragma GCC unroll 16
    for (int k = 0; k < TRI_TILE; ++k) {
        real *place = to + line[tri_column(k)];
        if (tri_streams(p, place))
            tri_stream(place, v[k]);
        else
            tri_store(place, v[k]);
    }
}

TRI_TILE_STEP write_tiles(const tri_problem *p, const tri_panel *panel, real *window, int l,
                          int64_t first, tri_tiles *t)
{
#pragma GCC unroll 2
    for (int m = 0; m < TRI_TOGETHER; ++m, l += TRI_TILE)
        if (window)
            tri_window_tile(window, l, first, t->v[m]);
        else
            write_tile(p, (real *)p->x + first, panel->offset + l, t->v[m]);
}
#endif

#endif
