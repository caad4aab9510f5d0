/* The initial water: levels, depths, polygons, water connected to the sea, another run's state. */
#include "model_fixture.h"

/* ---- a coast: sea in the west (bed -4 m), a dike at i = 40, a polder behind it (bed -2 m) ---- */

enum { NX = 96, NY = 32, DIKE = 40, GAP = 20 };

static double coast(int i, int j)
{
    (void)j;
    return i < DIKE ? -4 : i == DIKE ? 5 : -2;
}

/* The same without the dike; a wall will stand on the face west of i = DIKE. */
static double open_coast(int i, int j)
{
    (void)j;
    return i < DIKE ? -4 : -2;
}

static double bumpy(int i, int j)
{
    return 0.3 * sin(0.7 * i) + 0.2 * cos(1.3 * j);
}

/* A level that rises to the east, unknown in the south. */
static double tilted(int i, int j)
{
    return j < 4 ? NAN : 1 + 0.01 * i;
}

/* Velocities: to the east known everywhere, to the north not in the south. */
static double eastward(int i, int j)
{
    return 0.125 * (i - j);
}

static double northward(int i, int j)
{
    (void)i;
    return j < 4 ? NAN : 0.25 * j;
}

static double northward_or_still(int i, int j)
{
    return j < 4 ? 0 : northward(i, j);
}

static void make_data(void)
{
    write_asc("u.asc", NX, NY, 0, 0, 10, eastward);
    write_asc("v.asc", NX, NY, 0, 0, 10, northward);
    write_asc("coast.asc", NX, NY, 0, 0, 10, coast);
    write_asc("open.asc", NX, NY, 0, 0, 10, open_coast);
    write_asc("bumpy.asc", NX, NY, 0, 0, 10, bumpy);
    write_asc("tilted.asc", NX, NY, 0, 0, 10, tilted);
}

#define SEA "boundaries: [{name: sea, edge: west, level: 1 m}]\n"

/* ---- claims ---- */

static void a_level_is_an_exact_lake(void)
{
    for (int parts = 1; parts <= 2; ++parts) {
        char text[512];
        snprintf(text, sizeof text,
                 CASE "terrain: {file: bumpy.asc}\ninitial: [{level: 0.1 m}]\n"
                      "solver: {precision: f32, parts: %dx1}\n",
                 parts);
        model *m = build(text);
        if (!m)
            return;
        CHECK(spate_advance_steps(m->sim, 20) == SPATE_OK);
        spate_stats stats;
        CHECK(spate_get_stats(m->sim, &stats) == SPATE_OK);
        CHECK(stats.volume > 0 && stats.max_speed == 0);
        model_free(m);
    }
}

static void later_items_win_inside_their_polygon(void)
{
    model *m = build(CASE "terrain: {file: bumpy.asc}\ninitial:\n  - {level: 2 m}\n"
                          "  - {depth: 0.123 m, u: 1 m/s, v: -2 m/s,"
                          " within: [[100, 100], [200, 100], [200, 200], [100, 200]]}\n");
    if (!m)
        return;
    double *depth = field_of(m, SPATE_DEPTH), *level = field_of(m, SPATE_LEVEL);
    double *u = field_of(m, SPATE_VELOCITY_X), *v = field_of(m, SPATE_VELOCITY_Y);
    for (int n = 0; n < NX * NY; ++n) {
        const int inside = n % NX >= 10 && n % NX < 20 && n / NX >= 10 && n / NX < 20;
        CHECK_NEAR(inside ? depth[n] : level[n], inside ? 0.123 : 2, inside ? 0 : 1e-15);
        CHECK_NEAR(u[n], inside ? 1 : 0, 1e-15);
        CHECK_NEAR(v[n], inside ? -2 : 0, 1e-15);
    }
    free(depth);
    free(level);
    free(u);
    free(v);
    model_free(m);
}

static void a_raster_of_levels_holds_where_it_has_values(void)
{
    model *m = build(CASE "terrain: {file: bumpy.asc}\ninitial:\n  - {depth: 5 mm}\n"
                          "  - {level: {file: tilted.asc, offset: 0.5 m}}\n");
    if (!m)
        return;
    double *depth = field_of(m, SPATE_DEPTH), *level = field_of(m, SPATE_LEVEL);
    for (int n = 0; n < NX * NY; ++n)
        if (n / NX < 4)
            CHECK(depth[n] == 5e-3);
        else /* levels are rounded to the lattice of f64, far below this */
            CHECK_NEAR(level[n], tilted(n % NX, n / NX) + 0.5, 1e-12);
    free(depth);
    free(level);
    model_free(m);
}

