/* Rates of the semi-implicit scheme, which bound its time step. Knows no arrays. */
#ifndef SPATE_PHYSICS_SEMI_IMPLICIT_RATES_H
#define SPATE_PHYSICS_SEMI_IMPLICIT_RATES_H

#include "physics/time_step.h"

/* Largest flow Courant number dt (|u|/dx + |v|/dy) of explicit transport. The analysis for waves on
 * a stream, with upwind transport and the depths of semi_face_depth, allows 1. The shore moves by at
 * most a cell in a step, and the velocity that a step ends with is not known when it begins. */
#define SEMI_FLOW_COURANT 0.5
/* The same of transport in several passes or along paths. Depths at faces are still those of the
 * beginning of the step: water that crosses many cells in one leaves films behind on slopes, and
 * shores begin to oscillate. */
#define SEMI_LONG_COURANT 2.0

/* Flow over the size of cells, 1/s. u, v: the larger of the two faces. */
SPATE_FN calc semi_cell_flow(calc u, calc v, calc inverse_dx, calc inverse_dy)
{
    return u * inverse_dx + v * inverse_dy;
}

/* Rate that bounds the time step, 1/s: dt = courant / rate. weight: of the flow, courant over the
 * largest flow Courant number. */
SPATE_FN calc semi_rate(calc h, calc flow, calc g, calc inverse_dx, calc inverse_dy, calc weight)
{
    const calc waves = sqrt_r(g * h) * max_r(inverse_dx, inverse_dy);
    return max_r(waves, weight * flow);
}

/* A step that ends with more than twice the largest flow Courant number is repeated with a quarter of
 * its length, as that of the ADI scheme (physics/adi_rates.h has the reason). Returns the face rate that makes redo_dt
 * return this fraction of dt. */
SPATE_FN double semi_redo_rate(double dt, double fraction)
{
    return REDO_SHARE / (fraction * dt);
}

/* Passes of a transport in parts of a step, each within the largest flow Courant number. A step that
 * needs more than SEMI_MOST_PASSES is repeated with a shorter one. */
#define SEMI_MOST_PASSES 64

SPATE_FN double semi_passes(double dt, double flow, double courant)
{
    const double passes = ceil(dt * flow / courant);
    return passes > 1 ? passes : 1;
}

#endif
