/* Lines that share one matrix, in tiles: each thread keeps the factors of one chunk in registers and goes from team to
 * team of lines. Who calls it says how right-hand sides are made of what was read.
 *
 * Traffic: reads and writes each value once, 2 words an unknown; factors are read once for each block. Tiles are asked
 * for two ahead and solved in place. Barriers of a tile: 4, and one for each level of PCR. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVE_CUH

#include "backend/cuda/tridiag_shared_chunk.cuh"

/* The last unknown of this chunk and of the one before. */
template <typename real, int TEAM> struct team_links {
    team_of<real, TEAM> last, before;
};

/* u of the chunk by v, the last unknown of a periodic line. */
template <typename real, int TEAM>
static __device__ inline team_links<real, TEAM> close_ring(const shared_role &me, int chunks,
                                                           const tri_shared_factors<real> &f,
                                                           const team_of<real, TEAM> &d,
                                                           const team_of<real, TEAM> *shown)
{
    const int t = (int)threadIdx.x, g = me.chunk;
    const int first = t - g * me.apart, border = first + (chunks - 1) * me.apart;
    team_of<real, TEAM> v = team_times(f.border_scale, shown[border]);
    if (chunks > 1)
        v = team_less(team_less(v, f.border_before, shown[border - me.apart]), f.border_first,
                      shown[first]);
    return {g == chunks - 1 ? v : team_less(d, f.both[g], v),
            g > 0 ? team_less(shown[t - me.apart], f.both[g - 1], v) : v};
}

/* The right-hand side of the reduced system, then its solution. The chunk after this one has shown its first unknown in
 * the second slot of the exchange. */
