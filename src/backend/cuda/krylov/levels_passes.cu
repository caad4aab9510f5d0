/* RRB and multigrid applied to a vector on a GPU: the passes of single levels, and the tables.
 * Traffic as on the CPU (backend/cpu/krylov). */
#include "backend/cuda/krylov/levels_multigrid.cuh"
#include "backend/krylov/rrb_passes.h"

/* ---- RRB ---- */

/* A block has a thread for each of its quads and of those west and south of them. */
enum { RRB_QUADS = (LEVEL_X + 1) * (LEVEL_Y + 1), RRB_THREADS = (RRB_QUADS + 31) / 32 * 32 };

static void rrb_launch(void (*kernel)(const level_part, const level_part), const level_part *l,
                       const level_part *next)
{
    cuda_launch(kernel,
                dim3((unsigned)((l->qx + LEVEL_X - 1) / LEVEL_X),
                     (unsigned)((l->qy + LEVEL_Y - 1) / LEVEL_Y)),
                RRB_THREADS, level_stream(l), "RRB", *l, *next);
}

/* The block computes O of its quads and of those west and south of them, then E. */
static __global__ void __launch_bounds__(RRB_THREADS)
    rrb_forward_kernel(const __grid_constant__ level_part l,
                       const __grid_constant__ level_part next)
{
    __shared__ real y[LEVEL_Y + 1][LEVEL_X + 1];
    if (!level_running(l))
        return;
    const rrb_view v = rrb_view_of(&l);
    const int t = (int)threadIdx.x, across = t % (LEVEL_X + 1), up = t / (LEVEL_X + 1);
    const int I = (int)blockIdx.x * LEVEL_X - 1 + across, J = (int)blockIdx.y * LEVEL_Y - 1 + up;
    const bool exists = up <= LEVEL_Y && I < l.qx && J < l.qy;
    if (exists) {
        const ptrdiff_t k = J * v.pitch + I;
        const real value = rrb_forward_o(&v, k);
        y[up][across] = value;
        if ((across > 0 || I < 0) && (up > 0 || J < 0)) /* ghosts are needed on the way back */
            ((real *)l.held[0])[k] = value;
    }
    __syncthreads();
    if (exists && across > 0 && up > 0)
        level_put(next, I, J,
                  rrb_forward_e(&v, J * v.pitch + I, y[up - 1][across - 1], y[up - 1][across],
                                y[up][across - 1], y[up][across]));
}

void LEVEL_CUDA(rrb_forward)(const level_part *l, const level_part *next)
{
    rrb_launch(rrb_forward_kernel, l, next);
}

static __global__ void __launch_bounds__(RRB_THREADS)
    rrb_backward_kernel(const __grid_constant__ level_part l,
                        const __grid_constant__ level_part next)
{
    __shared__ real o[LEVEL_Y + 1][LEVEL_X + 1];
    if (!level_running(l))
        return;
    const rrb_view v = rrb_view_of(&l);
    const real *ze = (const real *)next.z;
    const ptrdiff_t p = next.z_pitch;
    const int t = (int)threadIdx.x, across = t % (LEVEL_X + 1), up = t / (LEVEL_X + 1);
    const int I = (int)blockIdx.x * LEVEL_X - 1 + across, J = (int)blockIdx.y * LEVEL_Y - 1 + up;
    const bool exists = up <= LEVEL_Y && I < l.qx && J < l.qy;
    if (exists) {
        const ptrdiff_t k = J * v.pitch + I, m = J * p + I;
        o[up][across] = rrb_backward_o(&v, k, ((const real *)l.held[0])[k], ze[m], ze[m + 1],
                                       ze[m + p], ze[m + p + 1]);
    }
    __syncthreads();
    if (!exists || across == 0 || up == 0)
        return;
    const ptrdiff_t k = J * v.pitch + I, m = J * p + I;
    const real e = ze[m], own = o[up][across];
    real *south = (real *)l.z + 2 * J * l.z_pitch + 2 * I, *north = south + l.z_pitch;
    south[0] = e;
    south[1] = rrb_backward_r1(&v, k, e, ze[m + 1], o[up - 1][across], own);
    north[0] = rrb_backward_r2(&v, k, o[up][across - 1], own, e, ze[m + p]);
    north[1] = own;
}

void LEVEL_CUDA(rrb_backward)(const level_part *l, const level_part *next)
{
    rrb_launch(rrb_backward_kernel, l, next);
}

/* ---- multigrid ---- */

