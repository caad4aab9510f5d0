/* A part of the Kurganov scheme on the device: a grid_part whose pointers are the device's, and
 * the items into which its cells are cut. Kernels get it by value. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_PART_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_PART_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/cuda/common/items.cuh"
#include "backend/cuda/common/rate_bits.cuh"
#include "backend/kurganov/boundary.h"
#include "backend/kurganov/stage.h"

/* An item is a strip of ITEM_WIDTH columns. Where there are many, a warp marches up each row by
 * row (march.cuh); else they are cut into slabs of a few rows, with a warp for each row
 * (slab.cuh). Each lane has LANE_CELLS cells of a row side by side; the outer two cells
 * on either side are ghosts of the strip. Two cells a lane halve the shuffles and the redundant
 * columns (4 in 64), at the price of registers: in f64 half as many warps are at work, and it
 * still pays. */
#ifndef SPATE_LANE_CELLS
#define SPATE_LANE_CELLS 2
#endif
enum { LANE_CELLS = SPATE_LANE_CELLS };
enum { ITEM_WIDTH = 32 * LANE_CELLS - 2 * KP_HALO, WARPS = 4 };
/* Warps and rows of a slab, and how many slabs a multiprocessor has registers for at once. */
enum { SLAB_WARPS = 12, SLAB_ROWS = SLAB_WARPS - 2 * KP_HALO };
enum { SLAB_BLOCKS = SPATE_CALC_BITS == 32 ? 2 : 1 };

/* Blocks of WARPS per multiprocessor that the registers of a march must leave room for; found by
 * measuring. */
enum { MARCH_BLOCKS = SPATE_CALC_BITS == 32 ? 4 : 2 };

/* How stages are computed: the device decides in every step, unless slabs are always faster or a
 * test wants to see one of the two. */
enum { WAY_EITHER, WAY_SLABS, WAY_MARCH };

/* What the device knows of the progress of a part beside the clock. */
typedef struct cuda_control {
    int running;              /* kernels of a step do nothing where this is 0 */
    int parity;               /* moved[parity] is of the last accepted step */
    int redo;                 /* the step under way replaces one that was too long */
    int accepted;             /* the step before was */
    int windy_before;         /* in the step before */
    int plain, edged;         /* items in the lists of this step */
    int plain_rim, edged_rim; /* those of them that read ghosts of other parts */
    int computed;             /* the sum of both, kept for the report */
    long long last_step;
    /* Bits of rates (f64, never negative, so that integers compare as they do): of sleeping items,
     * and of the stages of this attempt. */
    unsigned long long sleeping_face, sleeping_cell, stage_face[2], next_cell;
} cuda_control;

/* What the host reads after every step. */
typedef struct step_report {
    spate_clock clock;
    cuda_control control;
} step_report;

typedef struct cuda_part {
    grid_part p;
    cuda_control *control;
    int columns, rows;       /* of items */
    int height, slabs;       /* cells of an item in y, and slabs of an item */
    int multiprocessors;     /* of the device */
    int all_edged;           /* few items: all go the way of the edged ones */
    int ways;                /* WAY_...: how stages may be computed */
    uint8_t *moved[2];       /* some cell was not at rest; by parity of the step */
    uint8_t *awake;          /* computed in this step */
    uint8_t *wet;            /* some cell is; only where dry_items.cuh asks */
    uint8_t *edged, *forced; /* kinds of items, from those of the tiles under them */
    double *face_rate, *cell_rate;
    int *plain_list, *edged_list, *plain_rim, *edged_rim;
    /* What a stage does not change, in the arithmetic of the kernels: instructions read it from
     * here. */
    kp_stage constants;
    calc half_theta, strength;
} cuda_part;

static __device__ __forceinline__ item_box item_of(const cuda_part &c, int item)
{
    return item_box_of(c.p.shape, item, c.columns, ITEM_WIDTH, c.height);
}

/* How long the two ways take for a stage of so many items, in microseconds, fitted to runs of 256
 * x 256 to 8192 x 8192 cells on an H200. A wave of marching warps takes START, and for each row
 * ALONE and SHARED for every warp of a scheduler; a multiprocessor takes SLAB for each slab. */
static __host__ __device__ __forceinline__ float row_time(int sharing)
{
    const float ALONE = SPATE_CALC_BITS == 32 ? 1.0f : 1.65f,
                SHARED = SPATE_CALC_BITS == 32 ? 0.2f : 0.1f;
    return sharing > 0 ? ALONE + SHARED * (float)sharing : 0.0f;
}

static __host__ __device__ __forceinline__ float march_time(const cuda_part &c, int items)
{
    const float START = 3.5f;
    const int schedulers = 4 * c.multiprocessors, resident = MARCH_BLOCKS * schedulers;
    const int waves = items / resident, rest = items - waves * resident;
    const float rows =
        (float)waves * row_time(MARCH_BLOCKS) + row_time((rest + schedulers - 1) / schedulers);
    return START * (float)(waves + (rest > 0)) + (float)(c.height + 2) * rows;
}

static __host__ __device__ __forceinline__ float slabs_time(const cuda_part &c, int items)
{
    const float START = SPATE_CALC_BITS == 32 ? 4.5f : 6.0f,
                SLAB = SPATE_CALC_BITS == 32 ? 2.2f : 4.9f;
    return START + SLAB * (float)items * (float)c.slabs / (float)c.multiprocessors;
}

static __host__ __device__ __forceinline__ int slabs_are_faster(const cuda_part &c, int items)
{
    return c.ways == WAY_SLABS ||
           (c.ways == WAY_EITHER && slabs_time(c, items) < march_time(c, items));
}

/* The list of a region: items of one kind. That of the inner region has the rim, too. */
typedef struct item_list {
    const int *items;
    int count;
} item_list;

static __device__ __forceinline__ item_list list_of(const cuda_part &c, int edged,
                                                    part_region region)
{
    const cuda_control *k = c.control;
    if (region == REGION_RIM)
        return edged ? item_list{c.edged_rim, k->edged_rim} : item_list{c.plain_rim, k->plain_rim};
    return edged ? item_list{c.edged_list, k->edged} : item_list{c.plain_list, k->plain};
}

/* Whether an item comes as near as `reach` cells to ghosts that another part fills. */
static __device__ __forceinline__ int item_near_link(const cuda_part &c, item_box b, int reach)
{
    const part_shape &s = c.p.shape;
    return (s.linked[0] && b.x0 < reach) || (s.linked[1] && b.x1 > s.nx - reach) ||
           (s.linked[2] && b.y0 < reach) || (s.linked[3] && b.y1 > s.ny - reach);
}

/* Whether it reads them in a stage. */
static __device__ __forceinline__ int item_in_rim(const cuda_part &c, item_box b)
{
    return item_near_link(c, b, KP_HALO);
}

/* Items in the rim at most, all of which are awake: those of a corner count twice, but not those of a part
 * that is one item high or wide. A march of few items takes as long as one of them, so that they are
 * faster in slabs, whatever the others are. The host knows before it launches. */
static __host__ __device__ __forceinline__ int rim_items(const cuda_part &c)
{
    const uint8_t *linked = c.p.shape.linked;
    const int items = (linked[0] + linked[1]) * c.rows + (linked[2] + linked[3]) * c.columns;
    return items < c.columns * c.rows ? items : c.columns * c.rows;
}

#endif
