/* What a run leaves: maps as the simulation had them, series line by line, names of files,
 * run.json; and whose files an overwrite takes away. */
#include "results_scene.h"

static spate_context *ctx;

static void write_text(const char *name, const char *line)
{
    FILE *f = fopen(scene_in(name), "w");
    if (CHECK(f != NULL)) {
        fputs(line, f);
        fclose(f);
    }
}

/* ---- maps ---- */

#if SPATE_HAVE_NETCDF
enum { CELLS = SCENE_NX * SCENE_NY };

static void maps_hold_what_the_simulation_had(void)
{
    static float depth[CELLS], level[CELLS], u[CELLS], bed[CELLS];
    static float depth_there[CELLS], level_there[CELLS], u_there[CELLS], bed_there[CELLS];
    maps_file *f = NULL;
    spate_sim *sim = scene_ready(ctx);
    const results_plan plan = scene_plan(scene_in("whole"), RESULTS_NEW);
    for (int k = 1; k <= 3; ++k) /* times of series cut steps */
        CHECK(spate_advance(sim, k * plan.series_every) == SPATE_OK);
    CHECK(spate_advance(sim, 1.5) == SPATE_OK);
    CHECK(spate_get_field_f32(sim, SPATE_DEPTH, depth) == SPATE_OK);
    CHECK(spate_get_field_f32(sim, SPATE_LEVEL, level) == SPATE_OK);
    CHECK(spate_get_field_f32(sim, SPATE_VELOCITY_X, u) == SPATE_OK);
    CHECK(spate_get_field_f32(sim, SPATE_BED, bed) == SPATE_OK);
    if (!CHECK(maps_open(ctx, scene_in("whole/maps.nc"), &f) == SPATE_OK))
        return;
    const maps_info *info = maps_get_info(f);
    CHECK(info->frames == 8 && info->times[1] == 1.5 && info->times[6] == 9 &&
          info->times[7] == 10);
    CHECK(info->start == plan.start && strcmp(info->title, plan.title) == 0);
    CHECK(info->grid.nx == SCENE_NX && info->grid.ny == SCENE_NY && info->grid.dx == 2);
    CHECK(info->grid.x0 == SCENE_X0 && info->grid.y0 == SCENE_Y0);
    CHECK(maps_read(f, maps_find(f, "depth"), 1, depth_there) == SPATE_OK);
    CHECK(maps_read(f, maps_find(f, "level"), 1, level_there) == SPATE_OK);
    CHECK(maps_read(f, maps_find(f, "u"), 1, u_there) == SPATE_OK);
    CHECK(maps_read(f, maps_find(f, "bed"), 0, bed_there) == SPATE_OK);
    int wet = 0, moving = 0, dry = 0, inactive = 0, wrong = 0;
    for (int k = 0; k < CELLS; ++k) {
        const double x = 2 * (k % SCENE_NX) + 1, y = 2 * (k / SCENE_NX) + 1; /* from the corner */
        if (scene_active(SCENE_X0 + x, SCENE_Y0 + y, NULL) == 0) {
            ++inactive;
            wrong += !isnan(depth_there[k]) || !isnan(level_there[k]) || !isnan(u_there[k]) ||
                     !isnan(bed_there[k]);
        } else if (depth[k] < 0.01F) {
            ++dry;
            wrong += depth_there[k] != depth[k] || !isnan(level_there[k]) || bed_there[k] != bed[k];
        } else {
            ++wet;
            moving += u[k] > 0.1F;
            /* The level is the sum of two rounded numbers: two roundings of numbers below 16. */
            wrong += depth_there[k] != depth[k] || u_there[k] != u[k] ||
                     !(fabsf(level_there[k] - level[k]) <= 2 * 0x1p-20F);
        }
    }
    printf("  %d wet (%d moving), %d dry, %d inactive\n", wet, moving, dry, inactive);
    CHECK(wet > 100 && moving > 50 && dry > 100 && inactive > 50 && wrong == 0);
    maps_close(f);
    spate_sim_destroy(sim);
}

