/* What the CUDA kernels of RRB and multigrid share. A thread has a quad; a block has 32 x 8 of them. */
#ifndef SPATE_BACKEND_CUDA_KRYLOV_LEVELS_CUH
#define SPATE_BACKEND_CUDA_KRYLOV_LEVELS_CUH

#include "backend/cuda/krylov/krylov.cuh"
#include "backend/krylov/level_arithmetic.h"
#include "backend/krylov/level_kernels.h"

enum { LEVEL_X = 32, LEVEL_Y = 8, LEVEL_THREADS = LEVEL_X * LEVEL_Y };

static inline cudaStream_t level_stream(const level_part *l)
{
    return l->stream ? (cudaStream_t)l->stream : cuda_stream();
}

/* A thread for each of nx x ny quads, or quads with ghosts. */
template <typename... Taken, typename... Given>
static void level_launch(void (*kernel)(Taken...), const level_part *l, int nx, int ny,
                         const char *doing, const Given &...given)
{
    cuda_launch(kernel,
                dim3((unsigned)((nx + LEVEL_X - 1) / LEVEL_X),
                     (unsigned)((ny + LEVEL_Y - 1) / LEVEL_Y)),
                LEVEL_THREADS, level_stream(l), doing, given...);
}

static __device__ __forceinline__ int level_column(void)
{
    return (int)blockIdx.x * LEVEL_X + (int)threadIdx.x % LEVEL_X;
}

static __device__ __forceinline__ int level_line(void)
{
    return (int)blockIdx.y * LEVEL_Y + (int)threadIdx.x / LEVEL_X;
}

static __device__ __forceinline__ bool level_running(const level_part &l)
{
    return l.scalars->state == KRY_RUNNING;
}

/* Value of node (i, j) of r. */
static __device__ __forceinline__ void level_put(const level_part &l, int i, int j, real value)
{
    real *r = (real *)l.r;
    if (l.staged)
        r[j * l.quad_pitch + i] = value;
    else
        r[((j & 1) * 2 + (i & 1)) * l.quad_plane + (j >> 1) * l.quad_pitch + (i >> 1)] = value;
}

#define LEVEL_CUDA(name) SPATE_NAME(name##_cuda)

/* Passes of set-up, by name of the function of a quad (rrb.h, multigrid.h). */
#define LEVEL_EACH_SETUP(what)                                                                     \
    what(rrb_reds) what(rrb_odds) what(rrb_evens) what(schur) what(rrb_schur_odds)                 \
        what(rrb_schur_evens) what(mg_first) what(mg_second) what(mg_third) what(mg_schur_first)   \
            what(mg_schur_second)

#define LEVEL_DECLARE(name) level_kernel LEVEL_CUDA(name);
LEVEL_EACH_SETUP(LEVEL_DECLARE)
level_bottom_kernel LEVEL_CUDA(bottom_factor), LEVEL_CUDA(bottom_solve);
level_pass LEVEL_CUDA(rrb_forward), LEVEL_CUDA(rrb_backward), LEVEL_CUDA(mg_forward),
    LEVEL_CUDA(mg_backward);
level_phase LEVEL_CUDA(mg_phase);
level_tail LEVEL_CUDA(rrb_tail), LEVEL_CUDA(mg_tail);
level_schur_pass LEVEL_CUDA(rrb_schur_forward), LEVEL_CUDA(rrb_schur_backward),
    LEVEL_CUDA(mg_schur_forward), LEVEL_CUDA(mg_schur_backward);

#endif
