/* A small flood for the tests of results: a dam break over bumps with inactive cells, rain, gauges
 * and maxima. */
#ifndef TESTS_FILES_RESULTS_SCENE_H
#define TESTS_FILES_RESULTS_SCENE_H

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "check.h"
#include "io/gdal_plugin.h"
#include "results/maps/maps_file.h"
#include "results/results.h"
#include "spate_config.h"

enum { SCENE_NX = 60, SCENE_NY = 36 };

static char scene_warnings[4096]; /* all since it was emptied */

static inline void scene_log(spate_log_level level, const char *line, void *user)
{
    (void)user;
    if (level == SPATE_LOG_WARNING && strlen(scene_warnings) + strlen(line) + 2 < 4096)
        strcat(strcat(scene_warnings, line), "\n");
}

enum { SCENE_X0 = 500000, SCENE_Y0 = 180000 };

static inline double scene_bed(double x, double y, void *user)
{
    (void)user;
    return 12 + 0.4 * sin(0.11 * (x - SCENE_X0)) + 0.3 * cos(0.17 * (y - SCENE_Y0));
}

static inline double scene_active(double x, double y, void *user)
{
    (void)user;
    return !(x > SCENE_X0 + 90 && y > SCENE_Y0 + 50);
}

static inline double scene_level(double x, double y, void *user)
{
    (void)user, (void)y;
    return x < SCENE_X0 + 70 ? 14.5 : 0;
}

static inline spate_sim *scene_sim(spate_context *ctx)
{
    spate_options opt;
    spate_sim *sim = NULL;
    spate_options_default(&opt);
    opt.nx = SCENE_NX, opt.ny = SCENE_NY;
    opt.dx = opt.dy = 2;
    opt.x0 = SCENE_X0, opt.y0 = SCENE_Y0;
    opt.precision = 32;
    opt.threads = 1;
    opt.rain = 1e-5;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = 0.03;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    return sim;
}

static inline int scene_sea(const spate_face *face, void *user)
{
    (void)user;
    return face->edge == SPATE_EAST;
}

/* Ready to run, at time 0: water leaves in the east, behind a section. */
static inline spate_sim *scene_ready(spate_context *ctx)
{
    spate_sim *sim = scene_sim(ctx);
    CHECK(spate_set_active(sim, scene_active, NULL) == SPATE_OK);
    CHECK(spate_set_bed(sim, scene_bed, NULL) == SPATE_OK);
    CHECK(spate_set_level(sim, scene_level, NULL) == SPATE_OK);
    const spate_boundary sea = {.name = "sea", .kind = SPATE_BOUNDARY_OPEN, .takes = scene_sea};
    CHECK(spate_add_boundary(sim, &sea) == SPATE_OK);
    spate_section_face faces[SCENE_NY];
    for (int j = 0; j < SCENE_NY; ++j)
        faces[j] = (spate_section_face){.i = 20, .j = j, .axis = 0, .sign = 1};
    CHECK(spate_add_section(sim, faces, SCENE_NY) == SPATE_OK);
    CHECK(spate_track_maxima(sim, 0.01, 0.3) == SPATE_OK);
    return sim;
}

static const results_gauge scene_gauges[] = {
    {.name = "quay", .i = 10, .j = 10, .x = 500021, .y = 180021},
    {.name = "../Brücke: \"Süd\", 2", .i = 40, .j = 20, .x = 500081, .y = 180041},
    {.name = "Quay", .i = 58, .j = 1, .x = 500117, .y = 180003},
    {.name = "", .i = 59, .j = 35, .x = 500119, .y = 180071}, /* inactive */
};

