/* The kernel that reduces segments of long lines, and in a second run computes x. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SEGMENTS_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SEGMENTS_CUH

#include "backend/cuda/tridiag/long.cuh"

template <typename real>
static __device__ inline void begin_segments(const tri_tile &tile, const tri_job<real> &job,
                                             const tri_segments<real> &segments, bool periodic,
                                             long long number, tri_segment_info *infos)
{
    const long long all = job.lines * segments.segments;
    for (int l = (int)threadIdx.x; l < tile.lines; l += (int)blockDim.x) {
        const long long segment = number * tile.lines + l;
        if (segment < all)
            infos[l] = tri_segment_of(job, segments, periodic, segment);
        else
            infos[l].rows = 0;
    }
}

template <typename real, int UNIT>
static __device__ inline void fetch_units(const tri_tile &tile, const tri_job<real> &job,
                                          const tri_segments<real> &segments,
                                          const tri_segment_info *infos, real *to)
{
    const long long stride = segments.shared ? 1 : job.stride;
    tri_visit<UNIT>(tile, tile.lines, [&](int line, int row, int at) {
        if (row >= infos[line].rows)
            return;
        const long long from = infos[line].matrix + row * stride;
        tri_copy_async<UNIT *(int)sizeof(real)>(to + at, job.a + from);
        tri_copy_async<UNIT *(int)sizeof(real)>(to + tile.values + at, job.b + from);
        tri_copy_async<UNIT *(int)sizeof(real)>(to + 2 * tile.values + at, job.c + from);
        tri_copy_async<UNIT *(int)sizeof(real)>(to + 3 * tile.values + at,
                                                job.d + infos[line].offset + row * job.stride);
    });
}

template <typename real>
static __device__ inline void fetch(const tri_tile &tile, const tri_job<real> &job,
                                    const tri_segments<real> &segments,
                                    const tri_segment_info *infos, real *to)
{
    if (tile.wide)
        fetch_units<real, 16 / (int)sizeof(real)>(tile, job, segments, infos, to);
    else
        fetch_units<real, 1>(tile, job, segments, infos, to);
    tri_copy_group();
}

/* Rows of the reduced system in a slot of the exchange: d, a, c. */
template <typename real> struct exchanged_rows {
    real *d, *a, *c;
};

/* Reduces the rows of all chunks but the last of each segment, until their unknowns depend only
 * on v of this segment and of the previous one: u = d - a v(before) - c v. */
template <bool CHECK, typename real>
static __device__ inline exchanged_rows<real> reduce_chunks(const tri_role &me, int chunks,
                                                            const tri_ends<real> &ends,
                                                            real *exchange,
                                                            tri_checker<real> &checker)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x, count = chunks - 1;
    const bool works = me.rows > 0 && me.chunk < count;
    tri_reduced<real> row = {0, 0, 0};
    if (works)
        row = tri_join_next<CHECK>(me, ends, tri_next_first(me, chunks, false, exchange), checker);
    const int slot = tri_reduce<CHECK>(row, works ? me.chunk : count, count,
                                       tri_chunk_size<real>::segment / tri_chunk_size<real>::rows,
                                       me.apart, exchange, checker);
    const exchanged_rows<real> rows = {exchange + 3 * slot * threads,
                                       exchange + (3 * slot + 1) * threads,
                                       exchange + (3 * slot + 2) * threads};
    rows.d[t] = row.d;
    rows.a[t] = row.a;
    rows.c[t] = row.c;
    __syncthreads();
    return rows;
}

/* Called by the thread of the last chunk. */
template <bool CHECK, typename real>
static __device__ inline void keep_last(const tri_role &me, const tri_ends<real> &ends,
                                        const exchanged_rows<real> &rows, long long slot,
                                        const tri_segments<real> &segments,
                                        tri_checker<real> &checker)
{
    const int before = (int)threadIdx.x - me.apart;
    real scale = 1, q = ends.q, y = ends.y;
    if (me.chunk > 0) {
        const real pivot = tri_fnma((real)1, ends.q, rows.c[before]);
        if (CHECK)
            checker.check_pivot(pivot, tri_abs(ends.q * rows.c[before]), (real)1);
        scale = 1 / pivot;
        q = -(ends.q * rows.a[before]);
        y = tri_fnma(ends.y, ends.q, rows.d[before]);
    }
    segments.last_c[slot] = ends.c * scale;
    segments.last_q[slot] = q * scale;
    segments.last_y[slot] = y * scale;
    checker.check_finite(y * scale);
}

