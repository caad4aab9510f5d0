/* What a lane takes from its neighbour. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH

#include "backend/cuda/adi_fused_rows.cuh"

#ifdef __CUDACC__
/* What follows from a cell alone, from the lane below, whose cell is the one before; all lanes of the warp call it. The
 * first lane gets its own. */
static __device__ inline void adi_take_from_lane_below(const adi_slice &own, adi_slice &below)
{
    below.inverse = __shfl_up_sync(~0u, own.inverse, 1);
    below.predicted = __shfl_up_sync(~0u, own.predicted, 1);
    below.velocity = __shfl_up_sync(~0u, own.velocity, 1);
    below.calm = __shfl_up_sync(~0u, own.calm ? own.shallow : 0, 1);
    below.shallow = below.calm;
}
#else
/* The stand-in of the tests has fibers in place of lanes. */
void host_from_lane_below(void *value, size_t bytes);
static inline void adi_take_from_lane_below(const adi_slice &own, adi_slice &below)
{
    struct {
        calc inverse, predicted, velocity;
        int calm;
    } t = {own.inverse, own.predicted, own.velocity, own.calm ? own.shallow : 0};
    host_from_lane_below(&t, sizeof t);
    below.inverse = t.inverse;
    below.predicted = t.predicted;
    below.velocity = t.velocity;
    below.calm = below.shallow = t.calm;
}
#endif

#endif
