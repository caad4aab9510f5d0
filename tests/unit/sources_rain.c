/* Rain: totals are the integrals of what was given, whatever the steps are. */
#include "sources.h"

static const double times[] = {0, 600, 1500, 2400};
static const double rates[] = {1e-6, 8e-6, 0, 3e-6};

/* Depth that has fallen at 2000 s and at 3000 s. Held: 600 + 900 + 500 s of the first three.
 * Joined: trapezia, then constant. */
static const double held[2] = {1e-6 * 600 + 8e-6 * 900, 1e-6 * 600 + 8e-6 * 900 + 3e-6 * 600};
static const double joined[2] = {4.5e-6 * 600 + 4e-6 * 900 + 0.5 * 500 * (3e-6 * 500 / 900),
                                 4.5e-6 * 600 + 4e-6 * 900 + 1.5e-6 * 900 + 3e-6 * 600};

/* f64: three hundred steps of some roundings each. f32: each step's rain is rounded to 2^-24 of
 * itself, and what is pending (less than a step's rain or half a last place) again. */
static void check_series(int precision, int hold, const double *expected)
{
    spate_options opt = api_options();
    opt.precision = precision;
    opt.dt_max = 7.3;
    opt.dx = opt.dy = 200;
    const double area = 800 * opt.dx * opt.dy, rounding = precision == 32 ? 0x1p-22 : 0x1p-43;
    const spate_series rain = {4, times, rates, hold};
    spate_sim *sim = basin(&opt, nothing, 0.5);
    MUST(spate_set_rain(sim, &rain));
    for (int n = 0; n < 2; ++n) {
        MUST(spate_advance(sim, n == 0 ? 2000 : 3000));
        const spate_stats s = stats_of(sim);
        const double fallen = s.volume - s.initial_volume;
        CHECK_NEAR(s.rain / area, expected[n], 0x1p-43 * expected[n]);
        CHECK_NEAR(fallen / area, expected[n], rounding * expected[n]);
        CHECK(s.entered == s.rain && s.left == 0 && s.infiltrated == 0);
    }
    spate_sim_destroy(sim);
}

static void the_total_of_a_series_is_its_integral(void)
{
    check_series(64, 1, held);
    check_series(64, 0, joined);
    check_series(32, 1, held);
    check_series(32, 0, joined);
}

/* 5 mm/h in f32 on 10 m of water at 2000 m: a step's rain is a five hundredth of the last place. */
static void drizzle_on_deep_water_arrives_in_f32(void)
{
    spate_options opt = api_options();
    opt.precision = 32;
    opt.dx = opt.dy = 4;
    opt.nx = opt.ny = 8;
    const double t = 0, rate = 0.005 / 3600;
    const spate_series rain = {1, &t, &rate, 0};
    spate_sim *sim = basin(&opt, nothing, 10);
    MUST(spate_set_rain(sim, &rain));
    MUST(spate_advance(sim, 3600));
    const spate_stats s = stats_of(sim);
    const double expected = 0.005 * 64 * 16;
    CHECK_AT_MOST("share of the rain that is missing",
                  fabs((s.volume - s.initial_volume) / expected - 1), 1e-3);
    spate_sim_destroy(sim);
}

static double west_half(double x, double y, void *user)
{
    (void)y;
    return x < 20 ? *(double *)user : 0;
}

static void a_map_rains_until_it_is_replaced(void)
{
    spate_options opt = api_options();
    double heavy = 2e-5, light = 5e-6;
    opt.dt_max = 0.37;
    spate_sim *sim = basin(&opt, nothing, 0);
    MUST(spate_set_rain_map(sim, west_half, &heavy));
    MUST(spate_advance(sim, 10));
    MUST(spate_set_rain_map(sim, west_half, &light));
    MUST(spate_advance(sim, 25));
    MUST(spate_set_rain_map(sim, NULL, NULL));
    MUST(spate_advance(sim, 40));
    const spate_stats s = stats_of(sim);
    const double expected = 400 * (10 * heavy + 15 * light);
    CHECK_NEAR(s.rain, expected, 0x1p-43 * expected);
    CHECK_NEAR(s.volume, expected, 0x1p-43 * expected);
    MUST(spate_set_rain_map(sim, west_half, &light));
    MUST(spate_advance(sim, 50));
    const double more = expected + 400 * 10 * light;
    CHECK_NEAR(stats_of(sim).volume, more, 0x1p-43 * more);
    spate_sim_destroy(sim);
}

static double catchment_rate(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 5e-3 / 3600;
}

/* It rains faster than the ground takes water, so nowhere is the ground short of it, whatever runs
 * off: an hour of 20 mm/h less 5 mm/h is on the grid. */
static void rain_minus_infiltration_is_stored_on_a_rough_catchment(void)
{
    spate_options opt = api_options();
    opt.precision = 32;
    opt.dx = opt.dy = 5;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = 0.03;
    const double t = 0, rate = 20e-3 / 3600;
    const spate_series rain = {1, &t, &rate, 0};
    spate_sim *sim = basin(&opt, rough, 0);
    MUST(spate_set_rain(sim, &rain));
    MUST(spate_set_infiltration(sim, catchment_rate, NULL, NULL, NULL));
    MUST(spate_advance(sim, 3600));
    const spate_stats s = stats_of(sim);
    const double area = 800 * 25, expected = 15e-3 * area;
    CHECK_AT_MOST("relative error of the stored volume", fabs(s.volume / expected - 1), 1e-3);
    CHECK_NEAR(s.infiltrated, 5e-3 * area, 1e-3 * 5e-3 * area);
    CHECK_AT_MOST("mass error", fabs(s.mass_error), 1e-3);
    CHECK(smallest_of(sim, &opt, SPATE_DEPTH) >= 0);
    spate_sim_destroy(sim);
}

static void wrong_rain_is_refused(void)
{
    const spate_options opt = api_options();
    double t[2] = {0, 10}, value[2] = {1e-6, -1e-6}, wrong = 20;
    spate_sim *sim = basin(&opt, nothing, 0.1);
    CHECK(spate_set_rain(sim, &(spate_series){2, t, value, 1}) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "entry 2");
    t[1] = 0;
    CHECK(spate_set_rain(sim, &(spate_series){2, t, value, 1}) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_set_rain_map(sim, api_spot, &wrong) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "37.5");
    MUST(spate_set_rain(sim, NULL));
    spate_sim_destroy(sim);
}

static void all(void)
{
    RUN(the_total_of_a_series_is_its_integral);
    RUN(drizzle_on_deep_water_arrives_in_f32);
    RUN(a_map_rains_until_it_is_replaced);
    RUN(rain_minus_infiltration_is_stored_on_a_rough_catchment);
    RUN(wrong_rain_is_refused);
}

int main(void)
{
    return run_tests(all);
}
