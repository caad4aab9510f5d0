/* Linear waves with rotation and with periodic edges, over a flat bed:
 *
 *     plane wave  eta = a cos(s), s = k x + l y - w t, w^2 = f^2 + c^2 (k^2 + l^2),
 *                 and from u_t - f v = -g eta_x, v_t + f u = -g eta_y:
 *                 u = m (w k cos s - f l sin s), v = m (w l cos s + f k sin s),
 *                 m = g a / (w^2 - f^2); between periodic edges;
 *     Kelvin wave eta = a exp(-f y / c) cos(k (x - c t)), u = eta sqrt(g / H), v = 0,
 *                 along a wall in the south.
 *
 * Amplitude and depth are those of standing_wave.c, which shows that linear theory is accurate
 * enough. f is larger than the earth's: the Rossby radius c / f is half of the side, so that
 * rotation matters as much as gravity. */
#include <math.h>

#include "cases/families.h"

#define SIDE 1000.0
#define DEPTH 10.0
#define AMPLITUDE 1.0e-5
#define TURN 0.02 /* 1/s */

typedef struct plane_wave {
    double k, l, f;
} plane_wave;

static case_state plane_exact(double x, double y, double t, const void *data)
{
    const plane_wave *p = data;
    const double gravity_part = CASE_GRAVITY * DEPTH * (p->k * p->k + p->l * p->l);
    const double w = sqrt(p->f * p->f + gravity_part), s = p->k * x + p->l * y - w * t;
    const double m = CASE_GRAVITY * AMPLITUDE / gravity_part;
    return (case_state){
        .h = DEPTH + AMPLITUDE * cos(s),
        .u = m * (w * p->k * cos(s) - p->f * p->l * sin(s)),
        .v = m * (w * p->l * cos(s) + p->f * p->k * sin(s)),
    };
}

static case_state kelvin_exact(double x, double y, double t, const void *data)
{
    (void)data;
    const double c = sqrt(CASE_GRAVITY * DEPTH);
    const double eta = AMPLITUDE * exp(-TURN * y / c) * cos(2 * CASE_PI / SIDE * (x - c * t));
    return (case_state){.h = DEPTH + eta, .u = eta * sqrt(CASE_GRAVITY / DEPTH), .v = 0};
}

#define WAVE                                                                                       \
    .integrator = SPATE_RK2, .judgement = CASE_ORDER, .min_order = 1.8, .width = SIDE,             \
    .height = SIDE, .sizes = {40, 80, 160}, .run_size = 128, .bed_model = SPATE_BED_CELLS
#define NO_WALLS .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC}
#define ONE_WAVE (2 * CASE_PI / SIDE)

/* t_end: 1.2 periods of 71 s, of 62 s with rotation, and of 101 s. */
const builtin_case case_wave_periodic = {
    .name = "wave_periodic",
    .title = "oblique linear wave between periodic edges",
    WAVE,
    NO_WALLS,
    .t_end = 86.0,
    .exact = plane_exact,
    .data = &(const plane_wave){ONE_WAVE, ONE_WAVE, 0.0},
};

const builtin_case case_wave_rotating = {
    .name = "wave_rotating",
    .title = "oblique linear wave with rotation between periodic edges",
    WAVE,
    NO_WALLS,
    .t_end = 84.0,
    .coriolis = TURN,
    .exact = plane_exact,
    .data = &(const plane_wave){ONE_WAVE, ONE_WAVE, TURN},
};

const builtin_case case_kelvin_wave = {
    .name = "kelvin_wave",
    .title = "Kelvin wave along a wall, periodic from west to east",
    WAVE,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_WALL, SPATE_WALL},
    .t_end = 121.0,
    .coriolis = TURN,
    .exact = kelvin_exact,
};
