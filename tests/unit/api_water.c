/* Water given by levels and depths in one go: each cell keeps what it was given. */
#include <stdlib.h>

#include "api.h"

enum { NX = 40, NY = 20, CELLS = NX * NY };

static spate_context *ctx;

/* A lake in the west half, up to 0.25 m; depths that differ in the east. */
static double lake_level(double x, double y, void *user)
{
    (void)y;
    (void)user;
    return x < 20 ? 0.25 : NAN;
}

static double east_depth(double x, double y, void *user)
{
    (void)user;
    return x < 20 ? NAN : 0.01 * x + 0.003 * y;
}

static double level_only(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0.25;
}

static spate_sim *make(int precision, int parts)
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    opt.precision = precision;
    opt.parts_x = parts, opt.parts_y = 1;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, api_hill, NULL) == SPATE_OK);
    return sim;
}

/* The west half has the depths of spate_set_level to the bit, the east those asked for to one
 * rounding of the precision. */
static void check_both_kinds(int precision, int parts)
{
    static double lake[CELLS], both[CELLS];
    spate_sim *a = make(precision, parts), *b = make(precision, parts);
    CHECK(spate_set_level(a, level_only, NULL) == SPATE_OK);
    CHECK(spate_set_water(b, lake_level, east_depth, NULL) == SPATE_OK);
    CHECK(spate_get_field(a, SPATE_DEPTH, lake) == SPATE_OK);
    CHECK(spate_get_field(b, SPATE_DEPTH, both) == SPATE_OK);
    const double half_ulp = precision == 32 ? 0x1p-24 : 0x1p-53;
    int wet = 0;
    for (int n = 0; n < CELLS; ++n) {
        const double x = n % NX + 0.5, y = (double)(n / NX) + 0.5;
        if (x < 20) {
            CHECK(lake[n] == both[n]);
            wet += lake[n] > 0;
        } else {
            const double asked = east_depth(x, y, NULL);
            CHECK_NEAR(both[n], asked, asked * half_ulp);
        }
    }
    CHECK(wet > 100 && wet < CELLS / 2); /* islands are in the test */
    spate_sim_destroy(a);
    spate_sim_destroy(b);
}

static void levels_and_depths_are_kept_side_by_side(void)
{
    for (int parts = 1; parts <= 2; ++parts) {
        check_both_kinds(32, parts);
        check_both_kinds(64, parts);
    }
}

static double no_water(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return NAN;
}

static void a_cell_without_level_and_depth_is_refused(void)
{
    spate_sim *sim = make(64, 1);
    CHECK(spate_set_water(sim, lake_level, no_water, NULL) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "initial water is wrong at x = 20.5, y = 0.5");
    double minus = -1;
    CHECK(spate_set_water(sim, no_water, api_spot, &minus) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "x = 37.5, y = 12.5");
    spate_sim_destroy(sim);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(levels_and_depths_are_kept_side_by_side);
    RUN(a_cell_without_level_and_depth_is_refused);
    spate_context_destroy(ctx);
    return check_done();
}
