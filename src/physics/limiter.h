/* Slope limiting. */
#ifndef SPATE_PHYSICS_LIMITER_H
#define SPATE_PHYSICS_LIMITER_H

#include "base/real.h"

/* Smallest in magnitude if all agree in sign, else zero: the mirrored arguments give the mirrored
 * result to the bit. */
SPATE_FN calc minmod3(calc a, calc b, calc c)
{
    return max_r(min_r(a, min_r(b, c)), C(0)) + min_r(max_r(a, max_r(b, c)), C(0));
}

/* Half the limited difference across a cell, from the differences to its neighbours (generalised
 * minmod, seed-003 eq. 2.7): theta/2 outside, (back + forward)/4 in the middle. With theta <= 2 the
 * face values stay between the neighbouring cell values. */
SPATE_FN calc half_slope(calc back, calc forward, calc half_theta)
{
#if SPATE_FAST_ARITHMETIC
    /* The same by magnitudes: fewer instructions where signs and magnitudes cost nothing. */
    const calc sum = back + forward;
    const calc size = min_r(half_theta * min_r(abs_r(back), abs_r(forward)), C(0.25) * abs_r(sum));
    return back * forward > C(0) ? fast_copy_sign(size, sum) : C(0);
#else
    return minmod3(half_theta * back, C(0.25) * (back + forward), half_theta * forward);
#endif
}

/* A slope where the cell has one: sloped is 1, or 0 for a flat cell. */
SPATE_FN calc slope_if(calc sloped, calc slope)
{
#if SPATE_FAST_ARITHMETIC
    return sloped > C(0) ? slope : C(0);
#else
    return sloped * slope;
#endif
}

#endif
