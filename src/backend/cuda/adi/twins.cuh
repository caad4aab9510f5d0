/* Builds of the ADI kernels: f32, f64, and fields of f32 with rows of f64 ("mixed"), each strict
 * and fast. */
#ifndef SPATE_BACKEND_CUDA_ADI_TWINS_CUH
#define SPATE_BACKEND_CUDA_ADI_TWINS_CUH

#include "backend/cuda/common/build.cuh"

#define ADI_MIXED (SPATE_CALC_BITS > SPATE_REAL_BITS)

/* The same name in another build. */
#define ADI_BUILD(name) CUDA_BUILD(name)

#endif
