/* Rows of chunks of a shared matrix by way of shared memory: a warp fetches the rows of its lines there at once, in whole
 * runs whether lines or their neighbours are contiguous, and each thread works on its line there. Nothing is kept for the
 * way down, which fetches and eliminates rows a second time, by the same operations.
 *
 * Traffic: up reads d, down reads d and writes x: 3 words an unknown. Where rows may be overwritten before all have read
 * them, what the way down needs is kept (tridiag_cut_back.cuh): d, y, y, x, 4 words. For chunks that fit.
 *
 * A stager is a value that kernels take; stager.line(job, part, line) gives
 *
 *     const real *own;          the value of row 0 of the part; value i is at own[i * stride]
 *     long long stride, size;   values of the part
 *     int before;               values that a row reads before its own, of REACH + 1 in all
 *     real beyond(i)            a value that is not the part's
 *     make(t, row, count, to)   right-hand sides of rows from the values in t
 *     look(row, rows)           LOOKS: called where one of these is no number */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_TILE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_TILE_CUH

#include "backend/cuda/tridiag_cut_back.cuh"

namespace CUT_TWIN
{

enum { CUT_TILE_WARPS = 4, CUT_TILE_BLOCK = CUT_TILE_WARPS * TRI_CUT_LANES };

/* The tile of a warp: value v of lane l at l * pitch + v. The pitch is odd, so that neither neighbouring lanes nor
 * neighbouring values meet in a bank. */
struct cut_tile {
    const real **from; /* where each line is read, */
    real **to;         /* and written; NULL: it is not */
    real *all;
    int pitch;

    __device__ inline real *line(int lane) const
    {
        return all + lane * pitch;
    }
};

/* For chunks of at most so many rows: groups of CUT_SIDES are read whole. */
static inline int cut_tile_pitch(int rows, int reach)
{
    return ((rows + CUT_SIDES - 1) / CUT_SIDES * CUT_SIDES + reach) | 1;
}

SPATE_FN size_t cut_tile_bytes(int pitch)
{
    return TRI_CUT_LANES * (2 * sizeof(real *) + (size_t)pitch * sizeof(real));
}

/* Three blocks on a multiprocessor of 227 KB: with fewer, too few reads are on their way. */
static inline bool cut_tile_fits(int rows, int reach)
{
    return CUT_TILE_WARPS * cut_tile_bytes(cut_tile_pitch(rows, reach)) <= 75 << 10;
}

static __device__ inline cut_tile cut_tile_here(int pitch)
{
    unsigned char *at = tri_shared_memory() + cut_warp() * cut_tile_bytes(pitch);
    cut_tile t;
    t.from = (const real **)at;
    t.to = (real **)at + TRI_CUT_LANES;
    t.all = (real *)(t.to + TRI_CUT_LANES);
    t.pitch = pitch;
    return t;
}

/* Rows of arrays. */
struct cut_array_tiles {
    enum { REACH = 0, LOOKS = 0 };

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
        __device__ inline void look(long long, int) const {}
    };

    __device__ inline array_line line(const cut_job &job, int part, long long number) const
    {
        const cut_part &p = job.parts[part];
        return {job.arrays[part].d + cut_offset(job, p, number), p.stride, p.rows, 0};
    }
};

/* ---- to and from the tile; all threads of the block ---- */

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

static __device__ inline void cut_put(const cut_tile &tile, long long stride, int rows, real *to)
{
    tile.to[cut_lane()] = to;
    __syncthreads();
    if (stride == 1) {
        for (int l = 0; l < TRI_CUT_LANES; ++l)
            for (int v = cut_lane(); v < rows && tile.to[l]; v += TRI_CUT_LANES)
                cut_store(tile.to[l] + v, tile.line(l)[v]);
    } else if (to) {
        for (int v = 0; v < rows; ++v)
            cut_store(to + v * stride, tile.line(cut_lane())[v]);
    }
}

/* ---- rows of a line in the tile ---- */

/* t: from the first value that the first row reads. kept: y of row i goes to kept[i * gap], and may go to t[i], which no
 * later row reads; NULL: nowhere. */
template <typename Stager, typename Line>
static __device__ inline seg_sides cut_eliminate_tile(const Line &line, const tri_cut_chunk &chunk,
                                                      const cut_factors &f, const real *t,
                                                      real *kept, int gap)
{
    seg_sides s = {};
    real odd = 0;
    for (int i = 0; i < chunk.rows; i += CUT_SIDES) {
        const int count = chunk.rows - i < CUT_SIDES ? chunk.rows - i : (int)CUT_SIDES;
        real side[CUT_SIDES];
        line.make(t + i, chunk.at + i, count, side);
#pragma unroll
        for (int r = 0; r < CUT_SIDES; ++r) {
            if (r >= count)
                break;
            if (Stager::LOOKS)
                odd += side[r] - side[r];
            if (i + r == 0) {
                seg_begin_sides(&s, &side[r]);
                continue;
            }
            const long long row = chunk.at + i + r;
            real gone;
            seg_append_sides(&s, &side[r], f.scale[row - 1], f.weight[row - 1], f.lower[row],
                             &gone);
            if (kept)
                kept[(i + r - 1) * gap] = gone;
        }
    }
    if (Stager::LOOKS && !(odd == 0))
        line.look(chunk.at, chunk.rows);
    return s;
}

