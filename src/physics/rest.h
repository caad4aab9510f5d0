/* Whether anything moves: a value that is zero if and only if all the values it was made of are. */
#ifndef SPATE_PHYSICS_REST_H
#define SPATE_PHYSICS_REST_H

#include "base/host_device.h"
#include "base/real.h"

#if SPATE_IN_KERNEL

/* On a GPU: the bitwise or of all values, without their signs. */
typedef struct unrest_value {
    unsigned upper, lower;
} unrest_value;

SPATE_FN unrest_value unrest_both(unrest_value a, unrest_value b)
{
    const unrest_value both = {a.upper | b.upper, a.lower | b.lower};
    return both;
}

SPATE_FN unrest_value unrest_of(calc a, calc b)
{
#if SPATE_CALC_BITS == 32
    const unrest_value u = {__float_as_uint(a) | __float_as_uint(b), 0u};
#else
    const unrest_value u = {(unsigned)(__double2hiint(a) | __double2hiint(b)),
                            (unsigned)(__double2loint(a) | __double2loint(b))};
#endif
    return u;
}

SPATE_FN int unrest_seen(unrest_value u)
{
    return ((u.upper << 1) | u.lower) != 0; /* without the sign */
}

#else

/* On a CPU: the sum of their magnitudes, which vectorises like the rest. */
typedef calc unrest_value;

SPATE_FN unrest_value unrest_both(unrest_value a, unrest_value b)
{
    return a + b;
}

SPATE_FN unrest_value unrest_of(calc a, calc b)
{
    return abs_r(a) + abs_r(b);
}

SPATE_FN int unrest_seen(unrest_value u)
{
    return u > C(0);
}

#endif
#endif
