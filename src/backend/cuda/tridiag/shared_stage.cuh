/* Contiguous lines in a stage of shared memory: positions of their rows, and copies to and from it.
 *
 * A line is a sequence of slots, one for each chunk, separated by a unit of 16 bytes: 8 threads
 * that read 16 bytes of 8 chunks have no bank conflict. If rows beyond the ends are read, there is
 * one more slot before and after the line. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_STAGE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_STAGE_CUH

#include "backend/cuda/tridiag/shared_chunk.cuh"
#include "backend/cuda/tridiag/shared_tile.cuh"

template <typename real> struct shared_slots {
    enum { ROWS = shared_chunk<real>::rows, UNIT = shared_chunk<real>::unit, SLOT = ROWS + UNIT };

    /* Index of the unknown `row` of the first line; one slot precedes the first chunk if there
     * are margins. */
    static __device__ int of(const shared_tile &tile, int row)
    {
        const int offset = row + tile.missing + (tile.margins ? ROWS : 0);
        return offset + offset / ROWS * UNIT;
    }
};

/* The copies of a thread: units in rows `row`, row + more_rows, ... of lines `line`, line +
 * more_lines, ... more_rows is a multiple of whole chunks, so that the distance to the next unit
 * is constant. */
struct shared_copier {
    int line, more_lines, row, more_rows;
};

/* unit: values of a line that are copied at once. */
template <typename real>
static __device__ inline shared_copier shared_copier_of(const shared_tile &tile,
                                                        const shared_lines &lines, int unit)
{
    const int least = shared_chunk<real>::rows / unit; /* adjacent threads that copy a chunk */
    const int t = (int)threadIdx.x, threads = (int)blockDim.x, none = tile.lines;
    /* at least 8 adjacent threads copy 128 contiguous bytes of a line, if it is long enough */
    const int units = (lines.rows + unit - 1) / unit;
    const int most = min(threads, max(threads / tile.lines, min(8, units)));
    const int group = max(most / least, 1) * least;
    const int groups = threads / group;
    return {t / group < groups ? t / group : none, groups, t % group * unit, group * unit};
}

/* Calls visit(line of the tile, offset in global memory, index in the stage) for all units of
 * this thread. */
template <typename real, typename Visit>
static __device__ inline void shared_visit(const tri_job<real> &job, const shared_tile &tile,
                                           const shared_lines &lines, shared_copier copier,
                                           long long number, const Visit &visit)
{
    copier.row = hide_from_compiler(copier.row);
    copier.more_rows = hide_from_compiler(copier.more_rows);
    const int here = shared_lines_of(tile, job.lines, number);
    const long long more = copier.more_rows * lines.stride;
    const int further = copier.more_rows / shared_slots<real>::ROWS * shared_slots<real>::SLOT;
#pragma unroll 1
    for (int line = copier.line; line < here; line += copier.more_lines) {
        long long offset =
            shared_begin_of(job, lines, number * tile.lines + line) + copier.row * lines.stride;
        int at = line * tile.line_gap + shared_slots<real>::of(tile, copier.row + lines.shift);
#pragma unroll 4
        for (int row = copier.row; row < lines.rows; row += copier.more_rows) {
            visit(line, offset, at);
            offset += more;
            at += further;
        }
    }
}

/* Prefetches the rows around a periodic line, one value at a time. */
template <typename real>
static __device__ inline void shared_prefetch_wrap(const tri_job<real> &job,
                                                   const shared_tile &tile, long long number,
                                                   real *to)
{
    const int here = shared_lines_of(tile, job.lines, number), n = tile.in.rows;
#pragma unroll 1
    for (int k = (int)threadIdx.x; k < 2 * tile.wrap * tile.lines; k += (int)blockDim.x) {
        const int line = k % tile.lines, a = k / tile.lines;
        const int row = a < tile.wrap ? a - tile.wrap : n + a - tile.wrap;
        const long long from = row < 0 ? row + n : row - n;
        if (line < here)
            tri_copy_async<(int)sizeof(real)>(
                to + line * tile.line_gap + shared_slots<real>::of(tile, row + tile.in.shift),
                job.d + shared_begin_of(job, tile.in, number * tile.lines + line) +
                    from * tile.in.stride);
    }
}