template <int PHASE>
static __global__ void __launch_bounds__(LEVEL_THREADS)
    mg_phase_kernel(const __grid_constant__ level_part l, const __grid_constant__ level_part next)
{
    const int ghosts = PHASE == MG_FIRST || PHASE == MG_CORRECT;
    if (level_running(l))
        mg_phase_quad<PHASE>(l, next, mg_view_of(&l), level_column() - ghosts,
                             level_line() - ghosts);
}

template <int PHASE> static void mg_run(const level_part *l, const level_part *next)
{
    const int ghosts = PHASE == MG_FIRST || PHASE == MG_CORRECT;
    level_launch(mg_phase_kernel<PHASE>, l, l->qx + 2 * ghosts, l->qy + 2 * ghosts, "multigrid", *l,
                 *next);
}

void LEVEL_CUDA(mg_phase)(const level_part *l, const level_part *next, int phase)
{
    static void (*const run[MG_BACKWARD_END])(const level_part *, const level_part *) = {
        mg_run<MG_FIRST>,    mg_run<MG_FIRST_R2>, mg_run<MG_FIRST_O>,
        mg_run<MG_RESTRICT>, mg_run<MG_CORRECT>,  mg_run<MG_LAST_O>,
        mg_run<MG_LAST_R2>,  mg_run<MG_LAST_R1>,  mg_run<MG_LAST_E>};
    run[phase](l, next);
}

void LEVEL_CUDA(mg_forward)(const level_part *l, const level_part *next)
{
    for (int phase = MG_FIRST; phase < MG_FORWARD_END; ++phase)
        LEVEL_CUDA(mg_phase)(l, next, phase);
}

void LEVEL_CUDA(mg_backward)(const level_part *l, const level_part *next)
{
    for (int phase = MG_CORRECT; phase < MG_BACKWARD_END; ++phase)
        LEVEL_CUDA(mg_phase)(l, next, phase);
}

/* ---- level 0 where conjugate gradients run on E and O ---- */

template <bool MULTIGRID>
static __global__ void __launch_bounds__(LEVEL_THREADS)
    space_forward_kernel(const __grid_constant__ kry_part part,
                         const __grid_constant__ level_part l,
                         const __grid_constant__ level_part next)
{
    const int I = level_column(), J = level_line();
    if (I >= l.qx || J >= l.qy || !kry_running(part))
        return;
    const ptrdiff_t k = J * l.quad_pitch + I, j = J * part.shape.pitch + I;
    if (MULTIGRID) {
        const mg_space v = mg_space_of(&l, part.in, part.shape.pitch, part.shape.plane);
        level_put(next, I, J, mg_space_forward(&v, k, j));
    } else {
        const rrb_space v = rrb_space_of(&l, part.in, part.shape.pitch, part.shape.plane);
        level_put(next, I, J, rrb_space_forward(&v, k, j));
    }
}

/* z of E or of O, by the lane of a warp. */
template <bool MULTIGRID>
static __device__ __forceinline__ real space_z(const kry_part &part, const level_part &l,
                                               const level_part &next, int plane, int I, int J)
{
    const ptrdiff_t k = J * l.quad_pitch + I, j = J * part.shape.pitch + I, p = next.z_pitch,
                    m = J * p + I;
    const real *c = (const real *)next.z;
    if (MULTIGRID) {
        const mg_space v = mg_space_of(&l, part.in, part.shape.pitch, part.shape.plane);
        return plane ? mg_space_backward_o(&v, k, j, c, m, p)
                     : mg_space_backward_e(&v, k, j, c, m, p);
    }
    const rrb_space v = rrb_space_of(&l, part.in, part.shape.pitch, part.shape.plane);
    return plane ? rrb_space_backward(&v, k, j, c[m], c[m + 1], c[m + p], c[m + p + 1]) : c[m];
}

/* A warp for each tile, so that r.z is summed on the way, where r has the precision of z. */
template <bool MULTIGRID>
static __global__ void __launch_bounds__(KRY_THREADS)
    space_backward_kernel(const __grid_constant__ kry_part part,
                          const __grid_constant__ level_part l,
                          const __grid_constant__ level_part next)
{
    const kry_tile t = kry_tile_here(part.shape);
    double sum = 0;
    if (!t.exists || !kry_running(part))
        return;
    for (int n = 0; n < t.rows; ++n) {
        const int J = t.j0 + n;
        const ptrdiff_t o = t.plane * part.shape.plane + J * part.shape.pitch + t.i;
        const real z = space_z<MULTIGRID>(part, l, next, t.plane, t.i, J);
        if (MULTIGRID || t.plane || next.staged) /* else z of the next level is z of E itself */
            ((real *)part.z)[o] = z;
        sum += (double)((const real *)part.in)[o] * (double)z;
    }
    if (part.in == part.r)
        kry_store_tile_sum(part, KRY_RZ, t.number, sum);
}

