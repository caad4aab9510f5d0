/* Lines that share one matrix, in tiles: each thread has one chunk of the matrix and loops over
 * lines. The template argument Maker computes right-hand sides from the input: make(chunk, tile,
 * role, y) fills y. Its constant `ahead` says that adjacent lines may be prefetched, which requires
 * that no rows around a chunk are read.
 *
 * Traffic: reads and writes each value once, 2 words per unknown; factors are read once per
 * block. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_SOLVE_CUH

#include "backend/cuda/tridiag/shared_adjacent.cuh"
#include "backend/cuda/tridiag/shared_reduced.cuh"
#include "backend/cuda/tridiag/shared_stage.cuh"

/* Right-hand sides that are read from memory. */
struct rows_as_read {
    static constexpr bool ahead = true;
    template <typename Chunk, typename real, int ROWS>
    __device__ void make(const Chunk &chunk, const shared_tile &, const shared_role &,
                         real (&y)[ROWS]) const
    {
        chunk.template window<0>(y);
    }
};

/* Flags of two alternating tiles: which lines failed, and at the end whether any did. */
static __device__ inline unsigned *flags_of(const shared_tile &tile, unsigned *flags, int turn)
{
    return flags + turn * (tile.lines + 1);
}

static __device__ inline void clear_flags(const shared_tile &tile, unsigned *flags)
{
    for (int l = (int)threadIdx.x; l <= tile.lines; l += (int)blockDim.x)
        flags[l] = 0;
}

/* The first unknown of a chunk that exists. */
template <typename real, int ROWS>
static __device__ inline real first_unknown(const shared_role &me, const real (&x)[ROWS])
{
    real first = x[0];
    if (me.first < 0)
#pragma unroll
        for (int k = 1; k < ROWS; ++k)
            first = me.first + k == 0 ? x[k] : first;
    return first;
}

template <typename real>
static __device__ inline void note_failures(const shared_role &me, int lines, int all, real x,
                                            unsigned *flags)
{
    if (me.works && me.line < lines && !(tri_finite_check((real)0, x) == 0)) {
        atomicOr(&flags[me.line], (unsigned)TRI_FAILED);
        atomicOr(&flags[all], 1u);
    }
}

template <typename real>
static __device__ inline void report_failures(const tri_job<real> &job, const shared_tile &tile,
                                              long long number, const unsigned *flags)
{
    const int lines = shared_lines_of(tile, job.lines, number);
#pragma unroll 1
    for (int l = (int)threadIdx.x; l < lines; l += (int)blockDim.x)
        if (flags[l])
            tri_report(job, number * tile.lines + l, flags[l]);
}

template <typename real>
static __device__ inline void copy_values(const real *from, int count, real *to)
{
    for (int k = (int)threadIdx.x; k < count; k += (int)blockDim.x)
        to[k] = from[k];
}

/* Contiguous lines. A tile is prefetched while the previous one is solved, in place. Barriers of
 * a tile: 3, and those of the reduced system beyond its first. */
template <typename real, typename Maker>
static __global__ void __launch_bounds__(SHARED_STAGED_THREADS, 1)
    staged_kernel(const tri_job<real> job, const shared_tile tile, const tri_shared_factors<real> f,
                  const Maker maker)
{
    enum { ROWS = shared_chunk<real>::rows, UNIT = shared_chunk<real>::unit };
    const shared_layout<real> memory(tile, tri_shared_memory());
    const shared_role me = shared_role_of(tile, ROWS);
    const shared_copier in = shared_copier_of<real>(tile, tile.in, tile.in.wide ? (int)UNIT : 1);
    const shared_copier out = shared_copier_of<real>(tile, tile.out, tile.out.wide ? (int)UNIT : 1);
    shared_prefetch(job, tile, in, blockIdx.x, memory.stages);
    clear_flags(tile, flags_of(tile, memory.flags, 0));
    copy_values(f.levels, tile.level_values, memory.levels);
    factors_in_registers<real> factors;
    factors.load(f.rows, me.chunk);
    int turn = 0;
    for (long long now = blockIdx.x; now < tile.tiles; now += gridDim.x, turn ^= 1) {
        real *here = memory.stages + turn * tile.values;
        unsigned *failed = flags_of(tile, memory.flags, turn);
        tri_copy_wait<0>();
        __syncthreads(); /* this tile has arrived; the previous one has left its stage */
        clear_flags(tile, flags_of(tile, memory.flags, turn ^ 1));
        shared_prefetch(job, tile, in, now + gridDim.x, memory.stages + (turn ^ 1) * tile.values);
        real *line = here + me.line * tile.line_gap;
        const staged_chunk<real> chunk = {tile, line,
                                          line + shared_slots<real>::of(tile, me.first)};
        real y[ROWS];
        maker.make(chunk, tile, me, y);
        if (me.first < 0) /* rows before the line: their memory may contain NaN */
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                y[k] = me.first + k < 0 ? 0 : y[k];
        const chunk_ends<real> ends = eliminate(factors, y);
        const chunk_links<real> links =
            solve_reduced(block_exchange<real>(tile, me, memory.exchange), ends, f, memory.levels);
        substitute(factors, links.last, links.before, y);
        if (me.works)
            chunk.put(y);
        note_failures(me, shared_lines_of(tile, job.lines, now), tile.lines, first_unknown(me, y),
                      failed);
        __syncthreads();
        const bool any = failed[tile.lines] != 0;
        shared_store(job, tile, out, now, any ? failed : NULL, here);
        if (any)
            report_failures(job, tile, now, failed);
    }
}

