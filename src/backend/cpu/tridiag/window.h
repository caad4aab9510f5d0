/* Write window for x of contiguous lines that are not aligned to cache lines. Rows are computed
 * a tile at a time, and no tile fills a cache line. The window collects the last rows of each
 * line in order and streams whole cache lines. Without it they are read before they are written,
 * and n = 1001 takes 1.6 times as long (f64, shared matrix, EPYC 9004). */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_WINDOW_H
#define SPATE_BACKEND_CPU_TRIDIAG_WINDOW_H

#include "backend/cpu/tridiag/lines.h"

/* Rows written together, and space for the rows above them that did not fill a cache line. */
enum { TRI_WINDOW_ROWS = 4 * TRI_TILE, TRI_WINDOW_PITCH = TRI_WINDOW_ROWS + TRI_TILE };

/* True if a window pays: x is streamed, and some lines are not aligned to cache lines. */
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

/* Writes the rows from `first` on that fill cache lines; at the ends of the line, all. */
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
/* Stores a tile of the lanes from l on, given as rows in v. */
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

/* Stores at most TRI_BLOCK rows from `first` on. */
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

/* Same, and flushes; window NULL: writes directly. The last rows of a line come first. */
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
