/* A chunk of one of several lines side by side: threads of a warp have neighbouring lines, so that a row of them is read at
 * once. Each thread asks for the rows it will need of the next tile, and for nobody else: they wait in a slot of its own in
 * shared memory, and no barrier is needed. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_BESIDE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_BESIDE_CUH

#include "backend/cuda/tridiag_shared_chunk.cuh"
#include "backend/cuda/tridiag_shared_tile.cuh"

/* HALO: rows around a chunk that are asked for too; below 0: none are, not even those of the chunk. */
template <typename real, int HALO> struct beside_chunk {
    enum { ROWS = shared_chunk<real>::rows };
    const real *line; /* row 0 of what is read */
    real *slot;
    int first; /* row of what is read that belongs to the first one of the chunk */
    int rows, stride, periodic;

    __device__ beside_chunk(const tri_job<real> &job, const shared_tile &tile,
                            const shared_role &me, long long which, real *slots)
        : line(job.d + shared_begin_of(job, tile.in, which)),
          slot(slots + threadIdx.x * shared_ahead<real, HALO>::values),
          first(me.first - tile.in.shift), rows(tile.in.rows),
          stride(unknown_to_compiler((int)tile.in.stride)), periodic(tile.around > 0)
    {
    }

    /* Row k of the chunk, or of those around it. Beyond the ends of the line: those at the other end where it is periodic;
     * else any, for nothing is made of them but what is replaced. */
    __device__ const real *place(int k) const
    {
        int row = first + k;
        if (periodic)
            row += row < 0 ? rows : row >= rows ? -rows : 0;
        return line + (long long)min(max(row, 0), rows - 1) * stride;
    }
    __device__ real near(int k) const
    {
        return *place(k);
    }

    /* Row k of the chunk. */
    __device__ real own(int k) const
    {
        return HALO < 0 ? near(k) : slot[HALO + k];
    }

    __device__ void ask() const
    {
        const real *from = line + (long long)(first - HALO) * stride;
        if (HALO >= 0 && first >= HALO && first + ROWS + HALO <= rows) {
#pragma unroll
            for (int k = 0; k < ROWS + 2 * HALO; ++k)
                tri_copy_async<(int)sizeof(real)>(slot + k, from + (long long)k * stride);
        } else if (HALO >= 0) {
#pragma unroll 1
            for (int k = 0; k < ROWS + 2 * HALO; ++k)
                tri_copy_async<(int)sizeof(real)>(slot + k, place(k - HALO));
        }
        tri_copy_group();
    }

    /* What was asked for and has come. */
    template <int AROUND> __device__ void window(real (&w)[ROWS + 2 * AROUND]) const
    {
        static_assert(AROUND == HALO, "these rows were not asked for");
#pragma unroll
        for (int k = 0; k < ROWS + 2 * HALO; ++k)
            w[k] = slot[k];
    }

    /* Any row of what is read. */
    __device__ real input(int row) const
    {
        const int k = row - first + HALO;
        return HALO >= 0 && k >= 0 && k < ROWS + 2 * HALO ? slot[k] : line[(long long)row * stride];
    }
};

/* Writes x of a chunk to a line. */
template <typename real, int ROWS>
static __device__ inline void beside_put(const tri_job<real> &job, const shared_tile &tile,
                                         const shared_role &me, long long which,
                                         const real (&x)[ROWS])
{
    const int stride = unknown_to_compiler((int)tile.out.stride);
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
