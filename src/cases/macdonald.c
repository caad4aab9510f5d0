/* Steady flow with friction by the method of MacDonald (1996): the depth is chosen and the bed
 * computed. Without a jump b' = -(1 - q^2/(g h^3)) h' - S_f, and the first term is -(h + q^2/(2
 * g h^2))'. If h^-p is chosen, with p = 10/3 (Manning) or 3 (Chezy), S_f = K q^2 h^-p is
 * integrated in closed form:
 *
 *     h^-p = d^-p (1 + a sech^2(x/l)),   b = -h - q^2/(2 g h^2) - K q^2 d^-p (x + a l tanh(x/l)),
 *
 * with K = n^2 or 1/C^2: uniform flow of depth d down a slope, with a drawdown or a hump at x =
 * 0.
 *
 * The west end is a wall. The channel is so long that waves from the west end (at u + c) and, in
 * subcritical flow, from the east end (at c - u) do not reach the window before t_end. In this
 * time the flow crosses the window twice. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

static double slope(const macdonald *m)
{
    return m->k * m->q * m->q * pow(m->depth, -m->p);
}

double exact_macdonald_depth(const macdonald *m, double x)
{
    const double c = 1.0 / cosh(x / m->length);
    return m->depth * pow(1.0 + m->rise * c * c, -1.0 / m->p);
}

double exact_macdonald_bed(const macdonald *m, double x)
{
    const double h = exact_macdonald_depth(m, x);
    const double fallen = slope(m) * (x + m->rise * m->length * tanh(x / m->length));
    return -h - m->q * m->q / (2.0 * CASE_GRAVITY * h * h) - fallen;
}

static double macdonald_bed(double x, double y, const void *data)
{
    (void)y;
    return exact_macdonald_bed(data, x);
}

static case_state macdonald_exact(double x, double y, double t, const void *data)
{
    const macdonald *m = data;
    const double h = exact_macdonald_depth(m, x);
    (void)y, (void)t;
    return (case_state){h, m->q / h, 0.0};
}

#define CHANNEL                                                                                    \
    .height = 20.0, .strip = 'x', .integrator = SPATE_RK2, .bed = macdonald_bed,                   \
    .exact = macdonald_exact, .edges = {SPATE_WALL, SPATE_OPEN}, .judgement = CASE_ORDER,          \
    .min_order = 1.8, .window_from = -100.0, .window_to = 100.0

/* u + c = 5.1 m/s and c - u = 1.1 m/s in uniform flow: waves travel 410 m and 90 m in 80 s. The
 * Froude number is 0.64, and 0.89 at the drawdown. */
const macdonald exact_macdonald_subcritical = {
    .q = 2.0,
    .depth = 1.0,
    .rise = 1.0,
    .length = 30.0,
    .p = 10.0 / 3.0,
    .k = 0.033 * 0.033,
};

const builtin_case case_macdonald_subcritical = {
    .name = "macdonald_subcritical",
    .swift = 1,
    .title = "steady subcritical channel with Manning friction",
    CHANNEL,
    .x0 = -540.0,
    .width = 800.0,
    .t_end = 80.0,
    .sizes = {200, 400, 800, 1600},
    .run_size = 800,
    .bed_model = SPATE_BED_BILINEAR,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = 0.033,
    .data = &exact_macdonald_subcritical,
};

/* u + c = 7.3 m/s, and nothing travels upstream. The Froude number is 1.34, and 1.14 at the
 * hump. From 2 on a Chezy stream would break up into roll waves. */
const macdonald exact_macdonald_supercritical = {
    .q = 4.2,
    .depth = 1.0,
    .rise = -0.3,
    .length = 30.0,
    .p = 3.0,
    .k = 1.0 / (30.0 * 30.0),
};

const builtin_case case_macdonald_supercritical = {
    .name = "macdonald_supercritical",
    .fast = 1,
    .title = "steady supercritical channel with Chezy friction",
    CHANNEL,
    .x0 = -540.0,
    .width = 800.0,
    .t_end = 55.0,
    .sizes = {200, 400, 800, 1600},
    .run_size = 800,
    .bed_model = SPATE_BED_CELLS,
    .friction = SPATE_FRICTION_CHEZY,
    .friction_coefficient = 30.0,
    .data = &exact_macdonald_supercritical,
};
