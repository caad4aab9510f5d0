/* Kernels of right-hand sides for every kind of scheme; included by compact_cut_f32.cu and compact_cut_f64.cu. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_KINDS_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_KINDS_CUH

#include "backend/cuda/compact_cut.cuh"
#include "backend/cuda/tridiag_cut_chunks.cuh"
#include "backend/cuda/tridiag_cut_solver.cuh"

namespace CUT_TWIN
{

template <int PAIRS, int HALF>
static void groups_of(const cut_job &job, const compact_sides &s, bool wide, cudaStream_t stream)
{
    const long long blocks = cut_blocks(job.panels, job.below.chunk_count);
    const compact_group_rows<PAIRS, HALF, 1> narrow = {s};
    const compact_group_rows<PAIRS, HALF, CUT_PACK> packs = {s};
    if (wide)
        tri_launch(cut_reduce<true, compact_group_rows<PAIRS, HALF, CUT_PACK>>, blocks, CUT_BLOCK,
                   0, stream, job, packs);
    else
        tri_launch(cut_reduce<true, compact_group_rows<PAIRS, HALF, 1>>, blocks, CUT_BLOCK, 0,
                   stream, job, narrow);
}

template <int PAIRS>
static void groups_of_pairs(const cut_job &job, const compact_sides &s, bool wide,
                            cudaStream_t stream)
{
    if (s.left + s.right == 1)
        groups_of<PAIRS, 1>(job, s, wide, stream);
    else
        groups_of<PAIRS, 0>(job, s, wide, stream);
}

void compact_cut_groups(const cut_job &job, const compact_sides &s, bool wide, cudaStream_t stream)
{
    switch (s.pairs) {
    case 1: groups_of_pairs<1>(job, s, wide, stream); break;
    case 2: groups_of_pairs<2>(job, s, wide, stream); break;
    case 3: groups_of_pairs<3>(job, s, wide, stream); break;
    case 4: groups_of_pairs<4>(job, s, wide, stream); break;
    default: groups_of_pairs<5>(job, s, wide, stream); break;
    }
}

void compact_cut_single(const cut_job &job, const compact_sides &s, cudaStream_t stream)
{
    const compact_single_rows rows = {s.there};
    tri_launch(cut_get_rows<true, compact_single_rows>, cut_blocks(job.panels, job.below.row_count),
               CUT_BLOCK, 0, stream, job, rows);
}

/* ---- values that travel to other ranks ---- */

static __global__ void __launch_bounds__(CUT_BLOCK)
    pack_kernel(const compact_run from, long long count0, long long count1, real *to)
{
    const long long place = (long long)blockIdx.x * CUT_BLOCK + threadIdx.x;
    const long long j = place % count0, rest = place / count0, k = rest % count1, i = rest / count1;
    if (from.from + i < from.to)
        to[place] = from.at[i * from.stride + j * from.step0 + k * from.step1];
}

static void pack(const compact_stretch &s, const int64_t count[2], void *to, cudaStream_t stream)
{
    const long long values = (s.to - s.from) * count[0] * count[1];
    const compact_run from = {s.from, s.to, s.stride, s.step[0], s.step[1], (const real *)s.at};
    if (values > 0)
        tri_launch(pack_kernel, (values + CUT_BLOCK - 1) / CUT_BLOCK, CUT_BLOCK, 0, stream, from,
                   (long long)count[0], (long long)count[1], (real *)to);
}

} // namespace CUT_TWIN

#endif
