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
    const int west = lane_west(cells), lanes = (2 + sielecki + cells - 1) / cells;
    return 32 * cells - west - (cells > 2 ? west : lanes * cells);
}

/* An item may be computed in pieces from the south to the north, so that those with closed faces are
 * few, and multiprocessors end a step at the same time. Lists have entries: an item as a whole (piece
 * 0) or one of its pieces, 1 ... ITEM_PIECES. */
enum { ITEM_PIECES = 4 };

static __host__ __device__ inline int entry_of(int item, int piece)
{
    return item * (ITEM_PIECES + 1) + piece;
}

static __host__ __device__ inline int item_in(int entry)
{
    return entry / (ITEM_PIECES + 1);
}

static __host__ __device__ inline int piece_in(int entry)
{
    return entry % (ITEM_PIECES + 1);
}

/* Rows of a piece: whole tiles. The last pieces of an item may have fewer rows, or none. */
static __host__ __device__ inline int piece_rows(int height)
{
    const int tiles = (height + SPATE_TILE_Y - 1) / SPATE_TILE_Y;
    return (tiles + ITEM_PIECES - 1) / ITEM_PIECES * SPATE_TILE_Y;
}

/* What kernels need in every row and what is the same in all steps, as in stag_view. Kernels have it
 * among their arguments, where it takes neither loads nor registers. */
typedef struct stag_constants {
    calc strength, g, h_dry, h_flood;
    stag_pacing pacing;
} stag_constants;

/* What the device knows of the progress of a part beside the clock. */
typedef struct stag_control {
    int running;      /* kernels of a step do nothing where this is 0 */
    int parity;       /* moved[parity] is of the last accepted step */
    int redo;         /* the step under way replaces one that was too long */
    int accepted;     /* the step before was */
    int windy_before; /* in the step before */
    int plain, edged; /* entries in the lists of this step */
    int short_items;  /* entries in which a cell would give more than it has */
    int items;        /* that are awake */
    int computed;     /* the same, kept for the report */
    int wrong;        /* some depth of this attempt is NaN */
    int changed;      /* momentum at cells is not what the faces have */
    long long last_step;
    /* Bits of rates (f64, never negative): of sleeping items, and of this attempt. */
    unsigned long long sleeping, next;
} stag_control;

typedef struct stag_device {
    grid_part p; /* p.own is a stag_part on the device */
    stag_control *control;
    stag_view *view; /* of the step under way */
    stag_constants constants;
    int columns, rows;       /* of items */
    int width, height;       /* cells of an item */
    int piece;               /* rows of a piece; height: items are computed as wholes */
    int last_items;          /* of the plain list: so many are computed in pieces */
    uint8_t *moved[2];       /* some cell was not at rest; by parity of the step */
    uint8_t *awake;          /* computed in this step */
    uint8_t *wet;            /* some cell is; only where dry_items.cuh asks */
    uint8_t *edged, *forced; /* kinds of items, from those of the tiles under them; edged: a bit
                                for each piece */
    double *rate;            /* of the step that computed the item last */
    int *plain_list, *edged_list, *short_list;
} stag_device;

static __device__ __forceinline__ item_box item_of(const stag_device &c, int item)
{
    return item_box_of(c.p.shape, item, c.columns, c.width, c.height);
}

static __device__ __forceinline__ item_box piece_of(const stag_device &c, item_box b, int piece)
{
    if (piece) {
        b.y0 += (piece - 1) * c.piece;
        b.y1 = min(b.y1, b.y0 + c.piece);
    }
    return b;
}

static __device__ __forceinline__ item_box entry_box(const stag_device &c, int entry)
{
    return piece_of(c, item_of(c, item_in(entry)), piece_in(entry));
}

/* Whether a stencil of the item reads ghosts that another part fills. */
static __device__ __forceinline__ int item_near_link(const stag_device &c, item_box b)
{
    const part_shape &s = c.p.shape;
    return (s.linked[0] && b.x0 < STAG_HALO) || (s.linked[1] && b.x1 > s.nx - STAG_HALO) ||
           (s.linked[2] && b.y0 < STAG_HALO) || (s.linked[3] && b.y1 > s.ny - STAG_HALO);
}

#endif
