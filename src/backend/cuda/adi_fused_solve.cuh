/* From eliminated chunks to the unknowns at their ends: the tree within a block, and that over the blocks of a cluster. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH

#include "backend/cuda/adi_fused_rows.cuh"

/* Unknowns at the ends of what the block has of lines, where all threads can see them: a thread for each line says them. */
template <class Store> struct adi_block_ends {
    const Store &store;
    __device__ void say(int line, const adi_ends &ends) const
    {
        store.rest[store.pad(line, 0)] = ends.last;
        store.y[store.pad(line, 0)] = ends.before;
    }
    __device__ adi_ends of(int line) const
    {
        return {store.y[store.pad(line, 0)], store.rest[store.pad(line, 0)]};
    }
};

static __device__ inline bool adi_is_together(const adi_tile &tile)
{
    return tile.share > 1 || tile.extra > 0;
}

/* The blocks of a cluster show each other what their lines have become; every block solves what is left. Says the ends of
 * this block, and returns those of the extra chunk of the thread's line. */
template <class Kind, class Store>
static __device__ inline adi_ends adi_close_together(const adi_tile &tile, const Store &store,
                                                     const adi_share_of &b, const seg_whole &whole)
{
    const int t = (int)threadIdx.x, line = t % Kind::LINES, leaf = t / Kind::LINES;
    const int count = tile.share + (tile.extra > 0);
    const adi_block_leaves<Store> top = {store, count};
    const adi_chunk_leaves<Store> chunks = {store, tile.chunks};
    if (t < Kind::LINES)
        adi_put_segment(store, top.shown(line), whole);
    tri_arrive();
    tri_wait();
    if (leaf < count) {
        Store there = store;
        const int rank = min(leaf, tile.share - 1);
        there.y = tri_in_block(store.y, rank);
        there.q = tri_in_block(store.q, rank);
        there.r = tri_in_block(store.r, rank);
        there.rest = tri_in_block(store.rest, rank);
        adi_put_segment(store, top.slot(line, leaf),
                        adi_get_segment(there, leaf < tile.share ? top.shown(line)
                                                                 : chunks.slot(line, tile.chunks)));
    }
    tri_arrive(); /* what others show has been seen */
    __syncthreads();
    adi_tree_up<Kind::LINES>(top);
    real last;
    const seg_whole all = adi_get_segment(store, top.slot(line, count - 1));
    seg_close(tile.ring, &all, &last);
    const real before = tile.ring ? last : (real)0;
    adi_tree_down<Kind::LINES>(top, before, last);
    const auto last_of = [&](int of) {
        return of < count - 1 ? store.y[top.slot(line, of).second] : last;
    };
    const adi_ends own = {b.rank > 0 ? last_of(b.rank - 1) : before, last_of(b.rank)};
    const adi_ends extra = {last_of(tile.share - 1), last};
    tri_wait(); /* what is shown here, too */
    if (t < Kind::LINES)
        adi_block_ends<Store>{store}.say(line, own);
    return extra;
}

/* From the segment of this thread's chunk to the unknowns at its ends, and at those of the extra one (of the thread that
 * has its number of a line). */
template <class Kind, class Store>
static __device__ inline void adi_solve_lines(const adi_tile &tile, const Store &store,
                                              const adi_role &me, const adi_share_of &b,
                                              const seg_whole &s, adi_ends &own, adi_ends &extra)
{
    const adi_chunk_leaves<Store> leaves = {store, b.chunks};
    const adi_block_ends<Store> block = {store};
    const int line = (int)threadIdx.x % Kind::LINES;
    if (me.rows > 0)
        adi_put_segment(store, leaves.slot(me.line, me.chunk), s);
    __syncthreads();
    adi_tree_up<Kind::LINES>(leaves);
    const seg_whole whole = adi_get_segment(store, leaves.slot(line, b.chunks - 1));
    if (adi_is_together(tile)) {
        extra = adi_close_together<Kind>(tile, store, b, whole);
    } else {
        adi_ends ends;
        seg_close(tile.ring, &whole, &ends.last);
        ends.before = tile.ring ? ends.last : (real)0;
        __syncthreads(); /* all have seen the whole */
        if ((int)threadIdx.x < Kind::LINES)
            block.say(line, ends);
    }
    __syncthreads();
    const adi_ends ends = block.of(line);
    adi_tree_down<Kind::LINES>(leaves, ends.before, ends.last);
    if (me.rows > 0) { /* others may have the number of no line */
        own = block.of(me.line);
        if (me.chunk > 0)
            own.before = store.y[leaves.slot(me.line, me.chunk - 1).second];
        if (me.chunk < b.chunks - 1)
            own.last = store.y[leaves.slot(me.line, me.chunk).second];
    }
    __syncthreads(); /* where these lay others will put what they find */
}

#endif
