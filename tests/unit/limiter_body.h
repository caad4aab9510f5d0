/* Claims about slope limiting, in the precision of the file that includes this. */
#include "check.h"
#include "physics/limiter.h"

enum { SAMPLES = 100000 };

static calc draw_difference(void)
{
    switch (draw_below(8)) {
    case 0: return C(0);
    default: return (calc)((draw_below(2) ? 1 : -1) * draw_size(1e-8, 1e4));
    }
}

static calc draw_half_theta(void)
{
    static const double corners[] = {0.5, 0.65, 1.0};
    return (calc)(draw_below(2) ? corners[draw_below(3)] : draw_between(0.5, 1.0));
}

static void half_slope_has_its_hand_values(void)
{
    /* theta = 2: outside 1 * 1 and 1 * 3, in the middle (1 + 3) / 4 = 1. */
    CHECK(half_slope(C(1), C(3), C(1)) == C(1));
    /* theta = 2: the middle, (2 + 3) / 4, is the smallest. */
    CHECK(half_slope(C(2), C(3), C(1)) == C(1.25));
    /* theta = 1: minmod, half of the smaller difference. */
    CHECK(half_slope(C(2), C(8), C(0.5)) == C(1));
    CHECK(half_slope(C(-8), C(-2), C(0.5)) == C(-1));
    /* An extremum is flat, and so is a cell beside an equal one. */
    CHECK(half_slope(C(2), C(-2), C(1)) == C(0) && half_slope(C(-1), C(3), C(0.5)) == C(0));
    CHECK(half_slope(C(0), C(2), C(1)) == C(0) && half_slope(C(-2), C(0), C(1)) == C(0));
}

/* Exact: 0.25 * (d + d) is d / 2, and half_theta >= 1/2 gives no less. */
static void linear_data_keep_their_slope_exactly(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const calc d = draw_difference();
        CHECK(half_slope(d, d, draw_half_theta()) == C(0.5) * d);
    }
}

static void mirrored_differences_give_the_mirrored_slope(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const calc back = draw_difference(), forward = draw_difference(), t = draw_half_theta();
        const calc s = half_slope(back, forward, t);
        CHECK(half_slope(forward, back, t) == s);
        CHECK(half_slope(-back, -forward, t) == -s);
        CHECK(half_slope(-forward, -back, t) == -s);
    }
}

/* Rounding is monotone, so t * d with t <= 1 never exceeds d: no tolerance. */
static void slope_stays_within_both_differences(void)
{
    int limited = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc back = draw_difference(), forward = draw_difference(), t = draw_half_theta();
        const calc s = half_slope(back, forward, t);
        CHECK(abs_r(s) <= abs_r(back) && abs_r(s) <= abs_r(forward));
        CHECK(abs_r(s) <= t * abs_r(back) && abs_r(s) <= t * abs_r(forward));
        CHECK(s == C(0) || ((s > C(0)) == (back > C(0)) && (s > C(0)) == (forward > C(0))));
        CHECK((s == C(0)) == !(back * forward > C(0)));
        limited += s != C(0);
    }
    printf("  slopes other than zero: %d of %d\n", limited, (int)SAMPLES);
    CHECK(limited > SAMPLES / 4);
}

int main(void)
{
    RUN(half_slope_has_its_hand_values);
    RUN(linear_data_keep_their_slope_exactly);
    RUN(mirrored_differences_give_the_mirrored_slope);
    RUN(slope_stays_within_both_differences);
    return check_done();
}
