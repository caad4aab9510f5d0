/* Claims about matrix rows of f64 with a state of f32 (precision "mixed"), against runs of f64 and
 * f32 in a basin with a hump:
 *
 *   adi_mixed [FINER]    1: 100 x 70 cells; 2: 200 x 140 in the same basin; ...
 *
 *   - It is no further from f64 than f32 is, in depths and in fluxes: f32 has the same roundings
 *     of stored values, and also those of its arithmetic. Errors of cells are taken as
 *     independent: a root mean square of n of them has a relative uncertainty of 1 / sqrt(2 n), a
 *     ratio of two 1 / sqrt(n), and 3 times this is allowed.
 *   - Stored values are f32.
 *   - Mass is conserved as well as f32 can: a half step rounds a depth once, by at most half an
 *     epsilon. So 2 steps x eps / 2.
 *   - Depths stay near those of f64: the scheme amplifies no disturbance of water at rest, so
 *     that roundings of h and of fluxes (p changes levels by p / c, c the speed of waves) add up.
 *     Each is uniform over an ulp, with a root mean square of ulp / sqrt(12); 2 steps of them,
 *     one in each half step, add up to sqrt(2 steps / 12) (ulp of h + ulp of p / c).
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "spate/spate.h"

enum { NX = 100, NY = 70 };
static const double CELL = 100, GRAVITY = 9.81; /* m, m/s2 */

static int failures;
static int finer = 1;

static size_t cells(void)
{
    return (size_t)(NX * finer) * (size_t)(NY * finer);
}

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
    double *h, *p;
    spate_stats stats;
} outcome;

static outcome new_outcome(void)
{
    outcome o = {.h = malloc(2 * cells() * sizeof *o.h)};
    if (!o.h)
        exit(1);
    o.p = o.h + cells();
    return o;
}

static void run(spate_context *ctx, const char *precision, double courant, outcome *out)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = "cpu";
    o.nx = NX * finer;
    o.ny = NY * finer;
    o.dx = o.dy = CELL / finer;
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
    for (size_t n = 0; n < cells(); ++n)
        sum += (a[n] - b[n]) * (a[n] - b[n]);
    return sqrt(sum / (double)cells());
}

static int all_are_single(const double *a)
{
    for (size_t n = 0; n < cells(); ++n)
        if ((double)(float)a[n] != a[n])
            return 0;
    return 1;
}

static void compare(spate_context *ctx, double courant)
{
    outcome exact = new_outcome(), single = new_outcome(), mixed = new_outcome();
    run(ctx, "f64", courant, &exact);
    run(ctx, "f32", courant, &single);
    run(ctx, "mixed", courant, &mixed);
    const double steps = (double)mixed.stats.steps;
    const double h32 = apart(single.h, exact.h), h = apart(mixed.h, exact.h);
    const double p32 = apart(single.p, exact.p), p = apart(mixed.p, exact.p);
    printf(
        "Courant number %g, %g steps; f32 is %.2f times as far from f64 in depths, %.2f in fluxes\n",
        courant, steps, h32 / h, p32 / p);
    const double known = 1 + 3 / sqrt((double)cells());
    claim(h > 0 && h < known * h32, "depths apart from f64 (f32's are allowed)", h, known * h32);
    claim(p > 0 && p < known * p32, "fluxes apart from f64 (f32's are allowed)", p, known * p32);
    claim(all_are_single(mixed.h), "depths are numbers of f32", 1, 1);
    const double mass = fabs(mixed.stats.mass_error);
    claim(mass <= steps * FLT_EPSILON, "water lost", mass, steps * FLT_EPSILON);
    double top = 0, deepest = 0, shallowest = INFINITY;
    for (size_t n = 0; n < cells(); ++n) {
        top = fmax(top, fabs(exact.p[n]));
        deepest = fmax(deepest, exact.h[n]);
        shallowest = fmin(shallowest, exact.h[n]);
    }
    const double ulps = FLT_EPSILON * (deepest + top / sqrt(GRAVITY * shallowest));
    const double rounded = sqrt(2 * steps / 12) * ulps;
    claim(h <= rounded, "depths apart, by all roundings", h, rounded);
    free(exact.h);
    free(single.h);
    free(mixed.h);
}

int main(int argc, char **argv)
{
    spate_context *ctx;
    finer = argc > 1 ? atoi(argv[1]) : 1;
    if (finer < 1 || finer > 40) {
        fprintf(stderr, "%s is no number of cells to make one of: 1 to 40\n", argv[1]);
        return 2;
    }
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    compare(ctx, 2);
    compare(ctx, 20);
    spate_context_destroy(ctx);
    return failures != 0;
}
