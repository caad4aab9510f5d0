/* What a step of the semi-implicit scheme reads of a part, and the cells and faces around a place.
 * For every backend; the loops are theirs, the equations are in physics/. y: 0 for faces at the
 * west of a cell, 1 for those at its south. */
#ifndef SPATE_BACKEND_SEMI_IMPLICIT_VIEW_H
#define SPATE_BACKEND_SEMI_IMPLICIT_VIEW_H

#include "backend/semi_implicit/semi_implicit.h"
#include "physics/adi_times.h"
#include "physics/semi_implicit.h"

typedef struct semi_view {
    const real *h, *bed;
    const real *vel[2]; /* u^n, v^n */
    real *next[2];      /* u^(n+1), v^(n+1) */
    real *amount[2], *coupling[2], *gain[2];
    real *net, *centre, *pulls, *right, *share;
    const real *change;
    uint8_t *wet;
    const real *friction; /* NULL: strength everywhere */
    const real *air[2];   /* pressure at two times, m of water; NULL: none */
    calc air_share;       /* weight of the later one */
    int levels_as_given;  /* air pressure does not lower the levels of boundaries */
    const uint8_t *codes;
    ptrdiff_t step[2]; /* to the next cell along x, y */
    calc strength;
    int law, pushed; /* of semi_face_of */
    int advection, viscous;
    semi_axis axis[2];
} semi_view;

/* A constant of a run, rounded to the stored type. As a volatile: see backend/adi/stored.h. */
SPATE_FN calc semi_as_stored(double x)
{
#ifdef __CUDA_ARCH__
    return (calc)(real)x;
#else
    const volatile real stored = (real)x;
    return (calc)stored;
#endif
}

/* Mean wind of the step. */
SPATE_FN double semi_wind(const spate_clock *c, int y)
{
    return 0.5 * (c->wind[0][y] + c->wind[1][y]);
}

/* Constants for a fraction of a step. */
SPATE_FN semi_axis semi_axis_at(const grid_part *part, int y, double fraction)
{
    const part_params *m = &part->params;
    const semi_part *own = semi_of(part);
    const double dt = fraction * part->clock->dt, along = y ? m->dy : m->dx;
    stag_axis k =
        stag_axis_constants(along, y ? m->dx : m->dy, dt, m->gravity, 0, semi_wind(part->clock, y),
                            own->viscosity, part->clock->rain_amount);
    k.h_dry = semi_as_stored(m->dry_depth);
    k.h_flood = semi_as_stored(own->flood_depth);
    return semi_axis_of(k, along, dt, m->gravity, own->theta, own->transport != SEMI_EXPLICIT);
}

SPATE_FN semi_view semi_view_of(const grid_part *part)
{
    void *const(*f)[PART_SLOTS] = part->field;
    const int now = part->clock->now, next = 1 - now;
    const spate_clock *c = part->clock;
    const double *air_time = part->sources.air_time;
    const semi_view v = {.h = (const real *)f[FIELD_DEPTH][now],
                         .bed = (const real *)f[FIELD_BED][0],
                         .vel = {(const real *)f[SEMI_U][now], (const real *)f[SEMI_V][now]},
                         .next = {(real *)f[SEMI_U][next], (real *)f[SEMI_V][next]},
                         .amount = {(real *)f[SEMI_AMOUNT_X][0], (real *)f[SEMI_AMOUNT_Y][0]},
                         .coupling = {(real *)f[SEMI_COUPLING_X][0], (real *)f[SEMI_COUPLING_Y][0]},
                         .gain = {(real *)f[SEMI_GAIN_X][0], (real *)f[SEMI_GAIN_Y][0]},
                         .net = (real *)f[SEMI_NET][0],
                         .centre = (real *)f[SEMI_CENTRE][0],
                         .pulls = (real *)f[SEMI_CENTRE][SEMI_PULLS],
                         .right = (real *)f[SEMI_RIGHT][0],
                         .share = (real *)f[SEMI_SHARES][0],
                         .change = (const real *)f[SEMI_CHANGE][0],
                         .wet = (uint8_t *)f[SEMI_WET][0],
                         .friction = (const real *)f[FIELD_FRICTION][0],
                         .air = {(const real *)f[FIELD_AIR][0], (const real *)f[FIELD_AIR][1]},
                         .air_share =
                             adi_time_fraction(c->t + 0.5 * c->dt, air_time[0], air_time[1]),
                         .levels_as_given = part->sources.levels_as_given,
                         .codes = part->codes,
                         .step = {1, part->shape.pitch},
                         .strength = semi_as_stored(part->params.friction_strength),
                         .law = part->params.friction,
                         .pushed =
                             semi_wind(c, 0) != 0 || semi_wind(c, 1) != 0 || c->rain_amount > 0,
                         .advection = semi_of(part)->advection,
                         .viscous = semi_of(part)->viscous,
                         .axis = {semi_axis_at(part, 0, 1), semi_axis_at(part, 1, 1)}};
    return v;
}

SPATE_FN unsigned semi_closed_bit(int y)
{
    return y ? (unsigned)FACE_SOUTH_CLOSED : (unsigned)FACE_WEST_CLOSED;
}

SPATE_FN int semi_is_closed(const semi_view *v, int y, ptrdiff_t o)
{
    return (v->codes[o] & semi_closed_bit(y)) != 0;
}

/* A boundary has it. */
SPATE_FN int semi_is_claimed(const semi_view *v, int y, ptrdiff_t o)
{
    return (v->codes[o] & (y ? (unsigned)FACE_SOUTH_CLAIMED : (unsigned)FACE_WEST_CLAIMED)) != 0;
}

SPATE_FN int semi_is_active(const semi_view *v, ptrdiff_t o)
{
    return !(v->codes[o] & CELL_INACTIVE);
}

/* The cells of the face at the back of cell o, with the depths h. */
SPATE_FN stag_pair semi_pair_at(const semi_view *v, const real *h, int y, ptrdiff_t o)
{
    const ptrdiff_t back = o - v->step[y];
    const stag_pair c = {.h_back = (calc)h[back],
                         .h_front = (calc)h[o],
                         .bed_back = (calc)v->bed[back],
                         .bed_front = (calc)v->bed[o]};
    return c;
}

SPATE_FN calc semi_strength_at(const semi_view *v, int y, ptrdiff_t o)
{
    return v->friction ? adi_mean((calc)v->friction[o - v->step[y]], (calc)v->friction[o])
                       : v->strength;
}

/* Velocity across at a face: the mean of four. vel: the two velocities. */
SPATE_FN calc semi_across_at(const semi_view *v, const real *const vel[2], int y, ptrdiff_t o)
{
    const real *const w = vel[!y];
    const ptrdiff_t back = o - v->step[y], up = v->step[!y];
    return C(0.25) * (((calc)w[back] + (calc)w[o]) + ((calc)w[back + up] + (calc)w[o + up]));
}

SPATE_FN calc semi_air_at(const semi_view *v, ptrdiff_t o)
{
    const calc before = (calc)v->air[0][o], after = (calc)v->air[1][o];
    return before + v->air_share * (after - before);
}

/* Values of the four faces of a cell. */
SPATE_FN stag_sides semi_sides_at(const semi_view *v, const real *const face[2], ptrdiff_t o)
{
    const stag_sides s = {.west = (calc)face[0][o],
                          .east = (calc)face[0][o + v->step[0]],
                          .south = (calc)face[1][o],
                          .north = (calc)face[1][o + v->step[1]]};
    return s;
}

#endif
