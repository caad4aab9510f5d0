/* The reduced system of the last unknowns of all chunks of a line, solved by PCR with the
 * factors of a shared matrix. Barriers: one, and one for each level; one more for periodic
 * lines. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_REDUCED_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_REDUCED_CUH

#include "backend/cuda/tridiag/shared_chunk.cuh"
#include "backend/cuda/tridiag/shared_tile.cuh"

/* The last unknown of this chunk and of the previous one. */
template <typename real> struct chunk_links {
    real last, before;
};

/* Exchange of values between the threads of a block, in three arrays. Three are enough: between
 * a read and the next write of an array there is always a barrier. */
template <typename real> struct block_exchange {
    /* value of this thread in the first array; a thread without work reads that of its
     * chunk's owner */
    real *mine;
    int threads, apart, chunk, chunks;
    bool works;

    __device__ block_exchange(const shared_tile &tile, const shared_role &me, real *memory)
        : mine(memory +
               (tile.adjacent ? me.own * tile.lines + me.line : me.line * tile.own + me.own)),
          threads((int)blockDim.x), apart(me.apart), chunk(hide_from_compiler(me.chunk)),
          chunks(tile.chunks), works(me.works)
    {
    }
    __device__ void publish(int which, real value) const
    {
        if (works)
            mine[which * threads] = value;
    }
    __device__ real of(int which, int g) const
    {
        return mine[which * threads + (g - chunk) * apart];
    }
    static __device__ void sync()
    {
        __syncthreads();
    }
};

/* Same if the chunks of a line are distributed over the blocks of a cluster, a power of two in
 * each. */
template <typename real> struct cluster_exchange {
    real *memory;
    int line, lines, log_own, chunk, chunks;

    __device__ cluster_exchange(const shared_tile &tile, const shared_role &me, real *first)
        : memory(first), line(me.line), lines(tile.lines), log_own(tile.log_own),
          chunk(hide_from_compiler(me.chunk)), chunks(tile.chunks)
    {
    }
    __device__ void publish(int which, real value) const
    {
        memory[which * (int)blockDim.x + (int)threadIdx.x] = value;
    }
    __device__ real of(int which, int g) const
    {
        const int own = g & ((1 << log_own) - 1);
        return *tri_in_block(memory + which * (int)blockDim.x + own * lines + line, g >> log_own);
    }
    static __device__ void sync()
    {
        tri_arrive();
        tri_wait();
    }
};

/* A chunk's row of the reduced system. Missing couplings are 0, and the chunk's own value is
 * read in place of missing chunks. */
template <typename real, typename Exchange>
static __device__ inline real joined(const Exchange &x, const real *levels, int g)
{
    const int next = g + 1 < x.chunks ? g + 1 : 0;
    return tri_fnma(levels[SHARED_SCALE * x.chunks + g] * x.of(0, g),
                    levels[SHARED_RIGHT * x.chunks + g], x.of(1, next));
}

template <typename real, typename Exchange>
static __device__ inline real reduced(const Exchange &x, const real *level, int which, int g,
                                      int reach)
{
    const int left = g >= reach ? g - reach : g, right = g + reach < x.chunks ? g + reach : g;
    return tri_fnma(tri_fnma(level[SHARED_SCALE * x.chunks + g] * x.of(which, g),
                             level[SHARED_LEFT * x.chunks + g], x.of(which, left)),
                    level[SHARED_RIGHT * x.chunks + g], x.of(which, right));
}

/* u of the chunk from v, the last unknown of a periodic line. */
template <typename real, typename Exchange>
static __device__ inline chunk_links<real> close_ring(const Exchange &x,
                                                      const tri_shared_factors<real> &f, int which)
{
    const int g = x.chunk, border = x.chunks - 1;
    real v = f.border_scale * x.of(which, border);
    if (border > 0)
        v = tri_fnma(tri_fnma(v, f.border_before, x.of(which, border - 1)), f.border_first,
                     x.of(which, 0));
    return {g == border ? v : tri_fnma(x.of(which, g), f.both[g], v),
            g > 0 ? tri_fnma(x.of(which, g - 1), f.both[g - 1], v) : v};
}

/* levels: those of f, copied to shared memory because each of them is on the critical path. The
 * last level is also computed for the previous chunk: that is cheaper than another barrier. */
template <typename real, typename Exchange>
static __device__ inline chunk_links<real> solve_reduced(const Exchange &x,
                                                         const chunk_ends<real> &ends,
                                                         const tri_shared_factors<real> &f,
                                                         const real *levels)
{
    const int g = x.chunk, before = g > 0 ? g - 1 : 0;
    x.publish(0, ends.last);
    x.publish(1, ends.first);
    x.sync();
    chunk_links<real> links = {joined(x, levels, g), 0};
    if (f.levels_used == 0 && !f.periodic)
        links.before = joined(x, levels, before);
    int which = 2, reach = 1;
#pragma unroll 1
    for (int level = 1; level <= f.levels_used; ++level, reach *= 2, which = 2 - which) {
        const real *value = levels + level * SHARED_LEVEL * x.chunks;
        x.publish(which, links.last);
        x.sync();
        links.last = reduced(x, value, which, g, reach);
        if (level == f.levels_used && !f.periodic)
            links.before = reduced(x, value, which, before, reach);
    }
    if (f.periodic) {
        x.publish(which, links.last);
        x.sync();
        return close_ring(x, f, which);
    }
    return links;
}

#endif
