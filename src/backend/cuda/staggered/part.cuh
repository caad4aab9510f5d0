/* A part of the staggered scheme on the device: a grid_part whose pointers are the device's, and
 * the items into which its cells are cut. Kernels get it by value. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_PART_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_PART_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/cuda/common/items.cuh"
#include "backend/cuda/common/lanes.cuh"
#include "backend/staggered/cell.h"

/* An item is a strip of `width` columns and `height` rows. A warp marches up it row by row, with
 * several columns in each lane, or a block with a thread for each column. Columns beside it,
 * STAG_HALO on either side, are computed again. */
enum { STRIP_THREADS = 128, WIDEST_ITEM = STRIP_THREADS - 2 * STAG_HALO };

/* Columns west of an item that the lanes of a warp have, `cells` each: two are needed. A cell that
 * gives more than it has changes depths of the next one, and these velocities. */
static __host__ __device__ inline int lane_west(int cells)
{
    return cells > 2 ? cells : 2;
}

/* Width of items whose columns the lanes of a warp have. In the east two columns are needed, too, and
 * in Sielecki's order, where v sees a velocity there, one more. */
static inline int lane_item_width(int cells, int sielecki)
{
    const int east = cells > 2 || !sielecki ? lane_west(cells) : 4;
    return 32 * cells - lane_west(cells) - east;
}

/* What the device knows of the progress of a part beside the clock. */
typedef struct stag_control {
    int running;      /* kernels of a step do nothing where this is 0 */
    int parity;       /* moved[parity] is of the last accepted step */
    int redo;         /* the step under way replaces one that was too long */
    int accepted;     /* the step before was */
    int windy_before; /* in the step before */
    int plain, edged; /* items in the lists of this step */
    int short_items;  /* in which a cell would give more than it has */
    int computed;     /* the sum of both, kept for the report */
    int wrong;        /* some depth of this attempt is NaN */
    int changed;      /* momentum at cells is not what the faces have */
    long long last_step;
    /* Bits of rates (f64, never negative): of sleeping items, and of this attempt. */
    unsigned long long sleeping, next;
} stag_control;

typedef struct stag_device {
    grid_part p; /* p.own is a stag_part on the device */
    stag_control *control;
    stag_view *view;         /* of the step under way */
    int columns, rows;       /* of items */
    int width, height;       /* cells of an item */
    uint8_t *moved[2];       /* some cell was not at rest; by parity of the step */
    uint8_t *awake;          /* computed in this step */
    uint8_t *wet;            /* some cell is; only where dry_items.cuh asks */
    uint8_t *edged, *forced; /* kinds of items, from those of the tiles under them */
    double *rate;            /* of the step that computed the item last */
    int *plain_list, *edged_list, *short_list;
} stag_device;

static __device__ __forceinline__ item_box item_of(const stag_device &c, int item)
{
    return item_box_of(c.p.shape, item, c.columns, c.width, c.height);
}

/* Whether a stencil of the item reads ghosts that another part fills. */
static __device__ __forceinline__ int item_near_link(const stag_device &c, item_box b)
{
    const part_shape &s = c.p.shape;
    return (s.linked[0] && b.x0 < STAG_HALO) || (s.linked[1] && b.x1 > s.nx - STAG_HALO) ||
           (s.linked[2] && b.y0 < STAG_HALO) || (s.linked[3] && b.y1 > s.ny - STAG_HALO);
}

#endif
