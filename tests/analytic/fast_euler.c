/* Claim: with forward Euler and its default Courant number thin fast water does not run away. Case E of
 * Skevik (2014): a column of water collapses over dry ground with three bumps, on grids and with
 * limiters with which steps twice as long are stopped after 22 to 37 s. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "cases/case.h"
#include "check.h"
#include "spate/spate.h"

#define END 40.0

static spate_context *ctx;

static void ok(spate_status status)
{
    if (status != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_OK);
}

static double least_depth(spate_sim *sim, int size)
{
    const size_t cells = (size_t)size * (size_t)size;
    double *h = malloc(cells * sizeof *h), least = INFINITY;
    ok(spate_get_field(sim, SPATE_DEPTH, h));
    for (size_t n = 0; n < cells; ++n)
        least = fmin(least, h[n]);
    free(h);
    return least;
}

static void run(int size, double limiter, spate_bed_model bed, int precision)
{
    const builtin_case *c = builtin_case_find("circular_e");
    spate_options opt;
    spate_sim *sim = NULL;
    spate_stats stats = {0};
    builtin_case_options(c, size, 0, &opt);
    CHECK(opt.integrator == SPATE_EULER && opt.cfl == 0);
    opt.theta = limiter;
    opt.bed_model = bed;
    opt.precision = precision;
    opt.threads = 1;
    ok(spate_sim_create(ctx, &opt, &sim));
    ok(builtin_case_apply(c, sim));
    ok(spate_advance(sim, END)); /* refused where the guard finds water faster than its head */
    ok(spate_get_stats(sim, &stats));
    printf("  %d cells a side, limiter %g, f%d: %lld steps, %lld redone, fastest %.3g m/s\n", size,
           limiter, precision, (long long)stats.steps, (long long)stats.redone, stats.max_speed);
    CHECK(stats.t == END);
    CHECK(least_depth(sim, size) >= 0);
    if (precision == 64)
        CHECK_AT_MOST("mass error over eps times steps",
                      fabs(stats.mass_error) / (DBL_EPSILON * (double)stats.steps), 1);
    spate_sim_destroy(sim);
}

static void thin_fast_water_does_not_run_away(void)
{
    run(250, 1.3, SPATE_BED_CELLS, 32);
    run(250, 1.4, SPATE_BED_CELLS, 64);
    run(250, 1.6, SPATE_BED_BILINEAR, 64);
    run(320, 2, SPATE_BED_CELLS, 64);
}

int main(void)
{
    ok(spate_context_create(&ctx));
    RUN(thin_fast_water_does_not_run_away);
    spate_context_destroy(ctx);
    return check_done();
}
