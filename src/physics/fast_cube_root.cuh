/* h^(-1/3) and h^(-4/3) of the fast build: a guess y of h^(-1/3) comes from the GPU's logarithm and
 * power of two, whose errors of 2^-22 (of the logarithm: relative) leave e = 1 - h y^3 below 1e-5 for
 * h between 2^-30 and 2^30. One step of the series of (1 - e)^(-1/3) or (1 - e)^(-4/3) then does: the
 * next term, 14/81 e^3 or 140/81 e^3, is below 2e-15, and 30 times less for h between 1e-3 and 1e3.
 * Where h is 0 the results are finite. */
#ifndef SPATE_PHYSICS_FAST_CUBE_ROOT_CUH
#define SPATE_PHYSICS_FAST_CUBE_ROOT_CUH

/* A positive double below 2^128 as a float of at least 2^-126, its mantissa cut to 20 bits, and back.
 * Integer units do this faster than the conversions are. */
static __device__ __forceinline__ float fast_to_float(double a)
{
    return __int_as_float((max(__double2hiint(a), 0x38100000) - 0x38000000) * 8);
}

static __device__ __forceinline__ double fast_to_double(float a)
{
    const unsigned bits = __float_as_uint(a);
    return __hiloint2double((int)((bits >> 3) + 0x38000000u), (int)(bits << 29));
}

static __device__ __forceinline__ float fast_to_float(float a)
{
    return fast_at_least_tiny(a);
}

static __device__ __forceinline__ calc fast_cube_root_guess(calc h)
{
    float log, guess;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(log) : "f"(fast_to_float(h)));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(guess) : "f"(log * (float)(-1.0 / 3.0)));
#if SPATE_CALC_BITS == 32
    return guess;
#else
    return fast_to_double(guess);
#endif
}

static __device__ __forceinline__ calc fast_inverse_cube_root(calc h)
{
    const calc y = fast_cube_root_guess(h), e = C(1) - (h * y) * (y * y);
#if SPATE_CALC_BITS == 32
    return y + y * (e * C(1.0 / 3.0));
#else
    return y + y * (e * (C(1.0 / 3.0) + e * C(2.0 / 9.0)));
#endif
}

static __device__ __forceinline__ calc fast_inverse_four_thirds(calc h)
{
    const calc y = fast_cube_root_guess(h), square = y * y, e = C(1) - (h * y) * square;
    const calc fourth = square * square;
#if SPATE_CALC_BITS == 32
    return fourth + fourth * (e * C(4.0 / 3.0));
#else
    return fourth + fourth * (e * (C(4.0 / 3.0) + e * C(14.0 / 9.0)));
#endif
}

#endif
