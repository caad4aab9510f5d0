/* The Kurganov scheme: the update of a cell in one Runge-Kutta stage from the fluxes of its faces,
 * with friction and sources, and the rates that bound the time step. */
#ifndef SPATE_PHYSICS_KURGANOV_UPDATE_H
#define SPATE_PHYSICS_KURGANOV_UPDATE_H

#include <math.h>

#include "physics/friction.h"
#include "physics/kurganov.h"
#include "physics/rest.h"
#include "physics/sources.h"

typedef struct kp_conserved {
    calc h, hu, hv;
} kp_conserved;

/* One stage: constants of the whole grid. last: it writes Q^(n+1); averaged: it is the second of
 * two (SSP-RK2: Q^(n+1) = (Q^n + Q* + dt L(Q*)) / 2). */
typedef struct kp_stage {
    int law, last, averaged;
    int pushed; /* wind or rotation act */
    calc dt, g, h_dry, inv_dx, inv_dy;
    calc wind_x, wind_y; /* stress over density, m2/s2 */
    calc coriolis;       /* 1/s */
} kp_stage;

/* The four faces of a cell and its bed slope sources. */
typedef struct kp_surround {
    kp_flux west, east, south, north;
    calc source_x, source_y;
} kp_surround;

typedef struct kp_result {
    kp_conserved q;
    calc face_rate; /* 1/s: the stage is right if dt * face_rate <= 1 (kp_face_rate) */
    calc cell_rate; /* 1/s: of the new state, in the last stage */
    unrest_value activity;
} kp_result;

/* Bed slope source of one direction per unit length, g (hE + hW)/2 (wE - wW); the slope is that of
 * kp_slope. */
SPATE_FN calc kp_bed_source(calc h, calc level_slope, calc g)
{
    return ((C(2) * SLOPE_UNIT * g) * h) * level_slope;
}

/* How often the fastest waves of the cell cross it per second, summed over both directions: a
 * scheme that is not split into directions is stable up to a Courant number of 1 of that sum. */
SPATE_FN calc kp_cell_rate(kp_water q, calc g, calc inv_dx, calc inv_dy)
{
    const calc c = sqrt_r(g * q.h);
    const calc rate = (abs_r(q.u) + c) * inv_dx + (abs_r(q.v) + c) * inv_dy;
    return q.h > C(0) ? rate : C(0);
}

/* The same with the waves of its faces. */
SPATE_FN calc kp_wave_rate(const kp_surround *f, calc inv_dx, calc inv_dy)
{
    return max_r(f->west.speed, f->east.speed) * inv_dx +
           max_r(f->south.speed, f->north.speed) * inv_dy;
}

/* The rate (1/s) that bounds the step of a stage: dt times this must not exceed 1.
 *
 * Normally it is wave_rate. If the stage has left a negative depth or NaN (emptied), the step was
 * too long, and the rate is twice wave_rate. That is always enough: the depths at the two faces of
 * a direction add up to twice the depth of the cell, and the outflow through a face is at most the
 * wave speed times the depth there. If not even twice wave_rate shows that the step was too long,
 * the state itself is wrong, and the rate is infinite: no dt would help.
 *
 * The comparison leaves room for 32 roundings. The update has less than 16, so that rounding alone
 * cannot make a depth negative in a step that passes. */
SPATE_FN calc kp_face_rate(calc wave_rate, int emptied, calc dt)
{
    const calc enough = C(2) * wave_rate;
    const int too_long = dt * enough > C(1) - C(32) * SPATE_CALC_EPSILON;
    return !emptied ? wave_rate : too_long ? enough : C(INFINITY);
}

SPATE_FN calc kp_damping(int law, kp_water q, calc strength, calc h_dry)
{
    const calc h = max_r(q.h, h_dry); /* a film has no velocity, so any depth will do */
    return law == FRICTION_MANNING ? manning_rate(h, q.u, q.v, strength)
           : law == FRICTION_CHEZY ? chezy_rate(h, q.u, q.v, strength)
                                   : C(0);
}

/* Momentum below KP_STILL eps sqrt(g h) h is rounding noise. The stencil spreads it ahead of every
 * wave, two cells a stage, down to the smallest number. It is less than a millionth of what would
 * change the depth by half a unit in the last place in one step. It is set to 0, so that the water
 * ahead of a wave stays at rest. */
#define KP_STILL 5.9604644775390625e-08 /* 2^-24 */

SPATE_FN calc kp_least_momentum_squared(calc h, calc g)
{
    const calc least = C(KP_STILL) * SPATE_CALC_EPSILON;
    return ((least * least) * g) * ((h * h) * h);
}

/* A cell is at rest if it has no momentum, gets none, and its mass fluxes balance in each
 * direction. With neighbours at rest as well this does not depend on dt: as long as nothing around
 * it changes, every later stage leaves it as it is, to the bit. */
