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

/* Rows that are brought side by side at once where lanes are not neighbours: a cache line of each. */
enum { TRI_BLOCK = TRI_TILE, TRI_WIDEST = 8 * TRI_TILE /* lanes of a panel */ };

typedef size_t tri_bytes_fn(const tri_problem *problem, int lanes);
typedef void tri_sweep_fn(const tri_problem *problem, const tri_panel *panel, void *scratch);

/* A sweep over a panel, compiled for the usual numbers of lanes: what one row leaves to the next then stays
 * in registers. */
#define TRI_SWEEP static inline __attribute__((always_inline)) void
#define TRI_BY_LANES(sweep, problem, panel, scratch)                                               \
    switch ((panel)->lanes) {                                                                      \
    case TRI_TILE: sweep(problem, panel, scratch, TRI_TILE); break;                                \
    case 2 * TRI_TILE: sweep(problem, panel, scratch, 2 * TRI_TILE); break;                        \
    case 4 * TRI_TILE: sweep(problem, panel, scratch, 4 * TRI_TILE); break;                        \
    case 8 * TRI_TILE: sweep(problem, panel, scratch, 8 * TRI_TILE); break;                        \
    default: sweep(problem, panel, scratch, (panel)->lanes);                                       \
    }

/* Flags as wide as the values, so that they fit the lanes of the comparisons. */
#if SPATE_REAL_BITS == 32
typedef int32_t tri_flag;
#else
typedef int64_t tri_flag;
#endif

/* What is asked for in advance, of all lanes and arrays together: what one core can have on its way from
 * memory, bandwidth times latency (about 40 GB/s and 0.3 us), and so little that it waits in the second-level
 * cache beside the scratch. No processor looks that far ahead by itself: strided rows lie in pages of their
 * own, and a panel of contiguous lines is more streams than it follows. */
enum { TRI_AHEAD_BYTES = 12 << 10 };

static inline int tri_arrays(const tri_problem *p)
{
    return p->a ? 4 : 1;
}

/* In rows. */
static inline int tri_ahead(const tri_problem *p, int lanes)
{
    const int row = lanes * (int)sizeof(real) * tri_arrays(p);
    return (TRI_AHEAD_BYTES + row - 1) / row;
}

/* To the second-level cache: on its way to the first one a line holds one of few buffers until memory has
 * answered, which halves the bandwidth of a core (EPYC 9004). */
static inline void tri_prefetch(const real *from, ptrdiff_t values)
{
    for (ptrdiff_t k = 0; k < values; k += TRI_TILE)
        __builtin_prefetch(from + k, 0, 2);
}

/* Whole blocks of contiguous lines go through registers; returns 0 where they cannot. */
static inline int tri_gather_tiles(const tri_problem *p, const tri_panel *panel, const real *from,
                                   int64_t first, int rows, real *to)
{
#ifdef TRI_REGISTER_TILES
    const int lanes = panel->lanes, ahead = tri_ahead(p, lanes);
    if (lanes % TRI_TILE || rows != TRI_TILE)
        return 0;
    for (int l = 0; l < lanes; l += TRI_TILE) {
        const real *tile[TRI_TILE];
        for (int k = 0; k < TRI_TILE; ++k) {
            tile[k] = from + panel->offset[l + k] + first;
            tri_prefetch(tile[k] + ahead, 1);
        }
        tri_transpose(tile, to + l, lanes);
    }
    return 1;
#else
    (void)p, (void)panel, (void)from, (void)first, (void)rows, (void)to;
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
    if (lanes % TRI_TILE || rows != TRI_TILE)
        return 0;
    for (int l = 0; l < lanes; l += TRI_TILE) {
        const real *tile[TRI_TILE];
        real out[TRI_TILE * TRI_TILE];
        for (int k = 0; k < TRI_TILE; ++k)
            tile[k] = from + (ptrdiff_t)k * lanes + l;
        tri_transpose(tile, out, TRI_TILE);
        for (int k = 0; k < TRI_TILE; ++k)
            tri_write_values(p, out + (ptrdiff_t)k * TRI_TILE, TRI_TILE,
                             to + panel->offset[l + k] + first);
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
    if (p->stride == 1 && tri_gather_tiles(p, panel, from, first, rows, to))
        return;
    if (p->stride == 1) {
        for (int l = 0; l < lanes; ++l) {
            const real *line = from + panel->offset[l] + first;
            tri_prefetch(line + tri_ahead(p, lanes), TRI_BLOCK);
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
