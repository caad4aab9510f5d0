/* The cube root in the friction of the ADI scheme, which is a tenth of its arithmetic. */
#ifndef SPATE_PHYSICS_ADI_CUBE_ROOT_H
#define SPATE_PHYSICS_ADI_CUBE_ROOT_H

#include "physics/friction.h"
#if SPATE_FAST_ARITHMETIC
#include "physics/fast_cube_root.cuh"
#endif

#if SPATE_CALC_BITS == 64
/* As inverse_cube_root, with the first step in floats, which cost half. Its series to e^4 leaves 2.5e-6 and its roundings
 * 2e-7, so |e| < 8.1e-6 is left to the second step, whose series to e^2 leaves 14/81 e^3 < 1e-16. */
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

#endif
