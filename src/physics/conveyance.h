/* What a face of a boundary carries at unit depth, by Manning's law or as critical flow. f64 in
 * every precision. How a discharge is spread by it is in physics/section.h. */
#ifndef SPATE_PHYSICS_CONVEYANCE_H
#define SPATE_PHYSICS_CONVEYANCE_H

#include <math.h>

#include "base/host_device.h"

/* Manning's n of a friction strength g n^2 (physics/friction.h). */
SPATE_BOTH double manning_number(double strength, double g)
{
    return sqrt(strength / g);
}

/* Flux (m2/s) at unit depth where the bed falls with this slope: sqrt(S) / n. */
SPATE_BOTH double manning_conveyance(double slope, double n)
{
    return sqrt(slope) / n;
}

/* Flux (m2/s) at unit depth of critical flow: sqrt(g). */
SPATE_BOTH double critical_conveyance(double g)
{
    return sqrt(g);
}

/* The factor of q^(2/3) in the depth of an inflow with Froude number F: (g F^2)^(-1/3). */
SPATE_BOTH double froude_depth_factor(double froude, double g)
{
    return 1 / cbrt(g * froude * froude);
}

#endif
