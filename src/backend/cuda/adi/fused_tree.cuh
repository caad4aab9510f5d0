/* Rows of a chunk to a segment, and segments of a line up the tree and last unknowns down again: by lanes of a warp, so
 * that nobody waits for others but where warps hand over (adi_fused_solve.cuh). */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH

#include "backend/cuda/adi/fused_tile.cuh"
#if defined(SPATE_CUDA_FAST)
#define SEG_INVERSE(x) div_r(C(1), x)
#endif
#include "backend/cuda/adi/fused_lanes.cuh"

namespace
{

/* What the fast build begins with: a segment which the first row turns into itself, so that no threads part ways (a zero
 * may have another sign). */
static __device__ inline seg_whole adi_nothing_yet(void)
{
    seg_whole s = {};
    s.e = (real)-1;
    s.p = (real)1;
    return s;
}

/* Row number k of a chunk, which lies at `at`; what is kept of the row before takes its place. */
template <class Store>
static __device__ inline void adi_append(const Store &store, int at, int k, const seg_given &row,
                                         seg_whole &s)
{
    seg_left kept;
#ifdef SPATE_CUDA_FAST
    seg_append(&s, &row, &kept);
    s.r = k == 0 ? (real)-1 : s.r;
#else
    if (k == 0) {
        seg_begin(&s, &row);
        return;
    }
    seg_append(&s, &row, &kept);
#endif
    if (k > 0) {
        store.y[at - Store::BY_ROW] = kept.y;
        store.q[at - Store::BY_ROW] = kept.q;
        store.r[at - Store::BY_ROW] = kept.r;
    }
}

/* Seven words: four of one row of the store and three of another. */
typedef struct adi_slot {
    int first, second;
} adi_slot;

template <class Store>
static __device__ inline void adi_put_segment(const Store &to, adi_slot at, const seg_whole &s)
{
    to.y[at.first] = s.y;
    to.q[at.first] = s.q;
    to.r[at.first] = s.r;
    to.rest[at.first] = s.c;
    to.y[at.second] = s.g;
    to.q[at.second] = s.e;
    to.r[at.second] = s.p;
}

template <class Store>
static __device__ inline seg_whole adi_get_segment(const Store &from, adi_slot at)
{
    seg_whole s;
    s.y = from.y[at.first];
    s.q = from.q[at.first];
    s.r = from.r[at.first];
    s.c = from.rest[at.first];
    s.g = from.y[at.second];
    s.e = from.q[at.second];
    s.p = from.r[at.second];
    return s;
}

/* Where chunks leave segments: in the padding row and the last one, where elimination leaves nothing. */
template <class Store>
static __device__ inline adi_slot adi_slot_of(const Store &store, int line, int chunk)
{
    const int pad = store.pad(line, chunk);
    return {pad, pad - Store::BY_ROW};
}

/* The tree over some leaves of a line, a lane for each, `stride` lanes from one to the next. A node is where its last leaf
 * is. The same merges in the same order as solvers/tridiag/distributed_tree.c. */
template <int LEVELS> struct adi_lane_tree {
    int leaf, count;       /* this lane's, from 0 on; leaves that are there, 2^LEVELS at most */
    int first, stride;     /* lane of leaf 0 */
    seg_left kept[LEVELS]; /* of the merges that ended here */

    __device__ int lane_of(int other) const
    {
        return first + other * stride;
    }
    /* From the segment of a leaf to that of the node which ends here; of the last leaf: all. */
    __device__ void up(seg_whole &s)
    {
#pragma unroll
        for (int level = 0; level < LEVELS; ++level) {
            const int node = leaf >> level, end = min((node + 1) << level, count) - 1;
            seg_whole left = adi_from_lane(s, lane_of((node << level) - 1) & (ADI_LANES - 1));
            if ((node & 1) && leaf == end) {
                seg_merge(&left, &s, &kept[level]);
                s = left;
            }
        }
    }
    /* The last unknown of every leaf, from that of the last one and the one before the first leaf, which all lanes know. */
    __device__ void down(real &x, real before)
    {
#pragma unroll
        for (int level = LEVELS - 1; level >= 0; --level) {
            const int node = leaf >> level,
                      start = node >> 1 << (level + 1); /* of the merged one */
            const real there = adi_from_lane(x, lane_of(start - 1) & (ADI_LANES - 1));
            const real low = start > 0 ? there : before;
            real middle = x;
            if ((node & 1) && leaf < count)
                seg_back(&kept[level], &low, &x, &middle);
            const int right = min((node + 2) << level, count) - 1; /* where the node beside ends */
            const real found = adi_from_lane(middle, lane_of(right) & (ADI_LANES - 1));
            if (!(node & 1) && leaf == ((node + 1) << level) - 1 && leaf < count - 1)
                x = found;
        }
    }
};

} // namespace

#endif
