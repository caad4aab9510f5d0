/* From rasters to active cells and bed: layers, units, holes, areas, buildings. */
#include "model_fixture.h"

/* Rounding of elevations in f64 (grid/lattice.h: 64 m of reach at 53 bits) is far below this. */
static const double rounding = 1e-9;

/* ---- terrain of the tests: 80 x 40 cells of 5 m ---- */

enum { NX = 80, NY = 40 };

static double slope(int i, int j)
{
    return 0.1 * i + 0.01 * j;
}

/* Data in the east only. */
static double eastern(int i, int j)
{
    return i >= 40 ? 20 + 0.1 * i + 0.2 * j : NAN;
}

/* NoData: two columns at the west edge, a bay that they reach, and two holes of 2 and 1 cells. */
static int in_hole(int i, int j)
{
    return (i == 50 && (j == 20 || j == 21)) || (i == 70 && j == 5);
}

static int in_outside(int i, int j)
{
    return i < 2 || (j == 30 && i < 10);
}

static double holed(int i, int j)
{
    return in_outside(i, j) || in_hole(i, j) ? NAN : slope(i, j);
}

static void make_data(void)
{
    write_asc("slope.asc", NX, NY, 1000, 2000, 5, slope);
    write_asc("east.asc", NX, NY, 1000, 2000, 5, eastern);
    write_asc("holed.asc", NX, NY, 1000, 2000, 5, holed);
}

/* ---- claims ---- */

static void a_raster_makes_the_grid_and_is_copied(void)
{
    model *m = build(CASE "terrain: {file: slope.asc}\n");
    if (!m)
        return;
    CHECK(m->grid.nx == NX && m->grid.ny == NY);
    CHECK(m->grid.x0 == 1000 && m->grid.y0 == 2000 && m->grid.dx == 5 && m->grid.dy == 5);
    CHECK(m->duration == 10);
    check_field(m, SPATE_BED, NX, NY, slope, rounding);
    CHECK_CONTAINS(log_text, "coordinates are assumed to be metres");
    CHECK_CONTAINS(log_text, "the run starts dry");
    CHECK(m->input_count == 1 && strstr(m->inputs[0], "slope.asc"));
    CHECK(model_measure_departure(m) == SPATE_OK);
    CHECK(m->departure.largest == 0 && m->departure.mean == 0);
    model_free(m);
}

static double slope_below_eastern_feet(int i, int j)
{
    const double foot = 0.3048;
    return i >= 40 ? foot * eastern(i, j) + 1 : slope(i, j) - 2.5;
}

static void later_layers_win_with_offset_and_unit(void)
{
    model *m = build(CASE "terrain:\n  layers:\n    - {file: slope.asc, offset: -2.5 m}\n"
                          "    - {file: east.asc, unit: ft, offset: 1 m}\n");
    if (!m)
        return;
    check_field(m, SPATE_BED, NX, NY, slope_below_eastern_feet, rounding);
    model_free(m);
    m = build(CASE "terrain:\n  layers:\n    - {file: east.asc}\n    - {file: slope.asc}\n");
    if (!m)
        return;
    check_field(m, SPATE_BED, NX, NY, slope, rounding);
    model_free(m);
}

static double mean_of_four(int i, int j)
{
    return slope(2 * i, 2 * j) + 0.055;
}

/* Four cells become one: the mean, and the pixel under the centre departs from it. */
static void coarser_cells_take_the_mean_and_say_how_far_they_depart(void)
{
    model *m = build(CASE "grid: {resolution: 10 m}\nterrain: {file: slope.asc}\n");
    if (!m)
        return;
    CHECK(m->grid.dx == 10);
    check_field(m, SPATE_BED, NX / 2, NY / 2, mean_of_four, rounding);
    CHECK(model_measure_departure(m) == SPATE_OK);
    /* The centre lies on the corner of four pixels, each 0.05 +- 0.005 m off. */
    CHECK(m->departure.largest > 0.044 && m->departure.largest < 0.056);
    CHECK_NEAR(m->departure.mean, m->departure.largest, 1e-9);
    model_free(m);
}

/* From 1100, 2050 on. */
static double slope_in_box(int i, int j)
{
    return slope(20 + i, 10 + j);
}

static void a_box_cuts_the_grid_out(void)
{
    model *m = build(CASE "grid: {area: [1100, 2050, 1201, 2100]}\nterrain: {file: slope.asc}\n");
    if (!m)
        return;
    CHECK(m->grid.x0 == 1100 && m->grid.y0 == 2050);
    /* 101 m is one cell more than 100 m. */
    check_field(m, SPATE_BED, 21, 10, slope_in_box, rounding);
    model_free(m);
}

