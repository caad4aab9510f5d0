/* What the ADI kernels take from CUDA beyond launches (tridiag_launch.cuh): graphs, kernels whose blocks wait for one
 * another. In a file of its own, so that the tests can put a CPU in its place (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH

#include <cooperative_groups.h>

#include "backend/cuda/adi/part.cuh"
#include "backend/cuda/common/rate_bits.cuh"
#include "backend/cuda/tridiag/launch.cuh"

/* Threads of the block that looks after the clock. */
enum { ADI_TEAM = 32 * TEAM_MOST_WARPS };

/* ---- in kernels ---- */

/* Raises bits of a value that is not negative; all lanes of a warp come here together. */
static __device__ inline void adi_raise(unsigned long long *at, double mine)
{
    for (int step = 16; step > 0; step /= 2)
        mine = larger(mine, __shfl_xor_sync(0xffffffffu, mine, step));
    if (threadIdx.x % 32 == 0 && rate_bits(mine) > *at)
        atomicMax(at, rate_bits(mine));
}

/* All threads of a grid that adi_launch_together has launched. */
static __device__ inline void adi_grid_wait(void)
{
    cooperative_groups::this_grid().sync();
}

/* ---- launches ---- */

/* A kernel whose threads do not wait for one another, or are a team (ADI_TEAM). */
template <typename... Taken, typename... Given>
static void adi_launch(void (*kernel)(Taken...), long long blocks, int threads, cudaStream_t stream,
                       Given... given)
{
    kernel<<<(unsigned)blocks, threads, 0, stream>>>(given...);
    cuda_ok(cudaGetLastError(), "launching a kernel of the ADI scheme");
}

/* As many blocks as run at once, each waiting for all others where it asks to. */
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

/* Kernels that are launched as one; empty: to be captured. */
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

static inline void *adi_take_pinned(size_t bytes)
{
    void *block = NULL;
    return cuda_ok(cudaHostAlloc(&block, bytes, cudaHostAllocPortable), "pinning memory") ? block
                                                                                          : NULL;
}

static inline void adi_give_pinned(void *block)
{
    if (block)
        cuda_ok(cudaFreeHost(block), "freeing memory");
}

#endif
