/* A manufactured solution with all terms of the momentum equations: advection in both
 * directions, slope of level and bed, rotation, Manning friction, eddy viscosity. The box is
 * closed. Any P, Q with h = H - P_x - Q_y, p = P_t, q = Q_t conserve mass, so that only momentum
 * is forced. Here
 *
 *     P = -(a/k) sin kx cos ly sin wt,   Q = -(a/l) cos kx sin ly sin(wt + 1):
 *
 * no flow through the walls and free slip along them.
 *
 * Froude numbers stay below 1/4, where scheme adi is centred and of second order in space and
 * time. With time order 1, as the scheme was published, it is of first order in time. Only the
 * backend "reference" adds a force; tests/parallel/adi_reference.c compares the fast backends
 * with it. */
#include <math.h>

#include "cases/families.h"

#define SIDE 1000.0
#define MANNING 0.03
#define CORIOLIS 0.01
#define VISCOSITY 5.0
#define DEPTH 5.0
#define AMPLITUDE 0.5
#define FREQUENCY 0.02
#define HILLS 0.5

/* h, p and q with the derivatives that the equations need. */
typedef struct flow_at {
    double h, h_x, h_y, bed_x, bed_y;
    double p, p_t, p_x, p_y, q, q_t, q_x, q_y;
} flow_at;

/* A function of time and its first two derivatives. */
typedef struct wave {
    double value, rate, acceleration;
} wave;

static const double k = CASE_PI / SIDE, l = 2 * CASE_PI / SIDE;

static wave wave_at(double t, double phase)
{
    const double w = FREQUENCY, s = w * t + phase;
    return (wave){AMPLITUDE * sin(s), AMPLITUDE * w * cos(s), -AMPLITUDE * w * w * sin(s)};
}

static double manufactured_bed(double x, double y, const void *data)
{
    (void)data;
    return HILLS * cos(k * x) * cos(l * y);
}

/* The depth h is chosen, so that the level follows the bed. */
static flow_at flow_of(double x, double y, double t)
{
    const double sx = sin(k * x), cx = cos(k * x), sy = sin(l * y), cy = cos(l * y);
    const wave a = wave_at(t, 0), b = wave_at(t, 1);
    const double both = a.value + b.value;
    return (flow_at){.h = DEPTH + cx * cy * both,
                     .h_x = -k * sx * cy * both,
                     .h_y = -l * cx * sy * both,
                     .bed_x = -HILLS * k * sx * cy,
                     .bed_y = -HILLS * l * cx * sy,
                     .p = -a.rate / k * sx * cy,
                     .p_t = -a.acceleration / k * sx * cy,
                     .p_x = -a.rate * cx * cy,
                     .p_y = a.rate * l / k * sx * sy,
                     .q = -b.rate / l * cx * sy,
                     .q_t = -b.acceleration / l * cx * sy,
                     .q_x = b.rate * k / l * sx * sy,
                     .q_y = -b.rate * cx * cy};
}

/* The residual of the momentum equations for the chosen flow. */
static double manufactured_force(int axis, double x, double y, double t)
{
    const flow_at f = flow_of(x, y, t);
    const double g = CASE_GRAVITY, h = f.h, laplace = -(k * k + l * l); /* p_xx + p_yy over p */
    const double drag = g * MANNING * MANNING * hypot(f.p, f.q) / pow(h, 7.0 / 3.0);
    if (axis == 0)
        return f.p_t + (2 * f.p * f.p_x / h - f.p * f.p * f.h_x / (h * h)) +
               ((f.p_y * f.q + f.p * f.q_y) / h - f.p * f.q * f.h_y / (h * h)) +
               g * h * (f.h_x + f.bed_x) - CORIOLIS * f.q + drag * f.p - VISCOSITY * laplace * f.p;
    return f.q_t + (2 * f.q * f.q_y / h - f.q * f.q * f.h_y / (h * h)) +
           ((f.p_x * f.q + f.p * f.q_x) / h - f.p * f.q * f.h_x / (h * h)) +
           g * h * (f.h_y + f.bed_y) + CORIOLIS * f.p + drag * f.q - VISCOSITY * laplace * f.q;
}

static case_state manufactured_exact(double x, double y, double t, const void *data)
{
    (void)data;
    const flow_at f = flow_of(x, y, t);
    return (case_state){.h = f.h, .u = f.p / f.h, .v = f.q / f.h};
}

/* clang-format off */
#define BOX                                                                                        \
    .width = SIDE, .height = SIDE, .t_end = 160.0, .sizes = {16, 32, 64, 128}, .run_size = 64,     \
    .bed_model = SPATE_BED_CELLS, .friction = SPATE_FRICTION_MANNING,                              \
    .friction_coefficient = MANNING, .coriolis = CORIOLIS, .viscosity = VISCOSITY,                 \
    .bed = manufactured_bed, .exact = manufactured_exact, .force = manufactured_force,             \
    .judgement = CASE_ORDER
/* clang-format on */

/* Orders as they are measured on grids that are not yet fine. With time order 1 the errors of h
 * of first order in time and of second order in space have opposite signs on coarse grids.
 * Errors of fluxes show their order sooner. */
const builtin_case case_manufactured = {
    .name = "manufactured",
    .title = "every term at once, forced to a chosen flow",
    BOX,
    .min_order = 1.8,
};

const builtin_case case_manufactured_printed = {
    .name = "manufactured_printed",
    .title = "the same with coefficients as printed: first order in time",
    BOX,
    .as_printed = 1,
    .order_of_momentum = 1,
    .min_order = 0.8,
};
