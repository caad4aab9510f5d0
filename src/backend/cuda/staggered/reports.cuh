/* Rates of all items, maxima, and momentum at cells, which are needed now and then. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_REPORTS_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_REPORTS_CUH

#include "backend/cuda/staggered/items.cuh"
#include "backend/staggered/loops.h"

enum { REPORT_THREADS = 128 };

/* Largest rate of each item of Q^n; all of them wake. A block per item. */
static __global__ void scan_kernel(const __grid_constant__ stag_device c)
{
    const int item = (int)blockIdx.x;
    const item_box b = item_of(c, item);
    const stag_pacing pacing = stag_pacing_of_part(&c.p);
    __shared__ double warps[REPORT_THREADS / 32];
    calc rate = C(0);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    for (int n = (int)threadIdx.x; n < count; n += REPORT_THREADS)
        rate = max_r(rate, stag_rate_at(&c.p, &pacing, c.p.clock->now,
                                        (ptrdiff_t)(b.y0 + n / width) * c.p.shape.pitch + b.x0 +
                                            n % width));
    const double of_warp = warp_largest((double)rate);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = of_warp;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    double most = 0;
    for (int n = 0; n < REPORT_THREADS / 32; ++n)
        most = larger(most, warps[n]);
    c.rate[item] = most;
    c.moved[0][item] = c.moved[1][item] = c.awake[item] = 1;
    atomicMax(&c.control->next, rate_bits(most));
}

static __device__ void centre_cell(const stag_device &c, const stag_view &v, int what, ptrdiff_t o)
{
    for (int y = 0; y < 2; ++y) {
        real *at = (real *)c.p.field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
        if (what == CENTRE_TO_FACES)
            stag_face_from_cells(&c.p, &v, y, o);
        else if (what == CENTRE_SHOW)
            at[o] = (real)stag_centred(&v, y, o);
        else if (at[o] != (real)stag_centred(&v, y, o))
            c.control->changed = 1;
    }
}

/* in_step: after a step of a graph, where it was accepted. */
static __global__ void centre_kernel(const __grid_constant__ stag_device c, int what, int in_step)
{
    if (in_step && !c.control->accepted)
        return;
    const stag_view v = stag_view_of(&c.p);
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), j = (int)blockIdx.y;
    for (int row = j; row < c.p.shape.ny && i < c.p.shape.nx; row += (int)gridDim.y)
        centre_cell(c, v, what, (ptrdiff_t)row * c.p.shape.pitch + i);
}

/* Raises the maxima to Q^n in items that the last step computed; a block per item. Momentum at cells
 * is that of Q^n. */
static __global__ void maxima_kernel(const __grid_constant__ stag_device c, int begin_anew,
                                     int in_step)
{
    const int item = (int)blockIdx.x;
    if (in_step && !c.control->accepted)
        return;
    if (!begin_anew && !c.awake[item])
        return;
    maxima_of_item(c.p, item_of(c, item), begin_anew);
}

#endif
