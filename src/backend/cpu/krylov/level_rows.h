/* Blocks of quads, and rows of vectors, for the passes of RRB and multigrid. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_LEVEL_ROWS_H
#define SPATE_BACKEND_CPU_KRYLOV_LEVEL_ROWS_H

#include <string.h>

#include "backend/cpu/krylov/levels.h"
#include "base/threads.h"

/* Columns of a block: a few rows of them lie on the stack and in the first cache. */
enum { LEVEL_COLUMNS = 1024 };

/* Quads [x0, x1) x [y0, y1). */
typedef struct level_block {
    int x0, x1, y0, y1;
} level_block;

/* Calls pass(..., block) for all blocks of a level. A thread has consecutive rows. */
#define LEVEL_BLOCKS(l, pass, ...)                                                                 \
    do {                                                                                           \
        _Pragma("omp parallel num_threads(level_team(l))")                                         \
        {                                                                                          \
            const level_block mine = level_rows_of_thread(l);                                      \
            for (int x = 0; mine.y0 < mine.y1 && x < (l)->qx; x += LEVEL_COLUMNS)                  \
                pass(__VA_ARGS__, level_columns(l, mine, x));                                      \
        }                                                                                          \
    } while (0)

static inline level_block level_rows_of_thread(const level_part *l)
{
#ifdef _OPENMP
    const int64_t team = omp_get_num_threads();
#else
    const int64_t team = 1;
#endif
    const int64_t thread = thread_number();
    return (level_block){0, l->qx, (int)(l->qy * thread / team),
                         (int)(l->qy * (thread + 1) / team)};
}

static inline level_block level_columns(const level_part *l, level_block mine, int x)
{
    mine.x0 = x;
    mine.x1 = l->qx - x < LEVEL_COLUMNS ? l->qx : x + LEVEL_COLUMNS;
    return mine;
}

/* Row J of r, nodes of one kind. */
SPATE_FN real *level_r(const level_part *l, int kind, ptrdiff_t J)
{
    return (real *)l->r + kind * l->quad_plane + J * l->quad_pitch;
}

/* Writes values of row j of the nodes to r of a level: nodes from ... to - 1, from is even. */
static inline void level_split(const level_part *l, ptrdiff_t j, int from, int to,
                               const real *restrict values)
{
    if (l->staged) {
        memcpy((real *)l->r + j * l->quad_pitch + from, values,
               sizeof *values * (size_t)(to - from));
        return;
    }
    const int upper = (int)(j & 1), pairs = (to - from) / 2;
    real *restrict even = level_r(l, upper ? QUAD_R2 : QUAD_E, j >> 1) + from / 2;
    real *restrict odd = level_r(l, upper ? QUAD_O : QUAD_R1, j >> 1) + from / 2;
#pragma omp simd
    for (int k = 0; k < pairs; ++k) {
        even[k] = values[2 * k];
        odd[k] = values[2 * k + 1];
    }
    if ((to - from) & 1)
        even[pairs] = values[2 * pairs];
}

#endif