/* The line of a thread in a tile; threads without a line repeat the last one. */
template <typename real>
static __device__ inline long long adjacent_line(const tri_job<real> &job, const shared_tile &tile,
                                                 const shared_role &me, long long number)
{
    return min(number * tile.lines + me.line, job.lines - 1);
}

/* As note_failures, in all blocks of a cluster. */
template <typename real>
static __device__ inline void note_failures_of(const shared_tile &tile, const shared_role &me,
                                               int lines, real x, unsigned *flags)
{
    if (tri_finite_check((real)0, x) == 0)
        return;
    for (int rank = 0; rank < tile.share; ++rank)
        note_failures(me, lines, tile.lines, x, tile.share > 1 ? tri_in_block(flags, rank) : flags);
}

/* Adjacent lines. The next tile is prefetched, if at all, as soon as right-hand sides are in
 * registers. Barriers of a tile: 1, and those of the reduced system. */
template <typename real, typename Maker, typename Chunk, typename Exchange>
static __global__ void __launch_bounds__(SHARED_ADJACENT_THREADS, 1)
    adjacent_kernel(const tri_job<real> job, const shared_tile tile,
                    const tri_shared_factors<real> f, const Maker maker)
{
    enum { ROWS = shared_chunk<real>::rows };
    const shared_layout<real> memory(tile, tri_shared_memory());
    const shared_role me = shared_role_of(tile, ROWS);
    clear_flags(tile, flags_of(tile, memory.flags, 0));
    copy_values(f.levels, tile.level_values, memory.levels);
    const int rank = shared_rank_of(tile);
    factors_in_shared<real> factors;
    factors.load(f.rows + tile.row_values * rank, min(tile.own, tile.chunks - tile.own * rank),
                 me.own, memory.rows);
    const int step = (int)(gridDim.x / tile.share);
    long long now = blockIdx.x / tile.share;
    Chunk(job, tile, me, adjacent_line(job, tile, me, now), memory.stages).prefetch();
    Exchange::sync();
    for (int turn = 0; now < tile.tiles; now += step, turn ^= 1) {
        unsigned *failed = flags_of(tile, memory.flags, turn);
        const int lines = shared_lines_of(tile, job.lines, now);
        const long long which = adjacent_line(job, tile, me, now);
        const Chunk chunk(job, tile, me, which, memory.stages);
        real y[ROWS];
        chunk.wait();
        maker.make(chunk, tile, me, y);
        const chunk_ends<real> ends = eliminate(factors, y);
        if (now + step < tile.tiles)
            Chunk(job, tile, me, adjacent_line(job, tile, me, now + step), memory.stages)
                .prefetch();
        const chunk_links<real> links =
            solve_reduced(Exchange(tile, me, memory.exchange), ends, f, memory.levels);
        substitute(factors, links.last, links.before, y);
        clear_flags(tile, flags_of(tile, memory.flags, turn ^ 1));
        note_failures_of(tile, me, lines, first_unknown(me, y), failed);
        Exchange::sync(); /* safe in place: all input was read before */
        if (me.works && me.line < lines && !failed[me.line])
            adjacent_store(job, tile, me, which, y);
        if (failed[tile.lines] && shared_rank_of(tile) == 0)
            report_failures(job, tile, now, failed);
    }
}

#endif
