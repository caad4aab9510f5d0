/* Fluxes of the Kurganov scheme at the boundary of the grid: the state at the face follows from
 * what is given outside and from the wave that arrives from inside. n is the outward direction;
 * velocities along n are positive outward.
 *
 * A wave from inside carries the invariant u_n + 2 c to the face. Fluxes do not contain the
 * hydrostatic pressure of the inner cell's side, as in kp_face, so that water at rest gives
 * exactly zero. */
#ifndef SPATE_PHYSICS_KURGANOV_BOUNDARY_H
#define SPATE_PHYSICS_KURGANOV_BOUNDARY_H

#include "physics/friction.h"
#include "physics/kurganov.h"

/* Flux of the state (h, un) at the face; v along the face is the inner cell's where water leaves,
 * zero where it enters. */
SPATE_FN kp_flux kp_edge_flux(kp_water inside, calc outward, calc h, calc un, calc g)
{
    const calc c = sqrt_r(g * h), inner = abs_r(inside.u) + sqrt_r(g * inside.h);
    const calc speed = max_r(abs_r(un) + c, inner);
    /* At most the wave speed times the depth of the inner cell, so that depths stay positive. */
    const calc out = min_r(h * un, speed * inside.h);
    const calc pressure = (C(0.5) * g) * ((h - inside.h) * (h + inside.h));
    const calc normal = out * un + pressure;
    const kp_flux f = {.mass = outward * out,
                       .left = normal,
                       .right = normal,
                       .shear = out > C(0) ? (outward * out) * inside.v : C(0),
                       .speed = speed};
    return f;
}

/* A free overfall: beyond the face the water falls, and nothing comes back. The rarefaction that
 * runs into the grid carries u_n + 2 c and leaves critical flow at the face (Ritter's solution at
 * x = 0), u = c = (u_n + 2 c)/3, for any bed. Supercritical flow leaves unchanged. Water that runs
 * inward faster than 2 c detaches from the edge: no flux there. */
SPATE_FN kp_flux kp_outfall_face(kp_water inside, calc outward, calc g)
{
    const calc un = inside.u * outward, c = sqrt_r(g * inside.h);
    const calc critical = max_r(un + C(2) * c, C(0)) * C(1.0 / 3.0);
    return un > c ? kp_edge_flux(inside, outward, inside.h, un, g)
                  : kp_edge_flux(inside, outward, critical * critical / g, critical, g);
}

/* Level given outside. absorbing: waves from inside leave, and the water outside moves at
 * un_outside; otherwise the level at the face is the given one. Flow is at most critical, in
 * either direction, unless it arrives supercritical from inside. */
SPATE_FN kp_flux kp_level_face(kp_water inside, calc outward, calc level, int absorbing,
                               calc un_outside, calc g)
{
    const calc outside = max_r(level - (inside.w - inside.h), C(0));
    if (!(outside > C(0)))
        return kp_outfall_face(inside, outward, g);
    const calc un = inside.u * outward, c = sqrt_r(g * inside.h), co = sqrt_r(g * outside);
    if (un > c)
        return kp_edge_flux(inside, outward, inside.h, un, g);
    calc h = outside, ub = un + C(2) * (c - co), cb = co;
    if (absorbing) {
        /* (un + 2 c) from inside, (un_outside - 2 co) from outside; zero at rest
         * without rounding. */
        const calc change = C(0.5) * (co - c) + C(0.25) * (un - un_outside);
        cb = max_r(c + change, C(0));
        h = max_r(inside.h + change * (cb + c) / g, C(0));
        ub = C(0.5) * (un + un_outside) + (c - co);
    }
    if (ub > cb) { /* the flow chokes: critical at the face */
        ub = (un + C(2) * c) * C(1.0 / 3.0);
        h = ub * ub / g;
    }
    return kp_edge_flux(inside, outward, h, max_r(ub, -cb), g);
}

/* Velocity outside in a wave that comes in through still water (a simple wave):
 * outward negative. */
SPATE_FN calc kp_wave_velocity(kp_water inside, calc level, calc still, calc g)
{
    const calc bed = inside.w - inside.h;
    const calc c = sqrt_r(g * max_r(level - bed, C(0)));
    const calc c0 = sqrt_r(g * max_r(still - bed, C(0)));
    return C(2) * (c0 - c);
}

/* Depth of an inflow q > 0. A subcritical inflow is as deep as the water inside, at least
 * critically deep. A supercritical one (given < critical) keeps its given depth, unless a
 * hydraulic jump has moved up to the face: then the water inside is deeper than the conjugate
 * depth given/2 (sqrt(1 + 8 F^2) - 1) (Belanger). */
SPATE_FN calc kp_inflow_depth(calc inside, calc q, calc given, calc g)
{
    const calc critical = q * inverse_cube_root(max_r(g * q, SPATE_CALC_TINY)); /* (q^2/g)^(1/3) */
    if (!(given > C(0) && given < critical))
        return max_r(inside, critical);
    const calc ratio = critical / given, froude2 = (ratio * ratio) * ratio;
    const calc conjugate = (C(0.5) * given) * (sqrt_r(C(1) + C(8) * froude2) - C(1));
    return inside > conjugate ? inside : given;
}

/* Discharge per width given, q > 0 into the grid; given: its depth, or 0 if not known. Out of the
 * grid it is at most critical flow. */
SPATE_FN kp_flux kp_discharge_face(kp_water inside, calc outward, calc q, calc given, calc g)
{
    if (q > C(0)) {
        const calc h = kp_inflow_depth(inside.h, q, given, g);
        kp_flux f = kp_edge_flux(inside, outward, h, -(q / h), g);
        f.mass = -outward * q;
        return f;
    }
    const calc c = sqrt_r(g * inside.h);
    const calc out = min_r(-q, inside.h * c);
    const calc un = inside.h > C(0) ? out / inside.h : C(0);
    return kp_edge_flux(inside, outward, inside.h, un, g);
}

/* Uniform flow down a slope: u = h^(2/3) sqrt(S) / n, at most critical. Supercritical flow is not
 * affected by the slope outside and leaves unchanged. */
SPATE_FN kp_flux kp_normal_depth_face(kp_water inside, calc outward, calc sqrt_slope_over_n, calc g)
{
    if (!(inside.h > C(0)))
        return kp_edge_flux(inside, outward, inside.h, C(0), g);
    const calc un = inside.u * outward, c = sqrt_r(g * inside.h);
    const calc y = inverse_cube_root(inside.h);
    const calc uniform = (inside.h * y) * sqrt_slope_over_n;
    return kp_edge_flux(inside, outward, inside.h, un > c ? un : min_r(uniform, c), g);
}

#endif
