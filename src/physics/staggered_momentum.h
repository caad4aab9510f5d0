/* The new velocity at a face of a staggered grid: pressure, advection, rotation and wind, eddy
 * viscosity explicitly, bed friction implicitly (Buwalda 2020, eq. 6.5). Knows no arrays. */
#ifndef SPATE_PHYSICS_STAGGERED_MOMENTUM_H
#define SPATE_PHYSICS_STAGGERED_MOMENTUM_H

#include "physics/sources.h"
#include "physics/staggered.h"
#include "physics/staggered_advection.h"
#if SPATE_FAST_ARITHMETIC
#include "physics/fast_cube_root.cuh"
#endif

/* Eddy viscosity: none, or with free slip or no slip along closed faces. */
enum { STAG_INVISCID, STAG_FREE_SLIP, STAG_NO_SLIP };

/* Which terms are computed. Fixed for a run, so that loops can be compiled without the others. */
typedef struct stag_terms {
    int advection; /* STAG_LINEAR ... */
    int law;       /* FRICTION_NONE ... */
    int viscous;   /* STAG_INVISCID ... */
    int pushed;    /* rotation, wind or rain */
    int smooth;    /* all faces are known to be: stag_is_smooth */
} stag_terms;

/* Constants of a step for the velocity along one axis. */
typedef struct stag_axis {
    calc pace, pace_across; /* dt over the cell size along, across */
    calc pull;              /* g dt over the cell size along */
    calc dt;
    calc turn;                  /* rotation of the earth: dt f for u, -dt f for v */
    calc push;                  /* dt times the wind stress over the density of water, m2/s */
    calc gain;                  /* m of rain everywhere in the step, which brings no momentum */
    calc mix_along, mix_across; /* dt viscosity over the squares of the cell sizes */
    calc h_dry, h_flood;        /* m: a face stops and starts to flow */
} stag_axis;

/* coriolis: f for u, -f for v. */
SPATE_FN calc stag_turn(double coriolis, double dt)
{
    return (calc)(coriolis * dt);
}

/* along, across: cell sizes; wind: stress over density; rain: m in the step. All but h_dry and
 * h_flood. */
SPATE_FN stag_axis stag_axis_constants(double along, double across, double dt, double g,
                                       double coriolis, double wind, double viscosity, double rain)
{
    const stag_axis k = {.pace = (calc)(dt / along),
                         .pace_across = (calc)(dt / across),
                         .pull = (calc)(g * dt / along),
                         .dt = (calc)dt,
                         .turn = stag_turn(coriolis, dt),
                         .push = (calc)(wind * dt),
                         .gain = (calc)rain,
                         .mix_along = (calc)(viscosity * dt / (along * along)),
                         .mix_across = (calc)(viscosity * dt / (across * across)),
                         .h_dry = C(0),
                         .h_flood = C(0)};
    return k;
}

/* What the new velocity of a face follows from. */
typedef struct stag_face {
    stag_pair cells; /* depths after the step */
    stag_velocities u;
    stag_open open;
    stag_pulls pulls;
    stag_turnover mass;
    calc across;   /* velocity across: the mean of four faces */
    calc strength; /* of friction */
} stag_face;

/* Viscosity. Beside a closed face the shear is zero (free slip), or the velocity at the wall half
 * a cell away is (no slip). Along u a closed face stands still. */
SPATE_FN calc stag_mixed(const stag_velocities *u, const stag_open *open, int viscous,
                         const stag_axis *k)
{
    const calc wall = viscous == STAG_NO_SLIP ? -u->here : u->here;
    const calc low = open->low > C(0) ? u->low : wall, high = open->high > C(0) ? u->high : wall;
    return k->mix_along * ((u->front - u->here) - (u->here - u->back)) +
           k->mix_across * ((high - u->here) - (u->here - low));
}

