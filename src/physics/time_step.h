/* How the clock moves: the time step from the rates that the stages reduced. f64 in every
 * precision, the same for every scheme with a CFL number, on CPU and GPU. */
#ifndef SPATE_PHYSICS_TIME_STEP_H
#define SPATE_PHYSICS_TIME_STEP_H

#include <float.h>
#include <math.h>

#include "base/real.h"

/* dt * face_rate <= 1 is enough in exact arithmetic. The update of a depth has less
 * than 16 roundings, so this margin keeps it positive in floating point, too. */
#define FACE_CFL_LIMIT (1.0 - 16.0 * (double)SPATE_CALC_EPSILON)

/* A rejected step is repeated with this fraction of the limit found: the second stage sees
 * another state, so the limit itself might fail again. */
#define REDO_SHARE 0.9

/* dt rounded to the arithmetic of the kernels, so that the clock and the fluxes agree. */
SPATE_FN double round_dt(double dt)
{
    return (double)(calc)dt;
}

SPATE_FN double largest_dt(double rate, double cfl, double dt_limit)
{
    const double dt = rate > 0 ? cfl / rate : dt_limit;
    return dt < dt_limit ? dt : dt_limit;
}

SPATE_FN double step_dt(double rate, double cfl, double dt_limit, double t, double t_stop)
{
    const double dt = largest_dt(rate, cfl, dt_limit);
    return round_dt(dt < t_stop - t ? dt : t_stop - t);
}

/* Lengths of two steps that differ relatively by no more than this count as equal. */
#define SAME_DT 1e-9

/* Equal steps over the time that is left, none longer than `most`; dt_before again where it fits.
 * For schemes in which a step of another length costs an extra pass. The last step ends at the
 * end, not just before it. */
SPATE_FN double even_dt(double most, double left, double dt_before)
{
    const int endless = !(left < 1e15 * most); /* too many steps to shorten each of them */
    const double steps = endless ? 1e15 : ceil(left / most * (1 - SAME_DT));
    double dt = endless ? most : steps > 1 ? left / steps : left;
    if (steps > 1 && fabs(dt - dt_before) <= SAME_DT * dt)
        dt = dt_before;
    double rounded = round_dt(dt);
    while (steps <= 1 && rounded < left)
        rounded = round_dt(rounded * (1 + (double)SPATE_CALC_EPSILON));
    return rounded;
}

/* From t to `end` in one step. Where t + dt would be rounded up, a little less: another step then
 * ends there exactly, because the difference of two times is the more exact the smaller it is. */
SPATE_FN double jump_dt(double t, double end)
{
    const double dt = end - t;
    return t + dt > end ? dt * (1 - DBL_EPSILON) : dt;
}

SPATE_FN double redo_dt(double face_rate)
{
    return round_dt(REDO_SHARE * FACE_CFL_LIMIT / face_rate);
}

/* A rate or flux of the whole step from those of its stages: Runge-Kutta weights 1, or a half
 * each. */
SPATE_FN double stage_mean(double first, double second, int stages)
{
    const double other = stages == 1 ? 0 : 0.5;
    return (1 - other) * first + other * second;
}

/* A mean over the past that forgets with time scale `time` (s), a step dt later. */
SPATE_FN double relaxed_mean(double mean, double value, double dt, double time)
{
    return mean + dt / (time + dt) * (value - mean);
}

/* The largest Courant number, both directions together, of a method of `stages` stages with the
 * limiter theta. Forward Euler: a linear profile limited by theta stays monotone up to 1 / (1 +
 * theta/2). Two stages (SSP-RK2): stable below 1; face speeds exceed cell speeds a little, so not
 * quite 1. */
SPATE_FN double most_cfl(int stages, double theta)
{
    return stages == 1 ? 1 / (1 + 0.5 * theta) : 0.95;
}

/* Up to this Courant number the water that leaves a cell in a forward Euler step gives no velocity
 * a new extremum. The depth at a face may be twice that of the cell, so that twice the Courant
 * number is the part of its water that leaves. That part must obey most_cfl
 * (docs/theory/kurganov.md). */
SPATE_FN double fast_water_cfl(double theta)
{
    return 0.5 * most_cfl(1, theta);
}

/* The default. A method without limiter (theta = 0) has no slopes: depths at faces are those of
 * the cells. */
SPATE_FN double usual_cfl(int stages, double theta)
{
    return stages == 1 && theta > 0 ? 0.9 * fast_water_cfl(theta) : 0.9;
}

/* Largest step in which rain on dry land cannot outrun its own CFL condition: the depth r dt that
 * falls in a step moves at sqrt(g r dt), and dt sqrt(g r dt) (1/dx + 1/dy) <= cfl. The cube of dt
 * is returned. */
SPATE_FN double rain_dt_cubed(double rain, double g, double cfl, double dx, double dy)
{
    const double crossings = 1 / dx + 1 / dy;
    return cfl * cfl / (g * rain * crossings * crossings);
}

/* Adds a source that may be too small for the depth it falls on: what rounding loses is carried to
 * later steps. Returns the new depth as it will be stored; *carry holds the rest (exactly, by
 * Knuth's two-sum). In a cell that ran dry the carry may be negative. */
SPATE_FN calc add_with_carry(calc h, calc amount, calc *carry)
{
    const calc pending = *carry + amount, total = h + pending;
    const calc sum = h >= C(0) && total < C(0) ? C(0) : (calc)(real)total;
    const calc added = sum - h;
    *carry = (h - (sum - added)) + (pending - added);
    return sum;
}

#endif
