/* The semi-implicit scheme on a staggered grid (Casulli 1990; Casulli & Cattani 1994; Buwalda 2020,
 * section 6.4, corrected; docs/theory/semi_implicit.md): a face and a cell in a step. Knows no
 * arrays.
 *
 * The unknown is x, the change of the level in the step. With u the velocity at a face, H the depth
 * there and ds the cell size along it:
 *
 *     u^(n+1) = B [u* - g dt/ds ((w_front - w_back)^n + theta (x_front - x_back))]
 *     V(w^n + x) = h^n - dt/ds sum of H (theta u^(n+1) + (1 - theta) u^n) over the four faces
 *
 * u* is the transported velocity, B = 1 / (1 + dt r) the implicit bed friction, and V(w) = max(w -
 * bed, 0) the water in a cell with level w. theta = 1/2 is the Crank-Nicolson scheme, theta = 1
 * backward Euler. Eliminating u^(n+1) gives V(w^n + x) + T x = b with a symmetric M-matrix T, which
 * Newton's method solves in steps (P + T) x = b - V + P x, where P = V' is 1 or 0 (Brugnano &
 * Casulli 2008). In this form a lake at rest has the right-hand side 0 exactly. */
#ifndef SPATE_PHYSICS_SEMI_IMPLICIT_H
#define SPATE_PHYSICS_SEMI_IMPLICIT_H

#include "physics/staggered_momentum.h"

/* Constants of a step along one axis. */
typedef struct semi_axis {
    stag_axis k; /* without rotation */
    calc theta;  /* least weight of the end of the step */
    calc before; /* dt/ds (1 - theta) */
    calc g;
    int long_ways; /* water may cross more than half a cell in a step */
} semi_axis;

SPATE_FN semi_axis semi_axis_of(stag_axis k, double along, double dt, double g, double theta,
                                int long_ways)
{
    const semi_axis a = {.k = k,
                         .theta = (calc)theta,
                         .before = (calc)((1 - theta) * dt / along),
                         .g = (calc)g,
                         .long_ways = long_ways};
    return a;
}

/* Weight of the end of the step at a face: at least theta, and more where water flows. Transport is
 * computed before the waves of the step and lags behind them, which would let waves on a stream
 * grow. For small waves on a stream of Froude number F, with upwind transport or transport along
 * paths, and any depth at faces between the mean and the upstream one, all eigenvalues of a step
 * lie within the unit circle if
 *     theta >= 1/2 + F / (2 (1 + F))  at flow Courant numbers up to 1/2,
 *     theta >= 1/2 + F / 2            at any,
 * whatever the Courant number of waves (tests/schemes/semi_implicit/stability.c searches for
 * others). */
SPATE_FN calc semi_weight(calc u, calc across, calc depth, const semi_axis *a)
{
    const calc speed = sqrt_r(u * u + across * across), waves = sqrt_r(a->g * depth);
    const calc all = a->long_ways ? max_r(speed, waves) : speed + waves;
    return max_r(a->theta, C(0.5) + C(0.5) * div_r(speed, all));
}

/* ---- a face ---- */

/* Depth at a face. The mean of both cells is of second order, and the depth of the upstream cell
 * above the sill is safe. The weight of the latter is the sum of the steps of the level and of the
 * bed over the shallower depth, both of first order in ds, so that the result is of second order
 * where these are small. It is also at least the flow Courant number, by which the depth is that of
 * the middle of the step (Lax & Wendroff 1960). */
SPATE_FN calc semi_face_depth(calc u, calc pace, const stag_pair *c)
{
    const calc upwind = stag_face_depth(u, c), mean = C(0.5) * (c->h_back + c->h_front);
    const calc steps = abs_r(stag_level_step(c)) + abs_r(c->bed_front - c->bed_back);
    const calc shallow = min_r(c->h_back, c->h_front);
    const calc steep = steps < shallow ? div_r(steps, shallow) : C(1);
    const calc weight = max_r(steep, abs_r(u) * pace);
    return weight < C(1) ? mean + weight * (upwind - mean) : upwind;
}

/* dt times the damping rate of friction at unit velocity, from the flux through the face. Depths along
 * a cell enter as h^-2, of which the mean over the two cells is taken, as in the ADI scheme
 * (adi_damping). With the depth of the face alone, water would stand too low behind a drop. The
 * downstream cell counts as at least half as deep as the other: otherwise water that runs onto dry
 * ground would be held back as a film. */
SPATE_FN calc semi_unit_damping(calc depth, calc u, calc strength, int law, const stag_pair *c,
                                const stag_axis *k)
{
    const calc upstream = max_r(u > C(0) ? c->h_back : c->h_front, k->h_dry);
    const calc downstream = max_r(u > C(0) ? c->h_front : c->h_back, C(0.5) * upstream);
    const calc up = div_r(C(1), upstream), down = div_r(C(1), downstream);
    const calc inverse = sqrt_r(C(0.5) * (up * up + down * down));
    return stag_damping(div_r(C(1), inverse), depth * inverse, C(0), strength, law, k->dt);
}

/* dt times the damping rate. pushed: the velocity after the step without friction, if levels
 * stayed. Friction takes the faster of u and the velocity that this one becomes with its own
 * friction, v (1 + unit |v|) = pushed: in a long step water may start from rest and reach its
 * terminal speed. */
