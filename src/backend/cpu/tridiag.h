/* The kernels of the tridiagonal solvers on the CPU, compiled for every precision and instruction set, and
 * how they reach the rows of a panel. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_H
#define SPATE_BACKEND_CPU_TRIDIAG_H

#include <string.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "backend/cpu/tridiag_transpose.h"
#include "backend/tridiag.h"
#include "base/real.h"

#define TRI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Rows that are brought into the first-level cache at once where lanes are not neighbours. */
enum { TRI_BLOCK = 32 };

typedef size_t tri_bytes_fn(const tri_problem *problem, int lanes);
typedef void tri_sweep_fn(const tri_problem *problem, const tri_panel *panel, void *scratch);

/* Flags as wide as the values, so that they fit the lanes of the comparisons. */
#if SPATE_REAL_BITS == 32
typedef int32_t tri_flag;
#else
typedef int64_t tri_flag;
#endif

/* Strided rows lie in pages of their own, where no processor looks ahead by itself: so many bytes of all
 * arrays together are asked for in advance. Enough for the memory to keep busy, and so few that rows a
 * power of two apart do not drive each other out of one set of the cache. */
enum { TRI_AHEAD_BYTES = 2048 };

static inline int tri_ahead(const tri_problem *p, int lanes)
{
    const int row = lanes * (int)sizeof(real) * (p->a ? 4 : 1);
    return (TRI_AHEAD_BYTES + row - 1) / row;
}

static inline void tri_prefetch(const real *from, ptrdiff_t values)
{
    for (ptrdiff_t k = 0; k < values; k += TRI_TILE)
        __builtin_prefetch(from + k);
}

/* Whole blocks of contiguous lines go through registers; returns 0 where they cannot. */
static inline int tri_gather_tiles(const tri_panel *panel, const real *from, int64_t first,
                                   int rows, real *to)
{
#ifdef TRI_REGISTER_TILES
    const int lanes = panel->lanes;
    if (lanes % TRI_TILE || rows != TRI_BLOCK)
        return 0;
    for (int l = 0; l < lanes; l += TRI_TILE)
        for (int r = 0; r < rows; r += TRI_TILE) {
            const real *tile[TRI_TILE];
            for (int k = 0; k < TRI_TILE; ++k) {
                tile[k] = from + panel->offset[l + k] + first + r;
                __builtin_prefetch(tile[k] + TRI_BLOCK);
            }
            tri_transpose(tile, to + (ptrdiff_t)r * lanes + l, lanes);
        }
    return 1;
#else
    (void)panel, (void)from, (void)first, (void)rows, (void)to;
    return 0;
#endif
}

/* Neighbouring values of x. Streamed past the caches they need not be read before they are written. */
static inline void tri_write_values(const tri_problem *p, const real *from, int count, real *to)
{
#ifdef __AVX512F__
    if (p->stream && count % TRI_TILE == 0 && (uintptr_t)to % 64 == 0) {
        for (int l = 0; l < count; l += TRI_TILE)
            _mm512_stream_si512((__m512i *)(void *)(to + l), _mm512_loadu_si512(from + l));
        return;
    }
#else
    (void)p;
#endif
    memcpy(to, from, (size_t)count * sizeof(real));
}

static inline int tri_scatter_tiles(const tri_problem *p, const tri_panel *panel, const real *from,
                                    int64_t first, int rows, real *to)
{
#ifdef TRI_REGISTER_TILES
    const int lanes = panel->lanes;
    if (lanes % TRI_TILE || rows != TRI_BLOCK)
        return 0;
    for (int l = 0; l < lanes; l += TRI_TILE)
        for (int r = 0; r < rows; r += TRI_TILE) {
            const real *tile[TRI_TILE];
            real out[TRI_TILE * TRI_TILE];
            for (int k = 0; k < TRI_TILE; ++k)
                tile[k] = from + (ptrdiff_t)(r + k) * lanes + l;
            tri_transpose(tile, out, TRI_TILE);
            for (int k = 0; k < TRI_TILE; ++k)
                tri_write_values(p, out + (ptrdiff_t)k * TRI_TILE, TRI_TILE,
                                 to + panel->offset[l + k] + first + r);
        }
    return 1;
#else
    (void)p, (void)panel, (void)from, (void)first, (void)rows, (void)to;
    return 0;
#endif
}

