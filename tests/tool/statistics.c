/* The formulas of spate compare, against tables computed by hand. */
#include "statistics.h"
#include "tests/check.h"

/* differences 1, -2, 3, 0: squares 14, mean 3.5; sum 2, mean 0.5 */
static void four_pairs_by_hand(void)
{
    const double a[] = {2, 1, 6, 4}, b[] = {1, 3, 3, 4};
    statistics s = statistics_begin();
    for (int n = 0; n < 4; ++n)
        statistics_add(&s, a[n], b[n], 10 + n);
    CHECK(s.count == 4);
    CHECK(statistics_rmse(&s) == sqrt(3.5));
    CHECK(statistics_bias(&s) == 0.5);
    CHECK(s.largest == 3 && s.largest_at == 12);
    CHECK(s.largest_a == 6 && s.largest_b == 3);
    CHECK(!s.same_bits);
}

static void gaps_count_but_do_not_add(void)
{
    statistics s = statistics_begin();
    statistics_add(&s, NAN, 1, 0);
    statistics_add(&s, 2, NAN, 1);
    statistics_add(&s, NAN, NAN, 2);
    statistics_add(&s, 5, 5, 3);
    CHECK(s.count == 1 && s.only_a == 1 && s.only_b == 1);
    CHECK(statistics_rmse(&s) == 0);
    CHECK(!s.same_bits);
}

static void same_bits_means_bits(void)
{
    statistics s = statistics_begin();
    statistics_add(&s, NAN, NAN, 0);
    statistics_add(&s, 0.1, 0.1, 1);
    CHECK(s.same_bits);
    statistics_add(&s, 0.0, -0.0, 2); /* equal, but not the same bits */
    CHECK(!s.same_bits);
    CHECK(s.largest == 0);
}

static void nothing_gives_no_number(void)
{
    const statistics s = statistics_begin();
    CHECK(isnan(statistics_rmse(&s)) && isnan(statistics_bias(&s)));
    CHECK(isnan(statistics_hit_rate(&s)) && isnan(statistics_false_alarm_ratio(&s)));
    CHECK(isnan(statistics_success_index(&s)));
}

/* 6 hits, 2 misses, 4 false alarms, 8 dry: 6/8, 4/10, 6/12 */
static void contingency_table_by_hand(void)
{
    statistics s = statistics_begin();
    for (int n = 0; n < 20; ++n)
        statistics_add_wet(&s, n < 6 || (n >= 8 && n < 12), n < 8);
    CHECK(s.hits == 6 && s.misses == 2 && s.false_alarms == 4 && s.dry == 8);
    CHECK(statistics_hit_rate(&s) == 0.75);
    CHECK(statistics_false_alarm_ratio(&s) == 0.4);
    CHECK(statistics_success_index(&s) == 0.5);
}

static void all_dry_has_no_index(void)
{
    statistics s = statistics_begin();
    statistics_add_wet(&s, 0, 0);
    CHECK(isnan(statistics_success_index(&s)));
}

static void series_are_straight_between_points(void)
{
    const double t[] = {0, 10, 20, 30}, v[] = {1, 3, NAN, 5};
    long long at = 0;
    CHECK(statistics_interpolate(t, v, 1, 4, 0, &at) == 1);
    CHECK(statistics_interpolate(t, v, 1, 4, 2.5, &at) == 1.5);
    CHECK(statistics_interpolate(t, v, 1, 4, 10, &at) == 3); /* beside a gap, but a point */
    CHECK(isnan(statistics_interpolate(t, v, 1, 4, 12, &at)));
    CHECK(isnan(statistics_interpolate(t, v, 1, 4, 29, &at)));
    CHECK(statistics_interpolate(t, v, 1, 4, 30, &at) == 5);
    CHECK(isnan(statistics_interpolate(t, v, 1, 4, 30.5, &at)));
    at = 0;
    CHECK(isnan(statistics_interpolate(t, v, 1, 4, -1, &at)));
    CHECK(isnan(statistics_interpolate(t, v, 1, 0, 0, &at)));
}

static void columns_of_a_table_are_strided(void)
{
    const double t[] = {0, 1}, rows[] = {7, 0, 8, 10};
    long long at = 0;
    CHECK(statistics_interpolate(t, rows + 1, 2, 2, 0.5, &at) == 5);
}

int main(void)
{
    RUN(four_pairs_by_hand);
    RUN(gaps_count_but_do_not_add);
    RUN(same_bits_means_bits);
    RUN(nothing_gives_no_number);
    RUN(contingency_table_by_hand);
    RUN(all_dry_has_no_index);
    RUN(series_are_straight_between_points);
    RUN(columns_of_a_table_are_strided);
    return check_done();
}
