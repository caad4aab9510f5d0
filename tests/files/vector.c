/* Claims about points, lines and polygons in files. */
#include "io/vector.h"

#include "check.h"
#include "io/gdal_plugin.h"
#include "scratch.h"

static spate_context *ctx;

#define COLLECTION(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"
#define FEATURE(properties, geometry)                                                              \
    "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":" geometry "}"
#define POINT_AT(x, y) "{\"type\":\"Point\",\"coordinates\":[" #x "," #y "]}"

static void attributes_are_text(void)
{
    const char *file =
        scratch_file("gauges.geojson",
                     COLLECTION(FEATURE("\"id\":\"quay\",\"n\":3,\"z\":1.25,\"none\":null",
                                        POINT_AT(100, 20)) "," FEATURE("\"id\":\"br\xc3\xbc"
                                                                       "cke\",\"n\":4,\"z\":-2",
                                                                       POINT_AT(101, 21))));
    vector_layer *v;
    char names[64];
    CHECK(vector_read(ctx, file, NULL, "", &v) == SPATE_OK);
    CHECK(v->count == 2 && v->columns == 4);
    CHECK(strcmp(vector_columns_text(v, names, sizeof names), "id, n, z, none") == 0);
    CHECK(vector_column(v, "z") == 2 && vector_column(v, "Z") == 2 && vector_column(v, "y") == -1);
    CHECK(strcmp(v->features[0].values[0], "quay") == 0);
    CHECK(strcmp(v->features[1].values[0], "br\xc3\xbc"
                                           "cke") == 0);
    CHECK(strcmp(v->features[0].values[2], "1.25") == 0 &&
          strcmp(v->features[0].values[1], "3") == 0);
    CHECK(strcmp(v->features[0].values[3], "") == 0);
    const shape *s = &v->features[1].shape;
    CHECK(s->kind == SHAPE_POINT && s->count == 1 && s->paths[0].points[0].x == 101);
    vector_free(v);
}

static void collections_and_holes_are_flattened(void)
{
    const char *file = scratch_file(
        "mixed.geojson",
        COLLECTION(
            FEATURE("\"a\":1",
                    "{\"type\":\"GeometryCollection\",\"geometries\":["
                    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,9],[0,0]],"
                    "[[3,3],[6,3],[6,6],[3,6],[3,3]]]},"
                    "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[20,0],[29,0],[29,9],[20,0]]]]},"
                    "{\"type\":\"MultiPoint\",\"coordinates\":[[1,1],[2,2]]},"
                    "{\"type\":\"Point\",\"coordinates\":[3,3]},"
                    "{\"type\":\"MultiLineString\",\"coordinates\":[[[0,0],[1,1]],[[2,2],[3,3],"
                    "[4,4]]]}]}")));
    vector_layer *v;
    CHECK(vector_read(ctx, file, NULL, "", &v) == SPATE_OK);
    CHECK(v->count == 3);
    CHECK(v->features[0].shape.kind == SHAPE_POINT && v->features[0].shape.paths[0].count == 3);
    CHECK(v->features[1].shape.kind == SHAPE_LINE && v->features[1].shape.count == 2);
    const shape *p = &v->features[2].shape;
    CHECK(p->kind == SHAPE_POLYGON && p->count == 3);
    CHECK(shape_contains(p, 1, 1) && !shape_contains(p, 4, 4) && shape_contains(p, 28, 2));
    for (int n = 0; n < 3; ++n)
        CHECK(strcmp(v->features[n].values[0], "1") == 0);
    vector_free(v);
}

/* 9 degrees east is the middle of UTM 32: 500 km. Northing of 48 degrees: 0.9996 * 5318427.5955 m,
 * the meridian from the equator (Helmert's series, as in files/raster.c). */
static void degrees_come_to_the_run(void)
{
    const char *file = scratch_file("point.geojson", COLLECTION(FEATURE("", POINT_AT(9, 48))));
    vector_layer *v;
    CHECK(vector_read(ctx, file, NULL, "EPSG:32632", &v) == SPATE_OK);
    const point p = v->features[0].shape.paths[0].points[0];
    CHECK_NEAR(p.x, 500000, 1e-3);
    CHECK_NEAR(p.y, 0.9996 * 5318427.5955, 1e-3);
    vector_free(v);
    CHECK(vector_read(ctx, file, NULL, "", &v) == SPATE_OK); /* a run without CRS: as it is */
    CHECK(v->features[0].shape.paths[0].points[0].x == 9);
    vector_free(v);
    CHECK(*scratch_log == '\0');
    const char *metres =
        scratch_file("metres.geojson", COLLECTION(FEATURE("", POINT_AT(500100, 5316000))));
    CHECK(vector_read(ctx, metres, NULL, "EPSG:32632", &v) == SPATE_OK);
    CHECK(v->features[0].shape.paths[0].points[0].x == 500100);
    CHECK_CONTAINS(scratch_log, "not degrees; they are assumed to be in EPSG:32632");
    vector_free(v);
}

