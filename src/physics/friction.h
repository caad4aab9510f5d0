/* Bed friction: laws, and the semi-implicit steps that apply them (SI-RK2 of Chertock, Cui,
 * Kurganov & Wu 2015: second order, and damped for any time step). */
#ifndef SPATE_PHYSICS_FRICTION_H
#define SPATE_PHYSICS_FRICTION_H

#include "base/real.h"

enum { FRICTION_NONE, FRICTION_MANNING, FRICTION_CHEZY };

/* h^(-1/3) for positive, normal h: a guess from the bits, then two steps of
 *     y (1 - e)^(-1/3),  e = 1 - h y^3,
 * by its series to e^3. The guess is within 3.6 %, so |e| < 0.112; the steps leave 2e-5, then
 * rounding. No division and no pow: the same bits on every machine. */
#define SPATE_INVERSE_CUBE_ROOT(name, type)                                                        \
    SPATE_FN type name(type h)                                                                     \
    {                                                                                              \
        union {                                                                                    \
            float f;                                                                               \
            uint32_t bits;                                                                         \
        } guess = {.f = (float)h};                                                                 \
        guess.bits = UINT32_C(0x54a1f000) - guess.bits / 3u;                                       \
        type y = (type)guess.f;                                                                    \
        for (int step = 0; step < 2; ++step) {                                                     \
            const type e = (type)1 - h * (y * y * y);                                              \
            y = y +                                                                                \
                y * (e * ((type)(1.0 / 3.0) + e * ((type)(2.0 / 9.0) + e * (type)(14.0 / 81.0)))); \
        }                                                                                          \
        return y;                                                                                  \
    }
SPATE_INVERSE_CUBE_ROOT(inverse_cube_root, calc)
SPATE_INVERSE_CUBE_ROOT(inverse_cube_root_f64, double) /* for what is f64 in every precision */

/* The coefficient of a law, computed once: g n^2 (Manning), g / C^2 (Chezy). */
SPATE_FN double manning_strength(double n, double g)
{
    return g * n * n;
}

SPATE_FN double chezy_strength(double chezy, double g)
{
    return g / (chezy * chezy);
}

/* Damping rate (1/s) of momentum, -G in the notation of the paper: momentum' = f - rate momentum.
 * Manning: g n^2 |u| / h^(4/3), strength = g n^2. */
SPATE_FN calc manning_rate(calc h, calc u, calc v, calc strength)
{
    const calc y = inverse_cube_root(h);
    return (strength * sqrt_r(u * u + v * v)) * ((y * y) * (y * y));
}

/* Chezy: g |u| / (C^2 h), strength = g / C^2. */
SPATE_FN calc chezy_rate(calc h, calc u, calc v, calc strength)
{
    return div_r(strength * sqrt_r(u * u + v * v), h);
}

/* One semi-implicit Euler step: change = dt f. */
SPATE_FN calc friction_euler(calc momentum, calc change, calc damping)
{
    return div_r(momentum + change, C(1) + damping);
}

/* The last line of SI-RK2: corrects the mean of the two stages with damping = dt rate(mean state).
 * change is dt f of the second stage (f of the mean state differs from it by O(dt), which enters at
 * the third order); a steady state f = rate momentum is kept exactly. */
SPATE_FN calc friction_correct(calc momentum, calc change, calc damping)
{
    return div_r(momentum + damping * change, C(1) + damping * damping);
}

#endif
