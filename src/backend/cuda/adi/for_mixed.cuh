/* What the kernels of a mixed run use of those of f32, which have created its parts. Included by
 * adi.cu of f32 alone. */
#ifndef SPATE_BACKEND_CUDA_ADI_FOR_MIXED_CUH
#define SPATE_BACKEND_CUDA_ADI_FOR_MIXED_CUH

#include "backend/cuda/adi/advance.cuh"

extern "C" void adi_centred_maxima_f32(const adi_device *d, int begin_anew, int in_step)
{
    adi_launch(adi_maxima_kernel, adi_cell_blocks(*d), ADI_THREADS, cuda_stream(), *d, begin_anew,
               in_step, 1);
}

#endif