static void curves_become_lines(void)
{
    const char *file = scratch_file("arc.csv", "id,WKT\n1,\"CIRCULARSTRING(0 0,1 1,2 0)\"\n");
    vector_layer *v;
    CHECK(vector_read(ctx, file, NULL, "EPSG:32632", &v) == SPATE_OK); /* no CRS: not transformed */
    const path *arc = &v->features[0].shape.paths[0];
    CHECK(v->features[0].shape.kind == SHAPE_LINE && arc->count > 10);
    for (int n = 0; n < arc->count; ++n)
        CHECK_NEAR(hypot(arc->points[n].x - 1, arc->points[n].y), 1, 1e-12);
    vector_free(v);
}

/* EPSG:6360 has heights in US survey feet. */
static void heights_of_lines_are_metres(void)
{
    scratch_file("levee.csv", "id,WKT\n1,\"LINESTRING Z (1 1 10,2 2 20)\"\n");
    const char *feet =
        scratch_file("feet.vrt", "<OGRVRTDataSource><OGRVRTLayer name=\"levee\"><SrcDataSource "
                                 "relativeToVRT=\"1\">levee.csv</SrcDataSource><LayerSRS>"
                                 "EPSG:32632+6360</LayerSRS></OGRVRTLayer></OGRVRTDataSource>");
    const char *files[] = {scratch("levee.csv"), feet};
    const double units[] = {1, 1200.0 / 3937};
    for (int n = 0; n < 2; ++n) {
        vector_layer *v;
        if (!CHECK(vector_read(ctx, files[n], NULL, "EPSG:32632", &v) == SPATE_OK))
            continue;
        const path *line = &v->features[0].shape.paths[0];
        CHECK(line->z != NULL);
        for (int k = 0; line->z && k < 2; ++k) /* one product, and the unit as GDAL has it */
            CHECK_NEAR(line->z[k], 10 * (k + 1) * units[n], 20 * 0x1p-50);
        vector_free(v);
    }
}

static void wrong_files_are_refused(void)
{
    vector_layer *v;
    static const struct {
        const char *name, *text, *layer, *crs, *message;
    } wrong[] = {
        {"empty.geojson", "", NULL, "", "empty.geojson: "},
        {"none.geojson", COLLECTION(""), NULL, "", "no features"},
        {"null.geojson", COLLECTION(FEATURE("", "null")), NULL, "", "feature 0 has no geometry"},
        {"broken.geojson", "{\"type\":\"FeatureCollection\",\"features\":[", NULL, "",
         "broken.geojson: "},
        {"text.gpkg", "hello", NULL, "", "text.gpkg: "},
        {"layer.geojson", COLLECTION(FEATURE("", POINT_AT(9, 48))), "walls", "",
         "no layer walls, only layer"},
        {"crs.geojson", COLLECTION(FEATURE("", POINT_AT(9, 48))), NULL, "EPSG:99999",
         "crs.geojson: "},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; ++n) {
        const char *file = scratch_file(wrong[n].name, wrong[n].text);
        CHECK(vector_read(ctx, file, wrong[n].layer, wrong[n].crs, &v) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), wrong[n].message);
    }
    CHECK(vector_read(ctx, scratch("absent.gpkg"), NULL, "", &v) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "No such file");
}

