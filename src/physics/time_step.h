/* How the clock moves: the time step from the rates that the stages reduced. f64 in every precision,
 * the same for every scheme with a CFL number, on CPU and GPU. */
#ifndef SPATE_PHYSICS_TIME_STEP_H
#define SPATE_PHYSICS_TIME_STEP_H

#include "base/real.h"

/* dt * face_rate <= 1 would do in exact arithmetic (kp_face_rate). The update of a depth takes less than 16
 * roundings, so this much less keeps it positive in floating point too. */
#define FACE_CFL_LIMIT (1.0 - 16.0 * (double)SPATE_CALC_EPSILON)

/* A step thrown away is tried again with dt at this share of the limit found: the second stage sees
 * another state, so the limit itself might fail again. */
#define REDO_SHARE 0.9

/* dt as the arithmetic of the kernels sees it, so that the clock and the fluxes agree. */
SPATE_FN double round_dt(double dt)
{
    return (double)(calc)dt;
}

SPATE_FN double step_dt(double rate, double cfl, double dt_limit, double t, double t_stop)
{
    double dt = rate > 0 ? cfl / rate : dt_limit;
    dt = dt < dt_limit ? dt : dt_limit;
    dt = dt < t_stop - t ? dt : t_stop - t;
    return round_dt(dt);
}

SPATE_FN double redo_dt(double face_rate)
{
    return round_dt(REDO_SHARE * FACE_CFL_LIMIT / face_rate);
}

/* The largest Courant number, both directions together, of a method of `stages` stages with the limiter theta.
 * Forward Euler: a linear profile limited by theta stays monotone up to 1 / (1 + theta/2). Two stages (SSP-RK2): stable
 * below 1; face speeds exceed cell speeds a little, so not quite 1. */
SPATE_FN double most_cfl(int stages, double theta)
{
    return stages == 1 ? 1 / (1 + 0.5 * theta) : 0.95;
}

/* What a run takes unless told otherwise. */
SPATE_FN double usual_cfl(int stages, double theta)
{
    return stages == 1 ? 0.9 * most_cfl(stages, theta) : 0.9;
}

/* Largest step in which rain on dry land cannot outrun its own CFL condition: the depth r dt that
 * falls in a step moves at sqrt(g r dt), and dt sqrt(g r dt) (1/dx + 1/dy) <= cfl. The cube of dt is returned. */
SPATE_FN double rain_dt_cubed(double rain, double g, double cfl, double dx, double dy)
{
    const double crossings = 1 / dx + 1 / dy;
    return cfl * cfl / (g * rain * crossings * crossings);
}

/* Adds a source too small for the depth it falls on: what does not fit is carried to later steps.
 * Returns the new depth as it will be stored; *carry holds the rest (exactly, by Knuth's two-sum). A
 * cell that ran dry may owe more than it has: the debt stays in the carry. */
SPATE_FN calc add_with_carry(calc h, calc amount, calc *carry)
{
    const calc pending = *carry + amount, total = h + pending;
    const calc sum = h >= C(0) && total < C(0) ? C(0) : (calc)(real)total;
    const calc added = sum - h;
    *carry = (h - (sum - added)) + (pending - added);
    return sum;
}

#endif
