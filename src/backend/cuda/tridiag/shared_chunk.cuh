/* One chunk of a line with a shared matrix: its factors, elimination and substitution of the
 * right-hand side. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH

#include "backend/cuda/tridiag/shared.cuh"

/* 16 bytes, copied at once. */
template <typename real> struct __align__(16) shared_unit
{
    real value[shared_chunk<real>::unit];
};

/* Hides a value from the compiler: expressions of it are computed again for each tile and occupy
 * no registers in between. */
template <typename value> static __device__ inline value hide_from_compiler(value x)
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

/* Factors in registers: for contiguous lines, whose threads all have different chunks. */
template <typename real> struct factors_in_registers {
    enum { ROWS = shared_chunk<real>::rows };
    real value[SHARED_ROW][ROWS];

    __device__ void load(const real *rows, int chunk)
    {
        const real *mine = rows + chunk * shared_chunk<real>::factors;
#pragma unroll
        for (int what = 0; what < SHARED_ROW; ++what)
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                value[what][k] = mine[what * ROWS + k];
    }
    /* rows starting at unit k */
    __device__ shared_unit<real> of(int what, int k) const
    {
        shared_unit<real> u;
#pragma unroll
        for (int j = 0; j < shared_chunk<real>::unit; ++j)
            u.value[j] = value[what][k * shared_chunk<real>::unit + j];
        return u;
    }
};

/* Factors in shared memory: for adjacent lines, of which a warp has few chunks, so that many
 * threads read the same values. Half the registers, twice the threads. */
template <typename real> struct factors_in_shared {
    const real *mine;

    /* Called by all threads, for a block with `chunks` chunks. A barrier must follow before the
     * factors are used. */
    __device__ void load(const real *rows, int chunks, int chunk, real *kept)
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

/* Result of the elimination of a chunk: y of its last row, and its first unknown without
 * couplings. */
template <typename real> struct chunk_ends {
    real last, first;
};

/* y: right-hand sides, replaced by the eliminated ones. */
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
            y[k + j] = ends.last = tri_fnma(r.value[j] * y[k + j], t.value[j], ends.last);
    }
#pragma unroll
    for (int k = ROWS - UNIT; k >= 0; k -= UNIT) {
        const shared_unit<real> c = f.of(SHARED_C, k / UNIT);
#pragma unroll
        for (int j = UNIT - 1; j >= 0; --j)
            if (k + j < ROWS - 1)
                ends.first = tri_fnma(y[k + j], c.value[j], ends.first);
    }
    return ends;
}

/* x replaces y. x of the first row is computed last. It is not finite if any x of the chunk is
 * not, because every x contains a multiple of the next one. */
template <typename real, int ROWS, typename Factors>
static __device__ inline void substitute(const Factors &f, real last, real before, real (&y)[ROWS])
{
    enum { UNIT = shared_chunk<real>::unit };
    real q = hide_from_compiler((real)-1); /* q[k] = -t[k] q[k-1] */
#pragma unroll
    for (int k = 0; k < ROWS; k += UNIT) {
        const shared_unit<real> t = f.of(SHARED_T, k / UNIT);
#pragma unroll
        for (int j = 0; j < UNIT; ++j) {
            q = -(t.value[j] * q);
            y[k + j] = tri_fnma(y[k + j], q, before);
        }
    }
#pragma unroll
    for (int k = ROWS - UNIT; k >= 0; k -= UNIT) {
        const shared_unit<real> c = f.of(SHARED_C, k / UNIT);
#pragma unroll
        for (int j = UNIT - 1; j >= 0; --j)
            y[k + j] = k + j == ROWS - 1 ? last : tri_fnma(y[k + j], c.value[j], y[k + j + 1]);
    }
}

#endif