static void the_last_state_is_exact(void)
{
    static double values[CELLS], there[CELLS];
    static const spate_field_name fields[3] = {SPATE_DEPTH, SPATE_VELOCITY_X, SPATE_VELOCITY_Y};
    static const char *const names[3] = {"depth", "u", "v"};
    maps_file *f = NULL;
    int64_t frame = -1;
    const results_plan plan = scene_plan(scene_in("again"), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, plan.end) == SPATE_OK && results_close(r, 1) == SPATE_OK);
    if (CHECK(results_last_state(ctx, scene_in("again"), &f, &frame) == SPATE_OK))
        CHECK(frame == 0 && maps_get_info(f)->times[0] == 10);
    for (int n = 0; n < 3 && f; ++n) {
        int wrong = 0;
        CHECK(spate_get_field(sim, fields[n], values) == SPATE_OK);
        CHECK(maps_read_box(f, maps_find(f, names[n]), 0, 0, 0, SCENE_NX, SCENE_NY, there) ==
              SPATE_OK);
        for (int k = 0; k < CELLS; ++k)
            wrong += !isnan(there[k]) && there[k] != values[k];
        CHECK(wrong == 0);
    }
    /* A box of it, as a rank reads it. */
    CHECK(spate_get_field(sim, SPATE_DEPTH, values) == SPATE_OK);
    CHECK(maps_read_box(f, maps_find(f, "depth"), 0, 7, 5, 3, 2, there) == SPATE_OK);
    for (int k = 0; k < 6; ++k)
        CHECK(there[k] == values[(5 + k / 3) * SCENE_NX + 7 + k % 3]);
    maps_close(f);
    spate_sim_destroy(sim);
}

static void warm_starts_need_a_finished_run(void)
{
    maps_file *f = NULL;
    int64_t frame;
    CHECK(results_last_state(ctx, scene_in("nowhere"), &f, &frame) == SPATE_ERROR_DATA && !f);
    CHECK_CONTAINS(spate_message(ctx), "--resume");
    CHECK(unlink(scene_in("again/state.nc")) == 0);
    scene_warnings[0] = '\0';
    CHECK(results_last_state(ctx, scene_in("again"), &f, &frame) == SPATE_OK && frame == 7);
    CHECK_CONTAINS(scene_warnings, "single precision");
    maps_close(f);
}

static void files_that_are_no_maps_are_refused(void)
{
    maps_file *f = NULL;
    CHECK(maps_open(ctx, scene_in("nothing.nc"), &f) == SPATE_ERROR_DATA && !f);
    CHECK_CONTAINS(spate_message(ctx), "nothing.nc");
    write_text("garbage.nc", "CDF and nothing else");
    CHECK(maps_open(ctx, scene_in("garbage.nc"), &f) == SPATE_ERROR_DATA && !f);
    CHECK_CONTAINS(spate_message(ctx), "garbage.nc");
}

static void maxima_are_in_max_nc(void)
{
    static float depth[CELLS], arrival[CELLS], last[CELLS];
    maps_file *f = NULL, *m = NULL;
    CHECK(maps_open(ctx, scene_in("whole/max.nc"), &f) == SPATE_OK);
    CHECK(maps_open(ctx, scene_in("whole/maps.nc"), &m) == SPATE_OK);
    if (!f || !m)
        return;
    CHECK(maps_get_info(f)->variable_count == 7 && maps_get_info(f)->frames == 0);
    CHECK(maps_read(f, maps_find(f, "max_depth"), 0, depth) == SPATE_OK);
    CHECK(maps_read(f, maps_find(f, "arrival"), 0, arrival) == SPATE_OK);
    int wrong = 0, arrived = 0;
    for (int n = 0; n < 8; ++n) {
        CHECK(maps_read(m, maps_find(m, "depth"), n, last) == SPATE_OK);
        for (int k = 0; k < CELLS; ++k)
            wrong += !isnan(last[k]) && !(depth[k] >= last[k]);
    }
    for (int k = 0; k < CELLS; ++k)
        arrived += arrival[k] > 0 && arrival[k] <= 10;
    CHECK(wrong == 0 && arrived > 100);
    maps_close(f);
    maps_close(m);
}
#endif

static void maxima_and_the_bed_are_rasters_too(void)
{
    CHECK(scene_exists("whole/max_depth.tif") || scene_exists("whole/max_depth.asc"));
    CHECK(scene_exists("whole/arrival.tif") || scene_exists("whole/arrival.asc"));
    CHECK(scene_exists("whole/bed.tif") || scene_exists("whole/bed.asc"));
}

/* ---- series ---- */

