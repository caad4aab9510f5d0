/* What a sweep of the ADI scheme sees of a part, and the rows and depths it makes of it: cell by cell, for every backend.
 * Loops are others' business. */
#ifndef SPATE_BACKEND_ADI_VIEW_H
#define SPATE_BACKEND_ADI_VIEW_H

#include "backend/adi/adi.h"
#include "backend/adi/stored.h"
#include "physics/adi_edges.h"
#include "physics/adi_outflow.h"
#include "physics/section.h"

typedef struct adi_view {
    const real *h, *h_before, *bed;
    const real *p, *p_before; /* along: of the beginning of the step, of a step before */
    const real *q, *q_before; /* across: of its middle, of a step before that */
    const real *friction;     /* NULL: strength */
    const real *air[2];       /* NULL: none */
    calc air_share;           /* of the later of the two */
    int levels_as_given;
    const uint8_t *codes;
    ptrdiff_t along, across; /* to the next cell */
    unsigned closed;         /* bit of the code of a face along, and across */
    calc strength, g;
    int launch;
    adi_terms terms;
    adi_sweep k;
} adi_view;

SPATE_FN adi_sweep adi_sweep_of(const kp_part *part, int stage)
{
    const kp_params *m = &part->params;
    const spate_clock *c = part->clock;
    const int x = stage == ADI_SWEEP_X, launch = stage == ADI_LAUNCH;
    adi_sweep k =
        adi_sweep_constants(x ? m->dx : m->dy, x ? m->dy : m->dx, launch ? 0.5 * c->dt : c->dt,
                            m->gravity, x ? m->coriolis : -m->coriolis,
                            adi_value_mid(c->wind[0][!x], c->wind[1][!x], stage), m->viscosity,
                            launch);
    k.h_dry = adi_as_stored(m->dry_depth);
    k.h_flood = adi_as_stored(m->flood_depth);
    return k;
}

/* Weight of the second of the two maps of air pressure, in the middle of the flux's own step. */
SPATE_FN calc adi_air_share(const kp_part *part, int stage)
{
    const spate_clock *c = part->clock;
    const double *at = part->adi->air_time;
    return adi_time_fraction(c->t + adi_middle(stage) * c->dt, at[0], at[1]);
}

SPATE_FN adi_view adi_view_of(const kp_part *part, int stage)
{
    void *const(*s)[KP_VARIABLES] = part->state;
    const int now = part->clock->now, old = 1 - now;
    const int y = stage == ADI_SWEEP_Y, x = stage == ADI_SWEEP_X;
    const int flux = x ? KP_HU : KP_HV, other = x ? KP_HV : KP_HU;
    adi_view v = {.h = (const real *)s[y ? ADI_NEW : now][KP_H],
                  .h_before = (const real *)(x ? part->adi->half_before : s[now][KP_H]),
                  .bed = (const real *)part->bed,
                  .p = (const real *)s[now][flux],
                  .p_before = (const real *)s[old][flux],
                  .q = (const real *)s[y ? ADI_NEW : now][other],
                  .q_before = (const real *)s[y ? now : old][other],
                  .friction = (const real *)part->friction,
                  .air = {(const real *)part->adi->air[0], (const real *)part->adi->air[1]},
                  .air_share = adi_air_share(part, stage),
                  .levels_as_given = part->adi->levels_as_given,
                  .codes = part->faces,
                  .along = x ? 1 : part->shape.pitch,
                  .across = x ? part->shape.pitch : 1,
                  .closed = x ? (unsigned)FACE_WEST_CLOSED : (unsigned)FACE_SOUTH_CLOSED,
                  .strength = adi_as_stored(part->params.friction_strength),
                  .g = (calc)part->params.gravity,
                  .launch = stage == ADI_LAUNCH,
                  .terms = {.law = part->params.friction,
                            .extrapolated = part->params.extrapolated,
                            .mixed = part->params.viscosity > 0},
                  .k = adi_sweep_of(part, stage)};
    v.terms.unpushed = v.k.turn == C(0) && v.k.push == C(0);
    v.terms.aired = v.air[1] != NULL;
    if (v.terms.aired) {
        /* rows that know the air know wind and viscosity, too, of 0 where there is none */
        v.terms.unpushed = 0;
        v.terms.mixed = 1;
    }
    if (v.launch) { /* all fluxes are of one time */
        v.p_before = v.p;
        v.q_before = v.q;
    }
    return v;
}

SPATE_FN calc adi_mid_depth(const adi_view *v, ptrdiff_t o, int extrapolated)
{
    const calc h = (calc)v->h[o];
    return extrapolated ? adi_extrapolate_depth(h, (calc)v->h_before[o]) : h;
}