static void check_polder(const char *text, int last_wet)
{
    model *m = build(text);
    if (!m)
        return;
    double *level = field_of(m, SPATE_LEVEL), *depth = field_of(m, SPATE_DEPTH);
    for (int n = 0; n < NX * NY; ++n)
        if (n % NX <= last_wet)
            CHECK_NEAR(level[n], 1, 1e-12);
        else
            CHECK(depth[n] == 0);
    free(level);
    free(depth);
    model_free(m);
}

static void the_sea_stays_out_of_the_polder(void)
{
    /* Behind a dike of the terrain, behind a thin wall; not behind a wall that the level
     * overtops. */
    check_polder(CASE "terrain: {file: coast.asc}\n" SEA
                      "initial: [{level: 1 m, connected_to: sea}]\n",
                 DIKE - 1);
    check_polder(CASE "terrain: {file: coast.asc}\n" SEA "solver: {parts: 3x2}\n"
                      "initial: [{level: 1 m, connected_to: sea}]\n",
                 DIKE - 1);
    check_polder(
        CASE "terrain: {file: open.asc, walls: {line: [[400, 0], [400, 320]], crest: 1 m}}\n" SEA
             "initial: [{level: 1 m, connected_to: sea}]\n",
        DIKE - 1);
    check_polder(
        CASE "terrain: {file: open.asc, walls: {line: [[400, 0], [400, 320]], crest: 0.9 m}}\n" SEA
             "initial: [{level: 1 m, connected_to: sea}]\n",
        NX - 1);
    /* A wall with a gap of one cell is no wall. */
    check_polder(CASE
                 "terrain: {file: open.asc, walls: [{line: [[400, 0], [400, 200]], crest: 3 m},"
                 " {line: [[400, 210], [400, 320]], crest: 3 m}]}\n" SEA
                 "initial: [{level: 1 m, connected_to: sea}]\n",
                 NX - 1);
}

/* Velocity is stored as momentum: two roundings each. */
static void velocities_may_be_rasters(void)
{
    model *m = build(CASE "terrain: {file: coast.asc}\nsolver: {precision: f64}\n"
                          "initial: [{depth: 2 m, u: u.asc, v: {file: v.asc, scale: 2}}]\n");
    if (!m)
        return;
    check_field(m, SPATE_VELOCITY_X, NX, NY, eastward, 1e-14);
    double *v = field_of(m, SPATE_VELOCITY_Y);
    for (int n = 0; n < NX * NY; ++n)
        CHECK_NEAR(v[n], 2 * northward_or_still(n % NX, n / NX), 1e-14);
    free(v);
    model_free(m);
    check_refused(CASE "terrain: {file: coast.asc}\ninitial: [{depth: 2 m, u: none.asc}]\n",
                  SPATE_ERROR_DATA, "none.asc");
}

/* Flumes are a few millimetres deep: a depth counts from dry_depth on. */
static void wet_depth_may_be_as_small_as_dry_depth(void)
{
    model *m = build(CASE "terrain: {file: coast.asc}\noutput: {wet_depth: 1e-5 m}\n");
    CHECK(m != NULL);
    model_free(m);
    check_refused(CASE "terrain: {file: coast.asc}\noutput: {wet_depth: 0.1 mm}\n"
                       "solver: {dry_depth: 1 mm}\n",
                  SPATE_ERROR_ARGUMENT, "below solver.dry_depth");
}

static void wrong_items_are_named(void)
{
    check_refused(CASE "terrain: {file: coast.asc}\n" SEA
                       "initial: [{level: 1 m, connected_to: ocean}]\n",
                  SPATE_ERROR_ARGUMENT, "ocean");
    check_refused(CASE "terrain: {file: coast.asc}\ninitial: [{from: no_such.out}]\n",
                  SPATE_ERROR_DATA, "no_such.out");
    check_refused(CASE "terrain: {file: coast.asc}\ninitial: [{level: missing.asc}]\n",
                  SPATE_ERROR_DATA, "missing.asc");
    check_refused(CASE "terrain: {file: coast.asc}\ninitial: [{depth: coast.asc}]\n",
                  SPATE_ERROR_DATA, "the depth is -4 m at x = 5, y = 5");
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(a_level_is_an_exact_lake);
    RUN(later_items_win_inside_their_polygon);
    RUN(a_raster_of_levels_holds_where_it_has_values);
    RUN(the_sea_stays_out_of_the_polder);
    RUN(velocities_may_be_rasters);
    RUN(wet_depth_may_be_as_small_as_dry_depth);
    RUN(wrong_items_are_named);
    return fixture_close();
}
