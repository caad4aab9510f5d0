/* Replaces the file of the same name in src/: launches run on a CPU. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH

#include <cstring>
#include <functional>

#include "backend/cuda/common/device.cuh"

/* Runs body once for each thread of each block, threads between barriers in changing order;
 * `share` blocks at a time form a cluster. */
void host_run(int share, dim3 blocks, int threads, size_t shared,
              const std::function<void()> &body);

/* Shared memory of the running block; as many bytes as the launch requested, filled with NaN. */
unsigned char *tri_shared_memory(void);

template <typename... Params> static bool tri_allow_shared(void (*)(Params...), size_t)
{
    return true;
}

template <typename... Params> static void tri_prefer_shared(void (*)(Params...)) {}

template <typename... Params> static void tri_allow_clusters(void (*)(Params...), int) {}

template <typename... Params, typename... Args>
static void tri_launch(void (*kernel)(Params...), long long blocks, int threads, size_t shared,
                       cudaStream_t stream, Args... args)
{
    (void)stream;
    host_run(1, (unsigned)blocks, threads, shared, [=]() { kernel(args...); });
}

template <typename... Params, typename... Args>
static void tri_launch_clusters(void (*kernel)(Params...), int share, long long clusters,
                                int threads, size_t shared, cudaStream_t stream, Args... args)
{
    (void)stream;
    host_run(share, (unsigned)(share * clusters), threads, shared, [=]() { kernel(args...); });
}

/* Tests have both fewer and more tiles than this. */
static inline int tri_processors(void)
{
    return 8;
}

/* Few, so that blocks loop over tiles. */
template <typename... Params>
static long long tri_resident(void (*kernel)(Params...), int threads, size_t shared)
{
    (void)kernel, (void)threads, (void)shared;
    return 3;
}

template <typename... Params>
static long long tri_resident_clusters(void (*kernel)(Params...), int share, int threads,
                                       size_t shared)
{
    (void)kernel, (void)share, (void)threads, (void)shared;
    return 2;
}

void tri_arrive(void);
void tri_wait(void);
void *host_in_block(void *mine, int rank);
template <typename T> static inline T *tri_in_block(T *mine, int rank)
{
    return (T *)host_in_block((void *)mine, rank);
}

static inline size_t tri_shared_limit(void)
{
    return 227 << 10; /* as on an H200 */
}

void host_copy_async(void *to, const void *from, size_t bytes);
template <int BYTES> static inline void tri_copy_async(void *to, const void *from)
{
    host_copy_async(to, from, BYTES);
}
void tri_copy_group(void);
void host_copy_wait(int but);
template <int BUT> static inline void tri_copy_wait(void)
{
    host_copy_wait(BUT);
}

/* Fibers have no warps: results must not depend on it. */
static inline bool tri_whole_warp(bool so)
{
    return so;
}

static inline float tri_rounded_reciprocal(float x)
{
    return 1 / x;
}

#endif