static inline results_plan scene_plan(const char *folder, results_mode mode)
{
    static const char *const section_names[] = {"road bridge"}, *const boundary_names[] = {
                                                                    "sea, \"east\""};
    static const results_input inputs[] = {{.file = TEST_DATA "/same-bits.txt"}};
    const char *why;
    return (results_plan){.folder = folder,
                          .mode = mode,
                          .title = "a \"small\" flood",
                          .start = 1704153600, /* 2024-01-02T00:00:00Z */
                          .end = 10,
                          .grid = {.x0 = SCENE_X0,
                                   .y0 = SCENE_Y0,
                                   .dx = 2,
                                   .dy = 2,
                                   .nx = SCENE_NX,
                                   .ny = SCENE_NY,
                                   .crs = ""},
                          .maps_every = 1.5,
                          .maps = MAP_DEPTH | MAP_LEVEL | MAP_VELOCITY,
                          .maxima = MAXIMUM_DEPTH | MAXIMUM_LEVEL | MAXIMUM_SPEED | MAXIMUM_HAZARD |
                                    MAXIMUM_ARRIVAL | MAXIMUM_DURATION,
                          .as_asc = !gdal_plugin_get(&why),
                          .wet_depth = 0.01,
                          .duration_depth = 0.3,
                          .series_every = 0.4,
                          .checkpoint_every = 0,
                          .gauge_count = 4,
                          .gauges = scene_gauges,
                          .section_count = 1,
                          .section_names = section_names,
                          .boundary_count = 1,
                          .boundary_names = boundary_names,
                          .resolved_json = "{\"time\": {\"end\": 10}, \"manning\": 0.03, "
                                           "\"solver\": {\"backend\": \"auto\"}}",
                          .input_count = 1,
                          .inputs = inputs};
}

static inline double scene_time(spate_sim *sim)
{
    spate_stats stats;
    CHECK(spate_get_stats(sim, &stats) == SPATE_OK);
    return stats.t;
}

static inline int scene_stop(double t, double dt, int64_t step, void *user)
{
    (void)dt, (void)step;
    return t >= *(const double *)user;
}

/* Runs to the first step that ends at or past `until` and writes what is due; stops at the first
 * failure. No step is shortened to end at `until`, so that the run is the same whether it stops
 * there or not. */
static inline spate_status scene_run(spate_sim *sim, results *r, double until)
{
    spate_status status = results_write(r);
    spate_set_observer(sim, scene_stop, &until);
    for (double t = scene_time(sim); t < until && status == SPATE_OK; t = scene_time(sim)) {
        status = spate_advance(sim, results_next(r, t));
        if (status == SPATE_OK || status == SPATE_STOPPED)
            status = results_write(r);
    }
    spate_set_observer(sim, NULL, NULL);
    return status;
}

/* A whole run into a folder. */
static inline void scene_whole(spate_context *ctx, const char *folder)
{
    const results_plan plan = scene_plan(folder, RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = -1;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && resumed == 0);
    CHECK(scene_run(sim, r, plan.end) == SPATE_OK);
    CHECK(results_close(r, 1) == SPATE_OK);
    spate_sim_destroy(sim);
}

/* ---- a folder for files ---- */

static char scene_root[256];

static inline const char *scene_in(const char *name)
{
    static char paths[8][512];
    static int next;
    char *out = paths[next++ % 8];
    snprintf(out, sizeof paths[0], "%s/%s", scene_root, name);
    return out;
}

/* A context whose warnings are kept, and a new folder; 0: failed. */
static inline int scene_begin(spate_context **ctx)
{
    const char *base = getenv("TMPDIR");
    if (spate_context_create(ctx) != SPATE_OK)
        return 0;
    spate_set_log(*ctx, scene_log, NULL);
    snprintf(scene_root, sizeof scene_root, "%s/spate-results-XXXXXX", base ? base : "/tmp");
    return mkdtemp(scene_root) != NULL;
}

/* Removes both; the exit status of the program. */
static inline int scene_end(spate_context *ctx)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", scene_root);
    CHECK(system(command) == 0);
    spate_context_destroy(ctx);
    return check_done();
}

/* Opens the results of a folder and closes them again. */
static inline spate_status scene_try_open(spate_context *ctx, const char *folder, results_mode mode)
{
    const results_plan plan = scene_plan(scene_in(folder), mode);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    const spate_status status = results_open(ctx, sim, &plan, &r, &resumed);
    CHECK(results_close(r, 0) == SPATE_OK);
    spate_sim_destroy(sim);
    return status;
}

