/* Wrong case files are refused with their place and a helpful message. */
#include "casefile_scene.h"

/* Below LEAST, so that the first line of the text is line 4. */
static const struct {
    const char *text;
    const char *message; /* must be in it */
} below[] = {
    /* unknown keys */
    {"grid: {resolutoin: 5 m}\n",
     "case.yaml:4:8: grid.resolutoin: unknown key; did you mean grid.resolution?"},
    {"griid: {resolution: 5 m}\n", "case.yaml:4:1: griid: unknown key; did you mean grid?"},
    {"resolution: 5 m\n",
     "case.yaml:4:1: resolution: this key does not belong here, but at grid.resolution"},
    {"output:\n  cfl: 0.1\n",
     "case.yaml:5:3: output.cfl: this key does not belong here, but at solver.cfl"},
    {"zzzzzzzz: 1\n", "case.yaml:4:1: zzzzzzzz: unknown key; known here: spate, title, time"},
    {"output: {maps: {evry: 5}}\n", "did you mean output.maps.every?"},
    {"boundaries:\n- {name: a, edge: west, wall: yes}\n- {name: b, edge: east, opne: yes}\n",
     "case.yaml:6:25: boundaries[1].opne: unknown key; did you mean boundaries[1].open?"},
    /* not yet */
    {"culverts: []\n", "case.yaml:4:1: culverts: not yet"},
    {"pumps: 1\n", "pumps: not yet"},
    {"bridges: 1\n", "bridges: not yet"},
    {"grid: {spherical: yes}\n", "case.yaml:4:8: grid.spherical: not yet"},
    {"moving_bed: yes\n", "moving_bed: not yet"},
    {"sediment: {}\n", "sediment: not yet"},
    {"tracer: x\n", "tracer: not yet"},
    /* twice */
    {"rain: 1 mm/h\nmanning: 0.03\nrain: 2 mm/h\n",
     "case.yaml:6:1: rain: this key is given twice, first in line 4"},
    {"spate: 1\n", "case.yaml:4:1: spate: this key is given twice, first in line 1"},
    /* units */
    {"rain: 20\n", "case.yaml:4:7: rain: 20 has no unit; write 20 mm/h"},
    {"infiltration: 5\n", "5 has no unit; write 5 mm/h"},
    {"inflows: [{name: a, at: [0, 0], discharge: 5}]\n",
     "case.yaml:4:44: inflows[0].discharge: 5 has no unit; write 5 m3/s"},
    {"wind: {speed: 5, direction: 0}\n", "wind.speed: 5 has no unit; write 5 m/s"},
    {"coriolis: {f: 1e-4}\n", "1e-4 has no unit; write 1e-4 1/s"},
    {"coriolis: {f: 1e-4 1/s, beta: 2e-11}\n",
     "coriolis.beta: 2e-11 has no unit; write 2e-11 1/(m s)"},
    {"coriolis: {f: 1e-4 1/s, beta: 2 1/(m s)}\n", "coriolis.beta"},
    {"coriolis: {f: 1e-4 1/s, reference_y: 5 km}\n",
     "coriolis.reference_y: this key needs beta, which is missing"},
    {"rain: 20 mm/w\n", "20 mm/w has no unit of rate; write for example 20 mm/h"},
    {"grid: {resolution: 5 s}\n", "5 s has no unit of length"},
    {"solver: {cfl: 0.2 m}\n", "0.2 m has a unit where a number alone is expected"},
    {"manning: 0,03\n", "0,03 is not a number; decimals follow a point, not a comma"},
    {"rain: {file: a.csv, unit: mm}\n",
     "case.yaml:4:27: rain.unit: mm is not a unit of rate such as mm/h"},
    {"infiltration: soil.tif\n", "a file is given with its unit, {file: soil.tif, unit: mm/h}"},
    {"infiltration: {file: soil.tif}\n", "infiltration: unit is missing"},
    {"rain: {rasters: [{time: 0, file: a.tif}]}\n", "rain: unit is missing"},
    /* types */
    {"manning: rough\n",
     "case.yaml:4:10: manning: rough is not a number, the name of a file or a map"},
    {"rain: heavy\n", "heavy is not a rate such as 20 mm/h, the name of a file or a map"},
    {"rain: [1, 2]\n", "case.yaml:4:1: rain: a list is not expected here"},
    {"grid: 5 m\n", "case.yaml:4:1: grid: a text is not expected here; write a map of keys"},
    {"grid: [5]\n", "grid: a list is not expected here"},
    {"title: {a: b}\n", "title: a map of keys is not expected here; write a text"},
    {"boundaries: {name: a}\n", "case.yaml:4:1: boundaries: a map of keys is not expected here"},
    {"boundaries: [river]\n", "case.yaml:4:14: boundaries[0]: each entry of this list is a map"},
    {"rain:\n", "rain: there is no value"},
    {"title: ~\n", "title: there is no value"},
    {"solver: {threads: 1.5}\n", "solver.threads: 1.5 is not a whole number"},
    {"solver: {skip_still: maybe}\n", "maybe is not yes or no"},
    {"solver: {precision: f23}\n", "f23 is not f32 or f64 or mixed; did you mean 'f32'?"},
    {"solver: {backend: cuda:x}\n", "cuda:x is not auto"},
    {"solver: {backend: cuda:N}\n", "cuda:N is not auto"},
    {"solver: {parts: 2x}\n", "2x is not two whole numbers such as 2x3"},
    {"solver: {parts: 0x2}\n", "0x2 is out of range: 1 to 65536"},
    {"output: {maxima: depth}\n", "depth is not a list of some of depth, level"},
    {"output: {maxima: [depht]}\n",
     "case.yaml:4:19: output.maxima[0]: depht is not one of depth, level, speed, hazard, arrival, "
     "duration, hazard_arr, hazard_uk; did you mean 'depth'?"},
    {"output: {maxima: [depth, depth]}\n", "depth is in the list twice"},
    {"output: {maxima: [{a: b}]}\n", "is not one of depth"},
    {"title: ''\n", "title: an empty text is not a text"},
    {"wind: {file: a.csv, drag: wu1928}\n", "did you mean 'wu1982'?"},
    {"gauges: [{name: a/b, at: [0, 0]}]\n", "a/b is not a name that a file can have"},
    {"gauges: [{name: .., at: [0, 0]}]\n", ".. is not a name that a file can have"},
    {"gauges: [{name: '', at: [0, 0]}]\n", "a name has 1 to 100 characters"},
    /* ranges */
    {"solver: {cfl: 1.5}\n", "case.yaml:4:15: solver.cfl: 1.5 is out of range: 1e-06 to 0.95"},
    {"manning: -0.03\n", "-0.03 is out of range: 0 to 1"},
    {"rain: -1 mm/h\n", "-1 mm/h is out of range: 0 to 36000 mm/h"},
    {"solver: {limiter: 2.1}\n", "2.1 is out of range: 1 to 2"},
    {"grid: {resolution: 0}\n", "0 is out of range"},
    {"grid: {resolution: [5, -5]}\n", "case.yaml:4:24: grid.resolution[1]: -5 is out of range"},
    {"wind: {speed: 5 m/s, direction: 400}\n", "400 is out of range: 0 to 360 deg"},
    {"terrain: {file: a.tif}\n", "this key is given twice"},
    /* points and boxes */
    {"gauges: [{name: a, at: 5}]\n", "5 is not a point [x, y]"},
    {"gauges: [{name: a, at: [5]}]\n", "case.yaml:4:20: gauges[0].at: a point is [x, y]"},
    {"gauges: [{name: a, at: [5, b]}]\n", "case.yaml:4:28: gauges[0].at[1]: b is not a length"},
    {"gauges: [{name: a, at: [[1, 2], [3, 4]]}]\n", "a number is expected here"},
    {"sections: [{name: a, line: [[0, 0]]}]\n", "sections[0].line: 1 points are too few"},
    {"sections: [{name: a, line: [0, 0]}]\n", "a point is [x, y], two numbers"},
    {"initial: [{depth: 1, within: [[0, 0], [1, 1]]}]\n", "2 points are too few; polygons have 3"},
    {"grid: {area: [0, 0, 1]}\n", "a box is [xmin, ymin, xmax, ymax], four numbers, not 3"},
    {"grid: {area: [0, 0, 0, 1]}\n", "the box has no area"},
    {"grid: {resolution: [1, 2, 3]}\n", "3 numbers; write one, or two as [dx, dy]"},
    /* one of several */
    {"boundaries:\n- name: a\n  edge: west\n  level: 1 m\n  discharge: 5 m3/s\n",
     "case.yaml:8:3: boundaries[0].discharge: level and discharge exclude each other"},
    {"boundaries:\n- {name: a, line: l.gpkg, edge: west, wall: yes}\n",
     "case.yaml:5:27: boundaries[0].edge: line and edge exclude each other"},
    {"boundaries:\n- {name: a, edge: west}\n",
     "case.yaml:5:3: boundaries[0]: one of these keys is needed: wall, open, outfall, level, wave"},
    {"boundaries:\n- {name: a, wall: yes}\n", "one of these keys is needed: edge, line, within"},
    {"boundaries:\n- {edge: west, wall: yes}\n", "boundaries[0]: name is missing; write a name"},
    {"boundaries:\n- {name: a, edge: west, wall: no}\n",
     "boundaries[0].wall: the only value here is yes; remove the key to choose something else"},
    {"boundaries:\n- {name: a, edge: west, level: {column: b}}\n",
     "boundaries[0].level: one of these keys is needed: file, constituents, stations"},
    {"initial: [{within: a.gpkg}]\n",
     "initial[0]: one of these keys is needed: level, depth, from"},
    {"gauges: [{name: a}]\n", "one of these keys is needed: at, file"},
    {"coriolis: {}\n", "coriolis: one of these keys is needed: latitude, f"},
    {"wind: {direction: 5}\n", "wind.direction: this key needs speed, which is missing"},
    {"wind: {speed: 5 m/s}\n", "wind: direction is missing"},
    {"boundaries: [{name: a, edge: west, level: 1 m, slope: 0.1}]\n",
     "boundaries[0].slope: this key needs discharge, which is missing"},
    {"boundaries: [{name: a, line: a.gpkg, periodic: yes}]\n", "periodic: this key needs edge"},
    {"boundaries: [{name: a, edge: west, wall: yes, ramp: 5}]\n",
     "this key needs level or discharge"},
    {"manning: {classes: a.tif}\n", "manning: table is missing; write the name of a file"},
    /* names */
    {"boundaries:\n- {name: a, edge: west, wall: yes}\n- {name: a, edge: east, wall: yes}\n",
     "case.yaml:6:10: boundaries[1].name: a is also the name of entry 0, in line 5"},
    {"gauges: [{name: a, at: [0, 0]}, {name: a, at: [1, 0]}]\n", "a is also the name of entry 0"},
    {"initial: [{level: 1, connected_to: see}]\nboundaries: [{name: sea, edge: west, level: 1}]\n",
     "case.yaml:4:36: initial[0].connected_to: boundaries has no entry named see; did you mean "
     "'sea'?"},
    /* invalid YAML, and features that are not supported */
    {"rain: 1 mm/h\n  snow: 2\n", "case.yaml:5:"},
    {"rain: [1, 2\n", "case.yaml:5:1: "},
    {"\tgrid: 1\n", "case.yaml:4:1: "},
    {"a: &x 1\n", "case.yaml:4:4: anchors and aliases"},
    {"a: *x\n", "case.yaml:4:4: anchors and aliases"},
    {"a: !!str 1\n", "case.yaml:4:4: tags (!name) are not understood"},
    {"a: !x {b: 1}\n", "tags (!name) are not understood"},
    {"? [a, b]\n: 1\n", "case.yaml:4:3: a key must be a word"},
    {"'': 1\n", "there is no key before the colon"},
    {"---\nspate: 1\n", "case.yaml:4:1: a second document begins here"},
    {"title: \"a\\0b\"\n", "case.yaml:4:8: a text must not hold a NUL character"},
    {"title: \"\\q\"\n", "case.yaml:4:"},
    {"title: a\x01z\n", "the byte 0x01 here is not part of a text"},
    {"title: gr\xfc"
     "n\n",
     "case.yaml:4:10: the byte 0xfc is not UTF-8; save the file as UTF-8"},
    {"title: \xc0\x80\n", "the byte 0xc0 is not UTF-8"},
    {"title: \xed\xa0\x80\n", "the byte 0xed is not UTF-8"},
    {"title: \xf5\x80\x80\x80\n", "the byte 0xf5 is not UTF-8"},
    {"title: \xe2\x82\n", "the byte 0xe2 is not UTF-8"},
};

