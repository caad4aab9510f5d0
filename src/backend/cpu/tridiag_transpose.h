/* Square tiles of contiguous lines, transposed in registers, and stores past the caches. Only moves values: the bits are those of the
 * plain loops, which serve where there are no such registers. */
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

/* Values of a and b in turn: of their first halves, of their second halves. */
static inline tri_vector zip_first(tri_vector a, tri_vector b)
{
#if SPATE_REAL_BITS == 64
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
#else
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
#endif
}

static inline tri_vector zip_second(tri_vector a, tri_vector b)
{
#if SPATE_REAL_BITS == 64
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
#else
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
#endif
}

/* One perfect shuffle of all rows; as many as the tile has bits make a transpose. */
static inline void zip_rows(const tri_vector *from, tri_vector *to)
{
#pragma GCC unroll 16
    for (int k = 0; k < TRI_TILE / 2; ++k) {
        to[2 * k] = zip_first(from[k], from[k + TRI_TILE / 2]);
        to[2 * k + 1] = zip_second(from[k], from[k + TRI_TILE / 2]);
    }
}

/* Row k of the tile goes to column k of to[0], to[1], ...; streamed: past the caches, to whole lines. */
/* Row k of the tile becomes column k of to[0], to[1], ...; streamed: past the caches. */
static inline void tri_transpose(const real *const *rows, real *const *to, int streamed)
{
    tri_vector v[TRI_TILE], w[TRI_TILE];
#pragma GCC unroll 16
    for (int k = 0; k < TRI_TILE; ++k)
        memcpy(&v[k], rows[k], sizeof v[k]);
    zip_rows(v, w);
    zip_rows(w, v);
    zip_rows(v, w);
#if SPATE_REAL_BITS == 32
    zip_rows(w, v);
    const tri_vector *result = v;
#else
    const tri_vector *result = w;
#endif
#pragma GCC unroll 16
    for (int k = 0; k < TRI_TILE; ++k)
        if (streamed)
            _mm512_stream_si512((__m512i *)(void *)to[k], (__m512i)result[k]);
        else
            memcpy(to[k], &result[k], sizeof *result);
}
#endif

#ifdef __SSE2__
/* One cache line, past the caches. */
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