static inline int scene_exists(const char *name)
{
    return access(scene_in(name), F_OK) == 0;
}

/* The bytes of a file, malloc'ed; NULL: it does not exist. */
static inline char *scene_bytes(const char *name, size_t *count)
{
    return text_file_read(scene_in(name), (size_t)1 << 30, count);
}

/* ---- comparing two runs ---- */

static inline void scene_same_bytes(const char *a, const char *b)
{
    size_t na = 0, nb = 0;
    char *x = scene_bytes(a, &na), *y = scene_bytes(b, &nb);
    if (!CHECK(x && y && na == nb && memcmp(x, y, na) == 0))
        printf("  %s (%zu bytes) and %s (%zu bytes) differ\n", a, na, b, nb);
    free(x);
    free(y);
}

static inline void scene_same_frames(maps_file *a, maps_file *b, int v)
{
    const maps_info *info = maps_get_info(a);
    static double x[SCENE_NX * SCENE_NY], y[SCENE_NX * SCENE_NY];
    const int64_t frames = info->variables[v].over_time ? info->frames : 1;
    for (int64_t n = 0; n < frames; ++n) {
        int different = 0;
        CHECK(maps_read_box(a, v, n, 0, 0, SCENE_NX, SCENE_NY, x) == SPATE_OK);
        CHECK(maps_read_box(b, v, n, 0, 0, SCENE_NX, SCENE_NY, y) == SPATE_OK);
        for (int k = 0; k < SCENE_NX * SCENE_NY; ++k)
            different += !(x[k] == y[k] || (isnan(x[k]) && isnan(y[k])));
        if (!CHECK(different == 0))
            printf("  %s of frame %lld: %d cells differ\n", info->variables[v].name, (long long)n,
                   different);
    }
}

static inline void scene_same_maps(spate_context *ctx, const char *a, const char *b)
{
    maps_file *x = NULL, *y = NULL;
    if (!CHECK(maps_open(ctx, scene_in(a), &x) == SPATE_OK) ||
        !CHECK(maps_open(ctx, scene_in(b), &y) == SPATE_OK)) {
        printf("  %s\n", spate_message(ctx));
        maps_close(x);
        return;
    }
    const maps_info *i = maps_get_info(x), *j = maps_get_info(y);
    CHECK(i->frames == j->frames && i->variable_count == j->variable_count);
    for (int64_t n = 0; n < i->frames && n < j->frames; ++n)
        CHECK(i->times[n] == j->times[n]);
    for (int v = 0; v < i->variable_count && i->frames == j->frames; ++v)
        scene_same_frames(x, y, v);
    maps_close(x);
    maps_close(y);
}

/* All values of two finished runs. */
static inline void scene_same_results(spate_context *ctx, const char *a, const char *b)
{
    static const char *const files[] = {"mass.csv", "gauges/quay.csv", "gauges/Quay-2.csv",
                                        "gauges/unnamed.csv", "sections/road_bridge.csv"};
    static const char *const maps[] = {"maps.nc", "max.nc", "state.nc"};
    static const char *const rasters[] = {"max_depth.asc",  "max_level.asc", "max_speed.asc",
                                          "max_hazard.asc", "arrival.asc",   "duration.asc"};
    char x[256], y[256];
    for (size_t k = 0; k < sizeof files / sizeof *files; ++k) {
        snprintf(x, sizeof x, "%s/%s", a, files[k]);
        snprintf(y, sizeof y, "%s/%s", b, files[k]);
        scene_same_bytes(x, y);
    }
    for (size_t k = 0; SPATE_HAVE_NETCDF && k < 3; ++k) {
        snprintf(x, sizeof x, "%s/%s", a, maps[k]);
        snprintf(y, sizeof y, "%s/%s", b, maps[k]);
        scene_same_maps(ctx, x, y);
    }
    for (size_t k = 0; !SPATE_HAVE_NETCDF && k < 6; ++k) {
        snprintf(x, sizeof x, "%s/%s", a, rasters[k]);
        snprintf(y, sizeof y, "%s/%s", b, rasters[k]);
        scene_same_bytes(x, y);
    }
}

#endif
