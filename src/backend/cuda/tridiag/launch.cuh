/* CUDA features used by the tridiagonal kernels: launches, shared memory, asynchronous copies.
 * In a separate file, so that tests can replace it by fibers on a CPU
 * (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH

#include "backend/cuda/common/device.cuh"

/* Requests shared memory beyond the default limit. */
template <typename... Params> static bool tri_allow_shared(void (*kernel)(Params...), size_t shared)
{
    return shared <= (48 << 10) ||
           cuda_ok(cudaFuncSetAttribute((const void *)kernel,
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                   "requesting shared memory");
}

/* Memory of a multiprocessor that is cache or shared becomes shared, for as many blocks as possible.
 * A refusal is not an error. */
template <typename... Params> static void tri_prefer_shared(void (*kernel)(Params...))
{
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                         cudaSharedmemCarveoutMaxShared);
    cudaGetLastError();
}

/* Launches a kernel, with the shared memory that it needs. */
template <typename... Params, typename... Args>
static void tri_launch(void (*kernel)(Params...), long long blocks, int threads, size_t shared,
                       cudaStream_t stream, Args... args)
{
    if (!tri_allow_shared(kernel, shared))
        return;
    kernel<<<(unsigned)blocks, threads, shared, stream>>>(args...);
    cuda_ok(cudaGetLastError(), "launching a tridiagonal solver");
}

static inline int tri_processors(void)
{
    int device = 0, processors = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    return processors;
}

/* Blocks of a kernel that run concurrently on the whole device. */
template <typename... Params>
static long long tri_resident(void (*kernel)(Params...), int threads, size_t shared)
{
    int blocks = 0;
    if (shared > (48 << 10))
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared);
    cuda_ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared),
            "querying occupancy");
    return (long long)(blocks > 0 ? blocks : 1) * tri_processors();
}

/* ---- clusters: adjacent blocks that access each other's shared memory ---- */

/* Configuration of a launch in clusters of `share` blocks; attribute must outlive the result. */
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

/* Clusters of more than 8 blocks, which not every device has. A refusal is not an error. */
template <typename... Params> static void tri_allow_clusters(void (*kernel)(Params...), int share)
{
    if (share > 8)
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeNonPortableClusterSizeAllowed,
                             1);
    cudaGetLastError();
}

/* Clusters of a kernel that run concurrently on the whole device. 0 if it has none: before
 * compute capability 9.0, or if the machine code was compiled from PTX of an older one. */
template <typename... Params>
static long long tri_resident_clusters(void (*kernel)(Params...), int share, int threads,
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
    tri_allow_clusters(kernel, share);
    const cudaLaunchConfig_t config =
        tri_cluster_config(share, share, threads, shared, NULL, &attribute);
    if (cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) != cudaSuccess)
        clusters = 0;
    cudaGetLastError(); /* a refusal is not an error */
    return clusters;
}

/* Call after tri_resident_clusters with the same share, threads and shared memory, or
 * tri_allow_shared and tri_allow_clusters. */
template <typename... Params, typename... Args>
static void tri_launch_clusters(void (*kernel)(Params...), int share, long long clusters,
                                int threads, size_t shared, cudaStream_t stream, Args... args)
{
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config =
        tri_cluster_config(share, share * clusters, threads, shared, stream, &attribute);
    cuda_ok(cudaLaunchKernelEx(&config, kernel, Params(args)...),
            "launching a tridiagonal solver in clusters");
}

/* A barrier of all threads of a cluster, in two halves: what any block wrote before the first is
 * visible after the second. The shared memory of other blocks is accessible from the first
 * barrier until a block ends. */
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

/* The same address in the shared memory of another block. */
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

/* Maximum shared memory of a block, in bytes. */
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

/* Asynchronous copy from global to shared memory of 4, 8 or 16 aligned bytes. The whole cache
 * line is fetched: a neighbouring block will need the rest. */
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

/* The copies of this thread since the last call form a group. */
static __device__ inline void tri_copy_group(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits for all groups of this thread except the last BUT. */
template <int BUT> static __device__ inline void tri_copy_wait(void)
{
    asm volatile("cp.async.wait_group %0;" ::"n"(BUT) : "memory");
}

/* True if the condition holds for all threads of the warp. */
static __device__ inline bool tri_whole_warp(bool so)
{
    return __all_sync(~0u, so);
}

/* 1 / x for normal |x| below 2^126, correctly rounded: one Newton step from the hardware
 * estimate, as in nvcc's own division, but without the branch for other numbers. */
static __device__ inline float tri_rounded_reciprocal(float x)
{
    float guess;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(guess) : "f"(x));
    return fmaf(guess, fmaf(-x, guess, 1.0f), guess);
}

#endif
