/* Matrix rows of the outer faces of the ADI scheme that have a boundary, with the terms of
 * physics/adi.h. Knows no arrays. */
#ifndef SPATE_PHYSICS_ADI_EDGES_H
#define SPATE_PHYSICS_ADI_EDGES_H

#include "physics/adi.h"

/* Transport over the half cell between the centre of a cell and its outer face, times dt: own
 * p^(n+1) of the outer face, inner that of the face before. h: depth at the face. Without it a
 * stream that leaves would feed waves in the last cell, and the level of one that comes in would
 * be wrong by u^2 / 2g over half a cell, an error of first order. */
typedef struct adi_edge_transport {
    calc own, inner;
} adi_edge_transport;

SPATE_FN adi_edge_transport adi_transport_to_edge(const adi_cell *inside, calc outward, calc p,
                                                  calc h, const adi_sweep *k)
{
    const calc velocity = outward * div_r(p, max_r(h, k->h_dry)), twice = C(2) * k->advect;
    const calc of_own = outward > C(0) ? inside->second : -inside->first;
    const calc of_inner = outward > C(0) ? inside->first : -inside->second;
    const adi_edge_transport t = {.own = twice * (C(2) * velocity - of_own),
                                  .inner = -(twice * of_inner)};
    return t;
}

/* Flux through an outer face at the start of a run, m2/s, extrapolated from the two faces before
 * it: the nearer one and the second, if that one is open. With 0 instead, a stream through the
 * edge would start with a shock. only_out: nothing may come in. */
SPATE_FN calc adi_first_edge_flux(calc nearer, calc second, int second_open, calc outward,
                                  int only_out)
{
    const calc change = second_open ? nearer - second : C(0);
    const calc flux = nearer + change;
    return only_out && outward * flux < C(0) ? C(0) : flux;
}

/* Critical depth of a flux, (p^2 / g)^(1/3). */
SPATE_FN calc adi_critical_depth(calc p, const adi_sweep *k)
{
    const calc cubed = (p * p) * k->inverse_g;
    const calc inverse = adi_inverse_cube_root(at_least_tiny(cubed));
    return cubed * (inverse * inverse);
}

/* Whether a stream leaves without being affected by the level outside: it is supercritical, and
 * that level is below the sequent depth h/2 (sqrt(1 + 8 F^2) - 1), so that a hydraulic jump would
 * be swept out. arrives: flux at the face before. */
SPATE_FN int adi_leaves_freely(const adi_cell *inside, calc outward, calc arrives, calc level,
                               const adi_sweep *k)
{
    const calc h = max_r(inside->mid, k->h_dry);
    const calc froude_squared = div_r((arrives * arrives) * k->inverse_g, h * (h * h));
    const calc sequent = (C(0.5) * h) * (sqrt_r(C(1) + C(8) * froude_squared) - C(1));
    return outward * arrives > C(0) && froude_squared > C(1) && level - inside->bed < sequent;
}

/* Depth at an outer face with a given level. Water that leaves is at least critically deep there,
 * however low the level outside is (it may be below the bed). */
SPATE_FN calc adi_edge_depth(const adi_cell *inside, calc outward, calc level, calc p,
                             const adi_sweep *k)
{
    const calc given = max_zero_r(level - inside->bed);
    return outward * p > C(0) ? max_r(given, adi_critical_depth(p, k)) : given;
}

/* A level given at the face (in the middle of the step), half a cell from the centre of the inner
 * cell, hence twice the pull. outward: 1 where outside is in front, -1 where it is at the back. p
 * and q of the face as in adi_face. */
SPATE_FN adi_row adi_level_row(const adi_cell *inside, calc outward, calc given, calc p, calc q,
                               calc strength, const adi_terms *t, const adi_sweep *k)
{
    const calc h = adi_edge_depth(inside, outward, given, p, k);
    const int falls = h > given - inside->bed; /* outside is too low to matter */
    const calc level = falls ? inside->bed + h : given;
    const calc over = max_r(h, inside->h);
    const calc depth = C(0.5) * (h + inside->mid);
    const calc inverse = div_r(C(1), max_r(depth, k->h_dry));
    const calc pull = C(2) * k->pull;
    const calc levels = (pull * k->along) * depth;
    const adi_edge_transport moved = adi_transport_to_edge(inside, outward, p, h, k);
    const calc z = adi_damping(p, q, inverse, inverse, strength, t->law, k);
    const adi_damped damped = adi_damped_by(z, t->extrapolated);
    const calc fall = outward * (inside->predicted - level);
    const calc forces = (pull * depth) * fall + (k->turn * q + k->push * wind_share(depth));
    const calc inner = damped.others * (moved.inner - levels);
    const adi_row row = {.a = outward > C(0) ? inner : C(0),
                         .b = damped.own + damped.others * (levels + moved.own),
                         .c = outward > C(0) ? C(0) : inner,
                         .d = p + damped.others * forces};
    return adi_is_open(over, p, k) ? row : adi_still_row();
}

/* Change of depth across an open edge in subcritical flow. Flow goes on outside as inside: with
 * the same depth on a slope, with the same level in a lake. Returns the smaller of the differences
 * of depth and of level between the last cell and the one before it; 0 where their signs differ. */