/* The whole file. */
static const struct {
    const char *text, *message;
} whole[] = {
    {"", "case.yaml:1:1: the file is empty; a case begins with `spate: 1`"},
    {"# nothing\n\n", "case.yaml:1:1: the file is empty"},
    {"hello\n", "case.yaml:1:1: this is not a case file"},
    {"- a\n- b\n", "case.yaml:1:1: this is not a case file"},
    {"time: {end: 1}\nterrain: {file: a.tif}\n", "case.yaml:1:1: spate is missing"},
    {"spate: 2\ntime: {end: 1}\nterrain: {file: a.tif}\n",
     "case.yaml:1:8: spate: format 2 is not known to this version of Spate, which reads format 1"},
    {"spate: one\ntime: {end: 1}\nterrain: {file: a.tif}\n", "format one is not known"},
    {"spate: 1\nterrain: {file: a.tif}\n", "case.yaml:1:1: time is missing"},
    {"spate: 1\ntime: {end: 1}\n", "case.yaml:1:1: terrain is missing"},
    {"spate: 1\ntime: {}\nterrain: {file: a.tif}\n", "case.yaml:2:1: time: end is missing"},
    {"spate: 1\ntime: {end: 1}\nterrain: {}\n",
     "terrain: one of these keys is needed: file, layers"},
    {"spate: 1\ntime: {end: 1}\nterrain: {file: a, layers: [{file: b}]}\n",
     "terrain.layers: file and layers exclude each other"},
    {"spate: 1\ntime: {end: 1}\nterrain: {layers: [{offset: 1 m}]}\n",
     "case.yaml:3:20: terrain.layers[0]: file is missing"},
    {"spate: 1\ntime: {end: 1}\nterrain: {file: a.tif, nodata: eror}\n",
     "eror is not error, inactive or a length such as 5 m; did you mean 'error'?"},
    {"spate: 1\ntime: {end: 1, start: 2024-01-02}\nterrain: {file: a.tif}\n",
     "case.yaml:2:23: time.start: 2024-01-02 has no time zone; write 2024-01-02T00:00Z"},
    {"spate: 1\ntime: {end: 2024-01-02T03:00}\nterrain: {file: a.tif}\n",
     "2024-01-02T03:00 has no time zone; write 2024-01-02T03:00Z"},
    {"spate: 1\ntime: {end: 1, start: 2024-02-30T00:00Z}\nterrain: {file: a.tif}\n",
     "2024-02-30T00:00Z is not a date"},
    {"spate: 1\ntime: {end: 2024-13-01T00:00Z}\nterrain: {file: a.tif}\n", "is not a date"},
    {"spate: 1\ntime: {end: -5}\nterrain: {file: a.tif}\n", "-5 is out of range"},
    {"spate: 1\ntime: {end: soon}\nterrain: {file: a.tif}\n",
     "soon is not a duration such as 15 min or a date such as 2024-01-02T00:00Z"},
};

