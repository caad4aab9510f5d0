/* What a sweep of the ADI scheme reads of a part, and the cells and matrix rows made of it, one by
 * one. For every backend; the loops are theirs, the equations are in physics/. */
#ifndef SPATE_BACKEND_ADI_VIEW_H
#define SPATE_BACKEND_ADI_VIEW_H

#include "backend/adi/adi.h"
#include "backend/adi/stored.h"
#include "physics/adi.h"

typedef struct adi_view {
    const real *h, *h_before, *bed;
    const real *p, *p_before; /* along: at the beginning of the step, and a step before */
    const real *q, *q_before; /* across: in its middle, and a step before */
    const real *friction;     /* NULL: strength everywhere */
    const real *air[2];       /* pressure at two times, m of water; NULL: none */
    calc air_share;           /* weight of the later one */
    int levels_as_given;      /* air pressure does not lower the levels of boundaries */
    const uint8_t *codes;
    ptrdiff_t along, across; /* offset of the next cell */
    unsigned closed;         /* bit of the code that closes a face along */
    calc strength, g;
    int launch;
    adi_terms terms;
    adi_sweep k; /* rotation: adi_sweep_in_row */
    coriolis_rows coriolis;
    double turn_dt; /* dt of k.turn */
    int halo;
} adi_view;

SPATE_FN adi_sweep adi_sweep_of(const grid_part *part, int stage)
{
    const part_params *m = &part->params;
    const spate_clock *c = part->clock;
    const int x = stage == ADI_SWEEP_X, launch = stage == ADI_LAUNCH;
    adi_sweep k =
        adi_sweep_constants(x ? m->dx : m->dy, x ? m->dy : m->dx, launch ? 0.5 * c->dt : c->dt,
                            m->gravity, x ? m->coriolis.f0 : -m->coriolis.f0,
                            adi_value_mid(c->wind[0][!x], c->wind[1][!x], stage),
                            adi_of(part)->viscosity, launch);
    k.h_dry = adi_as_stored(m->dry_depth);
    k.h_flood = adi_as_stored(adi_of(part)->flood_depth);
    return k;
}

/* Weight of the second of the two maps of air pressure, in the middle of the flux's own step. */
SPATE_FN calc adi_air_share(const grid_part *part, int stage)
{
    const spate_clock *c = part->clock;
    const double *at = part->sources.air_time;
    return adi_time_fraction(c->t + adi_middle(stage) * c->dt, at[0], at[1]);
}

SPATE_FN adi_view adi_view_of(const grid_part *part, int stage)
{
    void *const(*f)[PART_SLOTS] = part->field;
    const int now = part->clock->now, old = 1 - now;
    const int y = stage == ADI_SWEEP_Y, x = stage == ADI_SWEEP_X;
    const int flux = x ? ADI_P : ADI_Q, other = x ? ADI_Q : ADI_P;
    adi_view v = {.h = (const real *)f[FIELD_DEPTH][y ? ADI_NEW : now],
                  .h_before =
                      (const real *)(x ? part->field[ADI_HALF_BEFORE][0] : f[FIELD_DEPTH][now]),
                  .bed = (const real *)part->field[FIELD_BED][0],
                  .p = (const real *)f[flux][now],
                  .p_before = (const real *)f[flux][old],
                  .q = (const real *)f[other][y ? ADI_NEW : now],
                  .q_before = (const real *)f[other][y ? now : old],
                  .friction = (const real *)part->field[FIELD_FRICTION][0],
                  .air = {(const real *)part->field[FIELD_AIR][0],
                          (const real *)part->field[FIELD_AIR][1]},
                  .air_share = adi_air_share(part, stage),
                  .levels_as_given = part->sources.levels_as_given,
                  .codes = part->codes,
                  .along = x ? 1 : part->shape.pitch,
                  .across = x ? part->shape.pitch : 1,
                  .closed = x ? (unsigned)FACE_WEST_CLOSED : (unsigned)FACE_SOUTH_CLOSED,
                  .strength = adi_as_stored(part->params.friction_strength),
                  .g = (calc)part->params.gravity,
                  .launch = stage == ADI_LAUNCH,
                  .terms = {.law = part->params.friction,
                            .extrapolated = adi_of(part)->extrapolated,
                            .mixed = adi_of(part)->viscosity > 0},
                  .k = adi_sweep_of(part, stage),
                  .coriolis = part->params.coriolis,
                  .turn_dt = stage == ADI_LAUNCH ? 0.5 * part->clock->dt : part->clock->dt,
                  .halo = part->shape.halo};
    v.terms.unpushed = v.k.turn == C(0) && v.k.push == C(0) && v.coriolis.beta == 0;
    v.terms.aired = v.air[1] != NULL;
    if (v.terms.aired) {
        /* loops with air pressure have wind and viscosity too, which may be 0 */
        v.terms.unpushed = 0;
        v.terms.mixed = 1;
    }
    if (v.launch) { /* all fluxes are of one time */
        v.p_before = v.p;
        v.q_before = v.q;
    }
    return v;
}

