/* From eliminated chunks to fluxes and depths: the tree within a block, that over the blocks of a cluster, unknowns of all
 * rows, and what is written. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_SOLVE_CUH

#include "backend/cuda/adi_fused_make.cuh"

/* Unknowns on the two ends of what a block has of a line. */
typedef struct adi_ends {
    real before, last;
} adi_ends;

/* One block has whole lines: its last chunk closes them. */
static __device__ inline void adi_close_alone(const adi_tile &tile, const adi_store &store,
                                              const adi_role &me, const adi_share_of &b,
                                              const seg_whole &whole, adi_ends &ends)
{
    const int at = adi_pad_at(store, me.line, 0);
    if (me.rows > 0 && me.chunk == b.chunks - 1)
        seg_close(tile.ring, &whole, &store.y[at]);
    __syncthreads();
    ends.last = me.rows > 0 ? store.y[at] : (real)0;
    ends.before = tile.ring ? ends.last : (real)0;
    __syncthreads(); /* the padding is free again */
}

/* The blocks of a cluster show each other what their lines have become; every block solves what is left. Two threads of
 * lines and blocks each. `extra`: the ends of the extra chunk, for the first threads. */
static __device__ inline void adi_close_together(const adi_tile &tile, const adi_store &store,
                                                 const adi_role &me, const adi_share_of &b,
                                                 const seg_whole &whole, adi_ends &ends,
                                                 adi_ends &extra)
{
    const int t = (int)threadIdx.x, leaf = t / tile.lines;
    const int count = tile.share + (tile.extra > 0);
    const adi_block_leaves top = {store, t % tile.lines, count};
    const adi_block_leaves mine = {store, me.line, count};
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
    if (b.extra > 0 && t < tile.lines) {
        extra.before = store.y[top.kept(tile.share - 1)];
        extra.last = store.y[top.kept(tile.share)];
    }
}

/* x of a chunk over what was kept of it. */
static __device__ inline void adi_expand(const adi_store &store, int at, int rows,
                                         const adi_ends &ends)
{
    real x = ends.last;
    store.y[at + (rows - 1) * store.by_row] = x;
    for (int k = rows - 2; k >= 0; --k) {
        const int place = at + k * store.by_row;
        const seg_left kept = {store.y[place], store.q[place], store.r[place]};
        seg_back(&kept, &ends.before, &x, &x);
        store.y[place] = x;
    }
}

/* The whole way from the segment of this thread's chunk to all x of the block. */
static __device__ inline void adi_solve(const adi_tile &tile, const adi_store &store,
                                        const adi_role &me, const adi_share_of &b, seg_whole &s)
{
    const bool together = tile.share > 1 || tile.extra > 0;
    const adi_chunk_leaves leaves = {store, me.line, b.chunks};
    const int leaf = me.rows > 0 ? me.chunk : b.chunks, at = adi_chunk_at(store, me.line, me.chunk);
    adi_ends ends = {0, 0}, extra = {0, 0};
    adi_tree_up(leaves, leaf, b.chunks, s);
    if (together)
        adi_close_together(tile, store, me, b, s, ends, extra);
    else
        adi_close_alone(tile, store, me, b, s, ends);
    adi_tree_down(leaves, leaf, b.chunks, ends.before, ends.last);
    if (me.rows > 0) {
        adi_ends own = ends;
        if (me.chunk > 0)
            own.before = store.y[leaves.kept(me.chunk - 1)];
        if (me.chunk < b.chunks - 1)
            own.last = store.y[leaves.kept(me.chunk)];
        adi_expand(store, at, me.rows, own);
    }
    if (b.extra > 0 && (int)threadIdx.x < b.lines)
        adi_expand(store, adi_chunk_at(store, (int)threadIdx.x, tile.chunks), b.extra, extra);
}

/* The first x of a block to the one before it, whose last cell it is in front of. */
static __device__ inline void adi_hand_first(const adi_tile &tile, const adi_store &store,
                                             const adi_role &me, const adi_share_of &b)
{
    const int to = b.rank > 0 ? b.rank - 1 : tile.share - 1;
    if (me.rows > 0 && me.chunk == 0) {
        const int mail = adi_pad_at(store, me.line, tile.share > 1 ? (int)ADI_TOP_MAIL : 0);
        *tri_in_block(&store.y[mail], to) = store.y[adi_chunk_at(store, me.line, 0)];
    }
}

/* ---- what is written ---- */

/* Depth of cell o from the new fluxes at its back and front. */
static __device__ inline calc adi_depth_of(const adi_view &v, ptrdiff_t o, calc back, calc front,
                                           calc change)
{
#ifdef SPATE_CUDA_FAST
    /* The change by known fluxes was there when rows were made: three words less to read. Rounding alone differs. */
    return (calc)v.h[o] - (change + v.k.along * (front - back));
#else
    (void)change;
    return adi_moved((calc)v.h[o], (calc)v.p[o] + back, (calc)v.p[o + v.along] + front,
                     adi_both(&v, o), adi_both(&v, o + v.across), &v.k);
#endif
}

/* Face and cell of a row of a line. cells: of the lines. Returns 1 where the depth is wrong. */
static __device__ inline int adi_write_row(const adi_frame &frame, const adi_tile &tile,
                                           const adi_share_of &b, const adi_store &store, int line,
                                           int row, int cells, ptrdiff_t o)
{
    const real x = store.y[adi_row_at_place(store, line, row)];
    frame.flux[o] = x;
    if (b.first + row >= cells)
        return 0;
    const int mail = adi_pad_at(store, line, tile.share > 1 ? (int)ADI_TOP_MAIL : 0);
    const real next =
        row + 1 < b.rows ? store.y[adi_row_at_place(store, line, row + 1)] : store.y[mail];
    const calc change = (calc)store.change[line * store.change_by_line + row * store.change_by_row];
    const calc h =
        adi_is_active(&frame.v, o) ? adi_depth_of(frame.v, o, (calc)x, (calc)next, change) : C(0);
    frame.depth[o] = (real)h;
    return !(h >= C(0));
}

template <int AXIS>
static __device__ inline int adi_write(const adi_device &d, const adi_frame &frame,
                                       const adi_tile &tile, const adi_share_of &b,
                                       const adi_store &store)
{
    const int t = (int)threadIdx.x, threads = (int)blockDim.x;
    int wrong = 0;
    if (AXIS == 0) {
        for (int line = 0; line < b.lines; ++line)
            for (int row = t; row < b.rows; row += threads)
                wrong += adi_write_row(frame, tile, b, store, line, row, d.nx,
                                       (ptrdiff_t)(b.first_line + line) * d.pitch + b.first + row);
    } else {
        const int line = t % tile.lines;
        for (int row = t / tile.lines; row < b.rows && line < b.lines; row += threads / tile.lines)
            wrong += adi_write_row(frame, tile, b, store, line, row, d.ny,
                                   (ptrdiff_t)(b.first + row) * d.pitch + b.first_line + line);
    }
    return wrong;
}

#endif
