/* Bounds that no real flow exceeds: the speed that its head can produce, and its energy. A state
 * beyond them is a numerical error, even if mass is conserved (docs/theory/bounds.md). f64 in
 * every precision, the same for every scheme. Knows no arrays. */
#ifndef SPATE_PHYSICS_GUARD_H
#define SPATE_PHYSICS_GUARD_H

#include <math.h>

#include "base/host_device.h"

/* The speed bound is exact for a front on a dry bed (Ritter); waves that meet may exceed it by
 * less than this factor. */
#define GUARD_SPEED_MARGIN 1.5
/* The discrete energy of a centred scheme may rise a little before friction or a shock dissipates
 * it. */
#define GUARD_ENERGY_MARGIN 1.1
/* Least bound (m/s); lower ones would be triggered by rounding errors in nearly empty grids. */
#define GUARD_LEAST_SPEED 1.0
/* Water shallower than this (m) counts as this deep: energy and momentum of a film
 * are negligible. */
#define GUARD_FILM 1e-3
/* A time step shorter than this fraction of the one that the fastest possible flow allows has
 * collapsed. */
#define GUARD_COLLAPSE 0.01
/* m of water: the pressure of the air differs by less than 150 hPa over any grid. */
#define GUARD_AIR_HEAD 1.5

/* GUARD_FILM of a scheme with fluxes at faces that stop at a flood depth. A cell that empties at a
 * shore in one step keeps the flux of its former depth. That flux over the remaining depth is not
 * a speed. On a frictionless island in a wave such values reach 0.8 of the bound with 10 flood
 * depths; 20 leave a margin. */
SPATE_BOTH double guard_emptied_film(double flood_depth)
{
    return fmax(20 * flood_depth, 0.1);
}

/* What drives a flow; speeds in m/s, elevations in m above one datum. */
typedef struct guard_heads {
    double initial_speed; /* the fastest water at the start */
    double inflow_speed;  /* of water that boundaries push in */
    double wind_speed;    /* guard_wind_speed */
    double highest;       /* level of water or of a boundary; bed where rain falls */
    double lowest;        /* bed */
    double air;           /* range of the air pressure, m of water */
} guard_heads;

/* The height that water can fall, m. Air pressure that moves near the speed of waves lifts water
 * by several times its own head (Proudman 1929), hence the factor of 10. */
SPATE_BOTH double guard_fall(const guard_heads *h)
{
    const double fall = h->highest - h->lowest;
    return (fall > 0 ? fall : 0) + 10 * h->air;
}

/* Largest speed: a front on a dry bed has twice the wave speed of the depth behind it (Ritter
 * 1892). */
SPATE_BOTH double guard_speed_limit(const guard_heads *h, double g)
{
    const double u =
        h->initial_speed + h->inflow_speed + h->wind_speed + 2 * sqrt(g * guard_fall(h));
    return GUARD_SPEED_MARGIN * (u > GUARD_LEAST_SPEED ? u : GUARD_LEAST_SPEED);
}

/* Critical speed of a flux of q m2/s, (g q)^(1/3): water that a discharge pushes in is at least
 * critically deep. */
SPATE_BOTH double guard_critical_speed(double q, double g)
{
    return q > 0 ? cbrt(g * q) : 0;
}

/* Fastest that q m2/s may come in: critical; with a given Froude number, whose depth is
 * froude_depth q^(2/3); or with a given depth (m). 0 or NaN: not given. */
SPATE_BOTH double guard_inflow_speed(double q, double froude_depth, double depth, double g)
{
    double fastest = guard_critical_speed(q, g);
    if (froude_depth > 0)
        fastest = fmax(fastest, cbrt(q) / froude_depth);
    if (depth > 0)
        fastest = fmax(fastest, q / depth);
    return fastest;
}

/* Level that an incoming wave of this level reaches where a wall reflects it: twice as high above
 * the still water. */
SPATE_BOTH double guard_reflected_level(double level, double still)
{
    return level + fmax(level - still, 0.0);
}

/* Speed that a wind stress tau (m2/s2, over the density of water) produces in t seconds: at most
 * that of the shallowest water on which it acts in full (full_depth), and at most `steady`, at
 * which friction balances it (INFINITY without friction). */
SPATE_BOTH double guard_wind_speed(double tau, double t, double full_depth, double steady)
{
    const double free = tau * t / full_depth;
    return tau > 0 ? fmin(free, steady) : 0;
}

/* Speed at which bed friction balances the stress: Manning's strength g n^2 in water of depth h,
 * Chezy's g / C^2. */
SPATE_BOTH double guard_steady_wind(double tau, double strength, double h, int manning)
{
    const double u_squared = tau / strength * (manning ? cbrt(h) : 1.0);
    return strength > 0 ? sqrt(u_squared) : INFINITY;
}

/* Square of the speed of a cell. */
SPATE_BOTH double guard_speed_squared(double h, double hu, double hv, double film)
{
    const double depth = h > film ? h : film;
    return (hu * hu + hv * hv) / (depth * depth);
}

/* Kinetic and potential energy of a cell per area, over the density of water, m3/s2. above: height
 * of the bed above the lowest bed. */
SPATE_BOTH double guard_energy(double h, double hu, double hv, double above, double film, double g)
{
    const double depth = h > film ? h : film;
    return 0.5 * (hu * hu + hv * hv) / depth + g * h * (above + 0.5 * h);
}

/* Largest energy, m5/s2: the initial one, plus that of the water that has entered since (height
 * above the lowest bed, pressure, and speed: at most critical over the whole fall, or that of an
 * inflow), plus the work of the wind. */
SPATE_BOTH double guard_energy_limit(double initial, double entered, double work,
                                     const guard_heads *h, double g)
{
    const double head = 1.5 * g * guard_fall(h) + 0.5 * (h->inflow_speed * h->inflow_speed);
    return GUARD_ENERGY_MARGIN * (initial + entered * head + work);
}

/* Largest work of a wind on an area of water at the speed limit in t seconds, m5/s2. */
SPATE_BOTH double guard_wind_work(double tau, double t, double area, double speed)
{
    return tau * t * area * speed;
}

/* Steps of an explicit scheme: waves of both directions cross a cell of size d at most `courant`
 * times in one. */
SPATE_BOTH double guard_explicit_dt(double speed, double waves, double d, double courant)
{
    return courant * d / (2 * (speed + waves));
}

/* Steps of an implicit scheme with a Courant number of waves and one of the flow. */
SPATE_BOTH double guard_implicit_dt(double speed, double waves, double d, double courant,
                                    double flow_courant)
{
    return fmin(courant * d / waves, flow_courant * d / speed);
}

#endif
