/* Seeds of the fuzzers: small valid files of every kind, from which mutations begin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "results/checkpoint/checkpoint_file.h"
#include "tiny_tiff.h"
#include "tiny_zone.h"

typedef struct seed_text {
    const char *target;
    char first; /* a byte in front, 0: none */
    const char *text;
} seed_text;

#define VRT(band)                                                                                  \
    "<VRTDataset rasterXSize=\"8\" rasterYSize=\"8\"><SRS>EPSG:32632</SRS><GeoTransform>0, 1, 0, " \
    "8, 0, -1</GeoTransform>" band "</VRTDataset>"
#define SOURCE                                                                                     \
    "<SimpleSource><SourceFilename relativeToVRT=\"1\">base.tif</SourceFilename><SourceBand>1"     \
    "</SourceBand></SimpleSource>"
#define FEATURES(list) "{\"type\": \"FeatureCollection\", \"features\": [" list "]}"
#define FEATURE(kind, coordinates)                                                                 \
    "{\"type\": \"Feature\", \"properties\": {\"crest_m\": 3.5, \"name\": \"a\"}, \"geometry\": "  \
    "{\"type\": \"" kind "\", \"coordinates\": " coordinates "}}"

static const seed_text texts[] = {
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/main.js\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/view.json\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/meta.json\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/1/state/12.json\n"},
    {"request", 0,
     "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/legend/difference-depth.json\n"},
    {"request", 0,
     "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/tile/max-depth/12/3/4/5\n"},
    {"request", 0,
     "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/tile/depth/12-9/0/1/2\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/point/7/8/0/64\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/gauge/2.csv\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/section/0.csv\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/balance.csv\n"},
    {"request", 0,
     "POST\n127.0.0.1:8080\nhttp://127.0.0.1:8080\n/0123456789abcdef0123456789abcdef/0/pause\n"},
    {"request", 0,
     "POST\n127.0.0.1:8080\nhttp://localhost:8080\n/0123456789abcdef0123456789abcdef/1/go-on\n"},
    {"request", 0, "POST\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/0/stop\n"},
    {"request", 0, "GET\n127.0.0.1:8080\n\n/0123456789abcdef0123456789abcdef/../run.json\n"},
    {"raster", 1,
     VRT("<VRTRasterBand dataType=\"Float32\" band=\"1\"><NoDataValue>-9999</NoDataValue>"
         "<Scale>2</Scale><Offset>1</Offset><UnitType>ft</UnitType>" SOURCE "</VRTRasterBand>")},
    {"raster", 5,
     VRT("<VRTRasterBand dataType=\"Float64\" band=\"1\" "
         "subClass=\"VRTDerivedRasterBand\"><PixelFunctionType>sum</PixelFunctionType>" SOURCE
             SOURCE "</VRTRasterBand>")},
    {"raster", 1,
     VRT("<VRTRasterBand dataType=\"Byte\" band=\"1\"><ColorTable><Entry c1=\"1\" "
         "c2=\"2\" c3=\"3\"/></ColorTable>" SOURCE "</VRTRasterBand>"
         "<MaskBand><VRTRasterBand dataType=\"Byte\">" SOURCE "</VRTRasterBand></MaskBand>")},
    {"raster", 2,
     "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 5\nNODATA_value -9999\n"
     "1 2 3\n4 -9999 6\n"},
    {"raster", 6, "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ndx 1\ndy 2\n1e3 -2.5 30000 7\n"},
    {"asc", 0,
     "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 5\nNODATA_value -9999\n"
     "1 2 3\n4 -9999 6\n"},
    {"vector", 1,
     "WKT,crest_m\n\"LINESTRING Z (1 1 2,9 9 3,9 1 4)\",4\n\"POLYGON ((1 1,9 1,9 9,1 1)"
     ",(3 2,8 2,8 7,3 2))\",5\n\"POINT (3 4)\",6\n"},
    {"vector", 1,
     "id,WKT\n1,\"CURVEPOLYGON (CIRCULARSTRING (0 0,4 0,4 4,0 4,0 0))\"\n2,"
     "\"GEOMETRYCOLLECTION (POINT (1 2),LINESTRING (0 0,9 9))\"\n3,\"MULTIPOINT (1 2,3 4)\"\n"},
    {"vector", 1, "x,y,name\n1,2,a\n3,4,b\n"},
    {"vector", 0x40, FEATURES(FEATURE("LineString", "[[2, 1, 7], [2, 9, 3.5]]"))},
    {"vector", 0x44,
     FEATURES(
         FEATURE("Polygon", "[[[1, 1], [9, 1], [9, 9], [1, 1]]]") "," FEATURE("Point", "[9, 48]"))},
    {"vector", 0x40,
     FEATURES(FEATURE("MultiPolygon", "[[[[1, 1], [9, 1], [9, 9], [1, 1]]], [[[1, 5], [2, "
                                      "5], [2, 8], [1, 5]]]]"))},
    {"vector", 2,
     "<OGRVRTDataSource><OGRVRTLayer name=\"base\"><SrcDataSource relativeToVRT=\"1\">"
     "base.csv</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"},
    {"series", 0, "time [min],level [m]\n0,1.5\n10,2\n20,1.25\n"},
    {"series", 0, "time;discharge [m3/s];b\n2024-01-02T00:00Z;1,5;2\n2024-01-02T01:00Z;3;4\n"},
    {"series", 0, "# remark\n\"time [s]\",\"a \"\"b\"\"\"\n0,1e3\n3600,nan\n7200,\n"},
    {"checkpoint", 0,
     "{\"version\": \"1\", \"commit\": \"a \\u00e4 \\\"b\\\"\", \"case\": \"0f\", \"t\": 12.5, \"frames\": 3, "
     "\"last_map\": 12, \"last_series\": -1, \"volumes\": [1.5, -2e3], \"series\": [{\"file\": "
     "\"mass.csv\", \"bytes\": 120}], \"none\": null}"},
    {"state", 0, "0\x10\x01pq0\x40\x07\xff\xff\xff\xff\xff\xff\xff\x7f"},
    {"state", 0, "a\x80\x07\x01\x01\x01\x01\x01\x01\xf8\x7f\x10\xf0\x03nan1"},
    {"state", 0, "zz\x02\x01\x02\x03\x20\xe0\x07 !\"#$%&'\x01\xc0\x01\x80"},
    {"casefile", 0, "spate: 1\ntime: {end: 1 h}\nterrain: {file: dem.tif}\n"},
    {"casefile", 0,
     "#set grid.resolution=10 m\nspate: 1\ntitle: a\ntime: {start: 2024-01-02T00:00Z, end: 2 d}\n"
     "grid: {crs: EPSG:32632, resolution: [5 m, 4 m], area: [0, 0, 10, 10]}\n"
     "terrain:\n  layers: [{file: a.tif, offset: -1 m, nodata_value: -9999, band: 2}]\n"
     "  nodata: 2 m\n  walls: [{line: [[0, 0], [1, 1]], crest: 3 m}]\n"
     "manning: {classes: c.tif, table: c.csv}\ninitial: [{level: 2 m, within: [[0, 0], [1, 0], [1, "
     "1]]}]\nboundaries:\n  - {name: river, line: [[0, 0], [1, 1]], discharge: 20 m3/s, slope: "
     "0.01}\n  - {name: sea, edge: east, level: {file: tide.csv, column: level}}\nrain: 20 mm/h\n"
     "output: {maps: {every: 5 min, variables: [depth]}, rasters: asc}\nsolver: {scheme: adi}\n"},
};
enum { TEXTS = sizeof texts / sizeof *texts };

