/* Order-free sums. The reference is a 128-bit integer of the unit, 2^-60. */
#include "base/exact_sum.h"
#include "check.h"

__extension__ typedef __int128 wide;

enum { COUNT = 2000 };

static int same(const exact_sum *a, const exact_sum *b)
{
    return a->low == b->low && a->high == b->high;
}

static exact_sum sum_of(const double *values, int count)
{
    exact_sum s = {0};
    for (int n = 0; n < count; ++n)
        exact_sum_add(&s, values[n]);
    return s;
}

static void shuffle(double *values, int count)
{
    for (int n = count - 1; n > 0; --n) {
        const int k = draw_below(n + 1);
        const double v = values[n];
        values[n] = values[k];
        values[k] = v;
    }
}

/* Any sizes and signs, with many that round. */
static void draw_values(double *values, int count)
{
    for (int n = 0; n < count; ++n)
        values[n] = (draw_below(2) ? 1 : -1) * draw_size(1e-25, 1e15);
}

static void any_order_gives_the_same_bits(void)
{
    double values[COUNT];
    draw_values(values, COUNT);
    const exact_sum first = sum_of(values, COUNT);
    for (int n = 0; n < 20; ++n) {
        shuffle(values, COUNT);
        const exact_sum again = sum_of(values, COUNT);
        CHECK(same(&again, &first));
    }
    printf("  total %.17g\n", exact_sum_value(&first));
}

static void parts_in_any_number_merge_to_the_same_bits(void)
{
    double values[COUNT];
    draw_values(values, COUNT);
    const exact_sum whole = sum_of(values, COUNT);
    for (int parts = 1; parts < 50; ++parts) {
        exact_sum total = {0};
        for (int p = 0; p < parts; ++p) {
            const int from = COUNT * p / parts, to = COUNT * (p + 1) / parts;
            const exact_sum part = sum_of(values + from, to - from);
            exact_sum_merge(&total, &part);
        }
        CHECK(same(&total, &whole));
    }
}

/* m 2^-k with k <= 60 is a multiple of the unit: the sum of such numbers is an integer, exactly. */
static void multiples_of_the_unit_are_summed_exactly(void)
{
    exact_sum s = {0};
    wide expected = 0;
    for (int n = 0; n < 100000; ++n) {
        const int k = draw_below(61);
        const int64_t m = (int64_t)(draw_bits() >> 12) - (INT64_C(1) << 51); /* fits in f64 */
        exact_sum_add(&s, ldexp((double)m, -k));
        expected += (wide)m * ((wide)1 << (60 - k));
    }
    CHECK(s.low == (uint64_t)(unsigned __int128)expected);
    CHECK(s.high == (int64_t)(expected >> 64));
    CHECK(exact_sum_value(&s) == ldexp((double)expected, -60));
}

/* Smaller ones are rounded to it once, each by itself: to the nearest, ties to even. */
static void small_values_are_rounded_once_to_the_unit(void)
{
    exact_sum s = {0};
    wide expected = 0;
    for (int n = 0; n < 100000; ++n) {
        const double value = (draw_below(2) ? 1 : -1) * draw_size(1e-20, 1);
        exact_sum_add(&s, value);
        expected += (wide)nearbyintl(ldexpl(value, 60));
    }
    exact_sum reference = {.low = (uint64_t)(unsigned __int128)expected,
                           .high = (int64_t)(expected >> 64)};
    CHECK_AT_MOST("error of the sum", fabs(exact_sum_value(&s) - exact_sum_value(&reference)), 0);
    CHECK(same(&s, &reference));
}

/* Every f64 of at least 2^-8 is a multiple of the unit, negative or not. */
static void a_value_and_its_negative_leave_nothing(void)
{
    int left_over = 0;
    for (int n = 0; n < 10000; ++n) {
        const double value = draw_size(1e-20, 1e15);
        exact_sum s = {0};
        exact_sum_add(&s, value);
        exact_sum_add(&s, -value);
        left_over += s.low != 0 || s.high != 0;
    }
    CHECK_AT_MOST("pairs that left something", left_over, 0);
}

static void a_small_value_survives_large_ones(void)
{
    exact_sum s = {0};
    exact_sum_add(&s, 1e18);
    exact_sum_add(&s, 0.015625);
    exact_sum_add(&s, -1e18);
    CHECK(exact_sum_value(&s) == 0.015625);
}

/* 2^40 cells under 8 km of water, as the header promises: here 2^20 merges of 2^20 cells each. */
static void depths_of_the_largest_grid_do_not_overflow(void)
{
    exact_sum row = {0}, total = {0};
    for (int n = 0; n < 1 << 20; ++n)
        exact_sum_add(&row, 8192);
    for (int n = 0; n < 1 << 20; ++n)
        exact_sum_merge(&total, &row);
    CHECK(exact_sum_value(&total) == 0x1p53);
    exact_sum top = {0};
    exact_sum_add(&top, 0x1.fffffffffffffp63);
    CHECK(exact_sum_value(&top) == 0x1.fffffffffffffp63);
    exact_sum bottom = {0};
    exact_sum_add(&bottom, -0x1.fffffffffffffp63);
    CHECK(exact_sum_value(&bottom) == -0x1.fffffffffffffp63);
}

int main(void)
{
    RUN(any_order_gives_the_same_bits);
    RUN(parts_in_any_number_merge_to_the_same_bits);
    RUN(multiples_of_the_unit_are_summed_exactly);
    RUN(small_values_are_rounded_once_to_the_unit);
    RUN(a_value_and_its_negative_leave_nothing);
    RUN(a_small_value_survives_large_ones);
    RUN(depths_of_the_largest_grid_do_not_overflow);
    return check_done();
}