SPATE_FN unrest_value kp_activity(const kp_surround *f, kp_conserved before, calc hu, calc hv)
{
    return unrest_both(unrest_of(f->east.mass - f->west.mass, f->north.mass - f->south.mass),
                       unrest_both(unrest_of(before.hu, before.hv), unrest_of(hu, hv)));
}

/* here: primitive values of q; q0: Q^n. */
SPATE_FN kp_result kp_update(const kp_surround *f, kp_conserved q, kp_water here, kp_conserved q0,
                             calc strength, const kp_stage *k)
{
    const calc rx = k->dt * k->inv_dx, ry = k->dt * k->inv_dy;
    const calc push_x = (f->east.left - f->west.right) + f->source_x;
    const calc push_y = (f->north.left - f->south.right) + f->source_y;
    const calc shear_x = f->north.shear - f->south.shear; /* what y-faces do to hu */
    const calc shear_y = f->east.shear - f->west.shear;
    /* Changes over dt. Sums are grouped so that x and y may be swapped. */
    calc h = less_products(q.h, rx, f->east.mass - f->west.mass, ry, f->north.mass - f->south.mass);
    calc hu = less_products(q.hu, rx, push_x, ry, shear_x);
    calc hv = less_products(q.hv, ry, push_y, rx, shear_y);
    calc du = -(rx * push_x + ry * shear_x), dv = -(ry * push_y + rx * shear_y);
    if (k->pushed) {
        const calc wind = wind_share(here.h);
        du = du + k->dt * (k->wind_x * wind + k->coriolis * q.hv);
        dv = dv + k->dt * (k->wind_y * wind - k->coriolis * q.hu);
        hu = q.hu + du;
        hv = q.hv + dv;
    }
    const int valid_depth = h >= C(0); /* false for NaN too */
    if (k->law) {
        const calc damping = k->dt * kp_damping(k->law, here, strength, k->h_dry);
        hu = friction_euler(q.hu, du, damping);
        hv = friction_euler(q.hv, dv, damping);
    }
    if (k->averaged) {
        h = C(0.5) * (q0.h + h);
        hu = C(0.5) * (q0.hu + hu);
        hv = C(0.5) * (q0.hv + hv);
        if (k->law) {
            const kp_water mean = kp_primitive(h, hu, hv, C(0), k->h_dry);
            const calc damping = k->dt * kp_damping(k->law, mean, strength, k->h_dry);
            hu = friction_correct(hu, du, damping);
            hv = friction_correct(hv, dv, damping);
        }
    }
    /* Comparisons do not detect a NaN, so it is caught where it arises. */
    const int valid = valid_depth & (hu + hv == hu + hv); /* & and |: no branches */
    /* A film does not move. Adding zero turns -0 into 0: bits must not depend on the path. */
    const int moves = (h > k->h_dry) & (hu * hu + hv * hv > kp_least_momentum_squared(h, k->g));
    hu = moves ? plus_zero(hu) : C(0);
    hv = moves ? plus_zero(hv) : C(0);

    kp_result r = {.q = {.h = h, .hu = hu, .hv = hv},
                   .face_rate = kp_face_rate(kp_wave_rate(f, k->inv_dx, k->inv_dy), !valid, k->dt),
                   .cell_rate = C(0),
                   .activity = kp_activity(f, q, hu, hv)};
    if (k->last)
        r.cell_rate =
            kp_cell_rate(kp_primitive(h, hu, hv, C(0), k->h_dry), k->g, k->inv_dx, k->inv_dy);
    return r;
}

typedef struct kp_sourced {
    kp_conserved q;
    calc carry;
    double infiltrated;
    calc cell_rate;
    unrest_value activity;
} kp_sourced;

/* Rain and infiltration in a cell that the last stage has left as q; water: WATER_GAINED or
 * WATER_INFILTRATES. */
SPATE_FN kp_sourced kp_water_sources(kp_conserved q, const source_input *source, int water,
                                     int green_ampt, const kp_stage *k)
{
    const source_result s = source_apply(q.h, source, k->dt, water, green_ampt);
    const int moves = s.h > k->h_dry;
    const kp_conserved after = {.h = s.h,
                                .hu = moves ? plus_zero(q.hu * s.kept) : C(0),
                                .hv = moves ? plus_zero(q.hv * s.kept) : C(0)};
    const kp_sourced r = {
        .q = after,
        .carry = s.carry,
        .infiltrated = s.infiltrated,
        .cell_rate = kp_cell_rate(kp_primitive(after.h, after.hu, after.hv, C(0), k->h_dry), k->g,
                                  k->inv_dx, k->inv_dy),
        .activity = unrest_of(s.activity, C(0)),
    };
    return r;
}

#endif
