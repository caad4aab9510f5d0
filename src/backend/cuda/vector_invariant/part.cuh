/* A part of the vector-invariant schemes on the device: a grid_part whose pointers are the device's,
 * and the items into which its cells are cut. Kernels get it by value. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_PART_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_PART_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/cuda/common/items.cuh"
#include "backend/cuda/common/lanes.cuh"
#include "backend/vector_invariant/cell.h"
#include "backend/vector_invariant/clock.h"

/* A lane has 16 bytes of each row. */
enum { VI_CELLS = 16 / (int)sizeof(real) };

/* An item is a strip of columns and rows, up which a warp marches. The columns of the first and the
 * last lane belong to the items beside it. */
enum { VI_ITEM_WIDTH = 30 * VI_CELLS, VI_BLOCK = 128, VI_ITEMS = VI_BLOCK / 32 };
static_assert((int)VI_CELLS >= (int)VI_HALO, "a lane at the end has what the next one sees");
static_assert(SPATE_TILE_X % VI_CELLS == 0, "a lane is in one tile");

enum { VI_STAGES = VI_IMPLICIT + 1 };

/* What the device knows of the progress of a part beside the clock. */
typedef struct vi_control {
    int running;  /* kernels of a step do nothing where this is 0 */
    int accepted; /* the step before was */
    int dry;      /* some depth of this attempt is not above the dry depth, or NaN */
    int changed;  /* momentum at cells is not what the faces have */
    int computed; /* items of a step, all of them */
    long long last_step;
    unsigned long long next; /* bits of the largest rate (f64, never negative) */
} vi_control;

/* Of a stage. */
typedef struct vi_frame {
    vi_view v;
    calc h_dry;
    calc force_scale; /* forces are stored times this, as the solver of lines asks */
} vi_frame;

/* Largest values of the cells of a tile, from which its rate follows, as bits. 0 between steps. */
typedef struct vi_peaks {
    unsigned long long deepest, swiftest_u, swiftest_v;
} vi_peaks;

typedef struct vi_device {
    grid_part p; /* p.own is a vi_part on the device */
    vi_control *control;
    vi_frame *frames; /* VI_STAGES, of the step under way */
    vi_peaks *tiles;
    vi_sum *sums;            /* of blocks, in implicit steps */
    int columns, rows;       /* of items */
    int width, height;       /* cells of an item */
    uint8_t *edged, *forced; /* kinds of items, from those of the tiles under them */
} vi_device;

static __device__ __forceinline__ item_box item_of(const vi_device &c, int item)
{
    return item_box_of(c.p.shape, item, c.columns, c.width, c.height);
}

/* Whether the item reads ghosts that another part fills, or has cells that are ghosts of another. */
static __device__ __forceinline__ int item_near_link(const vi_device &c, item_box b)
{
    const vi_inner in = vi_inner_of(&c.p.shape);
    return b.x0 < in.x0 || b.x1 > in.x1 || b.y0 < in.y0 || b.y1 > in.y1;
}

/* A loop over the cells of a part, for blocks and threads of over_cells (launch.cuh): body(o, i, j). */
template <typename Body>
static __device__ __forceinline__ void for_cells(const part_shape &s, const Body &body)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= s.nx)
        return;
    for (int j = (int)blockIdx.y; j < s.ny; j += (int)gridDim.y)
        body((ptrdiff_t)j * s.pitch + i, i, j);
}

static __device__ __forceinline__ void raise_bits(unsigned long long *at, calc value)
{
    if (value > C(0))
        atomicMax(at, rate_bits((double)value));
}

#endif
