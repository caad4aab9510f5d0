/* Claim: with every term at once (transport both ways, slope of level and bed, rotation, Manning friction, eddy viscosity)
 * the ADI scheme is of second order in space and time, and with coefficients as printed of first order in time. Judged by
 * a manufactured solution in a box with walls, on the plain oracle, which adds the force that the solution lacks; the
 * fast backends are held to the oracle by adi_reference.c.
 *
 * Any P, Q with h = H - P_x - Q_y, p = P_t, q = Q_t conserve mass, so that momentum alone is forced. Here
 *     P = -(a/k) sin kx cos ly sin wt, Q = -(a/l) cos kx sin ly sin(wt + 1): no flow through walls, free slip along.
 * Froude numbers stay below 1/4, where the scheme is centred. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "backend/adi.h"
#include "run/sim.h"
#include "schemes/flow.h"

#define SIDE 1000.0
#define GRAVITY 9.81
#define MANNING 0.03
#define CORIOLIS 0.01
#define VISCOSITY 5.0
static const double pi = 3.14159265358979323846;

typedef struct wave {
    double value, rate, acceleration; /* of time, with the amplitude */
} wave;

/* h, p and q with the derivatives that the equations need. */
typedef struct flow_at {
    double h, h_x, h_y, bed_x, bed_y;
    double p, p_t, p_x, p_y, q, q_t, q_x, q_y;
} flow_at;

static const double depth = 5, amplitude = 0.5, frequency = 0.02;

static wave wave_at(double t, double phase)
{
    const double w = frequency, s = w * t + phase;
    return (wave){amplitude * sin(s), amplitude * w * cos(s), -amplitude * w * w * sin(s)};
}

static double bed_at(double x, double y, void *user)
{
    (void)user;
    return 0.5 * cos(pi * x / SIDE) * cos(2 * pi * y / SIDE);
}

/* The level has the bed's shape too: h is what was chosen. */
static flow_at exact(double x, double y, double t)
{
    const double k = pi / SIDE, l = 2 * pi / SIDE;
    const double sx = sin(k * x), cx = cos(k * x), sy = sin(l * y), cy = cos(l * y);
    const wave a = wave_at(t, 0), b = wave_at(t, 1);
    const double both = a.value + b.value;
    return (flow_at){.h = depth + cx * cy * both,
                     .h_x = -k * sx * cy * both,
                     .h_y = -l * cx * sy * both,
                     .bed_x = -0.5 * k * sx * cy,
                     .bed_y = -0.5 * l * cx * sy,
                     .p = -a.rate / k * sx * cy,
                     .p_t = -a.acceleration / k * sx * cy,
                     .p_x = -a.rate * cx * cy,
                     .p_y = a.rate * l / k * sx * sy,
                     .q = -b.rate / l * cx * sy,
                     .q_t = -b.acceleration / l * cx * sy,
                     .q_x = b.rate * k / l * sx * sy,
                     .q_y = -b.rate * cx * cy};
}

/* What the momentum equations lack. */
static double force(int axis, double x, double y, double t)
{
    const flow_at f = exact(x, y, t);
    const double h = f.h,
                 laplace = -(pi * pi + 4 * pi * pi) / (SIDE * SIDE); /* p_xx + p_yy over p */
    const double drag = GRAVITY * MANNING * MANNING * hypot(f.p, f.q) / pow(h, 7.0 / 3.0);
    if (axis == 0)
        return f.p_t + (2 * f.p * f.p_x / h - f.p * f.p * f.h_x / (h * h)) +
               ((f.p_y * f.q + f.p * f.q_y) / h - f.p * f.q * f.h_y / (h * h)) +
               GRAVITY * h * (f.h_x + f.bed_x) - CORIOLIS * f.q + drag * f.p -
               VISCOSITY * laplace * f.p;
    return f.q_t + (2 * f.q * f.q_y / h - f.q * f.q * f.h_y / (h * h)) +
           ((f.p_x * f.q + f.p * f.q_x) / h - f.p * f.q * f.h_x / (h * h)) +
           GRAVITY * h * (f.h_y + f.bed_y) + CORIOLIS * f.p + drag * f.q -
           VISCOSITY * laplace * f.q;
}

