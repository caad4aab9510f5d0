/* Inflows and sinks: volumes, and what a sink did not get. */
#include "sources.h"

static double near_middle(double x, double y, void *user)
{
    return hypot(x - 20.3, y - 9.8) < *(double *)user;
}

/* 3 m3/s for 20 s, falling to 0 at 60 s and to -0.5 m3/s at 80 s: 60 + 60 - 5 - 10 m3 at 100 s. */
static void an_inflow_brings_the_integral_of_its_series(void)
{
    const double t[] = {0, 20, 60, 80}, q[] = {3, 3, 0, -0.5};
    const spate_series series = {4, t, q, 0};
    for (int precision = 32; precision <= 64; precision += 32) {
        spate_options opt = api_options();
        opt.precision = precision;
        opt.dt_max = 0.083;
        double radius = 3, area = 0;
        int64_t cells = 0;
        spate_sim *sim = basin(&opt, nothing, 0.2);
        MUST(spate_add_inflow(sim, "well", &series, near_middle, &radius, &cells, &area));
        CHECK(cells > 20 && area == (double)cells);
        MUST(spate_advance(sim, 100));
        spate_inflow_stats in;
        MUST(spate_get_inflow(sim, 0, &in));
        const spate_stats s = stats_of(sim);
        /* What still waits is less than a last place of the depth in every cell. */
        const double waiting = (double)cells * (precision == 32 ? 0x1p-23 : 0x1p-40);
        CHECK_NEAR(in.entered, 105, waiting);
        CHECK(in.shortfall == 0 && s.entered == in.entered && s.left == 0);
        CHECK_AT_MOST("mass error", fabs(s.mass_error),
                      (double)s.steps * (precision == 32 ? 0x1p-24 : 0x1p-53));
        spate_sim_destroy(sim);
    }
}

static double everywhere(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 1;
}

static void a_sink_reports_what_it_did_not_get(void)
{
    const double t = 0, q = -10;
    const spate_series series = {1, &t, &q, 0};
    spate_options opt = api_options();
    opt.dt_max = 0.29;
    spate_sim *sim = basin(&opt, nothing, 0.05); /* 40 m3: empty after 4 s */
    MUST(spate_add_inflow(sim, "drain", &series, everywhere, NULL, NULL, NULL));
    MUST(spate_advance(sim, 10));
    spate_inflow_stats in;
    MUST(spate_get_inflow(sim, 0, &in));
    const spate_stats s = stats_of(sim);
    CHECK(s.volume == 0 && smallest_of(sim, &opt, SPATE_DEPTH) == 0);
    CHECK_NEAR(in.entered, -40, 40 * 0x1p-45);
    CHECK_NEAR(in.shortfall, 60, 60 * 0x1p-45);
    CHECK_NEAR(s.left, 40, 40 * 0x1p-45);
    CHECK(s.entered == 0);
    spate_sim_destroy(sim);
}

/* On dry ground among tiles at rest: the water must still spread over the grid. */
static void an_inflow_wakes_dry_land(void)
{
    const double t[] = {0, 5, 10}, q[] = {0, 0, 4};
    const spate_series series = {3, t, q, 0};
    spate_options opt = api_options();
    opt.nx = 200, opt.ny = 40;
    double radius = 2;
    spate_sim *sim = basin(&opt, nothing, 0);
    MUST(spate_add_inflow(sim, "spring", &series, near_middle, &radius, NULL, NULL));
    MUST(spate_advance(sim, 4));
    CHECK(stats_of(sim).awake < 0.1 && stats_of(sim).volume == 0);
    MUST(spate_advance(sim, 40));
    const spate_stats s = stats_of(sim);
    CHECK_NEAR(s.volume, 10 + 4 * 30, 1e-9);
    CHECK(s.max_speed > 0.1);
    spate_sim_destroy(sim);
}

static void wrong_inflows_are_refused(void)
{
    const spate_options opt = api_options();
    const double t = 0, q = 1;
    const spate_series series = {1, &t, &q, 0};
    double nowhere = -1;
    spate_inflow_stats in;
    spate_sim *sim = basin(&opt, nothing, 0.1);
    CHECK(spate_add_inflow(sim, "lost", &series, near_middle, &nowhere, NULL, NULL) ==
          SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "lost");
    CHECK(spate_get_inflow(sim, 0, &in) == SPATE_ERROR_ARGUMENT);
    MUST(spate_add_inflow(sim, "found", &series, everywhere, NULL, NULL, NULL));
    MUST(spate_get_inflow(sim, 0, &in));
    CHECK(in.entered == 0);
    spate_sim_destroy(sim);
}

static void all(void)
{
    RUN(an_inflow_brings_the_integral_of_its_series);
    RUN(a_sink_reports_what_it_did_not_get);
    RUN(an_inflow_wakes_dry_land);
    RUN(wrong_inflows_are_refused);
}

int main(void)
{
    return run_tests(all);
}
