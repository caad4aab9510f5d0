/* What a lane takes from its neighbour. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH

#include "backend/cuda/adi_fused_rows.cuh"

#ifdef __CUDACC__
/* What follows from a cell alone, from the lane below, whose cell is the one before; all lanes of the warp call it. The
 * first lane gets its own. */
static __device__ inline void adi_take_from_lane_below(const adi_slice &own, adi_slice &below)
{
    const unsigned calm = __ballot_sync(~0u, own.calm);
    below.cell.inverse = __shfl_up_sync(~0u, own.cell.inverse, 1);
    below.cell.predicted = __shfl_up_sync(~0u, own.cell.predicted, 1);
    below.cell.first = __shfl_up_sync(~0u, own.cell.first, 1);
    below.cell.second = below.cell.first;
    below.cell.upwind = C(0);
    below.calm = 1;
    if (calm != ~0u) { /* the same for all lanes */
        below.cell.second = __shfl_up_sync(~0u, own.cell.second, 1);
        below.cell.upwind = __shfl_up_sync(~0u, own.cell.upwind, 1);
        below.calm = __shfl_up_sync(~0u, own.calm, 1);
    }
    below.level = below.cell.h + below.cell.bed;
}
#else
/* The stand-in of the tests has fibers in place of lanes. */
void host_from_lane_below(void *value, size_t bytes);
static inline void adi_take_from_lane_below(const adi_slice &own, adi_slice &below)
{
    struct {
        calc inverse, predicted, first, second, upwind;
        int calm;
    } t = {own.cell.inverse, own.cell.predicted, own.cell.first,
           own.cell.second,  own.cell.upwind,    own.calm};
    host_from_lane_below(&t, sizeof t);
    below.cell.inverse = t.inverse;
    below.cell.predicted = t.predicted;
    below.cell.first = t.first;
    below.cell.second = t.second;
    below.cell.upwind = t.upwind;
    below.calm = t.calm;
    below.level = below.cell.h + below.cell.bed;
}
#endif

#endif
