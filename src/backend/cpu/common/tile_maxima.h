/* The largest value of a tile, from those of its columns. Included per precision. */
#ifndef SPATE_BACKEND_CPU_COMMON_TILE_MAXIMA_H
#define SPATE_BACKEND_CPU_COMMON_TILE_MAXIMA_H

#include "backend/common/part.h"
#include "base/real.h"

/* Maxima of the two halves of m; `half` is a constant at every call. */
SPATE_FN void tile_fold(calc *m, int half)
{
    for (int i = 0; i < half; ++i)
        m[i] = max_r(m[i], m[i + half]);
}

/* None of the values is negative. By halves, in vectors: one after the other is a chain of 32
 * operations, each of which waits for the one before. */
static inline calc tile_largest(const calc *columns)
{
    _Static_assert(SPATE_TILE_X == 32, "five times by halves");
    calc m[16];
    for (int i = 0; i < 16; ++i)
        m[i] = max_r(columns[i], columns[i + 16]);
    tile_fold(m, 8);
    tile_fold(m, 4);
    tile_fold(m, 2);
    return max_r(m[0], m[1]);
}

/* Clears the columns of whole tiles: what lies beyond the rectangle stays zero. */
static inline void tile_clear(calc *columns, int width)
{
    for (int i = 0; i < width; i += SPATE_TILE_X)
        for (int k = i; k < i + SPATE_TILE_X; ++k)
            columns[k] = C(0);
}

#endif