/* Constants of the sweep for the face at the back of cell o. */
SPATE_FN adi_sweep adi_sweep_in_row(const adi_view *v, ptrdiff_t o)
{
    adi_sweep k = v->k;
    if (v->coriolis.beta != 0) {
        const int y = v->across == 1;
        const int j = part_row_of(y ? v->along : v->across, v->halo, o);
        const double f = coriolis_at_faces(&v->coriolis, y, j);
        k.turn = adi_turn(y ? -f : f, v->turn_dt);
    }
    return k;
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

/* Sum of both times of the flux across at the low face of a cell. */
SPATE_FN calc adi_both(const adi_view *v, ptrdiff_t o)
{
    return (calc)v->q[o] + (calc)v->q_before[o];
}

/* A cell without its transport. */
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

/* Air pressure in the middle of the flux's own step, m of water. */
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

/* A neighbouring line: o is the face there, `between` the offset of the cell whose low face lies
 * between the two lines; back and front: middle depths of the cells of this line. */
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
        /* reading bytes makes the loop slow, so only where it is needed */
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

/* Friction strength of a face from the map. */
SPATE_FN calc adi_strength_at(const adi_view *v, ptrdiff_t o)
{
    return adi_mean((calc)v->friction[o - v->along], (calc)v->friction[o]);
}

SPATE_FN calc adi_strength_of(const adi_view *v, ptrdiff_t o)
{
    return v->friction ? adi_strength_at(v, o) : v->strength;
}

/* Damping of the face at the back of cell o, from the inverse depths of its two cells. */
SPATE_FN calc adi_damping_at(const adi_view *v, ptrdiff_t o, calc inverse_back, calc inverse_front,
                             calc strength, const adi_terms *terms)
{
    return adi_damping(adi_mid_flux(v, o, terms->extrapolated),
                       adi_across_at(v, o, terms->extrapolated), inverse_back, inverse_front,
                       strength, terms->law, &v->k);
}

/* The face at the back of cell o, from its two cells. */
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

/* Its row, as if it were not closed. terms are compile-time constants in loops; k: adi_sweep_in_row. */
SPATE_FN adi_row adi_row_between(const adi_view *v, ptrdiff_t o, adi_cell back, adi_cell front,
                                 calc damping, const adi_terms *terms, const adi_sweep *k)
{
    const adi_face f = adi_face_between(v, o, back, front, damping, terms);
    return adi_face_row(&f, terms, k);
}

SPATE_FN adi_row adi_row_at(const adi_view *v, ptrdiff_t o)
{
    const adi_cell back = adi_cell_at(v, o - v->along, v->terms.extrapolated),
                   front = adi_cell_at(v, o, v->terms.extrapolated);
    const calc damping =
        adi_damping_at(v, o, back.inverse, front.inverse, adi_strength_of(v, o), &v->terms);
    const adi_sweep k = adi_sweep_in_row(v, o);
    return (v->codes[o] & v->closed) ? adi_still_row()
                                     : adi_row_between(v, o, back, front, damping, &v->terms, &k);
}

#endif