/* manning_rate, with fewer operations in the fast build. */
SPATE_FN calc stag_manning_rate(calc h, calc u, calc v, calc strength)
{
#if SPATE_FAST_ARITHMETIC
    return (strength * sqrt_r(u * u + v * v)) * fast_inverse_four_thirds(h);
#else
    return manning_rate(h, u, v, strength);
#endif
}

/* dt times the damping rate of friction at a face of this depth. */
SPATE_FN calc stag_damping(calc depth, calc u, calc across, calc strength, int law, calc dt)
{
    if (law == FRICTION_NONE)
        return C(0);
    return dt * (law == FRICTION_MANNING ? stag_manning_rate(depth, u, across, strength)
                                         : chezy_rate(depth, u, across, strength));
}

/* Whether the flow through a face is faster than waves. cells: with the new depths. */
SPATE_FN int stag_outruns_waves(calc u, const stag_pair *cells, const stag_axis *k)
{
    return k->pace * (u * u) > k->pull * max_r(cells->h_back, cells->h_front);
}

/* Whether no face of a cell stands still or outruns waves. u, v: of the faces at its back, before the
 * step; depth: of the cell, after it. The factor, which is below 1, covers the roundings of
 * stag_outruns_waves. Loops of such faces need fewer operations (smooth of stag_terms). */
SPATE_FN int stag_is_smooth(calc u, calc v, calc depth, calc g)
{
    const int slow = u * u + v * v <= (C(0.875) * g) * depth;
#if SPATE_FAST_ARITHMETIC
    return !fast_may_be_zero(u) && !fast_may_be_zero(v) && slow;
#else
    return u != C(0) && v != C(0) && slow;
#endif
}

/* What advection takes from u in a step; cells: with the new depths.
 *
 * The published differences (STAG_CENTRAL) may make velocities that no neighbour has. A forward step
 * in time feeds waves that a central difference carries. Where the only open neighbour is the one
 * downstream, u_t = u (u - u_front) / dx, which is infinite after the time dx / (u - u_front). In
 * flow slower than waves pressure turns such velocities back, and the scheme is as published. Faster
 * flow is bounded. */
SPATE_FN calc stag_carried_away(int advection, const stag_velocities *u, const stag_open *open,
                                const stag_pulls *pulls, const stag_turnover *t,
                                const stag_pair *cells, const stag_axis *k)
{
    const calc change = stag_advected(advection, u, open, pulls, t, k->pace, k->pace_across);
    if (advection != STAG_CENTRAL)
        return change;
    const calc bounded = stag_bounded(u, change);
    return stag_outruns_waves(u->here, cells, k) ? bounded : change;
}

/* Pressure. */
SPATE_FN calc stag_pulled(const stag_pair *cells, const stag_axis *k)
{
    return -(k->pull * stag_level_step(cells));
}

/* Rotation and wind on water of this depth, which is positive. */
SPATE_FN calc stag_pushed(calc depth, calc across, const stag_axis *k)
{
    return k->turn * across + div_r(k->push * wind_share(depth), depth);
}

/* The velocity after the step of an open face with water of this depth; 0 of a closed one. Never -0.
 * change: by pressure, advection and viscosity, m/s. Rain brings no momentum, which damps. */
SPATE_FN calc stag_damped(calc u, calc change, int open, calc depth, calc across, calc strength,
                          int law, int pushed, const stag_axis *k)
{
    calc damping = stag_damping(depth, u, across, strength, law, k->dt);
    if (pushed) {
        change = change + stag_pushed(depth, across, k);
        damping = damping + div_r(k->gain, depth);
    }
    const calc moved = friction_euler(u, change, damping);
    return plus_zero(open ? moved : C(0));
}

/* The same; 0 where the face is closed by dry ground. */
SPATE_FN calc stag_settled(calc u, calc change, const stag_pair *cells, calc across, calc strength,
                           int law, int pushed, const stag_axis *k)
{
    const int open = stag_flows(u, cells, k->h_dry, k->h_flood);
    if (law == FRICTION_NONE && !pushed) {
        const calc moved = u + change; /* not -0, because u is not */
        return open ? moved : C(0);
    }
    const calc depth = max_r(stag_face_depth(u, cells), k->h_dry);
    return stag_damped(u, change, open, depth, across, strength, law, pushed, k);
}

