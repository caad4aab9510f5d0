/* The common kernels of the CPU backend and what a scheme's kernels share with them. */
#ifndef SPATE_BACKEND_CPU_COMMON_COMMON_H
#define SPATE_BACKEND_CPU_COMMON_COMMON_H

#include "backend/common/kernels.h"
#include "backend/cpu/common/tile_rectangle.h"

/* Of the part's `work`. */
typedef struct cpu_common {
    int threads;
    int streams; /* the fields are larger than the caches: results of a step may bypass them */
} cpu_common;

static inline const cpu_common *cpu_common_of(const grid_part *part)
{
    return part->work;
}

/* The number of threads for so many cells. Teams do not shrink, but to one thread. */
int cpu_useful_threads(int threads, int64_t cells);

/* Raises the maxima of a rectangle of one tile row, at most so many tiles wide: long rows use the
 * memory better. */
enum { MAXIMA_TILES = 128 };
typedef void maxima_tiles_fn(const grid_part *part, const tile_rectangle *rectangle);

#define CPU_DECLARE_MAXIMA(twin, isa) maxima_tiles_fn cpu_maxima_##twin##_##isa;
CPU_DECLARE_MAXIMA(f32, base)
CPU_DECLARE_MAXIMA(f64, base)
CPU_DECLARE_MAXIMA(f32, avx2)
CPU_DECLARE_MAXIMA(f64, avx2)
CPU_DECLARE_MAXIMA(f32, avx512)
CPU_DECLARE_MAXIMA(f64, avx512)

#endif
