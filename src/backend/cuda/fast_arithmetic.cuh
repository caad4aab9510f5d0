/* Roots, reciprocals and extrema of the fast build: what the GPU has an instruction for, refined where f64
 * needs it. Included by base/real.h, after calc is known. */
#ifndef SPATE_BACKEND_CUDA_FAST_ARITHMETIC_CUH
#define SPATE_BACKEND_CUDA_FAST_ARITHMETIC_CUH

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

/* A guess of 20 bits, then Newton's steps: 40 bits, 53. Below 2^-1022 the guess is infinite: callers divide
 * by what is at least the smallest normal number. */
static __device__ __forceinline__ double fast_reciprocal(double a)
{
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    r = fma(fma(-a, r, 1.0), r, r);
    return fma(fma(-a, r, 1.0), r, r);
}

/* Goldschmidt's steps from a guess of 20 bits. What is added is lost in any a that matters, and keeps the
 * guess finite where a is 0. */
static __device__ __forceinline__ double fast_root(double a)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a + 1e-300));
    double root = a * y, half = 0.5 * y;
    double rest = fma(-root, half, 0.5);
    root = fma(root, rest, root);
    half = fma(half, rest, half);
    return fma(fma(-root, root, a), half, root);
}

#endif
