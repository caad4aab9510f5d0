/* Access to the lines of a panel: rows in place, or blocks of gathered rows. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_LINES_H
#define SPATE_BACKEND_CPU_TRIDIAG_LINES_H

#include "backend/cpu/tridiag/prefetch.h"
#include "backend/cpu/tridiag/transpose.h"

/* Rows gathered at once if lanes are not adjacent: a cache line of each lane. */
enum { TRI_BLOCK = TRI_TILE };

/* ---- contiguous lines ---- */

/* Streaming stores write whole cache lines without reading them first. */
static inline int tri_streams(const tri_problem *p, const real *to)
{
    return p->stream && (uintptr_t)to % 64 == 0;
}

#ifdef TRI_REGISTER_TILES
/* Square tiles: whole vectors both in the block, as rows, and in the lines. */
static inline void tri_gather_squares(const tri_problem *p, const tri_panel *panel,
                                      const real *from, int64_t first, real *block)
{
    int64_t row;
    const ptrdiff_t *later = tri_later(p, panel, first, tri_ahead(p, panel->lanes), &row);
    for (int l = 0; l < panel->lanes; l += TRI_TILE) {
        tri_vector v[TRI_TILE];
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            v[k] = tri_load(from + panel->offset[l + k] + first);
        for (int k = 0; later && k < TRI_TILE; ++k)
            tri_prefetch(from + later[l + k] + row, 1);
        tri_transpose(v);
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            tri_store(block + (ptrdiff_t)tri_column(k) * panel->lanes + l, v[k]);
    }
}

static inline void tri_scatter_squares(const tri_problem *p, const tri_panel *panel,
                                       const real *block, int64_t first, real *to)
{
    for (int l = 0; l < panel->lanes; l += TRI_TILE) {
        tri_vector v[TRI_TILE];
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            v[k] = tri_load(block + (ptrdiff_t)k * panel->lanes + l);
        tri_transpose(v);
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k) {
            real *line = to + panel->offset[l + tri_column(k)] + first;
            if (tri_streams(p, line))
                tri_stream(line, v[k]);
            else
                tri_store(line, v[k]);
        }
    }
}

static inline int tri_squares(const tri_problem *p, const tri_panel *panel, int rows)
{
    return p->stride == 1 && panel->lanes % TRI_TILE == 0 && rows == TRI_TILE;
}
#endif

/* ---- any lines ---- */

/* Gathers at most TRI_BLOCK rows of one array: block[row * lanes + lane]. */
static inline void tri_gather(const tri_problem *p, const tri_panel *panel, const real *from,
                              int64_t first, int rows, real *block)
{
    const int lanes = panel->lanes;
#ifdef TRI_REGISTER_TILES
    if (tri_squares(p, panel, rows)) {
        tri_gather_squares(p, panel, from, first, block);
        return;
    }
#endif
    int64_t row;
    const ptrdiff_t *later = tri_later(p, panel, first, tri_ahead(p, lanes), &row);
    for (int l = 0; l < lanes; ++l) {
        const real *line = from + panel->offset[l] + first * p->stride;
        if (later && p->stride == 1)
            tri_prefetch(from + later[l] + row, 1);
        for (int r = 0; r < rows; ++r)
            block[(ptrdiff_t)r * lanes + l] = line[r * p->stride];
    }
}

static inline void tri_scatter(const tri_problem *p, const tri_panel *panel, const real *block,
                               int64_t first, int rows, real *to)
{
    const int lanes = panel->lanes;
#ifdef TRI_REGISTER_TILES
    if (tri_squares(p, panel, rows)) {
        tri_scatter_squares(p, panel, block, first, to);
        return;
    }
#endif
    for (int l = 0; l < lanes; ++l) {
        real *line = to + panel->offset[l] + first * p->stride;
        for (int r = 0; r < rows; ++r)
            line[r * p->stride] = block[(ptrdiff_t)r * lanes + l];
    }
}

/* Rows from `first` on, lanes contiguous, `pitch` values apart: in place, or gathered in the
 * buffer. */
typedef struct tri_rows {
    const real *at;
    ptrdiff_t pitch;
    const tri_problem *problem; /* in place: used to prefetch later rows */
    const tri_panel *panel;
    const real *from;
    int64_t first;
    int ahead;
} tri_rows;

static inline tri_rows tri_read(const tri_problem *p, const tri_panel *panel, const void *from,
                                int64_t first, int rows, real *buffer)
{
    const real *values = from;
    if (panel->adjacent)
        return (tri_rows){values + panel->offset[0] + first * p->stride,
                          p->stride,
                          p,
                          panel,
                          values,
                          first,
                          tri_ahead(p, panel->lanes)};
    tri_gather(p, panel, values, first, rows, buffer);
    return (tri_rows){.at = buffer, .pitch = panel->lanes};
}

/* Row r; prefetches a later one. */
static inline const real *tri_row_at(const tri_rows *rows, int r, int lanes)
{
    int64_t row;
    if (rows->ahead) {
        const ptrdiff_t *later =
            tri_later(rows->problem, rows->panel, rows->first + r, rows->ahead, &row);
        if (later)
            tri_prefetch(rows->from + later[0] + row * rows->pitch, lanes);
    }
    return rows->at + r * rows->pitch;
}

/* Values from here to the next cache line. */
static inline int tri_to_line(const real *at)
{
    return (int)((64 - (uintptr_t)at % 64) % 64 / sizeof(real));
}

/* Contiguous values of x: whole cache lines are streamed, the ends are not. */
static inline void tri_write_values(const tri_problem *p, const real *from, int count, real *to)
{
#ifdef __SSE2__
    const int before = tri_to_line(to);
    if (p->stream && count >= before + TRI_TILE) {
        tri_copy_few(from, before, to);
        int done = before;
        for (; done + TRI_TILE <= count; done += TRI_TILE)
            tri_stream_line(from + done, to + done);
        tri_copy_few(from + done, count - done, to + done);
        return;
    }
#endif
    (void)p;
    memcpy(to, from, (size_t)count * sizeof(real));
}

/* Writes rows `first` to `end` - 1 of x, at most TRI_BLOCK, from scratch to their lines. */
static inline void tri_write_lanes(const tri_problem *p, const tri_panel *panel, const real *from,
                                   int64_t first, int64_t end, const int lanes)
{
    if (!panel->adjacent) {
        tri_scatter(p, panel, from, first, (int)(end - first), p->x);
        return;
    }
    real *to = (real *)p->x + panel->offset[0];
    for (int64_t i = end - 1; i >= first; --i) {
        tri_prefetch_ends(p, panel, i, lanes);
        tri_write_values(p, from + (i - first) * lanes, lanes, to + i * p->stride);
    }
}

static inline void tri_write(const tri_problem *p, const tri_panel *panel, const real *from,
                             int64_t first, int64_t end)
{
    tri_write_lanes(p, panel, from, first, end, panel->lanes);
}

/* After the last row of a panel: makes streaming stores visible to other threads. */
static inline void tri_write_end(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

static inline void tri_write_panel(const tri_problem *p, const tri_panel *panel, const real *from)
{
    for (int64_t first = 0; first < p->n; first += TRI_BLOCK) {
        const int64_t end = p->n - first < TRI_BLOCK ? p->n : first + TRI_BLOCK;
        tri_write(p, panel, from + first * panel->lanes, first, end);
    }
    tri_write_end();
}

#endif
