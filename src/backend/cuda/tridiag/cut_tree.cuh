/* Upward and downward pass through a tree of segments: a block for each panel; its warps share
 * the merges of a level. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_TREE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_TREE_CUH

#include "backend/cuda/tridiag/cut_back.cuh"

namespace CUT_TWIN
{

static __device__ inline seg_whole cut_load_segment(const real *from)
{
    const int lanes = TRI_CUT_LANES;
    return {from[TRI_SEG_Y * lanes], from[TRI_SEG_G * lanes], from[TRI_SEG_Q * lanes],
            from[TRI_SEG_R * lanes], from[TRI_SEG_E * lanes], from[TRI_SEG_P * lanes],
            from[TRI_SEG_C * lanes]};
}

static __device__ inline seg_rhs cut_load_rhs(const real *from)
{
    return {from[TRI_SEG_Y * TRI_CUT_LANES], from[TRI_SEG_G * TRI_CUT_LANES]};
}

template <bool SHARED> static __device__ inline int cut_segment_values(void)
{
    return SHARED ? TRI_SEG_SHARED_VALUES : TRI_SEG_VALUES;
}

static __device__ inline real *cut_unknown(const cut_tree &t, long long panel, long long number)
{
    return cut_value(t.unknown, panel, t.unknowns, number);
}

template <bool SHARED>
static __device__ inline real *cut_merged(const cut_tree &t, long long panel, int merge)
{
    const int values = SHARED ? TRI_KEPT_SHARED_VALUES : TRI_KEPT_VALUES;
    return cut_value(t.merged, panel, (long long)t.merge_count * values, (long long)merge * values);
}

template <bool SHARED>
static __device__ inline void cut_merge_two(const cut_tree &t, long long panel, int number)
{
    const tri_cut_merge m = t.merges[number];
    const int values = cut_segment_values<SHARED>();
    real *left = cut_segment(t, values, panel, m.left);
    const real *right = cut_segment(t, values, panel, m.right);
    real *kept = cut_merged<SHARED>(t, panel, number);
    if (SHARED) {
        const tri_merge_factors f = t.merge_factors[number];
        seg_rhs a = cut_load_rhs(left);
        const seg_rhs b = cut_load_rhs(right);
        seg_merge_rhs(&a, &b, (real)f.c, (real)f.scale, (real)f.weight, (real)f.lower, kept);
        cut_store_rhs(left, a);
    } else {
        seg_whole a = cut_load_segment(left);
        const seg_whole b = cut_load_segment(right);
        seg_left kept_row;
        seg_merge(&a, &b, &kept_row);
        cut_store_segment(left, a);
        cut_store_kept(kept, kept_row);
    }
}

template <bool SHARED>
static __device__ inline void cut_split_two(const cut_tree &t, long long panel, int number)
{
    const tri_cut_merge m = t.merges[number];
    const real *kept = cut_merged<SHARED>(t, panel, number);
    const real *before = cut_unknown(t, panel, m.before), *last = cut_unknown(t, panel, m.last);
    real *middle = cut_unknown(t, panel, m.middle);
    if (SHARED) {
        const tri_merge_factors f = t.merge_factors[number];
        seg_back_rhs(kept, (real)f.q, (real)f.r, before, last, middle);
    } else {
        const seg_left kept_row = cut_load_kept(kept);
        seg_back(&kept_row, before, last, middle);
    }
}

/* Called by all threads of the block. */
template <bool SHARED> static __device__ inline void cut_go_up(const cut_tree &t, long long panel)
{
    for (int level = 0; level < t.levels; ++level) {
        for (int m = t.level[level] + cut_warp(); m < t.level[level + 1]; m += CUT_WARPS)
            cut_merge_two<SHARED>(t, panel, m);
        __syncthreads();
    }
}

template <bool SHARED> static __device__ inline void cut_go_down(const cut_tree &t, long long panel)
{
    for (int level = t.levels - 1; level >= 0; --level) {
        for (int m = t.level[level] + cut_warp(); m < t.level[level + 1]; m += CUT_WARPS)
            cut_split_two<SHARED>(t, panel, m);
        __syncthreads();
    }
}

} // namespace CUT_TWIN

#endif
