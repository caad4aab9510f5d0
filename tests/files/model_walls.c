/* Walls on faces, buildings, study areas and roughness. What files of shapes say needs GDAL;
 * without it those claims are left out with a line. */
#include "model_fixture.h"

enum { NX = 64, NY = 40 };

static double flat(int i, int j)
{
    (void)i;
    (void)j;
    return 1;
}

static double roughness(int i, int j)
{
    return 0.02 + 0.001 * (i % 10) + 1e-4 * j;
}

static double negative_spot(int i, int j)
{
    return i == 12 && j == 3 ? -0.01 : 0.03;
}

static double cover(int i, int j)
{
    return i < 20 ? 11 : j < 20 ? 42 : 50;
}

static void make_data(void)
{
    write_asc("flat.asc", NX, NY, 0, 0, 2, flat);
    write_asc("n.asc", NX, NY, 0, 0, 2, roughness);
    write_asc("negative.asc", NX, NY, 0, 0, 2, negative_spot);
    write_asc("cover.asc", NX, NY, 0, 0, 2, cover);
    write_text("cover.csv", "class,manning\n11,0.1\n42,0.05\n50,0.013\n");
    write_text("short.csv", "class,manning\n42,0.05\n");
    write_text("columns.csv", "code,n\n42,0.05\n");
    write_text(
        "walls.geojson",
        "{\"type\": \"FeatureCollection\", \"features\": ["
        "{\"type\": \"Feature\", \"properties\": {\"crest_m\": 3.5, \"id\": 1}, \"geometry\": "
        "{\"type\": \"LineString\", \"coordinates\": [[20, 10], [20, 30]]}},"
        "{\"type\": \"Feature\", \"properties\": {\"crest_m\": 2.25, \"id\": 2}, \"geometry\": "
        "{\"type\": \"LineString\", \"coordinates\": [[20, 20], [60, 20]]}}]}\n");
    write_text("null.geojson",
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {\"crest_m\": 3.5}, \"geometry\": "
               "{\"type\": \"LineString\", \"coordinates\": [[20, 10], [20, 30]]}},"
               "{\"type\": \"Feature\", \"properties\": {\"crest_m\": null}, \"geometry\": "
               "{\"type\": \"LineString\", \"coordinates\": [[20, 20], [60, 20]]}}]}\n");
    write_text("house.geojson",
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": \"Polygon\", "
               "\"coordinates\": [[[10, 10], [20, 10], [20, 16], [10, 16], [10, 10]]]}}]}\n");
    write_text("triangle.geojson",
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": \"Polygon\", "
               "\"coordinates\": [[[11, 11], [71, 11], [11, 71], [11, 11]]]}}]}\n");
}

/* A levee whose crest falls by 0.25 m a metre, a second part that is level; and a flat line without
 * a crest. */
static void make_levees(void)
{
    write_text(
        "levee.geojson",
        "{\"type\": \"FeatureCollection\", \"features\": ["
        "{\"type\": \"Feature\", \"properties\": {\"crest_m\": 1.5}, \"geometry\": "
        "{\"type\": \"LineString\", \"coordinates\": [[20, 10, 12], [20, 30, 7], [20, 40, 7]]}},"
        "{\"type\": \"Feature\", \"properties\": {\"crest_m\": 2.5}, \"geometry\": "
        "{\"type\": \"LineString\", \"coordinates\": [[60, 20], [80, 20]]}}]}\n");
}

#define FLAT CASE "terrain: {file: flat.asc}\n"

/* ---- walls ---- */

static double crest_at(const model *m, int64_t i, int64_t j, int axis)
{
    for (int64_t k = 0; k < m->crest_count; ++k)
        if (m->crests[k].i == i && m->crests[k].j == j && m->crests[k].axis == axis)
            return m->crests[k].crest;
    return NAN;
}

/* Face j of the levee has its middle at y = 2 j + 1, where the crest is 12 - 0.25 (y - 10) m. */
static void heights_of_a_line_are_its_crest(void)
{
    make_levees();
    model *m = build(CASE "terrain:\n  file: flat.asc\n  walls: {file: levee.geojson}\n");
    if (!m)
        return;
    double worst = 0;
    for (int j = 5; j < 20; ++j) {
        const double y = 2 * j + 1, exact = y < 30 ? 12 - 0.25 * (y - 10) : 7;
        worst = fmax(worst, fabs(crest_at(m, 10, j, 0) - exact));
    }
    /* Sums and products of numbers of two digits: some roundings of 12. */
    CHECK_AT_MOST("error of crests, m", worst, 8 * 12 * 0x1p-53);
    CHECK(isinf(crest_at(m, 30, 10, 1))); /* a flat line without crest: is never overtopped */
    CHECK_CONTAINS(log_text, "crests are the heights of its lines, 7 to 12 m");
    model_free(m);
    m = build(CASE "terrain:\n  file: flat.asc\n  walls: {file: levee.geojson, crest: crest_m}\n");
    if (!m)
        return;
    CHECK(crest_at(m, 10, 5, 0) == 1.5 && crest_at(m, 30, 10, 1) == 2.5); /* the case decides */
    model_free(m);
}

static void heights_that_are_none_are_noticed(void)
{
    static const struct {
        const char *z;
        spate_status status;
        const char *words;
    } tries[] = {{"-1e38", SPATE_ERROR_DATA, "which is impossible"},
                 {"0", SPATE_OK, "all heights of its lines are 0 m"}};
    for (int k = 0; k < 2; ++k) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"type\": \"LineString\", \"coordinates\": [[20, 10, %s], [20, 30, 0]]}",
                 tries[k].z);
        write_text("odd.geojson", text);
        model *m = NULL;
        CHECK(try_build(CASE "terrain:\n  file: flat.asc\n  walls: {file: odd.geojson}\n", &m) ==
              tries[k].status);
        CHECK_CONTAINS(tries[k].status == SPATE_OK ? log_text : spate_message(ctx), tries[k].words);
        model_free(m);
    }
}

