/* The coordinate system of a run is in metres. Skipped without GDAL. */
#include "model_fixture.h"

enum { NX = 40, NY = 24 };

static double plane(int i, int j)
{
    return 0.5 * i + 0.25 * j;
}

static void write_tif(const char *name, const char *crs, double x0, double y0, double cell)
{
    static float values[NX * NY];
    for (int n = 0; n < NX * NY; ++n)
        values[n] = (float)plane(n % NX, n / NX);
    const raster_output what = {
        .grid = {.x0 = x0, .y0 = y0, .dx = cell, .dy = cell, .nx = NX, .ny = NY, .crs = crs},
        .description = "bed",
        .unit = "m"};
    if (!CHECK(raster_write(ctx, in_folder(name), &what, values) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
}

static void make_data(void)
{
    write_tif("british.tif", "EPSG:27700", 293000, 94000, 5);
    write_tif("degrees.tif", "EPSG:4326", 9, 54, 1.0 / 3600);
    write_tif("feet.tif", "EPSG:2263", 980000, 200000, 10);
    write_asc("unnamed.asc", NX, NY, 293000, 94000, 5, plane);
}

static void the_first_layer_gives_the_system(void)
{
    model *m = build(CASE "terrain: {file: british.tif}\n");
    if (!m)
        return;
    CHECK(strcmp(m->grid.crs, "EPSG:27700") == 0);
    CHECK(m->grid.x0 == 293000 && m->grid.dx == 5);
    check_field(m, SPATE_BED, NX, NY, plane, 0); /* multiples of 1/4 are on the lattice */
    model_free(m);
}

static void degrees_are_refused_with_the_lines_to_add(void)
{
    check_refused(CASE "terrain: {file: degrees.tif}\n", SPATE_ERROR_DATA, "is in degrees");
    CHECK(spate_exit_code(SPATE_ERROR_DATA) == 3);
    CHECK_CONTAINS(spate_message(ctx), "grid:\n  crs: EPSG:32632  # UTM zone of the data");
    /* One second of arc at 54 degrees north: 30.9 m by 18.2 m. */
    CHECK_CONTAINS(spate_message(ctx), "resolution: 24 m");
    check_refused(CASE "terrain: {layers: [{file: unnamed.asc}, {file: degrees.tif}]}\n",
                  SPATE_ERROR_DATA, "is in degrees");
}

static void degrees_run_once_the_lines_are_there(void)
{
    model *m = build(CASE "grid: {crs: EPSG:32632, resolution: 24 m}\n"
                          "terrain: {file: degrees.tif}\n");
    if (!m)
        return;
    /* 40 x 24 seconds of arc at the central meridian of the zone: 728 m by 742 m. */
    CHECK(m->grid.nx >= 30 && m->grid.nx <= 32 && m->grid.ny >= 30 && m->grid.ny <= 32);
    CHECK_AT_MOST("west of the central meridian", fabs(m->grid.x0 - 500000), 30);
    double *bed = field_of(m, SPATE_BED), *active = field_of(m, SPATE_ACTIVE);
    for (int64_t n = 0; n < m->grid.nx * m->grid.ny; ++n)
        CHECK(active[n] == 0 || (bed[n] >= 0 && bed[n] <= plane(NX - 1, NY - 1)));
    free(bed);
    free(active);
    model_free(m);
    check_refused(CASE "grid: {crs: EPSG:32632}\nterrain: {file: degrees.tif}\n",
                  SPATE_ERROR_ARGUMENT, "add grid: {resolution:");
}

static void systems_that_do_not_count_metres_are_refused(void)
{
    check_refused(CASE "grid: {crs: EPSG:4326}\nterrain: {file: british.tif}\n",
                  SPATE_ERROR_ARGUMENT, "is in degrees");
    check_refused(CASE "grid: {crs: EPSG:2263}\nterrain: {file: british.tif}\n",
                  SPATE_ERROR_ARGUMENT, "has units of 0.3048");
    check_refused(CASE "grid: {crs: nonsense}\nterrain: {file: british.tif}\n",
                  SPATE_ERROR_ARGUMENT, "nonsense");
}

static void feet_become_metres(void)
{
    const double foot = 1200.0 / 3937; /* US survey foot, the unit of EPSG:2263 */
    model *m = build(CASE "terrain: {file: feet.tif}\n");
    if (!m)
        return;
    CHECK_CONTAINS(log_text, "0.3048");
    CHECK_NEAR(m->grid.x0, 980000 * foot, 1e-3);
    CHECK_NEAR(m->grid.y0, 200000 * foot, 1e-3);
    CHECK_NEAR(m->grid.dx, 10 * foot, 1e-9);
    /* Corners agree to a millimetre, a slope of 0.5 per 3 m makes less than that. */
    check_field(m, SPATE_BED, NX, NY, plane, 1e-3);
    crs_info info;
    CHECK(crs_describe(ctx, m->grid.crs, &info) == SPATE_OK && !info.geographic);
    CHECK_NEAR(info.metres, 1, 1e-12);
    model_free(m);
}

static void a_layer_without_a_system_takes_that_of_the_run(void)
{
    model *m = build(CASE "grid: {crs: EPSG:27700}\nterrain: {file: unnamed.asc}\n");
    if (!m)
        return;
    CHECK(strcmp(m->grid.crs, "EPSG:27700") == 0 && m->grid.x0 == 293000);
    CHECK_CONTAINS(log_text, "has no coordinate system");
    model_free(m);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    if (!have_gdal()) {
        printf("skipped: %s\n", spate_message(ctx));
        fixture_close();
        return 77;
    }
    make_data();
    RUN(the_first_layer_gives_the_system);
    RUN(degrees_are_refused_with_the_lines_to_add);
    RUN(degrees_run_once_the_lines_are_there);
    RUN(systems_that_do_not_count_metres_are_refused);
    RUN(feet_become_metres);
    RUN(a_layer_without_a_system_takes_that_of_the_run);
    return fixture_close();
}
