/* Infiltration: Green-Ampt against its exact solution, dry ground, the field of what went in. */
#include "sources.h"

enum { STEPS = 100 };
static const double conductivity = 1e-5, suction = 0.15, deficit = 0.3, pond = 0.4, end = 4000;

static double ground_k(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return conductivity;
}

static double ground_suction(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return suction;
}

static double ground_deficit(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return deficit;
}

/* A pond that only infiltrates: h = pond - F, so F' = K (m F + b) / F with m = 1 - deficit and b =
 * (suction + pond) deficit, and K t = F/m - b/m^2 ln(1 + m F / b). Newton from above: the right
 * side is convex and rising. */
static double exact_infiltrated(double t)
{
    const double m = 1 - deficit, b = (suction + pond) * deficit;
    double f = pond;
    for (int n = 0; n < 60; ++n)
        f -= (f / m - b / (m * m) * log1p(m * f / b) - conductivity * t) * (m * f + b) / f;
    return f;
}

static double infiltrated_in(int steps, int precision)
{
    spate_options opt = api_options();
    opt.precision = precision;
    opt.dx = opt.dy = 1000; /* still water: dt_max alone sets the step */
    opt.dt_max = end / steps;
    spate_sim *sim = basin(&opt, nothing, pond);
    MUST(spate_set_infiltration(sim, ground_k, ground_suction, ground_deficit, NULL));
    MUST(spate_advance(sim, end));
    const spate_stats s = stats_of(sim);
    CHECK(s.steps == steps && s.left == s.infiltrated);
    const double depth = s.infiltrated / (800e6);
    CHECK_NEAR(smallest_of(sim, &opt, SPATE_INFILTRATED), depth, depth * 0x1p-20);
    CHECK_AT_MOST("mass error", fabs(s.mass_error), precision == 32 ? steps * 0x1p-24 : 0x1p-45);
    spate_sim_destroy(sim);
    return depth;
}

/* Backward Euler is of first order; the start, where F grows as sqrt(t), makes the error dt
 * ln(end/dt): it falls by 2 ln(n) / ln(2 n) = 1.74 from 100 to 200 steps, an order of 0.8. */
static void green_ampt_converges_to_the_exact_solution(void)
{
    const double exact = exact_infiltrated(end);
    const double coarse = fabs(infiltrated_in(STEPS, 64) - exact) / exact,
                 fine = fabs(infiltrated_in(2 * STEPS, 64) - exact) / exact,
                 single = fabs(infiltrated_in(2 * STEPS, 32) - exact) / exact;
    const double order = log2(coarse / fine);
    printf("  infiltrates %.4g m; order %.3f\n", exact, order);
    CHECK_AT_MOST("relative error with 100 steps", coarse, log(STEPS) / STEPS);
    CHECK(order > 0.75 && order < 1.1);
    CHECK_NEAR(single, fine, 2 * STEPS * 0x1p-24);
}

/* Rain on ground that absorbs more: no water stays, and all rain has infiltrated. */
static void dry_ground_takes_all_rain(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        spate_options opt = api_options();
        opt.precision = precision;
        const double t[2] = {0, 30}, rate[2] = {5e-6, 0};
        const spate_series rain = {2, t, rate, 1};
        spate_sim *sim = basin(&opt, rough, 0);
        MUST(spate_set_rain(sim, &rain));
        MUST(spate_set_infiltration(sim, ground_k, NULL, NULL, NULL));
        MUST(spate_advance(sim, 60));
        const spate_stats s = stats_of(sim);
        CHECK(s.volume == 0);
        CHECK_NEAR(s.infiltrated, 800 * 30 * 5e-6,
                   800 * 30 * 5e-6 * (precision == 32 ? 0x1p-23 : 0x1p-45));
        CHECK(s.awake == 0); /* dry again, and at rest */
        spate_sim_destroy(sim);
    }
}

static void a_puddle_vanishes_without_going_below_zero(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        spate_options opt = api_options();
        opt.precision = precision;
        double fast = 0.01;
        spate_sim *sim = basin(&opt, rough, 0.05);
        MUST(spate_set_infiltration(sim, api_value, NULL, NULL, &fast));
        for (int n = 1; n <= 10; ++n) {
            MUST(spate_advance(sim, n));
            CHECK(smallest_of(sim, &opt, SPATE_DEPTH) >= 0);
        }
        MUST(spate_advance(sim, 100));
        const spate_stats s = stats_of(sim);
        CHECK(s.volume == 0);
        CHECK_NEAR(s.infiltrated, s.initial_volume, s.initial_volume * 100 * 0x1p-24);
        spate_sim_destroy(sim);
    }
}

static void wrong_ground_is_refused(void)
{
    const spate_options opt = api_options();
    double wrong = -1, field[800];
    spate_sim *sim = basin(&opt, nothing, 0.1);
    CHECK(spate_get_field(sim, SPATE_INFILTRATED, field) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_set_infiltration(sim, ground_k, ground_suction, NULL, NULL) ==
          SPATE_ERROR_ARGUMENT);
    CHECK(spate_set_infiltration(sim, NULL, NULL, NULL, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_set_infiltration(sim, api_spot, NULL, NULL, &wrong) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "conductivity");
    const double before = stats_of(sim).bytes_per_cell;
    CHECK(before > 9 * 8 + 5 * 8); /* the maps are counted */
    spate_sim_destroy(sim);
}

static void all(void)
{
    RUN(green_ampt_converges_to_the_exact_solution);
    RUN(dry_ground_takes_all_rain);
    RUN(a_puddle_vanishes_without_going_below_zero);
    RUN(wrong_ground_is_refused);
}

int main(void)
{
    return run_tests(all);
}
