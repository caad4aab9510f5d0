/* The Kurganov scheme: slopes in a cell and fluxes across a face (Kurganov & Petrova 2007, Chen &
 * Noelle 2017; docs/theory/kurganov.md). Two bed models give each cell's four face states; one
 * flux function serves both.
 *
 * Written without fused multiply-adds and with commutative sums: a mirrored or transposed state
 * gives the mirrored or transposed result to the bit.
 *
 * In cell and face functions u is the velocity normal to the face and v along it; callers swap
 * them for y-faces. */
#ifndef SPATE_PHYSICS_KURGANOV_H
#define SPATE_PHYSICS_KURGANOV_H

#include "physics/limiter.h"

/* Water of one cell, or of one side of a face: depth that can move, level, velocities. */
typedef struct kp_water {
    calc h, w, u, v;
} kp_water;

/* Half differences of the same across a cell, in units of SLOPE_UNIT. */
typedef struct kp_slope {
    calc h, w, u, v;
} kp_slope;

/* The same water with u and v exchanged, for y-faces. */
SPATE_FN kp_water kp_turned(kp_water q)
{
    const kp_water t = {.h = q.h, .w = q.w, .u = q.v, .v = q.u};
    return t;
}

/* Fluxes of a face per unit length. Momentum fluxes do not contain the hydrostatic pressure of the
 * cell's own side, so that they vanish at rest. */
typedef struct kp_flux {
    calc mass;  /* from left to right */
    calc left;  /* normal momentum leaving the left cell */
    calc right; /* normal momentum entering the right cell */
    calc shear; /* momentum along the face, from left to right */
    calc speed; /* fastest wave, either way */
} kp_flux;

/* Primitive values of a cell. A film no deeper than h_dry is frozen: it counts as bed. Its level
 * stays, its depth is taken as 0, so that it neither flows nor disturbs a lake at rest. */
SPATE_FN kp_water kp_primitive(calc h, calc hu, calc hv, calc bed, calc h_dry)
{
    const calc wet = h > h_dry ? C(1) : C(0);
    const calc inverse = div_r(wet, max_r(h, h_dry + SPATE_CALC_TINY));
    const kp_water q = {.h = where_r(wet, h), .w = h + bed, .u = hu * inverse, .v = hv * inverse};
    return q;
}

/* ---- bed model `bilinear`: corners given, Kurganov & Petrova 2007 ---- */

typedef struct kp_bed {
    calc centre;         /* mean of the four corners */
    calc half_x, half_y; /* bed at the east (north) face minus the centre, in units of SLOPE_UNIT */
} kp_bed;

SPATE_FN kp_bed kp_bilinear_bed(calc sw, calc se, calc nw, calc ne)
{
    /* The corners lie on the lattice of grid/lattice.h: these sums are exact. */
    const calc west = sw + nw, east = se + ne, south = sw + se, north = nw + ne;
    const kp_bed b = {.centre = C(0.25) * (west + east),
                      .half_x = (C(0.25) / SLOPE_UNIT) * (east - west),
                      .half_y = (C(0.25) / SLOPE_UNIT) * (north - south)};
    return b;
}

/* 1 where all four face midpoints are submerged under the level of the centre, else 0
 * (flat cell). */
SPATE_FN calc kp_bilinear_submerged(calc h, calc half_x, calc half_y)
{
    return (C(1) / SLOPE_UNIT) * h > max_r(abs_r(half_x), abs_r(half_y)) ? C(1) : C(0);
}

/* ---- bed model `cells`: the value of the DEM is the bed of the cell ---- */

/* 1 where the cell and its four neighbours have water that moves, else 0 (flat cell). */
SPATE_FN calc kp_cells_submerged(calc h, calc west, calc east, calc south, calc north)
{
    return min_r(h, min_r(min_r(west, east), min_r(south, north))) > C(0) ? C(1) : C(0);
}

/* ---- slopes of either model ---- */

/* Differences between a cell and its neighbour along an axis. */
typedef struct kp_difference {
    calc bed, w, u, v;
} kp_difference;

SPATE_FN kp_difference kp_difference_of(kp_water from, kp_water to)
{
    const calc level = to.w - from.w;
    const kp_difference d = {.bed = level - (to.h - from.h),
                             .w = level,
                             .u = to.u - from.u,
                             .v = to.v - from.v};
    return d;
}

/* Level and velocities are limited (limit: slope_limit). Depth follows from level and bed, and is
 * kept positive at both faces by tilting the level (Kurganov & Petrova 2007, eq. 2.15). bed: rise
 * from the centre to the forward face, in units of SLOPE_UNIT; 0 in a flat cell. */
