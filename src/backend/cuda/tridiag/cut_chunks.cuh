/* Rows of chunks, elimination; a thread for each line and chunk. cut_back.cuh has the back
 * substitution.
 *
 * Traffic of general lines: up reads a, b, c, d and writes y, q, c' (3 words), down reads these and
 * writes x: 11 words per unknown. If a batch fits in the second-level cache, 6 of them stay there
 * and 5 go through memory. Shared matrices: d, y, y, x, of which 2 go through memory. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_CHUNKS_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_CHUNKS_CUH

#include "backend/cuda/tridiag/cut_rows.cuh"

namespace CUT_TWIN
{

/* Rows fetched while as many are processed. */
enum { CUT_ROWS = 4, CUT_RHS = 8 };

/* Values of segment `number` of a lane, `values` each. */
static __device__ inline real *cut_segment(const cut_tree &t, int values, long long panel,
                                           int number)
{
    return cut_value(t.segment, panel, (long long)t.segments * values, (long long)number * values);
}

static __device__ inline void cut_store_segment(real *to, const seg_whole &s)
{
    const int lanes = TRI_CUT_LANES;
    to[TRI_SEG_Y * lanes] = s.y;
    to[TRI_SEG_G * lanes] = s.g;
    to[TRI_SEG_Q * lanes] = s.q;
    to[TRI_SEG_R * lanes] = s.r;
    to[TRI_SEG_E * lanes] = s.e;
    to[TRI_SEG_P * lanes] = s.p;
    to[TRI_SEG_C * lanes] = s.c;
}

static __device__ inline void cut_store_rhs(real *to, const seg_rhs &s)
{
    to[TRI_SEG_Y * TRI_CUT_LANES] = s.y;
    to[TRI_SEG_G * TRI_CUT_LANES] = s.g;
}

static __device__ inline void cut_store_kept(real *to, const seg_left &left)
{
    to[TRI_KEPT_Y * TRI_CUT_LANES] = left.y;
    to[TRI_KEPT_Q * TRI_CUT_LANES] = left.q;
    to[TRI_KEPT_R * TRI_CUT_LANES] = left.r;
}

static __device__ inline seg_left cut_load_kept(const real *from)
{
    return {from[TRI_KEPT_Y * TRI_CUT_LANES], from[TRI_KEPT_Q * TRI_CUT_LANES],
            from[TRI_KEPT_R * TRI_CUT_LANES]};
}

/* load(i, count, to): rows i ... of the chunk. kept: of its first row; s: the resulting segment. */
template <typename Load>
static __device__ inline void cut_eliminate(const tri_cut_chunk &chunk, const Load &load,
                                            real *kept, seg_whole &s)
{
    seg_given now[CUT_ROWS], next[CUT_ROWS] = {};
    load(0, chunk.rows < CUT_ROWS ? chunk.rows : (int)CUT_ROWS, now);
    if (chunk.no_before)
        now[0].a = 0;
    for (int i = 0; i < chunk.rows; i += CUT_ROWS) {
        const int left = chunk.rows - i - CUT_ROWS;
        if (left > 0)
            load(i + CUT_ROWS, left < CUT_ROWS ? left : (int)CUT_ROWS, next);
#pragma unroll
        for (int r = 0; r < CUT_ROWS; ++r) {
            if (i + r >= chunk.rows)
                break;
            if (chunk.no_after && i + r == chunk.rows - 1)
                now[r].c = 0;
            if (i + r == 0) {
                seg_begin(&s, &now[r]);
                continue;
            }
            seg_left kept_row;
            seg_append(&s, &now[r], &kept_row);
            cut_store_kept(kept, kept_row);
            kept += TRI_KEPT_VALUES * TRI_CUT_LANES;
        }
#pragma unroll
        for (int r = 0; r < CUT_ROWS; ++r)
            now[r] = next[r];
    }
}

