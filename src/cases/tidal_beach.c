/* A tide runs up and down a plane beach: the standing wave of Carrier and Greenspan (J. Fluid
 * Mech. 4, 1958), an exact solution of the nonlinear equations with a moving shore. The bed is
 * b = S x, with the shore of still water at x = 0.
 *
 * Lengths are measured in l along x and in S l upwards, times in sqrt(l / (S g)). With
 * sigma = 4 sqrt(depth) and lambda = 2 (u + t) the equations become linear, for a potential phi
 * with (sigma phi_sigma)_sigma = sigma phi_lambda lambda. One solution is A J0(sigma) cos lambda:
 *     u = -A J1(sigma) / sigma cos lambda,   level = -A/4 J0(sigma) sin lambda - u^2/2,
 *     x = level - sigma^2/16,                t = lambda/2 - u.
 * The period is pi in these units, which determines l. The wave does not break for A < 1; a tide
 * has A of some thousandths. For a given t, lambda follows from sigma, because
 * dt/dlambda = 1/2 - A J1(sigma)/sigma sin lambda > 0, and x falls as sigma rises. So sigma is
 * found by bisection from x.
 *
 * The run starts and ends when the level falls through its mean: currents are fastest, and a
 * film that the scheme may have left on the beach counts as an error. The beach is so flat that
 * the shore crosses a third of the grid. Its cells decide the error, which is of first order
 * there: 0.8 on grids that are not yet fine. */
#include <math.h>
#include <stddef.h>

#include "cases/families.h"

#define SLOPE 1e-3
#define PERIOD 44714.0 /* s, M2 */
#define TIDE 1.5       /* m, amplitude at the shore */
#define SEA 4000.0     /* m from the shore of still water to the edge of the grid */
#define UNIT_X (SLOPE * CASE_GRAVITY * (PERIOD / CASE_PI) * (PERIOD / CASE_PI)) /* l, m */
#define UNIT_UP (SLOPE * UNIT_X)                                                /* m */
#define UNIT_T (PERIOD / CASE_PI)                                               /* s */

enum { TERMS = 12, NEWTON_STEPS = 8, BISECTIONS = 64 };

static const double A = 4 * TIDE / UNIT_UP;
/* Depths are at most 6 m. */
static const double SIGMA_MOST = 0.25;

/* Power series of J0 and 2 J1(s) / s, in q = -(s/2)^2. After 12 terms the next is below 1e-30
 * here. */
static void bessel(double s, double *j0, double *two_j1_over_s)
{
    const double q = -0.25 * s * s;
    double term = 1;
    *j0 = *two_j1_over_s = 0;
    for (int k = 0; k < TERMS; ++k) {
        *j0 += term;
        *two_j1_over_s += term / (k + 1);
        term *= q / ((k + 1.0) * (k + 1.0));
    }
}

typedef struct beach_point {
    double x, level, u;
} beach_point;

/* In units of the solution. */
static beach_point at_sigma(double sigma, double t)
{
    double j0, j1, lambda = 2 * t;
    bessel(sigma, &j0, &j1);
    const double a = 0.5 * A * j1; /* u = -a cos lambda */
    for (int k = 0; k < NEWTON_STEPS; ++k)
        lambda -= (0.5 * lambda + a * cos(lambda) - t) / (0.5 - a * sin(lambda));
    const double u = -a * cos(lambda), level = -0.25 * A * j0 * sin(lambda) - 0.5 * u * u;
    return (beach_point){level - sigma * sigma / 16, level, u};
}

static double beach_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return SLOPE * x;
}

static case_state beach_exact(double x, double y, double t, const void *data)
{
    const double place = x / UNIT_X, time = t / UNIT_T;
    double low = 0, high = SIGMA_MOST;
    (void)y, (void)data;
    if (place >= at_sigma(0, time).x)
        return (case_state){0, 0, 0};
    for (int k = 0; k < BISECTIONS; ++k) {
        const double sigma = 0.5 * (low + high);
        if (at_sigma(sigma, time).x > place)
            low = sigma;
        else
            high = sigma;
    }
    const beach_point p = at_sigma(low, time);
    return (case_state){UNIT_UP * (p.level - place), p.u * UNIT_X / UNIT_T, 0};
}

static double sea_level(double t)
{
    return beach_exact(-SEA, 0, t, NULL).h - SLOPE * SEA;
}

const builtin_case case_tidal_beach = {
    .name = "tidal_beach",
    .title = "tide on a beach that floods and dries (Carrier and Greenspan)",
    .x0 = -SEA,
    .width = 6000.0,
    .height = 500.0,
    .t_end = PERIOD,
    .sizes = {20, 40, 80},
    .strip = 'x',
    .run_size = 160,
    .shore = 1,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .bed = beach_bed,
    .sea = &(const case_sea){SPATE_WEST, sea_level},
    .exact = beach_exact,
    .judgement = CASE_ORDER,
    .min_order = 0.8,
};
