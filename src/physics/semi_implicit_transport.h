/* Transport of velocity in the semi-implicit scheme, before waves: advection in one pass or several,
 * or along the paths that water takes (Casulli 1990), and the rotation of the earth. Knows no
 * arrays. */
#ifndef SPATE_PHYSICS_SEMI_IMPLICIT_TRANSPORT_H
#define SPATE_PHYSICS_SEMI_IMPLICIT_TRANSPORT_H

#include "physics/staggered_momentum.h"

/* Fractions of the water at a face that flow in, reduced to 1 together. The new velocity of upwind
 * transport is then a mean of old ones with weights that are not negative, so that it stays between
 * them for any step. It matters where deep water runs onto a film: the depth that a step ends with
 * is not known when it begins. */
SPATE_FN stag_turnover semi_within_one(stag_turnover t)
{
    const calc in =
        (max_zero_r(t.back) + max_zero_r(-t.front)) + (max_zero_r(t.low) + max_zero_r(-t.high));
    const calc scale = in > C(1) ? div_r(C(1), in) : C(1);
    const stag_turnover r = {scale * t.back, scale * t.front, scale * t.low, scale * t.high};
    return r;
}

/* ---- rotation of the earth ---- */

/* Half of the rotation of a step, before and after the waves: the velocity of a current in balance
 * with a slope of the level is then kept to third order in f dt. Fluxes are made in between, so that
 * its levels drift, to first order. Cayley's form, with exact length for any step. */
typedef struct semi_turn {
    calc along, across;
} semi_turn;

SPATE_FN semi_turn semi_half_turn(double coriolis, double dt)
{
    const double t = 0.25 * (coriolis * dt), scale = 1 / (1 + t * t);
    const semi_turn r = {.along = (calc)((1 - t * t) * scale), .across = (calc)(2 * t * scale)};
    return r;
}

/* across: the mean velocity of the four faces across; its sign is that of f for u, of -f for v. */
SPATE_FN calc semi_turned(calc u, calc across, semi_turn t)
{
    return plus_zero(t.along * u + t.across * across);
}

/* ---- paths ---- */

/* Velocities are linear between four faces of one kind. Faces without flow do not count: along a
 * wall water slips. otherwise: where none of the four flows. a, b: position between them, 0 to 1. */
SPATE_FN calc semi_between(const calc value[4], const calc open[4], calc a, calc b, calc otherwise)
{
    const calc w0 = ((C(1) - a) * (C(1) - b)) * open[0], w1 = (a * (C(1) - b)) * open[1];
    const calc w2 = ((C(1) - a) * b) * open[2], w3 = (a * b) * open[3];
    const calc sum = (w0 + w1) + (w2 + w3);
    const calc found = (w0 * value[0] + w1 * value[1]) + (w2 * value[2] + w3 * value[3]);
    return sum > C(0) ? div_r(found, sum) : otherwise;
}

/* Velocity at which a path begins at a shore, where a face does not flow yet: that of the water which
 * flows to it. Otherwise a front would stop at every face that it reaches. */
SPATE_FN calc semi_brought(calc back, calc front)
{
    return max_zero_r(back) + min_zero_r(front);
}

/* Largest distance that a pass follows a path back, in cells along each axis, and the largest flow
 * Courant number of a pass. Ghost cells reach further than this. */
#define SEMI_PATH_CELLS 2
/* A path is followed in so many steps by the midpoint rule. */
enum { SEMI_PATH_STEPS = 2 };

/* The largest whole number not above a. Exact in every arithmetic. */
SPATE_FN calc semi_floor(calc a)
{
#if SPATE_CALC_BITS == 32
    return __builtin_floorf(a);
#else
    return __builtin_floor(a);
#endif
}

/* A position on a path, no further from its begin than a pass may go. */
SPATE_FN calc semi_path_to(calc begin, calc at)
{
    const calc most = begin + C(SEMI_PATH_CELLS), least = begin - C(SEMI_PATH_CELLS);
    return max_r(min_r(at, most), least);
}

#endif