template <typename real, int TEAM>
static __device__ inline team_links<real, TEAM> solve_reduced(shared_role me, int chunks,
                                                              const team_of<real, TEAM> &y,
                                                              const tri_shared_factors<real> &f,
                                                              team_of<real, TEAM> *exchange)
{
    me.chunk = unknown_to_compiler(me.chunk);
    me.apart = unknown_to_compiler(me.apart);
    const int threads = (int)blockDim.x, t = (int)threadIdx.x, g = me.chunk;
    const int count = f.periodic ? chunks - 1 : chunks;
    const bool works = me.rows > 0, last = g == chunks - 1;
    const int next = t + (last ? -g : 1) * me.apart;
    team_of<real, TEAM> d = {};
    if (works) {
        d = team_times(f.levels[SHARED_SCALE * chunks + g], y);
        if (f.periodic || !last)
            d = team_less(d, f.levels[SHARED_RIGHT * chunks + g], exchange[threads + next]);
    }
    int slot = 0, reach = 1;
#pragma unroll 1
    for (int level = 1; level <= f.levels_used; ++level, reach *= 2, slot ^= 1) {
        const real *value = f.levels + level * SHARED_LEVEL * chunks + g;
        team_of<real, TEAM> *shown = exchange + slot * threads;
        shown[t] = d;
        __syncthreads();
        if (!works)
            continue;
        d = team_times(value[SHARED_SCALE * chunks], d);
        if (g >= reach && g < count)
            d = team_less(d, value[SHARED_LEFT * chunks], shown[t - reach * me.apart]);
        if (g + reach < count)
            d = team_less(d, value[SHARED_RIGHT * chunks], shown[t + reach * me.apart]);
    }
    team_of<real, TEAM> *shown = exchange + slot * threads;
    shown[t] = d;
    __syncthreads();
    if (!works)
        return {};
    if (f.periodic)
        return close_ring(me, chunks, f, d, shown);
    return {d, g > 0 ? shown[t - me.apart] : team_of<real, TEAM>{}};
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

template <typename real, int TEAM>
static __device__ inline void note_failures(const shared_role &me, int lines, int all,
                                            const team_of<real, TEAM> &x, unsigned *flags)
{
#pragma unroll
    for (int l = 0; l < TEAM; ++l)
        if (me.rows > 0 && me.line + l < lines && !(tri_watch((real)0, x.of[l]) == 0)) {
            atomicOr(&flags[me.line + l], (unsigned)TRI_FAILED);
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
    template <bool FULL, bool ADJACENT, typename real, int ROWS, int TEAM>
    __device__ void make(const shared_tile &tile, const shared_role &me, const real *stage,
                         const real *, team_of<real, TEAM> (&y)[ROWS]) const
    {
        const int step = ADJACENT ? tile.row_gap : 1;
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            if (FULL || k < me.rows)
                y[k] = team_load<ADJACENT, TEAM>(stage + me.at + k * step, tile.line_gap);
    }
};

/* The chunk's part on either side of the reduced system. Where all chunks of a warp are full, no row is asked whether
 * it is there. */
template <bool ADJACENT, typename real, int ROWS, int TEAM, typename Maker>
static __device__ inline chunk_ends<real, TEAM> there(bool full, const shared_tile &tile,
                                                      const shared_role &me,
                                                      const chunk_factors<real, ROWS> &factors,
                                                      const Maker &maker, const real *stage,
                                                      const real *extra,
                                                      team_of<real, TEAM> (&y)[ROWS])
{
    if (full) {
        maker.template make<true, ADJACENT>(tile, me, stage, extra, y);
        return eliminate<true>(me.rows, factors, y);
    }
    maker.template make<false, ADJACENT>(tile, me, stage, extra, y);
    return eliminate<false>(me.rows, factors, y);
}

template <bool ADJACENT, typename real, int ROWS, int TEAM>
static __device__ inline team_of<real, TEAM> and_back(bool full, const shared_tile &tile,
                                                      const shared_role &me,
                                                      const chunk_factors<real, ROWS> &factors,
                                                      const team_links<real, TEAM> &links,
                                                      team_of<real, TEAM> (&y)[ROWS], real *stage)
{
    return full ? substitute<true, ADJACENT>(me.rows, factors, y, links.last, links.before,
                                             stage + me.at, tile.row_gap, tile.line_gap)
                : substitute<false, ADJACENT>(me.rows, factors, y, links.last, links.before,
                                              stage + me.at, tile.row_gap, tile.line_gap);
}

/* Maker: prepare(tile, lines, stage, extra) by all threads after the tile has come; make(...) fills y of a chunk. */
template <typename real, int ROWS, int TEAM, bool ADJACENT, typename Maker>
static __global__ void __launch_bounds__(SHARED_MOST_THREADS, 1)
    shared_kernel(const tri_job<real> job, const shared_tile tile, const tri_shared_factors<real> f,
                  const Maker maker, const int extra_values)
{
    enum { UNIT = 16 / (int)sizeof(real) };
    real *stages = (real *)tri_shared_memory();
    team_of<real, TEAM> *exchange = (team_of<real, TEAM> *)(stages + tile.stages * tile.values);
    real *extra = (real *)(exchange + 2 * blockDim.x);
    unsigned *flags = (unsigned *)(extra + extra_values);
    const shared_role me = shared_role_of<ROWS>(tile);
    const shared_porter in = shared_porter_of(tile, tile.in, tile.in.wide ? UNIT : 1);
    const shared_porter out = shared_porter_of(tile, tile.out, tile.out.wide ? UNIT : 1);
    const bool full = tri_whole_warp(me.rows == ROWS);
    const long long step = gridDim.x;
    long long now = blockIdx.x;
    for (int k = 0; k < tile.stages - 1; ++k)
        shared_ask(job, tile, in, now + k * step, stages + k * tile.values);
    clear_flags(tile, flags_of(tile, flags, 0));
    chunk_factors<real, ROWS> factors;
    load_factors(me, tile.chunks, f, factors);
    int stage = 0, turn = 0;
    for (; now < tile.tiles; now += step, turn ^= 1) {
        const int ahead = stage == 0 ? tile.stages - 1 : stage - 1;
        real *here = stages + stage * tile.values;
        unsigned *failed = flags_of(tile, flags, turn);
        const int lines = shared_lines_of(tile, job.lines, now);
        if (tile.stages == 3)
            tri_copy_wait<1>();
        else
            tri_copy_wait<0>();
        __syncthreads(); /* this tile has come; the one before has left its stage */
        clear_flags(tile, flags_of(tile, flags, turn ^ 1));
        shared_ask(job, tile, in, now + (tile.stages - 1) * step, stages + ahead * tile.values);
        maker.prepare(tile, lines, here, extra);
        team_of<real, TEAM> y[ROWS];
        const chunk_ends<real, TEAM> ends =
            there<ADJACENT>(full, tile, me, factors, maker, here, extra, y);
        exchange[blockDim.x + threadIdx.x] = ends.first;
        __syncthreads();
        const team_links<real, TEAM> links = solve_reduced(me, tile.chunks, ends.last, f, exchange);
        const team_of<real, TEAM> x = and_back<ADJACENT>(full, tile, me, factors, links, y, here);
        note_failures(me, lines, tile.lines, x, failed);
        __syncthreads();
        store_tile(job, tile, out, now, failed, here);
        stage = stage + 1 == tile.stages ? 0 : stage + 1;
    }
}

#endif
