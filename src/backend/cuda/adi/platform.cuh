/* What the ADI kernels use of CUDA beyond launches (tridiag/launch.cuh): graphs and cooperative
 * kernels. In its own file, so that the tests can replace it by code for the CPU
 * (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH

#include <cooperative_groups.h>

#include "backend/cuda/adi/part.cuh"
#include "backend/cuda/common/rate_bits.cuh"
#include "backend/cuda/tridiag/launch.cuh"

/* Threads of the block that updates the clock. */
enum { ADI_TEAM = 32 * TEAM_MOST_WARPS };

/* ---- in kernels ---- */

/* Atomic maximum of a value that is not negative; called by all lanes of a warp together. */
static __device__ inline void adi_raise(unsigned long long *at, double mine)
{
    for (int step = 16; step > 0; step /= 2)
        mine = larger(mine, __shfl_xor_sync(0xffffffffu, mine, step));
    if (threadIdx.x % 32 == 0 && rate_bits(mine) > *at)
        atomicMax(at, rate_bits(mine));
}

/* Barrier of all threads of a kernel launched by adi_launch_together. */
static __device__ inline void adi_grid_wait(void)
{
    cooperative_groups::this_grid().sync();
}

/* ---- launches ---- */

/* A kernel without barriers, or with one block (ADI_TEAM). */
template <typename... Taken, typename... Given>
static void adi_launch(void (*kernel)(Taken...), long long blocks, int threads, cudaStream_t stream,
                       Given... given)
{
    kernel<<<(unsigned)blocks, threads, 0, stream>>>(given...);
    cuda_ok(cudaGetLastError(), "launching a kernel of the ADI scheme");
}

/* A cooperative kernel: as many blocks as run at the same time. */
template <typename... Taken, typename... Given>
static void adi_launch_together(void (*kernel)(Taken...), int threads, cudaStream_t stream,
                                Given... given)
{
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.gridDim = dim3((unsigned)tri_resident(kernel, threads, 0));
    config.blockDim = dim3((unsigned)threads);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cuda_ok(cudaLaunchKernelEx(&config, kernel, Taken(given)...),
            "launching blocks that wait for one another");
}

/* Kernels that are launched together; empty until captured. */
struct adi_graph {
    cudaGraphExec_t exec;
};

template <typename Body>
static int adi_graph_capture(adi_graph *to, cudaStream_t stream, const Body &body)
{
    cudaGraph_t graph = NULL;
    if (!cuda_ok(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
                 "capturing a graph"))
        return 0;
    body();
    if (!cuda_ok(cudaStreamEndCapture(stream, &graph), "capturing a graph"))
        return 0;
    const int ok = cuda_ok(cudaGraphInstantiate(&to->exec, graph, 0), "making a graph");
    cudaGraphDestroy(graph);
    return ok;
}

static inline int adi_graph_is_empty(const adi_graph *graph)
{
    return graph->exec == NULL;
}

static inline int adi_graph_launch(const adi_graph *graph, cudaStream_t stream)
{
    return cuda_ok(cudaGraphLaunch(graph->exec, stream), "launching a graph");
}

static inline void adi_graph_forget(adi_graph *graph)
{
    if (graph->exec)
        cuda_ok(cudaGraphExecDestroy(graph->exec), "dropping a graph");
    graph->exec = NULL;
}

/* ---- memory ---- */

static inline void *adi_allocate_pinned(size_t bytes)
{
    void *block = NULL;
    return cuda_ok(cudaHostAlloc(&block, bytes, cudaHostAllocPortable), "pinning memory") ? block
                                                                                          : NULL;
}

static inline void adi_free_pinned(void *block)
{
    if (block)
        cuda_ok(cudaFreeHost(block), "freeing memory");
}

#endif