static void boxes_beside_the_data_and_absurd_sizes_are_refused(void)
{
    check_refused(CASE "grid: {area: [0, 0, 100, 100]}\nterrain: {file: slope.asc}\n",
                  SPATE_ERROR_DATA, "no cell is active");
    check_refused(CASE "grid: {area: [0, 0, 1e9, 1e9], resolution: 1 cm}\n"
                       "terrain: {file: slope.asc}\n",
                  SPATE_ERROR_ARGUMENT, "too many");
    check_refused(CASE "terrain: {file: missing.asc}\n", SPATE_ERROR_DATA, "missing.asc");
}

static void holes_are_errors_with_count_and_places(void)
{
    check_refused(CASE "terrain: {file: holed.asc}\n", SPATE_ERROR_DATA, "no data in 3 cells");
    /* Rows from the south: cell (70, 5) is first. */
    CHECK_CONTAINS(spate_message(ctx), "(1352.5, 2027.5), (1252.5, 2102.5), (1252.5, 2107.5)");
    CHECK_CONTAINS(spate_message(ctx), "terrain.nodata");
    check_refused(CASE "terrain: {file: holed.asc}\nsolver: {parts: 2x2}\n", SPATE_ERROR_DATA,
                  "no data in 3 cells");
}

static void holes_can_be_inactive_or_filled(void)
{
    model *m = build(CASE "terrain: {file: holed.asc, nodata: inactive}\n");
    model *filled = build(CASE "terrain: {file: holed.asc, nodata: 2.5 m}\n");
    if (!m || !filled)
        return;
    double *active = field_of(m, SPATE_ACTIVE), *full = field_of(filled, SPATE_ACTIVE);
    double *bed = field_of(filled, SPATE_BED);
    for (int n = 0; n < NX * NY; ++n) {
        const int i = n % NX, j = n / NX;
        CHECK(active[n] == (in_outside(i, j) || in_hole(i, j) ? 0 : 1));
        CHECK(full[n] == (in_outside(i, j) ? 0 : 1));
        if (in_hole(i, j))
            CHECK_NEAR(bed[n], 2.5, rounding);
    }
    CHECK(m->departure.filled == 0 && filled->departure.filled == 3);
    free(active);
    free(full);
    free(bed);
    model_free(m);
    model_free(filled);
}

static void a_bilinear_bed_has_its_values_at_corners(void)
{
    model *m = build(CASE "grid: {area: [1100, 2050, 1200, 2100]}\n"
                          "terrain: {file: slope.asc, bed: bilinear}\n");
    if (!m)
        return;
    /* A plane: the mean of four corners is the value at the centre. */
    check_field(m, SPATE_BED, 20, 10, slope_in_box, 10 * rounding);
    model_free(m);
    /* Also at the edge of the data, where the slope is extrapolated. */
    m = build(CASE "terrain: {file: slope.asc, bed: bilinear}\n");
    if (!m)
        return;
    check_field(m, SPATE_BED, NX, NY, slope, 10 * rounding);
    model_free(m);
}

/* Corners on the outline have data on one side only. */
static void both_bed_models_have_the_same_cells(void)
{
    model *cells = build(CASE "terrain: {file: holed.asc, nodata: 2.5 m}\n");
    model *corners = build(CASE "terrain: {file: holed.asc, nodata: 2.5 m, bed: bilinear}\n");
    if (!cells || !corners)
        return;
    check_same_field(cells, corners, SPATE_ACTIVE);
    double *active = field_of(cells, SPATE_ACTIVE);
    double *a = field_of(cells, SPATE_BED), *b = field_of(corners, SPATE_BED);
    double off = 0;
    for (int n = 0; n < NX * NY; ++n)
        if (active[n] != 0 && !(abs(n % NX - 50) < 3 || abs(n % NX - 70) < 3)) /* far from holes */
            off = fmax(off, fabs(a[n] - b[n]));
    /* A corner on the outline is at most half a cell's slope off each way; the cell, half of
     * that. */
    CHECK_AT_MOST("bed of cells on the outline", off, 0.5 * (0.05 + 0.005) + rounding);
    free(active);
    free(a);
    free(b);
    model_free(cells);
    model_free(corners);
}

static void parts_change_nothing(void)
{
    model *one = build(CASE "terrain: {file: holed.asc, nodata: 1 m}\n");
    model *four = build(CASE "terrain: {file: holed.asc, nodata: 1 m}\nsolver: {parts: 2x2}\n");
    if (!one || !four)
        return;
    check_same_field(one, four, SPATE_BED);
    check_same_field(one, four, SPATE_ACTIVE);
    CHECK(model_measure_departure(one) == SPATE_OK && model_measure_departure(four) == SPATE_OK);
    CHECK(one->departure.mean == four->departure.mean);
    model_free(one);
    model_free(four);
}

