/* Copies of blocks of whole lines (cut_whole.cuh) between arrays and shared memory. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_COPIES_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_COPIES_CUH

#include "backend/cuda/tridiag/cut_whole.cuh"

namespace CUT_TWIN
{

/* Values of the block are numbered so that adjacent ones are adjacent in memory. A thread copies
 * packs of V values that are V * WHOLE_THREADS apart: of the same lines if ACROSS, else of the same
 * rows of chunks. */

template <bool ACROSS> static __device__ inline unsigned whole_values(const whole_block<ACROSS> &b)
{
    return (unsigned)((ACROSS ? b.here * b.l.width : b.l.own * b.lines) * WHOLE_CHUNK);
}

/* Value i in the tile; its pack follows. */
template <bool ACROSS>
static __device__ inline real *whole_value(const whole_block<ACROSS> &b, unsigned i)
{
    return b.tile + i + (ACROSS ? i / WHOLE_CHUNK >> b.l.shift << b.l.shift : i / WHOLE_CHUNK);
}

/* Where a pack is in the arrays, from `origin`, and how many of its values exist: none if `left` is
 * 0 or less. */
struct whole_place {
    int o, left;
};

/* In a row all values exist, or none. */
static __device__ inline whole_place whole_place_of(const whole_block<true> &b, unsigned i)
{
    const int row = (int)(i >> b.l.shift), w = (int)(i & (unsigned)(b.l.width - 1));
    const bool there = row < b.rows;
    return {there ? row * (int)b.l.stride + w : 0, there ? (int)CUT_PACK : 0};
}
static __device__ inline whole_place whole_place_of(const whole_block<false> &b, unsigned i)
{
    const whole_run run = b.runs[i / WHOLE_CHUNK];
    const int r = (int)(i % WHOLE_CHUNK), left = run.rows - r;
    return {left > 0 ? run.o + r : 0, left};
}

/* Rows of adjacent lines, 16 bytes at a time. */
static __device__ inline void whole_fetch(const whole_block<true> &b)
{
    const unsigned values = whole_values(b), mine = CUT_PACK * threadIdx.x;
    const int lines = b.lines - (int)(mine & (unsigned)(b.l.width - 1));
    const real *from = b.l.d + b.origin;
#pragma unroll 4
    for (unsigned i = mine; i < values; i += CUT_PACK * WHOLE_THREADS) {
        const whole_place p = whole_place_of(b, i);
        if (lines >= CUT_PACK && p.left)
            tri_copy_async<16>(whole_value(b, i), from + p.o);
        else
            for (int k = 0; k < lines && k < p.left; ++k)
                tri_copy_async<sizeof(real)>(whole_value(b, i) + k, from + p.o + k);
    }
}

static __device__ inline void whole_fetch(const whole_block<false> &b)
{
    const unsigned values = whole_values(b);
    const real *from = b.l.d + b.origin;
    __syncthreads(); /* runs */
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < values; i += WHOLE_THREADS) {
        const whole_place p = whole_place_of(b, i);
        if (p.left > 0)
            tri_copy_async<sizeof(real)>(whole_value(b, i), from + p.o);
    }
}

/* Threads from `thread`, so many, load what will be read for a range of eighths of the values into
 * cache, by sectors of 32 bytes. */
template <bool ACROSS, typename Value>
static __device__ inline void whole_ahead(const whole_block<ACROSS> &b, const Value *from,
                                          int begin, int end, int thread, int threads)
{
    enum { SECTOR = 32 / (int)sizeof(real) };
    const unsigned eighth = whole_values(b) / WHOLE_EIGHTHS, last = eighth * (unsigned)end;
    for (unsigned i = eighth * (unsigned)begin + SECTOR * (unsigned)thread; i < last;
         i += SECTOR * (unsigned)threads) {
        const whole_place p = whole_place_of(b, i);
        if (p.left > 0)
            cuda_prefetch(from + p.o);
    }
}

template <bool ACROSS>
static __device__ inline void whole_copy_factors(const whole_block<ACROSS> &b)
{
    enum { PACK = 16 / sizeof(real) };
    real *const copy = (real *)b.factors;
    const real *const from = (const real *)(b.l.factors + b.rank * b.l.kinds);
    for (int i = PACK * (int)threadIdx.x; i < b.l.kinds * WHOLE_FACTORS; i += PACK * WHOLE_THREADS)
        tri_copy_async<16>(copy + i, from + i);
}

/* The values of a pack whose lines are solved: their last unknowns are finite. */
template <int V> static __device__ inline unsigned whole_solved(const whole_block<true> &b)
{
    const int w = (int)(V * threadIdx.x & (unsigned)(b.l.width - 1));
    unsigned of = 0;
    for (int k = 0; k < V; ++k)
        if (w + k < b.lines && cut_finite(b.last(w + k)))
            of |= 1u << k;
    return of;
}
template <int V> static __device__ inline unsigned whole_solved(const whole_block<false> &)
{
    return (1u << V) - 1; /* runs of others are empty */
}

/* Values i ... i + V - 1 in the tile. Whole packs of lines are aligned there. */
template <int V, bool ACROSS>
static __device__ inline cut_pack whole_pack(const whole_block<ACROSS> &b, unsigned i)
{
    const real *from = whole_value(b, i);
    cut_pack pack;
    if (ACROSS && V == CUT_PACK) {
        pack = *(const cut_pack *)from;
    } else {
#pragma unroll
        for (int k = 0; k < V; ++k)
            pack.value[k] = from[k];
    }
    return pack;
}

/* Passes the unknowns on. Lines that are not solved stay as they are. */
template <bool ACROSS, typename To>
static __device__ inline void whole_put(const whole_block<ACROSS> &b, const To &to)
{
    enum { R = To::AT_ONCE, V = To::V, STEP = V * WHOLE_THREADS };
    const unsigned values = whole_values(b), of = whole_solved<V>(b);
    for (unsigned begin = V * threadIdx.x; begin < values; begin += R * STEP) {
        typename To::given given[R];
        int o[R];
#pragma unroll
        for (int r = 0; r < R; ++r) {
            const unsigned i = begin + r * STEP;
            o[r] = whole_place_of(b, i < values ? i : begin).o;
        }
        to.load(o, given);
#pragma unroll
        for (int r = 0; r < R; ++r) {
            const unsigned i = begin + r * STEP;
            if (i >= values)
                break;
            const cut_pack x = whole_pack<V>(b, i);
            to.put({whole_place_of(b, i).left, of}, o[r], given[r], x);
        }
    }
}

} // namespace CUT_TWIN

#endif
