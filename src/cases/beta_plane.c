/* Flow on a beta plane, f = f0 + beta (y - yf), over a flat bed, periodic from west to east.
 *
 * Jet. Any zonal current u(y) whose level balances it, f u = -g h_y, is steady. Here
 *     u = U (1 - cos my) / 2, m = 2 pi / width, so that neither u nor h_y meets the walls,
 * and with s = y, g (h(0) - h) = U/2 [(f(0)) (y - sin(my)/m)
 *                                     + beta (y^2/2 - y sin(my)/m + (1 - cos my)/m^2)].
 * f grows threefold from wall to wall: f of a row half a cell away would leave an error of first
 * order.
 *
 * Rossby wave along the equator (Matsuno 1966), f = beta y. In units of the length sqrt(c/beta) and
 * the time 1/sqrt(c beta), with the level in H and velocities in c, theta = k x - w t,
 *     v = y exp(-y^2/2) cos theta,
 *     u = (-w y V + k V')/(w^2 - k^2) sin theta,  level = (-k y V + w V')/(w^2 - k^2) sin theta,
 * V = y exp(-y^2/2), V' = (1 - y^2) exp(-y^2/2), solve the linear equations if
 *     w^2 - k^2 - k/w = 3.
 * The root with the smallest |w| is the Rossby wave. It runs westward. The walls are 6 units away,
 * where V is 1e-7 of its maximum. Amplitude and depth are those of standing_wave.c, which shows that
 * linear theory is accurate enough. */
#include <math.h>

#include "cases/families.h"

#define DEPTH 10.0
#define ALONG .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_WALL, SPATE_WALL}

/* ---- jet ---- */

#define JET_WIDTH 1000.0
#define JET_SPEED 2.0
#define JET_TURN 0.02 /* f0, 1/s, in a third of the width */
#define JET_BETA 2.0e-5
#define JET_Y 333.0

static case_state jet_exact(double x, double y, double t, const void *data)
{
    (void)x, (void)t, (void)data;
    const double m = 2 * CASE_PI / JET_WIDTH, south = JET_TURN - JET_BETA * JET_Y;
    const double plain = y - sin(m * y) / m;
    const double sloped = y * y / 2 - y * sin(m * y) / m + (1 - cos(m * y)) / (m * m);
    const double fall = JET_SPEED / 2 * (south * plain + JET_BETA * sloped);
    return (case_state){.h = DEPTH - fall / CASE_GRAVITY,
                        .u = JET_SPEED / 2 * (1 - cos(m * y)),
                        .v = 0};
}

/* t_end: waves cross the width twice. */
const builtin_case case_beta_jet = {
    .name = "beta_jet",
    .title = "steady zonal jet on a beta plane",
    ALONG,
    .width = 50.0,
    .height = JET_WIDTH,
    .t_end = 200.0,
    .sizes = {32, 64, 128, 256},
    .strip = 'y',
    .run_size = 256,
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .coriolis = JET_TURN,
    .coriolis_beta = JET_BETA,
    .coriolis_y = JET_Y,
    .exact = jet_exact,
    .judgement = CASE_ORDER,
    .min_order = 1.8,
};

/* ---- Rossby wave ---- */

#define WAVE_LENGTH 1000.0
#define AMPLITUDE 1.0e-6
#define WAVE_K 1.0                                  /* per unit of length */
#define UNIT (WAVE_LENGTH * WAVE_K / (2 * CASE_PI)) /* m */
#define SPEED 9.904544411531507                     /* sqrt(g H), m/s */

/* w = -k / (3 + k^2 - w^2), iterated: the error falls by 2 k w / (3 + k^2)^2 < 1/25 each time. */
static double rossby_frequency(double k)
{
    double w = 0;
    for (int n = 0; n < 16; ++n)
        w = -k / (3 + k * k - w * w);
    return w;
}

static case_state rossby_exact(double x, double y, double t, const void *data)
{
    (void)data;
    const double k = WAVE_K, w = rossby_frequency(k), at = y / UNIT, decay = exp(-at * at / 2);
    const double theta = k * x / UNIT - w * t * SPEED / UNIT, scale = 1 / (w * w - k * k);
    const double v = at * decay, slope = (1 - at * at) * decay;
    return (case_state){
        .h = DEPTH * (1 + AMPLITUDE * scale * (w * slope - k * at * v) * sin(theta)),
        .u = SPEED * AMPLITUDE * scale * (k * slope - w * at * v) * sin(theta),
        .v = SPEED * AMPLITUDE * v * cos(theta),
    };
}

/* t_end: a quarter of the period. */
const builtin_case case_rossby_wave = {
    .name = "rossby_wave",
    .title = "Rossby wave along the equator of a beta plane",
    ALONG,
    .width = WAVE_LENGTH,
    .y0 = -6 * UNIT,
    .height = 12 * UNIT,
    .t_end = 100.0,
    .sizes = {32, 64, 128},
    .run_size = 128,
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .coriolis_beta = SPEED / (UNIT * UNIT),
    .exact = rossby_exact,
    .judgement = CASE_ORDER,
    .min_order = 1.8,
};