static void walls_stand_on_faces_and_the_highest_wins(void)
{
    model *m = build(CASE "terrain:\n  file: flat.asc\n  walls:\n"
                          "    - {line: [[20, 10], [20, 30]], crest: 3 m}\n"
                          "    - {line: [[20, 18], [20, 22]], crest: 4 m}\n"
                          "    - {line: [[20, 12], [20, 16]], crest: 2 m}\n"
                          "    - {line: [[40, 60], [60, 60]]}\n");
    if (!m)
        return;
    CHECK(m->crest_count == 10 + 10);
    for (int j = 5; j < 15; ++j)
        CHECK(crest_at(m, 10, j, 0) == (j == 9 || j == 10 ? 4 : 3));
    for (int i = 20; i < 30; ++i)
        CHECK(isinf(crest_at(m, i, 30, 1)));
    model_free(m);
}

static void walls_outside_are_errors_and_half_of_one_is_said(void)
{
    check_refused(CASE
                  "terrain: {file: flat.asc, walls: {line: [[500, 0], [500, 9]], crest: 3 m}}\n",
                  SPATE_ERROR_DATA, "no face inside the grid");
    model *m =
        build(CASE "terrain: {file: flat.asc, walls: {line: [[-50, 20], [20, 20]], crest: 3 m}}\n");
    if (!m)
        return;
    CHECK(m->crest_count == 10);
    CHECK_CONTAINS(log_text, "extends beyond the grid");
    model_free(m);
}

static void crests_come_from_a_column(void)
{
    model *m =
        build(CASE "terrain: {file: flat.asc, walls: {file: walls.geojson, crest: crest_m}}\n");
    if (!m)
        return;
    CHECK(m->crest_count == 10 + 20);
    CHECK(crest_at(m, 10, 7, 0) == 3.5 && crest_at(m, 12, 10, 1) == 2.25);
    model_free(m);
    check_refused(CASE "terrain: {file: flat.asc, walls: {file: walls.geojson, crest: top}}\n",
                  SPATE_ERROR_DATA, "has no column \"top\"; it has crest_m, id");
    check_refused(CASE "terrain: {file: flat.asc, walls: {file: null.geojson, crest: crest_m}}\n",
                  SPATE_ERROR_DATA, "feature 2");
    check_refused(CASE "terrain: {file: flat.asc, walls: {file: house.geojson, crest: 3 m}}\n",
                  SPATE_ERROR_DATA, "is not a line");
}

