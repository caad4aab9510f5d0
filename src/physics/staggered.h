/* Water on a staggered (Arakawa C) grid: depths at cells, velocities at faces. Depth at a face,
 * which faces are open, fluxes and the depth that they leave (Stelling & Duinmeijer 2003; Buwalda
 * 2020, eq. 3.14; docs/theory/staggered.md). A face lies between the cells `back` and `front`; u
 * is positive from back to front. Knows no arrays. */
#ifndef SPATE_PHYSICS_STAGGERED_H
#define SPATE_PHYSICS_STAGGERED_H

#include "physics/adi_outflow.h"

/* The two cells of a face. */
typedef struct stag_pair {
    calc h_back, h_front, bed_back, bed_front;
} stag_pair;

/* Depths above the sill of a face, which is the higher of its two beds: of the water at the back
 * and in front. In this form nothing is lost to the rounding of levels: water that runs down a step
 * has its own depth. */
typedef struct stag_over {
    calc back, front;
} stag_over;

SPATE_FN stag_over stag_over_sill(const stag_pair *c)
{
    const calc step = c->bed_front - c->bed_back, up = max_zero_r(step);
    const stag_over o = {.back = c->h_back - up, .front = c->h_front - (up - step)};
    return o;
}

/* Depth of the water at a face, above its sill: that of the upstream cell; at zero velocity that of
 * the higher level. It is never more than the depth of the cell that the water comes from, so that
 * a cell keeps its water if velocities are below a cell in a step. */
SPATE_FN calc stag_face_depth(calc u, const stag_pair *c)
{
    const stag_over over = stag_over_sill(c);
    const calc higher = max_r(over.back, over.front);
    const calc upstream = u > C(0) ? over.back : u < C(0) ? over.front : higher;
    return max_zero_r(upstream);
}

/* Whether water flows through a face from the back; at zero velocity, either. */
SPATE_FN int stag_comes_from_back(calc u)
{
#if SPATE_FAST_ARITHMETIC
    return fast_is_not_negative(u);
#else
    return u > C(0);
#endif
}

/* Depth of the upstream cell above the sill, which may be negative. At zero velocity it is that of
 * one of the cells. */
SPATE_FN calc stag_upstream(calc u, const stag_pair *c)
{
    const stag_over over = stag_over_sill(c);
    return stag_comes_from_back(u) ? over.back : over.front;
}

/* Flux through a face, m2/s. */
SPATE_FN calc stag_face_flux(calc u, const stag_pair *c)
{
    return max_zero_r(stag_upstream(u, c)) * u;
}

/* The smaller of two slopes of one sign; 0 where their signs differ. Mirrored arguments give the
 * mirrored result to the bit. */
SPATE_FN calc stag_minmod(calc a, calc b)
{
    return max_zero_r(min_r(a, b)) + min_zero_r(max_r(a, b));
}

/* Half of the fraction of its depth that a cell loses in a step by the divergence of velocities. */
SPATE_FN calc stag_half_spread(calc back, calc front, calc low, calc high, calc pace,
                               calc pace_across)
{
    return C(0.5) * (pace * (front - back) + pace_across * (high - low));
}

/* Cells beyond the two of a face, and how they spread (stag_half_spread). */
typedef struct stag_reach {
    calc h_behind, h_ahead; /* depths before the cell at the back, after the one in front */
    calc spread_back, spread_front;
} stag_reach;

/* Depth at a face of second order, in the middle of the step: that of the upstream cell with a
 * limited slope, where both beds are well below the water; the depth above the sill where one
 * stands out; in between a mean of both. pace: dt over the cell size. */