SPATE_FN calc adi_mid_flux(const adi_view *v, ptrdiff_t o, int extrapolated)
{
    const calc p = (calc)v->p[o];
    return extrapolated ? adi_extrapolate(p, (calc)v->p_before[o]) : p;
}

/* Sum of both times of the flux across at the low side of a cell. */
SPATE_FN calc adi_both(const adi_view *v, ptrdiff_t o)
{
    return (calc)v->q[o] + (calc)v->q_before[o];
}

/* All of a cell but what its transport is. */
SPATE_FN adi_cell adi_cell_before_transport(const adi_view *v, ptrdiff_t o, int extrapolated,
                                            int open)
{
    const calc h = (calc)v->h[o], bed = (calc)v->bed[o];
    const calc back = (calc)v->p[o], front = (calc)v->p[o + v->along];
    const calc mid = adi_mid_depth(v, o, extrapolated);
    const calc low = adi_both(v, o), high = adi_both(v, o + v->across);
    const adi_cell c = {.h = h,
                        .bed = bed,
                        .mid = mid,
                        .inverse = div_r(C(1), open ? mid : max_r(mid, v->k.h_dry)),
                        .predicted = adi_moved(h + bed, v->launch ? C(0) : back,
                                               v->launch ? C(0) : front, low, high, &v->k),
                        .flow =
                            extrapolated ? (calc)v->q[o] + (calc)v->q[o + v->across] : low + high};
    return c;
}

/* m of water that the air weighs. */
SPATE_FN calc adi_air_at(const adi_view *v, ptrdiff_t o)
{
    const calc before = (calc)v->air[0][o], after = (calc)v->air[1][o];
    return before + v->air_share * (after - before);
}

SPATE_FN adi_cell adi_cell_at(const adi_view *v, ptrdiff_t o, int extrapolated)
{
    adi_cell c = adi_cell_before_transport(v, o, extrapolated, 0);
    const adi_transport moved =
        adi_transport_of((calc)v->p[o], (calc)v->p[o + v->along], c.h, c.inverse,
                         adi_mid_depth(v, o - v->along, extrapolated),
                         adi_mid_depth(v, o + v->along, extrapolated), &v->k);
    const adi_weights w = adi_weights_of(moved.velocity, moved.upwind);
    c.upwind = moved.upwind;
    c.first = w.first;
    c.second = w.second;
    return c;
}

/* The same in open water. */
SPATE_FN adi_cell adi_open_cell_at(const adi_view *v, ptrdiff_t o, int extrapolated)
{
    adi_cell c = adi_cell_before_transport(v, o, extrapolated, 1);
    c.upwind = C(0);
    c.first = c.second = adi_open_velocity((calc)v->p[o], (calc)v->p[o + v->along], c.inverse);
    return c;
}

/* The line beside: o is the face there, `between` the offset of the cell whose low side lies between the two lines; back
 * and front: depths of the cells of this line, for coefficients. */
SPATE_FN adi_side adi_side_at(const adi_view *v, ptrdiff_t o, ptrdiff_t between, calc back,
                              calc front, const adi_terms *terms)
{
    const int extrapolated = terms->extrapolated;
    const ptrdiff_t before = o - v->along;
    const calc mid_back = adi_mid_depth(v, before, extrapolated);
    const calc mid_front = adi_mid_depth(v, o, extrapolated);
    const adi_side s = {
        .back = terms->open ? mid_back : adi_seen_depth((calc)v->h[before], mid_back, back, &v->k),
        .front = terms->open ? mid_front : adi_seen_depth((calc)v->h[o], mid_front, front, &v->k),
        .q_back = (calc)v->q[between - v->along],
        .q_front = (calc)v->q[between],
        .p = adi_mid_flux(v, o, extrapolated),
        /* bytes make loops over numbers slow: only where it matters */
        .closed = terms->mixed && (v->codes[o] & v->closed) ? C(1) : C(0)};
    return s;
}

SPATE_FN calc adi_flow_at(const adi_view *v, ptrdiff_t o, int extrapolated)
{
    if (extrapolated)
        return (calc)v->q[o] + (calc)v->q[o + v->across];
    return adi_both(v, o) + adi_both(v, o + v->across);
}

SPATE_FN calc adi_across_at(const adi_view *v, ptrdiff_t o, int extrapolated)
{
    return adi_across_of(adi_flow_at(v, o - v->along, extrapolated),
                         adi_flow_at(v, o, extrapolated), extrapolated);
}

/* Of a face, where there is a map of it. */
SPATE_FN calc adi_strength_at(const adi_view *v, ptrdiff_t o)
{
    return adi_mean((calc)v->friction[o - v->along], (calc)v->friction[o]);
}

SPATE_FN calc adi_strength_of(const adi_view *v, ptrdiff_t o)
{
    return v->friction ? adi_strength_at(v, o) : v->strength;
}

