/* Statistics of a state: kept until it changes, and no longer; the largest speed is that of the
 * fields. */
#include <float.h>
#include <stdlib.h>

#include "api.h"
#include "tape.h"

enum { NX = 40, NY = 20, CELLS = NX * NY };

static spate_context *ctx;

/* A value for each cell, drawn beforehand: threads ask for them. */
static double value_of_cell(double x, double y, void *user)
{
    return ((const double *)user)[(int)y * NX + (int)x];
}

static double depths[CELLS], speeds[2 * CELLS];

static void draw_depths(void)
{
    for (int n = 0; n < CELLS; ++n)
        depths[n] = draw_below(5) ? draw_between(0, 2) : 0;
}

/* Of so many powers of two below 2^most: squares of the smallest are lost. */
static void draw_speeds(int most, int powers)
{
    for (int n = 0; n < 2 * CELLS; ++n)
        speeds[n] = draw_between(-1, 1) * exp2(most - draw_below(powers));
}

static double u_of_cell(double x, double y, void *user)
{
    (void)user;
    return value_of_cell(x, y, speeds);
}

static double v_of_cell(double x, double y, void *user)
{
    (void)user;
    return value_of_cell(x, y, speeds + CELLS);
}

static double speed_of_fields(spate_sim *sim, double dry)
{
    static double h[CELLS], hu[CELLS], hv[CELLS];
    double top = 0;
    CHECK(spate_get_field(sim, SPATE_DEPTH, h) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_MOMENTUM_X, hu) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_MOMENTUM_Y, hv) == SPATE_OK);
    for (int n = 0; n < CELLS; ++n)
        if (h[n] > dry)
            top = fmax(top, hypot(hu[n], hv[n]) / h[n]);
    return top;
}

static spate_stats stats_of(spate_sim *sim)
{
    spate_stats s;
    CHECK(spate_get_stats(sim, &s) == SPATE_OK);
    return s;
}

static spate_sim *make(int precision, int threads)
{
    double zero = 0;
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    opt.precision = precision;
    opt.threads = threads;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, api_value, &zero) == SPATE_OK);
    return sim;
}

static void the_largest_speed_is_that_of_the_fields(void)
{
    for (int trial = 0; trial < 60; ++trial) {
        draw_depths();
        draw_speeds(trial % 4 ? 0 : -400, trial % 3 == 0 ? 3 : trial % 3 == 1 ? 60 : 600);
        spate_sim *sim = make(trial % 2 ? 32 : 64, 1 + trial % 3);
        CHECK(spate_set_depth(sim, value_of_cell, depths) == SPATE_OK);
        CHECK(spate_set_velocity(sim, u_of_cell, v_of_cell, NULL) == SPATE_OK);
        const double expected = speed_of_fields(sim, api_options().dry_depth);
        /* Its square has five roundings of half an epsilon, which the root halves, and the root one;
         * hypot has two, the division one. */
        CHECK_NEAR(stats_of(sim).max_speed, expected, 3.25 * DBL_EPSILON * expected);
        spate_sim_destroy(sim);
    }
}

static void statistics_follow_every_change_of_the_state(void)
{
    double one = 1, two = 2;
    tape t = {0};
    spate_sim *sim = make(64, 1);
    CHECK(spate_set_depth(sim, api_value, &one) == SPATE_OK);
    CHECK(stats_of(sim).volume == CELLS && stats_of(sim).max_speed == 0);
    CHECK(spate_set_depth(sim, api_value, &two) == SPATE_OK);
    CHECK(stats_of(sim).volume == 2 * CELLS && stats_of(sim).initial_volume == 2 * CELLS);
    CHECK(spate_set_velocity(sim, api_spot, NULL, &one) == SPATE_OK);
    CHECK(stats_of(sim).max_speed == 1);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    const spate_stats later = stats_of(sim);
    CHECK(later.max_speed > 0 && later.max_speed < 1);
    const double expected = speed_of_fields(sim, api_options().dry_depth);
    CHECK_NEAR(later.max_speed, expected, 3.25 * DBL_EPSILON * expected);
    CHECK(spate_load(sim, tape_read, &t) == SPATE_OK);
    CHECK(stats_of(sim).steps == 0 && stats_of(sim).max_speed == 1);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    CHECK(stats_of(sim).max_speed == later.max_speed && stats_of(sim).volume == later.volume);
    spate_sim_destroy(sim);
    free(t.bytes);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(the_largest_speed_is_that_of_the_fields);
    RUN(statistics_follow_every_change_of_the_state);
    spate_context_destroy(ctx);
    return check_done();
}
