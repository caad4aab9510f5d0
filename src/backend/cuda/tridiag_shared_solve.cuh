/* Lines that share one matrix, in tiles: each thread has one chunk of the matrix and goes from line to line. Who calls it
 * says how right-hand sides are made of what was read.
 *
 * Traffic: reads and writes each value once, 2 words an unknown; factors are read once for each block. A tile is asked
 * for while the one before it is solved in place. Barriers of a tile: 4, and one for each level of PCR. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVE_CUH

#include <type_traits>

#include "backend/cuda/tridiag_shared_chunk.cuh"

/* The last unknown of this chunk and of the one before. */
template <typename real> struct chunk_links {
    real last, before;
};

/* u of the chunk by v, the last unknown of a periodic line. */
template <typename real>
static __device__ inline chunk_links<real> close_ring(const shared_role &me, int chunks,
                                                      const tri_shared_factors<real> &f, real d,
                                                      const real *shown)
{
    const int t = (int)threadIdx.x, g = me.chunk;
    const int first = t - g * me.apart, border = first + (chunks - 1) * me.apart;
    real v = f.border_scale * shown[border];
    if (chunks > 1)
        v = tri_less(tri_less(v, f.border_before, shown[border - me.apart]), f.border_first,
                     shown[first]);
    return {g == chunks - 1 ? v : tri_less(d, f.both[g], v),
            g > 0 ? tri_less(shown[t - me.apart], f.both[g - 1], v) : v};
}

/* The right-hand side of the reduced system, then its solution. The chunk after this one has shown its first unknown in
 * the second slot of the exchange. levels: those of f, in shared memory, because each of them is waited for. */
template <typename real>
static __device__ inline chunk_links<real> solve_reduced(shared_role me, int chunks, real y,
                                                         const tri_shared_factors<real> &f,
                                                         const real *levels, real *exchange)
{
    me.chunk = unknown_to_compiler(me.chunk);
    me.apart = unknown_to_compiler(me.apart);
    const int threads = (int)blockDim.x, t = (int)threadIdx.x, g = me.chunk;
    const int count = f.periodic ? chunks - 1 : chunks;
    const bool works = me.rows > 0, last = g == chunks - 1;
    const int next = t + (last ? -g : 1) * me.apart;
    real d = 0;
    if (works) {
        d = levels[SHARED_SCALE * chunks + g] * y;
        if (f.periodic || !last)
            d = tri_less(d, levels[SHARED_RIGHT * chunks + g], exchange[threads + next]);
    }
    int slot = 0, reach = 1;
#pragma unroll 1
    for (int level = 1; level <= f.levels_used; ++level, reach *= 2, slot ^= 1) {
        const real *value = levels + level * SHARED_LEVEL * chunks + g;
        real *shown = exchange + slot * threads;
        shown[t] = d;
        __syncthreads();
        if (!works)
            continue;
        d *= value[SHARED_SCALE * chunks];
        if (g >= reach && g < count)
            d = tri_less(d, value[SHARED_LEFT * chunks], shown[t - reach * me.apart]);
        if (g + reach < count)
            d = tri_less(d, value[SHARED_RIGHT * chunks], shown[t + reach * me.apart]);
    }
    real *shown = exchange + slot * threads;
    shown[t] = d;
    __syncthreads();
    if (!works)
        return {0, 0};
    if (f.periodic)
        return close_ring(me, chunks, f, d, shown);
    return {d, g > 0 ? shown[t - me.apart] : 0};
}

/* Of two tiles in turns: which lines failed, and at the end whether any did. */
static __device__ inline unsigned *flags_of(const shared_tile &tile, unsigned *flags, int turn)
{
    return flags + turn * (tile.lines + 1);
}

static __device__ inline void clear_flags(const shared_tile &tile, unsigned *flags)
{
    for (int l = (int)threadIdx.x; l <= tile.lines; l += (int)blockDim.x)
        flags[l] = 0;
}

template <typename real>
static __device__ inline void note_failures(const shared_role &me, int lines, int all, real x,
                                            unsigned *flags)
{
    if (me.rows > 0 && me.line < lines && !(tri_watch((real)0, x) == 0)) {
        atomicOr(&flags[me.line], (unsigned)TRI_FAILED);
        atomicOr(&flags[all], 1u);
    }
}

/* After the barrier that follows note_failures. */
template <typename real>
static __device__ inline void store_tile(const tri_job<real> &job, const shared_tile &tile,
                                         const shared_porter &porter, long long number,
                                         const unsigned *flags, const real *from)
{
    const bool any = flags[tile.lines] != 0;
    shared_store(job, tile, porter, number, any ? flags : NULL, from);
    if (!any)
        return;
    const int lines = shared_lines_of(tile, job.lines, number);
#pragma unroll 1
    for (int l = (int)threadIdx.x; l < lines; l += (int)blockDim.x)
        if (flags[l])
            tri_tell(job, number * tile.lines + l, flags[l]);
}

