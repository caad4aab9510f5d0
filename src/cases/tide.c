/* A tide enters a channel with Manning friction and is reflected at its closed end. Friction is
 * proportional to |u| u / h^(4/3), so that there is no solution in closed form. The reference is
 * the periodic solution of the full equations in one dimension, with Chebyshev polynomials along
 * the channel and Runge-Kutta steps in time (tests/analytic/tide_reference.c). The tool
 * tide_table printed the coefficients below, and the test tides_have_their_reference computes
 * them again. With 32 nodes instead of 40 depths differ by 3e-7 m and fluxes by 2e-6 m2/s. That
 * is 4e-8 of the depth, far below the errors of all grids. The reference is valid at the
 * beginning of a period, where the run begins and ends.
 *
 * The length of the channel is a tenth of the wavelength. Friction delays the tide at the closed
 * end by 34 minutes and lowers it from 1.24 m (linear theory without friction) to 1.21 m. The
 * first overtide is 0.12 m high there (build/adi_tide prints these figures). */
#include "cases/tide.h"

#include <math.h>

#include "cases/families.h"

enum { COEFFICIENTS = 28 };

/* Coefficients of T_k(2 x / length - 1); m and m2/s. */
static const double depths[COEFFICIENTS] = {
    8.350948834e+00, -9.701226811e-02, 4.614925300e-02,  -7.577569800e-03, -1.574775849e-03,
    1.613389205e-04, 5.911079234e-05,  7.738497245e-06,  -8.742714565e-06, -6.459712724e-06,
    1.193736940e-06, 3.182191048e-06,  4.145734165e-07,  -1.443890149e-06, -6.466354559e-07,
    5.964171899e-07, 5.456493354e-07,  -2.038024108e-07, -4.032675602e-07, 1.570920898e-09,
    2.542313997e-07, 7.844426401e-08,  -1.434546795e-07, -8.970635785e-08, 8.261607776e-08,
    9.427763167e-08, -3.100568704e-08, -8.648659534e-08,
};
static const double fluxes[COEFFICIENTS] = {
    3.343883695e+00, -3.225271157e+00, -1.407162307e-01, 2.291316958e-02,  -1.388985646e-03,
    2.786153776e-04, 3.369367809e-04,  7.639862900e-05,  -8.613452041e-05, -6.003381404e-05,
    1.289528020e-05, 2.980798247e-05,  3.592724388e-06,  -1.369254387e-05, -5.953417614e-06,
    5.813141176e-06, 5.141545935e-06,  -1.873695584e-06, -3.765718289e-06, 1.454115731e-08,
    2.386713247e-06, 6.571254996e-07,  -1.415724616e-06, -8.877400175e-07, 7.604009073e-07,
    9.291743910e-07, -2.340124140e-07, -7.616514105e-07,
};

double exact_tide_outside(double t)
{
    /* At t = 0 neither level nor current is near an extreme. */
    return TIDE_RANGE * cos(2 * CASE_PI / TIDE_PERIOD * t - CASE_PI / 3);
}

/* Clenshaw's recurrence. */
static double series(const double *c, double s)
{
    double next = 0, after = 0;
    for (int k = COEFFICIENTS - 1; k > 0; --k) {
        const double here = c[k] + 2 * s * next - after;
        after = next;
        next = here;
    }
    return c[0] + s * next - after;
}

exact_flow exact_tide(double x)
{
    const double s = 2 * x / TIDE_LENGTH - 1, h = series(depths, s);
    return (exact_flow){h, series(fluxes, s) / h};
}

static case_state tide_exact(double x, double y, double t, const void *data)
{
    const double periods = t / TIDE_PERIOD;
    const exact_flow f = exact_tide(x);
    (void)y, (void)data;
    if (fabs(periods - round(periods)) > 1e-9)
        return (case_state){(double)NAN, (double)NAN, (double)NAN};
    return (case_state){f.h, f.u, 0};
}

static double tide_depth_outside(double t)
{
    return TIDE_DEPTH + exact_tide_outside(t);
}

const builtin_case case_tidal_channel = {
    .name = "tidal_channel",
    .title = "tide in a channel with friction, closed at its end",
    .width = TIDE_LENGTH,
    .height = 2000.0,
    .t_end = TIDE_PERIOD,
    .sizes = {25, 50, 100, 200},
    .strip = 'x',
    .run_size = 200,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = TIDE_MANNING,
    .sea = &(const case_sea){SPATE_WEST, tide_depth_outside},
    .exact = tide_exact,
    .judgement = CASE_ORDER,
    .min_order = 1.8,
};
