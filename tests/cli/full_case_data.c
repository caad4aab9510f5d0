/* Synthetic data for tests/data/full_case.yaml: an estuary of 4 x 4 km with a river, a polder
 * behind a dike and some houses. Usage: full_case_data FOLDER. Writes FOLDER/data and
 * FOLDER/warmup.yaml; 77 where GDAL is missing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/raster.h"
#include "io/vector.h"

static const double west = 290000, south = 90000, size = 4000; /* m, British National Grid */
static const char *const crs = "EPSG:27700";
static const char *folder;
static spate_context *ctx;

static const char *in_data(const char *name)
{
    static char whole[4096];
    snprintf(whole, sizeof whole, "%s/data/%s", folder, name);
    return whole;
}

static int failed(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, spate_message(ctx));
    return 1;
}

/* ---- the ground ---- */

static const double river[][2] = {{293175, 94100},
                                  {292735, 92915},
                                  {292140, 92010},
                                  {290000, 91900}};

static double distance_to_river(double x, double y)
{
    double nearest = INFINITY;
    for (int k = 0; k < 3; ++k) {
        const double dx = river[k + 1][0] - river[k][0], dy = river[k + 1][1] - river[k][1];
        double s = ((x - river[k][0]) * dx + (y - river[k][1]) * dy) / (dx * dx + dy * dy);
        s = fmin(fmax(s, 0), 1);
        nearest = fmin(nearest, hypot(x - river[k][0] - s * dx, y - river[k][1] - s * dy));
    }
    return nearest;
}

static int in_polder(double x, double y)
{
    return x > 291200 && x < 291900 && y > 90600 && y < 91400;
}

/* m above ordnance datum: rises from the sea in the west, and to a ridge in the south. */
static double ground(double x, double y)
{
    if (in_polder(x, y))
        return -1.2;
    const double plain = -5 + 9 * (x - west) / size + 8 * fmax(0, (south + 600 - y) / 600);
    const double channel = 3 * fmax(0, 1 - distance_to_river(x, y) / 120);
    const double brook = x > 290450 && x < 290660 && y < 90400 ? 0.8 : 0;
    return plain - channel - brook;
}

static double chart(double x, double y)
{
    return ground(x, y) + 2.63;
}

/* Boats hide the ground from the laser scan. */
static double laser(double x, double y)
{
    return x < 291000 ? NAN : ground(x, y) + 0.02 * sin(x / 30) * sin(y / 40);
}

static double roughness(double x, double y)
{
    return distance_to_river(x, y) < 120 || ground(x, y) < 0 ? 0.025 : 0.05;
}

static double soil(double x, double y)
{
    (void)y;
    return 2 + 4 * (x - west) / size;
}

static int write_raster(const char *name, double cell, double (*value)(double, double),
                        const char *unit)
{
    const long long n = (long long)(size / cell);
    float *values = malloc((size_t)(n * n) * sizeof *values);
    if (!values)
        return 1;
    for (long long j = 0; j < n; ++j)
        for (long long i = 0; i < n; ++i)
            values[j * n + i] =
                (float)value(west + ((double)i + 0.5) * cell, south + ((double)j + 0.5) * cell);
    const raster_output what = {
        .grid = {.x0 = west, .y0 = south, .dx = cell, .dy = cell, .nx = n, .ny = n, .crs = crs},
        .description = name,
        .unit = unit};
    const spate_status status = raster_write(ctx, in_data(name), &what, values);
    free(values);
    return status == SPATE_OK ? 0 : failed(name);
}

/* ---- lines and polygons ---- */

/* Two features of one column, each of a path of five points. */
static int write_pair(const char *name, shape_kind kind, const char *column, point paths[2][5],
                      const char *const values[2])
{
    char *names[1] = {strdup(column)}, *texts[2] = {strdup(values[0]), strdup(values[1])};
    path lines[2] = {{5, paths[0], NULL}, {5, paths[1], NULL}};
    feature features[2];
    for (int k = 0; k < 2; ++k)
        features[k] =
            (feature){.shape = {.kind = kind, .count = 1, .paths = &lines[k]}, .values = &texts[k]};
    const vector_layer layer = {.count = 2,
                                .features = features,
                                .columns = 1,
                                .column_names = names};
    const vector_output out = {.layer = "features", .features = &layer};
    const spate_status status = vector_write(ctx, in_data(name), crs, &out, 1);
    free(names[0]);
    free(texts[0]);
    free(texts[1]);
    return status == SPATE_OK ? 0 : failed(name);
}

static int write_defences(void)
{
    point around[5] = {
        {291200, 90600}, {291900, 90600}, {291900, 91400}, {291200, 91400}, {291200, 90600}};
    point quay[5] = {
        {292000, 92150}, {292100, 92150}, {292200, 92200}, {292300, 92300}, {292400, 92450}};
    point both[2][5];
    memcpy(both[0], around, sizeof around);
    memcpy(both[1], quay, sizeof quay);
    return write_pair("defences.gpkg", SHAPE_LINE, "crest_m", both, (const char *[]){"3.2", "2.5"});
}

