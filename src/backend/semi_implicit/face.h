/* What the semi-implicit scheme does to one face, between two cells of the grid: fluxes, transport,
 * amounts, new velocities. For every backend; the equations are in physics/. */
#ifndef SPATE_BACKEND_SEMI_IMPLICIT_FACE_H
#define SPATE_BACKEND_SEMI_IMPLICIT_FACE_H

#include "backend/semi_implicit/view.h"
#include "physics/semi_implicit_transport.h"

/* ---- the beginning of a step ---- */

/* Flux through the back face of cell o at the beginning of the step, m2/s. The cell outside a
 * boundary has no water. */
SPATE_FN calc semi_flux_at(const semi_view *v, int y, ptrdiff_t o)
{
    const stag_pair c = semi_pair_at(v, v->h, y, o);
    const calc u = (calc)v->vel[y][o];
    if (semi_is_claimed(v, y, o))
        return u * max_r(c.h_back, c.h_front);
    return semi_is_closed(v, y, o) ? C(0) : semi_flux(u, &c, &v->axis[y].k);
}

/* Fraction of the explicit outflow that a cell can supply; fluxes are in `amount`. */
SPATE_FN calc semi_explicit_share(const semi_view *v, ptrdiff_t o)
{
    const real *const q[2] = {v->amount[0], v->amount[1]};
    const calc out = stag_outflow(semi_sides_at(v, q, o), v->axis[0].before, v->axis[1].before);
    return semi_is_active(v, o) ? stag_share((calc)v->h[o], out) : C(1);
}

/* ---- transport ---- */

/* Velocities around a face. */
SPATE_FN stag_velocities semi_velocities_at(const semi_view *v, const real *const vel[2], int y,
                                            ptrdiff_t o)
{
    const real *const u = vel[y], *const w = vel[!y];
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    const stag_velocities s = {.here = (calc)u[o],
                               .back = (calc)u[o - al],
                               .front = (calc)u[o + al],
                               .back2 = (calc)u[o - 2 * al],
                               .front2 = (calc)u[o + 2 * al],
                               .low = (calc)u[o - ac],
                               .high = (calc)u[o + ac],
                               .low2 = (calc)u[o - 2 * ac],
                               .high2 = (calc)u[o + 2 * ac],
                               .across_low = C(0.5) * ((calc)w[o - al] + (calc)w[o]),
                               .across_high = C(0.5) * ((calc)w[o - al + ac] + (calc)w[o + ac])};
    return s;
}

/* 1 where a face flows, else 0. */
SPATE_FN calc semi_open_at(const semi_view *v, const real *u, int y, ptrdiff_t o)
{
    return u[o] != (real)0 || !semi_is_closed(v, y, o) ? C(1) : C(0);
}

SPATE_FN stag_open semi_opens_at(const semi_view *v, const real *u, int y, ptrdiff_t o)
{
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    const stag_open s = {.back = semi_open_at(v, u, y, o - al),
                         .front = semi_open_at(v, u, y, o + al),
                         .low = semi_open_at(v, u, y, o - ac),
                         .high = semi_open_at(v, u, y, o + ac),
                         .low2 = semi_open_at(v, u, y, o - 2 * ac),
                         .high2 = semi_open_at(v, u, y, o + 2 * ac)};
    return s;
}

/* Fractions of the water at a face that move in a part of a step. */
SPATE_FN stag_turnover semi_turnover_at(const semi_view *v, int y, ptrdiff_t o, const stag_axis *k)
{
    const real *const q = v->amount[y], *const r = v->amount[!y];
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    return semi_within_one(
        stag_turnover_of((calc)q[o - al], (calc)q[o], (calc)q[o + al], (calc)r[o - al] + (calc)r[o],
                         (calc)r[o - al + ac] + (calc)r[o + ac], (calc)v->h[o - al] + (calc)v->h[o],
                         k->pace, k->pace_across));
}