/* Prefetches a tile; commits an empty group of copies if there is none. */
template <typename real>
static __device__ inline void shared_prefetch(const tri_job<real> &job, const shared_tile &tile,
                                              const shared_copier &copier, long long number,
                                              real *to)
{
    if (number < tile.tiles) {
        if (tile.in.wide)
            shared_visit(job, tile, tile.in, copier, number, [&](int, long long offset, int at) {
                tri_copy_async<16>(to + at, job.d + offset);
            });
        else
            shared_visit(job, tile, tile.in, copier, number, [&](int, long long offset, int at) {
                tri_copy_async<(int)sizeof(real)>(to + at, job.d + offset);
            });
        if (tile.wrap > 0)
            shared_prefetch_wrap(job, tile, number, to);
    }
    tri_copy_group();
}

/* failed: NULL, or for each line whether it is not written. */
template <typename real>
static __device__ inline void shared_store(const tri_job<real> &job, const shared_tile &tile,
                                           const shared_copier &copier, long long number,
                                           const unsigned *failed, const real *from)
{
    if (tile.out.wide && !failed)
        shared_visit(job, tile, tile.out, copier, number, [&](int, long long offset, int at) {
            *(shared_unit<real> *)(job.x + offset) = *(const shared_unit<real> *)(from + at);
        });
    else if (!failed)
        shared_visit(job, tile, tile.out, copier, number,
                     [&](int, long long offset, int at) { job.x[offset] = from[at]; });
    else
        shared_visit(job, tile, tile.out, copier, number, [&](int line, long long offset, int at) {
            for (int k = 0; k < (tile.out.wide ? (int)shared_chunk<real>::unit : 1); ++k)
                if (!failed[line])
                    job.x[offset + k] = from[at + k];
        });
}

/* A chunk of a line in a stage. */
template <typename real> struct staged_chunk {
    enum { ROWS = shared_chunk<real>::rows, UNIT = shared_chunk<real>::unit };
    const shared_tile &tile;
    real *line, *slot;

    /* Row `row` of the input. */
    __device__ real input(int row) const
    {
        return line[shared_slots<real>::of(tile, row + tile.in.shift)];
    }

    /* The rows of the chunk and HALO rows around them; rows beyond the ends if there are
     * margins. */
    template <int HALO> __device__ void window(real (&w)[ROWS + 2 * HALO]) const
    {
        enum { UNITS = (HALO + UNIT - 1) / UNIT };
#pragma unroll
        for (int u = -UNITS; u < ROWS / UNIT + UNITS; ++u) {
            const int gap = u < 0 ? -1 : u < ROWS / UNIT ? 0 : 1;
            const shared_unit<real> some = *(const shared_unit<real> *)(slot + (u + gap) * UNIT);
#pragma unroll
            for (int j = 0; j < UNIT; ++j)
                if (HALO + u * UNIT + j >= 0 && HALO + u * UNIT + j < ROWS + 2 * HALO)
                    w[HALO + u * UNIT + j] = some.value[j];
        }
    }

    /* Row k of the chunk or near it; k need not be a compile-time constant. */
    __device__ real near(int k) const
    {
        return slot[k + (k < 0 ? -UNIT : k < ROWS ? 0 : (int)UNIT)];
    }

    /* Row k of the chunk. */
    __device__ real own(int k) const
    {
        return slot[k];
    }

    __device__ void put(const real (&x)[ROWS]) const
    {
#pragma unroll
        for (int u = 0; u < ROWS / UNIT; ++u) {
            shared_unit<real> some;
#pragma unroll
            for (int j = 0; j < UNIT; ++j)
                some.value[j] = x[u * UNIT + j];
            *(shared_unit<real> *)(slot + u * UNIT) = some;
        }
    }
};

#endif
