/* Steps in time of the vector-invariant schemes, and how long they may be. Knows no arrays. */
#ifndef SPATE_PHYSICS_VECTOR_INVARIANT_STEPS_H
#define SPATE_PHYSICS_VECTOR_INVARIANT_STEPS_H

#include "base/real.h"

/* A leapfrog step or the first stage of a Runge-Kutta step (2.27): from x0, with the rate of change
 * at another time or the same one. */
SPATE_FN calc vi_advanced(calc x0, calc dt, calc rate)
{
    return x0 + dt * rate;
}

/* The second and third stage of the SSP Runge-Kutta method of third order (Shu & Osher 1988):
 * (1 - weight) x0 + weight (x + dt F(x)), with weights 1/4 and 2/3. In this form what is at rest
 * stays so to the bit. The paper's table 2 has other coefficients, with which the order is 1. */
SPATE_FN calc vi_blended(calc x0, calc x, calc dt, calc rate, calc weight)
{
    return x0 + weight * ((x - x0) + dt * rate);
}

/* The filter of Robert, Asselin and Williams (2009) on three levels: what it adds to the middle one
 * is alpha times this, to the last one (alpha - 1) times this. strength: nu, 0 to 1. */
SPATE_FN calc vi_displacement(calc before, calc now, calc after, calc strength)
{
    return (C(0.5) * strength) * ((before - now) - (now - after));
}

/* ---- the time step ---- */

/* Small waves exp(i (k x + l y)) on still water of depth H, with c = sqrt(g H): the differences
 * of the C-grid give
 *     w^2 = c^2 (s(k dx) / dx^2 + s(l dy) / dy^2),   s(a) = 4 sin^2(a/2) / m(a),
 * with m = 1 for a lumped mass matrix and m(a) = (4 + 2 cos a) / 6 for (1, 4, 1) / 6. s grows
 * with a up to a = pi, where it is 4 or 12. With the Courant number
 *     C = c dt sqrt((1/dx^2 + 1/dy^2) / 2),
 * which is c dt / h for square cells, w dt <= sqrt(2 s) C. Leapfrog is stable for w dt < 1, the
 * Runge-Kutta method for w dt < sqrt(3). The limits of C follow: 0.354 and 0.612 with lumped
 * mass, 0.204 and 0.354 with the mass matrix, for any ratio of dx to dy. */
#define VI_STIFFNESS_LUMPED 4.0
#define VI_STIFFNESS_CONSISTENT 12.0

SPATE_FN double vi_courant_limit(int leapfrog, int lumped)
{
    const double s = lumped ? VI_STIFFNESS_LUMPED : VI_STIFFNESS_CONSISTENT;
    return __builtin_sqrt((leapfrog ? 1.0 : 3.0) / (2 * s));
}

/* What bounds the time step: dt = C / rate. A flow of speed (u, v) adds at most r (|u|/dx + |v|/dy)
 * to w, with r = 1, the largest of sin a, or r = sqrt(3), that of sin a / m(a): in either case
 * r / sqrt(2 s) = 1 / sqrt(8). Rotation adds no more than |f|. */
typedef struct vi_pacing {
    calc g, diagonal; /* diagonal: sqrt((1/dx^2 + 1/dy^2) / 2) */
    calc flow_x, flow_y, turn;
} vi_pacing;

/* f: the largest |f|. */
SPATE_FN vi_pacing vi_pacing_of(double dx, double dy, double g, double f, int lumped)
{
    const double s = lumped ? VI_STIFFNESS_LUMPED : VI_STIFFNESS_CONSISTENT;
    const double eighth = 1 / __builtin_sqrt(8.0);
    const vi_pacing p = {.g = (calc)g,
                         .diagonal = (calc)__builtin_sqrt((1 / (dx * dx) + 1 / (dy * dy)) / 2),
                         .flow_x = (calc)(eighth / dx),
                         .flow_y = (calc)(eighth / dy),
                         .turn = (calc)(f / __builtin_sqrt(2 * s))};
    return p;
}

/* Implicit steps have no limit of linear waves. Newton's method leaves the flow and the rotation out
 * of its matrix, so that its iterations grow with dt (|u|/dx + |v|/dy + |f|). A unit of time takes
 * the fewest where that is near 1.5; at 5 it fails with the mass matrix (tests/schemes/
 * vector_invariant/newton_limits.c). ratio: the Courant number of waves over this one of the flow. */
#define VI_FLOW_COURANT 1.5

SPATE_FN vi_pacing vi_implicit_pacing_of(double dx, double dy, double g, double f, double ratio)
{
    const vi_pacing p = {.g = (calc)g,
                         .diagonal = (calc)__builtin_sqrt((1 / (dx * dx) + 1 / (dy * dy)) / 2),
                         .flow_x = (calc)(ratio / dx),
                         .flow_y = (calc)(ratio / dy),
                         .turn = (calc)(ratio * f)};
    return p;
}

/* 1/s, from the greatest depth and the largest velocities of some cells. 0 without water. */
SPATE_FN calc vi_rate(calc deepest, calc u_size, calc v_size, const vi_pacing *p)
{
    const calc rate = (sqrt_r(p->g * max_zero_r(deepest)) * p->diagonal +
                       (u_size * p->flow_x + v_size * p->flow_y)) +
                      p->turn;
    return deepest > C(0) ? rate : C(0);
}

/* A leapfrog step keeps its length until the flow has become this much faster. */
#define VI_KEPT_RATIO 1.05

/* Whether a step as long as the last one will do: it is not too long for the state, nor shorter
 * than half of what is allowed. */
SPATE_FN int vi_keeps_dt(double dt_before, double rate, double cfl, double limit, double dt_limit)
{
    const double kept = VI_KEPT_RATIO * cfl < limit ? VI_KEPT_RATIO * cfl : limit;
    const double most = rate > 0 && cfl / rate < dt_limit ? cfl / rate : dt_limit;
    return dt_before > 0 && dt_before * rate <= kept && dt_before <= dt_limit &&
           dt_before >= 0.5 * most;
}

#endif
