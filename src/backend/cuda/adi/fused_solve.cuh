/* From eliminated chunks to the unknowns at their ends. The tree of a line consists of three
 * levels of trees: over the chunks in a warp, over the warps of the block, and over the blocks of
 * the cluster. The latter two are solved by one warp for each line. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH

#include "backend/cuda/adi/fused_plan.cuh"
#include "backend/cuda/adi/fused_rows.cuh"

namespace
{

/* Unknowns at the ends of the rows of a block, and of the extra chunk, in shared memory. */
template <class Store> struct adi_block_ends {
    const Store &store;
    __device__ void say(int line, const adi_ends &own) const
    {
        store.rest[store.pad(line, 0)] = own.last;
        store.y[store.pad(line, 0)] = own.before;
    }
    __device__ adi_ends of(int line) const
    {
        return {store.y[store.pad(line, 0)], store.rest[store.pad(line, 0)]};
    }
    __device__ void say_extra(int line, int chunk, const adi_ends &extra) const
    {
        store.rest[store.pad(line, chunk)] = extra.last;
        store.y[store.pad(line, chunk)] = extra.before;
    }
    __device__ adi_ends of_extra(int line, int chunk) const
    {
        return {store.y[store.pad(line, chunk)], store.rest[store.pad(line, chunk)]};
    }
};

static __device__ inline bool adi_is_together(const adi_tile &tile)
{
    return tile.share > 1 || tile.extra > 0;
}

constexpr int adi_levels_of(int leaves)
{
    return leaves > 1 ? 1 + adi_levels_of((leaves + 1) / 2) : 0;
}

/* GROUP: chunks of a line in the tree of a warp; WARP: its levels; BLOCK: levels of the tree over
 * the groups of a block, by one warp for each line. Along x a warp has more chunks, but it is
 * faster to do few levels in many warps and more levels in a few. */
template <class Kind> struct adi_levels {
    static constexpr int GROUP = Kind::AXIS == 0 ? 4 : ADI_LANES / Kind::LINES,
                         WARP = adi_levels_of(GROUP),
                         BLOCK =
                             adi_levels_of(adi_most_threads<Kind::AXIS>() / Kind::LINES / GROUP);
};

template <class Kind> static __device__ inline int adi_group(const adi_tile &tile)
{
    return min(adi_levels<Kind>::GROUP, tile.chunks);
}

/* The last unknown of the line, from the segment in lane `from`; returned in all lanes. */
static __device__ inline adi_ends adi_close(const adi_tile &tile, const seg_whole &all, int from)
{
    real last;
    seg_close(tile.ring, &all, &last);
    last = adi_from_lane(last, from);
    return {tile.ring ? last : (real)0, last};
}

/* The tree of a line over the blocks of a cluster: a lane for each of them, and one for the extra
 * chunk. */
struct adi_top {
    adi_lane_tree<adi_levels_of(ADI_FUSED_BLOCKS + 1)> tree;
    seg_whole s;

    /* Where a block stores the segment of its part of a line for the others. */
    template <class Store> static __device__ adi_slot shown(const Store &store, int line)
    {
        return {store.pad(line, 0), store.pad(line, 1)};
    }
    template <class Store>
    __device__ void look(const adi_tile &tile, const Store &store, int line, int lane)
    {
        Store there = store;
        const int count = tile.share + (tile.extra > 0);
        const int leaf = min(lane, count - 1), rank = min(leaf, tile.share - 1);
        tree.leaf = lane;
        tree.count = count;
        tree.first = 0;
        tree.stride = 1;
        there.y = tri_in_block(store.y, rank);
        there.q = tri_in_block(store.q, rank);
        there.r = tri_in_block(store.r, rank);
        there.rest = tri_in_block(store.rest, rank);
        s = adi_get_segment(there, leaf < tile.share ? shown(store, line)
                                                     : adi_slot_of(store, line, tile.chunks));
    }
    __device__ void solve(const adi_tile &tile, int rank, adi_ends &own, adi_ends &extra)
    {
        tree.up(s);
        const adi_ends all = adi_close(tile, s, tree.count - 1);
        real x = all.last;
        tree.down(x, all.before);
        const real before = adi_from_lane(x, rank > 0 ? rank - 1 : 0);
        own.before = rank > 0 ? before : all.before;
        own.last = adi_from_lane(x, rank);
        extra.before = adi_from_lane(x, tile.share - 1);
        extra.last = all.last;
    }
};