SPATE_FN calc stag_sloped_depth(calc u, const stag_pair *c, const stag_reach *r, calc pace)
{
    const calc left = C(0.5) * (C(1) - min_r(pace * abs_r(u), C(1)));
    const calc across = c->h_front - c->h_back;
    const calc back = (c->h_back - c->h_back * r->spread_back) +
                      left * stag_minmod(c->h_back - r->h_behind, across);
    const calc front = (c->h_front - c->h_front * r->spread_front) -
                       left * stag_minmod(across, r->h_ahead - c->h_front);
    const calc step = abs_r(c->bed_back - c->bed_front);
    const calc room = min_r(c->h_back, c->h_front) - step, least = at_least_tiny(step);
    const calc share = room >= least ? C(1) : div_r(max_zero_r(room), least);
    const calc sloped = max_zero_r(u > C(0) ? back : front);
    return share * sloped + (C(1) - share) * stag_face_depth(u, c);
}

/* A face that does not flow begins above h_flood; one that flows goes on above h_dry, which is
 * lower. This avoids flicker at the shore. */
SPATE_FN int stag_is_open(calc depth, calc u, calc h_dry, calc h_flood)
{
    return depth > (u == C(0) ? h_flood : h_dry);
}

/* The same for stag_face_depth, with fewer operations. */
SPATE_FN int stag_flows(calc u, const stag_pair *c, calc h_dry, calc h_flood)
{
    const stag_over over = stag_over_sill(c);
    const calc higher = max_r(over.back, over.front), upstream = u > C(0) ? over.back : over.front;
    return (u == C(0) ? higher : upstream) > (u == C(0) ? h_flood : h_dry);
}

/* Difference of the levels, front minus back. Exactly 0 in a lake whose depths are multiples of the
 * lattice, and precise where water is thin on high ground. */
SPATE_FN calc stag_level_step(const stag_pair *c)
{
    return (c->h_front - c->h_back) + (c->bed_front - c->bed_back);
}

/* Velocity of a boundary with the flux q: with the depth of the water inside, but at least the
 * critical depth (q^2 / g)^(1/3). The cell outside has no water. */
SPATE_FN calc stag_boundary_velocity(calc q, calc h_back, calc h_front, calc g)
{
    const calc size = abs_r(q);
    const calc critical = size * inverse_cube_root(at_least_tiny(g * size));
    return div_r(q, at_least_tiny(max_r(max_r(h_back, h_front), critical)));
}

/* ---- mass ---- */

/* Fluxes through the four faces of a cell, m2/s, positive along the axes. */
typedef struct stag_sides {
    calc west, east, south, north;
} stag_sides;

/* m that leave a cell in a step; dt over the cell sizes. */
SPATE_FN calc stag_outflow(stag_sides q, calc dt_dx, calc dt_dy)
{
    return dt_dx * (max_zero_r(q.east) - min_zero_r(q.west)) +
           dt_dy * (max_zero_r(q.north) - min_zero_r(q.south));
}

/* m that pass the sides of a cell in a step, in and out: no less than stag_outflow, in the same
 * roundings, with fewer operations. */
SPATE_FN calc stag_throughflow(stag_sides q, calc dt_dx, calc dt_dy)
{
    return dt_dx * (abs_r(q.east) + abs_r(q.west)) + dt_dy * (abs_r(q.north) + abs_r(q.south));
}

/* Fraction of its outflow that a cell of depth h can supply: 1 but where a step would take more
 * than there is. What flows in during the step does not count, so that no cell depends on another
 * one. */
SPATE_FN calc stag_share(calc h, calc out)
{
    return adi_share(h, C(0), out);
}

/* A flux reduced to what its donor supplies. Both cells of the face see the same value. */
SPATE_FN calc stag_limited_flux(calc q, calc share_back, calc share_front)
{
    return q * (q > C(0) ? share_back : share_front);
}

/* Depth after a step with these fluxes. Where they are limited, only rounding can take it below
 * zero: by a few epsilon of h. A NaN stays one. */
SPATE_FN calc stag_new_depth(calc h, stag_sides q, calc dt_dx, calc dt_dy)
{
    const calc left = h - (dt_dx * (q.east - q.west) + dt_dy * (q.north - q.south));
    return left < SPATE_ZERO ? SPATE_ZERO : left;
}

#endif
