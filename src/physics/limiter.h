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

/* Slopes are counted in this part of a difference across a half cell: face value = centre + SLOPE_UNIT slope.
 * Where multiplying and adding is one instruction the factor 1/4 of the middle slope waits until there. */
#if SPATE_FAST_ARITHMETIC
#define SLOPE_UNIT C(0.25)
#else
#define SLOPE_UNIT C(1)
#endif

/* a, or 0 in a flat cell (sloped is 1, or 0 for a flat cell) in the arithmetic that makes slopes vanish by what
 * they are made of, once for all slopes of a cell; in the other, slope_if does it slope by slope. */
SPATE_FN calc unless_flat(calc sloped, calc a)
{
#if SPATE_FAST_ARITHMETIC
    return where_r(sloped, a);
#else
    (void)sloped;
    return a;
#endif
}

SPATE_FN calc slope_if(calc sloped, calc slope)
{
#if SPATE_FAST_ARITHMETIC
    (void)sloped;
    return slope;
#else
    return where_r(sloped, slope);
#endif
}

/* How steep half_slope may be. */
SPATE_FN calc slope_limit(calc sloped, calc half_theta)
{
    return unless_flat(sloped, SPATE_FAST_ARITHMETIC ? C(2) * half_theta : half_theta);
}

/* Half the limited difference across a cell, in units of SLOPE_UNIT, from the differences to its neighbours
 * (generalised minmod, seed-003 eq. 2.7): theta/2 outside, (back + forward)/4 in the middle. With theta <= 2 the
 * face values stay between the neighbouring cell values. */
SPATE_FN calc half_slope(calc back, calc forward, calc limit)
{
#if SPATE_FAST_ARITHMETIC
    /* By magnitudes, which cost nothing: |b + f| - ||b| - |f|| is twice the smaller if the signs agree, and
     * zero, to the bit, if they do not. */
    const calc sum = back + forward, difference = abs_r(back) - abs_r(forward);
    const calc twice = abs_r(sum) - abs_r(difference);
    return fast_copy_sign(min_r(limit * twice, abs_r(sum)), sum);
#else
    return minmod3(limit * back, C(0.25) * (back + forward), limit * forward);
#endif
}

#endif
