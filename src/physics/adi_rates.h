/* Rates of the ADI scheme, which bound its time step. Knows no arrays. */
#ifndef SPATE_PHYSICS_ADI_RATES_H
#define SPATE_PHYSICS_ADI_RATES_H

#include "physics/time_step.h"

/* Largest flow Courant number |u| dt / dx: transport is explicit across lines, and in part along
 * them where flow is fast. */
#define ADI_FLOW_COURANT 0.25

/* Flux through a cell over its size, m/s: the larger of both directions. sum_x, sum_y: of the
 * fluxes at its two faces. */
SPATE_FN calc adi_cell_flux(calc sum_x, calc sum_y, calc inverse_dx, calc inverse_dy)
{
    return C(0.5) * max_r(abs_r(sum_x) * inverse_dx, abs_r(sum_y) * inverse_dy);
}

/* Flow over the size of cells, 1/s. */
SPATE_FN calc adi_cell_flow(calc h, calc flux, calc h_flood)
{
    return div_r(flux, max_r(h, h_flood));
}

/* Rate that bounds the time step, 1/s: dt = courant / rate. It grows with the depth and with the
 * flow, rounding included, so the largest depth and the largest flow give the largest rate. */
SPATE_FN calc adi_rate(calc h, calc flow, calc g, calc inverse_dx, calc inverse_dy, calc courant)
{
    const calc waves = sqrt_r(g * h) * max_r(inverse_dx, inverse_dy);
    return max_r(waves, (courant * C(1 / ADI_FLOW_COURANT)) * flow);
}

SPATE_FN calc adi_cell_rate(calc h, calc sum_x, calc sum_y, calc g, calc inverse_dx,
                            calc inverse_dy, calc courant, calc h_flood)
{
    const calc flux = adi_cell_flux(sum_x, sum_y, inverse_dx, inverse_dy);
    return adi_rate(h, adi_cell_flow(h, flux, h_flood), g, inverse_dx, inverse_dy, courant);
}

/* A step in which water crossed more than a cell (a flow Courant number of 1), because discharges,
 * rain or waves from outside began in it, is repeated with a quarter of its length. The state does
 * not show by how much it was too long; but the shorter the step, the closer the new state is to
 * the old one, for which dt was chosen. Returns the face rate that makes redo_dt return a quarter
 * of dt; 0 where the step is short enough. */
SPATE_FN double adi_redo_rate(double dt, double rate, double cfl)
{
    return dt * rate > (1 / ADI_FLOW_COURANT) * cfl ? 4 * REDO_SHARE / dt : 0;
}

#endif
