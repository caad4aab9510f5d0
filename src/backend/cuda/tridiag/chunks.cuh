/* Common parts of kernels that solve tiles by chunks: data of tiles, and the reduced system of a
 * line. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CHUNKS_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CHUNKS_CUH

#include <cstdio>

#include "backend/cuda/tridiag/chunk.cuh"

/* Rows of a chunk: an odd number avoids bank conflicts, and the registers limit it. The same in
 * all layouts, so that the bits are the same. segment: rows of a segment of lines that do not
 * fit in a block. */
template <typename real> struct tri_chunk_size {
    enum { rows = sizeof(real) == 4 ? 17 : 9, segment = 28 * rows };
    /* for the compiler: with at most 96 registers in f32 five blocks of TRI_GOOD_THREADS fit on
     * a multiprocessor, as many as its shared memory allows; in f64 four blocks with 128
     * registers are enough */
    enum { bound = sizeof(real) == 4 ? 640 : 512 };
};
enum { TRI_CHUNK_THREADS = 512, TRI_GOOD_THREADS = 128, TRI_MAX_SHARE = 16 };

/* Offsets and flags of the lines of a tile. */
struct tri_tile_info {
    long long *offset;
    unsigned *flags;
};

/* Several tiles alternate: one that is solved, others that are fetched. */
struct tri_tile_infos {
    long long *offset;
    unsigned *flags;
    int lines;
    __device__ tri_tile_info of(int turn) const
    {
        return {offset + turn * lines, flags + turn * lines};
    }
};

static __device__ inline tri_tile_infos tri_infos_after(const tri_tile &tile, void *memory)
{
    long long *offset = (long long *)memory;
    return {offset, (unsigned *)(offset + TRI_MAX_INFOS * tile.lines), tile.lines};
}

template <typename real>
static __device__ inline void tri_begin_tile(const tri_tile &tile, const tri_job<real> &job,
                                             long long number, const tri_tile_info &info)
{
#pragma unroll 1 /* divisions need many instructions */
    for (int l = (int)threadIdx.x; l < tile.lines; l += (int)blockDim.x) {
        const long long line = number * tile.lines + l;
        info.offset[l] = line < job.lines ? tri_offset(job, line) : 0;
        info.flags[l] = 0;
    }
}

/* Call after the lines are stored. */
template <typename real>
static __device__ inline void tri_end_tile(const tri_tile &tile, const tri_job<real> &job,
                                           int lines, long long number, const tri_tile_info &info)
{
#pragma unroll 1
    for (int l = (int)threadIdx.x; l < lines; l += (int)blockDim.x)
        if (info.flags[l])
            tri_report(job, number * tile.lines + l, info.flags[l]);
}

/* A kernel that solves tiles: of whole lines, or shared by clusters (cluster.cu). */
template <typename real> using tri_chunks_kernel = void(const tri_job<real>, const tri_tile);
template <typename real> tri_chunks_kernel<real> *tri_cluster_kernel(const tri_device_spec &spec);

/* ---- the chunks of a line ---- */

/* The last unknown of this chunk and of the previous one. */
template <typename real> struct tri_links {
    real last, before;
};

/* Publishes the ends for the previous chunk, which reads them after a barrier from the second
 * slot of the exchange. */
template <typename real>
static __device__ inline void tri_publish_ends(const tri_ends<real> &ends, real *exchange)
{
    const int threads = (int)blockDim.x, me = (int)threadIdx.x;
    exchange[3 * threads + me] = ends.first_c;
    exchange[4 * threads + me] = ends.first_q;
    exchange[5 * threads + me] = ends.first_y;
}

/* The thread of the next chunk; for the last chunk, that of the first. */
static __device__ inline int tri_next_thread(const tri_role &me, int chunks)
{
    return (int)threadIdx.x + (me.chunk == chunks - 1 ? -me.chunk : 1) * me.apart;
}

/* The first unknown of a chunk, as seen by the previous one. */
template <typename real> struct tri_first {
    real c, q, y;
};

/* Of the next chunk; zeros if there is none. */
template <typename real>
static __device__ inline tri_first<real> tri_next_first(const tri_role &me, int chunks,
                                                        bool periodic, const real *exchange)
{
    if (me.rows == 0 || (me.chunk == chunks - 1 && !periodic))
        return {0, 0, 0};
    const int threads = (int)blockDim.x, next = tri_next_thread(me, chunks);
    return {exchange[3 * threads + next], exchange[4 * threads + next],
            exchange[5 * threads + next]};
}

template <bool CHECK, typename real>
static __device__ inline tri_reduced<real> tri_join_next(const tri_role &me,
                                                         const tri_ends<real> &ends,
                                                         const tri_first<real> &next,
                                                         tri_checker<real> &checker)
{
    if (me.rows == 0)
        return {0, 0, 0};
    return tri_join<CHECK>(ends, next.c, next.q, next.y, checker);
}

/* All rows except the last express their unknowns by v, the unknown of the last: u = d - both v,
 * both = a + c. The last row is then an equation for v alone. */
template <bool CHECK, typename real>
static __device__ inline tri_links<real> tri_close_ring(const tri_role &me, int chunks,
                                                        const tri_reduced<real> &row,
                                                        real *exchange, tri_checker<real> &checker)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    const int first = t - me.chunk * me.apart, border = first + (chunks - 1) * me.apart;
    real *d = exchange, *both = d + threads, *c = both + threads;
    const bool at_border = me.chunk == chunks - 1;
    d[t] = row.d;
    both[t] = at_border ? row.a : row.a + row.c;
    c[t] = row.c;
    __syncthreads();
    if (me.rows == 0)
        return {0, 0};
    const real a_border = both[border], c_border = c[border];
    const int before = chunks > 1 ? border - me.apart : border;
    const real lost_before = a_border * (chunks > 1 ? both[before] : (real)-1);
    const real lost_first = c_border * (chunks > 1 ? both[first] : (real)-1);
    const real pivot = 1 - lost_before - lost_first;
    if (CHECK)
        checker.check_pivot(pivot, tri_abs(lost_before) + tri_abs(lost_first), (real)1);
    real rest = d[border];
    if (chunks > 1)
        rest = tri_fnma(tri_fnma(rest, a_border, d[before]), c_border, d[first]);
    const real v = rest / pivot;
    return {at_border ? v : tri_fnma(row.d, row.a + row.c, v),
            me.chunk > 0 ? tri_fnma(d[t - me.apart], both[t - me.apart], v) : v};
}

/* next: of the next chunk. A barrier must follow before the exchange is reused. */
template <bool PERIODIC, bool CHECK, typename real>
static __device__ inline tri_links<real> tri_solve_chunks(const tri_role &me, int chunks,
                                                          const tri_ends<real> &ends,
                                                          const tri_first<real> &next,
                                                          real *exchange,
                                                          tri_checker<real> &checker)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    tri_reduced<real> row = tri_join_next<CHECK>(me, ends, next, checker);
    const int count = PERIODIC ? chunks - 1 : chunks;
    const int slot = tri_reduce<CHECK>(row, me.rows > 0 ? me.chunk : count, count, count, me.apart,
                                       exchange, checker);
    real *free_slot = exchange + 3 * slot * threads;
    if (PERIODIC)
        return tri_close_ring<CHECK>(me, chunks, row, free_slot, checker);
    free_slot[t] = row.d;
    __syncthreads();
    return {row.d, me.rows > 0 && me.chunk > 0 ? free_slot[t - me.apart] : (real)0};
}

#endif
