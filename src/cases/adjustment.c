/* Geostrophic adjustment (Rossby 1938): water at rest with a step of its level on an f plane,
 * between periodic edges. Waves run away from the step. A current along it remains, whose level
 * falls over the Rossby radius c / f: exp(-|x| f / c) for a sharp step without edges.
 *
 * Here the step is a sum of sines, each of which has an exact linear solution. For
 * eta = a sin kx at rest, with w^2 = f^2 + c^2 k^2,
 *
 *     eta = a (f^2 + c^2 k^2 cos wt) / w^2 sin kx   (the first term remains),
 *     u = -(g k a / w) sin wt cos kx,   v = (g k a f / w^2) (1 - cos wt) cos kx.
 *
 * A smoothed step: sines k_n = 2 pi n / width with n odd, of a square wave, 4 / (pi n), times
 * exp(-(n / N)^2), N = 6. What follows n = LAST is below exp(-14).
 *
 * Amplitude and depth are those of standing_wave.c, which shows that linear theory is accurate
 * enough. */
#include <math.h>

#include "cases/families.h"

#define WIDTH 4000.0
#define DEPTH 10.0
#define AMPLITUDE 1.0e-5
#define TURN 0.02 /* 1/s: the Rossby radius is 495 m, an eighth of the width */

enum { SMOOTH = 6, LAST = 23 };

static case_state adjustment_exact(double x, double y, double t, const void *data)
{
    (void)y, (void)data;
    const double f = TURN, g = CASE_GRAVITY;
    case_state s = {DEPTH, 0, 0};
    for (int n = 1; n <= LAST; n += 2) {
        const double k = 2 * CASE_PI * n / WIDTH, gravity_part = g * DEPTH * k * k;
        const double w2 = f * f + gravity_part, w = sqrt(w2), share = (double)n / SMOOTH;
        const double a = AMPLITUDE * 4 / (CASE_PI * n) * exp(-share * share);
        s.h += a * (f * f + gravity_part * cos(w * t)) / w2 * sin(k * x);
        s.u -= g * k * a / w * sin(w * t) * cos(k * x);
        s.v += g * k * a * f / w2 * (1 - cos(w * t)) * cos(k * x);
    }
    return s;
}

/* t_end: a third of the inertial period, in which waves cross 1000 m. */
const builtin_case case_geostrophic_adjustment = {
    .name = "geostrophic_adjustment",
    .title = "geostrophic adjustment of a smooth step",
    .width = WIDTH,
    .height = 50.0,
    .t_end = 105.0,
    .sizes = {128, 256, 512, 1024},
    .strip = 'x',
    .run_size = 512,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .coriolis = TURN,
    .exact = adjustment_exact,
    .judgement = CASE_ORDER,
    .min_order = 1.8,
};
