/* What a step of the staggered scheme reads of a part. For every backend; the loops are theirs, the
 * equations are in physics/. */
#ifndef SPATE_BACKEND_STAGGERED_VIEW_H
#define SPATE_BACKEND_STAGGERED_VIEW_H

#include "backend/common/sources.h"
#include "backend/staggered/staggered.h"
#include "physics/staggered_momentum.h"

typedef struct stag_view {
    const real *h, *bed;
    const real *vel[2];   /* u, v of the old time */
    const real *friction; /* NULL: strength everywhere */
    const uint8_t *codes;
    ptrdiff_t step[2]; /* to the next cell along x, y */
    calc strength, g;
    int sielecki;
    stag_terms terms;
    stag_axis axis[2]; /* of u, v; rotation: stag_axis_in_row */
    coriolis_rows coriolis;
    double dt;
    int halo;
    stag_pacing pacing;
    /* Values that plain.h need not compute again, in the layout of a field; NULL: it does. */
    const calc *limited[2], *depth, *new_u;
} stag_view;

/* A constant of a run, rounded to the stored type. As a volatile: see backend/adi/stored.h. */
SPATE_FN calc stag_as_stored(double x)
{
#ifdef __CUDA_ARCH__
    return (calc)(real)x;
#else
    const volatile real stored = (real)x;
    return (calc)stored;
#endif
}

SPATE_FN stag_axis stag_axis_of(const grid_part *part, int y, double dt)
{
    const part_params *m = &part->params;
    const spate_clock *c = part->clock;
    stag_axis k = stag_axis_constants(y ? m->dy : m->dx, y ? m->dx : m->dy, dt, m->gravity,
                                      y ? -m->coriolis.f0 : m->coriolis.f0, c->wind[0][y],
                                      stag_of(part)->viscosity, c->rain_amount);
    k.h_dry = stag_as_stored(m->dry_depth);
    k.h_flood = stag_as_stored(stag_of(part)->flood_depth);
    return k;
}

/* The same of the faces of row j. */
SPATE_FN stag_axis stag_turned_axis(stag_axis k, const coriolis_rows *c, int y, int j, double dt)
{
    if (c->beta != 0) {
        const double f = coriolis_at_faces(c, y, j);
        k.turn = stag_turn(y ? -f : f, dt);
    }
    return k;
}

SPATE_FN stag_view stag_view_of(const grid_part *part)
{
    const int now = part->clock->now;
    const part_params *m = &part->params;
    const stag_part *own = stag_of(part);
    const stag_view v = {
        .h = (const real *)part->field[FIELD_DEPTH][now],
        .bed = (const real *)part->field[FIELD_BED][0],
        .vel = {(const real *)part->field[STAG_U][now], (const real *)part->field[STAG_V][now]},
        .friction = (const real *)part->field[FIELD_FRICTION][0],
        .codes = part->codes,
        .step = {1, part->shape.pitch},
        .strength = stag_as_stored(m->friction_strength),
        .g = (calc)m->gravity,
        .sielecki = own->sielecki,
        .terms = {.advection = own->advection,
                  .law = m->friction,
                  .viscous = own->viscous,
                  .pushed = coriolis_acts(&m->coriolis) || clock_is_windy(part->clock, 0) ||
                            part->clock->rain_amount > 0},
        .axis = {stag_axis_of(part, 0, part->clock->dt), stag_axis_of(part, 1, part->clock->dt)},
        .coriolis = m->coriolis,
        .dt = part->clock->dt,
        .halo = part->shape.halo,
        .pacing = stag_pacing_of(m->dx, m->dy, m->gravity, own->viscosity)};
    return v;
}

SPATE_FN stag_axis stag_axis_in_row(const stag_view *v, int y, int j)
{
    return stag_turned_axis(v->axis[y], &v->coriolis, y, j, v->dt);
}

SPATE_FN unsigned stag_closed_bit(int y)
{
    return y ? (unsigned)FACE_SOUTH_CLOSED : (unsigned)FACE_WEST_CLOSED;
}

SPATE_FN unsigned stag_claimed_bit(int y)
{
    return y ? (unsigned)FACE_SOUTH_CLAIMED : (unsigned)FACE_WEST_CLAIMED;
}

SPATE_FN int stag_is_claimed(const stag_view *v, int y, ptrdiff_t o)
{
    return (v->codes[o] & stag_claimed_bit(y)) != 0;
}

/* The cells of the face at the back of cell o, before the step. */
SPATE_FN stag_pair stag_pair_at(const stag_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t back = o - v->step[y];
    const stag_pair c = {.h_back = (calc)v->h[back],
                         .h_front = (calc)v->h[o],
                         .bed_back = (calc)v->bed[back],
                         .bed_front = (calc)v->bed[o]};
    return c;
}

/* Velocity at the back of cell o, claimed faces included. */
SPATE_FN calc stag_velocity_at(const stag_view *v, int y, ptrdiff_t o)
{
    const calc u = (calc)v->vel[y][o];
    if (!stag_is_claimed(v, y, o))
        return u;
    return stag_boundary_velocity(u, (calc)v->h[o - v->step[y]], (calc)v->h[o], v->g);
}

/* Friction strength of a face. */
SPATE_FN calc stag_strength_at(const stag_view *v, int y, ptrdiff_t o)
{
    return v->friction ? C(0.5) * ((calc)v->friction[o - v->step[y]] + (calc)v->friction[o])
                       : v->strength;
}

#endif
