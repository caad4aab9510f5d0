/* h^(-1/3) of the fast build: the guess comes from the GPU's logarithm and power of two, whose
 * errors of 2^-22 (of the logarithm: relative) leave e = 1 - h y^3 below 2^-17 for h between 2^-30
 * and 2^30. One step of its series then does: the next term, 14/81 e^3, is below 2^-53. Included by
 * physics/adi_friction.h. */
#ifndef SPATE_PHYSICS_FAST_CUBE_ROOT_CUH
#define SPATE_PHYSICS_FAST_CUBE_ROOT_CUH

static __device__ __forceinline__ calc fast_inverse_cube_root(calc h)
{
    float log, guess;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(log) : "f"((float)h));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(guess) : "f"(log * (float)(-1.0 / 3.0)));
    const calc y = (calc)guess, e = C(1) - (h * y) * (y * y);
#if SPATE_CALC_BITS == 32
    return y + y * (e * C(1.0 / 3.0));
#else
    return y + y * (e * (C(1.0 / 3.0) + e * C(2.0 / 9.0)));
#endif
}

#endif