/* Right-hand sides that are what was read. */
struct rows_as_read {
    template <typename real>
    __device__ void prepare(const shared_tile &, int, const real *, real *) const
    {
    }
    template <bool FULL, typename real, int ROWS>
    __device__ void make(const shared_tile &, const shared_role &me, int row_gap, const real *stage,
                         const real *, real (&y)[ROWS]) const
    {
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            if (FULL || k < me.rows)
                y[k] = stage[me.at + k * row_gap];
    }
};

/* The chunk's part on either side of the reduced system. Where all chunks of a warp are full, no row is asked whether
 * it is there. */
template <typename real, int ROWS, typename Factors, typename Maker>
static __device__ inline chunk_ends<real> there(bool full, const shared_tile &tile,
                                                const shared_role &me, int row_gap,
                                                const Factors &factors, const Maker &maker,
                                                const real *stage, const real *extra,
                                                real (&y)[ROWS])
{
    if (full) {
        maker.template make<true>(tile, me, row_gap, stage, extra, y);
        return eliminate<true>(me.rows, factors, y);
    }
    maker.template make<false>(tile, me, row_gap, stage, extra, y);
    return eliminate<false>(me.rows, factors, y);
}

template <typename real, int ROWS, typename Factors>
static __device__ inline real and_back(bool full, const shared_role &me, int row_gap,
                                       const Factors &factors, const chunk_links<real> &links,
                                       real (&y)[ROWS], real *stage)
{
    return full ? substitute<true>(me.rows, factors, y, links.last, links.before, stage + me.at,
                                   row_gap)
                : substitute<false>(me.rows, factors, y, links.last, links.before, stage + me.at,
                                    row_gap);
}

/* Maker: prepare(tile, lines, stage, extra) by all threads after the tile has come; make(...) fills y of a chunk. */
template <typename real, int ROWS, bool ADJACENT, typename Maker>
static __global__ void __launch_bounds__(ADJACENT ? SHARED_ADJACENT_THREADS : SHARED_MOST_THREADS,
                                         1)
    shared_kernel(const tri_job<real> job, const shared_tile tile, const tri_shared_factors<real> f,
                  const Maker maker)
{
    enum { UNIT = 16 / (int)sizeof(real) };
    typename std::conditional<ADJACENT, factors_shared<real, ROWS>,
                              factors_at_hand<real, ROWS>>::type factors;
    real *stages = (real *)tri_shared_memory();
    real *exchange = stages + 2 * tile.values;
    real *extra = exchange + 2 * blockDim.x;
    real *levels = extra + tile.extra_values;
    real *rows = levels + tile.level_values;
    unsigned *flags = (unsigned *)(rows + tile.row_values);
    const shared_role me = shared_role_of<ROWS>(tile);
    const int row_gap = ADJACENT ? tile.row_gap : 1;
    const shared_porter in = shared_porter_of(tile, tile.in, tile.in.wide ? UNIT : 1);
    const shared_porter out = shared_porter_of(tile, tile.out, tile.out.wide ? UNIT : 1);
    const bool full = tri_whole_warp(me.rows == ROWS);
    shared_ask(job, tile, in, blockIdx.x, stages);
    clear_flags(tile, flags_of(tile, flags, 0));
    factors.take(me, tile.chunks, f.rows, rows);
    for (int k = (int)threadIdx.x; k < tile.level_values; k += (int)blockDim.x)
        levels[k] = f.levels[k];
    int turn = 0;
    for (long long now = blockIdx.x; now < tile.tiles; now += gridDim.x, turn ^= 1) {
        real *here = stages + turn * tile.values;
        unsigned *failed = flags_of(tile, flags, turn);
        const int lines = shared_lines_of(tile, job.lines, now);
        tri_copy_wait<0>();
        __syncthreads(); /* this tile has come; the one before has left its stage */
        clear_flags(tile, flags_of(tile, flags, turn ^ 1));
        shared_ask(job, tile, in, now + gridDim.x, stages + (turn ^ 1) * tile.values);
        maker.prepare(tile, lines, here, extra);
        real y[ROWS];
        const chunk_ends<real> ends =
            there(full, tile, me, row_gap, factors, maker, here, extra, y);
        exchange[blockDim.x + threadIdx.x] = ends.first;
        __syncthreads();
        const chunk_links<real> links =
            solve_reduced(me, tile.chunks, ends.last, f, levels, exchange);
        const real x = and_back(full, me, row_gap, factors, links, y, here);
        note_failures(me, lines, tile.lines, x, failed);
        __syncthreads();
        store_tile(job, tile, out, now, failed, here);
    }
}

#endif
