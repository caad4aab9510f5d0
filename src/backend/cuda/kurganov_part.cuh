/* A part of the Kurganov scheme on the device: a kp_part whose pointers are the device's, and the items into
 * which its cells are cut. Kernels get it by value. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_PART_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_PART_CUH

#include "backend/cuda/device.cuh"
#include "backend/kurganov_boundary.h"
#include "backend/kurganov_clock.h"
#include "backend/kurganov_stage.h"

/* An item is what one warp computes: a strip of ITEM_WIDTH columns that it marches up row by row. Each lane
 * has LANE_CELLS cells of a row side by side; the outer two cells on either side are ghosts of the strip.
 * Two cells a lane halve the shuffles and the redundant columns (4 in 64), at the price of registers: in f64
 * half as many warps are at work, and it still pays. */
#ifndef SPATE_LANE_CELLS
#define SPATE_LANE_CELLS 2
#endif
enum { LANE_CELLS = SPATE_LANE_CELLS };
enum { ITEM_WIDTH = 32 * LANE_CELLS - 2 * KP_HALO, WARPS = 4 };

/* What the device knows of the progress of a part beside the clock. */
typedef struct cuda_control {
    int running;      /* kernels of a step do nothing where this is 0 */
    int parity;       /* moved[parity] is of the last accepted step */
    int redo;         /* the step under way replaces one that was too long */
    int accepted;     /* the step before was */
    int windy_before; /* in the step before */
    int plain, edged; /* items in the lists of this step */
    int computed;     /* the sum of both, kept for the report */
    long long last_step;
    /* Bits of rates (f64, never negative, so that integers compare as they do): of sleeping items, and of
     * the stages of this attempt. */
    unsigned long long sleeping_face, sleeping_cell, stage_face[2], next_cell;
} cuda_control;

typedef struct cuda_part {
    kp_part p;
    cuda_control *control;
    int columns, rows;        /* of items */
    int height, height_power; /* cells of an item in y: a power of two */
    int schedulers, resident; /* of warps: how many schedulers, and warps at once, the device has */
    int most_warps;           /* that a stage is launched with */
    uint8_t *moved[2];        /* some cell was not at rest; by parity of the step */
    uint8_t *awake;           /* computed in this step */
    uint8_t *edged, *forced;  /* kinds of items, from those of the tiles under them */
    double *face_rate, *cell_rate;
    int *plain_list, *edged_list;
    exact_sum *sums; /* of blocks */
    /* What a stage does not change, in the arithmetic of the kernels: instructions read it from here. */
    kp_stage constants;
    calc half_theta, strength;
} cuda_part;

static __device__ __forceinline__ unsigned long long rate_bits(double rate)
{
    return (unsigned long long)__double_as_longlong(rate);
}

static __device__ __forceinline__ double bits_rate(unsigned long long bits)
{
    return __longlong_as_double((long long)bits);
}

static __device__ __forceinline__ double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Cells of an item, and whether it sees ghosts that another part fills. */
typedef struct item_box {
    int x0, x1, y0, y1;
} item_box;

static __device__ __forceinline__ item_box item_of(const cuda_part &c, int item)
{
    item_box b;
    b.x0 = item % c.columns * ITEM_WIDTH;
    b.y0 = item / c.columns * c.height;
    b.x1 = min(b.x0 + ITEM_WIDTH, c.p.shape.nx);
    b.y1 = min(b.y0 + c.height, c.p.shape.ny);
    return b;
}

static __device__ __forceinline__ int item_in_rim(const cuda_part &c, item_box b)
{
    const part_shape &s = c.p.shape;
    return (s.linked[0] && b.x0 < KP_HALO) || (s.linked[1] && b.x1 > s.nx - KP_HALO) ||
           (s.linked[2] && b.y0 < KP_HALO) || (s.linked[3] && b.y1 > s.ny - KP_HALO);
}

#endif
