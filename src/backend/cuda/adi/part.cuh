/* What the ADI kernels use of the common ones: the device's copy of a part. */
#ifndef SPATE_BACKEND_CUDA_ADI_PART_CUH
#define SPATE_BACKEND_CUDA_ADI_PART_CUH

#include "backend/cuda/adi/twins.cuh"
#include "backend/cuda/common/part.cuh"

/* With the device's addresses; calls of this thread go to its device from here on. */
static inline grid_part *adi_twin(const grid_part *part)
{
    return &common_of(part)->twin;
}

#endif
