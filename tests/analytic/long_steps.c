/* Claims: at the default Courant number a dam break at 45 degrees to the grid creates no new
 * extrema, in f32 and f64, with both integrators. Few steps are repeated on dry, rough ground. */
#include <math.h>
#include <stdlib.h>

#include "cases/case.h"
#include "check.h"
#include "spate/spate.h"

static spate_context *ctx;

static void ok(spate_status status)
{
    if (status != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_OK);
}

/* ---- an oblique dam break ---- */

enum { SIDE = 120 };
#define HIGH 2.0
#define LOW 0.5

static double flat(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

static double oblique_level(double x, double y, void *user)
{
    (void)user;
    return x + y < SIDE ? HIGH : LOW;
}

/* How far depths lie outside those of the start, relative to the step, where no reflection from a
 * wall has arrived. */
static double new_extremum(int precision, spate_integrator integrator)
{
    spate_options opt;
    spate_sim *sim = NULL;
    double *h = calloc(SIDE * SIDE, sizeof *h), worst = 0;
    spate_options_default(&opt);
    opt.nx = opt.ny = SIDE;
    opt.dx = opt.dy = 1;
    opt.precision = precision;
    opt.integrator = integrator;
    ok(spate_sim_create(ctx, &opt, &sim));
    ok(spate_set_bed(sim, flat, NULL));
    ok(spate_set_level(sim, oblique_level, NULL));
    ok(spate_advance(sim, 6)); /* the fastest wave has travelled 36 m */
    ok(spate_get_field(sim, SPATE_DEPTH, h));
    for (int j = 0; j < SIDE; ++j)
        for (int i = 0; i < SIDE; ++i) {
            const int wall = abs(i - j) > SIDE / 4; /* the ends of the dam meet walls */
            const double d = h[j * SIDE + i];
            if (!wall)
                worst = fmax(worst, fmax(d - HIGH, LOW - d) / (HIGH - LOW));
        }
    spate_sim_destroy(sim);
    free(h);
    return worst;
}

static void an_oblique_dam_break_makes_no_new_extrema(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        const double roundings = precision == 32 ? 4 * 0x1p-23 : 4 * 0x1p-52;
        CHECK_AT_MOST("beyond the start, rk2", new_extremum(precision, SPATE_RK2), roundings);
        CHECK_AT_MOST("beyond the start, euler", new_extremum(precision, SPATE_EULER), roundings);
    }
}

/* ---- repeated steps ---- */

/* Percent of the steps of a built-in case. */
static double redone(const char *name, int size)
{
    const builtin_case *c = builtin_case_find(name);
    spate_options opt;
    spate_sim *sim = NULL;
    spate_stats stats = {0};
    builtin_case_options(c, size, 0, &opt);
    opt.threads = 1;
    ok(spate_sim_create(ctx, &opt, &sim));
    ok(builtin_case_apply(c, sim));
    ok(spate_advance(sim, c->t_end));
    ok(spate_get_stats(sim, &stats));
    spate_sim_destroy(sim);
    printf("  %s: %lld steps, %lld redone\n", name, (long long)stats.steps,
           (long long)stats.redone);
    return 100.0 * (double)stats.redone / (double)stats.steps;
}

/* A repeated step costs two steps: 2 % hardly reduces the gain of long steps. */
static void few_steps_are_redone_on_dry_ground(void)
{
    CHECK_AT_MOST("percent of steps, rough hills", redone("rough_hills", 100), 2);
    CHECK_AT_MOST("percent of steps, rain on a hill", redone("rain_hillside", 16), 2);
    CHECK_AT_MOST("percent of steps, a bowl with a shore", redone("thacker_radial", 64), 2);
}

int main(void)
{
    ok(spate_context_create(&ctx));
    RUN(an_oblique_dam_break_makes_no_new_extrema);
    RUN(few_steps_are_redone_on_dry_ground);
    spate_context_destroy(ctx);
    return check_done();
}