SPATE_FN calc adi_runs_on(calc h, calc bed, calc h_before, calc bed_before)
{
    const calc deeper = h - h_before, higher = (h + bed) - (h_before + bed_before);
    const calc smaller = abs_r(deeper) < abs_r(higher) ? deeper : higher;
    return deeper * higher > C(0) ? smaller : C(0);
}

/* An open edge: the flux of the face before leaves, more where the last cell is deeper than the
 * one before (as outgoing waves do), less where it is shallower; no water comes in. before: p^n of
 * that face; h_before, bed_before: of the cell behind it. */
SPATE_FN adi_row adi_open_row(const adi_cell *inside, calc outward, calc before, calc h_before,
                              calc bed_before, calc g, const adi_sweep *k)
{
    const calc deep = max_r(h_before, inside->mid);
    const calc velocity = div_r(max_zero_r(outward * before), max_r(deep, k->h_dry));
    const calc more = adi_runs_on(inside->mid, inside->bed, h_before, bed_before);
    const calc speed = more > C(0) ? velocity + sqrt_r(g * deep) : velocity;
    const calc levels = C(1) + speed * k->along;
    const calc target = (inside->mid + inside->bed) - more;
    const adi_row row = {.a = outward > C(0) ? -levels : C(0),
                         .b = levels,
                         .c = outward > C(0) ? C(0) : -levels,
                         .d = (outward * speed) * (inside->predicted - target)};
    return outward * before > C(0) && inside->h > k->h_dry ? row : adi_still_row();
}

/* Outward flux speed (level - target), with the level inside at the end of the flux's own step.
 * That level is extrapolated from the change in the half step by the factor `reach`: 2, or 1 in
 * the launch, where the flux has only half a step. With the level in the middle of the step, as
 * the mean of p^n and p^(n+1), an error of p^n would stay for ever with alternating sign. */
SPATE_FN adi_row adi_level_driven_row(const adi_cell *inside, calc outward, calc speed, calc target,
                                      calc reach, const adi_sweep *k)
{
    const calc levels = (speed * reach) * k->along;
    const calc level = reach * inside->predicted - (reach - C(1)) * (inside->h + inside->bed);
    const adi_row row = {.a = outward > C(0) ? -levels : C(0),
                         .b = C(1) + levels,
                         .c = outward > C(0) ? C(0) : -levels,
                         .d = (outward * speed) * (level - target)};
    return row;
}

/* Uniform flow down a slope goes on outside: q = h^(5/3) sqrt(S) / n, at most critical, sqrt(g)
 * h^(3/2). Linearised in the level around the middle depth. */
SPATE_FN adi_row adi_normal_depth_row(const adi_cell *inside, calc outward, calc sqrt_slope_over_n,
                                      calc reach, calc g, const adi_sweep *k)
{
    const calc h = inside->mid, c = sqrt_r(g * max_zero_r(h));
    const calc inverse = adi_inverse_cube_root(max_r(h, k->h_dry));
    const calc uniform = (h * inverse) * sqrt_slope_over_n;
    const calc u = min_r(uniform, c);
    const calc speed = uniform < c ? C(5.0 / 3.0) * u : C(1.5) * u; /* dq / dh */
    const calc target =
        (h + inside->bed) - (uniform < c ? C(0.6) : C(2.0 / 3.0)) * h; /* - q / speed */
    const adi_row row = adi_level_driven_row(inside, outward, speed, target, reach, k);
    return inside->h > k->h_dry ? row : adi_still_row();
}

/* Waves from inside leave, waves from outside come in: outward flux = c (level inside - target), c
 * = sqrt(g h). target: the level outside if the water there is at rest, 2 level - still for an
 * incoming wave. */
SPATE_FN adi_row adi_radiating_row(const adi_cell *inside, calc outward, calc target, calc reach,
                                   calc g, const adi_sweep *k)
{
    const calc speed = sqrt_r(g * max_zero_r(inside->mid));
    const adi_row row = adi_level_driven_row(inside, outward, speed, target, reach, k);
    return inside->h > k->h_dry ? row : adi_still_row();
}

/* A free overfall: the last cell stands at critical depth, so that h sqrt(g h) leaves;
 * supercritical flow leaves as it arrives, with h u. The speed is that of the middle of the step.
 * h is that of the end of the half step, with the inflow through the face before at its beginning
 * (before), so that the flux is never negative. h_before: as in adi_open_row. */
SPATE_FN adi_row adi_outfall_row(const adi_cell *inside, calc outward, calc before, calc h_before,
                                 calc g, const adi_sweep *k)
{
    const calc deep = max_r(h_before, inside->mid);
    const calc velocity = div_r(max_zero_r(outward * before), max_r(deep, k->h_dry));
    const calc speed = max_r(sqrt_r(g * max_zero_r(inside->mid)), velocity);
    const calc brought = k->along * (outward * before);
    const calc depth = max_zero_r((inside->predicted - inside->bed) + brought);
    const adi_row row = {.a = C(0),
                         .b = C(1) + speed * k->along,
                         .c = C(0),
                         .d = (outward * speed) * depth};
    return inside->h > k->h_dry ? row : adi_still_row();
}

#endif
