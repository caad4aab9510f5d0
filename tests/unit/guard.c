/* Bounds on the speed, the energy and the time step of a run: where they lie, and that a run beyond
 * any of them fails while one just within goes on. A state is made up by a scheme whose survey says
 * what the test wants. */
#include "run/guard.h"

#include "api.h"
#include "base/context.h"
#include "physics/guard.h"

static spate_context *ctx;
static const double bed = 3, depth = 2; /* m, everywhere */

/* ---- where bounds lie ---- */

/* Ritter: the front of a dam of 10 m on a dry bed moves at 2 sqrt(9.81 * 10) = 19.809 m/s; half as
 * much again is allowed. */
static void a_front_on_a_dry_bed_is_within_the_bound(void)
{
    const guard_heads h = {.highest = 10, .lowest = 0};
    CHECK_NEAR(guard_speed_limit(&h, 9.81), 1.5 * 19.80908882, 1e-7);
}

static void what_moves_water_adds_to_the_bound(void)
{
    const guard_heads h = {.initial_speed = 1, .inflow_speed = 2, .wind_speed = 4, .highest = 2.5};
    CHECK_NEAR(guard_speed_limit(&h, 10), 1.5 * (1 + 2 + 4 + 10), 1e-13);
    CHECK_NEAR(guard_critical_speed(0.8, 10), 2,
               1e-15); /* 0.4 m deep: 0.4 * 2 = 0.8, 2 = sqrt(10 * 0.4) */
    /* 0.001 m2/s2 on 1 cm for 100 s; against g n^2 = 0.01 in 8 m: 0.001 = 0.01 u^2 / 2 */
    CHECK_NEAR(guard_wind_speed(0.001, 100, 0.01, INFINITY), 10, 1e-12);
    CHECK_NEAR(guard_steady_wind(0.001, 0.01, 8, 1), sqrt(0.2), 1e-15);
    CHECK(guard_steady_wind(0.001, 0, 8, 1) == INFINITY);
}

/* A column of water 2 m deep, its bed 3 m above the lowest, at 5 m/s: 2 * 25 / 2 + 10 * 2 * (3 + 1)
 * = 105 m3/s2. */
static void energy_is_that_of_motion_and_of_height(void)
{
    CHECK_NEAR(guard_energy(2, 6, 8, 3, 1e-3, 10), 105, 1e-13);
    CHECK_NEAR(sqrt(guard_speed_squared(2, 6, 8, 1e-3)), 5, 1e-15);
    const guard_heads h = {.highest = 4, .inflow_speed = 2};
    /* 100 m3 that fall 4 m, at most critical on the way (half as much again), or come in at
     * 2 m/s */
    CHECK_NEAR(guard_energy_limit(1000, 100, 7, &h, 10), 1.1 * (1000 + 100 * (60 + 2) + 7), 1e-10);
}

/* ---- a run beyond them ---- */

static scheme_survey said;
static scheme_progress reported;

static scheme_survey say(void *self, double lowest)
{
    (void)self;
    (void)lowest;
    return said;
}

static scheme_progress report(void *self)
{
    (void)self;
    return reported;
}

static spate_sim *begin(scheme_ops *ops)
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    double at_bed = bed, at_depth = depth;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, api_value, &at_bed) == SPATE_OK);
    CHECK(spate_set_depth(sim, api_value, &at_depth) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 1) == SPATE_OK); /* at rest */
    *ops = *sim->ops;
    said = sim->ops->survey(sim->scheme, sim->guard.lowest);
    reported = sim->ops->progress(sim->scheme);
    ops->survey = say;
    ops->progress = report;
    sim->ops = ops;
    return sim;
}

static void end(spate_sim *sim)
{
    sim->ops = scheme_find("kurganov");
    spate_sim_destroy(sim);
}

static spate_status check_after(spate_sim *sim, int64_t steps, double t)
{
    reported.steps += steps;
    reported.t += t;
    return guard_check(sim);
}

static void a_speed_beyond_the_bound_fails(void)
{
    scheme_ops ops;
    spate_sim *sim = begin(&ops);
    const double limit = 1.5 * 2 * sqrt(9.81 * depth);
    said.speed = limit * (1 - 1e-12);
    CHECK(check_after(sim, 1, 1) == SPATE_OK);
    said.speed = limit * (1 + 1e-12);
    CHECK(check_after(sim, 1, 1) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(ctx->message, "no head in this run gives more than 13.29 m/s");
    CHECK_CONTAINS(ctx->message, "cell (0, 0)");
    end(sim);
}

static void an_energy_beyond_the_bound_fails(void)
{
    scheme_ops ops;
    spate_sim *sim = begin(&ops);
    const double first =
        800 * 9.81 * depth * (0.5 * depth); /* 800 m2; the bed itself is the lowest */
    CHECK_NEAR(said.energy, first, 1e-9);
    said.energy = 1.1 * first * (1 - 1e-12);
    CHECK(check_after(sim, 1, 1) == SPATE_OK);
    said.energy = 1.1 * first * (1 + 1e-12);
    CHECK(check_after(sim, 1, 1) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(ctx->message, "was given no more than");
    end(sim);
}

/* The fastest flow of this run: 13.29 m/s on waves of 4.43 m/s, in cells of 1 m; a hundredth of
 * that step is a collapse. */
static void steps_that_have_collapsed_fail(void)
{
    scheme_ops ops;
    spate_sim *sim = begin(&ops);
    const double c = sqrt(9.81 * depth), least = sim->options.cfl / (2 * (3 * c + c));
    CHECK(check_after(sim, 256, 256 * 0.0101 * least) == SPATE_OK);
    CHECK(check_after(sim, 256, 256 * 0.0099 * least) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(ctx->message, "steps were");
    /* all of them shortened to end at requested times */
    sim->guard.cuts = 256;
    CHECK(check_after(sim, 256, 1e-9) == SPATE_OK);
    end(sim);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(a_front_on_a_dry_bed_is_within_the_bound);
    RUN(what_moves_water_adds_to_the_bound);
    RUN(energy_is_that_of_motion_and_of_height);
    RUN(a_speed_beyond_the_bound_fails);
    RUN(an_energy_beyond_the_bound_fails);
    RUN(steps_that_have_collapsed_fail);
    spate_context_destroy(ctx);
    return check_done();
}
