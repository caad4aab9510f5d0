/* A hump of water in the centre of a square basin spreads and is reflected by the walls
 * (Aackermann & Pedersen 2012, chapter 6: 10 m deep, cells of 10 m, 70 steps of 2 s). No
 * solution is known, but the mirror images in x and in y must agree. A scheme that sweeps first
 * along x and then along y keeps no other symmetry of the square. */
#include <math.h>

#include "cases/families.h"

#define SIDE 800.0
#define DEPTH 10.0
#define HEIGHT 1.0
#define RADIUS 100.0

static double hump_level(double x, double y, const void *data)
{
    (void)data;
    return DEPTH + HEIGHT * exp(-(x * x + y * y) / (RADIUS * RADIUS));
}

const builtin_case case_centre_wave = {
    .name = "centre_wave",
    .title = "wave from the centre of a square basin: mirror images",
    .x0 = -SIDE / 2,
    .y0 = -SIDE / 2,
    .width = SIDE,
    .height = SIDE,
    .t_end = 140.0,
    .sizes = {80, 101},
    .run_size = 80,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .level = hump_level,
    .judgement = CASE_MIRRORS,
};
