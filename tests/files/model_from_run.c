/* A run that starts from the last state of another: on the same grid nothing is lost. */
#include "model_fixture.h"

#include "model/output/plan.h"
#include "model/runner.h"

enum { NX = 64, NY = 32 };

static double bumpy(int i, int j)
{
    return 0.3 * sin(0.2 * i) + 0.2 * cos(0.3 * j) - 0.01 * i;
}

static double flat(int i, int j)
{
    (void)i;
    (void)j;
    return -1;
}

/* Runs a case to its end and leaves its results in name.out. */
static void run_case(const char *name, const char *text)
{
    model_plan plan = {0};
    results *r = NULL;
    runner_hooks hooks = {0};
    int resumed = 0;
    char out[128];
    snprintf(out, sizeof out, "%s/%s.out", folder, name);
    model *m = build(text);
    if (!m)
        return;
    int ok = CHECK(model_plan_make(m, out, RESULTS_NEW, &plan) == SPATE_OK);
    ok = ok && CHECK(spate_track_maxima(m->sim, plan.results.wet_depth,
                                        plan.results.duration_depth) == SPATE_OK);
    ok = ok && CHECK(results_open(ctx, m->sim, &plan.results, &r, &resumed) == SPATE_OK);
    ok = ok && CHECK(runner_run(m, r, &hooks) == SPATE_OK);
    if (r)
        ok = CHECK(results_close(r, ok) == SPATE_OK) && ok;
    if (!ok)
        printf("  %s\n", spate_message(ctx));
    model_plan_free(&plan);
    model_free(m);
}

#define SLOSH                                                                                      \
    "terrain: {file: bumpy.asc}\n"                                                                 \
    "initial: [{level: 0.4 m, within: [[0, 0], [160, 0], [160, 160], [0, 160]]}]\n"

/* The state of the run that continued, and of one that starts from its state. */
static void the_same_grid_takes_over_every_depth(void)
{
    run_case("first", "spate: 1\ntime: {end: 5 s}\n" SLOSH);
    model *went_on = build("spate: 1\ntime: {end: 5 s}\n" SLOSH);
    model *from = build("spate: 1\ntime: {end: 5 s}\nterrain: {file: bumpy.asc}\n"
                        "initial: [{from: first.out}]\nsolver: {parts: 2x2}\n");
    if (!went_on || !from)
        return;
    CHECK(spate_advance(went_on->sim, 5) == SPATE_OK);
    check_same_field(went_on, from, SPATE_DEPTH);
    double *a = field_of(went_on, SPATE_VELOCITY_X), *b = field_of(from, SPATE_VELOCITY_X);
    double fastest = 0, off = 0;
    for (int n = 0; n < NX * NY; ++n) {
        fastest = fmax(fastest, fabs(a[n]));
        off = fmax(off, fabs(a[n] - b[n]));
    }
    /* Momentum is divided by the depth and multiplied again. */
    CHECK(fastest > 0.1);
    CHECK_AT_MOST("change of velocity", off, 4 * 0x1p-52 * fastest);
    free(a);
    free(b);
    model_free(went_on);
    model_free(from);
}

/* A lake is the same lake on cells of another size; land outside the other run stays as it was. */
static void another_grid_takes_over_levels(void)
{
    run_case("lake", "spate: 1\ntime: {end: 1 s}\ngrid: {area: [0, 0, 320, 320]}\n"
                     "terrain: {file: bumpy.asc}\ninitial: [{level: 0.8 m}]\n");
    model *m = build("spate: 1\ntime: {end: 1 s}\ngrid: {resolution: 4 m}\n"
                     "terrain: {file: flat.asc}\n"
                     "initial: [{depth: 2 m}, {from: lake.out}]\n");
    if (!m)
        return;
    double *level = field_of(m, SPATE_LEVEL);
    for (int64_t n = 0; n < m->grid.nx * m->grid.ny; ++n) {
        const double x = (double)(n % m->grid.nx) * 4 + 2;
        CHECK_NEAR(level[n], x < 320 ? 0.8 : 1, 1e-12);
    }
    free(level);
    model_free(m);
}

static double lake_in_the_polygon(int i, int j)
{
    (void)j;
    return i < 10 ? 1.8 : 0;
}

static void only_the_polygon_is_taken(void)
{
    model *m = build("spate: 1\ntime: {end: 1 s}\nterrain: {file: flat.asc}\n"
                     "initial:\n  - {from: lake.out,"
                     " within: [[0, 0], [100, 0], [100, 320], [0, 320]]}\n");
    if (!m)
        return;
    check_field(m, SPATE_DEPTH, NX, NY, lake_in_the_polygon, 1e-12);
    model_free(m);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    if (!SPATE_HAVE_NETCDF) {
        printf("skipped: this build has no NetCDF, so runs leave no state\n");
        fixture_close();
        return 77;
    }
    write_asc("bumpy.asc", NX, NY, 0, 0, 10, bumpy);
    write_asc("flat.asc", NX, NY, 0, 0, 10, flat);
    RUN(the_same_grid_takes_over_every_depth);
    RUN(another_grid_takes_over_levels);
    RUN(only_the_polygon_is_taken);
    return fixture_close();
}
