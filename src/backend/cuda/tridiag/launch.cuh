/* What the kernels of the tridiagonal solvers take from CUDA beyond C++: launches, shared memory, copies that
 * run beside the arithmetic. In a file of its own, so that the tests can put fibers of a CPU in its place
 * (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH

#include "backend/cuda/common/device.cuh"

/* Launches; shared memory beyond what every kernel may have is asked for. */
template <typename... Taken, typename... Given>
static void tri_launch(void (*kernel)(Taken...), long long blocks, int threads, size_t shared,
                       cudaStream_t stream, Given... given)
{
    if (shared > (48 << 10) &&
        !cuda_ok(cudaFuncSetAttribute((const void *)kernel,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                 "asking for shared memory"))
        return;
    kernel<<<(unsigned)blocks, threads, shared, stream>>>(given...);
    cuda_ok(cudaGetLastError(), "launching a tridiagonal solver");
}

static inline int tri_processors(void)
{
    int device = 0, processors = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    return processors;
}

/* Blocks of a kernel that run at once on the whole device. */
template <typename... Taken>
static long long tri_resident(void (*kernel)(Taken...), int threads, size_t shared)
{
    int blocks = 0;
    if (shared > (48 << 10))
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared);
    cuda_ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared),
            "asking for occupancy");
    return (long long)(blocks > 0 ? blocks : 1) * tri_processors();
}

/* ---- clusters: neighbouring blocks that reach each other's shared memory ---- */

/* A launch in clusters of `share` blocks; attribute must stay as long as what is returned. */
static inline cudaLaunchConfig_t tri_cluster_config(int share, long long blocks, int threads,
                                                    size_t shared, cudaStream_t stream,
                                                    cudaLaunchAttribute *attribute)
{
    cudaLaunchConfig_t config = {};
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = (unsigned)share;
    attribute->val.clusterDim.y = attribute->val.clusterDim.z = 1;
    config.gridDim = dim3((unsigned)blocks);
    config.blockDim = dim3((unsigned)threads);
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    return config;
}

/* Clusters of a kernel that run at once on the whole device; 0 where it has none: before compute capability 9.0, and
 * where the machine code was translated from that of before. */
template <typename... Taken>
static long long tri_resident_clusters(void (*kernel)(Taken...), int share, int threads,
                                       size_t shared)
{
    int device = 0, can = 0, clusters = 0;
    cudaFuncAttributes code;
    cudaLaunchAttribute attribute;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&can, cudaDevAttrClusterLaunch, device);
    if (!can || cudaFuncGetAttributes(&code, (const void *)kernel) != cudaSuccess ||
        code.ptxVersion < 90)
        return 0;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)shared);
    if (share > 8) /* more than every such device has */
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeNonPortableClusterSizeAllowed,
                             1);
    const cudaLaunchConfig_t config =
        tri_cluster_config(share, share, threads, shared, NULL, &attribute);
    if (cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) != cudaSuccess)
        clusters = 0;
    cudaGetLastError(); /* a refusal is an answer, no trouble */
    return clusters;
}

/* After tri_resident_clusters with the same share, threads and shared memory. */
template <typename... Taken, typename... Given>
static void tri_launch_clusters(void (*kernel)(Taken...), int share, long long clusters,
                                int threads, size_t shared, cudaStream_t stream, Given... given)
{
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config =
        tri_cluster_config(share, share * clusters, threads, shared, stream, &attribute);
    cuda_ok(cudaLaunchKernelEx(&config, kernel, Taken(given)...),
            "launching a tridiagonal solver in clusters");
}

/* A meeting of all threads of a cluster, in two halves: what was written before the first, in any block, is there after the
 * second. Others' shared memory is there from the first meeting on, until a block ends. */
static __device__ inline void tri_arrive(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
#endif
}
static __device__ inline void tri_wait(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}

/* What is at this place of another block's shared memory. */
template <typename T> static __device__ inline T *tri_in_block(T *mine, int rank)
{
#if __CUDA_ARCH__ >= 900
    unsigned long long there;
    asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(mine), "r"(rank));
    return (T *)there;
#else
    (void)rank;
    return mine;
#endif
}

/* Bytes of shared memory that a block may have. */
static inline size_t tri_shared_limit(void)
{
    int device = 0, bytes = 48 << 10;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    return (size_t)bytes;
}

static __device__ inline unsigned char *tri_shared_memory(void)
{
    extern __shared__ __align__(16) unsigned char tri_shared_block[];
    return tri_shared_block;
}

/* From global to shared memory, on its way when this returns; 4, 8 or 16 bytes, so aligned. What is beside it in a line
 * of the cache is fetched too: a neighbouring block will ask for it. */
template <int BYTES> static __device__ inline void tri_copy_async(void *to, const void *from)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(to);
    if (BYTES == 16)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(at), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(at), "l"(from),
                     "n"(BYTES)
                     : "memory");
}

/* The copies of this thread since the last call are a group. */
static __device__ inline void tri_copy_group(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* All groups of this thread have arrived but the last ones, so many. */
template <int BUT> static __device__ inline void tri_copy_wait(void)
{
    asm volatile("cp.async.wait_group %0;" ::"n"(BUT) : "memory");
}

/* Whether it is so for all threads of the warp. */
static __device__ inline bool tri_whole_warp(bool so)
{
    return __all_sync(~0u, so);
}

/* 1 / x for normal x below 2^126 in size, correctly rounded: one step of Newton from the hardware's guess, as nvcc has it
 * in its own division, but without a branch to the rest of all numbers. */
static __device__ inline float tri_rounded_reciprocal(float x)
{
    float guess;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(guess) : "f"(x));
    return fmaf(guess, fmaf(-x, guess, 1.0f), guess);
}

#endif
