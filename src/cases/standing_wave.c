/* Linear standing waves in a closed box: eta = a cos(k x) cos(l y) cos(w t).
 *
 * Amplitude. Linear theory neglects terms of relative size a/H: the second harmonic grows as
 * (3/8) (a/H) k c t times a, or 3e-6 a in 1.2 periods at a/H = 1e-6. The finest grid has 256
 * cells per wavelength, where a scheme of second order has a phase error of about (k c t)(k
 * dx)^2 / 12 = 4e-4. Linear theory is thus 100 times more accurate than the scheme. In f32 the
 * wave is only ten units in the last place high: no order can be measured, and `spate verify`
 * reports that. */
#include <math.h>

#include "cases/families.h"

typedef struct mode {
    double k, l; /* rad/m */
} mode;

#define SIDE 1000.0
#define DEPTH 10.0
#define AMPLITUDE 1.0e-5

static case_state standing_exact(double x, double y, double t, const void *data)
{
    const mode *m = data;
    const double w = sqrt(CASE_GRAVITY * DEPTH * (m->k * m->k + m->l * m->l));
    const double speed = AMPLITUDE * CASE_GRAVITY / w * sin(w * t);
    return (case_state){
        .h = DEPTH + AMPLITUDE * cos(m->k * x) * cos(m->l * y) * cos(w * t),
        .u = m->k * speed * sin(m->k * x) * cos(m->l * y),
        .v = m->l * speed * cos(m->k * x) * sin(m->l * y),
    };
}

/* t_end: 1.2 periods of 101 s (mode 2 along one axis) and 1.2 of 143 s (mode 1 along both), so that
 * neither the level nor the velocity is zero at the end. */
#define STANDING                                                                                   \
    .integrator = SPATE_RK2, .exact = standing_exact, .judgement = CASE_ORDER, .min_order = 1.8

const builtin_case case_standing_x = {
    .name = "standing_x",
    .title = "linear standing wave in a box, along x",
    STANDING,
    .width = SIDE,
    .height = 50.0,
    .t_end = 121.0,
    .sizes = {32, 64, 128, 256},
    .strip = 'x',
    .run_size = 256,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const mode){2.0 * CASE_PI / SIDE, 0.0},
};

const builtin_case case_standing_y = {
    .name = "standing_y",
    .title = "linear standing wave in a box, along y",
    STANDING,
    .width = 50.0,
    .height = SIDE,
    .t_end = 121.0,
    .sizes = {32, 64, 128, 256},
    .strip = 'y',
    .run_size = 256,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const mode){0.0, 2.0 * CASE_PI / SIDE},
};

const builtin_case case_standing_2d = {
    .name = "standing_2d",
    .title = "linear standing wave in a square box",
    STANDING,
    .width = SIDE,
    .height = SIDE,
    .t_end = 171.0,
    .sizes = {32, 64, 128},
    .run_size = 128,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const mode){CASE_PI / SIDE, CASE_PI / SIDE},
};

/* The same two waves without walls. */
const builtin_case case_standing_periodic_x = {
    .name = "standing_periodic_x",
    .title = "linear standing wave between periodic edges, along x",
    STANDING,
    .width = SIDE,
    .height = 50.0,
    .t_end = 121.0,
    .sizes = {32, 64, 128, 256},
    .strip = 'x',
    .run_size = 256,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_WALL, SPATE_WALL},
    .bed_model = SPATE_BED_CELLS,
    .data = &(const mode){2.0 * CASE_PI / SIDE, 0.0},
};

/* 1.2 periods of 71 s. */
const builtin_case case_standing_periodic_2d = {
    .name = "standing_periodic_2d",
    .title = "linear standing wave between periodic edges",
    STANDING,
    .width = SIDE,
    .height = SIDE,
    .t_end = 86.0,
    .sizes = {32, 64, 128},
    .run_size = 128,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},
    .bed_model = SPATE_BED_CELLS,
    .data = &(const mode){2.0 * CASE_PI / SIDE, 2.0 * CASE_PI / SIDE},
};
