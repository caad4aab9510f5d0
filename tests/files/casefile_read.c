/* Values of case files, in SI units, with their defaults. */
#include "casefile_scene.h"

#define CASE_FILE TEST_DATA "/casefile/case.yaml"

static int same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

static casefile *whole_case(spate_context *ctx)
{
    casefile *c = NULL;
    if (!CHECK(casefile_read(ctx, CASE_FILE, NULL, 0, &c) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return c;
}

/* 2024-01-02T00:00Z is 1704153600 s since 1970. */
static void the_case_to_build_toward_is_understood(void)
{
    spate_context *ctx = scene_context();
    casefile *c = whole_case(ctx);
    const case_node *root = c ? casefile_root(c) : NULL;
    if (root) {
        CHECK(case_number(root, "time.start") == 1704153600);
        CHECK(case_instant(root, "time.end", 1704153600) == 1704153600 + 60 * 3600);
        CHECK(same(case_text(root, "grid.crs"), "EPSG:27700"));
        CHECK(case_number(root, "grid.resolution") == 5);
        CHECK(same(case_text(root, "grid.area"), "data/study_area.geojson"));
        const case_node *layers = case_get(root, "terrain.layers");
        CHECK(case_kind_of(layers) == CASE_LIST && case_count(layers) == 2);
        CHECK(case_number(case_at(layers, 0), "offset") == -2.63);
        CHECK(case_number(case_at(layers, 1), "offset") == 0);
        CHECK(same(case_text(case_at(layers, 1), "file"), "data/lidar_dtm_2m.tif"));
        CHECK(case_at(layers, 2) == NULL && case_at(layers, -1) == NULL);
        CHECK(same(case_text(root, "terrain.nodata"), "inactive"));
        const case_node *walls = case_get(root, "terrain.walls");
        CHECK(case_count(walls) == 1 && same(case_text(case_at(walls, 0), "crest"), "crest_m"));
        CHECK(case_quantity_of(c, root, "manning").form == QUANTITY_FILE);
        const case_node *initial = case_get(root, "initial");
        CHECK(case_count(initial) == 2);
        const case_quantity pool = case_quantity_of(c, case_at(initial, 0), "level");
        CHECK(pool.form == QUANTITY_NUMBER && pool.number == -0.42);
        CHECK(same(case_text(case_at(initial, 0), "connected_to"), "sea"));
        CHECK(case_get(case_at(initial, 1), "level") == NULL);
        CHECK(case_kind_of(case_get(case_at(initial, 1), "connected_to")) == CASE_ABSENT);
    }
    casefile_free(c);
    spate_context_destroy(ctx);
}

static void its_boundaries_are_understood(void)
{
    spate_context *ctx = scene_context();
    casefile *c = whole_case(ctx);
    const case_node *list = c ? case_get(casefile_root(c), "boundaries") : NULL;
    CHECK(case_count(list) == 3);
    const case_node *river = case_at(list, 0), *sea = case_at(list, 1), *brook = case_at(list, 2);
    if (river && sea && brook) {
        int count;
        double(*line)[2] = case_as_points(case_get(river, "line"), &count);
        CHECK(line && count == 2 && line[0][0] == 293110 && line[1][1] == 93965);
        free(line);
        CHECK(case_as_points(case_get(sea, "line"), &count) == NULL && count == 0);
        CHECK(case_number(river, "slope") == 0.0008 &&
              isnan(case_number(river, "normal_depth.slope")));
        const case_quantity flow = case_quantity_of(c, river, "discharge");
        CHECK(flow.form == QUANTITY_FILE && !flow.column && !flow.unit && flow.scale == 1);
        CHECK(same(flow.file, TEST_DATA "/casefile/data/river.csv"));
        const case_quantity tide = case_quantity_of(c, sea, "level");
        CHECK(tide.form == QUANTITY_FILE && same(tide.column, "exmouth") && tide.offset == -0.12);
        CHECK(tide.scale == 1 && tide.node == case_get(sea, "level"));
        CHECK(case_number(sea, "absorbing") == 600 && case_number(river, "absorbing") == 0);
        CHECK(case_number(sea, "ramp") == 0);
        CHECK(case_quantity_of(c, river, "level").form == QUANTITY_ABSENT);
        CHECK(case_number(brook, "normal_depth.slope") == 0.002);
        CHECK(isnan(case_number(brook, "normal_depth.manning")));
    }
    casefile_free(c);
    spate_context_destroy(ctx);
}

static void its_forcing_and_output_are_understood(void)
{
    spate_context *ctx = scene_context();
    casefile *c = whole_case(ctx);
    const case_node *root = c ? casefile_root(c) : NULL;
    if (root) {
        CHECK(case_quantity_of(c, root, "rain").form == QUANTITY_FILE);
        const case_quantity soil = case_quantity_of(c, root, "infiltration");
        CHECK(soil.form == QUANTITY_FILE && same(soil.unit, "mm/h"));
        const case_node *gauges = case_get(root, "gauges");
        int count;
        double(*quay)[2] = case_as_points(case_get(case_at(gauges, 0), "at"), &count);
        CHECK(quay && count == 1 && quay[0][0] == 292140 && quay[0][1] == 92010);
        free(quay);
        CHECK(same(case_text(case_at(gauges, 1), "name"), "id"));
        CHECK(case_number(root, "output.maps.every") == 900);
        CHECK(case_choices(root, "output.maps.variables") == 7);
        CHECK(case_choices(root, "output.maxima") == 63);
        CHECK(case_number(root, "output.wet_depth") == 0.05);
        CHECK(case_number(root, "output.duration_depth") == 0.3);
        CHECK(case_number(root, "output.series.every") == 60);
        CHECK(case_number(root, "output.checkpoint.every") == 1200);
        CHECK(same(case_text(root, "solver.precision"), "f32"));
        CHECK(same(casefile_folder(c), TEST_DATA "/casefile/case.out"));
    }
    casefile_free(c);
    spate_context_destroy(ctx);
}

static void what_is_absent_has_its_default(void)
{
    spate_context *ctx = scene_context();
    casefile *c = scene_good(ctx, LEAST, NULL);
    const case_node *root = c ? casefile_root(c) : NULL;
    if (root) {
        double pair[2];
        CHECK(case_number(root, "time.start") == 0);
        CHECK(isnan(case_number(root, "grid.resolution")) &&
              !case_pair(root, "grid.resolution", pair));
        CHECK(case_text(root, "grid.crs") == NULL && case_get(root, "output.maps") == NULL);
        CHECK(case_number(root, "output.maps.every") == 900 &&
              case_choices(root, "output.maxima") == 63);
        CHECK(isnan(case_number(root, "solver.cfl")) &&
              case_number(root, "solver.dry_depth") == 1e-5);
        CHECK(case_flag(root, "solver.skip_still") && case_integer(root, "solver.threads") == 0);
        CHECK(!case_pair(root, "solver.parts", pair));
        CHECK(case_quantity_of(c, root, "manning").number == 0.035);
        CHECK(case_quantity_of(c, root, "rain").form == QUANTITY_ABSENT);
        CHECK(case_count(case_get(root, "boundaries")) == 0);
        CHECK(case_get(NULL, "rain") == NULL && isnan(case_number(NULL, "rain")));
        CHECK(same(casefile_folder(c), "case.out"));
        CHECK(same(casefile_resolve(c, "a/b.tif"), "a/b.tif"));
        CHECK(same(casefile_resolve(c, "/a/b.tif"), "/a/b.tif"));
    }
    casefile_free(c);
    spate_context_destroy(ctx);
}

/* Forms that CASE.yaml does not show; each must be accepted. */
static void every_form_of_a_value_is_accepted(void)
{
    static const char *const good[] = {
        "title: \"a: b\"\n",
        "grid: {resolution: [5, 10 m], area: [0, 0, 100, 200.5]}\n",
        "grid:\noutput:\n",
        "terrain: {file: dem.asc, nodata: 3 m, blocked: [a.gpkg, b.gpkg], bed: bilinear}\n",
        "terrain: {layers: [{file: a.tif, unit: ft, band: 2}], walls: [{line: [[0, 0], [1, 1]], crest: 3 m}, "
        "{file: w.gpkg}]}\n",
        "manning: 0.035\n",
        "manning: {classes: landcover.tif, table: landcover.csv}\n",
        "initial:\n- {depth: 20 cm, u: 1 m/s, v: -3.6 km/h, within: [[0, 0], [1, 0], [1, 1]]}\n"
        "- {level: level.tif}\n- {level: {file: level.tif, unit: ft, offset: 1 m}}\n",
        "boundaries:\n- {name: a, edge: west, wall: yes}\n- {name: b, edge: east, open: true}\n"
        "- {name: c, within: a.gpkg, wave: w.csv, still: 1 m}\n"
        "- {name: d, line: l.gpkg, rating: r.csv}\n- {name: e, edge: north, rating: {file: r.csv}}\n"
        "- {name: f, edge: south, periodic: on}\n",
        "boundaries:\n- name: sea\n  edge: west\n  absorbing: 5 min\n  ramp: 1 h\n  level:\n    mean: 20 cm\n"
        "    constituents: [{amplitude: 1.2 m, period: 12.4206 h, phase: 30 deg}]\n",
        "boundaries:\n- name: sea\n  edge: west\n  level:\n    stations:\n    - {at: [0, 1], file: a.csv, "
        "column: x, offset: -1 m}\n    - {at: [0, 9], file: a.csv, column: y}\n",
        "boundaries:\n- {name: in, edge: west, discharge: {file: a.csv, column: q, unit: m3/s, scale: 2}, slope: 0.01}\n",
        "boundaries:\n- {name: in, edge: west, discharge: -100 l/s, slope: 0.1 %}\n",
        "rain: 20 mm/h\n",
        "rain: {rasters: [{time: 0, file: a.tif}, {time: 1 h, file: b.tif}, {time: 1970-01-01T02:00Z, "
        "file: b.tif}], unit: mm/h}\n",
        "rain: {file: rain.csv, column: upper, unit: mm/h, scale: 1.2}\n",
        "inflows:\n- {name: spring, at: [1, 2], radius: 10 m, discharge: 5 l/s}\n"
        "- {name: out, within: w.gpkg, discharge: q.csv}\n",
        "infiltration: 5 mm/h\n",
        "infiltration: {green_ampt: {conductivity: 10 mm/h, suction: 11 cm, deficit: 0.3}}\n",
        "infiltration: {green_ampt: {conductivity: {file: k.tif, unit: mm/h}, suction: s.tif, deficit: d.tif}}\n",
        "wind: {speed: 20 m/s, direction: 270 deg, drag: 0.0013, air_density: 1.2}\n",
        "wind: {file: wind.csv, drag: large_pond}\n",
        "coriolis: {latitude: 52}\n",
        "coriolis: {f: 1e-4 1/s}\n",
        "gauges:\n- {name: id, file: a.gpkg}\n- {name: id, file: b.gpkg}\n"
        "- {name: q, at: [1 km, 2], observed: {file: o.csv, column: c, offset: 3 cm}}\n",
        "sections:\n- {name: a, file: a.gpkg}\n- {name: b, line: [[1, 2], [3, 4], [5, 6]]}\n",
        "output: {folder: ../results, maxima: [], geotiff: no, maps: {every: 0}}\n",
        "solver: {backend: cuda:1, threads: 4, parts: 2x3, integrator: euler, limiter: 2, dt_max: 1 s, "
        "gravity: 9.8, skip_still: off}\n",
    };
    spate_context *ctx = scene_context();
    for (size_t n = 0; n < sizeof good / sizeof *good; ++n) {
        char text[1024];
        const int own_terrain = strncmp(good[n], "terrain", 7) == 0;
        snprintf(text, sizeof text, "%s%s",
                 own_terrain ? "spate: 1\ntime: {end: 1970-01-02T00:00+01:00}\n" : LEAST, good[n]);
        casefile_free(scene_good(ctx, text, NULL));
    }
    spate_context_destroy(ctx);
}

static void pairs_and_choices_and_boxes_come_as_numbers(void)
{
    spate_context *ctx = scene_context();
    casefile *c = scene_good(ctx,
                             LEAST "grid: {resolution: [5, 10 m], area: [1, 2, 3, 4]}\n"
                                   "solver: {parts: 2x3}\n"
                                   "output: {maxima: [hazard, depth], maps: {variables: []}}\n",
                             NULL);
    if (c) {
        const case_node *root = casefile_root(c);
        double pair[2], box[4];
        CHECK(case_pair(root, "grid.resolution", pair) && pair[0] == 5 && pair[1] == 10);
        CHECK(case_pair(root, "solver.parts", pair) && pair[0] == 2 && pair[1] == 3);
        CHECK(case_as_box(case_get(root, "grid.area"), box) && box[0] == 1 && box[3] == 4);
        CHECK(!case_as_box(case_get(root, "grid.resolution"), box));
        CHECK(case_choices(root, "output.maxima") == (1 | 8));
        CHECK(case_choices(root, "output.maps.variables") == 0);
    }
    casefile_free(c);
    spate_context_destroy(ctx);
}

static void set_replaces_adds_and_finds_by_name(void)
{
    static const char text[] =
        LEAST "boundaries:\n- {name: river, edge: west, discharge: 5 m3/s, slope: 0.001}\n"
              "- {name: sea, edge: east, level: 1 m}\n";
    static const struct {
        const char *set, *path;
        int boundary; /* -1: of the case */
        double value;
    } sets[] = {
        {"grid.resolution=10 m", "grid.resolution", -1, 10},
        {"time.end=2 h", "time.end", -1, 7200},
        {"output.maps.every=5 min", "output.maps.every", -1, 300},
        {"boundaries[0].slope=0.002", "slope", 0, 0.002},
        {"boundaries[river].slope=0.003", "slope", 0, 0.003},
        {"boundaries[1]={name: sea, edge: east, level: 2 m, ramp: 60}", "ramp", 1, 60},
        {"boundaries[sea].level=30 cm", "level", 1, 0.3},
        {"solver.cfl=0.1", "solver.cfl", -1, 0.1},
    };
    spate_context *ctx = scene_context();
    for (size_t n = 0; n < sizeof sets / sizeof *sets; ++n) {
        casefile *c = scene_good(ctx, text, sets[n].set);
        if (!c)
            continue;
        const case_node *map = casefile_root(c);
        if (sets[n].boundary >= 0)
            map = case_at(case_get(map, "boundaries"), sets[n].boundary);
        CHECK(case_number(map, sets[n].path) == sets[n].value);
        casefile_free(c);
    }
    const char *const two[] = {"grid.resolution=10 m", "grid.resolution=20 m"};
    casefile *c = NULL;
    CHECK(casefile_parse(ctx, "case.yaml", text, strlen(text), two, 2, &c) == SPATE_OK);
    CHECK(c && case_number(casefile_root(c), "grid.resolution") == 20);
    casefile_free(c);
    spate_context_destroy(ctx);
}

static void complaints_name_their_place(void)
{
    spate_context *ctx = scene_context();
    char place[64];
    casefile *c =
        scene_good(ctx, LEAST "boundaries:\n  - name: sea\n    edge: west\n    level: 1 m\n",
                   "grid.crs=EPSG:1");
    if (c) {
        const case_node *root = casefile_root(c), *sea = case_at(case_get(root, "boundaries"), 0);
        CHECK(case_fail(c, case_get(sea, "level"), SPATE_ERROR_DATA, "too %s", "high") ==
              SPATE_ERROR_DATA);
        CHECK(same(spate_message(ctx), "case.yaml:7:12: boundaries[0].level: too high"));
        case_fail(c, sea, SPATE_ERROR_DATA, "no faces");
        CHECK(same(spate_message(ctx), "case.yaml:5:5: boundaries[0]: no faces"));
        case_fail(c, case_get(root, "boundaries"), SPATE_ERROR_DATA, "x");
        CHECK(same(spate_message(ctx), "case.yaml:4:1: boundaries: x"));
        case_fail(c, case_get(root, "grid.crs"), SPATE_ERROR_DATA, "x");
        CHECK(same(spate_message(ctx), "--set grid.crs=EPSG:1: grid.crs: x"));
        case_fail(c, root, SPATE_ERROR_DATA, "%s", spate_message(ctx));
        CHECK(same(spate_message(ctx), "case.yaml:1:1: --set grid.crs=EPSG:1: grid.crs: x"));
        CHECK(same(case_place(c, NULL, place, sizeof place), "case.yaml"));
    }
    casefile_free(c);
    spate_context_destroy(ctx);
}

static void files_that_cannot_be_read_are_named(void)
{
    spate_context *ctx = scene_context();
    casefile *c = NULL;
    CHECK(casefile_read(ctx, TEST_DATA "/none.yaml", NULL, 0, &c) == SPATE_ERROR_ARGUMENT && !c);
    CHECK_CONTAINS(spate_message(ctx), "none.yaml: cannot be read: No such file");
    CHECK(casefile_read(ctx, TEST_DATA, NULL, 0, &c) == SPATE_ERROR_ARGUMENT && !c);
    CHECK_CONTAINS(spate_message(ctx), "this is a folder");
    CHECK(casefile_read(ctx, "/dev/zero", NULL, 0, &c) == SPATE_ERROR_ARGUMENT && !c);
    CHECK_CONTAINS(spate_message(ctx), "larger than 4 MB");
    spate_context_destroy(ctx);
}

static void a_build_without_yaml_says_so(void)
{
    spate_context *ctx = scene_context();
    casefile *c = NULL;
    CHECK(casefile_parse(ctx, "case.yaml", LEAST, strlen(LEAST), NULL, 0, &c) ==
          SPATE_ERROR_ARGUMENT);
    CHECK(c == NULL);
    CHECK_CONTAINS(spate_message(ctx), "apt-get install libyaml-dev");
    spate_context_destroy(ctx);
}

int main(void)
{
    if (!SPATE_HAVE_YAML) {
        RUN(a_build_without_yaml_says_so);
        return check_done();
    }
    RUN(the_case_to_build_toward_is_understood);
    RUN(its_boundaries_are_understood);
    RUN(its_forcing_and_output_are_understood);
    RUN(what_is_absent_has_its_default);
    RUN(every_form_of_a_value_is_accepted);
    RUN(pairs_and_choices_and_boxes_come_as_numbers);
    RUN(set_replaces_adds_and_finds_by_name);
    RUN(complaints_name_their_place);
    RUN(files_that_cannot_be_read_are_named);
    return check_done();
}
