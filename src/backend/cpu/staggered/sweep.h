/* The sweep of one rectangle through one step of the staggered scheme: the hot loop, compiled for
 * every precision and instruction set. cpu/common/tile_stages.c distributes the rectangles. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_SWEEP_H
#define SPATE_BACKEND_CPU_STAGGERED_SWEEP_H

#include "backend/cpu/common/tile_rectangle.h"
#include "backend/staggered/staggered.h"

/* Widest rectangle in cells. Rows this long keep the memory streams of the fields going, and a few
 * scratch rows of this width stay in the second-level cache. */
enum { STAG_SWEEP_WIDTH = 2048 };

/* Bytes of scratch one thread needs. */
typedef size_t stag_scratch_bytes_fn(void);
typedef void stag_sweep_fn(const grid_part *part, const tile_rectangle *rectangle, int stage,
                           void *scratch);

#define STAG_DECLARE_SWEEP(twin, isa)                                                              \
    stag_scratch_bytes_fn stag_scratch_bytes_##twin##_##isa;                                       \
    stag_sweep_fn stag_sweep_##twin##_##isa;

STAG_DECLARE_SWEEP(f32, base)
STAG_DECLARE_SWEEP(f64, base)
STAG_DECLARE_SWEEP(f32, avx2)
STAG_DECLARE_SWEEP(f64, avx2)
STAG_DECLARE_SWEEP(f32, avx512)
STAG_DECLARE_SWEEP(f64, avx512)

#endif
