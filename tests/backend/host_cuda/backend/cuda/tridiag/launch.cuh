/* In place of the file of the same name in src/: launches that run on a CPU. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_LAUNCH_CUH

#include <cstring>
#include <functional>

#include "backend/cuda/common/device.cuh"

/* Runs body once for each thread of each block, threads between barriers in an order that changes; `share` blocks at a time,
 * which make a cluster. */
void host_run(int share, dim3 blocks, int threads, size_t shared,
              const std::function<void()> &body);

/* Of the block that runs; as many bytes as the launch asked for, filled with what is no number. */
unsigned char *tri_shared_memory(void);

template <typename... Taken, typename... Given>
static void tri_launch(void (*kernel)(Taken...), long long blocks, int threads, size_t shared,
                       cudaStream_t stream, Given... given)
{
    (void)stream;
    host_run(1, (unsigned)blocks, threads, shared, [=]() { kernel(given...); });
}

template <typename... Taken, typename... Given>
static void tri_launch_clusters(void (*kernel)(Taken...), int share, long long clusters,
                                int threads, size_t shared, cudaStream_t stream, Given... given)
{
    (void)stream;
    host_run(share, (unsigned)(share * clusters), threads, shared, [=]() { kernel(given...); });
}

/* Tests have fewer lines than these could take, and more. */
static inline int tri_processors(void)
{
    return 8;
}

/* Few: blocks shall go from tile to tile. */
template <typename... Taken>
static long long tri_resident(void (*kernel)(Taken...), int threads, size_t shared)
{
    (void)kernel, (void)threads, (void)shared;
    return 3;
}

template <typename... Taken>
static long long tri_resident_clusters(void (*kernel)(Taken...), int share, int threads,
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
    return 227 << 10; /* as an H200 */
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

/* Fibers are no warps: what they do must not depend on it. */
static inline bool tri_whole_warp(bool so)
{
    return so;
}

static inline float tri_rounded_reciprocal(float x)
{
    return 1 / x;
}

#endif
