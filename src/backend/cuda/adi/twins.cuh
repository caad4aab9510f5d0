/* Builds of the ADI kernels: f32, f64, and fields of f32 with rows of f64 ("mixed"), each strict
 * and fast. */
#ifndef SPATE_BACKEND_CUDA_ADI_TWINS_CUH
#define SPATE_BACKEND_CUDA_ADI_TWINS_CUH

#include "base/real.h"

#define ADI_MIXED (SPATE_CALC_BITS > SPATE_REAL_BITS)

/* The same name in another build. */
#ifdef SPATE_CUDA_FAST
#define ADI_BUILD(name) SPATE_JOIN(name, fast)
#else
#define ADI_BUILD(name) SPATE_JOIN(name, strict)
#endif

#endif