static const struct {
    const char *set, *message;
} sets[] = {
    {"grid.resolution", "--set grid.resolution: --set needs KEY=VALUE"},
    {"=5", "--set needs KEY=VALUE"},
    {"grid.resolution=fast", "--set grid.resolution=fast: grid.resolution: fast is not a length"},
    {"grid.resolutoin=5", "--set grid.resolutoin=5: grid.resolutoin: unknown key; did you mean "
                          "grid.resolution?"},
    {"rain=20", "--set rain=20: rain: 20 has no unit; write 20 mm/h"},
    {"rain=", "--set rain=: rain: there is no value"},
    {"rain=[1", "--set rain=[1: "},
    {"rain=&a 1", "anchors and aliases"},
    {"rain=\xff", "is not UTF-8"},
    {"..a=5", "the key is not understood"},
    {"gauges[=5", "the key is not understood"},
    {"gauges[]=5", "the key is not understood"},
    {"gauges[0].name=5", "gauges is not a list in this case"},
    {"terrain.file.x=5", "terrain.file is not a map of keys in this case"},
    {"boundaries[1].slope=5", "boundaries has 1 entries, counted from [0]"},
    {"boundaries[99999999999999999999].slope=5", "boundaries has 1 entries"},
    {"boundaries[rivr].slope=5", "boundaries has no entry named rivr; did you mean 'river'?"},
    {"boundaries[river].slope=5", "boundaries[0].slope: 5 is out of range"},
};

