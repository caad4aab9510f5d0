/* Values of a lane's cells: wide loads and stores, and shuffles between neighbouring lanes. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_LANE_VALUES_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_LANE_VALUES_CUH

#include "backend/cuda/kurganov/part.cuh"

#define ALL_LANES 0xffffffffu

/* ---- loads and stores: one wide access per lane ---- */

struct __align__(sizeof(real) * LANE_CELLS) cell_pack
{
    real v[LANE_CELLS];
};

struct __align__(sizeof(calc) * LANE_CELLS) cell_values
{
    calc v[LANE_CELLS];
};

static __device__ __forceinline__ void load_cells(const real *from, calc to[LANE_CELLS])
{
#if SPATE_REAL_BITS == 32
    if (LANE_CELLS == 2) {
        const float2 v = __ldg((const float2 *)from);
        to[0] = v.x;
        to[LANE_CELLS - 1] = v.y;
        return;
    }
#else
    if (LANE_CELLS == 2) {
        const double2 v = __ldg((const double2 *)from);
        to[0] = v.x;
        to[LANE_CELLS - 1] = v.y;
        return;
    }
#endif
    to[0] = (calc)__ldg(from);
}

/* All of the lane's cells, or none: where the grid ends within a lane, its other cell is a ghost,
 * and gets 0. */
static __device__ __forceinline__ void store_cells(real *to, const calc from[LANE_CELLS],
                                                   int wanted)
{
    cell_pack pack;
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        pack.v[n] = n == 0 || n < wanted ? (real)from[n] : (real)0;
    if (wanted)
        *(cell_pack *)to = pack;
}

/* ---- shuffles ---- */

static __device__ __forceinline__ kp_water water_from_west(kp_water q)
{
    const kp_water w = {__shfl_up_sync(ALL_LANES, q.h, 1), __shfl_up_sync(ALL_LANES, q.w, 1),
                        __shfl_up_sync(ALL_LANES, q.u, 1), __shfl_up_sync(ALL_LANES, q.v, 1)};
    return w;
}

static __device__ __forceinline__ kp_water water_from_east(kp_water q)
{
    const kp_water w = {__shfl_down_sync(ALL_LANES, q.h, 1), __shfl_down_sync(ALL_LANES, q.w, 1),
                        __shfl_down_sync(ALL_LANES, q.u, 1), __shfl_down_sync(ALL_LANES, q.v, 1)};
    return w;
}

/* The same for differences. */
static __device__ __forceinline__ kp_difference difference_from_west(kp_difference d)
{
    const kp_difference w = {__shfl_up_sync(ALL_LANES, d.bed, 1), __shfl_up_sync(ALL_LANES, d.w, 1),
                             __shfl_up_sync(ALL_LANES, d.u, 1), __shfl_up_sync(ALL_LANES, d.v, 1)};
    return w;
}

/* What the east neighbour's west face gives to this cell: all but `right`. */
static __device__ __forceinline__ kp_flux flux_from_east(kp_flux f)
{
    const kp_flux e = {__shfl_down_sync(ALL_LANES, f.mass, 1),
                       __shfl_down_sync(ALL_LANES, f.left, 1), C(0),
                       __shfl_down_sync(ALL_LANES, f.shear, 1),
                       __shfl_down_sync(ALL_LANES, f.speed, 1)};
    return e;
}

#endif