/* f: factors, `at` the first row of the chunk. AHEAD: see cut_rows.cuh. */
template <bool AHEAD, typename Load>
static __device__ inline void cut_eliminate_rhs(const tri_cut_chunk &chunk, const cut_factors &f,
                                                long long at, const Load &load, real *kept,
                                                seg_rhs &s)
{
    real now[CUT_RHS], next[CUT_RHS] = {};
    if (AHEAD)
        load(0, chunk.rows < CUT_RHS ? chunk.rows : (int)CUT_RHS, now);
    for (int i = 0; i < chunk.rows; i += CUT_RHS) {
        const int left = chunk.rows - i - CUT_RHS;
        if (!AHEAD)
            load(i, left < 0 ? chunk.rows - i : (int)CUT_RHS, now);
        else if (left > 0)
            load(i + CUT_RHS, left < CUT_RHS ? left : (int)CUT_RHS, next);
#pragma unroll
        for (int r = 0; r < CUT_RHS; ++r) {
            if (i + r >= chunk.rows)
                break;
            if (i + r == 0) {
                seg_begin_rhs(&s, &now[r]);
                continue;
            }
            const long long row = at + i + r;
            seg_append_rhs(&s, &now[r], f.scale[row - 1], f.weight[row - 1], f.lower[row], kept);
            kept += TRI_CUT_LANES;
        }
#pragma unroll
        for (int r = 0; r < CUT_RHS && AHEAD; ++r)
            now[r] = next[r];
    }
}

static __device__ inline real *cut_kept(const cut_tree &t, bool shared, long long panel,
                                        long long row)
{
    const int values = shared ? TRI_KEPT_SHARED_VALUES : TRI_KEPT_VALUES;
    return cut_value(t.kept, panel, t.kept_rows * values, row * values);
}

template <bool SHARED, typename Rows>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_reduce(const cut_job job, const Rows rows)
{
    const cut_work_item me = cut_work_item_of(job, job.below.chunk_count);
    if (!me.works)
        return;
    const tri_cut_chunk chunk = job.below.chunks[me.item];
    const auto line = rows.line(job, chunk.part, me.line);
    real *kept = cut_kept(job.below, SHARED, me.panel, chunk.kept);
    if constexpr (SHARED) {
        const auto load = [&](int i, int count, real(&to)[CUT_RHS]) {
            line.rhs(chunk.at + i, count, to);
        };
        seg_rhs s = {};
        cut_eliminate_rhs<Rows::AHEAD>(chunk, job.parts[chunk.part].factors, chunk.at, load, kept,
                                       s);
        cut_store_rhs(cut_segment(job.below, TRI_SEG_SHARED_VALUES, me.panel, chunk.segment), s);
    } else {
        const auto load = [&](int i, int count, seg_given(&to)[CUT_ROWS]) {
            line.rows(chunk.at + i, count, to);
        };
        seg_whole s = {};
        cut_eliminate(chunk, load, kept, s);
        cut_store_segment(cut_segment(job.below, TRI_SEG_VALUES, me.panel, chunk.segment), s);
    }
}

/* Copies rows of cut chunks unchanged to the top. */
template <bool SHARED, typename Rows>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_get_rows(const cut_job job, const Rows rows)
{
    const cut_work_item me = cut_work_item_of(job, job.below.row_count);
    if (!me.works)
        return;
    const tri_cut_row row = job.below.rows[me.item];
    const cut_message &m = job.messages[row.part];
    real *to = cut_value(m.pieces, me.panel, m.piece_values, row.value);
    const long long apart = row.apart * TRI_CUT_LANES;
    if constexpr (SHARED) {
        real d[1];
        rows.line(job, row.part, me.line).rhs(row.at, 1, d);
        to[0] = d[0];
    } else {
        seg_given input[1];
        rows.line(job, row.part, me.line).rows(row.at, 1, input);
        to[0] = input[0].a;
        to[apart] = input[0].b;
        to[2 * apart] = input[0].c;
        to[3 * apart] = input[0].d;
    }
}

template <bool SHARED, typename Rows>
static inline void cut_rows_to_top(const cut_job &j, const Rows &rows, cudaStream_t stream)
{
    if (j.below.row_count)
        tri_launch(cut_get_rows<SHARED, Rows>, cut_blocks(j.panels, j.below.row_count), CUT_BLOCK,
                   0, stream, j, rows);
}

/* Both, for any row source. */
template <bool SHARED, typename Rows>
static inline void cut_eliminate_rows(const cut_job &j, const Rows &rows, cudaStream_t stream)
{
    if (j.below.chunk_count)
        tri_launch(cut_reduce<SHARED, Rows>, cut_blocks(j.panels, j.below.chunk_count), CUT_BLOCK,
                   0, stream, j, rows);
    cut_rows_to_top<SHARED>(j, rows, stream);
}

} // namespace CUT_TWIN

#endif