/* From y to x, in the tile. Returns x of the first row, which is no number where any is none. */
static __device__ inline real cut_substitute_tile(const tri_cut_chunk &chunk, const cut_factors &f,
                                                  real before, real last, real *t)
{
    real x = last;
    t[chunk.rows - 1] = last;
    for (int end = chunk.rows - 1; end > 0; end -= CUT_SIDES) {
        real y[CUT_SIDES], border[CUT_SIDES], upper[CUT_SIDES];
#pragma unroll
        for (int r = 0; r < CUT_SIDES; ++r) {
            const int i = end - 1 - r > 0 ? end - 1 - r : 0;
            y[r] = t[i];
            border[r] = f.border[chunk.at + i];
            upper[r] = f.upper[chunk.at + i];
        }
#pragma unroll
        for (int r = 0; r < CUT_SIDES; ++r)
            if (end - 1 - r >= 0) {
                seg_back_sides(&y[r], border[r], upper[r], &before, &x, &x);
                t[end - 1 - r] = x;
            }
    }
    return x;
}

/* ---- kernels: a warp for each chunk of a panel ---- */

template <typename Stager>
static __global__ void __launch_bounds__(CUT_TILE_BLOCK)
    cut_reduce_tiles(const cut_job job, const Stager stager, int pitch)
{
    const cut_seat me = cut_sit(job, job.below.chunk_count);
    const tri_cut_chunk chunk = job.below.chunks[me.works ? me.item : 0];
    const auto line = stager.line(job, chunk.part, me.line);
    const cut_tile tile = cut_tile_here(pitch);
    cut_fetch<Stager::REACH>(tile, line, chunk, me.works);
    if (!me.works)
        return;
    real *kept = job.keeps ? cut_kept(job.below, true, me.panel, chunk.kept) : NULL;
    const seg_sides s = cut_eliminate_tile<Stager>(line, chunk, job.parts[chunk.part].factors,
                                                   tile.line(cut_lane()), kept, TRI_CUT_LANES);
    cut_store_sides(cut_segment(job.below, TRI_SEG_SHARED_VALUES, me.panel, chunk.segment), s);
}

template <typename Stager>
static __global__ void __launch_bounds__(CUT_TILE_BLOCK)
    cut_expand_tiles(const cut_job job, const Stager stager, int pitch)
{
    const cut_seat me = cut_sit(job, job.below.chunk_count);
    const tri_cut_chunk chunk = job.below.chunks[me.works ? me.item : 0];
    const cut_part &part = job.parts[chunk.part];
    const auto line = stager.line(job, chunk.part, me.line);
    const cut_tile tile = cut_tile_here(pitch);
    cut_fetch<Stager::REACH>(tile, line, chunk, me.works);
    real *to = NULL;
    if (me.works && !cut_failed(job, chunk.part, me)) {
        const cut_tree &tree = job.below;
        const real before = *cut_value(tree.unknown, me.panel, tree.unknowns, chunk.before);
        const real last = *cut_value(tree.unknown, me.panel, tree.unknowns, chunk.last);
        real *t = tile.line(cut_lane());
        cut_eliminate_tile<Stager>(line, chunk, part.factors, t, t, 1);
        if (!cut_finite(cut_substitute_tile(chunk, part.factors, before, last, t)))
            cut_tell(job, chunk.part, me.line, 1);
        if (!me.padding)
            to = job.arrays[chunk.part].x + cut_offset(job, part, me.line) + chunk.at * part.stride;
    }
    cut_put(tile, part.stride, me.works ? chunk.rows : 0, to);
}

/* most: rows of a chunk. */
template <typename Stager>
static inline void cut_launch_tiles(void (*kernel)(cut_job, Stager, int), const cut_job &j,
                                    const Stager &stager, int most, cudaStream_t stream)
{
    const long long items = j.panels * j.below.chunk_count;
    const int pitch = cut_tile_pitch(most, Stager::REACH);
    if (items)
        tri_launch(kernel, (items + CUT_TILE_WARPS - 1) / CUT_TILE_WARPS, CUT_TILE_BLOCK,
                   CUT_TILE_WARPS * cut_tile_bytes(pitch), stream, j, stager, pitch);
}

} // namespace CUT_TWIN

#endif
