/* The host's side of Newton's method: views of a step, launches, and sums. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_NEWTON_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_NEWTON_CUH

#include "backend/cuda/vector_invariant/launch.cuh"
#include "backend/cuda/vector_invariant/newton_kernels.cuh"

namespace
{

/* Blocks that add tiles: a few for each multiprocessor. */
enum { NEWTON_BLOCKS = 512 };

size_t newton_sum_bytes(void)
{
    return sizeof(vi_sum) * VI_GUESSED * NEWTON_BLOCKS;
}

/* With the addresses of the device, as the host's clock and terms have the step. */
vi_newton_view newton_view(const grid_part *part)
{
    grid_part seen = work_of(part)->c.p;
    seen.clock = part->clock;
    seen.own = part->own;
    return vi_newton_view_of(&seen);
}

template <typename... Taken, typename... Given>
void newton_cells(const grid_part *part, void (*kernel)(Taken...), const Given &...given)
{
    const vi_work *w = work_of(part);
    cuda_launch(kernel, over_cells(w), REPORT_THREADS, cuda_stream(),
                "launching a kernel of Newton's method", w->c, newton_view(part), given...);
}

/* Adds the sums of the tiles that a kernel makes to `to`. */
template <int COUNT, typename... Taken, typename... Given>
void newton_sums(const grid_part *part, vi_sum *const to[COUNT], void (*kernel)(Taken...),
                 const Given &...given)
{
    const vi_work *w = work_of(part);
    const unsigned all = blocks_for((int)tile_count(&part->shape), NEWTON_WARPS);
    const unsigned blocks = all < NEWTON_BLOCKS ? all : (unsigned)NEWTON_BLOCKS;
    vi_sum sums[COUNT * NEWTON_BLOCKS];
    cuda_launch(kernel, blocks, REPORT_THREADS, cuda_stream(), "launching sums", w->c,
                newton_view(part), given...);
    if (!cuda_ok(cudaMemcpyAsync(sums, w->c.sums, sizeof(vi_sum) * COUNT * blocks,
                                 cudaMemcpyDeviceToHost, cuda_stream()),
                 "copying sums") ||
        !cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for sums"))
        return;
    for (unsigned n = 0; n < COUNT * blocks; ++n)
        vi_merge(to[n % COUNT], &sums[n]);
}

void copy_with_ghosts(const part_shape &s, real *to, const real *from)
{
    const ptrdiff_t corner = -(s.pitch + 1) * s.halo;
    const size_t pitch = sizeof(real) * (size_t)s.pitch;
    cuda_ok(cudaMemcpy2DAsync(to + corner, pitch, from + corner, pitch,
                              sizeof(real) * (size_t)(s.nx + 2 * s.halo),
                              (size_t)(s.ny + 2 * s.halo), cudaMemcpyDefault, cuda_stream()),
            "copying a state");
}

void guess(grid_part *part, vi_sum *depths, vi_sum *velocities, vi_sum *cells)
{
    const vi_newton_view v = newton_view(part);
    vi_sum *const to[VI_GUESSED] = {depths, velocities, cells};
    copy_with_ghosts(part->shape, v.iterate.h, v.before.h);
    copy_with_ghosts(part->shape, v.iterate.u, v.before.u);
    copy_with_ghosts(part->shape, v.iterate.v, v.before.v);
    newton_sums<VI_GUESSED>(part, to, guess_kernel);
}

void couplings(grid_part *part, double depth)
{
    newton_cells(part, coupling_kernel, (calc)depth);
}

void centres(grid_part *part)
{
    newton_cells(part, matrix_centre_kernel);
}

void unsolved(grid_part *part)
{
    newton_cells(part, unsolved_kernel);
}

void right(grid_part *part, double weight, double scale, vi_sum *squares)
{
    vi_sum *const to[1] = {squares};
    newton_sums<1>(part, to, right_kernel, weight, scale);
}

void increase(grid_part *part)
{
    newton_cells(part, increase_kernel);
}

void retreat(grid_part *part, double fraction)
{
    newton_cells(part, retreat_kernel, (calc)fraction);
}

void settle(grid_part *part)
{
    vi_work *w = work_of(part);
    cuda_launch(settle_kernel, (unsigned)tile_count(&part->shape), REPORT_THREADS, cuda_stream(),
                "launching the end of Newton's method", w->c, newton_view(part));
    launch_tile_rates(w);
    ask_for_control(w);
}

vi_newton_kernels make_newton(void)
{
    vi_newton_kernels t = {};
    t.guess = guess;
    t.couplings = couplings;
    t.centres = centres;
    t.unsolved = unsolved;
    t.right = right;
    t.increase = increase;
    t.retreat = retreat;
    t.settle = settle;
    return t;
}

} // namespace

#endif
