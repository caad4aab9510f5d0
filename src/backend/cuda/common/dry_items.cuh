/* Rules of skipping that compute more items than those that are not at rest (skip_kind of part.h),
 * for comparison. The part as kernels get it has the items' boxes (item_of), and room for one flag
 * an item (wet), columns and rows. */
#ifndef SPATE_BACKEND_CUDA_COMMON_DRY_ITEMS_CUH
#define SPATE_BACKEND_CUDA_COMMON_DRY_ITEMS_CUH

#include "backend/cuda/common/items.cuh"

enum { DRY_THREADS = 128 };

/* Whether some cell of an item of Q^n is wet: the dry map, 1 word read for each cell. A block per
 * item. */
template <class device_part>
static __global__ void wet_kernel(const __grid_constant__ device_part c)
{
    const int item = (int)blockIdx.x;
    const item_box b = item_of(c, item);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    const real *h = (const real *)c.p.field[FIELD_DEPTH][c.p.clock->now];
    const real dry = (real)c.p.params.dry_depth;
    if (threadIdx.x == 0)
        c.wet[item] = 0;
    __syncthreads();
    for (int n = (int)threadIdx.x; n < count; n += DRY_THREADS)
        if (h[(ptrdiff_t)(b.y0 + n / width) * c.p.shape.pitch + b.x0 + n % width] > dry) {
            c.wet[item] = 1;
            break;
        }
}

/* Makes all items in one box around the wet ones count as wet. One thread: there are few items. */
template <class device_part>
static __global__ void box_kernel(const __grid_constant__ device_part c)
{
    int x0 = c.columns, x1 = -1, y0 = c.rows, y1 = -1;
    for (int n = 0; n < c.columns * c.rows; ++n)
        if (c.wet[n]) {
            x0 = min(x0, n % c.columns);
            x1 = max(x1, n % c.columns);
            y0 = min(y0, n / c.columns);
            y1 = n / c.columns;
        }
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x)
            c.wet[y * c.columns + x] = 1;
}

/* What early exit does not skip: the state of items that no stage computes is written again. Reads
 * and writes 3 words for each cell. A block per item. */
template <class device_part>
static __global__ void keep_kernel(const __grid_constant__ device_part c, int stage, int second)
{
    const int fields[STATE_VARIABLES] = {FIELD_DEPTH, second, second + 1};
    const int item = (int)blockIdx.x, in = part_slot_in(&c.p, stage),
              out = part_slot_out(&c.p, stage);
    if (!c.control->running || c.awake[item] || (c.p.clock->flags & CLOCK_JUMP))
        return;
    const item_box b = item_of(c, item);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    for (int v = 0; v < STATE_VARIABLES; ++v) {
        const real *from = (const real *)c.p.field[fields[v]][in];
        real *to = (real *)c.p.field[fields[v]][out];
        for (int n = (int)threadIdx.x; n < count; n += DRY_THREADS) {
            const ptrdiff_t o = (ptrdiff_t)(b.y0 + n / width) * c.p.shape.pitch + b.x0 + n % width;
            to[o] = from[o];
        }
    }
}

/* Before items are listed. */
template <class device_part> static void launch_wet_items(const device_part &c)
{
    const part_params &k = c.p.params;
    if (!k.skip_still || k.skip == SKIP_TILES)
        return;
    cuda_launch(wet_kernel<device_part>, (unsigned)(c.columns * c.rows), DRY_THREADS, cuda_stream(),
                "launching the dry map", c);
    if (k.skip == SKIP_BOUNDING_BOX)
        cuda_launch(box_kernel<device_part>, 1u, 1, cuda_stream(), "launching the bounding box", c);
}

/* After a stage. second: the field of the state that follows the depth. */
template <class device_part>
static void launch_kept_items(const device_part &c, int stage, int second)
{
    if (c.p.params.skip_still && c.p.params.skip == SKIP_EARLY_EXIT)
        cuda_launch(keep_kernel<device_part>, (unsigned)(c.columns * c.rows), DRY_THREADS,
                    cuda_stream(), "launching what early exit keeps", c, stage, second);
}

/* As neighbour_moved, where more items are computed. */
template <class device_part> static __device__ int item_among_wet(const device_part &c, int item)
{
    return c.p.params.skip != SKIP_TILES && neighbour_moved(item, c.columns, c.rows, c.wet);
}

#endif