/* Solves the tree over the warps of a block. Each warp has stored the segment of its group of
 * `chunks` chunks with the last of them; the last unknown of the group replaces its y. All threads
 * call it. */
template <class Kind, class Store>
static __device__ inline void adi_solve_block(const adi_tile &tile, const Store &store,
                                              const adi_share_of &b, int chunks)
{
    const int line = (int)threadIdx.x / ADI_LANES, lane = (int)threadIdx.x % ADI_LANES;
    const int groups = (b.chunks + chunks - 1) / chunks;
    const bool works = line < Kind::LINES; /* the whole warp */
    const adi_slot slot = adi_slot_of(store, works ? line : 0,
                                      min((min(lane, groups - 1) + 1) * chunks, b.chunks) - 1);
    const adi_block_ends<Store> block = {store};
    adi_lane_tree<adi_levels<Kind>::BLOCK> tree;
    seg_whole s;
    adi_ends own, extra = {0, 0};
    if (works) {
        tree.leaf = lane;
        tree.count = groups;
        tree.first = 0;
        tree.stride = 1;
        s = adi_get_segment(store, slot);
        tree.up(s);
    }
    if (adi_is_together(tile)) {
        adi_top top;
        if (works && lane == groups - 1)
            adi_put_segment(store, adi_top::shown(store, line), s);
        tri_arrive();
        tri_wait();
        if (works)
            top.look(tile, store, line, lane);
        tri_arrive(); /* the segments of the others have been read */
        if (works)
            top.solve(tile, b.rank, own, extra);
        tri_wait(); /* those of this block, too */
    } else if (works) {
        own = adi_close(tile, s, groups - 1);
    }
    if (!works)
        return;
    real x = own.last;
    tree.down(x, own.before);
    if (lane < groups)
        store.y[slot.second] = x;
    if (lane == 0) {
        block.say(line, own);
        if (b.extra > 0)
            block.say_extra(line, tile.chunks, extra);
    }
}

/* From the segment of this thread's chunk to the unknowns at its ends (own). extra: those of the
 * extra chunk, in thread n for line n. */
template <class Kind, class Store>
static __device__ inline void adi_solve_lines(const adi_tile &tile, const Store &store,
                                              const adi_role &me, const adi_share_of &b,
                                              seg_whole &s, adi_ends &own, adi_ends &extra)
{
    const adi_block_ends<Store> block = {store};
    const int t = (int)threadIdx.x, lane = t % ADI_LANES, chunks = adi_group<Kind>(tile);
    const int line = me.rows > 0 ? me.line : 0, chunk = me.rows > 0 ? me.chunk : 0;
    const int first = chunk - chunk % chunks;
    adi_lane_tree<adi_levels<Kind>::WARP> tree;
    tree.leaf = me.chunk % chunks;
    tree.count = min(chunks, b.chunks - (me.chunk - tree.leaf));
    tree.stride = Kind::AXIS == 0 ? 1 : Kind::LINES;
    tree.first = lane - tree.leaf * tree.stride;
    tree.up(s);
    if (me.rows > 0 && tree.leaf == tree.count - 1)
        adi_put_segment(store, adi_slot_of(store, line, chunk), s);
    __syncthreads();
    adi_solve_block<Kind>(tile, store, b, chunks);
    __syncthreads();
    const adi_ends ends = block.of(line);
    const int last = min(first + chunks, b.chunks) - 1;
    const real before =
        first > 0 ? store.y[adi_slot_of(store, line, first - 1).second] : ends.before;
    real x = last < b.chunks - 1 ? store.y[adi_slot_of(store, line, last).second] : ends.last;
    tree.down(x, before);
    const real beside = adi_from_lane(x, (lane - tree.stride) & (ADI_LANES - 1));
    own = {tree.leaf > 0 ? beside : before, x};
    if (t < b.lines && b.extra > 0)
        extra = block.of_extra(t, tile.chunks);
    __syncthreads(); /* their memory will be overwritten */
}

} // namespace

#endif
