/* The reduced system (top), and the tree kernels: a block for each panel. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_TOP_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_TOP_CUH

#include "backend/cuda/tridiag/cut_tree.cuh"

namespace CUT_TWIN
{

/* ---- between parts and the top ---- */

/* Panel index in the pieces (answers) of a part: they hold all panels of the batch, or those of
 * this top. */
static __device__ inline long long cut_panel_in(const cut_message &m, const cut_job &job,
                                                long long panel)
{
    return m.all ? job.top_first + panel : panel;
}

/* Segments among the pieces: from the parts to their messages, or from messages to the top. */
template <bool SHARED>
static __device__ inline void cut_send_segments(const cut_job &job, long long panel)
{
    const int values = cut_segment_values<SHARED>();
    for (int k = cut_warp(); k < job.below.piece_count; k += CUT_WARPS) {
        const tri_cut_place place = job.below.pieces[k];
        const cut_message &m = job.messages[place.part];
        const real *from = cut_segment(job.below, values, panel, place.number);
        real *to = cut_value(m.pieces, panel, m.piece_values, place.value);
        for (int v = 0; v < values; ++v)
            to[v * TRI_CUT_LANES] = from[v * TRI_CUT_LANES];
    }
}

template <bool SHARED>
static __device__ inline void cut_receive_segments(const cut_job &job, long long panel)
{
    const int values = cut_segment_values<SHARED>();
    for (int k = cut_warp(); k < job.top.piece_count; k += CUT_WARPS) {
        const tri_cut_place place = job.top.pieces[k];
        const cut_message &m = job.messages[place.part];
        const real *from =
            cut_value(m.pieces, cut_panel_in(m, job, panel), m.piece_values, place.value);
        real *to = cut_segment(job.top, values, panel, place.number);
        for (int v = 0; v < values; ++v)
            to[v * TRI_CUT_LANES] = from[v * TRI_CUT_LANES];
    }
}

/* The rows of a cut chunk, from the messages of its parts. */
template <bool SHARED>
static __device__ inline void cut_reduce_rows(const cut_job &job, long long panel,
                                              const tri_cut_chunk &chunk)
{
    real *kept = cut_kept(job.top, SHARED, panel, chunk.kept);
    real *to = cut_segment(job.top, cut_segment_values<SHARED>(), panel, chunk.segment);
    const auto place = [&](int i) {
        const tri_cut_row row = job.top.rows[chunk.at + i];
        const cut_message &m = job.messages[row.part];
        return cut_value(m.pieces, cut_panel_in(m, job, panel), m.piece_values, row.value);
    };
    if (SHARED) {
        const auto load = [&](int i, int count, real(&d)[CUT_RHS]) {
            for (int r = 0; r < count; ++r)
                d[r] = *place(i + r);
        };
        seg_rhs s = {};
        cut_eliminate_rhs<true>(chunk, job.top_factors, chunk.at, load, kept, s);
        cut_store_rhs(to, s);
    } else {
        const auto load = [&](int i, int count, seg_given(&input)[CUT_ROWS]) {
            for (int r = 0; r < count; ++r) {
                const real *at = place(i + r);
                const long long apart = job.top.rows[chunk.at + i + r].apart * TRI_CUT_LANES;
                input[r] = {at[0], at[apart], at[2 * apart], at[3 * apart]};
            }
        };
        seg_whole s = {};
        cut_eliminate(chunk, load, kept, s);
        cut_store_segment(to, s);
    }
}

/* x of the rows of a cut chunk are unknowns of the top, starting after `before`. */
template <bool SHARED>
static __device__ inline void cut_expand_rows(const cut_job &job, long long panel,
                                              const tri_cut_chunk &chunk)
{
    const real before = *cut_unknown(job.top, panel, chunk.before);
    const real last = *cut_unknown(job.top, panel, chunk.last);
    const auto store = [&](int i, int count, const real(&x)[1]) {
        *cut_unknown(job.top, panel, chunk.before + 1 + i) = x[0];
        (void)count;
    };
    cut_substitute<SHARED, 1>(chunk, job.top_factors, chunk.at,
                              cut_kept(job.top, SHARED, panel, chunk.kept), before, last, store);
}

/* ---- the top ---- */

template <bool SHARED>
static __device__ inline void cut_close_line(const cut_job &job, long long panel)
{
    const real *whole = cut_segment(job.top, cut_segment_values<SHARED>(), panel, 0);
    real last;
    if (SHARED) {
        const seg_rhs s = cut_load_rhs(whole);
        seg_close_rhs(job.cyclic, &s, job.top_c, job.top_scale, &last);
    } else {
        const seg_whole s = cut_load_segment(whole);
        seg_close(job.cyclic, &s, &last);
    }
    *cut_unknown(job.top, panel, job.top.unknowns - 1) = last;
    *cut_unknown(job.top, panel, 0) = job.cyclic ? last : (real)0;
}

template <bool SHARED>
static __device__ inline void cut_solve_top(const cut_job &job, long long panel)
{
    cut_receive_segments<SHARED>(job, panel);
    for (int k = cut_warp(); k < job.top.chunk_count; k += CUT_WARPS)
        cut_reduce_rows<SHARED>(job, panel, job.top.chunks[k]);
    __syncthreads();
    cut_go_up<SHARED>(job.top, panel);
    if (cut_warp() == 0)
        cut_close_line<SHARED>(job, panel);
    __syncthreads();
    cut_go_down<SHARED>(job.top, panel);
    for (int k = cut_warp(); k < job.top.chunk_count; k += CUT_WARPS)
        cut_expand_rows<SHARED>(job, panel, job.top.chunks[k]);
    __syncthreads();
}

/* Answers of each part: consecutive unknowns of the top. If all parts are on this device no copy
 * is needed. */
static __device__ inline void cut_send_answers(const cut_job &job, long long panel)
{
    for (int p = 0; p < job.part_count; ++p) {
        const cut_message &m = job.messages[p];
        for (long long v = cut_warp(); v < m.answer_values; v += CUT_WARPS)
            *cut_value(m.answers, cut_panel_in(m, job, panel), m.answer_values, v) =
                *cut_unknown(job.top, panel, m.first_answer + v);
    }
}

static __device__ inline void cut_receive_answers(const cut_job &job, long long panel)
{
    for (int k = cut_warp(); k < job.end_count; k += CUT_WARPS) {
        const tri_cut_place place = job.ends[k];
        const cut_message &m = job.messages[place.part];
        *cut_unknown(job.below, panel, place.number) =
            *cut_value(m.answers, panel, m.answer_values, place.value);
    }
    __syncthreads();
}

/* ---- kernels: a block for each panel ---- */

template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_up_kernel(const cut_job job)
{
    cut_go_up<SHARED>(job.below, blockIdx.x);
    cut_send_segments<SHARED>(job, blockIdx.x);
}

template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_top_kernel(const cut_job job)
{
    cut_solve_top<SHARED>(job, blockIdx.x);
    cut_send_answers(job, blockIdx.x);
}

template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_down_kernel(const cut_job job)
{
    cut_receive_answers(job, blockIdx.x);
    cut_go_down<SHARED>(job.below, blockIdx.x);
}

/* If all parts are on this device. */
template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_fused_kernel(const cut_job job)
{
    cut_go_up<SHARED>(job.below, blockIdx.x);
    cut_send_segments<SHARED>(job, blockIdx.x);
    __syncthreads();
    cut_solve_top<SHARED>(job, blockIdx.x);
    cut_receive_answers(job, blockIdx.x);
    cut_go_down<SHARED>(job.below, blockIdx.x);
}

} // namespace CUT_TWIN

#endif