SPATE_FN calc semi_damping(calc unit, calc u, calc across, calc pushed)
{
    const calc force = abs_r(pushed);
    const calc becomes = div_r(C(2) * force, C(1) + sqrt_r(C(1) + (C(4) * unit) * force));
    const calc along = max_r(abs_r(u), becomes);
    return unit * sqrt_r(along * along + across * across);
}

/* Flux through a face at the beginning of a step, m2/s; 0 where it is closed by dry ground. */
SPATE_FN calc semi_flux(calc u, const stag_pair *c, const stag_axis *k)
{
    const int open = stag_is_open(stag_face_depth(u, c), u, k->h_dry, k->h_flood);
    return open ? semi_face_depth(u, k->pace, c) * u : C(0);
}

/* A face in a step: u^(n+1) = moved + gain (x_back - x_front), and the water that passes it, as a
 * depth over a cell, is amount + coupling (x_back - x_front). */
typedef struct semi_face {
    calc moved, gain, amount, coupling;
} semi_face;

SPATE_FN semi_face semi_closed_face(void)
{
    const semi_face f = {C(0), C(0), C(0), C(0)};
    return f;
}

/* What a face follows from beside the velocities around it. */
typedef struct semi_input {
    stag_pair cells;
    calc u;           /* u^n */
    calc transported; /* u* */
    calc across;      /* velocity across, for friction */
    calc strength;    /* of friction */
    calc air;         /* air pressure, m of water: front minus back */
    calc explicit_q;  /* flux of the beginning of the step, limited to what its donor holds */
} semi_input;

/* law: of friction; pushed: there is wind or rain. Transport and rotation are in u*. */
SPATE_FN semi_face semi_face_of(const semi_input *f, int law, int pushed, const semi_axis *a)
{
    const stag_axis *const k = &a->k;
    const int open = stag_is_open(stag_face_depth(f->u, &f->cells), f->u, k->h_dry, k->h_flood);
    const calc depth = max_r(semi_face_depth(f->u, k->pace, &f->cells), k->h_dry);
    calc moves = f->transported + (stag_pulled(&f->cells, k) - k->pull * f->air), damping = C(0);
    if (pushed) {
        moves = moves + stag_pushed(depth, C(0), k);
        damping = div_r(k->gain, depth);
    }
    if (law != FRICTION_NONE) {
        const calc unit = semi_unit_damping(depth, f->u, f->strength, law, &f->cells, k);
        damping = damping + semi_damping(unit, f->u, f->across, moves);
    }
    const calc theta = semi_weight(f->u, f->across, depth, a);
    const calc damped = div_r(C(1), C(1) + damping);
    const calc moved = damped * moves, gain = damped * (theta * k->pull);
    const calc passes = k->pace * (theta * depth);
    const semi_face r = {.moved = moved,
                         .gain = gain,
                         .amount = passes * moved + k->pace * ((C(1) - theta) * f->explicit_q),
                         .coupling = passes * gain};
    return open ? r : semi_closed_face();
}

/* Velocity and amount once x is known. difference: x_back - x_front. Never -0. */
SPATE_FN calc semi_velocity(calc moved, calc gain, calc difference)
{
    return plus_zero(moved + gain * difference);
}

SPATE_FN calc semi_passed(calc amount, calc coupling, calc difference)
{
    return amount + coupling * difference;
}

/* ---- a cell ---- */

/* Net outflow of a cell from the amounts at its four faces, m. */
SPATE_FN calc semi_net(stag_sides a)
{
    return (a.east - a.west) + (a.north - a.south);
}

/* Sum of the coefficients of its four faces. */
SPATE_FN calc semi_pulls(stag_sides c)
{
    return (c.east + c.west) + (c.north + c.south);
}

/* Water in a cell when its level has changed by x, and whether there is any. */
SPATE_FN calc semi_volume(calc h, calc x)
{
    return max_zero_r(h + x);
}

SPATE_FN int semi_is_wet(calc h, calc x)
{
    return h + x > C(0);
}

typedef struct semi_row {
    calc centre, right;
} semi_row;

/* The matrix row of a cell in a step of Newton's method: P + sum of the coefficients, and b - V + P
 * x. A wet cell has V - P x = h, a dry one 0. A cell that is coupled to nothing and has no edge
 * that depends on its level is taken out: x = 0. */
SPATE_FN semi_row semi_row_of(calc h, calc net, calc pulls, int wet)
{
    const semi_row r = {.centre = wet ? C(1) + pulls : pulls, .right = wet ? -net : h - net};
    const semi_row out = {.centre = C(1), .right = C(0)};
    return pulls > C(0) ? r : out;
}

/* Depth at the end of the step from the amounts that have passed. It may be negative where the
 * system was not solved exactly, or where masks were used. */
SPATE_FN calc semi_left(calc h, stag_sides a)
{
    return h - semi_net(a);
}

/* Water that flows out of a cell, and into it, m. */
SPATE_FN adi_turnover semi_turnover(stag_sides a)
{
    const stag_sides back = {-a.west, -a.east, -a.south, -a.north};
    const adi_turnover t = {.in = stag_outflow(back, C(1), C(1)),
                            .out = stag_outflow(a, C(1), C(1))};
    return t;
}

/* The velocity of a face that is closed after the step is 0. */
SPATE_FN calc semi_settled(calc u, const stag_pair *after, calc h_dry)
{
    return stag_face_depth(u, after) > h_dry ? u : C(0);
}

#endif
