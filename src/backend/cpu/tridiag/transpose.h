/* Square tiles of contiguous lines, transposed in registers, and streaming stores. Only moves
 * values: the bits are those of the plain loops, which serve other instruction sets. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_TRANSPOSE_H
#define SPATE_BACKEND_CPU_TRIDIAG_TRANSPOSE_H

#include <stddef.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "base/real.h"

enum { TRI_TILE = 64 / (int)sizeof(real) };

#ifdef __has_builtin
#if defined(__AVX512F__) && __has_builtin(__builtin_shufflevector)
#define TRI_REGISTER_TILES 1
#endif
#endif

#ifdef TRI_REGISTER_TILES
typedef real tri_vector __attribute__((vector_size(64)));

/* One stage of the transpose mixes v[k] and v[k + gap]. The patterns are those of single
 * instructions that preserve their operands. */
#define TRI_STAGE(v, gap, first, second)                                                           \
    _Pragma("GCC unroll 16") for (int k = 0; k < TRI_TILE; ++k) if (!(k & (gap)))                  \
    {                                                                                              \
        const tri_vector x = (v)[k], y = (v)[k + (gap)];                                           \
        (v)[k] = __builtin_shufflevector(x, y, first);                                             \
        (v)[k + (gap)] = __builtin_shufflevector(x, y, second);                                    \
    }

#if SPATE_REAL_BITS == 64
#define TRI_PAIRS_FIRST 0, 8, 2, 10, 4, 12, 6, 14
#define TRI_PAIRS_SECOND 1, 9, 3, 11, 5, 13, 7, 15
#define TRI_LANES_FIRST 0, 1, 4, 5, 8, 9, 12, 13 /* of 128 bits */
#define TRI_LANES_SECOND 2, 3, 6, 7, 10, 11, 14, 15
#else
#define TRI_ONES_FIRST 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define TRI_ONES_SECOND 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define TRI_PAIRS_FIRST 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define TRI_PAIRS_SECOND 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define TRI_LANES_FIRST 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27
#define TRI_LANES_SECOND 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31
#endif

/* Rows of a tile become columns: column tri_column(k) is in v[k]. */
static inline __attribute__((always_inline)) void tri_transpose(tri_vector *v)
{
#if SPATE_REAL_BITS == 64
    TRI_STAGE(v, 1, TRI_PAIRS_FIRST, TRI_PAIRS_SECOND)
    TRI_STAGE(v, 2, TRI_LANES_FIRST, TRI_LANES_SECOND)
    TRI_STAGE(v, 4, TRI_LANES_FIRST, TRI_LANES_SECOND)
#else
    TRI_STAGE(v, 1, TRI_ONES_FIRST, TRI_ONES_SECOND)
    TRI_STAGE(v, 2, TRI_PAIRS_FIRST, TRI_PAIRS_SECOND)
    TRI_STAGE(v, 4, TRI_LANES_FIRST, TRI_LANES_SECOND)
    TRI_STAGE(v, 8, TRI_LANES_FIRST, TRI_LANES_SECOND)
#endif
}

static inline int tri_column(int k)
{
    return TRI_TILE == 8 ? k : (k & ~3) | (k & 1) << 1 | (k & 2) >> 1;
}

static inline tri_vector tri_load(const real *from)
{
    tri_vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void tri_store(real *to, tri_vector v)
{
    memcpy(to, &v, sizeof v);
}

/* Streaming store of a whole cache line. */
static inline void tri_stream(real *to, tri_vector v)
{
    _mm512_stream_si512((__m512i *)(void *)to, (__m512i)v);
}
#endif

/* Copies less than a cache line with few instructions. (Masked stores made whole solves three
 * times slower on an EPYC 9004.) */
static inline void tri_copy_few(const real *from, int count, real *to)
{
#pragma GCC unroll 4
    for (int half = TRI_TILE / 2; half > 0; half /= 2)
        if (count & half) {
            memcpy(to, from, (size_t)half * sizeof(real));
            from += half;
            to += half;
        }
}

#ifdef __SSE2__
/* Streaming store of one cache line. */
static inline void tri_stream_line(const real *from, real *to)
{
#ifdef __AVX512F__
    _mm512_stream_si512((__m512i *)(void *)to, _mm512_loadu_si512(from));
#else
    for (int k = 0; k < 4; ++k)
        _mm_stream_si128((__m128i *)(void *)to + k,
                         _mm_loadu_si128((const __m128i *)(const void *)from + k));
#endif
}
#endif

#endif
