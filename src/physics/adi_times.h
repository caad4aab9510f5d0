/* Values of the ADI scheme at other times than they are stored at, and at cells instead of faces.
 * Knows no arrays. */
#ifndef SPATE_PHYSICS_ADI_TIMES_H
#define SPATE_PHYSICS_ADI_TIMES_H

#include "base/real.h"

/* A flux in the middle of the step, from its values at the beginning and a whole step before. */
SPATE_FN calc adi_extrapolate(calc now, calc before)
{
    return now + C(0.5) * (now - before);
}

/* A depth there, from the value half a step before: at least half of what there is now. */
SPATE_FN calc adi_extrapolate_depth(calc now, calc before)
{
    return max_r(now + (now - before), C(0.5) * now);
}

/* The step of a flux: that of p begins and ends with the step, that of q is half a step later. The
 * launch at the start of a run moves q by half a step. */
enum { ADI_SWEEP_X, ADI_SWEEP_Y, ADI_LAUNCH };

/* A quantity known at the beginning and end of the step, in the middle of the flux's own step. */
SPATE_FN double adi_value_mid(double begin, double end, int stage)
{
    return stage == ADI_SWEEP_X ? 0.5 * (begin + end) : stage == ADI_SWEEP_Y ? end : begin;
}

/* At the end of the flux's own step. */
SPATE_FN double adi_value_end(double begin, double end, int stage)
{
    if (stage == ADI_LAUNCH)
        return 0.5 * (begin + end);
    return stage == ADI_SWEEP_X ? end : end + 0.5 * (end - begin);
}

/* Middle of the flux's own step, as a fraction of dt after the beginning of the step. */
SPATE_FN double adi_middle(int stage)
{
    return stage == ADI_SWEEP_X ? 0.5 : stage == ADI_SWEEP_Y ? 1 : 0.25;
}

/* How far time t is from t0 to t1, 0 to 1; 1 if there is only one of them. */
SPATE_FN calc adi_time_fraction(double t, double t0, double t1)
{
    if (!(t < t1 && t0 < t1))
        return C(1);
    return t > t0 ? (calc)((t - t0) / (t1 - t0)) : C(0);
}

/* ---- changes of the times that fields are of ---- */

SPATE_FN calc adi_mean(calc a, calc b)
{
    return C(0.5) * (a + b);
}

/* q half a step before now, from that of now and of half a step later: on a straight line. */
SPATE_FN calc adi_mirrored(calc now, calc later)
{
    return now - (later - now);
}

/* A value of a step before, for a step that is r times as long. */
SPATE_FN calc adi_retimed(calc now, calc before, calc r)
{
    return now - r * (now - before);
}

/* q half a step before and after the present, for a step that is r times as long. */
typedef struct adi_time_pair {
    calc before, after;
} adi_time_pair;

SPATE_FN adi_time_pair adi_retimed_pair(calc before, calc after, calc r)
{
    const calc middle = adi_mean(after, before), reach = (C(0.5) * r) * (after - before);
    const adi_time_pair pair = {.before = middle - reach, .after = middle + reach};
    return pair;
}

/* hv at a cell: q of its two faces half a step before and after now. */
SPATE_FN calc adi_mean_of_times(calc low_after, calc low_before, calc high_after, calc high_before)
{
    return C(0.25) * ((low_after + low_before) + (high_after + high_before));
}

#endif
