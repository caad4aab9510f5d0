/* Claims about lines of f64 with a state of f32 (precision "mixed"), beside runs of f64 and f32 in a basin with a hump:
 *
 *   - It is nearer to f64 than f32 is, in depths and in fluxes.
 *   - What is stored are numbers of f32.
 *   - Water is kept as f32 can keep it: a half step rounds a depth once, by half an epsilon at most. So 2 steps x eps / 2.
 *   - Depths stay near those of f64: the scheme multiplies no disturbance of water at rest, so that roundings of h in two
 *     half steps and of fluxes add up to less than 2 steps (ulp of h + ulp of p / c), c the speed of waves. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "spate/spate.h"

enum { NX = 100, NY = 70, CELLS = NX * NY };
static const double CELL = 100, DEEPEST = 17, SLOWEST = 11; /* m, m, m/s */

static int failures;

static void claim(int holds, const char *what, double figure, double limit)
{
    printf("%s %s: %.3g, %.3g is allowed\n", holds ? "ok  " : "FAIL", what, figure, limit);
    failures += !holds;
}

static double bed(double x, double y, void *user)
{
    (void)user;
    return -15 + 2 * cos(6e-4 * x) * cos(5e-4 * y);
}

static double level(double x, double y, void *user)
{
    (void)user;
    const double r = hypot(x - 5000, y - 3500) / 1500;
    return 1 / ((1 + r * r) * (1 + r * r));
}

typedef struct outcome {
    double h[CELLS], p[CELLS];
    spate_stats stats;
} outcome;

static void run(spate_context *ctx, const char *precision, double courant, outcome *out)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = "cpu";
    o.nx = NX;
    o.ny = NY;
    o.dx = o.dy = CELL;
    o.courant = courant;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = 0.03;
    int ok = spate_options_set_precision(&o, precision);
    ok = ok && spate_sim_create(ctx, &o, &sim) == SPATE_OK;
    ok = ok && spate_set_bed(sim, bed, NULL) == SPATE_OK;
    ok = ok && spate_set_level(sim, level, NULL) == SPATE_OK;
    ok = ok && spate_advance(sim, 3000) == SPATE_OK;
    ok = ok && spate_get_field(sim, SPATE_DEPTH, out->h) == SPATE_OK;
    ok = ok && spate_get_field(sim, SPATE_MOMENTUM_X, out->p) == SPATE_OK;
    ok = ok && spate_get_stats(sim, &out->stats) == SPATE_OK;
    if (!ok) {
        printf("%s: %s\n", precision, spate_message(ctx));
        exit(1);
    }
    spate_sim_destroy(sim);
}

static double apart(const double *a, const double *b)
{
    double sum = 0;
    for (int n = 0; n < CELLS; ++n)
        sum += (a[n] - b[n]) * (a[n] - b[n]);
    return sqrt(sum / CELLS);
}

static int all_are_single(const double *a)
{
    for (int n = 0; n < CELLS; ++n)
        if ((double)(float)a[n] != a[n])
            return 0;
    return 1;
}

static void compare(spate_context *ctx, double courant)
{
    static outcome exact, single, mixed;
    run(ctx, "f64", courant, &exact);
    run(ctx, "f32", courant, &single);
    run(ctx, "mixed", courant, &mixed);
    const double steps = (double)mixed.stats.steps;
    const double h32 = apart(single.h, exact.h), h = apart(mixed.h, exact.h);
    const double p32 = apart(single.p, exact.p), p = apart(mixed.p, exact.p);
    printf("Courant number %g, %g steps\n", courant, steps);
    claim(h > 0 && h < h32, "depths apart from f64 (f32's are allowed)", h, h32);
    claim(p > 0 && p < p32, "fluxes apart from f64 (f32's are allowed)", p, p32);
    claim(all_are_single(mixed.h), "depths are numbers of f32", 1, 1);
    const double mass = fabs(mixed.stats.mass_error);
    claim(mass <= steps * FLT_EPSILON, "water lost", mass, steps * FLT_EPSILON);
    double top = 0;
    for (int n = 0; n < CELLS; ++n)
        top = fmax(top, fabs(exact.p[n]));
    const double ulps = FLT_EPSILON * (DEEPEST + top / SLOWEST);
    claim(h <= 2 * steps * ulps, "depths apart, by all roundings", h, 2 * steps * ulps);
}

int main(void)
{
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    compare(ctx, 2);
    compare(ctx, 20);
    spate_context_destroy(ctx);
    return failures != 0;
}
