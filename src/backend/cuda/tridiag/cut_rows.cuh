/* Sources of the rows of cut lines: arrays, or a function object that computes rows in registers.
 *
 * A row source is passed to kernels by value. For a line of a part it has
 *
 *     __device__ Line line(const cut_job &job, int part, long long line) const;
 *
 * and the returned object has, for general or shared matrices,
 *
 *     template <int R> __device__ void rows(long long at, int count, seg_given (&to)[R]) const;
 *     template <int R> __device__ void rhs(long long at, int count, real (&to)[R]) const;  // d
 *
 * which fill rows at ... at + count - 1 of the part, count <= R. AHEAD is 1 if rows are loaded
 * while the previous ones are eliminated, which needs registers and hides the memory latency. It is
 * 0 if a line itself loads many values at once (compact/cut.cuh). cut_eliminate_rows
 * (cut_chunks.cuh) accepts any row source. It must not read x. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_ROWS_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_ROWS_CUH

#include "backend/cuda/tridiag/cut.cuh"

namespace CUT_TWIN
{

/* 16 bytes, aligned. */
enum { CUT_PACK = 16 / (int)sizeof(real) };

struct alignas(16) cut_pack {
    real value[CUT_PACK];
};

/* Streaming load: what is kept for back substitution should stay in cache. */
static __device__ inline real cut_load(const real *from)
{
#ifdef __CUDA_ARCH__
    return __ldcs(from);
#else
    return *from;
#endif
}

static __device__ inline cut_pack cut_load_pack(const real *from)
{
#ifdef __CUDA_ARCH__
    union {
        uint4 bits;
        cut_pack pack;
    } both;
    both.bits = __ldcs((const uint4 *)from);
    return both.pack;
#else
    return *(const cut_pack *)from;
#endif
}

static __device__ inline void cut_store(real *to, real value)
{
#ifdef __CUDA_ARCH__
    __stcs(to, value);
#else
    *to = value;
#endif
}

static __device__ inline void cut_store_pack(real *to, const cut_pack &pack)
{
#ifdef __CUDA_ARCH__
    union {
        uint4 bits;
        cut_pack pack;
    } both;
    both.pack = pack;
    __stcs((uint4 *)to, both.bits);
#else
    *(cut_pack *)to = pack;
#endif
}

/* V: values per load; more than one if lines are contiguous and aligned. */
template <int V, int R>
static __device__ inline void cut_read(const real *from, long long stride, int count, real (&to)[R])
{
    if constexpr (V > 1 && R % CUT_PACK == 0) {
        if (count == R) {
#pragma unroll
            for (int r = 0; r < R; r += CUT_PACK) {
                const cut_pack pack = cut_load_pack(from + r);
#pragma unroll
                for (int k = 0; k < CUT_PACK; ++k)
                    to[r + k] = pack.value[k];
            }
            return;
        }
    }
#pragma unroll
    for (int r = 0; r < R; ++r)
        to[r] = r < count ? cut_load(from + r * stride) : (real)0;
}

template <int V, int R>
static __device__ inline void cut_write(real *to, long long stride, int count, const real (&x)[R])
{
    if constexpr (V > 1 && R % CUT_PACK == 0) {
        if (count == R) {
#pragma unroll
            for (int r = 0; r < R; r += CUT_PACK) {
                cut_pack pack;
#pragma unroll
                for (int k = 0; k < CUT_PACK; ++k)
                    pack.value[k] = x[r + k];
                cut_store_pack(to + r, pack);
            }
            return;
        }
    }
#pragma unroll
    for (int r = 0; r < R; ++r)
        if (r < count)
            cut_store(to + r * stride, x[r]);
}

/* Rows of arrays. */
template <int V> struct cut_array_rows {
    enum { AHEAD = 1 };
    struct array_line {
        const real *a, *b, *c, *d;
        long long stride;

        template <int R>
        __device__ inline void rows(long long at, int count, seg_given (&to)[R]) const
        {
            const long long place = at * stride;
            real from[4][R];
            cut_read<V>(a + place, stride, count, from[0]);
            cut_read<V>(b + place, stride, count, from[1]);
            cut_read<V>(c + place, stride, count, from[2]);
            cut_read<V>(d + place, stride, count, from[3]);
#pragma unroll
            for (int r = 0; r < R; ++r)
                to[r] = {from[0][r], from[1][r], from[2][r], from[3][r]};
        }

        template <int R> __device__ inline void rhs(long long at, int count, real (&to)[R]) const
        {
            cut_read<V>(d + at * stride, stride, count, to);
        }
    };

    __device__ inline array_line line(const cut_job &job, int part, long long number) const
    {
        const cut_arrays in = job.arrays[part];
        const cut_part p = job.parts[part];
        const long long offset = cut_offset(job, p, number);
        return {in.a + offset, in.b + offset, in.c + offset, in.d + offset, p.stride};
    }
};

} // namespace CUT_TWIN

#endif
