/* What the CUDA kernels of the Krylov solvers share. A warp has one tile, or a column of tiles: lane l
 * has column l (of two planes: plane l / 16, column l % 16), so that a row of a tile is one coalesced
 * access, and the sum over a lane's rows and then over lanes has the order of the CPU. */
#ifndef SPATE_BACKEND_CUDA_KRYLOV_KRYLOV_CUH
#define SPATE_BACKEND_CUDA_KRYLOV_KRYLOV_CUH

#include "backend/cuda/common/platform.cuh"
#include "backend/krylov/cell.h"

enum { KRY_THREADS = 128, KRY_WARPS = KRY_THREADS / KRY_LANES };

static inline cudaStream_t kry_stream(const kry_part *part)
{
    return part->stream ? (cudaStream_t)part->stream : cuda_stream();
}

/* Launches a kernel with so many warps. */
template <typename... Taken, typename... Given>
static void kry_launch(void (*kernel)(Taken...), const kry_part *part, long long warps,
                       const char *doing, const Given &...given)
{
    cuda_launch(kernel, dim3((unsigned)((warps + KRY_WARPS - 1) / KRY_WARPS)), KRY_THREADS,
                kry_stream(part), doing, given...);
}

static __device__ __forceinline__ int kry_lane(void)
{
    return (int)threadIdx.x % KRY_LANES;
}

static __device__ __forceinline__ long long kry_warp(void)
{
    return ((long long)blockIdx.x * KRY_THREADS + threadIdx.x) / KRY_LANES;
}

/* Lane 0 gets the sum of the lanes. */
static __device__ __forceinline__ double kry_sum_lanes(double lane)
{
    for (int step = KRY_LANES / 2; step > 0; step /= 2)
        lane += __shfl_xor_sync(~0u, lane, step);
    return lane;
}

static __device__ __forceinline__ void kry_store_tile_sum(const kry_part &k, int sum,
                                                          ptrdiff_t tile, double lane)
{
    const double total = kry_sum_lanes(lane);
    if (kry_lane() == 0)
        k.tile_sums[(ptrdiff_t)sum * kry_tile_count(&k.shape) + tile] = total;
}

/* The tile of this warp: the column of the lane and its rows. */
struct kry_tile {
    ptrdiff_t number;
    int exists; /* for the warp */
    int plane, i, j0;
    int rows; /* of the lane: 0 outside the space */
};

static __device__ __forceinline__ kry_tile kry_tile_here(const kry_shape &s)
{
    const int width = kry_tile_x(&s), height = kry_tile_y(&s), across = kry_tiles_x(&s);
    kry_tile t;
    t.number = (ptrdiff_t)kry_warp();
    t.exists = t.number < kry_tile_count(&s);
    t.plane = kry_lane() / width;
    t.i = (int)(t.number % across) * width + kry_lane() % width;
    t.j0 = (int)(t.number / across) * height;
    t.rows = !t.exists || t.i >= s.nx ? 0 : s.ny - t.j0 < height ? s.ny - t.j0 : height;
    return t;
}

/* From value (0, 0) to the first row of the lane in a vector of the space. */
static __device__ __forceinline__ ptrdiff_t kry_offset(const kry_shape &s, const kry_tile &t,
                                                       ptrdiff_t pitch)
{
    return t.plane * s.plane + t.j0 * pitch + t.i;
}

static __device__ __forceinline__ bool kry_running(const kry_part &k)
{
    return k.scalars->state == KRY_RUNNING;
}

#endif
