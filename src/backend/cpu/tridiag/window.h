/* x of contiguous lines that do not begin on a cache line, on its way to memory. Rows are found a tile at a time: none
 * of its cache lines is whole. So a window keeps the last rows of each line in order, and whole cache lines leave it
 * together, streamed. Without it they are read before they are written, and n = 1001 takes 1.6 times as long (f64,
 * one matrix for all lines, EPYC 9004). */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_WINDOW_H
#define SPATE_BACKEND_CPU_TRIDIAG_WINDOW_H

#include "backend/cpu/tridiag/lines.h"

/* Rows that leave together; behind them those above, which did not fill a cache line. */
enum { TRI_WINDOW_ROWS = 4 * TRI_TILE, TRI_WINDOW_PITCH = TRI_WINDOW_ROWS + TRI_TILE };

/* Where it pays: x goes past the caches, to lines of which some do not begin on a cache line. Otherwise tri_write
 * does. */
static inline int tri_wants_window(const tri_problem *p, const tri_panel *panel)
{
    if (!p->stream || p->stride != 1 || panel->adjacent)
        return 0;
    for (int l = 0; l < panel->lanes; ++l)
        if (tri_to_line((const real *)p->x + panel->offset[l]) != 0)
            return 1;
    return 0;
}

static inline real *tri_window_line(real *window, int lane, int64_t row)
{
    return window + (ptrdiff_t)lane * TRI_WINDOW_PITCH + row % TRI_WINDOW_ROWS;
}

/* Rows from `first` on are there: those go that fill cache lines, and at the ends all. */
static inline void tri_window_flush(const tri_problem *p, const tri_panel *panel, real *window,
                                    int64_t first)
{
    for (int l = 0; l < panel->lanes; ++l) {
        real *rows = tri_window_line(window, l, first);
        real *line = (real *)p->x + panel->offset[l];
        const int64_t aligned = first + tri_to_line(line);
        const int64_t begin = first == 0 ? 0 : aligned < p->n ? aligned : p->n;
        const int64_t top = aligned + TRI_WINDOW_ROWS, end = top < p->n ? top : p->n;
        tri_write_values(p, rows + (begin - first), (int)(end - begin), line + begin);
        memcpy(rows + TRI_WINDOW_ROWS, rows, TRI_TILE * sizeof(real));
    }
}

static inline void tri_window_rows_done(const tri_problem *p, const tri_panel *panel, real *window,
                                        int64_t first)
{
    if (first % TRI_WINDOW_ROWS == 0)
        tri_window_flush(p, panel, window, first);
}

#ifdef TRI_REGISTER_TILES
/* A tile of the lanes from l on, as rows in v. */
static inline __attribute__((always_inline)) void tri_window_tile(real *window, int l,
                                                                  int64_t first, tri_vector *v)
{
    real *line = tri_window_line(window, l, first);
    tri_transpose(v);
#pragma GCC unroll 16
    for (int k = 0; k < TRI_TILE; ++k)
        tri_store(line + (ptrdiff_t)tri_column(k) * TRI_WINDOW_PITCH, v[k]);
}

static inline void tri_window_squares(real *window, const real *block, int64_t first, int lanes)
{
    for (int l = 0; l < lanes; l += TRI_TILE) {
        tri_vector v[TRI_TILE];
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            v[k] = tri_load(block + (ptrdiff_t)k * lanes + l);
        tri_window_tile(window, l, first, v);
    }
}
#endif

/* At most TRI_BLOCK rows from `first` on, side by side. */
static inline void tri_window_rows(const tri_problem *p, const tri_panel *panel, real *window,
                                   const real *block, int64_t first, int rows)
{
    const int lanes = panel->lanes;
#ifdef TRI_REGISTER_TILES
    if (tri_squares(p, panel, rows)) {
        tri_window_squares(window, block, first, lanes);
        return;
    }
#endif
    (void)p;
    for (int l = 0; l < lanes; ++l) {
        real *line = tri_window_line(window, l, first);
        for (int r = 0; r < rows; ++r)
            line[r] = block[(ptrdiff_t)r * lanes + l];
    }
}

/* The same, and on their way; window NULL: straight to memory. The last rows of a line come first. */
static inline __attribute__((always_inline)) void tri_window_write(const tri_problem *p,
                                                                   const tri_panel *panel,
                                                                   real *window, const real *block,
                                                                   int64_t first, int rows,
                                                                   const int lanes)
{
    if (!window) {
        tri_write_lanes(p, panel, block, first, first + rows, lanes);
        return;
    }
    tri_window_rows(p, panel, window, block, first, rows);
    tri_window_rows_done(p, panel, window, first);
}

#endif
