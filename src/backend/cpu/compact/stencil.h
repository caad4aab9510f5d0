/* The right-hand side of an interior row, shared by whole lines and lines that are cut into
 * parts. */
#ifndef SPATE_BACKEND_CPU_COMPACT_STENCIL_H
#define SPATE_BACKEND_CPU_COMPACT_STENCIL_H

#include <string.h>

#include "backend/compact/compact.h"
#include "base/real.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { GROUP = 4 }; /* rows computed together: they share the values that they read */
enum { GROUP_VALUES = 2 * COMPACT_PAIRS + GROUP };

/* One register of lanes. Explicit vectors, because compilers do not vectorize the loops over the
 * arrays of a group. */
#if defined(__AVX512F__)
enum { WIDE_BYTES = 64 };
#elif defined(__AVX2__)
enum { WIDE_BYTES = 32 };
#else
enum { WIDE_BYTES = 16 };
#endif
enum { WIDE = WIDE_BYTES / (int)sizeof(real) };
typedef real wide __attribute__((vector_size(WIDE_BYTES)));

/* For one lane and for many. right_side is centre f[i] + the sum over k of pair[k] (f[i + right
 * + k] +- f[i - left - k]). w holds the values of the group, starting with the first that its
 * row 0 reads. pairs, parity and half (points) are compile-time constants. */
#define COMPACT_LANES(type, of)                                                                    \
    ALWAYS_INLINE type load_##of(const real *from)                                                 \
    {                                                                                              \
        type v;                                                                                    \
        memcpy(&v, from, sizeof v);                                                                \
        return v;                                                                                  \
    }                                                                                              \
    ALWAYS_INLINE void store_##of(real *to, type v)                                                \
    {                                                                                              \
        memcpy(to, &v, sizeof v);                                                                  \
    }                                                                                              \
    ALWAYS_INLINE type right_side_##of(const type *w, int row, int pairs, compact_parity parity,   \
                                       int half, real centre, const real *pair)                    \
    {                                                                                              \
        type sum = w[row + pairs - half];                                                          \
        if (parity == COMPACT_CENTRED)                                                             \
            sum = centre * w[row + pairs];                                                         \
        _Pragma("GCC unroll 8") for (int k = 0; k < pairs; ++k)                                    \
        {                                                                                          \
            const type right = w[row + pairs + 1 - half + k], left = w[row + pairs - 1 - k];       \
            const type term = pair[k] * (parity == COMPACT_ODD ? right - left : right + left);     \
            sum = k == 0 && parity != COMPACT_CENTRED ? term : sum + term;                         \
        }                                                                                          \
        return sum;                                                                                \
    }
COMPACT_LANES(real, one)
COMPACT_LANES(wide, many)

/* Calls function(..., pairs, parity, half) with constants. At half points there is no central
 * value. */
#define COMPACT_BY_PAIRS(stencil, function, parity, half, ...)                                     \
    switch ((stencil)->pairs) {                                                                    \
    case 1: function(__VA_ARGS__, 1, parity, half); break;                                         \
    case 2: function(__VA_ARGS__, 2, parity, half); break;                                         \
    case 3: function(__VA_ARGS__, 3, parity, half); break;                                         \
    case 4: function(__VA_ARGS__, 4, parity, half); break;                                         \
    default: function(__VA_ARGS__, 5, parity, half); break;                                        \
    }
#define COMPACT_BY_KIND(stencil, function, ...)                                                    \
    if ((stencil)->parity == COMPACT_CENTRED) {                                                    \
        COMPACT_BY_PAIRS(stencil, function, COMPACT_CENTRED, 0, __VA_ARGS__)                       \
    } else if ((stencil)->parity == COMPACT_ODD && (stencil)->left + (stencil)->right == 1) {      \
        COMPACT_BY_PAIRS(stencil, function, COMPACT_ODD, 1, __VA_ARGS__)                           \
    } else if ((stencil)->parity == COMPACT_ODD) {                                                 \
        COMPACT_BY_PAIRS(stencil, function, COMPACT_ODD, 0, __VA_ARGS__)                           \
    } else {                                                                                       \
        COMPACT_BY_PAIRS(stencil, function, COMPACT_EVEN, 1, __VA_ARGS__)                          \
    }

ALWAYS_INLINE void add_value(int lanes, real value, const real *restrict f, real *restrict y)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        y[l] += value * f[l];
}

#endif