SPATE_FN kp_slope kp_slope_over(calc bed, kp_difference back, kp_difference forward, calc h,
                                calc limit)
{
    const calc most = (C(1) / SLOPE_UNIT) * h;
    const calc level = half_slope(back.w, forward.w, limit);
    const calc depth = max_r(min_r(level - bed, most), -most);
    const kp_slope s = {.h = depth,
                        .w = depth + bed,
                        .u = half_slope(back.u, forward.u, limit),
                        .v = half_slope(back.v, forward.v, limit)};
    return s;
}

/* Slopes of a cell in either bed model. `bilinear`: the slope of the bed is given (half_bed).
 * `cells`: the slope of the bed is limited like those of level and velocities, so that the bed at
 * a face lies between the beds of the two cells. The alternative, to limit level and depth and
 * take the bed as their difference, fails beside a drop of one cell: the bed then has a bump at
 * the far face of the cell at the brink, which holds the flow back. sloped: 1, or 0 for a flat
 * cell. */
SPATE_FN kp_slope kp_model_slope(kp_difference back, kp_difference forward, calc h, int bilinear,
                                 calc half_bed, calc sloped, calc half_theta)
{
    const calc limit = slope_limit(sloped, half_theta);
    const calc bed =
        bilinear ? where_r(sloped, half_bed) : half_slope(back.bed, forward.bed, limit);
    return kp_slope_over(bed, back, forward, h, limit);
}

SPATE_FN kp_slope kp_cell_slope(kp_water back, kp_water q, kp_water forward, int bilinear,
                                calc half_bed, calc sloped, calc half_theta)
{
    return kp_model_slope(kp_difference_of(back, q), kp_difference_of(q, forward), q.h, bilinear,
                          half_bed, sloped, half_theta);
}

/* ---- closed faces ---- */

/* Mirror image in a wall. */
SPATE_FN kp_water kp_mirror(kp_water q)
{
    const kp_water m = {.h = q.h, .w = q.w, .u = -q.u, .v = q.v};
    return m;
}

SPATE_FN kp_water kp_select(int first, kp_water a, kp_water b)
{
    const kp_water q = {.h = first ? a.h : b.h,
                        .w = first ? a.w : b.w,
                        .u = first ? a.u : b.u,
                        .v = first ? a.v : b.v};
    return q;
}

/* What slopes of a cell use as its neighbour across a face: the neighbour; its mirror image at a
 * wall; the cell itself at a boundary or crest ("claimed"), which computes the flux of the face by
 * itself. */
SPATE_FN kp_water kp_across(kp_water self, kp_water neighbour, int closed, int claimed)
{
    return kp_select(closed, kp_select(claimed, self, kp_mirror(self)), neighbour);
}

/* The same at an open boundary where the slope of the ground goes on outside: the cell's own depth
 * and velocity, on a bed that falls or rises by as much as between the cell and its other
 * neighbour. In subcritical flow this determines the depth. A bed that would rise above the water
 * is cut off at its level, so that water at rest keeps a level surface. */
SPATE_FN kp_water kp_beyond(kp_water self, kp_water opposite)
{
    const calc rise = min_r((self.w - self.h) - (opposite.w - opposite.h), self.h);
    const kp_water on = {.h = self.h, .w = self.w + rise, .u = self.u, .v = self.v};
    return on;
}

/* Kind of the face between a cell and its neighbour; 0 or 1 each. */
typedef struct kp_barrier {
    int closed;  /* a wall unless claimed */
    int claimed; /* a boundary or a crest computes the flux */
    int runs_on; /* of a claimed one: the slope of the ground goes on outside */
} kp_barrier;

/* Both neighbours of a cell along an axis. */
typedef struct kp_sight {
    kp_water back, forward;
} kp_sight;

SPATE_FN kp_sight kp_seen(kp_sight there, kp_water self, kp_barrier back, kp_barrier forward)
{
    const kp_water b = kp_across(self, there.back, back.closed, back.claimed);
    const kp_water f = kp_across(self, there.forward, forward.closed, forward.claimed);
    const kp_sight seen = {.back = kp_select(back.runs_on, kp_beyond(self, f), b),
                           .forward = kp_select(forward.runs_on, kp_beyond(self, b), f)};
    return seen;
}

/* ---- faces ---- */

