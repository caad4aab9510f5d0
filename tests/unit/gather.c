/* Claims: whole fields and single cells are what the parts hold, in either precision; the limiting
 * cell is the one with the fastest waves; a rank's box covers what it asks for. */
#include <stdlib.h>

#include "api.h"

enum { NX = 70, NY = 37, CELLS = NX * NY };

static double bumpy(double x, double y, void *user)
{
    (void)user;
    return 412.3 + sin(0.3 * x) + 0.4 * cos(0.9 * y);
}

static double level(double x, double y, void *user)
{
    (void)user;
    return 412.2 + 0.3 * sin(0.05 * x * y);
}

static double speed(double x, double y, void *user)
{
    (void)user;
    return 0.3 * cos(0.11 * x + 0.07 * y);
}

static double has_hole(double x, double y, void *user)
{
    (void)user;
    return !(x > 20 && x < 24 && y > 5 && y < 9);
}

static spate_sim *make(spate_context *ctx, spate_options opt, int steps)
{
    spate_sim *sim = NULL;
    opt.nx = NX, opt.ny = NY;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_active(sim, has_hole, NULL) == SPATE_OK);
    CHECK(spate_set_bed(sim, bumpy, NULL) == SPATE_OK);
    CHECK(spate_set_level(sim, level, NULL) == SPATE_OK);
    CHECK(spate_set_velocity(sim, speed, speed, NULL) == SPATE_OK);
    CHECK(spate_advance_steps(sim, steps) == SPATE_OK);
    return sim;
}

static void single_precision_is_double_precision_rounded(void)
{
    static double wide[CELLS];
    static float narrow[CELLS];
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int variant = 0; variant < 8; ++variant) {
        spate_options opt = api_options();
        opt.precision = variant & 1 ? 32 : 64;
        opt.bed_model = variant & 2 ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
        opt.parts_x = opt.parts_y = variant & 4 ? 2 : 1;
        opt.threads = variant & 4 ? 2 : 1;
        spate_sim *sim = make(ctx, opt, 5);
        for (int name = SPATE_DEPTH; name <= SPATE_ACTIVE; ++name) {
            int differ = 0;
            CHECK(spate_get_field(sim, (spate_field_name)name, wide) == SPATE_OK);
            CHECK(spate_get_field_f32(sim, (spate_field_name)name, narrow) == SPATE_OK);
            for (int n = 0; n < CELLS; ++n)
                differ += narrow[n] != (float)wide[n];
            CHECK(differ == 0);
        }
        spate_sim_destroy(sim);
    }
    spate_context_destroy(ctx);
}

static void cells_hold_what_the_fields_hold(void)
{
    static const spate_field_name names[5] = {SPATE_BED, SPATE_LEVEL, SPATE_DEPTH, SPATE_VELOCITY_X,
                                              SPATE_VELOCITY_Y};
    static double field[5][CELLS], active[CELLS], values[CELLS][5];
    static int64_t cells[CELLS][2];
    spate_context *ctx;
    spate_options opt = api_options();
    opt.parts_x = 2, opt.parts_y = 3;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    spate_sim *sim = make(ctx, opt, 5);
    for (int n = 0; n < CELLS; ++n)
        cells[n][0] = n % NX, cells[n][1] = n / NX;
    CHECK(spate_get_cells(sim, CELLS, (const int64_t(*)[2])cells, values) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_ACTIVE, active) == SPATE_OK);
    int holes = 0, differ = 0;
    for (int k = 0; k < 5; ++k) {
        CHECK(spate_get_field(sim, names[k], field[k]) == SPATE_OK);
        for (int n = 0; n < CELLS; ++n) {
            holes += active[n] == 0;
            differ += active[n] != 0 ? values[n][k] != field[k][n] : !isnan(values[n][k]);
        }
    }
    CHECK(differ == 0);
    CHECK(holes == 5 * 4 * 4);
    const int64_t outside[1][2] = {{NX, 0}};
    CHECK(spate_get_cells(sim, 1, outside, values) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "(70, 0)");
    CHECK(spate_get_cells(sim, 0, NULL, NULL) == SPATE_OK);
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
}

static double spots(double x, double y, void *user)
{
    (void)user;
    return (x == 50.5 && y == 20.5) || (x == 12.5 && y == 30.5) || (x == 51.5 && y == 20.5) ? 2 : 1;
}

/* Still water: the rate is sqrt(g h) / dx, so the deepest cells set dt, the first of them in order
 * of rows is named, whatever the parts. */
static void deepest_still_cell_limits_the_step(void)
{
    spate_context *ctx;
    double zero = 0;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int parts = 1; parts <= 3; ++parts) {
        spate_options opt = api_options();
        spate_sim *sim = NULL;
        int64_t i = 0, j = 0;
        opt.nx = NX, opt.ny = NY;
        opt.parts_x = parts < 3 ? parts : 1, opt.parts_y = parts;
        opt.backend = parts == 3 ? "reference" : "cpu";
        CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
        CHECK(spate_set_bed(sim, api_value, &zero) == SPATE_OK);
        CHECK(spate_get_limiting_cell(sim, &i, &j) == SPATE_OK);
        CHECK(i == -1 && j == -1); /* no water */
        CHECK(spate_set_depth(sim, spots, NULL) == SPATE_OK);
        CHECK(spate_get_limiting_cell(sim, &i, &j) == SPATE_OK);
        CHECK(i == 50 && j == 20);
        spate_sim_destroy(sim);
    }
    spate_context_destroy(ctx);
}

static double covered_x[2], covered_y[2];

static double watch(double x, double y, void *user)
{
    (void)user;
#pragma omp critical(covered)
    {
        covered_x[0] = fmin(covered_x[0], x), covered_x[1] = fmax(covered_x[1], x);
        covered_y[0] = fmin(covered_y[0], y), covered_y[1] = fmax(covered_y[1], y);
    }
    return 0;
}

static void box_of_one_rank_is_the_grid(void)
{
    spate_context *ctx;
    spate_sim *sim = NULL;
    spate_options opt = api_options();
    int64_t i0, j0, i1, j1;
    opt.parts_y = opt.parts_x = 2;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    spate_get_local_box(sim, &i0, &j0, &i1, &j1);
    CHECK(i0 == 0 && j0 == 0 && i1 == 40 && j1 == 20);
    covered_x[0] = covered_y[0] = INFINITY, covered_x[1] = covered_y[1] = -INFINITY;
    CHECK(spate_set_bed(sim, watch, NULL) == SPATE_OK);
    CHECK(covered_x[0] == 0.5 && covered_x[1] == 39.5 && covered_y[0] == 0.5 &&
          covered_y[1] == 19.5);
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(single_precision_is_double_precision_rounded);
    RUN(cells_hold_what_the_fields_hold);
    RUN(deepest_still_cell_limits_the_step);
    RUN(box_of_one_rank_is_the_grid);
    return check_done();
}
