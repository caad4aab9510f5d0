/* Kernels of chunks in shared memory (cut_tile.cuh): up and down, a warp for each chunk of a
 * panel. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_TILES_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_TILES_CUH

#include "backend/cuda/tridiag/cut_tile.cuh"

namespace CUT_TWIN
{

/* ---- rows of a line in the tile ---- */

/* t: starts with the first value that the first row reads. kept: NULL, or y of row i goes to
 * kept[i * gap]. That may be t[i], which no later row reads. */
template <typename Stager, typename Line>
static __device__ inline seg_rhs cut_eliminate_tile(const Line &line, const tri_cut_chunk &chunk,
                                                    const cut_factors &f, const real *t, real *kept,
                                                    int gap)
{
    seg_rhs s = {};
    real not_finite = 0;
    for (int i = 0; i < chunk.rows; i += CUT_RHS) {
        const int count = chunk.rows - i < CUT_RHS ? chunk.rows - i : (int)CUT_RHS;
        real d[CUT_RHS];
        line.make(t + i, chunk.at + i, count, d);
#pragma unroll
        for (int r = 0; r < CUT_RHS; ++r) {
            if (r >= count)
                break;
            if (Stager::CHECKS)
                not_finite += d[r] - d[r];
            if (i + r == 0) {
                seg_begin_rhs(&s, &d[r]);
                continue;
            }
            const long long row = chunk.at + i + r;
            real kept_row;
            seg_append_rhs(&s, &d[r], f.scale[row - 1], f.weight[row - 1], f.lower[row], &kept_row);
            if (kept)
                kept[(i + r - 1) * gap] = kept_row;
        }
    }
    if (Stager::CHECKS && !(not_finite == 0))
        line.find_not_finite(chunk.at, chunk.rows);
    return s;
}

/* Replaces y by x in the tile. Returns x of the first row, which is NaN if any row is. */
static __device__ inline real cut_substitute_tile(const tri_cut_chunk &chunk, const cut_factors &f,
                                                  real before, real last, real *t)
{
    real x = last;
    t[chunk.rows - 1] = last;
    for (int end = chunk.rows - 1; end > 0; end -= CUT_RHS) {
        real y[CUT_RHS], border[CUT_RHS], upper[CUT_RHS];
#pragma unroll
        for (int r = 0; r < CUT_RHS; ++r) {
            const int i = end - 1 - r > 0 ? end - 1 - r : 0;
            y[r] = t[i];
            border[r] = f.border[chunk.at + i];
            upper[r] = f.upper[chunk.at + i];
        }
#pragma unroll
        for (int r = 0; r < CUT_RHS; ++r)
            if (end - 1 - r >= 0) {
                seg_back_rhs(&y[r], border[r], upper[r], &before, &x, &x);
                t[end - 1 - r] = x;
            }
    }
    return x;
}

/* ---- kernels: a warp for each chunk of a panel ---- */

template <typename Stager>
static __global__ void __launch_bounds__(CUT_TILE_BLOCK)
    cut_reduce_tiles(const cut_job job, const Stager stager, int pitch)
{
    const cut_work_item me = cut_work_item_of(job, job.below.chunk_count);
    const tri_cut_chunk chunk = job.below.chunks[me.works ? me.item : 0];
    const auto line = stager.line(job, chunk.part, me.line);
    const cut_tile tile = cut_tile_of_warp(pitch);
    cut_fetch<Stager::REACH>(tile, line, chunk, me.works);
    if (!me.works)
        return;
    real *kept = Stager::KEEPS ? cut_kept(job.below, true, me.panel, chunk.kept) : NULL;
    const seg_rhs s = cut_eliminate_tile<Stager>(line, chunk, job.parts[chunk.part].factors,
                                                 tile.line(cut_lane()), kept, TRI_CUT_LANES);
    cut_store_rhs(cut_segment(job.below, TRI_SEG_SHARED_VALUES, me.panel, chunk.segment), s);
}

/* For rows that were not kept. */
static __global__ void __launch_bounds__(CUT_TILE_BLOCK)
    cut_expand_tiles(const cut_job job, const cut_array_tiles stager, int pitch)
{
    const cut_work_item me = cut_work_item_of(job, job.below.chunk_count);
    const tri_cut_chunk chunk = job.below.chunks[me.works ? me.item : 0];
    const cut_part &part = job.parts[chunk.part];
    const auto line = stager.line(job, chunk.part, me.line);
    const cut_tile tile = cut_tile_of_warp(pitch);
    cut_fetch<0>(tile, line, chunk, me.works);
    real *to = NULL;
    if (me.works && !cut_failed(job, chunk.part, me)) {
        const cut_tree &tree = job.below;
        const real before = *cut_value(tree.unknown, me.panel, tree.unknowns, chunk.before);
        const real last = *cut_value(tree.unknown, me.panel, tree.unknowns, chunk.last);
        real *t = tile.line(cut_lane());
        cut_eliminate_tile<cut_array_tiles>(line, chunk, part.factors, t, t, 1);
        if (!cut_finite(cut_substitute_tile(chunk, part.factors, before, last, t)))
            cut_report_failure(job, chunk.part, me.line, 1);
        if (!me.padding)
            to = job.arrays[chunk.part].x + cut_offset(job, part, me.line) + chunk.at;
    }
    cut_put(tile, me.works ? chunk.rows : 0, to);
}

/* most: maximum number of rows of a chunk. */
template <typename Stager>
static inline void cut_launch_tiles(void (*kernel)(cut_job, Stager, int), const cut_job &j,
                                    const Stager &stager, int most, cudaStream_t stream)
{
    const long long items = j.panels * j.below.chunk_count;
    const int pitch = cut_tile_pitch(most, Stager::REACH);
    if (items)
        tri_launch(kernel, (items + CUT_TILE_WARPS - 1) / CUT_TILE_WARPS, CUT_TILE_BLOCK,
                   CUT_TILE_WARPS * cut_tile_bytes(pitch), stream, j, stager, pitch);
}

} // namespace CUT_TWIN

#endif