static void gauges_have_a_line_for_every_time(void)
{
    size_t count;
    char *lines = scene_bytes("whole/gauges/quay.csv", &count);
    if (!CHECK(lines != NULL))
        return;
    int rows = 0;
    double before = -1;
    char *line = strtok(lines, "\n");
    CHECK(strcmp(line, "time,elapsed [s],bed [m],level [m],depth [m],u [m/s],v [m/s]") == 0);
    for (line = strtok(NULL, "\n"); line; line = strtok(NULL, "\n"), ++rows) {
        double t, bed, level, depth, u, v;
        char date[40];
        CHECK(sscanf(line, "%39[^,],%lf,%lf,%lf,%lf,%lf,%lf", date, &t, &bed, &level, &depth, &u,
                     &v) == 7);
        CHECK(t > before && t == rows * 0.4); /* exact multiples */
        CHECK_NEAR(level, bed + depth, 2e-8 * 15);
        before = t;
        if (rows == 5)
            CHECK(strcmp(date, "2024-01-02T00:00:02Z") == 0);
        if (rows == 1)
            CHECK(strcmp(date, "2024-01-02T00:00:00.4Z") == 0);
    }
    CHECK(rows == 26 && before == 10);
    free(lines);
    /* Not reached by the water yet: no level. Not active: no values at all. */
    lines = scene_bytes("whole/gauges/Quay-2.csv", &count);
    CHECK(lines && strstr(lines, "2024-01-02T00:00:00Z,0,") && strstr(lines, ",,0,0,0\n"));
    free(lines);
    lines = scene_bytes("whole/gauges/unnamed.csv", &count);
    CHECK(lines && strstr(lines, "2024-01-02T00:00:00Z,0,,,,,\n"));
    free(lines);
}

/* Means over intervals add up to the volume of the section. */
static void sections_have_means_and_volumes(void)
{
    size_t count;
    char *lines = scene_bytes("whole/sections/road_bridge.csv", &count);
    double sum = 0, before = 0, t = 0, mean = 0, volume = 0;
    int rows = 0;
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"), ++rows) {
        if (rows == 0)
            CHECK(strcmp(line, "time,elapsed [s],discharge [m3/s],volume [m3]") == 0);
        if (rows == 1)
            CHECK(strcmp(line, "2024-01-02T00:00:00Z,0,,0") == 0);
        if (rows < 2)
            continue;
        CHECK(sscanf(strchr(line, ','), ",%lf,%lf,%lf", &t, &mean, &volume) == 3);
        sum += mean * (t - before);
        before = t;
    }
    CHECK(rows == 27 && t == 10 && volume > 10);
    CHECK_NEAR(sum, volume, 26 * 5e-9 * volume); /* nine digits of each mean */
    free(lines);
}

static void names_of_gauges_make_safe_files(void)
{
    CHECK(scene_exists("whole/gauges/quay.csv") && scene_exists("whole/gauges/Quay-2.csv"));
    CHECK(scene_exists("whole/gauges/_._Brücke___Süd___2.csv"));
    CHECK(scene_exists("whole/gauges/unnamed.csv"));
    CHECK(!scene_exists("Brücke_ _Süd__ 2.csv"));
}

static void the_mass_balance_closes_in_mass_csv(void)
{
    size_t count;
    char *lines = scene_bytes("whole/mass.csv", &count);
    double first = -1, t, volume, entered, left, rain, lost, in, out, error = -1;
    int rows = 0;
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"), ++rows) {
        if (rows == 0) {
            CHECK(strcmp(line, "time,elapsed [s],volume [m3],entered [m3],left [m3],rain [m3],"
                               "infiltrated [m3],\"sea, \"\"east\"\" in [m3]\","
                               "\"sea, \"\"east\"\" out [m3]\",error") == 0);
            continue;
        }
        CHECK(sscanf(strchr(line, ','), ",%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &volume,
                     &entered, &left, &rain, &lost, &in, &out, &error) == 9);
        first = rows == 1 ? volume : first;
        CHECK_NEAR(volume, first + entered - left, 1e-6 * volume);
        CHECK(rain <= entered && lost == 0 && in == 0);
        CHECK_NEAR(out, left, 1e-12 * left);
    }
    CHECK(rows == 27 && t == 10 && entered > 0 && left > 0);
    free(lines);
}

/* ---- run.json ---- */

static void run_json_says_what_was_run(void)
{
    static const char *const parts[] = {"\"status\": \"done\"",
                                        "\"title\": \"a \\\"small\\\" flood\"",
                                        "\"manning\": 0.03",
                                        "\"backend\":",
                                        "\"host\":",
                                        SPATE_HAVE_NETCDF ? "\"frames\": 8" : "\"frames\": 0",
                                        SPATE_HAVE_NETCDF ? "\"maps.nc\"" : "\"mass.csv\"",
                                        "\"gauges/quay.csv\"",
                                        "\"relative_error\":",
                                        "\"sha256\": \""};
    size_t count;
    char *json = scene_bytes("whole/run.json", &count);
    for (size_t k = 0; json && k < sizeof parts / sizeof *parts; ++k)
        CHECK_CONTAINS(json, parts[k]);
    CHECK(json && !strstr(json, "segments/maps-*"));
    free(json);
}

