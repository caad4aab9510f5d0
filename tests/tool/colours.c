/* The colour ramps: even steps, readable by everyone, inside sRGB. */
#include "colour.h"
#include "tests/check.h"

static const char *const names[RAMP_COUNT] = {"depth", "level", "speed", "arrival", "duration",
                                              "sea",   "land",  "less",  "more"};

/* A byte of sRGB is at most 1/255 of light in gamma space; OKLab moves by less than 0.01 for it
 * (its steepest place is near black, which no ramp reaches). */
static const double byte_step = 0.01;

static void srgb_and_oklab_are_inverse(void)
{
    int wrong = 0;
    for (int n = 0; n < 10000; ++n) {
        const rgb c = {.r = (uint8_t)draw_below(256),
                       .g = (uint8_t)draw_below(256),
                       .b = (uint8_t)draw_below(256)};
        const rgb back = colour_srgb(colour_oklab(c));
        wrong += back.r != c.r || back.g != c.g || back.b != c.b;
    }
    CHECK_AT_MOST("colours that did not come back", wrong, 0);
    const oklab white = colour_oklab((rgb){255, 255, 255});
    CHECK_NEAR(white.l, 1, 1e-6);
    CHECK_NEAR(white.a, 0, 1e-6);
    CHECK_NEAR(white.b, 0, 1e-6);
}

static double distance(oklab p, oklab q)
{
    return sqrt(pow(p.l - q.l, 2) + pow(p.a - q.a, 2) + pow(p.b - q.b, 2));
}

/* Over a sixteenth of the ramp rounding to bytes is small beside the step. */
static void equal_shares_are_equal_distances(void)
{
    for (int ramp = 0; ramp < RAMP_COUNT; ++ramp) {
        const colour_table table = colour_table_of((colour_ramp)ramp);
        double least = INFINITY, most = 0;
        for (int n = 0; n < 16; ++n) {
            const double d = distance(colour_oklab(colour_at(&table, n / 16.0)),
                                      colour_oklab(colour_at(&table, (n + 1) / 16.0)));
            least = fmin(least, d);
            most = fmax(most, d);
        }
        CHECK_AT_MOST(names[ramp], most - least, 2 * byte_step);
    }
}

/* Readers who cannot distinguish hues, or who print in grey, still see lightness. */
static void lightness_goes_one_way(void)
{
    for (int ramp = 0; ramp < RAMP_COUNT; ++ramp) {
        const colour_table table = colour_table_of((colour_ramp)ramp);
        const double first = colour_oklab(table.steps[0]).l;
        const double last = colour_oklab(table.steps[COLOUR_STEPS - 1]).l;
        const double sign = last > first ? 1 : -1;
        double worst = INFINITY;
        for (int n = 0; n < 16; ++n)
            worst = fmin(worst, sign * (colour_oklab(colour_at(&table, (n + 1) / 16.0)).l -
                                        colour_oklab(colour_at(&table, n / 16.0)).l));
        printf("  %s: least change of lightness in a sixteenth %.3f\n", names[ramp], worst);
        CHECK(worst > byte_step);
        CHECK(fabs(last - first) > 0.5);
    }
}

/* A clipped colour would come back from bytes at another place: neighbours would then jump, or
 * stand still. Steps of one 255th are below two bytes in every channel on average. */
static void ramps_stay_inside_srgb(void)
{
    for (int ramp = 0; ramp < RAMP_COUNT; ++ramp) {
        const colour_table table = colour_table_of((colour_ramp)ramp);
        int at_limit = 0;
        for (int k = 0; k < COLOUR_STEPS; ++k) {
            const rgb c = table.steps[k];
            at_limit += c.r == 0 || c.g == 0 || c.b == 0 || c.r == 255 || c.g == 255 || c.b == 255;
        }
        CHECK_AT_MOST(names[ramp], at_limit, 0);
    }
}

/* The shallowest water differs from any shade of land by far more than two neighbouring shades. */
static void water_is_not_land(void)
{
    const colour_table table = colour_table_of(RAMP_DEPTH);
    double nearest = INFINITY;
    for (double light = -1; light <= 1; light += 0.05)
        for (int k = 0; k < COLOUR_STEPS; ++k)
            nearest = fmin(nearest, distance(colour_oklab(colour_land(light)),
                                             colour_oklab(table.steps[k])));
    printf("  nearest water to land: %.3f\n", nearest);
    CHECK(nearest > 0.05);
}

int main(void)
{
    RUN(srgb_and_oklab_are_inverse);
    RUN(equal_shares_are_equal_distances);
    RUN(lightness_goes_one_way);
    RUN(ramps_stay_inside_srgb);
    RUN(water_is_not_land);
    return check_done();
}
