/* What the tests of the vector-invariant schemes share: runs in the units of the paper (a square of
 * side 1, g = 1, so that Phi = h), the stationary vortex, and the state at faces. */
#ifndef TESTS_SCHEMES_VECTOR_INVARIANT_FRAME_H
#define TESTS_SCHEMES_VECTOR_INVARIANT_FRAME_H

#include <stdlib.h>

#include "backend/vector_invariant/vector_invariant.h"
#include "check.h"
#include "run/sim.h"

static spate_context *ctx;
static const char *const schemes[2] = {"vi-leapfrog", "vi-rk3"};

static inline void ok(spate_status status)
{
    if (status != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_OK);
}

/* A periodic square of n x n cells. */
static inline spate_options square_options(const char *scheme, int n)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = o.ny = n;
    o.dx = o.dy = 1.0 / n;
    o.scheme = scheme;
    o.precision = 64;
    o.threads = 1;
    o.gravity = 1;
    for (int e = 0; e < 4; ++e)
        o.edges[e] = SPATE_PERIODIC;
    return o;
}

static inline double zero(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

/* bed NULL: flat. */
static inline spate_sim *start(const spate_options *o, spate_field_fn bed, spate_field_fn level,
                               spate_field_fn u, spate_field_fn v)
{
    spate_sim *sim = NULL;
    ok(spate_sim_create(ctx, o, &sim));
    ok(spate_set_bed(sim, bed ? bed : zero, NULL));
    ok(spate_set_level(sim, level, NULL));
    ok(spate_set_velocity(sim, u, v, NULL));
    return sim;
}

/* The value of a field of the state of a run with one part in f64. */
static inline double state_at(spate_sim *sim, int field, int64_t i, int64_t j)
{
    const part_shape *s = sim->ops->shape(sim->scheme, 0);
    return ((const double *)sim->ops->field(sim->scheme, 0, field))[j * s->pitch + i];
}

/* ---- the stationary vortex (3.2 to 3.5), with r in (3.5) where sigma is printed ---- */

#define VORTEX_BETA 6.0
#define VORTEX_OMEGA 0.15
#define VORTEX_SIGMA 0.2
#define VORTEX_F 0.3
#define PI 3.14159265358979323846

static inline double vortex_phi(double x, double y, void *user)
{
    (void)user;
    const double r = hypot(x - 0.5, y - 0.5), a = r / VORTEX_OMEGA, b = r / VORTEX_SIGMA;
    return b < 1 ? 1 - exp(-pow(a, VORTEX_BETA)) * (1 + cos(PI * b * b)) / 20 : 1;
}

/* Speed over r: gradient-wind balance. */
static inline double vortex_spin(double x, double y)
{
    const double r = hypot(x - 0.5, y - 0.5), a = r / VORTEX_OMEGA, b = r / VORTEX_SIGMA;
    if (!(r > 0) || b >= 1)
        return 0;
    const double slope =
        exp(-pow(a, VORTEX_BETA)) / 20 *
        (VORTEX_BETA / VORTEX_OMEGA * pow(a, VORTEX_BETA - 1) * (1 + cos(PI * b * b)) +
         2 * PI * r / (VORTEX_SIGMA * VORTEX_SIGMA) * sin(PI * b * b));
    return VORTEX_F / 2 * (sqrt(1 + 4 * slope / (r * VORTEX_F * VORTEX_F)) - 1);
}

static inline double vortex_u(double x, double y, void *user)
{
    (void)user;
    return -(y - 0.5) * vortex_spin(x, y);
}

static inline double vortex_v(double x, double y, void *user)
{
    (void)user;
    return (x - 0.5) * vortex_spin(x, y);
}

static inline spate_sim *start_vortex(spate_options *o)
{
    o->coriolis = VORTEX_F;
    return start(o, NULL, vortex_phi, vortex_u, vortex_v);
}

#endif
