/* Vortices on an f plane between periodic edges (Saunders 2014, section 3.1), with P = g h:
 *
 *     P = 1 - A exp(-(r/w)^6) (1 + cos(pi r^2 / s^2)) for r < s, else 1;
 *     the velocity V around the centre balances it: V^2 / r + f V = P_r, so
 *     V = (r f / 2) (sqrt(1 + 4 P_r / (r f^2)) - 1).
 *
 * (The paper has s in place of r in the last formula, which is no balance.) The vortex stands still.
 *
 * Drift. On an f plane a frame that moves with an inertial oscillation, X'' + f k x X' = 0, sees the
 * same equations. If h(x), v(x) is a solution, so is h(x - X(t)), v(x - X(t)) + X'(t). A uniform
 * velocity (u0, v0) added to the vortex therefore turns,
 *     u = u0 cos ft + v0 sin ft,  v = v0 cos ft - u0 sin ft,
 * and carries the vortex along.
 *
 * Ripple. Without the vortex's own velocity the hollow fills up and waves run out, seen from a frame
 * that moves in the same way. There nothing distinguishes directions, so that the solution is that of
 * a line from the centre (ripple_reference.h) until waves meet those of the next image, half a side
 * away. They are not faster than 1.02. */
#include <math.h>

#include "cases/families.h"
#include "cases/ripple_reference.h"

#define SIDE 1.0
#define TURN 0.3 /* f, 1/s */
#define RADIUS 0.15
#define EXTENT 0.2
#define DEPRESSION 0.05

typedef struct drift {
    double u, v; /* m/s at t = 0 */
} drift;

/* P and its derivative at the distance r from the centre. */
typedef struct profile {
    double p, slope;
} profile;

static profile profile_at(double r)
{
    if (r >= EXTENT)
        return (profile){1, 0};
    const double a = r / RADIUS, decay = exp(-pow(a, 6)), s2 = EXTENT * EXTENT;
    const double angle = CASE_PI * r * r / s2, hump = 1 + cos(angle);
    return (profile){
        .p = 1 - DEPRESSION * decay * hump,
        .slope = DEPRESSION * decay *
                 (6 / RADIUS * pow(a, 5) * hump + 2 * CASE_PI * r / s2 * sin(angle)),
    };
}

/* Distance to the nearest image of 0 between edges of period SIDE. */
static double wrapped(double x)
{
    return x - SIDE * round(x / SIDE);
}

/* Position in the vortex that began at the middle, and the velocity of its frame. */
typedef struct moving {
    double x, y, u, v;
} moving;

static moving frame_at(double x, double y, double t, const drift *d)
{
    const double s = sin(TURN * t), c = cos(TURN * t);
    return (moving){.x = wrapped(x - 0.5 * SIDE - (d->u * s + d->v * (1 - c)) / TURN),
                    .y = wrapped(y - 0.5 * SIDE - (d->v * s - d->u * (1 - c)) / TURN),
                    .u = d->u * c + d->v * s,
                    .v = d->v * c - d->u * s};
}

static case_state vortex_exact(double x, double y, double t, const void *data)
{
    const moving m = frame_at(x, y, t, data);
    const double r = hypot(m.x, m.y);
    const profile f = profile_at(r);
    /* V / r, which is 0 at the centre: there P_r is of fifth order */
    const double ratio = r > 0 ? f.slope / r : 0;
    const double spin = 0.5 * TURN * (sqrt(1 + 4 * ratio / (TURN * TURN)) - 1);
    return (case_state){.h = f.p / CASE_GRAVITY, .u = m.u - spin * m.y, .v = m.v + spin * m.x};
}

static double hollow(double r)
{
    return profile_at(r).p;
}

/* Beyond 1/2 waves have not arrived. */
static case_state ripple_exact(double x, double y, double t, const void *data)
{
    const moving m = frame_at(x, y, t, data);
    const double r = hypot(m.x, m.y);
    if (t < 0.5 * RIPPLE_TIME || r >= 0.5 * SIDE)
        return (case_state){.h = hollow(r) / CASE_GRAVITY, .u = m.u, .v = m.v};
    const ripple_state s = ripple_reference(r, hollow, TURN);
    const double cosine = r > 0 ? m.x / r : 0, sine = r > 0 ? m.y / r : 0;
    return (case_state){.h = s.p / CASE_GRAVITY,
                        .u = m.u + s.out * cosine - s.around * sine,
                        .v = m.v + s.out * sine + s.around * cosine};
}

/* Velocities reach 0.42 of those of waves, with the drift 0.83. In t_end water turns by an eighth
 * around the centre, or the drift carries it a tenth of its diameter. Upwind differences spread it by
 * sqrt(dx times this way); much more, and they would not show their order on these grids. The second
 * derivative of P jumps at r = s, by (2 pi / s)^2 A exp(-(s/w)^6), 1/200 of its largest value: no
 * order in L1 is lost. */
#define VORTEX                                                                                     \
    .width = SIDE, .height = SIDE, .sizes = {64, 128, 256}, .run_size = 256,                       \
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},                     \
    .bed_model = SPATE_BED_CELLS, .integrator = SPATE_RK2, .coriolis = TURN,                       \
    .judgement = CASE_ORDER

const builtin_case case_vortex = {
    .name = "vortex",
    .title = "stationary vortex with rotation between periodic edges",
    VORTEX,
    .t_end = 0.25,
    .exact = vortex_exact,
    .min_order = 1.8,
    .data = &(const drift){0, 0},
};

const builtin_case case_vortex_drift = {
    .name = "vortex_drift",
    .title = "vortex carried along by a uniform velocity, which turns",
    VORTEX,
    .swift = 1,
    .t_end = 0.125,
    .exact = vortex_exact,
    .min_order = 1.8,
    .data = &(const drift){0.4, -0.1},
};

/* The side of the hollow is w / 6 wide, three cells of the second grid: there second order is not yet
 * more than 1.5. */
const builtin_case case_ripple = {
    .name = "ripple",
    .title = "a hollow fills up and sends out waves while it drifts",
    VORTEX,
    .t_end = RIPPLE_TIME,
    .exact = ripple_exact,
    .min_order = 1.4,
    .data = &(const drift){0.2, 0.2},
};
