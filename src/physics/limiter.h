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
    return minmod3(half_theta * back, C(0.25) * (back + forward), half_theta * forward);
}

#endif