/* Transported velocity. A face that does not flow begins at 0. k: constants of this part of the
 * step. advection: STAG_LINEAR for viscosity alone. */
SPATE_FN calc semi_transported_at(const semi_view *v, const real *const vel[2], int y, ptrdiff_t o,
                                  const stag_axis *k, int advection)
{
    if (semi_is_closed(v, y, o))
        return semi_is_claimed(v, y, o) ? (calc)vel[y][o] : C(0);
    const stag_velocities u = semi_velocities_at(v, vel, y, o);
    const stag_open open = semi_opens_at(v, vel[y], y, o);
    const stag_turnover t = semi_turnover_at(v, y, o, k);
    const stag_pulls none = {C(0), C(0), C(0), C(0), C(0)}; /* waves follow the transport */
    calc moved = u.here - stag_advected(advection, &u, &open, &none, &t, k->pace, k->pace_across);
    if (v->viscous != STAG_INVISCID)
        moved = moved + stag_mixed(&u, &open, v->viscous, k);
    return plus_zero(moved);
}

/* Half of the rotation of a step, of the faces in row j. */
SPATE_FN semi_turn semi_turn_of(const coriolis_rows *c, int y, int j, double dt)
{
    return semi_half_turn(coriolis_at_faces(c, y, j), dt);
}

SPATE_FN calc semi_turned_at(const semi_view *v, const real *const vel[2], int y, ptrdiff_t o,
                             semi_turn t)
{
    if (semi_is_closed(v, y, o))
        return (calc)vel[y][o]; /* 0 at a wall */
    const semi_turn own = {t.along, y ? -t.across : t.across};
    return semi_turned((calc)vel[y][o], semi_across_at(v, vel, y, o), own);
}

/* ---- paths ---- */

/* Whether a face does not flow and has a dry cell. Its velocity is not that of any water. */
SPATE_FN int semi_is_shore(const semi_view *v, const real *u, int y, ptrdiff_t o)
{
    const calc h_dry = v->axis[y].k.h_dry;
    return u[o] == (real)0 && !((calc)v->h[o] > h_dry && (calc)v->h[o - v->step[y]] > h_dry);
}

/* The velocity along axis y of a place, in cells from the south-west corner of the cell at `origin`.
 */
SPATE_FN calc semi_velocity_on_path(const semi_view *v, const real *const vel[2], int y,
                                    ptrdiff_t origin, calc px, calc py, calc otherwise)
{
    const calc x = y ? px - C(0.5) : px, z = y ? py : py - C(0.5);
    const calc column = semi_floor(x), row = semi_floor(z);
    const ptrdiff_t o = origin + (ptrdiff_t)column * v->step[0] + (ptrdiff_t)row * v->step[1];
    const ptrdiff_t at[4] = {o, o + v->step[0], o + v->step[1], o + v->step[0] + v->step[1]};
    calc value[4], open[4];
    for (int n = 0; n < 4; ++n) {
        value[n] = (calc)vel[y][at[n]];
        open[n] = semi_is_shore(v, vel[y], y, at[n]) ? C(0) : C(1);
    }
    return semi_between(value, open, x - column, z - row, otherwise);
}

