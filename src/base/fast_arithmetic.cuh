/* Roots, reciprocals and extrema of the fast build: what the GPU has an instruction for, refined
 * where f64 needs it. Included by base/real.h, after calc is known. */
#ifndef SPATE_BASE_FAST_ARITHMETIC_CUH
#define SPATE_BASE_FAST_ARITHMETIC_CUH

static __device__ __forceinline__ float fast_min(float a, float b)
{
    return fminf(a, b);
}

static __device__ __forceinline__ float fast_max(float a, float b)
{
    return fmaxf(a, b);
}

static __device__ __forceinline__ float fast_copy_sign(float size, float sign)
{
    return copysignf(size, sign);
}

static __device__ __forceinline__ double fast_copy_sign(double size, double sign)
{
    return copysign(size, sign);
}

/* Within 1 ulp for normal numbers. */
static __device__ __forceinline__ float fast_reciprocal(float a)
{
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
}

/* Within 1 ulp; the root of 0 is 0. */
static __device__ __forceinline__ float fast_root(float a)
{
    float r;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
}

/* The hardware has no f64 minimum: a comparison and a selection. */
static __device__ __forceinline__ double fast_min(double a, double b)
{
    return a < b ? a : b;
}

static __device__ __forceinline__ double fast_max(double a, double b)
{
    return a > b ? a : b;
}

/* The sign is a bit of the upper half. Integer units, which have less to do, test it. */
static __device__ __forceinline__ double fast_max_zero(double a)
{
    return __double2hiint(a) < 0 ? 0.0 : a;
}

static __device__ __forceinline__ double fast_min_zero(double a)
{
    return __double2hiint(a) < 0 ? a : 0.0;
}

/* By the upper half, too: whether a is positive or 0, and whether it may be 0, which tiny numbers may. */
static __device__ __forceinline__ int fast_is_not_negative(double a)
{
    return __double2hiint(a) >= 0;
}

static __device__ __forceinline__ int fast_may_be_zero(double a)
{
    return __double2hiint(a) == 0;
}

static __device__ __forceinline__ int fast_is_not_negative(float a)
{
    return a >= 0.0f;
}

static __device__ __forceinline__ int fast_may_be_zero(float a)
{
    return a == 0.0f;
}

static __device__ __forceinline__ float fast_max_zero(float a)
{
    return fmaxf(a, 0.0f);
}

static __device__ __forceinline__ float fast_min_zero(float a)
{
    return fminf(a, 0.0f);
}

/* Operands are compared by magnitude. The result keeps its sign; the caller makes it positive. */
static __device__ __forceinline__ double fast_max_size(double a, double b)
{
    return fabs(fabs(a) > fabs(b) ? a : b);
}

static __device__ __forceinline__ float fast_max_size(float a, float b)
{
    return fmaxf(fabsf(a), fabsf(b));
}

/* Upper half of 1. */
enum { ONE_UPPER = 0x3ff00000 };

static __device__ __forceinline__ double fast_at_most_one(double a)
{
    return __double2hiint(a) < ONE_UPPER ? a : 1.0;
}

static __device__ __forceinline__ float fast_at_most_one(float a)
{
    return fminf(a, 1.0f);
}

/* Upper half of the smallest normal number. */
enum { TINY_UPPER = 0x00100000 };

static __device__ __forceinline__ double fast_at_least_tiny(double a)
{
    return __hiloint2double(max(__double2hiint(a), (int)TINY_UPPER), __double2loint(a));
}

static __device__ __forceinline__ float fast_at_least_tiny(float a)
{
    return fmaxf(a, 1.17549435e-38f);
}

static __device__ __forceinline__ float fast_fma(float a, float b, float c)
{
    return fmaf(a, b, c);
}

static __device__ __forceinline__ double fast_fma(double a, double b, double c)
{
    return fma(a, b, c);
}

/* A guess r with an error below e = 2^-19 (the hardware uses and returns 20 bits), then r (1 + e +
 * e^2), with an error of 2^-57. Below 2^-1022 the guess is infinite: callers divide by at least the
 * smallest normal number. */
static __device__ __forceinline__ double fast_reciprocal(double a)
{
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    const double e = fma(-a, r, 1.0);
    return fma(r, fma(e, e, e), r);
}

/* From a guess y of 1 / root: s = a y, e = 1 - s y, s (1 + e/2 + 3/8 e^2). e is below 2^-18 and the
 * error below 2^-55. The argument of the guess is at least the smallest normal number, so that it
 * is finite for a = 0. */
static __device__ __forceinline__ double fast_root(double a)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(fast_at_least_tiny(a)));
    const double s = a * y, e = fma(-s, y, 1.0);
    return fma(s * e, fma(e, 0.375, 0.5), s);
}

#endif