/* ---- areas ---- */

static double outside_the_house(int i, int j)
{
    return i >= 5 && i < 10 && j >= 5 && j < 8 ? 0 : 1;
}

static void buildings_are_blocked(void)
{
    model *m = build(CASE "terrain: {file: flat.asc, blocked: house.geojson}\n");
    model *list = build(CASE "terrain: {file: flat.asc, blocked: [house.geojson]}\n"
                             "solver: {parts: 2x1}\n");
    if (!m || !list)
        return;
    check_field(m, SPATE_ACTIVE, NX, NY, outside_the_house, 0);
    check_same_field(m, list, SPATE_ACTIVE);
    model_free(m);
    model_free(list);
}

static void outside_a_polygon_is_inactive(void)
{
    model *m = build(CASE "grid: {area: triangle.geojson}\nterrain: {file: flat.asc}\n");
    if (!m)
        return;
    /* From 11 m: the corner moves out to the pixels, to 10 m; up to 71 m. */
    CHECK(m->grid.x0 == 10 && m->grid.y0 == 10 && m->grid.nx == 31 && m->grid.ny == 31);
    double *active = field_of(m, SPATE_ACTIVE);
    for (int n = 0; n < 31 * 31; ++n) {
        const double x = 11 + 2 * (n % 31), y = 11 + 2 * (n / 31);
        if (x > 11 && y > 11 && x + y != 82) /* centres on the edge may be either */
            CHECK(active[n] == (x + y < 82 ? 1 : 0));
    }
    free(active);
    model_free(m);
}

/* ---- roughness ---- */

static void roughness_comes_from_a_raster(void)
{
    model *m = build(FLAT "manning: n.asc\n");
    if (!m)
        return;
    CHECK(m->options.friction == SPATE_FRICTION_MANNING && m->manning.values);
    for (int n = 0; n < NX * NY; ++n)
        CHECK_NEAR(m->manning.values[n], roughness(n % NX, n / NX), 1e-15);
    model_free(m);
    check_refused(FLAT "manning: negative.asc\n", SPATE_ERROR_DATA, "-0.01 at x = 25, y = 7");
    check_refused(FLAT "manning: missing.asc\n", SPATE_ERROR_DATA, "missing.asc");
}

static void roughness_comes_from_classes(void)
{
    model *m = build(FLAT "manning: {classes: cover.asc, table: cover.csv}\n");
    if (!m)
        return;
    for (int n = 0; n < NX * NY; ++n) {
        const double class = cover(n % NX, n / NX);
        CHECK(m->manning.values[n] == (class == 11 ? 0.1 : class == 42 ? 0.05 : 0.013));
    }
    model_free(m);
    check_refused(FLAT "manning: {classes: cover.asc, table: short.csv}\n", SPATE_ERROR_DATA,
                  "no row for class 50, 11");
    check_refused(FLAT "manning: {classes: cover.asc, table: columns.csv}\n", SPATE_ERROR_DATA,
                  "columns class and manning");
}

static void one_number_and_the_default_are_numbers(void)
{
    model *m = build(FLAT "manning: 0.05\n");
    if (!m)
        return;
    CHECK(m->manning_number == 0.05 && m->options.friction_coefficient == 0.05 &&
          !m->manning.values);
    model_free(m);
    m = build(FLAT);
    if (!m)
        return;
    CHECK_CONTAINS(log_text, "manning is not set: 0.035");
    CHECK(m->options.friction_coefficient == 0.035);
    model_free(m);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(walls_stand_on_faces_and_the_highest_wins);
    RUN(walls_outside_are_errors_and_half_of_one_is_said);
    RUN(roughness_comes_from_a_raster);
    RUN(roughness_comes_from_classes);
    RUN(one_number_and_the_default_are_numbers);
    if (have_gdal()) {
        RUN(crests_come_from_a_column);
        RUN(heights_of_a_line_are_its_crest);
        RUN(heights_that_are_none_are_noticed);
        RUN(buildings_are_blocked);
        RUN(outside_a_polygon_is_inactive);
    } else {
        printf("left out, for want of GDAL: walls, buildings and areas from files\n");
    }
    return fixture_close();
}