/* The same of a face that does not stand still. */
SPATE_FN calc stag_settled_moving(calc u, calc change, const stag_pair *cells, calc across,
                                  calc strength, int law, int pushed, const stag_axis *k)
{
    const calc upstream = stag_upstream(u, cells);
    return stag_damped(u, change, upstream > k->h_dry, max_r(upstream, k->h_dry), across, strength,
                       law, pushed, k);
}

SPATE_FN calc stag_new_velocity(const stag_face *f, const stag_terms *t, const stag_axis *k)
{
    const stag_velocities *u = &f->u;
    calc change = stag_pulled(&f->cells, k);
    if (t->advection != STAG_LINEAR)
        change = change - (t->smooth ? stag_advected(t->advection, u, &f->open, &f->pulls, &f->mass,
                                                     k->pace, k->pace_across)
                                     : stag_carried_away(t->advection, u, &f->open, &f->pulls,
                                                         &f->mass, &f->cells, k));
    if (t->viscous != STAG_INVISCID)
        change = change + stag_mixed(u, &f->open, t->viscous, k);
    return t->smooth ? stag_settled_moving(u->here, change, &f->cells, f->across, f->strength,
                                           t->law, t->pushed, k)
                     : stag_settled(u->here, change, &f->cells, f->across, f->strength, t->law,
                                    t->pushed, k);
}

/* ---- the time step ---- */

/* Rate that bounds the time step, 1/s: a step of dt = 1 / rate is stable.
 *
 * Small waves exp(i (a x + b y)) on water of depth h that moves with (u, v): the depth follows first
 * with the old velocities, then velocities with the new depth. With z the damping of a wave of two
 * cells by upwind advection, 1 - 2 z, z = dt (|u|/dx + |v|/dy), the same for depth and velocity, and
 * s = 2 dt sqrt(g h) sqrt(1/dx^2 + 1/dy^2) its turning by gravity, a step is
 *     h' = (1 - 2 z) h - i s u,    u' = (1 - 2 z) u - i s h',
 * with the eigenvalues m^2 - (2 (1 - 2 z) - s^2) m + (1 - 2 z)^2 = 0. They leave the unit circle at
 * m = -1, where (2 - 2 z)^2 = s^2:
 *     dt (sqrt(g h) sqrt(1/dx^2 + 1/dy^2) + |u|/dx + |v|/dy) <= 1.
 * Viscosity damps the velocity alone, by 4 y = 4 dt viscosity (1/dx^2 + 1/dy^2). Then m = -1 at
 * 4 - 8 y - s^2 = 0 without advection, so 2 y + s/2 <= 1 is enough. */
typedef struct stag_pacing {
    calc g, inverse_dx, inverse_dy;
    calc diagonal; /* sqrt(1/dx^2 + 1/dy^2) */
    calc mixing;   /* 2 viscosity (1/dx^2 + 1/dy^2) */
} stag_pacing;

SPATE_FN stag_pacing stag_pacing_of(double dx, double dy, double g, double viscosity)
{
    const double squares = 1 / (dx * dx) + 1 / (dy * dy);
    const stag_pacing p = {.g = (calc)g,
                           .inverse_dx = (calc)(1 / dx),
                           .inverse_dy = (calc)(1 / dy),
                           .diagonal = (calc)__builtin_sqrt(squares),
                           .mixing = (calc)(2 * viscosity * squares)};
    return p;
}

/* Of the corner between four cells: u and v of its faces, the deepest of the cells beside them. */
SPATE_FN calc stag_rate(calc deepest, calc u, calc v, const stag_pacing *p)
{
    const calc flow = abs_r(u) * p->inverse_dx + abs_r(v) * p->inverse_dy;
    return (sqrt_r(p->g * deepest) * p->diagonal + flow) + p->mixing;
}

#endif