static double depth_at_start(double x, double y, void *user)
{
    (void)user;
    return exact(x, y, 0).h;
}
static double u_at_start(double x, double y, void *user)
{
    (void)user;
    const flow_at f = exact(x, y, 0);
    return f.p / f.h;
}
static double v_at_start(double x, double y, void *user)
{
    (void)user;
    const flow_at f = exact(x, y, 0);
    return f.q / f.h;
}

static spate_options options_of(int n, double dt, int extrapolate)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = "reference";
    o.nx = o.ny = n;
    o.dx = o.dy = SIDE / n;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = MANNING;
    o.coriolis = CORIOLIS;
    o.viscosity = VISCOSITY;
    o.courant = 100; /* dt alone decides */
    o.dt_max = dt;
    o.extrapolate = extrapolate;
    return o;
}

typedef struct errors {
    double h, p; /* root of the mean square, over the amplitude; p of both momenta */
} errors;

static errors errors_of(spate_sim *sim, int n, double t)
{
    const size_t cells = (size_t)n * (size_t)n;
    double *h = malloc(3 * cells * sizeof *h), *hu = h + cells, *hv = hu + cells;
    errors e = {0, 0};
    if (!h || spate_get_field(sim, SPATE_DEPTH, h) || spate_get_field(sim, SPATE_MOMENTUM_X, hu) ||
        spate_get_field(sim, SPATE_MOMENTUM_Y, hv))
        exit(1);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const flow_at f = exact((i + 0.5) * SIDE / n, (j + 0.5) * SIDE / n, t);
            const size_t c = (size_t)j * (size_t)n + (size_t)i;
            e.h += (h[c] - f.h) * (h[c] - f.h);
            e.p += (hu[c] - f.p) * (hu[c] - f.p) + (hv[c] - f.q) * (hv[c] - f.q);
        }
    free(h);
    e.h = sqrt(e.h / (double)cells) / amplitude;
    e.p = sqrt(e.p / (double)cells) / (amplitude * frequency * SIDE / pi);
    return e;
}

static errors run(spate_context *ctx, int n, double dt, double t_end, int extrapolate)
{
    const spate_options o = options_of(n, dt, extrapolate);
    spate_sim *sim;
    spate_status s = spate_sim_create(ctx, &o, &sim);
    if (!s)
        s = spate_set_bed(sim, bed_at, NULL);
    if (!s)
        s = spate_set_depth(sim, depth_at_start, NULL);
    if (!s)
        s = spate_set_velocity(sim, u_at_start, v_at_start, NULL);
    if (!s) {
        ((flow *)sim->scheme)->parts[0].adi->force = force;
        s = spate_advance(sim, t_end);
    }
    if (s) {
        printf("%s\n", spate_message(ctx));
        exit(1);
    }
    const errors e = errors_of(sim, n, t_end);
    spate_sim_destroy(sim);
    return e;
}

static int failures;

static void judge(const char *what, double order, double least, double most)
{
    const int good = order >= least && order <= most;
    printf("  %s %s: order %.2f, from %.1f to %.1f is claimed\n", good ? "ok  " : "FAIL", what,
           order, least, most);
    failures += !good;
}

/* Four grids, dt in proportion; the order is that of the finest pair. */
static void refine(spate_context *ctx, int extrapolate, double claimed)
{
    errors e[4];
    printf("%s\n", extrapolate ? "coefficients of the middle of the step" : "as printed");
    for (int k = 0; k < 4; ++k) {
        const int n = 16 << k;
        e[k] = run(ctx, n, 16.0 / (1 << k), 160, extrapolate);
        printf("  %d x %d cells, dt = %g s: h %.3e, fluxes %.3e\n", n, n, 16.0 / (1 << k), e[k].h,
               e[k].p);
    }
    judge("h", log2(e[2].h / e[3].h), claimed - 0.2, claimed + 0.5);
    judge("fluxes", log2(e[2].p / e[3].p), claimed - 0.2, claimed + 0.5);
}

int main(void)
{
    spate_context *ctx;
    if (spate_context_create(&ctx))
        return 1;
    refine(ctx, 1, 2);
    refine(ctx, 0, 1);
    spate_context_destroy(ctx);
    return failures != 0;
}
