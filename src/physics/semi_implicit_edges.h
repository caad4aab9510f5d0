/* Outer faces of the semi-implicit scheme that have a boundary. The flux out of the inner cell is
 * linear in the change x of its level, with a coefficient that is not negative: it adds to the
 * diagonal of the matrix and to the right-hand side, and the matrix stays symmetric. Velocities and
 * fluxes are positive outward. Knows no arrays. */
#ifndef SPATE_PHYSICS_SEMI_IMPLICIT_EDGES_H
#define SPATE_PHYSICS_SEMI_IMPLICIT_EDGES_H

#include "physics/adi_edges.h"
#include "physics/semi_implicit.h"

/* Outward flux in the step, m2/s: flux + rate x. gain: that of the velocity where the face has a
 * momentum equation (moved); 0: the velocity follows from the flux. */
typedef struct semi_edge {
    calc flux, rate;
    calc moved, gain;
    int only_out; /* nothing may come in */
} semi_edge;

SPATE_FN semi_edge semi_closed_edge(void)
{
    const semi_edge e = {C(0), C(0), C(0), C(0), 0};
    return e;
}

/* The inner cell of an outer face. */
typedef struct semi_inside {
    calc h, bed;
    calc before;               /* outward velocity at the face before */
    calc h_before, bed_before; /* of the cell behind that face */
} semi_inside;

/* A flux that follows from the level alone: speed (level - target), in the mean of the step. target:
 * also of the mean. weight: of the end of the step. */
SPATE_FN semi_edge semi_level_driven(const semi_inside *c, calc speed, calc target, calc weight)
{
    const semi_edge e = {.flux = speed * ((c->h + c->bed) - target), .rate = speed * weight};
    return e;
}

/* Waves from inside leave, waves from outside come in. target: the level outside of water at rest
 * there, 2 level - still for an incoming wave. */
SPATE_FN semi_edge semi_radiating(const semi_inside *c, calc target, const semi_axis *a)
{
    return c->h > a->k.h_dry ? semi_level_driven(c, sqrt_r(a->g * c->h), target, a->theta)
                             : semi_closed_edge();
}

/* Outflow with a speed that is known, of the depth at the end of the step: never negative, and never
 * more than there is. */
SPATE_FN semi_edge semi_carried_out(const semi_inside *c, calc speed, const semi_axis *a)
{
    semi_edge e = semi_level_driven(c, speed, c->bed, C(1));
    e.only_out = 1;
    return c->h > a->k.h_dry ? e : semi_closed_edge();
}

/* A given outflow takes at most so many times the water that it leaves in the inner cell at the end
 * of the step. If it were fixed, a pond could be asked for more than it has, and the system would
 * have no solution. Newton's method begins with the fixed outflow. */
#define SEMI_TAKEN_RATE C(256)

/* asked: m over the cell, at this x. */
SPATE_FN int semi_takes_too_much(calc asked, calc h, calc x)
{
    return asked > C(0) && asked > SEMI_TAKEN_RATE * (h + x);
}

/* An open edge: the stream runs on with the velocity of the face before, and waves leave where the
 * last cell is deeper than the one before (adi_runs_on). */
SPATE_FN semi_edge semi_open(const semi_inside *c, const semi_axis *a)
{
    const calc more = adi_runs_on(c->h, c->bed, c->h_before, c->bed_before);
    const calc u = max_zero_r(c->before);
    const calc waves = u > C(0) && more > C(0) ? sqrt_r(a->g * max_r(c->h, c->h_before)) : C(0);
    semi_edge e = semi_carried_out(c, u, a);
    e.flux = e.flux + waves * more;
    e.rate = e.rate + waves;
    return c->h > a->k.h_dry ? e : semi_closed_edge();
}

/* A free overfall: critical in the last cell, or as fast as the stream arrives. */
SPATE_FN semi_edge semi_outfall(const semi_inside *c, const semi_axis *a)
{
    return semi_carried_out(c, max_r(sqrt_r(a->g * max_zero_r(c->h)), max_zero_r(c->before)), a);
}

/* Uniform flow down a slope goes on outside, at most critical. */
SPATE_FN semi_edge semi_normal_depth(const semi_inside *c, calc sqrt_slope_over_n,
                                     const semi_axis *a)
{
    const calc h = max_r(c->h, a->k.h_dry), inverse = inverse_cube_root(h);
    return semi_carried_out(c, min_r((h * inverse) * sqrt_slope_over_n, sqrt_r(a->g * h)), a);
}

/* Critical depth of a flux, (q^2 / g)^(1/3). */
SPATE_FN calc semi_critical_depth(calc q, calc g)
{
    const calc size = abs_r(q);
    return size * inverse_cube_root(at_least_tiny(g * size));
}

/* Whether a stream leaves without being affected by the level outside: it is supercritical, and that
 * level is below the sequent depth, so that a hydraulic jump would be swept out. */
SPATE_FN int semi_leaves_freely(const semi_inside *c, calc level, const semi_axis *a)
{
    const calc h = max_r(c->h, a->k.h_dry);
    const calc froude_squared = div_r(c->before * c->before, a->g * h);
    const calc sequent = (C(0.5) * h) * (sqrt_r(C(1) + C(8) * froude_squared) - C(1));
    return c->before > C(0) && froude_squared > C(1) && level - c->bed < sequent;
}

/* A level given at the face, half a cell from the centre of the inner cell, hence twice the slope.
 * Water that leaves is at least critically deep there, however low the level outside is. level: of
 * the mean of the step. u: outward velocity at the face; across and strength as in semi_input. */
SPATE_FN semi_edge semi_given_level(const semi_inside *c, calc level, calc u, calc across,
                                    calc strength, const semi_axis *a, int law, int advected)
{
    const stag_axis *const k = &a->k;
    const calc least = u > C(0) ? semi_critical_depth(u * c->h, a->g) : C(0);
    const calc outside = max_r(level - c->bed, least);
    const stag_pair pair = {c->h, max_zero_r(outside), c->bed, c->bed};
    const int open = stag_is_open(stag_face_depth(u, &pair), u, k->h_dry, k->h_flood);
    const calc depth = max_r(semi_face_depth(u, k->pace, &pair), k->h_dry);
    /* The stream inside arrives with its own velocity; one from outside brings that of the face. */
    const calc arrives = advected ? at_most_one(max_zero_r(c->before) * k->pace) : C(0);
    const calc transported = u + arrives * (c->before - u);
    const calc moves = transported + (C(2) * k->pull) * (c->h - outside);
    const calc damping =
        law == FRICTION_NONE
            ? C(0)
            : semi_damping(semi_unit_damping(depth, u, strength, law, &pair, k), u, across, moves);
    const calc damped = div_r(C(1), C(1) + damping), moved = damped * moves;
    const calc theta = semi_weight(u, across, depth, a);
    const calc gain = damped * (theta * (C(2) * k->pull));
    const semi_edge e = {.flux = depth * (theta * moved + (C(1) - theta) * u),
                         .rate = depth * (theta * gain),
                         .moved = moved,
                         .gain = gain};
    return open ? e : semi_closed_edge();
}

#endif
