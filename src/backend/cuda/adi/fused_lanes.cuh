/* Exchange between lanes of a warp. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_LANES_CUH

#include <stddef.h>

#include "backend/tridiag/segment_ops.h"
#include "base/real.h"

enum { ADI_LANES = 32 };

/* The value of another lane; all lanes of the warp call it. For a lane that does not exist any
 * value. */
#ifdef __CUDACC__
template <typename Value> static __device__ inline Value adi_from_lane(Value value, int lane)
{
    return __shfl_sync(~0u, value, lane);
}
static __device__ inline seg_whole adi_from_lane(const seg_whole &s, int lane)
{
    return {adi_from_lane(s.y, lane), adi_from_lane(s.g, lane), adi_from_lane(s.q, lane),
            adi_from_lane(s.r, lane), adi_from_lane(s.e, lane), adi_from_lane(s.p, lane),
            adi_from_lane(s.c, lane)};
}
#else
/* The stand-in of the tests has fibers instead of lanes. */
void host_from_lane(void *value, size_t bytes, int lane);
template <typename Value> static inline Value adi_from_lane(Value value, int lane)
{
    host_from_lane(&value, sizeof value, lane);
    return value;
}
#endif

#endif
