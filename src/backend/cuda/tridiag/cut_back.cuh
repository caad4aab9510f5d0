/* Rows of chunks, back substitution; a thread for each line and chunk. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_BACK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_BACK_CUH

#include "backend/cuda/tridiag/cut_chunks.cuh"

namespace CUT_TWIN
{

/* Processes blocks of R rows, last block first. store(i, count, x) receives rows i ... i + count
 * - 1 of the chunk. Returns x of the first row, which is NaN if any row is. */
template <bool SHARED, int R, typename Store>
static __device__ inline real cut_substitute(const tri_cut_chunk &chunk, const cut_factors &f,
                                             long long at, const real *kept, real before, real last,
                                             const Store &store)
{
    const int values = SHARED ? TRI_KEPT_SHARED_VALUES : TRI_KEPT_VALUES;
    const int width = values * TRI_CUT_LANES;
    seg_left left[R] = {}, next[R] = {};
    /* all rows except the last */
    const auto load = [&](int i, seg_left(&to)[R]) {
#pragma unroll
        for (int r = 0; r < R; ++r)
            if (i + r < chunk.rows - 1) {
                const real *from = kept + (long long)(i + r) * width;
                if (SHARED)
                    to[r].y = from[0];
                else
                    to[r] = cut_load_kept(from);
            }
    };
    const int end = (chunk.rows - 1) / R * R;
    real x = last;
    load(end, left);
    for (int i = end; i >= 0; i -= R) {
        const int count = chunk.rows - i < R ? chunk.rows - i : R;
        real found[R];
        if (i > 0)
            load(i - R, next);
#pragma unroll
        for (int r = R - 1; r >= 0; --r) {
            if (i + r < chunk.rows - 1) {
                const long long row = at + i + r;
                if (SHARED)
                    seg_back_rhs(&left[r].y, f.border[row], f.upper[row], &before, &x, &x);
                else
                    seg_back(&left[r], &before, &x, &x);
            }
            found[r] = x;
        }
        store(i, count, found);
#pragma unroll
        for (int r = 0; r < R; ++r)
            left[r] = next[r];
    }
    return x;
}

/* V: values per store. */
template <bool SHARED, int V>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_expand(const cut_job job)
{
    enum { R = SHARED ? CUT_RHS : CUT_ROWS };
    const cut_work_item me = cut_work_item_of(job, job.below.chunk_count);
    if (!me.works)
        return;
    const tri_cut_chunk chunk = job.below.chunks[me.item];
    if (cut_failed(job, chunk.part, me))
        return;
    const cut_part part = job.parts[chunk.part];
    const real before = *cut_value(job.below.unknown, me.panel, job.below.unknowns, chunk.before);
    const real last = *cut_value(job.below.unknown, me.panel, job.below.unknowns, chunk.last);
    real *x = job.arrays[chunk.part].x + cut_offset(job, part, me.line) + chunk.at * part.stride;
    const auto store = [&](int i, int count, const real(&found)[R]) {
        if (!me.padding)
            cut_write<V>(x + i * part.stride, part.stride, count, found);
    };
    const real first = cut_substitute<SHARED, R>(chunk, part.factors, chunk.at,
                                                 cut_kept(job.below, SHARED, me.panel, chunk.kept),
                                                 before, last, store);
    if (!cut_finite(first))
        cut_report_failure(job, chunk.part, me.line, 1);
}

/* x of rows of cut chunks is among the answers. */
static __global__ void __launch_bounds__(CUT_BLOCK) cut_put_rows(const cut_job job)
{
    const cut_work_item me = cut_work_item_of(job, job.below.row_count);
    if (!me.works || me.padding)
        return;
    const tri_cut_row row = job.below.rows[me.item];
    if (cut_failed(job, row.part, me))
        return;
    const cut_part &part = job.parts[row.part];
    const cut_message &m = job.messages[row.part];
    job.arrays[row.part].x[cut_offset(job, part, me.line) + row.at * part.stride] =
        *cut_value(m.answers, me.panel, m.answer_values, row.answer);
}

} // namespace CUT_TWIN

#endif