static void refused(spate_context *ctx, const char *text, const char *set, const char *message)
{
    casefile *c = scene_read(ctx, text, set);
    CHECK(c == NULL);
    CHECK_CONTAINS(spate_message(ctx), message);
    casefile_free(c);
}

static void wrong_values_are_refused_with_their_place(void)
{
    spate_context *ctx = scene_context();
    for (size_t n = 0; n < sizeof below / sizeof *below; ++n) {
        char text[1024];
        snprintf(text, sizeof text, LEAST "%s", below[n].text);
        refused(ctx, text, NULL, below[n].message);
    }
    spate_context_destroy(ctx);
}

static void wrong_files_are_refused_with_their_place(void)
{
    spate_context *ctx = scene_context();
    for (size_t n = 0; n < sizeof whole / sizeof *whole; ++n)
        refused(ctx, whole[n].text, NULL, whole[n].message);
    casefile *c = NULL;
    CHECK(casefile_parse(ctx, "case.yaml", "spate: 1\nti\0le", 14, NULL, 0, &c) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), "case.yaml:2:3: the byte 0x00 here is not part of a text");
    spate_context_destroy(ctx);
}

static void wrong_sets_are_named_as_the_place(void)
{
    spate_context *ctx = scene_context();
    for (size_t n = 0; n < sizeof sets / sizeof *sets; ++n)
        refused(ctx, LEAST "boundaries:\n- {name: river, edge: west, discharge: 5 m3/s}\n",
                sets[n].set, sets[n].message);
    spate_context_destroy(ctx);
}

