/* Polygons over the cells: roughness inside them, and what buildings leave out. Needs GDAL. */
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

static double cover(int i, int j)
{
    return i < 20 ? 11 : j < 20 ? 42 : 50;
}

#define FLAT CASE "terrain: {file: flat.asc}\n"
#define N_FEATURE(n, x0, y0, x1, y1)                                                               \
    "{\"type\": \"Feature\", \"properties\": {\"n\": " n "}, \"geometry\": {\"type\": "            \
    "\"Polygon\", \"coordinates\": [[[" x0 ", " y0 "], [" x1 ", " y0 "], [" x1 ", " y1 "], [" x0   \
    ", " y1 "], [" x0 ", " y0 "]]]}}"
#define LAND(features) "{\"type\": \"FeatureCollection\", \"features\": [" features "]}\n"

/* Overlapping squares of 0.1 and 0.2 from a file, then a strip of 0.04 drawn by hand. */
static double of_polygons(double base, int i, int j)
{
    const double x = 2 * i + 1, y = 2 * j + 1;
    const int first = x < 40 && y<40, second = x> 20 && x < 60 && y > 20 && y < 60;
    return y > 30 && y < 36 ? 0.04 : second ? 0.2 : first ? 0.1 : base;
}

static void polygons_give_manning_in_their_order(void)
{
    write_asc("n.asc", NX, NY, 0, 0, 2, roughness);
    write_asc("cover.asc", NX, NY, 0, 0, 2, cover);
    write_text("cover.csv", "class,manning\n11,0.1\n42,0.05\n50,0.013\n");
    write_text("land.geojson", LAND(N_FEATURE("0.1", "-10", "-10", "40",
                                              "40") "," N_FEATURE("0.2", "20", "20", "60", "60")));
    write_text("rough.geojson", LAND(N_FEATURE("30", "0", "0", "40", "40")));
#define LAND_AND_STRIP                                                                             \
    "polygons: [{within: land.geojson, manning: n}, "                                              \
    "{within: [[-5, 30], [500, 30], [500, 36], [-5, 36]], manning: 0.04}]}\n"
    model *number = build(FLAT "manning: {value: 0.03, " LAND_AND_STRIP);
    model *on_raster =
        build(FLAT "manning: {file: n.asc, " LAND_AND_STRIP "solver: {parts: 2x2}\n");
    model *classes = build(FLAT "manning: {classes: cover.asc, table: cover.csv, " LAND_AND_STRIP);
    for (int n = 0; number && on_raster && classes && n < NX * NY; ++n) {
        const int i = n % NX, j = n / NX;
        const double class = cover(i, j), base = class == 11 ? 0.1 : class == 42 ? 0.05 : 0.013;
        CHECK(number->manning.values[n] == of_polygons(0.03, i, j));
        CHECK_NEAR(on_raster->manning.values[n], of_polygons(roughness(i, j), i, j), 1e-15);
        CHECK(classes->manning.values[n] == of_polygons(base, i, j));
    }
    model_free(number);
    model_free(on_raster);
    model_free(classes);
    check_refused(FLAT "manning: {value: 0.03, polygons: [{within: land.geojson, manning: k}]}\n",
                  SPATE_ERROR_DATA, "has no column \"k\"; it has n");
    check_refused(FLAT "manning: {value: 0.03, polygons: [{within: rough.geojson, manning: n}]}\n",
                  SPATE_ERROR_DATA, "rough.geojson, feature 1: n is \"30");
    check_refused(FLAT "manning: {value: 0.03, polygons: [{within: [[0, 0], [9, 0], [9, 9]], "
                       "manning: n}]}\n",
                  SPATE_ERROR_ARGUMENT, "a column needs a file");
    check_refused(FLAT "manning: {polygons: [{within: land.geojson, manning: n}]}\n",
                  SPATE_ERROR_ARGUMENT, "one of these keys is needed: value, file, classes");
}

/* 5 x 3 cells of 2 m: centres 11 ... 19 and 11 ... 15. */
static void blocked_cells_and_roofs_are_reported(void)
{
    write_text("house.geojson",
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": \"Polygon\", "
               "\"coordinates\": [[[10, 10], [20, 10], [20, 16], [10, 16], [10, 10]]]}}]}\n");
    write_text("post.geojson", /* between two cell centres */
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": \"Polygon\", "
               "\"coordinates\": [[[11.5, 11.5], [12.5, 11.5], [12.5, 12.5], [11.5, 11.5]]]}}]}\n");
    model *m = build(CASE "terrain: {file: flat.asc, blocked: house.geojson}\n");
    CHECK(m->blocked == 15);
    CHECK(strstr(log_text, "roofs") == NULL && strstr(log_text, "blocks no cell") == NULL);
    model_free(m);
    m = build(CASE "terrain: {file: flat.asc, blocked: house.geojson}\nrain: 20 mm/h\n");
    CHECK_CONTAINS(log_text, "rain: no rain falls on the 15 blocked cells (60 m2 of roofs)");
    model_free(m);
    m = build(CASE "terrain: {file: flat.asc, blocked: post.geojson}\nrain: 20 mm/h\n");
    CHECK(m->blocked == 0);
    CHECK_CONTAINS(log_text, "terrain.blocked: blocks no cell");
    CHECK(strstr(log_text, "roofs") == NULL);
    model_free(m);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    if (!have_gdal()) {
        printf("skipped: no GDAL\n");
        return 77;
    }
    write_asc("flat.asc", NX, NY, 0, 0, 2, flat);
    RUN(polygons_give_manning_in_their_order);
    RUN(blocked_cells_and_roofs_are_reported);
    return fixture_close();
}
