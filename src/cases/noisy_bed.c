/* Flow over white noise: the bed of every cell is random, as in a raster of a rough sea floor or
 * of tilled land. Slopes of such a bed have no meaning, and a scheme must not lose its accuracy
 * because of them. */
#include <math.h>
#include <stdint.h>

#include "cases/families.h"

/* Between -1 and 1, from the number of the cell: a hash of multiplications and xor-shifts. */
static double noise_of_cell(double x, double cell)
{
    uint64_t z = (uint64_t)(int64_t)floor(x / cell) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 29)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 32)) * 0x94d049bb133111ebu;
    return (double)(z >> 11) * 0x1p-52 - 1.0;
}

/* ---- a small wave in deep water ---- */

#define WAVE_CELLS 40
#define WAVE_LENGTH 400.0
#define WAVE_DEPTH 10.0
#define WAVE_HEIGHT 0.01 /* m; the amplitude is so small that the wave does not steepen */
#define WAVE_NOISE 0.05
#define WAVE_PERIODS 10

static double wave_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return WAVE_NOISE * noise_of_cell(x, WAVE_LENGTH / WAVE_CELLS);
}

static case_state wave_exact(double x, double y, double t, const void *data)
{
    const double c = sqrt(CASE_GRAVITY * WAVE_DEPTH);
    const double rise = WAVE_HEIGHT * cos(2.0 * CASE_PI * (x - c * t) / WAVE_LENGTH);
    (void)data;
    return (case_state){WAVE_DEPTH - wave_bed(x, y, data) + rise, rise * c / WAVE_DEPTH, 0.0};
}

/* A scheme of first order with short steps multiplies the wave by exp(-2 pi^2 P / N) in P
 * periods of N cells. After ten periods of 40 cells 0.7 % of it is left, and the L1 error of the
 * depth is that of a lost wave, 2/pi of its height. With second order most of the wave is left,
 * although the limiter clips its extrema. Half of it must be left. */
#define WAVE_BOUND (0.5 * 2.0 / CASE_PI * WAVE_HEIGHT / WAVE_DEPTH)

const builtin_case case_noise_wave = {
    .name = "noise_wave",
    .title = "a small wave over a bed of white noise, ten periods",
    .width = WAVE_LENGTH,
    .height = 40.0,
    .t_end = WAVE_PERIODS * WAVE_LENGTH / 9.904544411531506, /* sqrt(g depth) */
    .sizes = {WAVE_CELLS},
    .strip = 'x',
    .run_size = WAVE_CELLS,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_WALL, SPATE_WALL},
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .bed = wave_bed,
    .exact = wave_exact,
    .judgement = CASE_BOUND,
    .max_error = WAVE_BOUND,
};

/* ---- thin rain flow down a slope ---- */

#define RAIN_CELL 5.0
#define RAIN_SLOPE 0.05
#define RAIN_NOISE 0.002
#define RAIN_LENGTH 500.0
#define RAIN_RATE (0.05 / 3600.0)
#define RAIN_N 0.05

static double rain_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return -RAIN_SLOPE * x + RAIN_NOISE * noise_of_cell(x, RAIN_CELL);
}

/* The steady state of the kinematic wave: the rain that falls upstream passes at Manning's depth
 * for this slope. The slope between two cells varies by 0.7 %, the depth by a third of that. The
 * linear reconstructions of two cells do not meet at their face. The step there is a quarter of
 * the third difference of the noise, 3 (n2 - n1) + n0 - n3, which is 0.8 sqrt(20)/4 times 2 mm /
 * sqrt(3) = 1.03 mm on average. Water behind such a step rises by at most its height, which is 8
 * % of the mean depth of 12.9 mm. */
#define RAIN_BOUND 0.08

static case_state rain_exact(double x, double y, double t, const void *data)
{
    const double q = RAIN_RATE * x;
    const double h = pow(q * RAIN_N / sqrt(RAIN_SLOPE), 0.6);
    (void)y, (void)data;
    return (case_state){t > 0.0 ? h : 0.0, t > 0.0 ? q / h : 0.0, 0.0};
}

const builtin_case case_noise_rain = {
    .name = "noise_rain",
    .title = "thin rain flow down a slope with white noise",
    .fast = 1,
    .width = RAIN_LENGTH,
    .height = 20.0,
    .t_end = 3600.0,
    .sizes = {100},
    .strip = 'x',
    .run_size = 100,
    .edges = {SPATE_WALL, SPATE_OPEN, SPATE_WALL, SPATE_WALL},
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = RAIN_N,
    .rain = RAIN_RATE,
    .bed = rain_bed,
    .exact = rain_exact,
    .judgement = CASE_BOUND,
    .max_error = RAIN_BOUND,
    .window_from = 50.0,
    .window_to = 450.0,
};
