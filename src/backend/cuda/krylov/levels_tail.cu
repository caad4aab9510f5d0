/* The last levels in one block: where a level has no more quads than a block has threads, launches would
 * take longer than the work. Threads of the block wait for each other between phases, and values
 * pass through the caches of its multiprocessor. */
#include "backend/cuda/krylov/levels_multigrid.cuh"
#include "backend/krylov/bottom.h"
#include "backend/krylov/rrb_passes.h"

enum { TAIL_THREADS = 1024 };

/* do(I, J) for I from -ghosts to qx - 1 + ghosts, J alike; then all threads of the block wait. */
template <class DO>
static __device__ __forceinline__ void each_quad(const level_part &l, int ghosts, DO act)
{
    const int across = l.qx + 2 * ghosts, all = across * (l.qy + 2 * ghosts);
    for (int n = (int)threadIdx.x; n < all; n += (int)blockDim.x)
        act(n % across - ghosts, n / across - ghosts);
    __syncthreads();
}

/* ---- the last level ---- */

static __device__ __forceinline__ void bottom(const level_part &l, const level_bottom &b, real *x,
                                              real *y)
{
    const int n = l.nx * l.ny, t = (int)threadIdx.x;
    if (t < LEVEL_BOTTOM)
        x[t] = t < n ? ((const real *)l.r)[bottom_index(&l, t)] : (real)0;
    __syncthreads();
    real sum = 0;
    for (int k = 0; k < n && t < LEVEL_BOTTOM; ++k)
        sum += ((const real *)b.transposed)[k * b.pitch + t] * x[k];
    if (t < LEVEL_BOTTOM)
        y[t] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < n && t < LEVEL_BOTTOM; ++k)
        sum += ((const real *)b.inverse)[k * b.pitch + t] * y[k];
    if (t < n)
        ((real *)l.z)[bottom_z_index(&l, t)] = sum;
    __syncthreads();
}

static __global__ void __launch_bounds__(LEVEL_BOTTOM)
    bottom_kernel(const __grid_constant__ level_part l, level_bottom b)
{
    __shared__ real x[LEVEL_BOTTOM], y[LEVEL_BOTTOM];
    if (level_running(l))
        bottom(l, b, x, y);
}

void LEVEL_CUDA(bottom_solve)(const level_part *l, const level_bottom *b)
{
    cuda_launch(bottom_kernel, dim3(1), LEVEL_BOTTOM, level_stream(l), "the last level", *l, *b);
}

/* ---- RRB ---- */

/* A level without parts beside: O of ghosts is 0, and held values of it stay so. */
static __device__ __forceinline__ void rrb_down(const level_part &l, const level_part &next)
{
    const rrb_view v = rrb_view_of(&l);
    real *held = (real *)l.held[0];
    each_quad(l, 0, [&](int I, int J) {
        const ptrdiff_t k = J * v.pitch + I;
        held[k] = rrb_forward_o(&v, k);
    });
    each_quad(l, 0, [&](int I, int J) {
        const ptrdiff_t k = J * v.pitch + I, s = k - v.pitch;
        level_put(next, I, J, rrb_forward_e(&v, k, held[s - 1], held[s], held[k - 1], held[k]));
    });
}

static __device__ __forceinline__ void rrb_up(const level_part &l, const level_part &next)
{
    const rrb_view v = rrb_view_of(&l);
    const real *ze = (const real *)next.z;
    const ptrdiff_t p = next.z_pitch;
    real *o = (real *)l.held[0]; /* z of O takes the place of what it is made from */
    each_quad(l, 0, [&](int I, int J) {
        const ptrdiff_t k = J * v.pitch + I, m = J * p + I;
        o[k] = rrb_backward_o(&v, k, o[k], ze[m], ze[m + 1], ze[m + p], ze[m + p + 1]);
    });
    each_quad(l, 0, [&](int I, int J) {
        const ptrdiff_t k = J * v.pitch + I, m = J * p + I;
        real *south = (real *)l.z + 2 * J * l.z_pitch + 2 * I, *north = south + l.z_pitch;
        south[0] = ze[m];
        south[1] = rrb_backward_r1(&v, k, ze[m], ze[m + 1], o[k - v.pitch], o[k]);
        north[0] = rrb_backward_r2(&v, k, o[k - 1], o[k], ze[m], ze[m + p]);
        north[1] = o[k];
    });
}

/* ---- multigrid ---- */

template <int PHASE>
static __device__ __forceinline__ void mg_level(const level_part &l, const level_part &next,
                                                const mg_view &v)
{
    const int ghosts = PHASE == MG_FIRST || PHASE == MG_CORRECT;
    each_quad(l, ghosts, [&](int I, int J) { mg_phase_quad<PHASE>(l, next, v, I, J); });
}

static __device__ __forceinline__ void mg_down(const level_part &l, const level_part &next)
{
    const mg_view v = mg_view_of(&l);
    mg_level<MG_FIRST>(l, next, v);
    mg_level<MG_FIRST_R2>(l, next, v);
    mg_level<MG_FIRST_O>(l, next, v);
    mg_level<MG_RESTRICT>(l, next, v);
}

static __device__ __forceinline__ void mg_up(const level_part &l, const level_part &next)
{
    const mg_view v = mg_view_of(&l);
    mg_level<MG_CORRECT>(l, next, v);
    mg_level<MG_LAST_O>(l, next, v);
    mg_level<MG_LAST_R2>(l, next, v);
    mg_level<MG_LAST_R1>(l, next, v);
    mg_level<MG_LAST_E>(l, next, v);
}

/* ---- all of them ---- */

template <bool MULTIGRID>
static __global__ void __launch_bounds__(TAIL_THREADS)
    tail_kernel(const level_part *levels, int count, level_bottom b)
{
    __shared__ real x[LEVEL_BOTTOM], y[LEVEL_BOTTOM];
    if (!level_running(levels[0]))
        return;
    for (int n = 0; n + 1 < count; ++n) {
        if (MULTIGRID)
            mg_down(levels[n], levels[n + 1]);
        else
            rrb_down(levels[n], levels[n + 1]);
    }
    bottom(levels[count - 1], b, x, y);
    for (int n = count - 2; n >= 0; --n) {
        if (MULTIGRID)
            mg_up(levels[n], levels[n + 1]);
        else
            rrb_up(levels[n], levels[n + 1]);
    }
}

void LEVEL_CUDA(rrb_tail)(const level_part *levels, int count, const level_bottom *b, void *stream)
{
    cuda_launch(tail_kernel<false>, dim3(1), TAIL_THREADS,
                stream ? (cudaStream_t)stream : cuda_stream(), "the last levels", levels, count,
                *b);
}

void LEVEL_CUDA(mg_tail)(const level_part *levels, int count, const level_bottom *b, void *stream)
{
    cuda_launch(tail_kernel<true>, dim3(1), TAIL_THREADS,
                stream ? (cudaStream_t)stream : cuda_stream(), "the last levels", levels, count,
                *b);
}