static void all_errors_come_together(void)
{
    spate_context *ctx = scene_context();
    refused(ctx, LEAST "rain: 20\nmanning: -1\nsolver: {cfl: 1}\n", NULL, "4:7: rain");
    CHECK_CONTAINS(spate_message(ctx), "\ncase.yaml:5:10: manning");
    CHECK_CONTAINS(spate_message(ctx), "\ncase.yaml:6:15: solver.cfl");
    spate_context_destroy(ctx);
}

/* 20 are shown, each on its line, and all are counted. */
static void many_errors_are_counted(void)
{
    spate_context *ctx = scene_context();
    char text[2048] = LEAST;
    for (int n = 0; n < 57; ++n)
        snprintf(text + strlen(text), sizeof text - strlen(text), "unknown_key_%d: 1\n", n);
    refused(ctx, text, NULL, "\nand 37 more");
    int lines = 1;
    for (const char *c = spate_message(ctx); *c; ++c)
        lines += *c == '\n';
    CHECK(lines == 21);
    spate_context_destroy(ctx);
}

/* A value of 300000 letters; a key of 1000, more than which YAML does not allow. */
static void long_words_are_cut_in_messages(void)
{
    spate_context *ctx = scene_context();
    char *text = malloc(400000);
    for (int n = 0; text && n < 2; ++n) {
        strcpy(text, n == 0 ? LEAST "manning: " : LEAST);
        const size_t used = strlen(text), letters = n == 0 ? 300000 : 1000;
        memset(text + used, 'x', letters);
        strcpy(text + used + letters, n == 0 ? "\n" : ": 1\n");
        refused(ctx, text, NULL, n == 0 ? "xxx... is not a number" : "xxx: unknown key");
        CHECK(strlen(spate_message(ctx)) < 1000);
    }
    free(text);
    spate_context_destroy(ctx);
}

static void deep_nesting_and_long_lists_are_refused(void)
{
    spate_context *ctx = scene_context();
    char text[256] = LEAST "title: ";
    memset(text + strlen(text), '[', 40);
    refused(ctx, text, NULL, "values are nested more than 32 deep");
    const size_t size = 2 << 20;
    char *list = malloc(size);
    if (list) {
        strcpy(list, LEAST "title: [");
        size_t used = strlen(list);
        while (used + 4 < size) {
            memcpy(list + used, "1,", 2);
            used += 2;
        }
        strcpy(list + used, "]\n");
        refused(ctx, list, NULL, "more than 500000 values");
    }
    free(list);
    spate_context_destroy(ctx);
}

int main(void)
{
    if (!SPATE_HAVE_YAML) {
        printf("skipped: this build has no libyaml\n");
        return SKIPPED;
    }
    RUN(wrong_values_are_refused_with_their_place);
    RUN(wrong_files_are_refused_with_their_place);
    RUN(wrong_sets_are_named_as_the_place);
    RUN(all_errors_come_together);
    RUN(many_errors_are_counted);
    RUN(long_words_are_cut_in_messages);
    RUN(deep_nesting_and_long_lists_are_refused);
    return check_done();
}