/* Called by the thread of the first chunk. */
template <typename real>
static __device__ inline void keep_first(const tri_ends<real> &ends, bool only,
                                         const exchanged_rows<real> &rows, long long slot,
                                         const tri_segments<real> &segments,
                                         tri_checker<real> &checker)
{
    const int t = (int)threadIdx.x;
    const real y = only ? ends.first_y : tri_fnma(ends.first_y, ends.first_c, rows.d[t]);
    segments.first_y[slot] = y;
    segments.first_q[slot] = only ? ends.first_q : tri_fnma(ends.first_q, ends.first_c, rows.a[t]);
    segments.first_c[slot] = only ? ends.first_c : -(ends.first_c * rows.c[t]);
    checker.check_finite(y);
}

template <typename real>
static __device__ inline tri_links<real> links_of(const tri_role &me, int chunks,
                                                  const exchanged_rows<real> &rows, real before,
                                                  real v)
{
    const int t = (int)threadIdx.x, left = t - me.apart;
    return {me.chunk == chunks - 1 ? v
                                   : tri_fnma(tri_fnma(rows.d[t], rows.a[t], before), rows.c[t], v),
            me.chunk > 0 ? tri_fnma(tri_fnma(rows.d[left], rows.a[left], before), rows.c[left], v)
                         : before};
}

template <typename real>
static __device__ inline void store(const tri_tile &tile, const tri_job<real> &job,
                                    const tri_segments<real> &segments,
                                    const tri_segment_info *infos, const real *from)
{
    tri_visit<1>(tile, tile.lines, [&](int line, int row, int at) {
        const tri_segment_info &info = infos[line];
        if (row < info.rows && !tri_not_written(job, segments.flags[info.line] | info.flags))
            job.x[info.offset + row * job.stride] = from[at];
    });
}

/* EXPAND: v is known. Otherwise the equations of each segment are kept. */
template <typename real, bool CHECK, bool EXPAND>
static __global__ void __launch_bounds__(TRI_CHUNK_THREADS, 1)
    segments_kernel(const tri_job<real> job, const tri_tile tile, const tri_segments<real> segments,
                    const int periodic)
{
    real *in = (real *)tri_shared_memory(), *out = in + 4 * tile.values;
    tri_segment_info *all_infos = (tri_segment_info *)(out + tile.values);
    enum { ROWS = tri_chunk_size<real>::rows };
    const tri_role role = tri_role_of<ROWS>(tile);
    long long now = blockIdx.x;
    begin_segments(tile, job, segments, periodic, now, all_infos);
    __syncthreads();
    fetch(tile, job, segments, all_infos, in);
    for (int turn = 0; now < tile.tiles; now += gridDim.x, turn ^= 1) {
        tri_segment_info *infos = all_infos + turn * tile.lines;
        tri_segment_info *next = all_infos + (turn ^ 1) * tile.lines;
        tri_chunk<real, ROWS> chunk;
        tri_ends<real> ends;
        tri_checker<real> checker = {job.growth, job.smallest, 0, false};
        tri_role me = role;
        tri_copy_wait<0>();
        __syncthreads();
        const int rows = role.line < tile.lines ? infos[role.line].rows : 0;
        const tri_corners corners = rows > 0 ? infos[role.line].corners : tri_corners{-1, -1};
        const int chunks = (rows + ROWS - 1) / ROWS;
        me.rows = max(0, min((int)ROWS, rows - me.first));
        tri_eliminate<CHECK>(me, corners, in, tile.values, chunk, ends, checker);
        tri_publish_ends(ends, out);
        begin_segments(tile, job, segments, periodic, now + gridDim.x, next);
        __syncthreads();
        fetch(tile, job, segments, next, in);
        const exchanged_rows<real> exchanged = reduce_chunks<CHECK>(me, chunks, ends, out, checker);
        const long long slot = me.rows > 0 ? infos[me.line].slot : 0;
        if (EXPAND) {
            tri_links<real> links = {0, 0};
            if (me.rows > 0)
                links = links_of(me, chunks, exchanged, segments.v[infos[me.line].before],
                                 segments.v[slot]);
            __syncthreads(); /* the exchange used the memory of x */
            tri_substitute(me, chunk, links.last, links.before, out, checker);
        } else if (me.rows > 0) {
            if (me.chunk == chunks - 1)
                keep_last<CHECK>(me, ends, exchanged, slot, segments, checker);
            if (me.chunk == 0)
                keep_first(ends, chunks == 1, exchanged, slot, segments, checker);
        }
        if (me.rows > 0 && checker.flags()) {
            atomicOr(&segments.flags[infos[me.line].line], checker.flags());
            atomicOr(&infos[me.line].flags, checker.flags());
        }
        if (EXPAND) {
            __syncthreads();
            store(tile, job, segments, infos, out);
        }
    }
}

#endif
