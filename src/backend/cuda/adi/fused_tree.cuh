/* Elimination of a chunk to a segment, and the tree of segments of a line, up to its root and down
 * with the unknowns, by lanes of a warp. Barriers are needed only between
 * warps (fused_solve.cuh). */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH

#include "backend/cuda/adi/fused_tile.cuh"
#if defined(SPATE_CUDA_FAST)
#define SEG_INVERSE(x) div_r(C(1), x)
#endif
#include "backend/cuda/adi/fused_lanes.cuh"

namespace
{

/* An empty segment. Appending the first row to it gives the segment of that row, so that the fast
 * build needs no branch (a zero may have another sign). */
static __device__ inline seg_whole adi_empty_segment(void)
{
    seg_whole s = {};
    s.e = (real)-1;
    s.p = (real)1;
    return s;
}

/* Appends row k of a chunk, stored at `at`; what elimination keeps of the row before replaces that
 * row. */
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

/* Position of a segment in the store: four words in one row, three in another. */
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

/* The segment of a chunk is stored in its padding row and its last row, where elimination keeps
 * nothing. */
template <class Store>
static __device__ inline adi_slot adi_slot_of(const Store &store, int line, int chunk)
{
    const int pad = store.pad(line, chunk);
    return {pad, pad - Store::BY_ROW};
}

/* The tree over some leaves of a line, a lane for each, `stride` lanes apart. A node is in the
 * lane of its last leaf. The same merges in the same order as in
 * solvers/tridiag/distributed_tree.c. */
template <int LEVELS> struct adi_lane_tree {
    int leaf, count;       /* leaf of this lane, from 0 on; number of leaves, at most 2^LEVELS */
    int first, stride;     /* lane of leaf 0 */
    seg_left kept[LEVELS]; /* of the merges that ended here */

    __device__ int lane_of(int other) const
    {
        return first + other * stride;
    }
    /* From the segment of a leaf to that of the largest node that ends there; in the last leaf:
     * the root. */
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
    /* The last unknown of every leaf, from that of the last leaf and the unknown before the first
     * one, both given in all lanes. */
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