#define SPACE_PASSES(name, multigrid)                                                              \
    void LEVEL_CUDA(name##_schur_forward)(const kry_part *part, const level_part *l,               \
                                          const level_part *next)                                  \
    {                                                                                              \
        level_launch(space_forward_kernel<multigrid>, l, l->qx, l->qy, "level 0", *part, *l,       \
                     *next);                                                                       \
    }                                                                                              \
    void LEVEL_CUDA(name##_schur_backward)(const kry_part *part, const level_part *l,              \
                                           const level_part *next)                                 \
    {                                                                                              \
        kry_launch(space_backward_kernel<multigrid>, part,                                         \
                   (long long)kry_tile_count(&part->shape), "level 0", *part, *l, *next);          \
    }
SPACE_PASSES(rrb, false)
SPACE_PASSES(mg, true)

/* ---- small kernels ---- */

static __global__ void __launch_bounds__(LEVEL_THREADS)
    split_kernel(const __grid_constant__ level_part l, const real *vector, ptrdiff_t pitch)
{
    const int i = level_column(), j = level_line();
    if (i < l.nx && j < l.ny && level_running(l))
        level_put(l, i, j, vector[j * pitch + i]);
}

static void split(const level_part *l, const void *vector, ptrdiff_t pitch)
{
    level_launch(split_kernel, l, l->nx, l->ny, "a vector of a level", *l, (const real *)vector,
                 pitch);
}

static __global__ void __launch_bounds__(LEVEL_THREADS)
    round_kernel(const __grid_constant__ level_part l, const __grid_constant__ level_part exact)
{
    const int I = level_column() - 1, J = level_line() - 1;
    if (I > l.qx || J > l.qy)
        return;
    for (int k = 0; k < LEVEL_PLANES; ++k)
        if (l.plane[k])
            ((real *)l.plane[k])[J * l.quad_pitch + I] =
                (real)((const double *)exact.plane[k])[J * exact.quad_pitch + I];
}

static void round_planes(const level_part *l, const level_part *exact)
{
    level_launch(round_kernel, l, l->qx + 2, l->qy + 2, "rounding a level", *l, *exact);
}

/* ---- table ---- */

extern "C" const level_kernels *SPATE_NAME(level_kernels_cuda)(void)
{
    static level_kernels t;
    t.isa = "strict";
    t.rrb.setup[0] = LEVEL_CUDA(rrb_reds);
    t.rrb.setup[1] = LEVEL_CUDA(rrb_odds);
    t.rrb.setup[2] = LEVEL_CUDA(rrb_evens);
    t.rrb.schur_setup[0] = LEVEL_CUDA(rrb_schur_odds);
    t.rrb.schur_setup[1] = LEVEL_CUDA(rrb_schur_evens);
    t.rrb.forward = LEVEL_CUDA(rrb_forward);
    t.rrb.backward = LEVEL_CUDA(rrb_backward);
    t.rrb.schur_forward = LEVEL_CUDA(rrb_schur_forward);
    t.rrb.schur_backward = LEVEL_CUDA(rrb_schur_backward);
    t.multigrid.setup[0] = LEVEL_CUDA(mg_first);
    t.multigrid.setup[1] = LEVEL_CUDA(mg_second);
    t.multigrid.setup[2] = LEVEL_CUDA(mg_third);
    t.multigrid.schur_setup[0] = LEVEL_CUDA(mg_schur_first);
    t.multigrid.schur_setup[1] = LEVEL_CUDA(mg_schur_second);
    t.multigrid.schur_setup[2] = LEVEL_CUDA(mg_third);
    t.multigrid.forward = LEVEL_CUDA(mg_forward);
    t.multigrid.backward = LEVEL_CUDA(mg_backward);
    t.multigrid.phase = LEVEL_CUDA(mg_phase);
    t.multigrid.schur_forward = LEVEL_CUDA(mg_schur_forward);
    t.multigrid.schur_backward = LEVEL_CUDA(mg_schur_backward);
    t.multigrid.own_z = 1;
    t.schur_matrix = LEVEL_CUDA(schur);
    t.round = round_planes;
    t.split = split;
    t.bottom_factor = LEVEL_CUDA(bottom_factor);
    t.bottom_solve = LEVEL_CUDA(bottom_solve);
    t.rrb.tail = LEVEL_CUDA(rrb_tail);
    t.multigrid.tail = LEVEL_CUDA(mg_tail);
    return &t;
}