/* Of the face at the back of cell o, by the inverse depths of its two cells. */
SPATE_FN calc adi_damping_at(const adi_view *v, ptrdiff_t o, calc inverse_back, calc inverse_front,
                             calc strength, const adi_terms *terms)
{
    return adi_damping(adi_mid_flux(v, o, terms->extrapolated),
                       adi_across_at(v, o, terms->extrapolated), inverse_back, inverse_front,
                       strength, terms->law, &v->k);
}

/* The face at the back of cell o, whose two cells are known. */
SPATE_FN adi_face adi_face_between(const adi_view *v, ptrdiff_t o, adi_cell back, adi_cell front,
                                   calc damping, const adi_terms *terms)
{
    const adi_face f = {.back = back,
                        .front = front,
                        .low = adi_side_at(v, o - v->across, o, back.mid, front.mid, terms),
                        .high = adi_side_at(v, o + v->across, o + v->across, back.mid, front.mid,
                                            terms),
                        .air = terms->aired ? adi_air_at(v, o - v->along) - adi_air_at(v, o) : C(0),
                        .p = (calc)v->p[o],
                        .cross = adi_mid_flux(v, o, terms->extrapolated),
                        .damping = damping};
    return f;
}

/* Its row; terms: constants where loops are compiled for them. Whether the face is closed is not looked at. */
SPATE_FN adi_row adi_row_between(const adi_view *v, ptrdiff_t o, adi_cell back, adi_cell front,
                                 calc damping, const adi_terms *terms)
{
    const adi_face f = adi_face_between(v, o, back, front, damping, terms);
    return adi_face_row(&f, terms, &v->k);
}

SPATE_FN adi_row adi_row_at(const adi_view *v, ptrdiff_t o)
{
    const adi_cell back = adi_cell_at(v, o - v->along, v->terms.extrapolated),
                   front = adi_cell_at(v, o, v->terms.extrapolated);
    const calc damping =
        adi_damping_at(v, o, back.inverse, front.inverse, adi_strength_of(v, o), &v->terms);
    return (v->codes[o] & v->closed) ? adi_still_row()
                                     : adi_row_between(v, o, back, front, damping, &v->terms);
}

/* ---- listed faces ---- */

/* Value of a boundary in the middle, and at the end, of the flux's own step. */
SPATE_FN double adi_boundary_mid(const boundary_face *f, int stage)
{
    return adi_value_mid(f->value[0], f->value[1], stage);
}

SPATE_FN double adi_boundary_end(const boundary_face *f, int stage)
{
    return adi_value_end(f->value[0], f->value[1], stage);
}

/* Derivative of the outflow through a face by its level, m/s: its fraction of the slope of the rating at the mean level. */
SPATE_FN double adi_rating_speed(const face_boundary *b, double outflow)
{
    const double all = -b->discharge[1];
    return all > 0 ? rating_slope(b->rating_level, b->rating_discharge, b->rating_count,
                                  b->mean_level + b->datum, outflow / all)
                   : 0;
}

/* A discharge is given; that of a rating was found for the level at the beginning of the step, level_then. */
SPATE_FN adi_row adi_discharge_row(const face_boundary *b, const boundary_face *f,
                                   const adi_cell *inside, calc level_then, int stage,
                                   const adi_sweep *k)
{
    const double outflow = -adi_boundary_end(f, stage);
    const double speed = adi_rating_speed(b, outflow);
    const calc outward = (calc)f->outward, reach = stage == ADI_LAUNCH ? C(1) : C(2);
    adi_row row = adi_level_driven_row(inside, outward, (calc)speed, level_then, reach, k);
    row.d = row.d + outward * (calc)outflow;
    return row;
}

/* A level of a boundary as it stands at its inner cell: told for a pressure, it is lower under a higher one. */
SPATE_FN calc adi_sea_level(const adi_view *v, ptrdiff_t cell, double level)
{
    const int lowered = v->terms.aired && !v->levels_as_given;
    return lowered ? (calc)level - adi_air_at(v, cell) : (calc)level;
}

/* Level outside a face that has one, at the end of the flux's step; below all ground where uniform flow goes on. */
SPATE_FN calc adi_outer_level(const adi_view *v, const boundary_face *f, ptrdiff_t cell, int stage)
{
    return f->kind == FACE_NORMAL_DEPTH ? (calc)v->bed[cell]
                                        : adi_sea_level(v, cell, adi_boundary_end(f, stage));
}

