/* The sweep of one rectangle through one Runge-Kutta stage: the hot loop of the CPU backend,
 * compiled for every precision and instruction set. kurganov.c distributes the rectangles. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_H

#include "backend/cpu/common/tile_rectangle.h"
#include "backend/kurganov/kurganov.h"

/* Widest rectangle in cells. Scratch rows of this width stay in the second-level cache, and rows
 * this long keep the memory streams of the fields going. */
enum { KP_SWEEP_WIDTH = 512, KP_SWEEP_HEIGHT = 64 };

/* Bytes of scratch one thread needs. */
typedef size_t kp_scratch_bytes_fn(void);
/* Also sets tile_moving and the rates of the tiles. */
typedef void kp_sweep_fn(const grid_part *part, const tile_rectangle *rectangle, int stage,
                         void *scratch);

#define KP_DECLARE_SWEEP(twin, isa)                                                                \
    kp_scratch_bytes_fn kp_scratch_bytes_##twin##_##isa;                                           \
    kp_sweep_fn kp_sweep_##twin##_##isa;

KP_DECLARE_SWEEP(f32, base)
KP_DECLARE_SWEEP(f64, base)
KP_DECLARE_SWEEP(f32, avx2)
KP_DECLARE_SWEEP(f64, avx2)
KP_DECLARE_SWEEP(f32, avx512)
KP_DECLARE_SWEEP(f64, avx512)

#endif
