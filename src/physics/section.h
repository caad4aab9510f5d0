/* A discharge spread over the faces of a boundary's cross-section, and the rating table that gives
 * one. f64 in every precision. Knows no faces and no tables of time. */
#ifndef SPATE_PHYSICS_SECTION_H
#define SPATE_PHYSICS_SECTION_H

#include <math.h>

#include "physics/friction.h"

/* ---- a section ---- */

/* Discharge of a face of this depth that carries `carries` (m3/s) at unit depth: carries h^(5/3),
 * Manning's law at one slope; or carries h^(3/2), critical flow at one energy level, which needs
 * no roughness. */
SPATE_FN double section_flow(double carries, double depth, int critical)
{
    if (!(depth > 0))
        return 0;
    return carries *
           (critical ? depth * sqrt(depth) : (depth * depth) * inverse_cube_root_f64(depth));
}

/* Its derivative by the depth. */
SPATE_FN double section_flow_slope(double flow, double depth, int critical)
{
    return depth > 0 ? (critical ? 1.5 : 5.0 / 3.0) * flow / depth : 0;
}

/* The level that carries a discharge is found by Newton's method. The flow of the section is
 * convex in the level, so steps from above come down monotonically. A level is above where one
 * face alone would carry more than the discharge: at a depth of discharge / carries if that is
 * more than 1 m, else of 1 m. */
SPATE_FN double section_level_above(double bed, double carries, double discharge)
{
    return bed + fmax(discharge / carries, 1.0);
}

SPATE_FN int section_carries_too_much(double carried, double discharge)
{
    return carried > (1 + 1e-10) * discharge;
}

SPATE_FN double section_newton_step(double level, double carried, double slope, double discharge)
{
    return level - (carried - discharge) / slope;
}

/* Inflow of a face, m2/s: the fraction of the discharge that it carries of what the whole section
 * carries. */
SPATE_FN double section_inflow(double discharge, double flow, double carried, double length)
{
    return discharge * (flow / carried) / length;
}

/* Depth of an inflow of q m2/s with a Froude number F: (q^2 / (g F^2))^(1/3) = froude_depth
 * q^(2/3). */
SPATE_FN double froude_inflow_depth(double froude_depth, double q)
{
    return froude_depth * q * inverse_cube_root_f64(q);
}

/* ---- a rating: outflow by level, linear between the entries of a table and constant beyond them
 * ---- */

/* The entry k with level[k - 1] <= at < level[k]; 0 below the table, count above it. */
SPATE_FN int rating_interval(const double *level, int count, double at)
{
    int k = 0;
    while (k < count && !(at < level[k]))
        ++k;
    return k;
}

SPATE_FN double rating_outflow(const double *level, const double *outflow, int count, double at)
{
    const int k = rating_interval(level, count, at);
    if (k == 0 || k == count)
        return outflow[k == 0 ? 0 : count - 1];
    const double fraction = (at - level[k - 1]) / (level[k] - level[k - 1]);
    return outflow[k - 1] + fraction * (outflow[k] - outflow[k - 1]);
}

/* Derivative by the level of a fraction of the outflow, m2/s. */
SPATE_FN double rating_slope(const double *level, const double *outflow, int count, double at,
                             double fraction)
{
    const int k = rating_interval(level, count, at);
    if (k == 0 || k == count)
        return 0;
    return (outflow[k] - outflow[k - 1]) / (level[k] - level[k - 1]) * fraction;
}

#endif