static size_t put_text(const seed_text *t, uint8_t *out)
{
    const size_t head = t->first != 0, length = strlen(t->text);
    out[0] = (uint8_t)(t->first & 0x3f); /* 0x40 stands for a first byte of 0 */
    memcpy(out + head, t->text, length);
    return head + length;
}

/* ---- GeoTIFFs of every type ---- */

static size_t put_tiff(int k, uint8_t *out)
{
    static const tiny_tiff kinds[] = {{8, 8, 1, 32, 3, 0, "-9999", NULL},
                                      {8, 8, 1, 8, 2, 0, "-128", NULL},
                                      {8, 8, 1, 16, 2, 0, NULL, NULL},
                                      {8, 8, 1, 8, 1, 1, NULL, NULL},
                                      {8, 8, 2, 16, 1, 0, NULL, NULL},
                                      {4, 4, 1, 64, 6, 0, NULL, NULL},
                                      {5, 3, 1, 64, 3, 0, "nan", NULL}};
    static uint8_t pixels[1024];
    if (k >= (int)(sizeof kinds / sizeof *kinds))
        return 0;
    for (int n = 0; n < 1024; ++n)
        pixels[n] = (uint8_t)(n * 7);
    tiny_tiff t = kinds[k];
    t.pixels = pixels;
    out[0] =
        (uint8_t)(4 * (k & 1) + 64 * (k & 3)); /* a .tif, with rules and without, in every way */
    return 1 + tiny_tiff_make(&t, out + 1);
}

/* ---- checkpoints ---- */

static size_t put_checkpoint(uint8_t *out)
{
    static const char cursor[] =
        "{\"t\": 1.5, \"frames\": 3, \"last_map\": 1, \"last_series\": 1.5}";
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    checkpoint_writer w;
    if (!file || !checkpoint_begin(&w, file) || !checkpoint_put(&w, cursor, sizeof cursor - 1) ||
        !checkpoint_end_piece(&w) || !checkpoint_put(&w, texts, 300) || !checkpoint_end(&w))
        abort();
    checkpoint_writer_free(&w);
    fclose(file);
    memcpy(out, bytes, size);
    free(bytes);
    return size;
}

size_t fuzz_seed(const char *target, int k, uint8_t *out)
{
    for (int n = 0; n < TEXTS; ++n)
        if (strcmp(texts[n].target, target) == 0 && k-- == 0)
            return put_text(&texts[n], out);
    if (strcmp(target, "raster") == 0)
        return put_tiff(k, out);
    if (strcmp(target, "zone") == 0)
        return k == 0 ? tiny_zone(out) : 0;
    return strcmp(target, "checkpoint") == 0 && k == 0 ? put_checkpoint(out) : 0;
}
