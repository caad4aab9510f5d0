/* From eliminated chunks to the unknowns at their ends: the tree within a block, and that over the blocks of a cluster. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH

#include "backend/cuda/adi_fused_rows.cuh"

/* One block has whole lines: its last chunk closes them. */
template <class Store>
static __device__ inline void adi_close_alone(const adi_tile &tile, const Store &store,
                                              const adi_role &me, const adi_share_of &b,
                                              const seg_whole &whole, adi_ends &ends)
{
    const int at = store.pad(me.line, 0);
    if (me.rows > 0 && me.chunk == b.chunks - 1)
        seg_close(tile.ring, &whole, &store.y[at]);
    __syncthreads();
    ends.last = me.rows > 0 ? store.y[at] : (real)0;
    ends.before = tile.ring ? ends.last : (real)0;
    __syncthreads(); /* the padding is free again */
}

/* The blocks of a cluster show each other what their lines have become; every block solves what is left, a thread for each
 * line and block. `extra`: the ends of the extra chunk, for the first threads. Others may look here until adi_part. */
template <class Kind, class Store>
static __device__ inline void adi_close_together(const adi_tile &tile, const Store &store,
                                                 const adi_role &me, const adi_share_of &b,
                                                 const seg_whole &whole, adi_ends &ends,
                                                 adi_ends &extra)
{
    const int t = (int)threadIdx.x, leaf = t / Kind::LINES;
    const int count = tile.share + (tile.extra > 0);
    const adi_block_leaves<Store> top = {store, t % Kind::LINES, count};
    const adi_block_leaves<Store> mine = {store, me.line, count};
    if (me.rows > 0 && me.chunk == b.chunks - 1)
        adi_put_segment(mine.shown(), whole);
    tri_arrive();
    tri_wait();
    seg_whole s = {};
    if (leaf < count) {
        const int rank = min(leaf, tile.share - 1);
        adi_slot from = leaf < tile.share ? top.shown() : top.extra(tile.chunks, tile.extra);
        from.y = tri_in_block(from.y, rank);
        from.q = tri_in_block(from.q, rank);
        from.r = tri_in_block(from.r, rank);
        s = adi_get_segment(from);
    }
    tri_arrive(); /* met again in adi_part */
    adi_tree_up(top, leaf, count, s);
    if (leaf == count - 1)
        seg_close(tile.ring, &s, &store.y[top.kept(leaf)]);
    __syncthreads();
    const real last = leaf < count ? store.y[top.kept(count - 1)] : (real)0;
    adi_tree_down(top, leaf, count, tile.ring ? last : (real)0, last);
    if (me.rows > 0) {
        ends.last = store.y[mine.kept(b.rank)];
        ends.before = b.rank > 0  ? store.y[mine.kept(b.rank - 1)]
                      : tile.ring ? store.y[mine.kept(count - 1)]
                                  : (real)0;
    }
    if (b.extra > 0 && t < Kind::LINES) {
        extra.before = store.y[top.kept(tile.share - 1)];
        extra.last = store.y[top.kept(tile.share)];
    }
}

static __device__ inline bool adi_is_together(const adi_tile &tile)
{
    return tile.share > 1 || tile.extra > 0;
}

/* A block ends when no other one looks at its memory. */
static __device__ inline void adi_part_from_others(const adi_tile &tile)
{
    if (adi_is_together(tile))
        tri_wait();
}

/* From the segment of this thread's chunk to the unknowns at its ends, and at those of the extra one. */
template <class Kind, class Store>
static __device__ inline void adi_solve_lines(const adi_tile &tile, const Store &store,
                                              const adi_role &me, const adi_share_of &b,
                                              seg_whole &s, adi_ends &own, adi_ends &extra)
{
    const adi_chunk_leaves<Store> leaves = {store, me.line, b.chunks};
    const int leaf = me.rows > 0 ? me.chunk : b.chunks;
    adi_ends ends = {0, 0};
    adi_tree_up(leaves, leaf, b.chunks, s);
    if (adi_is_together(tile))
        adi_close_together<Kind>(tile, store, me, b, s, ends, extra);
    else
        adi_close_alone(tile, store, me, b, s, ends);
    adi_tree_down(leaves, leaf, b.chunks, ends.before, ends.last);
    own = ends;
    if (me.rows > 0 && me.chunk > 0)
        own.before = store.y[leaves.kept(me.chunk - 1)];
    if (me.rows > 0 && me.chunk < b.chunks - 1)
        own.last = store.y[leaves.kept(me.chunk)];
    __syncthreads(); /* where these lay others will put what they find */
}

#endif