static void geopackages_read_back(void)
{
    point at[] = {{500000, 5300000}},
          bent[] = {{500000, 5300000}, {500010, 5300000}, {500010, 5300020}};
    point outer[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}}, hole[] = {{3, 3}, {6, 3}, {6, 6}, {3, 6}};
    point island[] = {{4, 4}, {5, 4}, {5, 5}, {4, 5}};
    path one = {1, at, NULL}, line = {3, bent, NULL},
         rings[] = {{4, island, NULL}, {4, hole, NULL}, {4, outer, NULL}};
    char name[] = "quay", z[] = "1.25", empty[] = "", fid[] = "fid", level[] = "level";
    char *values[] = {name, z}, *blank[] = {empty, empty}, *columns[] = {fid, level};
    feature points[] = {{{SHAPE_POINT, 1, &one}, values}, {{SHAPE_POINT, 1, &one}, blank}};
    feature lines[] = {{{SHAPE_LINE, 1, &line}, values}};
    feature areas[] = {{{SHAPE_POLYGON, 3, rings}, values}};
    const vector_layer layers[] = {{2, points, 2, columns},
                                   {1, lines, 2, columns},
                                   {1, areas, 2, columns},
                                   {0, NULL, 2, columns}};
    const vector_output what[] = {{"gauges", &layers[0]},
                                  {"walls", &layers[1]},
                                  {"areas", &layers[2]},
                                  {"nothing", &layers[3]}};
    const char *file = scratch("model.gpkg");
    for (int again = 0; again < 2; ++again) /* over itself */
        if (!CHECK(vector_write(ctx, file, "EPSG:32632", what, 4) == SPATE_OK))
            printf("  %s\n", spate_message(ctx));
    CHECK(access(scratch("model.gpkg.part.gpkg"), F_OK) != 0);

    vector_layer *v;
    CHECK(vector_read(ctx, file, NULL, "EPSG:32632", &v) == SPATE_OK);
    CHECK(v->count == 2 && v->columns == 2 && vector_column(v, "fid") == 0);
    CHECK(strcmp(v->features[0].values[0], "quay") == 0);
    CHECK(strcmp(v->features[0].values[1], "1.25") == 0 && !*v->features[1].values[1]);
    CHECK(v->features[0].shape.paths[0].points[0].y == 5300000);
    vector_free(v);
    CHECK(vector_read(ctx, file, "walls", "EPSG:32632", &v) == SPATE_OK);
    CHECK(v->features[0].shape.kind == SHAPE_LINE && v->features[0].shape.paths[0].count == 3);
    vector_free(v);
    CHECK(vector_read(ctx, file, "areas", "EPSG:32632", &v) == SPATE_OK);
    const shape *s = &v->features[0].shape;
    CHECK(s->count == 3 && shape_contains(s, 1, 1) && !shape_contains(s, 3.5, 3.5) &&
          shape_contains(s, 4.5, 4.5));
    vector_free(v);
    CHECK(vector_read(ctx, file, "nothing", "EPSG:32632", &v) == SPATE_ERROR_DATA);
    CHECK(vector_read(ctx, file, "gauges", "EPSG:4326", &v) == SPATE_OK);
    CHECK_NEAR(v->features[0].shape.paths[0].points[0].x, 9, 1e-9); /* longitude first */
    vector_free(v);
    CHECK(vector_write(ctx, "/proc/nowhere/model.gpkg", "", what, 1) == SPATE_ERROR_OUTPUT);
}

/* Bytes 4 to 7 of a GeoPackage geometry are the number of its system: -1 is an undefined plane, 0
 * would be undefined degrees (OGC 12-128r18, 2.1.3 and 1.1.2). */
static int stored_system(const char *file)
{
    static char bytes[1 << 20];
    FILE *f = fopen(file, "rb");
    const size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (f)
        fclose(f);
    for (size_t n = 0; n + 8 <= size; ++n)
        if (memcmp(bytes + n, "GP\0\1", 4) ==
            0) { /* version 1, little endian, no envelope: a point */
            int number;
            memcpy(&number, bytes + n + 4, sizeof number);
            return number;
        }
    return 12345;
}

static void without_a_system_coordinates_are_a_plane(void)
{
    point at[] = {{500, 300}};
    path one = {1, at, NULL};
    char name[] = "quay", id[] = "id", *values[] = {name}, *columns[] = {id};
    feature points[] = {{{SHAPE_POINT, 1, &one}, values}};
    const vector_layer layer = {1, points, 1, columns};
    const vector_output what = {"gauges", &layer};
    const char *file = scratch("plane.gpkg");
    CHECK(vector_write(ctx, file, "", &what, 1) == SPATE_OK);
    CHECK(stored_system(file) == -1);
    static const char *const runs[] = {"", "EPSG:32632"}; /* not transformed in any run */
    for (int n = 0; n < 2; ++n) {
        vector_layer *v;
        CHECK(vector_read(ctx, file, NULL, runs[n], &v) == SPATE_OK);
        CHECK(v->features[0].shape.paths[0].points[0].x == 500);
        vector_free(v);
    }
    CHECK(vector_write(ctx, file, "EPSG:32632", &what, 1) == SPATE_OK);
    CHECK(stored_system(file) == 32632);
}

int main(void)
{
    if (scratch_lacks_gdal())
        return SCRATCH_SKIPPED;
    ctx = scratch_context();
    RUN(attributes_are_text);
    RUN(collections_and_holes_are_flattened);
    RUN(degrees_come_to_the_run);
    RUN(curves_become_lines);
    RUN(heights_of_lines_are_metres);
    RUN(wrong_files_are_refused);
    RUN(geopackages_read_back);
    RUN(without_a_system_coordinates_are_a_plane);
    spate_context_destroy(ctx);
    return check_done();
}
