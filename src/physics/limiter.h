/* Slope limiting. */
#ifndef SPATE_PHYSICS_LIMITER_H
#define SPATE_PHYSICS_LIMITER_H

#include "base/real.h"

/* Unit of slopes: face value = centre + SLOPE_UNIT slope. With fused multiply-adds the factor 1/4
 * of the central slope is applied there, at no cost. */
#if SPATE_FAST_ARITHMETIC
#define SLOPE_UNIT C(0.25)
#else
#define SLOPE_UNIT C(1)
#endif

/* The limit of half_slope: theta, or 0 in a flat cell (sloped = 0), where all slopes vanish. */
SPATE_FN calc slope_limit(calc sloped, calc half_theta)
{
    return where_r(sloped, SPATE_FAST_ARITHMETIC ? C(2) * half_theta : half_theta);
}

/* Half the limited difference across a cell, in units of SLOPE_UNIT, from the differences to its
 * neighbours (generalised minmod, as in Kurganov & Petrova 2007): theta/2 outside, (back +
 * forward)/4 in the middle. With theta <= 2 the face values stay between the neighbouring cell
 * values. */
SPATE_FN calc half_slope(calc back, calc forward, calc limit)
{
#if SPATE_FAST_ARITHMETIC
    /* By magnitudes, which are free on a GPU: |b + f| - ||b| - |f|| is twice the smaller one if
     * the signs agree, and exactly zero if they do not. */
    const calc sum = back + forward, difference = abs_r(back) - abs_r(forward);
    const calc twice = abs_r(sum) - abs_r(difference);
    return fast_copy_sign(min_r(limit * twice, abs_r(sum)), sum);
#else
    /* The central slope between two bounds. If the differences have one sign these are zero and
     * the limited smaller difference; else both are zero. Mirrored arguments give the mirrored
     * result to the bit. */
    const calc most = max_zero_r(limit * min_r(back, forward));
    const calc least = min_zero_r(limit * max_r(back, forward));
    return max_r(min_r(C(0.25) * (back + forward), most), least);
#endif
}

#endif
