/* One chunk of a line whose matrix all lines share: its factors, elimination and substitution of the right-hand side. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH

#include "backend/cuda/tridiag/shared.cuh"

/* What is moved at once. */
template <typename real> struct __align__(16) shared_unit
{
    real value[shared_chunk<real>::unit];
};

/* A number that the compiler does not know: what is made of it is made anew for each tile and takes no registers in
 * between. */
template <typename value> static __device__ inline value unknown_to_compiler(value x)
{
#ifdef __CUDA_ARCH__
    if constexpr (sizeof(value) == 8)
        asm volatile("" : "+d"(x));
    else if constexpr ((value)0.5 != 0)
        asm volatile("" : "+f"(x));
    else
        asm volatile("" : "+r"(x));
#endif
    return x;
}

/* Factors in registers: for lines one after the other, whose threads all have different chunks. */
template <typename real> struct factors_at_hand {
    enum { ROWS = shared_chunk<real>::rows };
    real value[SHARED_ROW][ROWS];

    __device__ void take(const real *rows, int chunk)
    {
        const real *mine = rows + chunk * shared_chunk<real>::factors;
#pragma unroll
        for (int what = 0; what < SHARED_ROW; ++what)
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                value[what][k] = mine[what * ROWS + k];
    }
    /* of rows from unit k on */
    __device__ shared_unit<real> of(int what, int k) const
    {
        shared_unit<real> u;
#pragma unroll
        for (int j = 0; j < shared_chunk<real>::unit; ++j)
            u.value[j] = value[what][k * shared_chunk<real>::unit + j];
        return u;
    }
};

/* Factors in shared memory: for neighbouring lines, of which a warp has few chunks, so that many threads are told the
 * same values at once. Half the registers, twice the threads. */
template <typename real> struct factors_shared {
    const real *mine;

    /* All threads call it, for a block with so many chunks; there is a barrier before any are asked for. */
    __device__ void take(const real *rows, int chunks, int chunk, real *kept)
    {
        for (int k = (int)threadIdx.x; k < chunks * shared_chunk<real>::factors;
             k += (int)blockDim.x)
            kept[k] = rows[k];
        mine = kept + chunk * shared_chunk<real>::factors;
    }
    __device__ shared_unit<real> of(int what, int k) const
    {
        return *(const shared_unit<real> *)(mine + what * shared_chunk<real>::rows +
                                            k * shared_chunk<real>::unit);
    }
};

/* What elimination leaves of a chunk: y of its last row, and its first unknown without couplings. */
template <typename real> struct chunk_ends {
    real last, first;
};

/* y: right-hand sides, then what elimination makes of them. */
template <typename real, int ROWS, typename Factors>
static __device__ inline chunk_ends<real> eliminate(const Factors &f, real (&y)[ROWS])
{
    enum { UNIT = shared_chunk<real>::unit };
    chunk_ends<real> ends = {0, 0};
#pragma unroll
    for (int k = 0; k < ROWS; k += UNIT) {
        const shared_unit<real> r = f.of(SHARED_R, k / UNIT), t = f.of(SHARED_T, k / UNIT);
#pragma unroll
        for (int j = 0; j < UNIT; ++j)
            y[k + j] = ends.last = tri_less(r.value[j] * y[k + j], t.value[j], ends.last);
    }
#pragma unroll
    for (int k = ROWS - UNIT; k >= 0; k -= UNIT) {
        const shared_unit<real> c = f.of(SHARED_C, k / UNIT);
#pragma unroll
        for (int j = UNIT - 1; j >= 0; --j)
            if (k + j < ROWS - 1)
                ends.first = tri_less(y[k + j], c.value[j], ends.first);
    }
    return ends;
}

/* y becomes x. That of the first row is the last to be found: where anything of the chunk is not finite, neither is
 * this, because every x is a sum of a multiple of the one before. */
template <typename real, int ROWS, typename Factors>
static __device__ inline void substitute(const Factors &f, real last, real before, real (&y)[ROWS])
{
    enum { UNIT = shared_chunk<real>::unit };
    real q = unknown_to_compiler((real)-1); /* q[k] = -t[k] q[k-1] */
#pragma unroll
    for (int k = 0; k < ROWS; k += UNIT) {
        const shared_unit<real> t = f.of(SHARED_T, k / UNIT);
#pragma unroll
        for (int j = 0; j < UNIT; ++j) {
            q = -(t.value[j] * q);
            y[k + j] = tri_less(y[k + j], q, before);
        }
    }
#pragma unroll
    for (int k = ROWS - UNIT; k >= 0; k -= UNIT) {
        const shared_unit<real> c = f.of(SHARED_C, k / UNIT);
#pragma unroll
        for (int j = UNIT - 1; j >= 0; --j)
            y[k + j] = k + j == ROWS - 1 ? last : tri_less(y[k + j], c.value[j], y[k + j + 1]);
    }
}

#endif
