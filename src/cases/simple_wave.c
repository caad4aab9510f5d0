/* A simple wave on a flat bed before it breaks: smooth, wet everywhere and fully nonlinear. In a
 * wave that travels to +s the invariant u - 2c is -2c0 everywhere, so that each celerity c
 * travels unchanged at u + c = 3c - 2c0:  c(s, t) = C(xi) with s = xi + (3 C(xi) - 2 c0) t. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

typedef struct direction {
    double x, y; /* s = x * X + y * Y */
} direction;

#define SIDE 1000.0
#define DEPTH 10.0
#define AMPLITUDE 0.2 /* of the depth */

/* Celerity at t = 0; s in wavelengths of SIDE. */
static double initial_celerity(double s)
{
    return sqrt(CASE_GRAVITY * DEPTH * (1.0 + AMPLITUDE * sin(2.0 * CASE_PI * s / SIDE)));
}

/* The first time at which two characteristics meet: 1 / max(-d(3C)/ds). With h = H (1 + a sin p),
 * 3 C' = (3/2) c0 a (2 pi / SIDE) cos p / sqrt(1 + a sin p), largest where sin p solves
 * a sin^2 p + 2 sin p + a = 0. */
double exact_simple_wave_breaking(void)
{
    const double a = AMPLITUDE, c0 = sqrt(CASE_GRAVITY * DEPTH);
    const double sine = (sqrt(1.0 - a * a) - 1.0) / a;
    const double steepest = sqrt(1.0 - sine * sine) / sqrt(1.0 + a * sine);
    return 1.0 / (1.5 * c0 * a * (2.0 * CASE_PI / SIDE) * steepest);
}

exact_flow exact_simple_wave(double s, double t)
{
    const double c0 = sqrt(CASE_GRAVITY * DEPTH);
    double lo = s - (3.0 * c0 * sqrt(1.0 + AMPLITUDE) - 2.0 * c0) * t;
    double hi = s - (3.0 * c0 * sqrt(1.0 - AMPLITUDE) - 2.0 * c0) * t;
    for (int k = 0; k < EXACT_BISECTIONS && t > 0.0; ++k) {
        const double xi = 0.5 * (lo + hi);
        if (xi + (3.0 * initial_celerity(xi) - 2.0 * c0) * t < s)
            lo = xi;
        else
            hi = xi;
    }
    const double c = initial_celerity(0.5 * (lo + hi));
    return (exact_flow){c * c / CASE_GRAVITY, 2.0 * (c - c0)};
}

/* The oblique wave travels along the diagonal: s = x + y is periodic with SIDE in x and in y,
 * but s grows sqrt(2) times faster than the distance. The equations do not change when space and
 * time are scaled alike, so that the wave at time t is the wave along x at sqrt(2) t. */
static case_state simple_wave_exact(double x, double y, double t, const void *data)
{
    const direction *d = data;
    const double stretch = sqrt(d->x * d->x + d->y * d->y);
    const exact_flow f = exact_simple_wave(d->x * x + d->y * y, stretch * t);
    return (case_state){f.h, f.u * d->x / stretch, f.u * d->y / stretch};
}

/* The wave breaks at 53 s. At 20 s its front is 1.6 times steeper than at the start. The oblique
 * wave is as steep at 20 / sqrt(2) s. */
#define SIMPLE                                                                                     \
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},                     \
    .integrator = SPATE_RK2, .exact = simple_wave_exact, .judgement = CASE_ORDER, .min_order = 1.8

const builtin_case case_simple_wave_x = {
    .name = "simple_wave_x",
    .title = "nonlinear wave before breaking, along x",
    SIMPLE,
    .width = SIDE,
    .height = 50.0,
    .t_end = 20.0,
    .sizes = {64, 128, 256, 512},
    .strip = 'x',
    .run_size = 256,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const direction){1.0, 0.0},
};

const builtin_case case_simple_wave_y = {
    .name = "simple_wave_y",
    .title = "nonlinear wave before breaking, along -y",
    SIMPLE,
    .width = 50.0,
    .height = SIDE,
    .t_end = 20.0,
    .sizes = {64, 128, 256, 512},
    .strip = 'y',
    .run_size = 256,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const direction){0.0, -1.0},
};

const builtin_case case_simple_wave_oblique = {
    .name = "simple_wave_oblique",
    .title = "nonlinear wave before breaking, along the diagonal",
    SIMPLE,
    .width = SIDE,
    .height = SIDE,
    .t_end = 14.0,
    .sizes = {64, 128, 256},
    .run_size = 256,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const direction){1.0, 1.0},
};
