/* Kernels of right-hand sides for every kind of scheme; included by cut_f32.cu and cut_f64.cu. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_KERNELS_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_KERNELS_CUH

#include "backend/cuda/compact/cut.cuh"
#include "backend/cuda/tridiag/cut_solver.cuh"
#include "backend/cuda/tridiag/cut_tiles.cuh"

namespace CUT_TWIN
{

/* Rows of whole chunks in shared memory. */
struct compact_stage {
    const cut_job &job;
    const compact_rhs &s;
    int most;
    cudaStream_t stream;

    template <int PAIRS, int HALF> void run() const
    {
        const compact_tiles<PAIRS, HALF> stager = {s};
        cut_launch_tiles(cut_reduce_tiles<compact_tiles<PAIRS, HALF>>, job, stager, most, stream);
    }

    template <int PAIRS> void run_pairs() const
    {
        if (s.left + s.right == 1)
            run<PAIRS, 1>();
        else
            run<PAIRS, 0>();
    }

    void run_kind() const
    {
        switch (s.pairs) {
        case 1: run_pairs<1>(); break;
        case 2: run_pairs<2>(); break;
        case 3: run_pairs<3>(); break;
        case 4: run_pairs<4>(); break;
        default: run_pairs<5>(); break;
        }
    }
};

void compact_cut_up(const cut_job &job, const compact_rhs &s, int most, cudaStream_t stream)
{
    const compact_stage up = {job, s, most, stream};
    const compact_single_rows rows = {s.on_device};
    if (most) {
        up.run_kind();
        cut_rows_to_top<true>(job, rows, stream);
    } else {
        cut_eliminate_rows<true>(job, rows, stream);
    }
}

/* ---- values sent to other ranks ---- */

static __global__ void __launch_bounds__(CUT_BLOCK)
    pack_kernel(const compact_device_span from, long long count0, long long count1, real *to)
{
    const long long place = (long long)blockIdx.x * CUT_BLOCK + threadIdx.x;
    const long long j = place % count0, rest = place / count0, k = rest % count1, i = rest / count1;
    if (from.from + i < from.to)
        to[place] = from.at[i * from.stride + j * from.step0 + k * from.step1];
}

static void pack(const compact_span &s, const int64_t count[2], void *to, cudaStream_t stream)
{
    const long long values = (s.to - s.from) * count[0] * count[1];
    const compact_device_span from = {s.from,    s.to,      s.stride,
                                      s.step[0], s.step[1], (const real *)s.at};
    if (values > 0)
        tri_launch(pack_kernel, (values + CUT_BLOCK - 1) / CUT_BLOCK, CUT_BLOCK, 0, stream, from,
                   (long long)count[0], (long long)count[1], (real *)to);
}

} // namespace CUT_TWIN

#endif
