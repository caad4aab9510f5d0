/* Advection of velocity on a staggered grid: the change of u in a step, m/s. Knows no arrays.
 *
 * Written for one axis: `back` and `front` are the next faces of the same kind along u, `low` and
 * `high` those beside it, 2 the ones after them. A flow through the cell at the back carries
 * u_back to the face, one through the lower corners carries u_low.
 *
 *   energy      (u^2)_x / 2, upwind: keeps the energy head in contractions, and gives bores a wrong
 *               speed (Stelling & Duinmeijer 2003)
 *   momentum    fluxes of momentum less u times those of mass, upwind: keeps momentum. With the
 *               limited fluxes of the step and the depths after it, the new velocity is a mean of
 *               old ones with weights that are not negative, whatever the depth
 *   automatic   energy where the flow accelerates, momentum where it slows down
 *   central     the scheme of Buwalda (2020, eq. 8.2 to 8.4): central along u, second-order upwind
 *               across (Stelling's reduced phase error), lower order beside closed faces
 *   limited     momentum, with the carried velocities at the corners and centres reconstructed
 *               by limited slopes (minmod), in the middle of the step; depths at faces, too
 *               (stag_sloped_depth) */
#ifndef SPATE_PHYSICS_STAGGERED_ADVECTION_H
#define SPATE_PHYSICS_STAGGERED_ADVECTION_H

#include "physics/staggered.h"

enum {
    STAG_LINEAR, /* no advection */
    STAG_ENERGY,
    STAG_MOMENTUM,
    STAG_AUTOMATIC,
    STAG_CENTRAL,
    STAG_LIMITED
};

/* Velocities around a face. Those of closed faces are 0. */
typedef struct stag_velocities {
    calc here;
    calc back, front, back2, front2;
    calc low, high, low2, high2;
    calc across_low, across_high; /* across u, at its two corners: means of two faces */
} stag_velocities;

/* Half of what pressure adds to the velocities of a face and of those around it in a step, with the
 * depths before it; 0 where a face stands still. */
typedef struct stag_pulls {
    calc here, back, front, low, high;
} stag_pulls;

/* 1: the face is open, 0: it is a wall or dry. */
typedef struct stag_open {
    calc back, front, low, high, low2, high2;
} stag_open;

/* From the depth at a face before the step. The velocity of a claimed face is known. */
SPATE_FN calc stag_face_open(calc depth, calc h_dry, int closed, int claimed)
{
    return claimed || (!closed && depth > h_dry) ? C(1) : C(0);
}

/* Mass that flows through the cells and corners beside a face in a step, over the mean depth of its
 * two cells at the end of the step: fractions of the water of the face. Positive along the axes. */
typedef struct stag_turnover {
    calc back, front, low, high;
} stag_turnover;

/* From fluxes (m2/s): along u at the back, here and in front; across, sums of two faces at the low
 * and the high corner. Both depths are those after the step. pace: dt over the cell size along u;
 * pace_across: the other one. */
SPATE_FN stag_turnover stag_turnover_of(calc q_back, calc q, calc q_front, calc q_low, calc q_high,
                                        calc h_both, calc pace, calc pace_across)
{
    const calc inverse = div_r(C(1), at_least_tiny(h_both));
    const calc along = pace * inverse, across = pace_across * inverse;
    const stag_turnover t = {.back = along * (q_back + q),
                             .front = along * (q + q_front),
                             .low = across * q_low,
                             .high = across * q_high};
    return t;
}

/* ---- energy head ---- */

/* What a neighbour's velocity takes away: rate times the difference, from the side that flow comes
 * from. rate: the Courant number there, positive along the axis. */
SPATE_FN calc stag_from_low(calc rate, calc here, calc low)
{
    return max_zero_r(rate) * (here - low);
}

SPATE_FN calc stag_from_high(calc rate, calc here, calc high)
{
    return min_zero_r(rate) * (high - here);
}

SPATE_FN calc stag_energy_along(const stag_velocities *u, calc pace)
{
    const calc half = C(0.5) * pace;
    return stag_from_low(half * (u->back + u->here), u->here, u->back) +
           stag_from_high(half * (u->here + u->front), u->here, u->front);
}

SPATE_FN calc stag_energy_across(const stag_velocities *u, calc pace_across)
{
    return stag_from_low(pace_across * u->across_low, u->here, u->low) +
           stag_from_high(pace_across * u->across_high, u->here, u->high);
}

/* ---- momentum ---- */

SPATE_FN calc stag_momentum_along(const stag_velocities *u, const stag_turnover *t)
{
    return stag_from_low(t->back, u->here, u->back) + stag_from_high(t->front, u->here, u->front);
}

SPATE_FN calc stag_momentum_across(const stag_velocities *u, const stag_turnover *t)
{
    return stag_from_low(t->low, u->here, u->low) + stag_from_high(t->high, u->here, u->high);
}

/* ---- automatic ---- */

/* The flow accelerates where u grows along the axis, in either direction of the flow. */
SPATE_FN calc stag_automatic_along(const stag_velocities *u, const stag_turnover *t, calc pace)
{
    const calc half = C(0.5) * pace;
    const calc back = u->here > u->back ? half * (u->back + u->here) : t->back;
    const calc front = u->front > u->here ? half * (u->here + u->front) : t->front;
    return stag_from_low(back, u->here, u->back) + stag_from_high(front, u->here, u->front);
}

/* ---- central, reduced phase error ---- */

