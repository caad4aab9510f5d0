/* Rows of chunks of a shared matrix in shared memory. A warp copies the rows of its lines there,
 * with contiguous accesses whether lines or their neighbours are contiguous, and each thread
 * processes its line there. For chunks that fit.
 *
 * KEEPS: data for the back substitution is kept (cut_back.cuh), 4 words per unknown: d, y, y, x.
 * Otherwise the way down reads and eliminates rows a second time, with the same operations: 3
 * words. On an H200 the 4 words are faster if rows are computed from several values, or are
 * interleaved (docs/theory/tridiag_distributed.md).
 *
 * A stager is passed to kernels by value; stager.line(job, part, line) returns an object with
 *
 *     const real *own;          the value of row 0 of the part; value i is at own[i * stride]
 *     long long stride, size;   values of the part
 *     int before;               values that a row reads before its own, of REACH + 1 in total
 *     real beyond(i)            a value outside the part
 *     make(t, row, count, to)   right-hand sides of rows from the values in t
 *     find_not_finite(row, rows)   CHECKS: called if one of these is not finite */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_TILE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_TILE_CUH

#include "backend/cuda/tridiag/cut_back.cuh"

namespace CUT_TWIN
{

enum { CUT_TILE_WARPS = 4, CUT_TILE_BLOCK = CUT_TILE_WARPS * TRI_CUT_LANES };

/* The tile of a warp: value v of lane l is at l * pitch + v. The pitch is odd: neither adjacent
 * lanes nor adjacent values conflict in a bank. */
struct cut_tile {
    const real **from; /* source of each line */
    real **to;         /* destination of each line, or NULL */
    real *all;
    int pitch;

    __device__ inline real *line(int lane) const
    {
        return all + lane * pitch;
    }
};

/* For chunks of at most `rows` rows: groups of CUT_RHS are read as a whole. */
static inline int cut_tile_pitch(int rows, int reach)
{
    return ((rows + CUT_RHS - 1) / CUT_RHS * CUT_RHS + reach) | 1;
}

SPATE_FN size_t cut_tile_bytes(int pitch)
{
    return TRI_CUT_LANES * (2 * sizeof(real *) + (size_t)pitch * sizeof(real));
}

/* Three blocks on a multiprocessor with 227 KB: fewer blocks have too few loads in flight. */
static inline bool cut_tile_fits(int rows, int reach)
{
    return CUT_TILE_WARPS * cut_tile_bytes(cut_tile_pitch(rows, reach)) <= 75 << 10;
}

static __device__ inline cut_tile cut_tile_of_warp(int pitch)
{
    unsigned char *at = tri_shared_memory() + cut_warp() * cut_tile_bytes(pitch);
    cut_tile t;
    t.from = (const real **)at;
    t.to = (real **)at + TRI_CUT_LANES;
    t.all = (real *)(t.to + TRI_CUT_LANES);
    t.pitch = pitch;
    return t;
}

/* Rows of arrays; lines are contiguous. */
struct cut_array_tiles {
    enum { REACH = 0, CHECKS = 0, KEEPS = 0 };

    struct array_line {
        const real *own;
        long long stride, size;
        int before;

        __device__ inline real beyond(long long) const
        {
            return 0;
        }
        template <int R>
        __device__ inline void make(const real *t, long long, int, real (&to)[R]) const
        {
#pragma unroll
            for (int r = 0; r < R; ++r)
                to[r] = t[r];
        }
        __device__ inline void find_not_finite(long long, int) const {}
    };

    __device__ inline array_line line(const cut_job &job, int part, long long number) const
    {
        const cut_part &p = job.parts[part];
        return {job.arrays[part].d + cut_offset(job, p, number), p.stride, p.rows, 0};
    }
};

/* ---- copies to and from the tile, by all threads of the block ---- */

template <int REACH, typename Line>
static __device__ inline void cut_fetch(const cut_tile &tile, const Line &line,
                                        const tri_cut_chunk &chunk, bool works)
{
    const long long begin = chunk.at - line.before;
    const int values = chunk.rows + REACH;
    const int first = begin < 0 ? (int)-begin : 0;
    const int end = line.size - begin < values ? (int)(line.size - begin) : values;
    real *mine = tile.line(cut_lane());
    tile.from[cut_lane()] = line.own + begin * line.stride;
    __syncthreads();
    if (works && line.stride == 1) {
        for (int l = 0; l < TRI_CUT_LANES; ++l)
            for (int v = first + cut_lane(); v < end; v += TRI_CUT_LANES)
                tri_copy_async<sizeof(real)>(tile.line(l) + v, tile.from[l] + v);
    } else if (works) {
        const real *from = line.own + begin * line.stride;
        for (int v = first; v < end; ++v)
            tri_copy_async<sizeof(real)>(mine + v, from + v * line.stride);
    }
    for (int v = 0; v < first && works; ++v)
        mine[v] = line.beyond(begin + v);
    for (int v = end; v < values && works; ++v)
        mine[v] = line.beyond(begin + v);
    tri_copy_group();
    tri_copy_wait<0>();
    __syncthreads();
}

/* Contiguous lines. */
static __device__ inline void cut_put(const cut_tile &tile, int rows, real *to)
{
    tile.to[cut_lane()] = to;
    __syncthreads();
    for (int l = 0; l < TRI_CUT_LANES; ++l)
        for (int v = cut_lane(); v < rows && tile.to[l]; v += TRI_CUT_LANES)
            cut_store(tile.to[l] + v, tile.line(l)[v]);
}

} // namespace CUT_TWIN

#endif
