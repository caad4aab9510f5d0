/* Bed friction of the ADI scheme. Its cube root is a tenth of the arithmetic of the scheme. Knows
 * no arrays. */
#ifndef SPATE_PHYSICS_ADI_FRICTION_H
#define SPATE_PHYSICS_ADI_FRICTION_H

#include "physics/adi_sweep.h"
#if SPATE_FAST_ARITHMETIC
#include "physics/fast_cube_root.cuh"
#endif

#if SPATE_CALC_BITS == 64
/* As inverse_cube_root, with the first step in floats, which cost half. Its series to e^4 leaves
 * 2.5e-6 and its roundings 2e-7, so |e| < 8.1e-6 is left to the second step, whose series to e^2
 * leaves 14/81 e^3 < 1e-16. */
SPATE_FN double adi_cube_root_in_two(double h)
{
    union {
        float f;
        uint32_t bits;
    } guess = {.f = (float)h};
    const float rough = guess.f;
    guess.bits = UINT32_C(0x54a1f000) - guess.bits / 3u;
    const float g = guess.f, off = 1.0f - rough * (g * g * g);
    const float series =
        (float)(1.0 / 3) +
        off * ((float)(2.0 / 9) + off * ((float)(14.0 / 81) + off * (float)(35.0 / 243)));
    const double y = (double)(g + g * (off * series));
    const double e = 1.0 - h * (y * y * y);
    return y + y * (e * (1.0 / 3 + e * (2.0 / 9)));
}
#endif

/* h^(-1/3). */
SPATE_FN calc adi_inverse_cube_root(calc h)
{
#if SPATE_FAST_ARITHMETIC
    return fast_inverse_cube_root(h);
#elif SPATE_CALC_BITS == 64
    return adi_cube_root_in_two(h);
#else
    return inverse_cube_root(h);
#endif
}

/* dt times the damping rate of p: Manning's g n^2 |V| / h^(7/3), Chezy's g |V| / (C h)^2. h^-2 is
 * the mean over the two cells, of which the shallower counts as at least half as deep as the
 * other: otherwise water that runs onto dry ground would be held back as a film. With H = h^-2:
 * h^(-7/3) = H H^(-1/3) H^(1/2). */
SPATE_FN calc adi_damping(calc p, calc q, calc inverse_back, calc inverse_front, calc strength,
                          int law, const adi_sweep *k)
{
    if (law == FRICTION_NONE)
        return C(0);
    const calc back = min_r(inverse_back, C(2) * inverse_front);
    const calc front = min_r(inverse_front, C(2) * inverse_back);
    const calc mean = C(0.5) * (back * back + front * front);
    const calc square = p * p + q * q;
    if (law == FRICTION_MANNING) /* one root for |V| and h^-1 */
        return (k->dt * strength) * (sqrt_r(square * mean) * (mean * adi_inverse_cube_root(mean)));
    return (k->dt * strength) * (sqrt_r(square) * mean);
}

#endif