static void options_reach_the_solver(void)
{
    model *m =
        build(CASE "terrain: {file: slope.asc}\nmanning: 0\n"
                   "coriolis: {latitude: 30}\n"
                   "boundaries:\n  - {name: w, edge: west, periodic: yes}\n"
                   "  - {name: e, edge: east, periodic: yes}\n"
                   "solver: {precision: f32, integrator: euler, cfl: 0.2, limiter: 1.5, threads: 1,"
                   " dry_depth: 1 mm, dt_max: 2 s, gravity: 9.8, skip_still: no, parts: 2x1}\n");
    if (!m)
        return;
    const spate_options *o = &m->options;
    CHECK(o->precision == 32 && o->integrator == SPATE_EULER && o->cfl == 0.2 && o->theta == 1.5);
    CHECK(o->dry_depth == 1e-3 && o->dt_max == 2 && o->gravity == 9.8 && !o->skip_still);
    CHECK(o->threads == 1 && o->parts_x == 2 && o->parts_y == 1);
    CHECK(o->edges[SPATE_WEST] == SPATE_PERIODIC && o->edges[SPATE_EAST] == SPATE_PERIODIC);
    CHECK(o->edges[SPATE_SOUTH] == SPATE_WALL && o->friction == SPATE_FRICTION_NONE);
    CHECK_NEAR(o->coriolis, 7.292115e-5, 1e-12); /* 2 omega sin 30 deg */
    CHECK(o->coriolis_beta == 0);
    model_free(m);
    check_refused(CASE "terrain: {file: slope.asc}\n"
                       "boundaries: [{name: w, edge: west, periodic: yes}]\n",
                  SPATE_ERROR_ARGUMENT, "make both periodic");
}

/* Several schemes have the key, with limits of their own. */
static void doubts_about_the_courant_number_are_those_of_the_scheme(void)
{
    static const struct {
        const char *solver, *doubt;
    } tries[] = {{"scheme: kurganov, cfl: 0.2", "shorter than they need to be"},
                 {"scheme: kurganov, cfl: 0.3, integrator: euler", "thin fast water may run away"},
                 {"scheme: kurganov, cfl: 0.25, integrator: euler", NULL},
                 {"scheme: staggered, cfl: 0.2", NULL}};
    for (size_t k = 0; k < sizeof tries / sizeof *tries; ++k) {
        char text[256];
        snprintf(text, sizeof text, CASE "terrain: {file: slope.asc}\nmanning: 0\nsolver: {%s}\n",
                 tries[k].solver);
        model_free(build(text));
        const char *warning = strstr(log_text, "solver.cfl");
        CHECK((warning != NULL) == (tries[k].doubt != NULL));
        if (warning && tries[k].doubt)
            CHECK_CONTAINS(warning, tries[k].doubt);
    }
}

static void a_beta_plane_reaches_the_solver(void)
{
    const char *const where[] = {"", ", reference_y: 12 m"};
    for (int n = 0; n < 2; ++n) {
        char text[256];
        snprintf(text, sizeof text,
                 CASE
                 "terrain: {file: slope.asc}\ncoriolis: {f: 1e-4 1/s, beta: 2e-8 1/(km s)%s}\n",
                 where[n]);
        model *m = build(text);
        if (!m)
            return;
        const spate_options *o = &m->options;
        const double middle = o->y0 + 0.5 * (double)o->ny * o->dy;
        CHECK(o->coriolis == 1e-4);
        CHECK_NEAR(o->coriolis_beta, 2e-11, 1e-26);
        CHECK(o->coriolis_y == (n ? 12 : middle));
        model_free(m);
    }
    check_refused(CASE "terrain: {file: slope.asc}\ncoriolis: {latitude: 30, beta: 2e-11 1/(m s)}\n"
                       "boundaries:\n  - {name: s, edge: south, periodic: yes}\n"
                       "  - {name: n, edge: north, periodic: yes}\n",
                  SPATE_ERROR_ARGUMENT, "f would jump where the periodic south and north edges");
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(a_raster_makes_the_grid_and_is_copied);
    RUN(later_layers_win_with_offset_and_unit);
    RUN(coarser_cells_take_the_mean_and_say_how_far_they_depart);
    RUN(a_box_cuts_the_grid_out);
    RUN(boxes_beside_the_data_and_absurd_sizes_are_refused);
    RUN(holes_are_errors_with_count_and_places);
    RUN(holes_can_be_inactive_or_filled);
    RUN(a_bilinear_bed_has_its_values_at_corners);
    RUN(both_bed_models_have_the_same_cells);
    RUN(parts_change_nothing);
    RUN(options_reach_the_solver);
    RUN(doubts_about_the_courant_number_are_those_of_the_scheme);
    RUN(a_beta_plane_reaches_the_solver);
    return fixture_close();
}
