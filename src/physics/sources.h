/* Sources of one cell: rain, infiltration, inflows and sinks over a step; wind and the rotation of
 * the earth over a stage. Knows no loops and no tables. */
#ifndef SPATE_PHYSICS_SOURCES_H
#define SPATE_PHYSICS_SOURCES_H

#include "physics/time_step.h"

/* Sources of a run: none, rain, or rain and infiltration. */
enum { WATER_KEPT, WATER_GAINED, WATER_INFILTRATES };

/* Rain on a cell in a step, m: the uniform depth plus the rate of the rain map (m/s). */
SPATE_FN calc source_gain(calc everywhere, calc dt, calc rate)
{
    return everywhere + dt * rate;
}

/* Input of the sources of a cell. Infiltrated depths are f64 in every precision: they grow for the
 * whole run by amounts as small as rain. */
typedef struct source_input {
    calc carry;                          /* m too small to add to h */
    calc gain;                           /* m in this step, at least 0 */
    calc conductivity, suction, deficit; /* m/s, m, 1 */
    double infiltrated;                  /* m since the start */
} source_input;

typedef struct source_result {
    calc h, carry;
    double infiltrated;
    calc kept;     /* fraction of the momentum that stays: infiltrating water keeps its own */
    calc activity; /* zero if the sources left the cell as it was and would do so for any dt */
} source_result;

/* Infiltration capacity of a step by Green & Ampt, m (backward Euler, so that the start is not too
 * fast):
 *     dF = dt K (1 + (suction + water) deficit / (F + dF)),
 * the positive root, in a form without cancellation. */
SPATE_FN double green_ampt_capacity(double dt, double conductivity, double suction, double deficit,
                                    double water, double infiltrated)
{
    const double a = dt * conductivity, b = (suction + water) * deficit, total = infiltrated;
    const double root = __builtin_sqrt((total + a) * (total + a) + 4 * (a * b));
    const double sum = root + total;
    const double rise = sum > 0 ? a * (a + 2 * total + 4 * b) / sum : 0; /* root - total */
    return 0.5 * (a + rise);
}

/* Rain alone. */
SPATE_FN source_result source_rain(calc h, const source_input *s)
{
    source_result r = {.carry = s->carry,
                       .infiltrated = s->infiltrated,
                       .kept = C(1),
                       .activity = C(0)};
    r.h = add_with_carry(h, s->gain, &r.carry);
    r.activity = (abs_r(r.h - h) + abs_r(r.carry - s->carry)) + s->gain;
    return r;
}

/* Rain, then infiltration of at most the water that is there: depth, carry and rain together. What
 * leaves the water is what is added to `infiltrated`. */
SPATE_FN source_result source_ground(calc h, const source_input *s, calc dt, int green_ampt)
{
    const calc water = h + (s->carry + s->gain);
    const double constant = (double)dt * (double)s->conductivity;
    const double capacity =
        green_ampt ? green_ampt_capacity((double)dt, (double)s->conductivity, (double)s->suction,
                                         (double)s->deficit, (double)water, s->infiltrated)
                   : constant;
    const int some = water > C(0) && capacity > 0;
    const calc loss = some ? (calc)capacity : C(0);
    calc carry = s->carry;
    const calc left = add_with_carry(h, s->gain - loss, &carry);
    /* Nothing left, perhaps only by rounding: the ground gets exactly what there was. */
    const int emptied = some && (capacity >= (double)water || left <= C(0));
    const double all = ((double)h + (double)s->carry) + (double)s->gain;
    const double lost = emptied ? (all > 0 ? all : 0) : (double)loss;
    const source_result r = {
        .h = emptied ? C(0) : left,
        .carry = emptied ? C(0) : carry,
        .infiltrated = s->infiltrated + lost,
        .kept = some ? left / max_r(left + loss, SPATE_CALC_TINY) : C(1),
        .activity = ((abs_r(left - h) + abs_r(carry - s->carry)) + s->gain) + (some ? C(1) : C(0)),
    };
    return r;
}

/* water: WATER_GAINED or WATER_INFILTRATES. */
SPATE_FN source_result source_apply(calc h, const source_input *s, calc dt, int water,
                                    int green_ampt)
{
    return water == WATER_INFILTRATES ? source_ground(h, s, dt, green_ampt) : source_rain(h, s);
}

/* ---- inflows and sinks: few cells, hence f64 ---- */

typedef struct inflow_result {
    double h, carry; /* new depth as it will be stored; what is still to be added */
    double added,
        shortfall; /* m; added is negative in a sink, shortfall is what a sink did not get */
    double kept;   /* fraction of the momentum that stays */
} inflow_result;

SPATE_FN inflow_result inflow_apply(double h, double carry, double amount)
{
    const double pending = carry + amount, target = h + pending;
    const double stored = target > 0 ? (double)(real)target : 0;
    const double added = stored - h;
    const inflow_result r = {
        .h = stored,
        .carry = target > 0 ? pending - added : 0,
        .added = added,
        .shortfall = target < 0 ? -target : 0,
        .kept = added < 0 ? stored / h : 1,
    };
    return r;
}

/* ---- wind and rotation ---- */

/* Wind stress is reduced in proportion where water is shallower than this (m): under the full
 * stress the speed of a film would have no bound. */
#define WIND_FULL_DEPTH 0.01

/* Fraction of the stress that acts on water of this depth; 0 on a frozen film (depth 0). */
SPATE_FN calc wind_share(calc h)
{
    return min_r(h * C(1 / WIND_FULL_DEPTH), C(1));
}

#endif
