/* A chunk of one of several adjacent lines. The threads of a warp have adjacent lines, so that a
 * row of them is read at once. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_ADJACENT_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_ADJACENT_CUH

#include "backend/cuda/tridiag/shared_chunk.cuh"
#include "backend/cuda/tridiag/shared_tile.cuh"

/* Loads from global memory to registers when needed: other blocks hide the latency. */
template <typename real> struct adjacent_chunk {
    enum { ROWS = shared_chunk<real>::rows };
    const real *line; /* row 0 of the input */
    int first;        /* row of the input that corresponds to the first row of the chunk */
    int rows, stride, periodic;

    __device__ adjacent_chunk(const tri_job<real> &job, const shared_tile &tile,
                              const shared_role &me, long long which, real *)
        : line(job.d + shared_begin_of(job, tile.in, which)), first(me.first - tile.in.shift),
          rows(tile.in.rows), stride(hide_from_compiler((int)tile.in.stride)),
          periodic(tile.wrap > 0)
    {
    }

    __device__ void prefetch() const {}
    __device__ void wait() const {}

    __device__ real input(int row) const
    {
        return line[(long long)row * stride];
    }

    /* Row k of the chunk. */
    __device__ real own(int k) const
    {
        return input(first + k);
    }

    /* Row k of the chunk or near it. Beyond the ends of the line: rows at the other end if it is
     * periodic; otherwise any row, because the result is replaced. */
    __device__ real near(int k) const
    {
        int row = first + k;
        if (periodic)
            row += row < 0 ? rows : row >= rows ? -rows : 0;
        return input(min(max(row, 0), rows - 1));
    }

    template <int HALO> __device__ void window(real (&w)[ROWS + 2 * HALO]) const
    {
        const real *from = line + (long long)(first - HALO) * stride;
        if (first >= HALO && first + ROWS + HALO <= rows) {
#pragma unroll
            for (int k = 0; k < ROWS + 2 * HALO; ++k)
                w[k] = from[(long long)k * stride];
        } else {
#pragma unroll
            for (int k = 0; k < ROWS + 2 * HALO; ++k)
                w[k] = near(k - HALO);
        }
    }
};

/* Each thread prefetches its own rows of the next tile into its own slot of shared memory: no
 * barrier is needed. */
template <typename real> struct adjacent_slot {
    enum { ROWS = shared_chunk<real>::rows };
    const real *line;
    real *slot;
    int first, stride;

    __device__ adjacent_slot(const tri_job<real> &job, const shared_tile &tile,
                             const shared_role &me, long long which, real *slots)
        : line(job.d + shared_begin_of(job, tile.in, which)),
          slot(slots + threadIdx.x * shared_chunk<real>::slot), first(me.first),
          stride(hide_from_compiler((int)tile.in.stride))
    {
    }

    /* Rows before the line: the first row is read instead and not used. */
    __device__ void prefetch() const
    {
        const real *from = line + (long long)first * stride;
        if (first >= 0) {
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                tri_copy_async<(int)sizeof(real)>(slot + k, from + (long long)k * stride);
        } else {
#pragma unroll 1
            for (int k = 0; k < ROWS; ++k)
                tri_copy_async<(int)sizeof(real)>(slot + k,
                                                  line + (long long)max(first + k, 0) * stride);
        }
        tri_copy_group();
    }
    __device__ void wait() const
    {
        tri_copy_wait<0>();
    }

    template <int HALO> __device__ void window(real (&w)[ROWS]) const
    {
        static_assert(HALO == 0, "rows around a chunk are not asked for");
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            w[k] = slot[k];
    }
};

/* Writes x of a chunk to a line. */
template <typename real, int ROWS>
static __device__ inline void adjacent_store(const tri_job<real> &job, const shared_tile &tile,
                                             const shared_role &me, long long which,
                                             const real (&x)[ROWS])
{
    const int stride = hide_from_compiler((int)tile.out.stride);
    real *to = job.x + shared_begin_of(job, tile.out, which) + (long long)me.first * stride;
    if (me.first >= 0) {
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            to[(long long)k * stride] = x[k];
    } else {
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            if (me.first + k >= 0)
                to[(long long)k * stride] = x[k];
    }
}

#endif
