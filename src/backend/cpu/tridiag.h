/* The kernels of the tridiagonal solvers on the CPU, compiled for every precision and instruction set, and
 * how they reach the rows of a panel. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_H
#define SPATE_BACKEND_CPU_TRIDIAG_H

#include <string.h>

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

/* Lines of one array brought side by side: to[row * lanes + lane]. */
static inline void tri_gather(const tri_problem *p, const tri_panel *panel, const real *from,
                              int64_t first, int rows, real *to)
{
    const int lanes = panel->lanes;
    if (p->stride == 1) {
        for (int l = 0; l < lanes; ++l) {
            const real *line = from + panel->offset[l] + first;
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
} tri_rows;

static inline tri_rows tri_read(const tri_problem *p, const tri_panel *panel, const void *from,
                                int64_t first, int rows, real *buffer)
{
    if (panel->adjacent)
        return (tri_rows){(const real *)from + panel->offset[0] + first * p->stride, p->stride};
    tri_gather(p, panel, from, first, rows, buffer);
    return (tri_rows){buffer, panel->lanes};
}

/* Rows of x from `first`, a multiple of TRI_BLOCK, on: in place, or in a buffer to be scattered. Two buffers
 * take turns, because the block before still needs the row where the last one ended. */
typedef struct tri_out {
    real *at;
    ptrdiff_t pitch;
} tri_out;

static inline tri_out tri_out_rows(const tri_problem *p, const tri_panel *panel, int64_t first,
                                   real *const *buffers)
{
    if (panel->adjacent)
        return (tri_out){(real *)p->x + panel->offset[0] + first * p->stride, p->stride};
    return (tri_out){buffers[first / TRI_BLOCK % 2], panel->lanes};
}

static inline void tri_out_done(const tri_problem *p, const tri_panel *panel, const tri_out *out,
                                int64_t first, int rows)
{
    if (!panel->adjacent)
        tri_scatter(p, panel, out->at, first, rows, p->x);
}

static inline void tri_raise_failed(const tri_panel *panel, const real *last_y)
{
    for (int l = 0; l < panel->lanes; ++l)
        if (!(last_y[l] - last_y[l] == 0)) /* infinite, or not a number */
            panel->flags[l] |= TRI_FAILED;
}

#endif
