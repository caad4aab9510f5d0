/* The sweep of one rectangle through one Runge-Kutta stage: the hot loop of the CPU backend, compiled
 * for every precision and instruction set. kurganov.c hands out the rectangles. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_H

#include "backend/kurganov/kurganov.h"

/* Cells of a part, made of whole tiles: x0 <= i < x1, y0 <= j < y1. */
typedef struct kp_rectangle {
    int x0, x1, y0, y1;
    int edged; /* some face in it or around it is closed */
} kp_rectangle;

/* Widest rectangle in cells. Scratch rows of this width stay in the second-level cache, and rows this
 * long keep the memory streams of the fields going. */
enum { KP_SWEEP_WIDTH = 512, KP_SWEEP_HEIGHT = 64 };

/* Bytes of scratch one thread needs. */
typedef size_t kp_scratch_bytes_fn(void);
/* Also sets tile_moving and the rates of the tiles. */
typedef void kp_sweep_fn(const kp_part *part, const kp_rectangle *rectangle, int stage,
                         void *scratch);

/* Takes the maxima of a rectangle of one tile row, at most so many tiles wide (kurganov_maxima.c): long
 * rows, for the sake of the memory. */
enum { KP_MAXIMA_TILES = 128 };
typedef void kp_maxima_fn(const kp_part *part, const kp_rectangle *rectangle);

#define KP_DECLARE_SWEEP(twin, isa)                                                                \
    kp_scratch_bytes_fn kp_scratch_bytes_##twin##_##isa;                                           \
    kp_sweep_fn kp_sweep_##twin##_##isa;                                                           \
    kp_maxima_fn kp_maxima_##twin##_##isa;

KP_DECLARE_SWEEP(f32, base)
KP_DECLARE_SWEEP(f64, base)
KP_DECLARE_SWEEP(f32, avx2)
KP_DECLARE_SWEEP(f64, avx2)
KP_DECLARE_SWEEP(f32, avx512)
KP_DECLARE_SWEEP(f64, avx512)

#endif
