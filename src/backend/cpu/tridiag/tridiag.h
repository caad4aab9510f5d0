/* What the kernels of the tridiagonal solvers on the CPU share. They are compiled for every precision and
 * instruction set. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_H
#define SPATE_BACKEND_CPU_TRIDIAG_H

#include "backend/cpu/tridiag/lines.h"

#define TRI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

typedef size_t tri_bytes_fn(const tri_problem *problem, int lanes);
typedef void tri_sweep_fn(const tri_problem *problem, const tri_panel *back, const tri_panel *there,
                          void *scratch);

/* A sweep, compiled for the usual numbers of lanes: what one row leaves to the next then stays in
 * registers. */
#define TRI_SWEEP static inline __attribute__((always_inline)) void
#define TRI_BY_LANES(lanes, sweep, ...)                                                            \
    switch (lanes) {                                                                               \
    case TRI_TILE: sweep(__VA_ARGS__, TRI_TILE); break;                                            \
    case 2 * TRI_TILE: sweep(__VA_ARGS__, 2 * TRI_TILE); break;                                    \
    case 4 * TRI_TILE: sweep(__VA_ARGS__, 4 * TRI_TILE); break;                                    \
    case 8 * TRI_TILE: sweep(__VA_ARGS__, 8 * TRI_TILE); break;                                    \
    default: sweep(__VA_ARGS__, lanes);                                                            \
    }

enum { TRI_WIDEST = 8 * TRI_TILE /* lanes of a panel */ };

/* Flags as wide as the values, so that they fit the lanes of the comparisons. */
#if SPATE_REAL_BITS == 32
typedef int32_t tri_flag;
#else
typedef int64_t tri_flag;
#endif

/* ---- blocks of rows ---- */

static inline int64_t tri_blocks(int64_t rows)
{
    return (rows + TRI_BLOCK - 1) / TRI_BLOCK;
}

static inline int tri_block_rows(int64_t rows, int64_t block)
{
    const int64_t left = rows - block * TRI_BLOCK;
    return left < TRI_BLOCK ? (int)left : TRI_BLOCK;
}

/* Where in scratch a block of rows waits, in rows. Every other panel lies there from its end on: its way there
 * fills block by block what the way back of the panel before has just read. */
static inline int64_t tri_slot(const tri_panel *panel, int64_t blocks, int64_t block)
{
    return (panel->mirrored ? blocks - 1 - block : block) * TRI_BLOCK;
}

/* Where one of the values of a row is infinite or not a number. */
static inline void tri_raise(const tri_panel *panel, const real *values, unsigned flag)
{
    for (int l = 0; l < panel->lanes; ++l)
        if (!(values[l] - values[l] == 0))
            panel->flags[l] |= (uint8_t)flag;
}

/* The same for many rows. */
static inline void tri_raise_rows(const tri_panel *panel, const real *rows, int64_t count,
                                  unsigned flag)
{
    real finite[TRI_WIDEST] = {0}; /* or not a number */
    for (int64_t i = 0; i < count; ++i) {
        const real *restrict row = rows + i * panel->lanes;
#pragma omp simd
        for (int l = 0; l < panel->lanes; ++l)
            finite[l] += row[l] - row[l];
    }
    tri_raise(panel, finite, flag);
}

#endif
