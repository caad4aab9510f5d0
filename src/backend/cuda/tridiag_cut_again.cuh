/* The way down of a shared matrix without what the way up has kept: rows are read and eliminated a second time, by the same
 * operations, and what the substitution needs of them stays in shared memory. 3 words an unknown in place of 4: d, d, x
 * beside d, y, y, x. For chunks that fit there, and rows that nobody overwrites before all have read them. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_AGAIN_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_AGAIN_CUH

#include "backend/cuda/tridiag_cut_back.cuh"

namespace CUT_TWIN
{

enum { CUT_AGAIN_WARPS = 4, CUT_AGAIN_BLOCK = CUT_AGAIN_WARPS * TRI_CUT_LANES };

/* Bytes of a block whose chunks have at most so many rows. */
static inline size_t cut_again_bytes(int rows)
{
    return (size_t)rows * CUT_AGAIN_BLOCK * sizeof(real);
}

/* Three blocks on a multiprocessor, as long as chunks have the usual size: with fewer, too few reads are on their way. */
static inline bool cut_again_fits(int rows)
{
    return cut_again_bytes(rows) <= (size_t)64 << 10;
}

/* most: rows of a chunk. Padding has nothing to write, and rows that it might read late are written by others. */
template <typename Rows, int V>
static __global__ void __launch_bounds__(CUT_AGAIN_BLOCK)
    cut_expand_again(const cut_job job, const Rows rows, int most)
{
    const cut_seat me = cut_sit(job, job.below.chunk_count);
    if (!me.works || me.padding)
        return;
    const tri_cut_chunk chunk = job.below.chunks[me.item];
    if (cut_failed(job, chunk.part, me))
        return;
    const auto line = rows.line(job, chunk.part, me.line);
    const auto load = [&](int i, int count, real(&to)[CUT_SIDES]) {
        line.sides(chunk.at + i, count, to);
    };
    real *kept = (real *)tri_shared_memory() + cut_warp() * most * TRI_CUT_LANES + cut_lane();
    seg_sides s = {};
    cut_eliminate_sides<Rows::AHEAD>(chunk, job.parts[chunk.part].factors, chunk.at, load, true,
                                     kept, s);
    cut_expand_chunk<true, V>(job, me, chunk, kept);
}

template <int V, typename Rows>
static inline void cut_launch_again(const cut_job &j, const Rows &rows, int most,
                                    cudaStream_t stream)
{
    const long long items = j.panels * j.below.chunk_count;
    if (items)
        tri_launch(cut_expand_again<Rows, V>, (items + CUT_AGAIN_WARPS - 1) / CUT_AGAIN_WARPS,
                   CUT_AGAIN_BLOCK, cut_again_bytes(most), stream, j, rows, most);
}

} // namespace CUT_TWIN

#endif
