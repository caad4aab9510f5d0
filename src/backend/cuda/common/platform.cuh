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

/* With so many bytes of shared memory, which kernels get from cuda_shared_memory. */
template <typename... Taken, typename... Given>
static void cuda_launch_shared(void (*kernel)(Taken...), dim3 blocks, int threads, size_t shared,
                               cudaStream_t stream, const char *doing, const Given &...given)
{
    if (shared > (48 << 10) &&
        !cuda_ok(cudaFuncSetAttribute((const void *)kernel,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                 doing))
        return;
    kernel<<<blocks, threads, shared, stream>>>(given...);
    cuda_ok(cudaGetLastError(), doing);
}

/* Blocks of this kernel get all the shared memory that a multiprocessor has, which else keeps a part of it
 * as a cache. */
template <typename... Taken>
static void cuda_prefer_shared(void (*kernel)(Taken...), const char *doing)
{
    cuda_ok(cudaFuncSetAttribute((const void *)kernel,
                                 cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared),
            doing);
}

static __device__ __forceinline__ unsigned char *cuda_shared_memory(void)
{
    extern __shared__ __align__(16) unsigned char cuda_shared_block[];
    return cuda_shared_block;
}

/* Blocks of a kernel that run at the same time on the whole device. */
template <typename... Taken>
static int cuda_resident(void (*kernel)(Taken...), int threads, size_t shared)
{
    int device = 0, processors = 1, blocks = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (shared > (48 << 10))
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared);
    cuda_ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared),
            "querying occupancy");
    return processors * (blocks > 0 ? blocks : 1);
}

/* Something that tests count on the stand-in; nothing here. */
#define CUDA_NOTE(what) ((void)0)

/* Loads a cache line that will be read soon into the second-level cache, without waiting. */
static __device__ __forceinline__ void cuda_prefetch(const void *there)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(there));
}

/* Copies a vector to shared memory. The thread that asks goes on, and has it after cuda_await_copies. */
template <class vector>
static __device__ __forceinline__ void cuda_copy_to_shared(vector *to, const void *from)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(to);
    if (sizeof(vector) == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(place), "l"(from),
                     "n"(sizeof(vector))
                     : "memory");
}

static __device__ __forceinline__ void cuda_await_copies(void)
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

/* The calling thread waits; the multiprocessor is free for others. */
static __device__ __forceinline__ void cuda_sleep(unsigned long long nanoseconds)
{
    unsigned long long begun, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begun));
    do {
        __nanosleep(500);
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - begun < nanoseconds);
}

#endif
