/* Gauges and sections of a case file: their positions, the sign of flow, what is refused. */
#include "model/forcing/forcing.h"
#include "model_fixture.h"

/* 40 x 30 cells of 10 m at (1000, 2000), flat; no data in the north-east corner. */
enum { NX = 40, NY = 30 };

static double flat(int i, int j)
{
    return i >= 30 && j >= 20 ? NAN : 0;
}

#define TERRAIN CASE "terrain: {file: flat.asc}\n"

static void make_data(void)
{
    write_asc("flat.asc", NX, NY, 1000, 2000, 10, flat);
    write_text("points.geojson",
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {\"id\": \"P1\"}, \"geometry\": "
               "{\"type\": \"Point\", \"coordinates\": [1005, 2005]}},"
               "{\"type\": \"Feature\", \"properties\": {\"id\": \"P2\"}, \"geometry\": "
               "{\"type\": \"Point\", \"coordinates\": [1399, 2199]}}]}");
    write_text("lines.geojson",
               "{\"type\": \"FeatureCollection\", \"features\": ["
               "{\"type\": \"Feature\", \"properties\": {\"id\": \"upper\"}, \"geometry\": "
               "{\"type\": \"LineString\", \"coordinates\": [[1100, 2050], [1100, 2150]]}},"
               "{\"type\": \"Feature\", \"properties\": {\"id\": \"lower\"}, \"geometry\": "
               "{\"type\": \"LineString\", \"coordinates\": [[1200, 2050], [1200, 2100]]}}]}");
}

static void a_gauge_has_the_cell_that_holds_it(void)
{
    model *m = build(TERRAIN "gauges:\n  - {name: a, at: [1000, 2000]}\n"
                             "  - {name: b, at: [1234.5, 2099.9]}\n");
    if (!m)
        return;
    CHECK(m->gauge_count == 2 && strcmp(m->gauges[1].name, "b") == 0);
    CHECK(m->gauges[0].i == 0 && m->gauges[0].j == 0);
    CHECK(m->gauges[1].i == 23 && m->gauges[1].j == 9);
    model_free(m);
}

static void gauges_without_a_cell_are_refused(void)
{
    check_refused(TERRAIN "gauges:\n  - {name: off, at: [999, 2100]}\n", SPATE_ERROR_ARGUMENT,
                  "x 1000 to 1400, y 2000 to 2300");
    CHECK_CONTAINS(spate_message(ctx), "case.yaml:5:");
    check_refused(TERRAIN "gauges:\n  - {name: hole, at: [1350, 2250]}\n", SPATE_ERROR_ARGUMENT,
                  "without flow");
    check_refused(TERRAIN
                  "gauges:\n  - {name: a, at: [1350, 2050]}\n  - {name: a, at: [1350, 2060]}\n",
                  SPATE_ERROR_ARGUMENT, "a");
}

static void gauges_and_sections_come_from_files(void)
{
    if (!have_gdal()) {
        printf("  skipped: no GDAL\n");
        return;
    }
    model *m = build(TERRAIN "gauges:\n  - {file: points.geojson, name: id}\n"
                             "sections:\n  - {file: lines.geojson, name: id}\n");
    if (m) {
        CHECK(m->gauge_count == 2 && strcmp(m->gauges[1].name, "P2") == 0);
        CHECK(m->gauges[1].i == 39 && m->gauges[1].j == 19);
        CHECK(m->section_count == 2 && m->sections[0].count == 10 && m->sections[1].count == 5);
        CHECK(m->input_count == 3);
    }
    model_free(m);
    check_refused(TERRAIN "gauges:\n  - {file: points.geojson, name: label}\n", SPATE_ERROR_DATA,
                  "no column \"label\"; it has id");
    check_refused(TERRAIN "gauges:\n  - {file: lines.geojson, name: id}\n", SPATE_ERROR_DATA,
                  "not a point");
}

static void a_section_outside_is_refused(void)
{
    check_refused(TERRAIN "sections:\n  - {name: far, line: [[3000, 2000], [3000, 2100]]}\n",
                  SPATE_ERROR_ARGUMENT, "case.yaml:5:");
    CHECK_CONTAINS(spate_message(ctx), "far");
}

/* Water released in one half of the grid flows to the other. The banks are those of someone who
 * looks along the flow. */
static double volume_through(const char *water, const char *line)
{
    char text[512];
    snprintf(text, sizeof text,
             TERRAIN "initial:\n  - {depth: 1 m, within: %s}\n"
                     "sections:\n  - {name: s, line: %s}\n",
             water, line);
    model *m = build(text);
    double volume = NAN;
    if (m) {
        CHECK(spate_advance(m->sim, 10) == SPATE_OK);
        CHECK(spate_get_section(m->sim, 0, &volume) == SPATE_OK);
        printf("  %.1f m3 through %s\n", volume, line);
    }
    model_free(m);
    return volume;
}

#define SOUTH "[[990, 1990], [1410, 1990], [1410, 2100], [990, 2100]]"
#define WEST "[[990, 1990], [1100, 1990], [1100, 2310], [990, 2310]]"

static void flow_is_positive_from_left_to_right_bank(void)
{
    /* To the north: left bank in the west. */
    const double north = volume_through(SOUTH, "[[1000, 2100], [1400, 2100]]");
    CHECK(north > 0);
    CHECK(volume_through(SOUTH, "[[1400, 2100], [1000, 2100]]") == -north);
    /* To the east: left bank in the north. */
    const double east = volume_through(WEST, "[[1100, 2300], [1100, 2000]]");
    CHECK(east > 0);
    CHECK(volume_through(WEST, "[[1100, 2000], [1100, 2300]]") == -east);
    /* All that went is what is there: a diagonal that cuts off the same corner sees no less. */
    const double bent =
        volume_through(WEST, "[[1100, 2300], [1100, 2150], [1120, 2150], [1120, 2000]]");
    CHECK(bent > 0 && bent < east);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(a_gauge_has_the_cell_that_holds_it);
    RUN(gauges_without_a_cell_are_refused);
    RUN(gauges_and_sections_come_from_files);
    RUN(a_section_outside_is_refused);
    RUN(flow_is_positive_from_left_to_right_bank);
    return fixture_close();
}
