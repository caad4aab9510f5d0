/* Constants of a sweep of the ADI scheme, the terms it computes, and the mass equation. A sweep
 * along x takes the depth from n to n + 1/2 and p from n to n + 1; one along y takes the depth
 * from n + 1/2 to n + 1 and q from n + 1/2 to n + 3/2. p is the flux along the grid line that is
 * solved (m2/s), q the flux across it. Knows no arrays. */
#ifndef SPATE_PHYSICS_ADI_SWEEP_H
#define SPATE_PHYSICS_ADI_SWEEP_H

#include "physics/friction.h"

/* ds: cell size along the line, dn: across it. */
typedef struct adi_sweep {
    calc along, across;         /* dt / (4 ds), dt / (4 dn) */
    calc pull;                  /* g dt / ds */
    calc advect, advect_across; /* dt / (2 ds), dt / (2 dn); adi_weights hold twice u p */
    calc pace;                  /* ds / dt, m/s */
    calc turn;                  /* rotation of the earth: dt f for p, -dt f for q */
    calc push;                  /* dt times the wind stress over the density of water */
    calc mix_along, mix_across; /* dt viscosity / ds^2, / dn^2 */
    calc dt, inverse_g;
    calc h_dry, h_flood; /* a face stops and starts to flow at these depths above its bed, m */
} adi_sweep;

/* coriolis: f for p, -f for q. */
SPATE_FN calc adi_turn(double coriolis, double dt)
{
    return (calc)(coriolis * dt);
}

/* All but h_dry and h_flood. single: half a step with fluxes of one time only, instead of sums of
 * two. */
SPATE_FN adi_sweep adi_sweep_constants(double ds, double dn, double dt, double g, double coriolis,
                                       double wind, double viscosity, int single)
{
    const adi_sweep k = {
        .along = (calc)((single ? 1.0 : 0.25) * dt / ds),
        .across = (calc)((single ? 0.5 : 0.25) * dt / dn),
        .pull = (calc)(g * dt / ds),
        .advect = (calc)(0.5 * dt / ds),
        .advect_across = (calc)(0.5 * dt / dn),
        .pace = (calc)(ds / dt),
        .turn = adi_turn(coriolis, dt),
        .push = (calc)(wind * dt),
        .mix_along = (calc)(viscosity * dt / (ds * ds)),
        .mix_across = (calc)(viscosity * dt / (dn * dn)),
        .dt = (calc)dt,
        .inverse_g = (calc)(1 / g),
        .h_dry = C(0),
        .h_flood = C(0),
    };
    return k;
}

/* Which terms are computed. Fixed for a run, so that loops can be compiled without the others. */
typedef struct adi_terms {
    int law;          /* FRICTION_NONE ... */
    int extrapolated; /* 1: coefficients of the middle of the step (second order); 0: as printed */
    int mixed;        /* viscosity */
    int unpushed;     /* neither rotation nor wind */
    /* All faces of the loop are in open water (adi_is_open_water). Many operations can then be
     * left out, with the same bits (except the sign of a zero velocity, which no sum keeps). */
    int open;
    int aired; /* air pressure */
} adi_terms;

/* Decrease of a cell's depth in a half step, m. Fluxes at its four sides: p^n, or the sums of both
 * times. */
SPATE_FN calc adi_fall(calc p_back, calc p_front, calc q_low, calc q_high, const adi_sweep *k)
{
    return k->along * (p_front - p_back) + k->across * (q_high - q_low);
}

/* Depth or level of a cell after these fluxes. With p^n alone along the line it is predicted:
 * p^(n+1) is missing. */
SPATE_FN calc adi_moved(calc height, calc p_back, calc p_front, calc q_low, calc q_high,
                        const adi_sweep *k)
{
    return height - adi_fall(p_back, p_front, q_low, q_high, k);
}

/* Depth of a cell from a predicted one, with p^(n+1). */
SPATE_FN calc adi_moved_along(calc predicted, calc p_back, calc p_front, const adi_sweep *k)
{
    return predicted - k->along * (p_front - p_back);
}

#endif
