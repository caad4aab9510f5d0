/* What the ADI kernels take from CUDA beyond launches (tridiag_launch.cuh), and from the kernels that all schemes have
 * (kurganov.cu, compiled with the same macros): graphs, kernels whose blocks wait for one another, the device's twin of a
 * part. In a file of its own, so that the tests can put a CPU in its place (tests/backend/host_cuda/). */
#ifndef SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH

#include <cooperative_groups.h>

#include "backend/cuda/adi_twins.cuh"
#include "backend/cuda/kurganov_fields.cuh"
#include "backend/cuda/kurganov_progress.cuh"
#include "backend/cuda/tridiag_launch.cuh"

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

/* The work of a part is made by kernels of the precision of its fields, and laid out in their arithmetic (cuda_part): of a
 * mixed run those of f32 look into it. */
#define adi_bring_f32 ADI_BUILD(adi_bring_f32)
#define adi_twin_f32 ADI_BUILD(adi_twin_f32)
#define adi_twin_moved_f32 ADI_BUILD(adi_twin_moved_f32)
extern "C" void adi_bring_f32(const kp_part *part, char *device, const image_block *image,
                              int to_image);
extern "C" kp_part *adi_twin_f32(const kp_part *part);
extern "C" void adi_twin_moved_f32(const kp_part *part);

#if ADI_MIXED
static inline void adi_bring(const kp_part *part, char *device, const image_block &image,
                             int to_image)
{
    adi_bring_f32(part, device, &image, to_image);
}

static inline kp_part *adi_twin(const kp_part *part)
{
    return adi_twin_f32(part);
}

static inline void adi_twin_moved(const kp_part *part)
{
    adi_twin_moved_f32(part);
}
#else
/* A whole block between device and image. */
static inline void adi_bring(const kp_part *part, char *device, const image_block &image,
                             int to_image)
{
    const batch one = {{device, image.memory, image.bytes, 1, image.bytes}};
    bring(work_of(part), one, to_image ? TO_HOST : TO_DEVICE);
}

/* ---- the twin of a part ---- */

/* With the device's addresses, as common kernels get it by value; this thread's calls go to its place from here on. */
static inline kp_part *adi_twin(const kp_part *part)
{
    return &work_of(part)->c.p;
}

/* The state of the twin has traded places: what the image's slots have their copies in follows. */
static inline void adi_twin_moved(const kp_part *part)
{
    cuda_work *w = work_of(part);
    for (int s = 0; s < KP_SLOTS; ++s)
        for (int v = 0; v < KP_VARIABLES; ++v) {
            const image_block block = cuda_image_block(part->state[s][v]);
            mirror *m = find_mirror(w, block, s);
            if (m)
                m->device =
                    (char *)w->c.p.state[s][v] - ((const char *)part->state[s][v] - block.memory);
        }
}
#endif

#endif
