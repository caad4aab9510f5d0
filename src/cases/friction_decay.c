/* A uniform stream slowed by Manning friction on a flat bed with periodic edges. Nothing varies in
 * space, so that the case measures the order of friction in time (dt is proportional to dx).
 * d|u|/dt = -k |u|^2, k = g n^2 / h^(4/3):  |u| = |u0| / (1 + k |u0| t). */
#include <math.h>

#include "cases/families.h"

#define DEPTH 1.0
#define MANNING 0.03
#define U0 3.0
#define V0 (-4.0)

static case_state decay_exact(double x, double y, double t, const void *data)
{
    const double k = CASE_GRAVITY * MANNING * MANNING / (DEPTH * cbrt(DEPTH));
    const double kept = 1.0 / (1.0 + k * sqrt(U0 * U0 + V0 * V0) * t);
    (void)x, (void)y, (void)data;
    return (case_state){DEPTH, U0 * kept, V0 * kept};
}

/* In 30 s the stream slows from 5 to 2.2 m/s. */
const builtin_case case_friction_decay = {
    .name = "friction_decay",
    .title = "uniform stream slowed by friction: order in time",
    .width = 100.0,
    .height = 100.0,
    .t_end = 30.0,
    .sizes = {8, 16, 32, 64},
    .run_size = 32,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = MANNING,
    .exact = decay_exact,
    .judgement = CASE_ORDER,
    .min_order = 1.8,
    .order_of_momentum = 1,
};
