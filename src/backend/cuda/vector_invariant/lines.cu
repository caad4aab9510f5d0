/* Velocities from accelerations (lines.cuh): where lines are solved, or from an array. Compiled once for
 * each precision. */
#include "backend/cuda/vector_invariant/lines.cuh"

#include "backend/cuda/tridiag/cut_whole_solve.cuh"

namespace
{

using namespace CUT_TWIN;

/* With whole_store's traffic it reads the base, the state read where it blends, and codes: 3 or 4
 * words, and a byte. */
struct velocity_receiver {
    vi_destination to;

    struct given {
        real base, in;
        uint8_t codes;
    };

    struct opened {
        vi_view v;
        int y;

        __device__ inline given load(long long o) const
        {
            given g;
            g.base = cut_load((y ? v.base.v : v.base.u) + o);
            g.in = v.blends ? cut_load((y ? v.in.v : v.in.u) + o) : (real)0;
            g.codes = v.codes[o];
            return g;
        }
        __device__ inline void put(long long o, given g, real x) const
        {
            const calc u = vi_velocity_from(&v, (calc)g.base, (calc)g.in, (calc)x);
            cut_store((y ? v.out.v : v.out.u) + o,
                      (real)(vi_is_closed(&g.codes, y, 0) ? C(0) : u));
        }
    };

    __device__ inline opened open(void) const
    {
        return {*to.view, to.y};
    }
};

/* Reads accelerations, the base, the state read where it blends, and codes; writes velocities: 3 or 4
 * words. */
static __global__ void accelerate_kernel(const vi_destination to, const part_shape shape,
                                         const real *x)
{
    const vi_view v = *to.view;
    real *const out = to.y ? v.out.v : v.out.u;
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= shape.nx)
        return;
    for (int j = (int)blockIdx.y; j < shape.ny; j += (int)gridDim.y) {
        const ptrdiff_t o = (ptrdiff_t)j * shape.pitch + i;
        out[o] = (real)vi_accelerated(&v, to.y, o, (calc)x[o]);
    }
}

} // namespace

void SPATE_NAME(vi_solve_whole_lines)(const void *lines, const void *user, void *stream)
{
    const velocity_receiver receiver = {*(const vi_destination *)user};
    whole_solve(*(const whole_lines *)lines, receiver, (cudaStream_t)stream);
}

void SPATE_NAME(vi_accelerate_cells)(const vi_destination &to, const part_shape &shape,
                                     const real *x, dim3 blocks, int threads)
{
    cuda_launch(accelerate_kernel, blocks, threads, cuda_stream(), "launching velocities", to,
                shape, x);
}
