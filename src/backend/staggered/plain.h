/* The staggered scheme cell by cell: every value is computed directly from the fields of a part.
 * The reference backend uses it everywhere, others for single cells and faces. y: 0 for faces at
 * the west of a cell, 1 for those at its south. */
#ifndef SPATE_BACKEND_STAGGERED_PLAIN_H
#define SPATE_BACKEND_STAGGERED_PLAIN_H

#include "backend/staggered/view.h"

/* Not forced into its callers: a value calls for hundreds of others. */
#ifdef __CUDACC__
#define STAG_PLAIN static __host__ __device__ inline
#else
#define STAG_PLAIN static inline
#endif

/* ---- mass ---- */

/* Whether the depth at a face has a slope: not beyond a closed face upstream. */
STAG_PLAIN int stag_has_slope(const stag_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t upstream = (calc)v->vel[y][o] > C(0) ? o - v->step[y] : o + v->step[y];
    return v->terms.advection == STAG_LIMITED && !(v->codes[upstream] & stag_closed_bit(y));
}

STAG_PLAIN calc stag_spread_at(const stag_view *v, int y, ptrdiff_t o)
{
    return stag_half_spread(stag_velocity_at(v, y, o), stag_velocity_at(v, y, o + v->step[y]),
                            stag_velocity_at(v, !y, o), stag_velocity_at(v, !y, o + v->step[!y]),
                            v->axis[y].pace, v->axis[y].pace_across);
}

/* Flux through the back face of cell o before it is limited. */
STAG_PLAIN calc stag_flux_at(const stag_view *v, int y, ptrdiff_t o)
{
    const calc u = (calc)v->vel[y][o];
    if (stag_is_claimed(v, y, o))
        return u;
    const stag_pair c = stag_pair_at(v, y, o);
    if (!stag_has_slope(v, y, o))
        return stag_face_flux(u, &c);
    const stag_reach r = {.h_behind = (calc)v->h[o - 2 * v->step[y]],
                          .h_ahead = (calc)v->h[o + v->step[y]],
                          .spread_back = stag_spread_at(v, y, o - v->step[y]),
                          .spread_front = stag_spread_at(v, y, o)};
    return stag_sloped_depth(u, &c, &r, v->axis[y].pace) * u;
}

/* Fraction of its outflow that a cell supplies. Outside there is always enough water. */
STAG_PLAIN calc stag_share_at(const stag_view *v, ptrdiff_t o)
{
    const stag_sides q = {.west = stag_flux_at(v, 0, o),
                          .east = stag_flux_at(v, 0, o + v->step[0]),
                          .south = stag_flux_at(v, 1, o),
                          .north = stag_flux_at(v, 1, o + v->step[1])};
    const calc out = stag_outflow(q, v->axis[0].pace, v->axis[1].pace);
    return v->codes[o] & CELL_INACTIVE ? C(1) : stag_share((calc)v->h[o], out);
}

STAG_PLAIN calc stag_limited_at(const stag_view *v, int y, ptrdiff_t o)
{
    if (v->limited[y])
        return v->limited[y][o];
    const calc q = stag_flux_at(v, y, o);
    return stag_limited_flux(q, q > C(0) ? stag_share_at(v, o - v->step[y]) : C(1),
                             q < C(0) ? stag_share_at(v, o) : C(1));
}

/* Depth after the step, before rain and other sources. */
STAG_PLAIN calc stag_depth_at(const stag_view *v, ptrdiff_t o)
{
    if (v->depth)
        return v->depth[o];
    if (v->codes[o] & CELL_INACTIVE)
        return C(0);
    const stag_sides q = {.west = stag_limited_at(v, 0, o),
                          .east = stag_limited_at(v, 0, o + v->step[0]),
                          .south = stag_limited_at(v, 1, o),
                          .north = stag_limited_at(v, 1, o + v->step[1])};
    return (calc)(real)stag_new_depth((calc)v->h[o], q, v->axis[0].pace, v->axis[1].pace);
}

/* ---- momentum ---- */

/* 1 where a face is open before the step, else 0. */
STAG_PLAIN calc stag_open_at(const stag_view *v, int y, ptrdiff_t o)
{
    const stag_pair c = stag_pair_at(v, y, o);
    const calc depth = stag_face_depth((calc)v->vel[y][o], &c);
    return stag_face_open(depth, v->axis[y].h_dry, (v->codes[o] & stag_closed_bit(y)) != 0,
                          stag_is_claimed(v, y, o));
}

/* Velocities across at the four faces around the back face of cell o. */
typedef struct stag_across {
    calc low_back, low_front, high_back, high_front;
} stag_across;

STAG_PLAIN stag_across stag_old_across(const stag_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    const stag_across a = {.low_back = stag_velocity_at(v, !y, o - al),
                           .low_front = stag_velocity_at(v, !y, o),
                           .high_back = stag_velocity_at(v, !y, o - al + ac),
                           .high_front = stag_velocity_at(v, !y, o + ac)};
    return a;
}

