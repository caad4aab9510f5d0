/* Roll-up of two shear layers between periodic edges, without rotation: the doubly periodic shear
 * layer of Bell, Colella & Glaz (1989) on shallow water,
 *     u = U tanh((y - 1/4) / d) in the southern half, U tanh((3/4 - y) / d) in the northern one,
 *     v = e U sin(2 pi x),
 * in units of the side. The Froude number is small, so that the flow is nearly that of a fluid
 * without a free surface. There is no exact solution. The image in y = 1/2, moved by half of the
 * side, is the flow itself.
 *
 * A rounding error grows like any other disturbance of the layers, fastest by exp(0.19 U t / d)
 * (Michalke 1964). */
#include <math.h>

#include "cases/families.h"

#define SIDE 1000.0
#define DEPTH 10.0
#define CURRENT 2.0           /* a fifth of the speed of waves */
#define THICKNESS (SIDE / 30) /* d */
#define DISTURBANCE 0.05

static case_state shear_start(double x, double y, double t, const void *data)
{
    (void)t, (void)data;
    const double from = y < 0.5 * SIDE ? y - 0.25 * SIDE : 0.75 * SIDE - y;
    return (case_state){.h = DEPTH,
                        .u = CURRENT * tanh(from / THICKNESS),
                        .v = DISTURBANCE * CURRENT * sin(2 * CASE_PI * x / SIDE)};
}

#define END 500.0 /* s: U t / side = 1 */

const builtin_case case_shear_layer = {
    .name = "shear_layer",
    .title = "roll-up of two shear layers between periodic edges",
    .width = SIDE,
    .height = SIDE,
    .t_end = END,
    .sizes = {64},
    .run_size = 256,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .exact = shear_start,
    .judgement = CASE_GLIDE,
    .growth = 300, /* exp(0.19 * 30) */
};
