/* One chunk of a line whose matrix all lines share: its factors, elimination and substitution of the right-hand side. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH

#include "backend/cuda/tridiag_shared.cuh"
#include "backend/cuda/tridiag_shared_tile.cuh"

/* Factors in registers: for lines one after the other, whose threads all have different chunks. */
template <typename real, int ROWS> struct factors_at_hand {
    real value[SHARED_ROW][ROWS];

    __device__ void take(const shared_role &me, int chunks, const real *rows, real *)
    {
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
#pragma unroll
            for (int what = 0; what < SHARED_ROW; ++what)
                value[what][k] = k < me.rows ? rows[(what * ROWS + k) * chunks + me.chunk] : 0;
    }
    __device__ real of(int what, int k) const
    {
        return value[what][k];
    }
};

/* Factors in shared memory: for neighbouring lines, of which a warp has few chunks, so that many threads are told the
 * same value at once. Half the registers, twice the threads. [chunks][rows][SHARED_ROW], an odd number of values for each
 * chunk: no two chunks of a warp are in one bank. */
template <typename real, int ROWS> struct factors_shared {
    const real *mine;

    __device__ void take(const shared_role &me, int chunks, const real *rows, real *kept)
    {
#pragma unroll 1
        for (int k = (int)threadIdx.x; k < SHARED_ROW * ROWS * chunks; k += (int)blockDim.x) {
            const int chunk = k % chunks, row = k / chunks % ROWS, what = k / chunks / ROWS;
            kept[(chunk * ROWS + row) * SHARED_ROW + what] = rows[k];
        }
        mine = kept + me.chunk * ROWS * SHARED_ROW;
    }
    __device__ real of(int what, int k) const
    {
        return mine[k * SHARED_ROW + what];
    }
};

/* What elimination leaves of a chunk: y of its last row, and its first unknown without couplings. */
template <typename real> struct chunk_ends {
    real last, first;
};

/* y: right-hand sides, then what elimination makes of them. FULL: all ROWS are there. */
template <bool FULL, typename real, int ROWS, typename Factors>
static __device__ inline chunk_ends<real> eliminate(int there, const Factors &f, real (&y)[ROWS])
{
    const int rows = FULL ? ROWS : there;
    chunk_ends<real> ends = {0, 0};
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        if (k < rows)
            ends.last = tri_less(f.of(SHARED_R, k) * y[k], f.of(SHARED_T, k), ends.last);
        y[k] = ends.last;
    }
#pragma unroll
    for (int k = ROWS - 2; k >= 0; --k)
        if (k < rows - 1)
            ends.first = tri_less(y[k], f.of(SHARED_C, k), ends.first);
    return ends;
}

/* Writes x, and returns that of the first row, which is the last to be found: where anything of the chunk is not
 * finite, neither is this, because every x is a sum of a multiple of the one before. */
template <bool FULL, typename real, int ROWS, typename Factors>
static __device__ inline real substitute(int there, const Factors &f, real (&y)[ROWS], real last,
                                         real before, real *to, int row_gap)
{
    const int rows = FULL ? ROWS : there;
    real x = last;
    real q = unknown_to_compiler((real)-1); /* q[k] = -t[k] q[k-1] */
#pragma unroll
    for (int k = 0; k < ROWS; ++k)
        if (k < rows) {
            q = -(f.of(SHARED_T, k) * q);
            y[k] = tri_less(y[k], q, before);
        }
#pragma unroll
    for (int k = ROWS - 1; k >= 0; --k) {
        if (k < rows) {
            if (k < rows - 1)
                x = tri_less(y[k], f.of(SHARED_C, k), x);
            to[k * row_gap] = x;
        }
    }
    return x;
}

#endif