/* One-sided where one neighbour is closed, 0 where both are (8.4). */
SPATE_FN calc stag_central_along(const stag_velocities *u, const stag_open *open, calc pace)
{
    const calc sum = open->front * (u->front - u->here) + open->back * (u->here - u->back);
    const calc both = open->back * open->front;
    return (pace * u->here) * (sum * (C(1) - C(0.5) * both));
}

/* Second-order difference between a velocity and the two on the side that flow comes from: of first
 * order where the far one is closed, 0 where the near one is (8.2). With k = 1: (3 u - 4 near +
 * far) / 2, with k = 0: u - near. */
SPATE_FN calc stag_upwind_step(calc here, calc near, calc far, calc near_open, calc far_open)
{
    const calc first = here - near, second = near - far;
    return near_open * (first + (C(0.5) * far_open) * (first - second));
}

SPATE_FN calc stag_phase_across(const stag_velocities *u, const stag_open *open, calc pace_across)
{
    const calc low = stag_upwind_step(u->here, u->low, u->low2, open->low, open->low2);
    const calc high = stag_upwind_step(u->here, u->high, u->high2, open->high, open->high2);
    return max_zero_r(pace_across * u->across_low) * low -
           min_zero_r(pace_across * u->across_high) * high;
}

/* Keeps a change by advection within what velocities around the face allow: advection carries
 * velocities and makes none. */
SPATE_FN calc stag_bounded(const stag_velocities *u, calc change)
{
    const calc least = min_r(min_r(u->back, u->front), min_r(u->low, u->high));
    const calc most = max_r(max_r(u->back, u->front), max_r(u->low, u->high));
    return max_r(min_r(change, max_zero_r(u->here - least)), min_zero_r(u->here - most));
}

/* ---- limited ---- */

SPATE_FN calc stag_half_pull(calc u, const stag_pair *c, calc pull)
{
    return u == C(0) ? C(0) : (C(-0.5) * pull) * stag_level_step(c);
}

/* What a flow through the centre (or corner) between two faces carries beyond the velocity `here` of
 * one of them, times its turnover: upwind with a limited slope, in the middle of the step. lower,
 * higher: the faces beyond. courant: of the velocity there.
 *
 * Both faces must see one carried velocity, or momentum is lost where their depths differ, and jumps
 * run. Their turnovers differ by the depths, so the slope is shortened by the Courant number and not
 * by the turnover. In even flow these are equal, and turnover times slope is at most 1/8. Where a
 * face loses most of its water in a step its turnover has no bound: it is kept below 1/4 there.
 *
 * Without the pull by half of the pressure, waves would grow: with the factor a of advection (1 for
 * none) a step is h' = a h - i s u, u' = a u - i s h', and the eigenvalues are a z with z + 1/z = 2
 * - s^2 / a, off the unit circle unless a is real. The upwind scheme damps more than that; this one
 * does not. With the spread of depths and the pull of velocities in the middle of the step both
 * coupling terms get a factor sqrt(a), and z + 1/z = 2 - s^2. */
SPATE_FN calc stag_carried(calc turnover, calc courant, calc here, calc lower, calc low, calc high,
                           calc higher, calc pull_low, calc pull_high)
{
    const calc left = C(0.5) * (C(1) - min_r(abs_r(courant), C(1)));
    const calc size = abs_r(turnover), slope = min_r(size * left, C(0.25));
    const calc up = size * ((low + pull_low) - here) + slope * stag_minmod(low - lower, high - low);
    const calc down =
        size * ((high + pull_high) - here) - slope * stag_minmod(high - low, higher - high);
    return turnover > C(0) ? up : -down;
}

SPATE_FN calc stag_limited_along(const stag_velocities *u, const stag_pulls *p,
                                 const stag_turnover *t, calc pace)
{
    const calc half = C(0.5) * pace;
    const calc in = stag_carried(t->back, half * (u->back + u->here), u->here, u->back2, u->back,
                                 u->here, u->front, p->back, p->here);
    const calc out = stag_carried(t->front, half * (u->here + u->front), u->here, u->back, u->here,
                                  u->front, u->front2, p->here, p->front);
    return out - in;
}

SPATE_FN calc stag_limited_across(const stag_velocities *u, const stag_pulls *p,
                                  const stag_turnover *t, calc pace_across)
{
    const calc in = stag_carried(t->low, pace_across * u->across_low, u->here, u->low2, u->low,
                                 u->here, u->high, p->low, p->here);
    const calc out = stag_carried(t->high, pace_across * u->across_high, u->here, u->low, u->here,
                                  u->high, u->high2, p->here, p->high);
    return out - in;
}

/* ---- all ---- */

/* Whether an advection needs the turnover of mass. */
SPATE_FN int stag_moves_mass(int advection)
{
    return advection == STAG_MOMENTUM || advection == STAG_AUTOMATIC || advection == STAG_LIMITED;
}

/* What advection takes from u in a step. `advection` is a constant in loops. */
SPATE_FN calc stag_advected(int advection, const stag_velocities *u, const stag_open *open,
                            const stag_pulls *pulls, const stag_turnover *t, calc pace,
                            calc pace_across)
{
    switch (advection) {
    case STAG_ENERGY: return stag_energy_along(u, pace) + stag_energy_across(u, pace_across);
    case STAG_MOMENTUM: return stag_momentum_along(u, t) + stag_momentum_across(u, t);
    case STAG_AUTOMATIC: return stag_automatic_along(u, t, pace) + stag_momentum_across(u, t);
    case STAG_CENTRAL:
        return stag_central_along(u, open, pace) + stag_phase_across(u, open, pace_across);
    case STAG_LIMITED:
        return stag_limited_along(u, pulls, t, pace) +
               stag_limited_across(u, pulls, t, pace_across);
    default: return C(0);
    }
}

#endif
