/* What the common and the Kurganov kernels use of CUDA beyond C++ and the runtime: launches, prefetches. In a file of its own, so that
 * the tests can run these kernels on a CPU (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_COMMON_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_COMMON_PLATFORM_CUH

#include "backend/cuda/common/device.cuh"

/* For functions that are called rarely and must not take registers from those that are not. */
#define CUDA_OUT_OF_LINE __noinline__

template <typename... Taken, typename... Given>
static void cuda_launch(void (*kernel)(Taken...), dim3 blocks, int threads, cudaStream_t stream,
                        const char *doing, const Given &...given)
{
    kernel<<<blocks, threads, 0, stream>>>(given...);
    cuda_ok(cudaGetLastError(), doing);
}

/* The line of memory will be read soon: it is loaded into the second-level cache without waiting. */
static __device__ __forceinline__ void cuda_prefetch(const void *there)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(there));
}

#endif
