/* The equations of the toy scheme: the flux of Rusanov (1961), with depths at a face by the
 * hydrostatic reconstruction of Audusse et al. (2004). Knows no grid and no memory. */
#ifndef SPATE_TESTS_SCHEMES_TOY_H
#define SPATE_TESTS_SCHEMES_TOY_H

#include "base/real.h"

/* A cell as one of its faces sees it: bed and depth, m; velocity out of and along the face, m/s. */
typedef struct toy_water {
    calc z, h, out, along;
} toy_water;

/* What leaves a cell through a metre of its face, and the speed of the fastest wave there. */
typedef struct toy_flux {
    calc mass, out, along, speed;
} toy_flux;

SPATE_FN calc toy_velocity(calc h, calc momentum, calc h_dry)
{
    return h > h_dry ? momentum / h : C(0);
}

/* Cells that waves cross in a second, in both directions together. */
SPATE_FN calc toy_cell_rate(toy_water w, calc g, calc dx, calc dy)
{
    const calc wave = sqrt_r(g * w.h);
    return (abs_r(w.out) + wave) / dx + (abs_r(w.along) + wave) / dy;
}

/* Both velocities point from l to r. The neighbour's flux has exactly the opposite mass. */
SPATE_FN toy_flux toy_flux_between(toy_water l, toy_water r, calc g)
{
    const calc z = max_r(l.z, r.z); /* Audusse et al., eq. 2.13 */
    const calc hl = max_zero_r(l.h + l.z - z), hr = max_zero_r(r.h + r.z - z);
    const calc a = max_r(abs_r(l.out) + sqrt_r(g * hl), abs_r(r.out) + sqrt_r(g * hr));
    const calc ml = hl * l.out, mr = hr * r.out;
    const calc pl = C(0.5) * g * hl * hl, pr = C(0.5) * g * hr * hr;
    const toy_flux f = {.mass = C(0.5) * (ml + mr) - C(0.5) * a * (hr - hl),
                        .out = C(0.5) * (ml * l.out + pl + (mr * r.out + pr)) -
                               C(0.5) * a * (mr - ml) +
                               (C(0.5) * g * l.h * l.h - pl), /* the bed's share, eq. 2.15 */
                        .along = C(0.5) * (ml * l.along + mr * r.along) -
                                 C(0.5) * a * (hr * r.along - hl * l.along),
                        .speed = a};
    return f;
}

#endif
