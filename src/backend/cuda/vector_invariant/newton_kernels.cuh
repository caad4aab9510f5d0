/* Kernels of Newton's method: loops that call backend/vector_invariant/newton.h, as those of
 * cpu/vector_invariant/newton.c, whose words per cell they have. Sums are made tile by tile: a warp
 * has a tile, a lane a column of it. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_NEWTON_KERNELS_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_NEWTON_KERNELS_CUH

#include "backend/cuda/vector_invariant/reports.cuh"
#include "backend/vector_invariant/newton.h"

enum { NEWTON_WARPS = REPORT_THREADS / 32 };
static_assert(SPATE_TILE_X == 32, "a lane has a column of a tile");

/* ---- sums ---- */

/* Columns are added from west to east, as on the CPU. All lanes get the sum. */
static __device__ __forceinline__ double sum_of_columns(double mine, int width)
{
    double sum = 0;
    for (int i = 0; i < width; ++i)
        sum += __shfl_sync(0xffffffffu, mine, i);
    return sum;
}

/* Adds COUNT sums of every tile and stores those of the block. cell(o, sums) adds what a cell has. */
template <int COUNT, typename Cell>
static __device__ __forceinline__ void sum_tiles(const part_shape &s, vi_sum *blocks,
                                                 const Cell &cell)
{
    __shared__ vi_sum of_warps[NEWTON_WARPS][COUNT];
    const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
    const int count = s.tiles_x * s.tiles_y, warps = (int)gridDim.x * NEWTON_WARPS;
    vi_sum mine[COUNT] = {};
    for (int tile = (int)blockIdx.x * NEWTON_WARPS + warp; tile < count; tile += warps) {
        const item_box b = item_box_of(s, tile, s.tiles_x, SPATE_TILE_X, SPATE_TILE_Y);
        double sums[COUNT] = {};
        if (b.x0 + lane < b.x1)
            for (int j = b.y0; j < b.y1; ++j)
                cell((ptrdiff_t)j * s.pitch + b.x0 + lane, sums);
#pragma unroll
        for (int n = 0; n < COUNT; ++n)
            vi_add_tile(&mine[n], sum_of_columns(sums[n], b.x1 - b.x0));
    }
#pragma unroll
    for (int n = 0; n < COUNT; ++n)
        of_warps[warp][n] = mine[n];
    __syncthreads();
    if ((int)threadIdx.x >= COUNT)
        return;
    vi_sum *to = &blocks[(ptrdiff_t)blockIdx.x * COUNT + threadIdx.x];
    *to = of_warps[0][threadIdx.x];
    for (int n = 1; n < NEWTON_WARPS; ++n)
        vi_merge(to, &of_warps[n][threadIdx.x]);
}

static __global__ void guess_kernel(const __grid_constant__ vi_device c,
                                    const __grid_constant__ vi_newton_view v)
{
    sum_tiles<VI_GUESSED>(c.p.shape, c.sums,
                          [&](ptrdiff_t o, double *sums) { vi_guess_at(&v, o, sums); });
}

static __global__ void right_kernel(const __grid_constant__ vi_device c,
                                    const __grid_constant__ vi_newton_view v, double weight,
                                    double scale)
{
    sum_tiles<1>(c.p.shape, c.sums, [&](ptrdiff_t o, double *sum) {
        v.right[o] = (real)vi_right_at(&v, o);
        *sum += scale * vi_square_at(&v, o, weight);
    });
}

/* ---- cells ---- */

static __global__ void coupling_kernel(const __grid_constant__ vi_device c,
                                       const __grid_constant__ vi_newton_view v, calc depth)
{
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) {
        v.coupling[0][o] = (real)vi_coupling_at(&v, 0, o, depth);
        v.coupling[1][o] = (real)vi_coupling_at(&v, 1, o, depth);
    });
}

static __global__ void matrix_centre_kernel(const __grid_constant__ vi_device c,
                                            const __grid_constant__ vi_newton_view v)
{
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) { v.centre[o] = (real)vi_centre_at(&v, o); });
}

static __global__ void unsolved_kernel(const __grid_constant__ vi_device c,
                                       const __grid_constant__ vi_newton_view v)
{
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) {
        v.solved.u[o] = (real)vi_unsolved_at(&v, 0, o);
        v.solved.v[o] = (real)vi_unsolved_at(&v, 1, o);
    });
}

static __global__ void increase_kernel(const __grid_constant__ vi_device c,
                                       const __grid_constant__ vi_newton_view v)
{
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) {
        vi_increase_at(&v, 0, o);
        vi_increase_at(&v, 1, o);
        vi_raise_depth_at(&v, o, C(1));
    });
}

static __global__ void retreat_kernel(const __grid_constant__ vi_device c,
                                      const __grid_constant__ vi_newton_view v, calc fraction)
{
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) {
        vi_retreat_at(&v, 0, o, fraction);
        vi_retreat_at(&v, 1, o, fraction);
        vi_raise_depth_at(&v, o, -fraction);
    });
}

/* A block per tile. */
static __global__ void settle_kernel(const __grid_constant__ vi_device c,
                                     const __grid_constant__ vi_newton_view v)
{
    scan_tile(c, v.solved, &v.iterate);
}

#endif