static int write_buildings(void)
{
    point both[2][5] = {
        {{292500, 92000}, {292700, 92000}, {292700, 92150}, {292500, 92150}, {292500, 92000}},
        {{293300, 92500}, {293450, 92500}, {293450, 92700}, {293300, 92700}, {293300, 92500}}};
    return write_pair("buildings.gpkg", SHAPE_POLYGON, "id", both,
                      (const char *[]){"hall", "mill"});
}

#define BRITISH                                                                                    \
    "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"urn:ogc:def:crs:EPSG::27700\"}}"

static int write_text(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    if (!f)
        return 1;
    fputs(text, f);
    return fclose(f) != 0;
}

static int write_geojson(const char *name, const char *kind, const char *coordinates)
{
    char text[2048];
    snprintf(text, sizeof text,
             "{\"type\": \"FeatureCollection\", " BRITISH
             ", \"features\": [{\"type\": \"Feature\", "
             "\"properties\": {}, \"geometry\": {\"type\": \"%s\", \"coordinates\": %s}}]}\n",
             kind, coordinates);
    return write_text(in_data(name), text);
}

static int write_shapes(void)
{
    int bad = write_defences() + write_buildings();
    /* The north-west corner is cut off: outside is inactive. */
    bad += write_geojson("study_area.geojson", "Polygon",
                         "[[[290000, 90000], [294000, 90000], [294000, 94000], [291000, 94000], "
                         "[290000, 93000], [290000, 90000]]]");
    bad += write_geojson("river.geojson", "Polygon",
                         "[[[293000, 94000], [293400, 94000], [292900, 92800], [292300, 91900], "
                         "[292000, 92100], [292500, 92900], [293000, 94000]]]");
    bad += write_geojson("sea.geojson", "LineString", "[[290000, 90800], [290000, 92900]]");
    bad += write_text(in_data("loggers.geojson"),
                      "{\"type\": \"FeatureCollection\", " BRITISH ", \"features\": ["
                      "{\"type\": \"Feature\", \"properties\": {\"id\": \"L1\"}, \"geometry\": "
                      "{\"type\": \"Point\", \"coordinates\": [292735, 92915]}},"
                      "{\"type\": \"Feature\", \"properties\": {\"id\": \"L2\"}, \"geometry\": "
                      "{\"type\": \"Point\", \"coordinates\": [291500, 91000]}}]}\n");
    return bad;
}

/* ---- series ---- */

static int write_series(const char *name, const char *header, double every, double (*value)(double))
{
    FILE *f = fopen(in_data(name), "w");
    if (!f)
        return 1;
    fprintf(f, "%s\n", header);
    for (double h = 0; h <= 60; h += every)
        fprintf(f, "2024-01-%02dT%02d:%02dZ,%.4f\n", 2 + (int)h / 24, (int)h % 24,
                (int)(60 * fmod(h, 1)), value(h));
    return fclose(f) != 0;
}

static double discharge(double h)
{
    return 40 + 160 * exp(-pow((h - 20) / 8, 2));
}

/* The case lowers it by 0.12 m, to -0.42 m at the start. */
static double tide(double h)
{
    return 1.9 * sin(6.283185307179586 * h / 12.42) - 0.3;
}

static double rain(double h)
{
    return h < 6 ? 12 : 0.5;
}

static double quay(double h)
{
    return 0.9 * tide(h - 0.2);
}

static int write_all_series(void)
{
    return write_series("river.csv", "time,discharge [m3/s]", 1, discharge) +
           write_series("tide.csv", "time,exmouth [m]", 0.25, tide) +
           write_series("rain.csv", "time,rain [mm/h]", 1, rain) +
           write_series("quay_level.csv", "time,level [m]", 0.5, quay);
}

/* A run whose last state is the initial state of the case: the river flows. */
static int write_warmup(void)
{
    char name[4096];
    snprintf(name, sizeof name, "%s/warmup.yaml", folder);
    return write_text(name,
                      "spate: 1\n"
                      "time: {start: 2024-01-01T23:00Z, end: 1 h}\n"
                      "grid: {crs: EPSG:27700, resolution: 50 m, area: data/study_area.geojson}\n"
                      "terrain:\n"
                      "  layers:\n"
                      "    - {file: data/bathymetry_20m.tif, offset: -2.63 m}\n"
                      "initial:\n"
                      "  - {level: -0.42 m}\n"
                      "boundaries:\n"
                      "  - {name: river, line: [[293110, 94020], [293240, 93965]], discharge: "
                      "40 m3/s, slope: 0.0008}\n"
                      "  - {name: sea, line: data/sea.geojson, level: -0.42 m}\n");
}

int main(int argc, char **argv)
{
    if (argc != 2 || spate_context_create(&ctx) != SPATE_OK)
        return 2;
    crs_info known;
    if (crs_describe(ctx, crs, &known) != SPATE_OK) {
        printf("skipped: %s\n", spate_message(ctx));
        spate_context_destroy(ctx);
        return 77;
    }
    folder = argv[1];
    mkdir(folder, 0777);
    mkdir(in_data(""), 0777);
    const int bad = write_raster("bathymetry_20m.tif", 20, chart, "m") +
                    write_raster("lidar_dtm_2m.tif", 10, laser, "m") +
                    write_raster("manning.tif", 20, roughness, "s m-1/3") +
                    write_raster("soil.tif", 50, soil, "mm/h") + write_shapes() +
                    write_all_series() + write_warmup();
    spate_context_destroy(ctx);
    return bad != 0;
}