SPATE_FN kp_water kp_forward_side(kp_water q, kp_slope s) /* east or north */
{
    const kp_water f = {.h = q.h + SLOPE_UNIT * s.h,
                        .w = q.w + SLOPE_UNIT * s.w,
                        .u = q.u + SLOPE_UNIT * s.u,
                        .v = q.v + SLOPE_UNIT * s.v};
    return f;
}

SPATE_FN kp_water kp_backward_side(kp_water q, kp_slope s) /* west or south */
{
    const kp_water f = {.h = q.h - SLOPE_UNIT * s.h,
                        .w = q.w - SLOPE_UNIT * s.w,
                        .u = q.u - SLOPE_UNIT * s.u,
                        .v = q.v - SLOPE_UNIT * s.v};
    return f;
}

/* Central-upwind flux of the states that hydrostatic reconstruction leaves at the face (Chen &
 * Noelle 2017). Their b* = min(max(bL, bR), min(wL, wR)), h* = min(w - b*, h) is, with b = w - h,
 * free of beds:
 *     h*_L = max(0, min(hL, hR + (wL - wR))),   wL - w*_L = max(0, (wL - wR) - hL),
 * which is exact where the levels are equal. Momentum is taken relative to the mean pressure of
 * both sides, p = g/4 (h*_L^2 + h*_R^2), so that equal states give exactly zero. */
SPATE_FN kp_flux kp_face(kp_water l, kp_water r, calc g)
{
    const calc drop = l.w - r.w;
    const calc over_l = r.h + drop, over_r = l.h - drop; /* each level above the other side's bed */
    const calc hl = max_zero_r(min_r(l.h, over_l));
    const calc hr = max_zero_r(min_r(r.h, over_r));
    const calc fall_l = max_zero_r(-over_r);
    const calc fall_r = max_zero_r(-over_l);

    const calc cl = sqrt_r(g * hl), cr = sqrt_r(g * hr);
    const calc ap = max_zero_r(max_r(l.u + cl, r.u + cr));
    const calc am = min_zero_r(min_r(l.u - cl, r.u - cr));
    const calc inverse = div_r(C(1), at_least_tiny(ap - am));
    const calc product = ap * am;

    const calc ql = hl * l.u, qr = hr * r.u;
    const calc half_dp = (C(0.25) * g) * ((hl - hr) * (hl + hr));
    const calc fl = ql * l.u + half_dp, fr = qr * r.u - half_dp;

    const calc mass = ((ap * ql - am * qr) + product * (hr - hl)) * inverse;
    const calc momentum = ((ap * fl - am * fr) + product * (qr - ql)) * inverse;
    /* Analytically the flux lies between these bounds; enforcing them removes rounding only, and
     * makes positivity hold in floating point: no water leaves an empty side. */
    const calc bounded = min_r(max_r(mass, am * hr), ap * hl);
    const kp_flux f = {
        .mass = bounded,
        /* The pressure on a fall, g/2 (h + h*)(w - w*): where there is one, h* = h. */
        .left = (momentum - half_dp) - (g * l.h) * fall_l,
        .right = (momentum + half_dp) - (g * r.h) * fall_r,
        /* Velocity along the face travels with the water (the contact wave of the Riemann
         * problem). The central-upwind average would mix it at the speed of gravity waves: a
         * channel beside its flood plain then loses more momentum to the average than to
         * the bed. */
        .shear = bounded * (bounded > C(0) ? l.v : r.v),
        .speed = max_r(ap, -am),
    };
    return f;
}

/* A face that may be closed; then the other side is the mirror image of the active one. Both flags
 * are 0 or 1. */
SPATE_FN kp_flux kp_guarded_face(kp_water l, kp_water r, int closed, int left_active, calc g)
{
    return kp_face(kp_select(closed & !left_active, kp_mirror(r), l),
                   kp_select(closed & left_active, kp_mirror(l), r), g);
}

/* An open edge: water leaves as if the state and the slope of the ground went on outside; no water
 * comes in. ground: elevation of the slope at the face. Where the inner side lies above it (a flat
 * cell) the outer side lies as far below. outward is 1 where outside is to the right of the face,
 * -1 to the left. */
SPATE_FN kp_flux kp_open_face(kp_water inside, calc outward, calc ground, calc g)
{
    const calc drop = max_r(C(2) * ((inside.w - inside.h) - ground), C(0));
    const kp_water on = {.h = inside.h, .w = inside.w - drop, .u = inside.u, .v = inside.v};
    const kp_water image = inside.u * outward > C(0) ? on : kp_mirror(inside);
    return outward > C(0) ? kp_face(inside, image, g) : kp_face(image, inside, g);
}

#endif