/* The hash must equal that of sha256sum. */
static void hashes_of_inputs_are_sha_256(void)
{
    char command[600], wanted[65] = "";
    size_t count;
    FILE *pipe = popen("sha256sum '" TEST_DATA "/same-bits.txt' 2>/dev/null", "r");
    if (!pipe || fscanf(pipe, "%64s", wanted) != 1)
        printf("  no sha256sum here\n");
    if (pipe)
        pclose(pipe);
    char *json = scene_bytes("whole/run.json", &count);
    snprintf(command, sizeof command, "\"sha256\": \"%s", wanted);
    CHECK_CONTAINS(json, command);
    free(json);
}

/* ---- existing folders ---- */

static void an_existing_folder_is_not_touched(void)
{
    CHECK(scene_try_open(ctx, "whole", RESULTS_NEW) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "--resume");
    CHECK_CONTAINS(spate_message(ctx), "--overwrite");
    mkdir(scene_in("mine"), 0777);
    write_text("mine/thesis.txt", "years of work");
    for (int mode = RESULTS_NEW; mode <= RESULTS_RESUME; ++mode) {
        CHECK(scene_try_open(ctx, "mine", (results_mode)mode) == SPATE_ERROR_OUTPUT);
        CHECK_CONTAINS(spate_message(ctx), "no run.json");
    }
    CHECK(scene_exists("mine/thesis.txt") && !scene_exists("mine/run.json"));
    write_text("mine/run.json", "{\"status\": broken");
    CHECK(scene_try_open(ctx, "mine", RESULTS_OVERWRITE) == SPATE_ERROR_OUTPUT);
    CHECK(scene_exists("mine/thesis.txt"));
}

static void an_overwrite_takes_only_its_own_files(void)
{
    scene_whole(ctx, scene_in("over"));
    write_text("over/notes.txt", "of the user");
    write_text("over/gauges/other.csv", "of the user");
    mkdir(scene_in("over/segments"), 0777);
    write_text("over/segments/maps-mine.spm", "of the user");
    CHECK(scene_try_open(ctx, "over", RESULTS_OVERWRITE) == SPATE_OK);
    CHECK(scene_exists("over/notes.txt") && scene_exists("over/gauges/other.csv") &&
          scene_exists("over/segments/maps-mine.spm"));
    CHECK(!scene_exists("over/maps.nc") && !scene_exists("over/max.nc") &&
          scene_exists("over/run.json"));
    write_text("victim.txt", "outside");
    write_text("over/run.json",
               "{\"status\": \"done\", \"files\": [\"../victim.txt\", \"a/../../victim.txt\"]}");
    CHECK(scene_try_open(ctx, "over", RESULTS_OVERWRITE) == SPATE_OK && scene_exists("victim.txt"));
}

static void a_folder_that_cannot_be_made_is_named(void)
{
    write_text("file", "not a folder");
    CHECK(scene_try_open(ctx, "file/run.out", RESULTS_NEW) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "file/run.out");
    CHECK(scene_try_open(ctx, "file", RESULTS_NEW) == SPATE_ERROR_OUTPUT);
}

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    scene_whole(ctx, scene_in("whole"));
#if SPATE_HAVE_NETCDF
    RUN(maps_hold_what_the_simulation_had);
    RUN(the_last_state_is_exact);
    RUN(warm_starts_need_a_finished_run);
    RUN(files_that_are_no_maps_are_refused);
    RUN(maxima_are_in_max_nc);
#endif
    RUN(maxima_and_the_bed_are_rasters_too);
    RUN(gauges_have_a_line_for_every_time);
    RUN(sections_have_means_and_volumes);
    RUN(names_of_gauges_make_safe_files);
    RUN(the_mass_balance_closes_in_mass_csv);
    RUN(run_json_says_what_was_run);
    RUN(hashes_of_inputs_are_sha_256);
    RUN(an_existing_folder_is_not_touched);
    RUN(an_overwrite_takes_only_its_own_files);
    RUN(a_folder_that_cannot_be_made_is_named);
    return scene_end(ctx);
}