STAG_PLAIN stag_turnover stag_turnover_at(const stag_view *v, int y, ptrdiff_t o, calc h_both)
{
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    const calc low = stag_limited_at(v, !y, o - al) + stag_limited_at(v, !y, o);
    const calc high = stag_limited_at(v, !y, o - al + ac) + stag_limited_at(v, !y, o + ac);
    return stag_turnover_of(stag_limited_at(v, y, o - al), stag_limited_at(v, y, o),
                            stag_limited_at(v, y, o + al), low, high, h_both, v->axis[y].pace,
                            v->axis[y].pace_across);
}

STAG_PLAIN calc stag_pull_at(const stag_view *v, int y, ptrdiff_t o)
{
    const stag_pair c = stag_pair_at(v, y, o);
    return v->codes[o] & stag_closed_bit(y)
               ? C(0)
               : stag_half_pull((calc)v->vel[y][o], &c, v->axis[y].pull);
}

STAG_PLAIN stag_pulls stag_pulls_at(const stag_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    const stag_pulls p = {.here = stag_pull_at(v, y, o),
                          .back = stag_pull_at(v, y, o - al),
                          .front = stag_pull_at(v, y, o + al),
                          .low = stag_pull_at(v, y, o - ac),
                          .high = stag_pull_at(v, y, o + ac)};
    return p;
}

STAG_PLAIN stag_face stag_face_at(const stag_view *v, int y, ptrdiff_t o, stag_across a)
{
    const ptrdiff_t al = v->step[y], ac = v->step[!y];
    stag_face f = {.cells = {.h_back = stag_depth_at(v, o - al),
                             .h_front = stag_depth_at(v, o),
                             .bed_back = (calc)v->bed[o - al],
                             .bed_front = (calc)v->bed[o]},
                   .u = {.here = (calc)v->vel[y][o],
                         .back = stag_velocity_at(v, y, o - al),
                         .front = stag_velocity_at(v, y, o + al),
                         .back2 = stag_velocity_at(v, y, o - 2 * al),
                         .front2 = stag_velocity_at(v, y, o + 2 * al),
                         .low = stag_velocity_at(v, y, o - ac),
                         .high = stag_velocity_at(v, y, o + ac),
                         .low2 = stag_velocity_at(v, y, o - 2 * ac),
                         .high2 = stag_velocity_at(v, y, o + 2 * ac),
                         .across_low = C(0.5) * (a.low_back + a.low_front),
                         .across_high = C(0.5) * (a.high_back + a.high_front)},
                   .open = {.back = stag_open_at(v, y, o - al),
                            .front = stag_open_at(v, y, o + al),
                            .low = stag_open_at(v, y, o - ac),
                            .high = stag_open_at(v, y, o + ac),
                            .low2 = stag_open_at(v, y, o - 2 * ac),
                            .high2 = stag_open_at(v, y, o + 2 * ac)},
                   .strength = stag_strength_at(v, y, o)};
    f.across = C(0.5) * (f.u.across_low + f.u.across_high);
    f.pulls = stag_pulls_at(v, y, o);
    if (stag_moves_mass(v->terms.advection))
        f.mass = stag_turnover_at(v, y, o, f.cells.h_back + f.cells.h_front);
    return f;
}

/* The velocity at the back of cell o after the step; of a claimed face its flux. */
STAG_PLAIN calc stag_velocity_after(const stag_view *v, int y, ptrdiff_t o, stag_across a)
{
    if (v->codes[o] & stag_closed_bit(y))
        return stag_is_claimed(v, y, o) ? (calc)v->vel[y][o] : C(0);
    const stag_face f = stag_face_at(v, y, o, a);
    const stag_axis k = stag_axis_in_row(v, y, part_row_of(v->step[1], v->halo, o));
    return (calc)(real)stag_new_velocity(&f, &v->terms, &k);
}

STAG_PLAIN calc stag_new_u_at(const stag_view *v, ptrdiff_t o)
{
    if (v->new_u)
        return v->new_u[o];
    return stag_velocity_after(v, 0, o, stag_old_across(v, 0, o));
}

/* As v sees it in Sielecki's order. */
STAG_PLAIN calc stag_seen_u_at(const stag_view *v, ptrdiff_t o)
{
    return stag_is_claimed(v, 0, o) ? stag_velocity_at(v, 0, o) : stag_new_u_at(v, o);
}

STAG_PLAIN calc stag_new_v_at(const stag_view *v, ptrdiff_t o)
{
    const ptrdiff_t back = o - v->step[1];
    if (!v->sielecki)
        return stag_velocity_after(v, 1, o, stag_old_across(v, 1, o));
    const stag_across a = {.low_back = stag_seen_u_at(v, back),
                           .low_front = stag_seen_u_at(v, o),
                           .high_back = stag_seen_u_at(v, back + 1),
                           .high_front = stag_seen_u_at(v, o + 1)};
    return stag_velocity_after(v, 1, o, a);
}

#endif
