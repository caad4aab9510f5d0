/* Segments of a line up the tree and last unknowns down again, in shared memory, where they lie from the first to the
 * last: at every level the first threads of the block do all that is to do, so that few warps are half idle. The same
 * merges in the same order as solvers/tridiag/distributed_tree.c. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_TREE_CUH

#include "backend/cuda/adi_fused_tile.cuh"
#if defined(SPATE_CUDA_FAST)
#define SEG_INVERSE(x) div_r(C(1), x)
#endif
#include "backend/tridiag_segment_ops.h"

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

/* Leaves that are the chunks of a block: in the padding row and the last one, where elimination leaves nothing. What a
 * merge keeps takes the second row of the slot whose last unknown it eliminates; that unknown becomes its y. */
template <class Store> struct adi_chunk_leaves {
    const Store &store;
    int count;
    __device__ adi_slot slot(int line, int leaf) const
    {
        const int pad = store.pad(line, leaf);
        return {pad, pad - Store::BY_ROW};
    }
};

/* Leaves that are the blocks of a cluster, and the extra chunk; each block reduces all of them by itself. They lie in the
 * padding of chunks, which the tree of the block has left. */
template <class Store> struct adi_block_leaves {
    const Store &store;
    int count;
    __device__ adi_slot slot(int line, int leaf) const
    {
        return {store.pad(line, 2 * leaf + 2), store.pad(line, 2 * leaf + 3)};
    }
    /* What a block shows of itself. */
    __device__ adi_slot shown(int line) const
    {
        return {store.pad(line, 0), store.pad(line, 1)};
    }
};

/* Chunks that a block needs so that these leaves have room in their padding. */
SPATE_FN int adi_top_room(int leaves)
{
    return 2 * leaves + 2;
}

/* Up: from the slots of all leaves to that of the last one, which is the whole. All threads call it, when all slots are
 * there, and find the whole there. */
template <int LINES, typename Leaves>
static __device__ inline void adi_tree_up(const Leaves &leaves)
{
    const int line = (int)threadIdx.x % LINES, pair = (int)threadIdx.x / LINES;
    const auto &store = leaves.store;
    for (int level = 0, nodes = leaves.count; nodes > 1; ++level, nodes = (nodes + 1) / 2) {
        if (pair < nodes / 2) {
            const int middle = (2 * pair + 1) << level;
            const adi_slot left = leaves.slot(line, middle - 1);
            const adi_slot right = leaves.slot(line, min(middle + (1 << level), leaves.count) - 1);
            seg_left kept;
            seg_whole a = adi_get_segment(store, left);
            const seg_whole b = adi_get_segment(store, right);
            seg_merge(&a, &b, &kept);
            adi_put_segment(store, right, a);
            store.y[left.second] = kept.y;
            store.q[left.second] = kept.q;
            store.r[left.second] = kept.r;
        }
        __syncthreads();
    }
}

/* Down: the last unknown of every leaf but the last, where that of the whole and the one before the first leaf are known,
 * those of this thread's line (threadIdx.x % LINES). All threads call it and find them there. */
template <int LINES, typename Leaves>
static __device__ inline void adi_tree_down(const Leaves &leaves, real before, real last)
{
    const int line = (int)threadIdx.x % LINES, pair = (int)threadIdx.x / LINES;
    const auto &store = leaves.store;
    int reach = 1;
    while (2 * reach < leaves.count)
        reach *= 2;
    for (; reach > 0; reach /= 2) {
        const int me = (2 * pair + 1) * reach - 1;
        if (me < leaves.count - 1) {
            const int at = leaves.slot(line, me).second;
            const seg_left kept = {store.y[at], store.q[at], store.r[at]};
            const real low = me >= reach ? store.y[leaves.slot(line, me - reach).second] : before;
            const real high = me + reach < leaves.count - 1
                                  ? store.y[leaves.slot(line, me + reach).second]
                                  : last;
            seg_back(&kept, &low, &high, &store.y[at]);
        }
        __syncthreads();
    }
}

#endif