/* Lines of one array brought side by side: to[row * lanes + lane]. */
static inline void tri_gather(const tri_problem *p, const tri_panel *panel, const real *from,
                              int64_t first, int rows, real *to)
{
    const int lanes = panel->lanes;
    if (p->stride == 1 && tri_gather_tiles(panel, from, first, rows, to))
        return;
    if (p->stride == 1) {
        for (int l = 0; l < lanes; ++l) {
            const real *line = from + panel->offset[l] + first;
            tri_prefetch(line + rows, TRI_BLOCK);
            for (int r = 0; r < rows; ++r)
                to[(ptrdiff_t)r * lanes + l] = line[r];
        }
        return;
    }
    for (int r = 0; r < rows; ++r)
        for (int l = 0; l < lanes; ++l)
            to[(ptrdiff_t)r * lanes + l] = from[panel->offset[l] + (first + r) * p->stride];
}

static inline void tri_scatter(const tri_problem *p, const tri_panel *panel, const real *from,
                               int64_t first, int rows, real *to)
{
    const int lanes = panel->lanes;
    if (p->stride == 1 && tri_scatter_tiles(p, panel, from, first, rows, to))
        return;
    if (p->stride == 1) {
        for (int l = 0; l < lanes; ++l) {
            real *line = to + panel->offset[l] + first;
            for (int r = 0; r < rows; ++r)
                line[r] = from[(ptrdiff_t)r * lanes + l];
        }
        return;
    }
    for (int r = 0; r < rows; ++r)
        for (int l = 0; l < lanes; ++l)
            to[panel->offset[l] + (first + r) * p->stride] = from[(ptrdiff_t)r * lanes + l];
}

/* Rows from `first` on, lanes side by side, `pitch` values apart: in place, or gathered in the buffer. */
typedef struct tri_rows {
    const real *at;
    ptrdiff_t pitch;
    int ahead; /* rows to look ahead; 0: none */
    int rows;  /* of the line, from the first one here on */
} tri_rows;

/* Row r, while a later one is on its way. */
static inline const real *tri_row_at(const tri_rows *rows, int r, int lanes)
{
    const int later = r + rows->ahead;
    if (rows->ahead && later < rows->rows)
        tri_prefetch(rows->at + later * rows->pitch, lanes);
    return rows->at + r * rows->pitch;
}

static inline tri_rows tri_read(const tri_problem *p, const tri_panel *panel, const void *from,
                                int64_t first, int rows, real *buffer)
{
    if (panel->adjacent) {
        const int64_t left = p->n - first;
        return (tri_rows){(const real *)from + panel->offset[0] + first * p->stride, p->stride,
                          tri_ahead(p, panel->lanes), left < INT32_MAX ? (int)left : INT32_MAX};
    }
    tri_gather(p, panel, from, first, rows, buffer);
    return (tri_rows){buffer, panel->lanes, 0, rows};
}

/* Rows `first` to `end` of x, which lie side by side in scratch, go to their lines. */
static inline void tri_write(const tri_problem *p, const tri_panel *panel, const real *from,
                             int64_t first, int64_t end)
{
    const int lanes = panel->lanes;
    if (!panel->adjacent) {
        tri_scatter(p, panel, from, first, (int)(end - first), p->x);
        return;
    }
    real *to = (real *)p->x + panel->offset[0];
    for (int64_t i = end - 1; i >= first; --i)
        tri_write_values(p, from + (i - first) * lanes, lanes, to + i * p->stride);
}

/* After the last row of a panel: other threads see what was streamed. */
static inline void tri_write_end(void)
{
#ifdef __AVX512F__
    _mm_sfence();
#endif
}

static inline void tri_raise_failed(const tri_panel *panel, const real *last_y)
{
    for (int l = 0; l < panel->lanes; ++l)
        if (!(last_y[l] - last_y[l] == 0)) /* infinite, or not a number */
            panel->flags[l] |= TRI_FAILED;
}

#endif
