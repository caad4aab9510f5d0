/* Segments of a line up the tree and last unknowns down again, in shared memory: a thread for each chunk, then one for
 * each block of the cluster. A node is held by the thread of its last chunk. The same merges in the same order as
 * solvers/tridiag/distributed_tree.c. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH

#include "backend/cuda/adi_fused_tile.cuh"
#if defined(SPATE_CUDA_FAST)
#define SEG_INVERSE(x) div_r(C(1), x)
#endif
#include "backend/tridiag_segment_ops.h"

/* Seven words that lie in threes: two padding rows and one place more. */
typedef struct adi_slot {
    real *y, *q, *r;
    int first, second, seventh;
} adi_slot;

static __device__ inline void adi_put_segment(const adi_slot &at, const seg_whole &s)
{
    at.y[at.first] = s.y;
    at.q[at.first] = s.q;
    at.r[at.first] = s.r;
    at.y[at.second] = s.g;
    at.q[at.second] = s.e;
    at.r[at.second] = s.p;
    at.q[at.seventh] = s.c;
}

static __device__ inline seg_whole adi_get_segment(const adi_slot &at)
{
    seg_whole s;
    s.y = at.y[at.first];
    s.q = at.q[at.first];
    s.r = at.r[at.first];
    s.g = at.y[at.second];
    s.e = at.q[at.second];
    s.p = at.r[at.second];
    s.c = at.q[at.seventh];
    return s;
}

static __device__ inline adi_slot adi_slot_of(const adi_store &s, int first, int second,
                                              int seventh)
{
    const adi_slot slot = {s.y, s.q, s.r, first, second, seventh};
    return slot;
}

/* Leaves that are the chunks of a block. What a merge keeps lies in the last row of the chunk whose last unknown it
 * eliminates, which nobody else needs. */
struct adi_chunk_leaves {
    adi_store store;
    int line, count;
    __device__ int last_row(int leaf) const /* of a chunk that another one follows */
    {
        return adi_chunk_at(store, line, leaf) + (ADI_CHUNK - 1) * store.by_row;
    }
    /* For a node that ends with this leaf and is the left one of two. */
    __device__ adi_slot slot(int leaf) const
    {
        return adi_slot_of(store, adi_pad_at(store, line, leaf & ~1),
                           adi_pad_at(store, line, leaf | 1), last_row(leaf));
    }
    __device__ int kept(int leaf) const
    {
        return last_row(leaf);
    }
};

/* Leaves that are the blocks of a cluster, and the extra chunk; each block reduces all of them by itself. They lie in the
 * padding of chunks, which the tree of the block has left. */
enum { ADI_TOP_MAIL = 7, ADI_TOP_SLOTS = 8 };

struct adi_block_leaves {
    adi_store store;
    int line, count;
    __device__ int pad(int chunk) const
    {
        return adi_pad_at(store, line, chunk);
    }
    __device__ adi_slot slot(int leaf) const
    {
        const int at = ADI_TOP_SLOTS + 3 * (leaf >> 1);
        return adi_slot_of(store, pad(at), pad(at + 1), pad(at + 2));
    }
    __device__ int kept(int leaf) const
    {
        return pad(ADI_TOP_SLOTS + 3 * ((count + 1) >> 1) + leaf);
    }
    /* What a block shows of itself. */
    __device__ adi_slot shown(void) const
    {
        return adi_slot_of(store, pad(0), pad(1), pad(2));
    }
    /* The extra chunk keeps its segment where it has no rows, and no x will be. */
    __device__ adi_slot extra(int chunks, int rows) const
    {
        const int at = adi_chunk_at(store, line, chunks);
        return adi_slot_of(store, pad(chunks), at + (ADI_CHUNK - 1) * store.by_row,
                           at + (rows - 1) * store.by_row);
    }
};

/* Chunks that a block needs so that these leaves have room in their padding. */
SPATE_FN int adi_top_room(int leaves)
{
    return ADI_TOP_SLOTS + 3 * ((leaves + 1) / 2) + leaves;
}

/* Up: s of leaf `me` (none where me >= count) becomes the whole in the thread of the last one. All threads call it. */
template <typename Leaves>
static __device__ inline void adi_tree_up(const Leaves &leaves, int me, int longest, seg_whole &s)
{
    const adi_store &store = leaves.store;
    for (int level = 0; 1 << level < longest; ++level) {
        const int node = me >> level, left_end = (node << level) - 1;
        const bool holds =
            me < leaves.count && (((me + 1) & ((1 << level) - 1)) == 0 || me == leaves.count - 1);
        if (holds && !(node & 1) && (node + 1) << level < leaves.count)
            adi_put_segment(leaves.slot(me), s);
        __syncthreads();
        if (holds && (node & 1)) {
            seg_left kept;
            seg_whole left = adi_get_segment(leaves.slot(left_end));
            const int at = leaves.kept(left_end);
            seg_merge(&left, &s, &kept);
            s = left;
            store.y[at] = kept.y;
            store.q[at] = kept.q;
            store.r[at] = kept.r;
        }
    }
}

/* Down: the last unknown of every leaf to store.y[kept(leaf)], where that of the whole (last) is known. All threads call
 * it; who reads what others found waits first. */
template <typename Leaves>
static __device__ inline void adi_tree_down(const Leaves &leaves, int me, int longest, real before,
                                            real last)
{
    const adi_store &store = leaves.store;
    int reach = 1;
    while (2 * reach < longest)
        reach *= 2;
    for (; reach > 0; reach /= 2) {
        if (me < leaves.count - 1 && ((me + 1) & (2 * reach - 1)) == reach) {
            const int at = leaves.kept(me);
            const seg_left kept = {store.y[at], store.q[at], store.r[at]};
            const real low = me >= reach ? store.y[leaves.kept(me - reach)] : before;
            const real high =
                me + reach < leaves.count - 1 ? store.y[leaves.kept(me + reach)] : last;
            seg_back(&kept, &low, &high, &store.y[at]);
        }
        __syncthreads();
    }
}

#endif
