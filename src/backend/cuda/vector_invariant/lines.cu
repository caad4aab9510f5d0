/* Velocities from accelerations (lines.cuh): where lines are solved, or from an array. Compiled once for
 * each precision. */
#include "backend/cuda/vector_invariant/lines.cuh"

#include "backend/cuda/common/lanes.cuh"
#include "backend/cuda/tridiag/cut_whole_solve.cuh"

namespace
{

using namespace CUT_TWIN;

/* Velocities of a stage that blends, or does not: reads the base, the state read if it blends, and codes,
 * writes velocities: 2 or 3 words. Rows of fields are aligned for packs (backend/common/shape.h). */
template <int BLENDS> struct velocities {
    enum { V = CUT_PACK, AT_ONCE = BLENDS ? 4 : 8 };
    typedef lane_types<CUT_PACK>::codes pack_codes;
    vi_view v;
    const real *base, *in;
    real *out;
    const uint8_t *codes;
    int y;

    struct given {
        cut_pack base, in;
        pack_codes codes;
    };

    __device__ inline velocities(const vi_view &of, int along_y, long long origin)
        : v(of), base((along_y ? of.base.v : of.base.u) + origin),
          in((along_y ? of.in.v : of.in.u) + origin), out((along_y ? of.out.v : of.out.u) + origin),
          codes(of.codes + origin), y(along_y)
    {
        v.blends = BLENDS;
    }

    template <int R> __device__ inline void load(const int (&o)[R], given (&to)[R]) const
    {
#pragma unroll
        for (int r = 0; r < R; ++r) {
            to[r].base = cut_load_pack(base + o[r]);
            to[r].in = BLENDS ? cut_load_pack(in + o[r]) : cut_pack{};
            to[r].codes = __ldg((const pack_codes *)(codes + o[r]));
        }
    }
    __device__ inline void put(whole_share share, int o, const given &g, const cut_pack &x) const
    {
        cut_pack to;
#pragma unroll
        for (int k = 0; k < V; ++k) {
            const uint8_t code = (uint8_t)(g.codes >> (8 * k));
            const calc u =
                vi_velocity_from(&v, (calc)g.base.value[k], (calc)g.in.value[k], (calc)x.value[k]);
            to.value[k] = (real)(vi_is_closed(&code, y, 0) ? C(0) : u);
        }
        whole_write<V>(share, out + o, to);
    }
};

/* How much of what velocities need is loaded ahead at first, and as much again later, in eighths:
 * all of one array or half of two. The blocks that an H200 runs at a time have 26 MB of an array;
 * its cache has 50 MB, through which right-hand sides and velocities pass. */
enum { AHEAD = 4 };

struct velocity_receiver {
    vi_destination to;

    template <typename Body> __device__ inline void ahead(long long origin, const Body &body) const
    {
        const vi_view &v = *to.view;
        const int part = v.blends ? AHEAD / 2 : AHEAD;
        body((to.y ? v.base.v : v.base.u) + origin, part);
        if (v.blends)
            body((to.y ? v.in.v : v.in.u) + origin, part);
        body(v.codes + origin, part);
    }

    template <typename Body> __device__ inline void open(long long origin, const Body &body) const
    {
        const vi_view v = *to.view;
        if (v.blends)
            body(velocities<1>(v, to.y, origin));
        else
            body(velocities<0>(v, to.y, origin));
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