/* The row of an outer face that a boundary has; o as in adi_row_at. */
SPATE_FN adi_row adi_listed_row(const kp_part *part, const adi_view *v, const boundary_face *f,
                                ptrdiff_t o, int stage)
{
    const ptrdiff_t cell = f->outward > 0 ? o - v->along : o, before = cell - f->outward * v->along;
    const adi_cell inside = adi_cell_at(v, cell, v->terms.extrapolated);
    const calc outward = (calc)f->outward, p = (calc)v->p[o];
    const calc q = adi_mean((calc)v->q[cell], (calc)v->q[cell + v->across]);
    const calc strength = v->friction ? (calc)v->friction[cell] : v->strength;
    const calc reach = stage == ADI_LAUNCH ? C(1) : C(2);
    const calc h_then = (calc)(stage == ADI_SWEEP_X ? v->h : v->h_before)[cell];
    const calc arrives = (calc)v->p[f->outward > 0 ? o - v->along : o + v->along];
    /* An outfall has no level outside, and lets fast flow go by itself. */
    const int has_outside =
        f->kind != FACE_OPEN && f->kind != FACE_OUTFALL && f->kind != FACE_DISCHARGE;
    const int free = has_outside && adi_leaves_freely(&inside, outward, arrives,
                                                      adi_outer_level(v, f, cell, stage), &v->k);
    switch (free ? FACE_OPEN : (face_kind)f->kind) {
    case FACE_LEVEL:
        if (part->boundaries[f->owner].absorbing > 0)
            return adi_radiating_row(&inside, outward,
                                     adi_sea_level(v, cell, adi_boundary_end(f, stage)), reach,
                                     v->g, &v->k);
        return adi_level_row(&inside, outward, adi_sea_level(v, cell, adi_boundary_mid(f, stage)),
                             p, q, strength, &v->terms, &v->k);
    case FACE_OPEN:
        return adi_open_row(&inside, outward, arrives,
                            adi_mid_depth(v, before, v->terms.extrapolated), (calc)v->bed[before],
                            v->g, &v->k);
    case FACE_OUTFALL:
        return adi_outfall_row(&inside, outward, arrives,
                               adi_mid_depth(v, before, v->terms.extrapolated), v->g, &v->k);
    case FACE_NORMAL_DEPTH:
        return adi_normal_depth_row(&inside, outward, (calc)f->coefficient, reach, v->g, &v->k);
    case FACE_WAVE:
        return adi_radiating_row(&inside, outward,
                                 adi_sea_level(v, cell,
                                               2 * adi_boundary_end(f, stage) - f->coefficient),
                                 reach, v->g, &v->k);
    case FACE_DISCHARGE:
        return adi_discharge_row(&part->boundaries[f->owner], f, &inside, h_then + inside.bed,
                                 stage, &v->k);
    default: return adi_still_row(); /* refused when boundaries are set */
    }
}

/* ---- depths ---- */

/* Fluxes of a half step: sums of the two times that count, of a face along and one across. */
typedef struct adi_flows {
    const real *along_old, *along_new, *across_old, *across_new;
    const real *share; /* NULL: all of it */
    ptrdiff_t along, across;
} adi_flows;

SPATE_FN adi_flows adi_flows_of(const kp_part *part, const adi_view *v, int stage, int shared)
{
    const adi_flows f = {
        .along_old = v->p,
        .along_new = (const real *)part->state[ADI_NEW][stage == ADI_SWEEP_X ? KP_HU : KP_HV],
        .across_old = v->q_before,
        .across_new = v->q,
        .share = shared ? (const real *)part->adi->share : NULL,
        .along = v->along,
        .across = v->across};
    return f;
}

/* What the donor gives of a flow through the back (low) side of cell o. */
SPATE_FN calc adi_given(const adi_flows *f, calc flow, ptrdiff_t o, ptrdiff_t step)
{
    return f->share ? flow * (calc)f->share[flow > C(0) ? o - step : o] : flow;
}

SPATE_FN calc adi_flow_along(const adi_flows *f, ptrdiff_t o)
{
    return adi_given(f, (calc)f->along_old[o] + (calc)f->along_new[o], o, f->along);
}

SPATE_FN calc adi_flow_across(const adi_flows *f, ptrdiff_t o)
{
    return adi_given(f, (calc)f->across_old[o] + (calc)f->across_new[o], o, f->across);
}

SPATE_FN calc adi_depth_at(const adi_flows *f, const adi_view *v, ptrdiff_t o)
{
    return adi_moved((calc)v->h[o], adi_flow_along(f, o), adi_flow_along(f, o + f->along),
                     adi_flow_across(f, o), adi_flow_across(f, o + f->across), &v->k);
}

SPATE_FN adi_turnover adi_turnover_at(const adi_flows *f, const adi_view *v, ptrdiff_t o)
{
    return adi_turnover_of(adi_flow_along(f, o), adi_flow_along(f, o + f->along),
                           adi_flow_across(f, o), adi_flow_across(f, o + f->across), &v->k);
}

#endif