/* The velocity with which water that reaches the back face of cell o has begun the step. */
SPATE_FN calc semi_followed_at(const semi_view *v, const real *const vel[2], int y, ptrdiff_t o,
                               double fraction)
{
    if (semi_is_closed(v, y, o))
        return semi_is_claimed(v, y, o) ? (calc)vel[y][o] : C(0);
    const calc share = (calc)(fraction / SEMI_PATH_STEPS);
    const calc pace_x = v->axis[0].k.pace * share, pace_y = v->axis[1].k.pace * share;
    const calc begin_x = y ? C(0.5) : C(0), begin_y = y ? C(0) : C(0.5);
    const calc own = semi_is_shore(v, vel[y], y, o)
                         ? semi_brought((calc)vel[y][o - v->step[y]], (calc)vel[y][o + v->step[y]])
                         : (calc)vel[y][o];
    const calc across = semi_across_at(v, vel, y, o);
    const calc u0 = y ? across : own, v0 = y ? own : across;
    calc px = begin_x, py = begin_y;
    for (int n = 0; n < SEMI_PATH_STEPS; ++n) {
        const calc hx =
            semi_path_to(begin_x,
                         px - (C(0.5) * pace_x) * semi_velocity_on_path(v, vel, 0, o, px, py, u0));
        const calc hy =
            semi_path_to(begin_y,
                         py - (C(0.5) * pace_y) * semi_velocity_on_path(v, vel, 1, o, px, py, v0));
        const calc ex = px - pace_x * semi_velocity_on_path(v, vel, 0, o, hx, hy, u0);
        const calc ey = py - pace_y * semi_velocity_on_path(v, vel, 1, o, hx, hy, v0);
        px = semi_path_to(begin_x, ex);
        py = semi_path_to(begin_y, ey);
    }
    return plus_zero(semi_velocity_on_path(v, vel, y, o, px, py, own));
}

/* ---- the system ---- */

SPATE_FN semi_face semi_face_at(const semi_view *v, const real *transported, int y, ptrdiff_t o)
{
    if (semi_is_closed(v, y, o))
        return semi_closed_face();
    const calc q = (calc)v->amount[y][o];
    const ptrdiff_t donor = q > C(0) ? o - v->step[y] : o;
    const int shared = v->axis[y].theta < C(1);
    const semi_input f = {.cells = semi_pair_at(v, v->h, y, o),
                          .u = (calc)v->vel[y][o],
                          .transported = (calc)transported[o],
                          .across = semi_across_at(v, v->vel, y, o),
                          .strength = semi_strength_at(v, y, o),
                          .air =
                              v->air[1] ? semi_air_at(v, o) - semi_air_at(v, o - v->step[y]) : C(0),
                          .explicit_q = shared ? q * (calc)v->share[donor] : C(0)};
    return semi_face_of(&f, v->law, v->pushed, &v->axis[y]);
}

SPATE_FN void semi_store_face(const semi_view *v, int y, ptrdiff_t o, const semi_face *f)
{
    v->next[y][o] = (real)f->moved;
    v->gain[y][o] = (real)f->gain;
    v->amount[y][o] = (real)f->amount;
    v->coupling[y][o] = (real)-f->coupling;
}

/* New velocity and amount of a face that no boundary has. */
SPATE_FN void semi_pass_face(const semi_view *v, int y, ptrdiff_t o)
{
    const calc difference = (calc)v->change[o - v->step[y]] - (calc)v->change[o];
    if (semi_is_closed(v, y, o))
        return;
    v->next[y][o] = (real)semi_velocity((calc)v->next[y][o], (calc)v->gain[y][o], difference);
    v->amount[y][o] =
        (real)semi_passed((calc)v->amount[y][o], -(calc)v->coupling[y][o], difference);
}

/* Reduces a face to what its donor supplies. */
SPATE_FN void semi_drain_face(const semi_view *v, int y, ptrdiff_t o)
{
    const calc a = (calc)v->amount[y][o];
    const calc share = (calc)v->share[a > C(0) ? o - v->step[y] : o];
    v->next[y][o] = (real)plus_zero((calc)v->next[y][o] * share);
    v->amount[y][o] = (real)(a * share);
}

/* h: depths after the step. */
SPATE_FN void semi_settle_face(const semi_view *v, const real *h, int y, ptrdiff_t o)
{
    const stag_pair after = semi_pair_at(v, h, y, o);
    if (!semi_is_closed(v, y, o))
        v->next[y][o] = (real)semi_settled((calc)v->next[y][o], &after, v->axis[y].k.h_dry);
}

#endif
