/* Transport of momentum in the ADI scheme: along the line that is solved, and across to its
 * neighbours. Knows no arrays. */
#ifndef SPATE_PHYSICS_ADI_TRANSPORT_H
#define SPATE_PHYSICS_ADI_TRANSPORT_H

#include "physics/adi_sweep.h"

/* A face that does not flow starts above h_flood; one that flows goes on above h_dry. This avoids
 * flicker at the shore. */
SPATE_FN int adi_is_open(calc over, calc p, const adi_sweep *k)
{
    return over > (p == C(0) ? k->h_flood : k->h_dry);
}

/* 1 / h of a neighbour; of the cell itself where the neighbour is not deeper than h_flood. */
SPATE_FN calc adi_inverse(calc h, calc own, const adi_sweep *k)
{
    return h > k->h_flood ? div_r(C(1), h) : own;
}

/* Velocity in a cell, and the upwind fraction of its transport: 0 below a Froude number of 1/2, 1
 * from 1 on. The weight of MIKE 21 grows from 1/4 on, linearly in the Froude number; this one is
 * linear in its square, which needs no root. */
typedef struct adi_transport {
    calc velocity, upwind; /* m/s, 0 ... 1 */
} adi_transport;

#define ADI_SLOW_FROUDE_SQUARED 0.25

SPATE_FN calc adi_froude_squared(calc u, calc inverse, const adi_sweep *k)
{
    return (u * u) * (inverse * k->inverse_g);
}

/* Upwind fraction, 0 to 1, of a cell with velocity u. */
SPATE_FN calc adi_upwind_of(calc u, calc inverse, const adi_sweep *k)
{
    const calc excess = adi_froude_squared(u, inverse, k) - C(ADI_SLOW_FROUDE_SQUARED);
    return min_r(max_zero_r(excess) * C(4.0 / 3.0), C(1));
}

/* Flux through a cell; 0 where it is not deeper than h_flood. */
SPATE_FN calc adi_flux_through(calc p_back, calc p_front, calc h, const adi_sweep *k)
{
    return h > k->h_flood ? C(0.5) * (p_back + p_front) : C(0);
}

/* In supercritical flow both p and the depth in u = p / h must come from upstream: from the face
 * that is transported and the cell before it. Otherwise waves grow, because (g h - u^2) h_x then
 * pushes the wrong way. At a Froude number of 2 a zigzag of h grows by 20 % in a step with central
 * p and h, waves of five cells by 2 % with a central p alone. flux: through the cell; inverse: 1 /
 * h of the cell, upstream: of the cell before it. */
SPATE_FN calc adi_velocity(calc flux, calc p_back, calc p_front, calc upwind, calc inverse,
                           calc upstream)
{
    const calc moved = flux + upwind * ((flux > C(0) ? p_back : p_front) - flux);
    return moved * (inverse + upwind * (upstream - inverse));
}

/* behind, ahead: depths of the neighbours of a cell along the line. */
SPATE_FN adi_transport adi_transport_of(calc p_back, calc p_front, calc h, calc inverse,
                                        calc behind, calc ahead, const adi_sweep *k)
{
    const calc flux = adi_flux_through(p_back, p_front, h, k);
    const calc upwind = adi_upwind_of(flux * inverse, inverse, k);
    const calc upstream = adi_inverse(flux > C(0) ? behind : ahead, inverse, k);
    const adi_transport t = {.velocity =
                                 adi_velocity(flux, p_back, p_front, upwind, inverse, upstream),
                             .upwind = upwind};
    return t;
}

/* In open water nothing is upwind. */
SPATE_FN calc adi_open_velocity(calc p_back, calc p_front, calc inverse)
{
    return (C(0.5) * (p_back + p_front)) * inverse;
}

/* Bounds of some cells: least depth, highest and lowest bed, largest sum of the two fluxes of a
 * cell. */
typedef struct adi_survey {
    calc shallowest, highest, lowest, swiftest;
} adi_survey;

/* Open water: between any two of the cells a face would carry their mean depth, it would be open
 * for h_dry and h_flood, and the flow in them is so slow that no transport is upwind. With e the
 * rounding of a sum, level - bed is above h - 3 e (h + |bed|). A Froude number is rounded by far
 * less than the margin left here. Extrapolated depths are at least half of h. Rounding of
 * differences is monotonic, so the other limits need no margin. */
SPATE_FN int adi_is_open_water(const adi_survey *s, int extrapolated, const adi_sweep *k)
{
    const calc h = s->shallowest, step = s->highest - s->lowest;
    const calc mid = extrapolated ? C(0.5) * h : h;
    const calc bed = max_r(abs_r(s->highest), abs_r(s->lowest));
    const calc u = div_r(C(0.5) * s->swiftest, mid);
    return h > k->h_flood && h - step > step &&
           h - (C(4) * SPATE_CALC_EPSILON) * (h + bed) > k->h_flood &&
           (u * u) * k->inverse_g < C(0.9 * ADI_SLOW_FROUDE_SQUARED) * mid;
}

/* Twice u p between two faces: first p_back + second p_front. */
typedef struct adi_weights {
    calc first, second;
} adi_weights;

SPATE_FN adi_weights adi_weights_of(calc velocity, calc upwind)
{
    const calc size = upwind * abs_r(velocity);
    const adi_weights w = {.first = velocity + size, .second = velocity - size};
    return w;
}

/* Transport across to the neighbouring lines is explicit. Extrapolated in time and central in
 * space, waves of four cells grow by sigma^4 / 4 in a step of flow Courant number sigma. An upwind
 * fraction of sigma^3 removes sigma^4 and is of third order. As printed they grow by sigma^2 / 2,
 * and by sigma times the Courant number of the flow along the line; a fraction of 2 sigma removes
 * both. Returns twice v p between two lines. */
SPATE_FN calc adi_crossing(calc v, calc upwind, calc low, calc high, const adi_terms *t,
                           const adi_sweep *k)
{
    const calc speed = abs_r(v), sigma = (C(2) * k->advect_across) * speed;
    const calc printed = (C(4) * k->advect_across) * speed; /* 2 sigma */
    const calc share = at_most_one(t->extrapolated ? sigma * (sigma * sigma) : printed);
    const calc size = (t->open ? share : max_r(upwind, share)) * speed;
    return v * (low + high) + size * (low - high);
}

#endif
