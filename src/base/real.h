/* Precision twins: a source that includes this is compiled once per precision, with
 * SPATE_REAL_BITS and SPATE_CALC_BITS defined by the build.
 *
 *   real  what is stored in fields
 *   calc  what arithmetic is done in (f32 storage with f64 arithmetic is one more twin)
 *
 * SPATE_NAME(foo) becomes foo_f32, foo_f64 or foo_f32c64. Arithmetic is IEEE + - * / sqrt only and
 * the build forbids contraction, so every CPU, vector width and remainder loop gives the same
 * bits. */
#ifndef SPATE_BASE_REAL_H
#define SPATE_BASE_REAL_H

#include <stdint.h>

#ifndef SPATE_REAL_BITS
#error "SPATE_REAL_BITS (32 or 64) is set by the build for every precision twin"
#endif
#ifndef SPATE_CALC_BITS
#define SPATE_CALC_BITS SPATE_REAL_BITS
#endif

#if SPATE_REAL_BITS == 32
typedef float real;
#else
typedef double real;
#endif

#if SPATE_CALC_BITS == 32
typedef float calc;
#define SPATE_CALC_TWIN f32
#define SPATE_CALC_EPSILON 1.1920928955078125e-07f
#define SPATE_CALC_TINY 1.17549435082228750797e-38f
#else
typedef double calc;
#define SPATE_CALC_TWIN f64
#define SPATE_CALC_EPSILON 2.220446049250313e-16
#define SPATE_CALC_TINY 2.2250738585072014e-308
#endif

#if SPATE_REAL_BITS == 32 && SPATE_CALC_BITS == 64
#define SPATE_TWIN f32c64
#elif SPATE_REAL_BITS == 32
#define SPATE_TWIN f32
#else
#define SPATE_TWIN f64
#endif

#define SPATE_JOIN2(a, b) a##_##b
#define SPATE_JOIN(a, b) SPATE_JOIN2(a, b)
#define SPATE_NAME(name) SPATE_JOIN(name, SPATE_TWIN)

/* In the fast CUDA build roots, quotients and extrema use GPU instructions. Their results are
 * within rounding of these, not the same bits. */
#if defined(__CUDA_ARCH__) && defined(SPATE_CUDA_FAST)
#define SPATE_FAST_ARITHMETIC 1
#include "base/fast_arithmetic.cuh"
#else
#define SPATE_FAST_ARITHMETIC 0
#endif

#ifdef __CUDACC__
#define SPATE_FN static __host__ __device__ __forceinline__
#else
#define SPATE_FN static inline __attribute__((always_inline))
#endif

/* A constant of the arithmetic type. */
#define C(x) ((calc)(x))

/* The comparison forms are what the vector minimum and maximum instructions compute. */
SPATE_FN calc min_r(calc a, calc b)
{
#if SPATE_FAST_ARITHMETIC
    return fast_min(a, b);
#else
    return a < b ? a : b;
#endif
}

SPATE_FN calc max_r(calc a, calc b)
{
#if SPATE_FAST_ARITHMETIC
    return fast_max(a, b);
#else
    return a > b ? a : b;
#endif
}

/* Zero, for kernels that vectorise with AVX-512: from a maximum with a constant zero gcc 12 makes a
 * comparison and a masked move, from one with a value it does not know a maximum. */
#if defined(__AVX512F__) && !defined(__CUDACC__)
extern const calc SPATE_JOIN(unknown_zero, SPATE_CALC_TWIN);
#define SPATE_ZERO SPATE_JOIN(unknown_zero, SPATE_CALC_TWIN)
#else
#define SPATE_ZERO C(0)
#endif

/* max(a, 0) and min(a, 0). */
SPATE_FN calc max_zero_r(calc a)
{
#if SPATE_FAST_ARITHMETIC
    return fast_max_zero(a);
#else
    return max_r(a, SPATE_ZERO);
#endif
}

SPATE_FN calc min_zero_r(calc a)
{
#if SPATE_FAST_ARITHMETIC
    return fast_min_zero(a);
#else
    return min_r(a, SPATE_ZERO);
#endif
}

/* a, but no less than the smallest normal number; a is not negative. */
SPATE_FN calc at_least_tiny(calc a)
{
#if SPATE_FAST_ARITHMETIC
    return fast_at_least_tiny(a);
#else
    return max_r(a, SPATE_CALC_TINY);
#endif
}

/* a where flag is 1, zero where it is 0. */
SPATE_FN calc where_r(calc flag, calc a)
{
#if SPATE_FAST_ARITHMETIC
    return flag > C(0) ? a : C(0);
#else
    return flag * a;
#endif
}

/* q - (a b + c d). */
SPATE_FN calc less_products(calc q, calc a, calc b, calc c, calc d)
{
#if SPATE_FAST_ARITHMETIC
    return fast_fma(-a, b, fast_fma(-c, d, q));
#else
    return q + -(a * b + c * d);
#endif
}

/* Turns -0 into 0, for equal bits. */
SPATE_FN calc plus_zero(calc a)
{
#if SPATE_FAST_ARITHMETIC
    return a;
#else
    return a + C(0);
#endif
}

SPATE_FN calc abs_r(calc a)
{
#if SPATE_CALC_BITS == 32
    return __builtin_fabsf(a);
#else
    return __builtin_fabs(a);
#endif
}

/* The larger of |a| and |b|. */
SPATE_FN calc max_size_r(calc a, calc b)
{
#if SPATE_FAST_ARITHMETIC
    return fast_max_size(a, b);
#else
    return max_r(abs_r(a), abs_r(b));
#endif
}

/* a, but no more than 1; a is not negative. */
SPATE_FN calc at_most_one(calc a)
{
#if SPATE_FAST_ARITHMETIC
    return fast_at_most_one(a);
#else
    return min_r(a, C(1));
#endif
}

SPATE_FN calc div_r(calc a, calc b)
{
#if SPATE_FAST_ARITHMETIC
    return a * fast_reciprocal(b);
#else
    return a / b;
#endif
}

SPATE_FN calc sqrt_r(calc a)
{
#if SPATE_FAST_ARITHMETIC
    return fast_root(a);
#elif SPATE_CALC_BITS == 32
    return __builtin_sqrtf(a);
#else
    return __builtin_sqrt(a);
#endif
}

#endif
