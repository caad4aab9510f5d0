/* Common parts of the tridiagonal kernels of the CPU. They are compiled for every precision and
 * instruction set. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_H
#define SPATE_BACKEND_CPU_TRIDIAG_H

#include "backend/cpu/tridiag/lines.h"

#define TRI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

typedef size_t tri_bytes_fn(const tri_problem *problem, int lanes);
typedef void tri_sweep_fn(const tri_problem *problem, const tri_panel *backward,
                          const tri_panel *forward, void *scratch);

/* A sweep, compiled for common numbers of lanes: values passed from row to row then stay in
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

/* Flags as wide as the values, to match the lanes of comparisons. */
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

/* Position of a block of rows in scratch, in rows. Every other panel is stored in reverse: its
 * forward sweep overwrites block by block what the backward sweep of the previous panel has just
 * read. */
static inline int64_t tri_slot(const tri_panel *panel, int64_t blocks, int64_t block)
{
    return (panel->mirrored ? blocks - 1 - block : block) * TRI_BLOCK;
}

/* Sets a flag of each lane whose value is NaN or infinite. */
static inline void tri_set_flags(const tri_panel *panel, const real *values, unsigned flag)
{
    for (int l = 0; l < panel->lanes; ++l)
        if (!(values[l] - values[l] == 0))
            panel->flags[l] |= (uint8_t)flag;
}

/* Same for many rows. */
static inline void tri_set_flags_of_rows(const tri_panel *panel, const real *rows, int64_t count,
                                         unsigned flag)
{
    real finite[TRI_WIDEST] = {0}; /* 0 or NaN */
    for (int64_t i = 0; i < count; ++i) {
        const real *restrict row = rows + i * panel->lanes;
#pragma omp simd
        for (int l = 0; l < panel->lanes; ++l)
            finite[l] += row[l] - row[l];
    }
    tri_set_flags(panel, finite, flag);
}

#endif
