/* Steady flow over steps at one cell face: over a weir and down a staircase. The bed is given at
 * cells, as in a raster. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

/* ---- a broad-crested weir: a step up, a flat crest, a step down ---- */

/* Without friction the flow is critical on the crest, and the head above it is 3/2 of the
 * critical depth. The depth upstream follows from the energy equation. At a step between two
 * cells a scheme may lose energy, at most as much as the momentum balance with hydrostatic
 * pressure on the face of the step does: q^2/h + g (h - z)^2/2 = 3/2 g c^2 with the critical
 * depth c. The two equations bound the depth h upstream: 1.6826 m by the first and 1.7328 m by
 * the second (q = 1 m2/s, z = 1 m), 2.98 % apart. */
#define WEIR_Q 1.0
#define WEIR_HEIGHT 1.0
#define WEIR_LENGTH 10.0
#define WEIR_BRACKET 0.0298

static double weir_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return x > 0.0 && x < WEIR_LENGTH ? WEIR_HEIGHT : 0.0;
}

static case_state weir_exact(double x, double y, double t, const void *data)
{
    const double critical = exact_critical_depth(WEIR_Q), head = WEIR_HEIGHT + 1.5 * critical;
    const double h = x < 0.0           ? exact_bernoulli_depth(WEIR_Q, head, 0.0, 1)
                     : x < WEIR_LENGTH ? critical
                                       : exact_bernoulli_depth(WEIR_Q, head, 0.0, 0);
    (void)y, (void)t, (void)data;
    return (case_state){h, WEIR_Q / h, 0.0};
}

/* The ends are far away: waves from there travel at 4.7 m/s and do not reach the window in 40 s.
 * In this time a wave crosses the crest about ten times, so that the flow near the weir is
 * steady. */
const builtin_case case_weir_step = {
    .name = "weir_step",
    .title = "flow onto a weir of one step, by the energy equation",
    .fast = 1,
    .x0 = -220.0,
    .width = 320.0,
    .height = 4.0,
    .t_end = 40.0,
    .sizes = {320, 640, 1280},
    .strip = 'x',
    .run_size = 640,
    .edges = {SPATE_WALL, SPATE_OPEN, SPATE_WALL, SPATE_WALL},
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .bed = weir_bed,
    .exact = weir_exact,
    .judgement = CASE_BOUND,
    .max_error = WEIR_BRACKET,
    .window_from = -20.0,
    .window_to = -2.0,
};

/* ---- a staircase: treads of ten cells, rises at one face ---- */

/* Manning's normal depth on the mean slope S. On a level tread h' = -S / (1 - Fr^2), and at each
 * step down the depth returns to its value: to first order a sawtooth of height s' = s / (1 -
 * Fr^2) about the normal depth h. Two effects are of second order. Friction is proportional to
 * h^(-10/3), which increases the mean depth by 13/6 of the variance s'^2/12 over h^2. A step
 * loses at most the head (u s/h)^2/(2 g) of a sudden expansion, a fraction Fr^2 (s/h)/2 of the
 * slope, and depth is proportional to the power -3/10 of the slope. With s/h = 0.1 and Fr^2 =
 * 0.204: 0.28 % and 0.31 %. */
#define STAIR_SLOPE 0.005
#define STAIR_TREAD 20.0
#define STAIR_N 0.05
#define STAIR_DEPTH 1.0
#define STAIR_BOUND 0.0059
/* Half a cell of 2 m of the sawtooth, S / (1 - Fr^2) / h, for schemes of first order. */
#define STAIR_HALF_CELL 0.0063

static double stair_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return -STAIR_SLOPE * STAIR_TREAD * floor(x / STAIR_TREAD);
}

static case_state stair_exact(double x, double y, double t, const void *data)
{
    const double q = pow(STAIR_DEPTH, 5.0 / 3.0) * sqrt(STAIR_SLOPE) / STAIR_N;
    const double middle = STAIR_TREAD * (floor(x / STAIR_TREAD) + 0.5);
    const double froude_squared = q * q / (CASE_GRAVITY * pow(STAIR_DEPTH, 3.0));
    const double h = STAIR_DEPTH - STAIR_SLOPE / (1.0 - froude_squared) * (x - middle);
    (void)y, (void)t, (void)data;
    return (case_state){h, q / h, 0.0};
}

const builtin_case case_staircase = {
    .name = "staircase",
    .title = "normal depth on a staircase of steps of one cell face",
    .fast = 1,
    .x0 = -2000.0,
    .width = 3000.0,
    .height = 8.0,
    .t_end = 300.0,
    .sizes = {1500},
    .strip = 'x',
    .run_size = 1500,
    .edges = {SPATE_WALL, SPATE_OPEN, SPATE_WALL, SPATE_WALL},
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = STAIR_N,
    .bed = stair_bed,
    .exact = stair_exact,
    .judgement = CASE_BOUND,
    .max_error = STAIR_BOUND,
    .half_a_cell = STAIR_HALF_CELL,
    .window_from = -200.0,
    .window_to = 200.0,
};
