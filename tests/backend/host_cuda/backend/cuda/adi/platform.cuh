/* In place of the file of the same name in src/: the ADI kernels on a CPU. A graph is what would be
 * captured, done anew at every launch; blocks that wait for one another are a cluster
 * (host_cuda.cpp). */
#ifndef SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH

#include <cmath>
#include <cstring>
#include <functional>

#include "backend/cuda/adi/part.cuh"
#include "backend/cuda/tridiag/launch.cuh"

enum { ADI_TEAM = 1 };

static inline void adi_raise(unsigned long long *at, double mine)
{
    unsigned long long bits;
    memcpy(&bits, &mine, sizeof bits);
    *at = bits > *at ? bits : *at;
}

static inline void adi_grid_wait(void)
{
    tri_arrive();
    tri_wait();
}

/* No fibers: no thread waits for another. */
template <typename... Taken, typename... Given>
static void adi_launch(void (*kernel)(Taken...), long long blocks, int threads, cudaStream_t stream,
                       Given... given)
{
    (void)stream;
    gridDim.x = (unsigned)blocks;
    blockDim.x = (unsigned)threads;
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x)
            kernel(given...);
}

template <typename... Taken, typename... Given>
static void adi_launch_together(void (*kernel)(Taken...), int threads, cudaStream_t stream,
                                Given... given)
{
    (void)threads, (void)stream;
    enum { BLOCKS = 2, THREADS = 16 };
    host_run(BLOCKS, BLOCKS, THREADS, 0, [=]() { kernel(given...); });
}

struct adi_graph {
    std::function<void()> body;
};

template <typename Body>
static int adi_graph_capture(adi_graph *to, cudaStream_t stream, const Body &body)
{
    (void)stream;
    to->body = body;
    return 1;
}

static inline int adi_graph_is_empty(const adi_graph *graph)
{
    return !graph->body;
}

static inline int adi_graph_launch(const adi_graph *graph, cudaStream_t stream)
{
    (void)stream;
    graph->body();
    return 1;
}

static inline void adi_graph_forget(adi_graph *graph)
{
    graph->body = nullptr;
}

static inline void *adi_allocate_pinned(size_t bytes)
{
    void *block = NULL;
    return cudaHostAlloc(&block, bytes, cudaHostAllocPortable) == cudaSuccess ? block : NULL;
}

static inline void adi_free_pinned(void *block)
{
    if (block)
        cudaFreeHost(block);
}

#endif
