/* What the CPU kernels of the Krylov solvers share: names, threads, tile sums. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_KRYLOV_H
#define SPATE_BACKEND_CPU_KRYLOV_KRYLOV_H

#include <string.h>

#include "backend/krylov/cell.h"
#include "backend/krylov/kernels.h"
#include "base/threads.h"

#define KRY_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Columns that are processed together: rows of this length of all arrays of a kernel stay in the
 * second-level cache. Shorter pieces would fit the first, but every piece begins on another page,
 * where prefetching begins anew: 512 columns take 1.3 times as long (EPYC 9004). A multiple of the
 * lanes of a tile. */
enum { KRY_STRIP = 2048 };

/* Tile rows [first, end) of the calling thread of a team. */
static inline void kry_thread_rows(int tile_rows, int *first, int *end)
{
#ifdef _OPENMP
    const int team = omp_get_num_threads();
#else
    const int team = 1;
#endif
    const int64_t thread = thread_number();
    *first = (int)(tile_rows * thread / team);
    *end = (int)(tile_rows * (thread + 1) / team);
}

static inline int kry_least(int a, int b)
{
    return a < b ? a : b;
}

/* Lanes of the tiles of a strip, from its column i0 on, become tile sums. columns: of the strip;
 * there are `planes` lists of KRY_STRIP lanes. The lanes are 0 afterwards. */
static inline void kry_close_tiles(const kry_part *part, int sum, int tile_row, int i0, int columns,
                                   double *lanes)
{
    const kry_shape *s = &part->shape;
    const int width = kry_tile_x(s), tiles = (columns + width - 1) / width;
    double *to = part->tile_sums + (ptrdiff_t)sum * kry_tile_count(s) +
                 (ptrdiff_t)tile_row * kry_tiles_x(s) + i0 / width;
    for (int t = 0; t < tiles; ++t) {
        double lane[KRY_LANES];
        for (int plane = 0; plane < s->planes; ++plane)
            memcpy(lane + plane * width, lanes + plane * KRY_STRIP + t * width,
                   (size_t)width * sizeof *lane);
        for (int step = KRY_LANES / 2; step > 0; step /= 2)
            for (int l = 0; l < step; ++l)
                lane[l] += lane[l + step];
        to[t] = lane[0];
    }
    for (int plane = 0; plane < s->planes; ++plane)
        memset(lanes + plane * KRY_STRIP, 0, sizeof *lanes * (size_t)(tiles * width));
}

#endif
