/* What the common and the Kurganov kernels use of CUDA beyond C++ and the runtime: launches and
 * prefetches. A separate file, so that tests can run these kernels on a CPU
 * (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_COMMON_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_COMMON_PLATFORM_CUH

#include "backend/cuda/common/device.cuh"

/* For rarely called functions that must not occupy registers of the others. */
#define CUDA_OUT_OF_LINE __noinline__

template <typename... Taken, typename... Given>
static void cuda_launch(void (*kernel)(Taken...), dim3 blocks, int threads, cudaStream_t stream,
                        const char *doing, const Given &...given)
{
    kernel<<<blocks, threads, 0, stream>>>(given...);
    cuda_ok(cudaGetLastError(), doing);
}

/* Loads a cache line that will be read soon into the second-level cache, without waiting. */
static __device__ __forceinline__ void cuda_prefetch(const void *there)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(there));
}

#endif
