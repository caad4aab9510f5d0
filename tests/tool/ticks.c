/* Round numbers of axes: what a reader expects on paper. */
#include "plot/ticks.h"
#include "tests/check.h"

static void steps_are_one_two_or_five(void)
{
    CHECK_NEAR(ticks_step(10, 5), 2, 1e-12);
    CHECK_NEAR(ticks_step(10, 10), 1, 1e-12);
    CHECK_NEAR(ticks_step(10.5, 10), 2, 1e-12);
    CHECK_NEAR(ticks_step(0.03, 6), 0.005, 1e-15);
    CHECK_NEAR(ticks_step(1e6, 3), 5e5, 1e-6);
    for (int n = 0; n < 1000; ++n) {
        const double length = draw_size(1e-6, 1e9);
        const int most = 1 + draw_below(12);
        const double step = ticks_step(length, most), power = pow(10, floor(log10(step) + 1e-9));
        const double m = step / power;
        CHECK(fabs(m - 1) < 1e-6 || fabs(m - 2) < 1e-6 || fabs(m - 5) < 1e-6);
        CHECK(length / step <= most * (1 + 1e-6));
        CHECK(length / step * 2.5 > most * (1 - 1e-6)); /* the next smaller would be too many */
    }
}

static void times_step_as_clocks_do(void)
{
    CHECK(ticks_time_step(3600, 6) == 600);
    CHECK(ticks_time_step(60 * 3600, 6) == 43200);
    CHECK(ticks_time_step(100, 7) == 15);
    CHECK(ticks_time_step(7 * 86400, 8) == 86400);
    CHECK(ticks_time_step(400 * 86400.0, 5) == 86400 * 100.0);
    CHECK_NEAR(ticks_time_step(2, 5), 0.5, 1e-12);
}

static void tops_are_rounded_up(void)
{
    CHECK_NEAR(ticks_round_up(1.7), 2, 1e-12);
    CHECK_NEAR(ticks_round_up(2.01), 2.5, 1e-12);
    CHECK_NEAR(ticks_round_up(0.034), 0.04, 1e-12);
    CHECK_NEAR(ticks_round_up(9.1), 10, 1e-12);
    CHECK_NEAR(ticks_round_up(100), 100, 1e-9);
    CHECK(ticks_round_up(0) == 0);
    CHECK(ticks_round_up(NAN) == 0);
    for (int n = 0; n < 1000; ++n) {
        const double v = draw_size(1e-6, 1e6), up = ticks_round_up(v);
        CHECK(up >= v * (1 - 1e-8) && up <= 1.4 * v);
    }
}

static void numbers_have_the_decimals_of_their_step(void)
{
    char text[64];
    CHECK(strcmp(ticks_text(0.5, 0.25, text, sizeof text), "0.50") == 0);
    CHECK(strcmp(ticks_text(3, 1, text, sizeof text), "3") == 0);
    CHECK(strcmp(ticks_text(1e-17, 0.1, text, sizeof text), "0.0") == 0);
    CHECK(strcmp(ticks_text(-0.2, 0.1, text, sizeof text), "\xe2\x88\x92"
                                                           "0.2") == 0);
    CHECK(strcmp(ticks_text(2500, 500, text, sizeof text), "2500") == 0);
    CHECK(strcmp(ticks_text(292500, 500, text, sizeof text), "292\xe2\x80\xaf"
                                                             "500") == 0);
}

static void durations_read_well(void)
{
    char text[64];
    CHECK(strcmp(ticks_duration(12.5, text, sizeof text), "12.5 s") == 0);
    CHECK(strcmp(ticks_duration(90, text, sizeof text), "1 min 30 s") == 0);
    CHECK(strcmp(ticks_duration(9000, text, sizeof text), "2 h 30 min") == 0);
    CHECK(strcmp(ticks_duration(216000, text, sizeof text), "60 h") == 0);
    CHECK(strcmp(ticks_duration(4 * 86400 + 3600, text, sizeof text), "4 d 1 h") == 0);
}

static void quantiles_skip_what_is_not_counted(void)
{
    const double v[] = {NAN, 0, 3, 1, 2, 5, 4, -7, INFINITY};
    long long count;
    CHECK(ticks_quantile(v, 9, 0, 0.5, &count) == 3);
    CHECK(count == 5);
    CHECK(ticks_quantile(v, 9, 0, 1, &count) == 5);
    CHECK(ticks_quantile(v, 9, 0, 0, &count) == 1);
    CHECK(isnan(ticks_quantile(v, 9, 100, 0.5, &count)));
    CHECK(count == 0);
}

static void powers_are_short(void)
{
    char text[32];
    CHECK(strcmp(ticks_power(-3, text, sizeof text), "1e\xe2\x88\x92"
                                                     "3") == 0);
    CHECK(strcmp(ticks_power(0, text, sizeof text), "1") == 0);
    CHECK(strcmp(ticks_power(2, text, sizeof text), "100") == 0);
}

static void names_move_apart(void)
{
    double two[] = {3, 3}, last[] = {9, 10, 10}, fit[] = {1, 5, 9};
    ticks_spread(two, 2, 2, 0, 10);
    CHECK(two[0] == 3 && two[1] == 5);
    ticks_spread(last, 3, 2, 0, 10); /* no room below: they move up */
    CHECK(last[0] == 6 && last[1] == 8 && last[2] == 10);
    ticks_spread(fit, 3, 2, 0, 10);
    CHECK(fit[0] == 1 && fit[1] == 5 && fit[2] == 9);
}

int main(void)
{
    RUN(steps_are_one_two_or_five);
    RUN(times_step_as_clocks_do);
    RUN(tops_are_rounded_up);
    RUN(numbers_have_the_decimals_of_their_step);
    RUN(durations_read_well);
    RUN(quantiles_skip_what_is_not_counted);
    RUN(powers_are_short);
    RUN(names_move_apart);
    return check_done();
}
