/* What a lane takes from its neighbour. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH

#include "physics/adi.h"

#ifdef __CUDACC__
/* What follows from a cell alone, from the lane below, whose cell is the one before; all lanes of the warp call it. */
static __device__ inline void adi_take_from_lane_below(const adi_cell *own, adi_cell *below)
{
    below->inverse = __shfl_up_sync(~0u, own->inverse, 1);
    below->predicted = __shfl_up_sync(~0u, own->predicted, 1);
    below->upwind = __shfl_up_sync(~0u, own->upwind, 1);
    below->first = __shfl_up_sync(~0u, own->first, 1);
    below->second = __shfl_up_sync(~0u, own->second, 1);
}
#else
/* The stand-in of the tests has fibers in place of lanes. */
void host_from_lane_below(void *value, size_t bytes);
static inline void adi_take_from_lane_below(const adi_cell *own, adi_cell *below)
{
    adi_cell cell = *own;
    host_from_lane_below(&cell, sizeof cell);
    below->inverse = cell.inverse;
    below->predicted = cell.predicted;
    below->upwind = cell.upwind;
    below->first = cell.first;
    below->second = cell.second;
}
#endif

#endif
