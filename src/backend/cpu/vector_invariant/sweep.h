/* Sweeps of one rectangle through one stage of the vector-invariant schemes (sweep.c), or through
 * the three stages of a Runge-Kutta step at once (whole_step.c): the hot loops, compiled for every
 * precision and instruction set. cpu/common/tile_stages.c distributes the rectangles. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_SWEEP_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_SWEEP_H

#include "backend/cpu/common/tile_rectangle.h"
#include "backend/vector_invariant/vector_invariant.h"

/* Widest rectangle in cells. Rows this long keep the memory streams of the fields going, and a few
 * scratch rows of this width stay in the second-level cache. */
enum { VI_SWEEP_WIDTH = 2048 };

/* The same of a whole step, for values of so many bytes, and the greatest height. A whole step asks
 * less of memory, and the rows of one stage nearly fit into the first-level cache. */
#define VI_WHOLE_WIDTH(value_bytes) (2048 / (int)(value_bytes))
enum { VI_WHOLE_HEIGHT = 256 };

/* Bytes of scratch one thread needs. */
typedef size_t vi_scratch_bytes_fn(void);
typedef void vi_sweep_fn(const grid_part *part, const tile_rectangle *rectangle, int stage,
                         void *scratch);

#define VI_DECLARE_SWEEP(twin, isa)                                                                \
    vi_scratch_bytes_fn vi_scratch_bytes_##twin##_##isa, vi_whole_bytes_##twin##_##isa;            \
    vi_sweep_fn vi_sweep_##twin##_##isa, vi_whole_sweep_##twin##_##isa;

VI_DECLARE_SWEEP(f32, base)
VI_DECLARE_SWEEP(f64, base)
VI_DECLARE_SWEEP(f32, avx2)
VI_DECLARE_SWEEP(f64, avx2)
VI_DECLARE_SWEEP(f32, avx512)
VI_DECLARE_SWEEP(f64, avx512)

#endif
