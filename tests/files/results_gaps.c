/* Files that are removed or damaged during a run: all other results are written, the gap is
 * named, and the run reports a failure. */
#include <string.h>

#include "results_scene.h"

static spate_context *ctx;

/* Runs to 5 s with a checkpoint there, calls `harm`, and runs to the end; returns the status of
 * closing. */
static spate_status run_harmed(const char *folder, results_mode mode, void (*harm)(void))
{
    const results_plan plan = scene_plan(scene_in(folder), mode);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 5) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    if (harm)
        harm();
    CHECK(scene_run(sim, r, plan.end) == SPATE_OK);
    const spate_status status = results_close(r, 1);
    spate_sim_destroy(sim);
    return status;
}

#if SPATE_HAVE_NETCDF
static void copy(const char *from, const char *to)
{
    char command[1200];
    snprintf(command, sizeof command, "cp '%s' '%s'", scene_in(from), scene_in(to));
    CHECK(system(command) == 0);
}

static void lose_a_segment(void)
{
    copy("segment/segments/maps-000002.spm", "kept.spm");
    CHECK(unlink(scene_in("segment/segments/maps-000002.spm")) == 0);
}

static void a_lost_segment_costs_only_its_map(void)
{
    static double x[SCENE_NX * SCENE_NY], y[SCENE_NX * SCENE_NY];
    maps_file *all = NULL, *rest = NULL;
    CHECK(run_harmed("segment", RESULTS_NEW, lose_a_segment) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "lacks map 2 (");
    CHECK_CONTAINS(spate_message(ctx), "maps-000002.spm");
    CHECK(spate_exit_code(SPATE_ERROR_OUTPUT) == 6);
    scene_same_maps(ctx, "whole/max.nc", "segment/max.nc");
    scene_same_maps(ctx, "whole/state.nc", "segment/state.nc");
    scene_same_bytes("whole/mass.csv", "segment/mass.csv");
    if (!CHECK(maps_open(ctx, scene_in("whole/maps.nc"), &all) == SPATE_OK) ||
        !CHECK(maps_open(ctx, scene_in("segment/maps.nc"), &rest) == SPATE_OK))
        return;
    const int64_t frames = maps_get_info(all)->frames;
    CHECK(maps_get_info(rest)->frames == frames - 1);
    for (int64_t n = 0; n < frames; ++n) {
        const int64_t m = n < 2 ? n : n - 1;
        if (n == 2)
            continue;
        CHECK(maps_get_info(all)->times[n] == maps_get_info(rest)->times[m]);
        CHECK(maps_read_box(all, maps_find(all, "depth"), n, 0, 0, SCENE_NX, SCENE_NY, x) ==
              SPATE_OK);
        CHECK(maps_read_box(rest, maps_find(rest, "depth"), m, 0, 0, SCENE_NX, SCENE_NY, y) ==
              SPATE_OK);
        int different = 0;
        for (int k = 0; k < SCENE_NX * SCENE_NY; ++k)
            different += !(x[k] == y[k] || (isnan(x[k]) && isnan(y[k])));
        CHECK(different == 0);
    }
    maps_close(all);
    maps_close(rest);
}

/* It continues from its checkpoint at 5 s, which is later than the map. */
static void a_segment_that_is_put_back_is_used(void)
{
    size_t count = 0;
    char *record = scene_bytes("segment/run.json", &count);
    CHECK_CONTAINS(record ? record : "", "\"status\": \"incomplete\"");
    CHECK_CONTAINS(record ? record : "", "maps-000002.spm");
    free(record);
    copy("kept.spm", "segment/segments/maps-000002.spm");
    const results_plan plan = scene_plan(scene_in("segment"), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = 0;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && resumed == 1);
    CHECK(scene_run(sim, r, plan.end) == SPATE_OK && results_close(r, 1) == SPATE_OK);
    spate_sim_destroy(sim);
    scene_same_results(ctx, "whole", "segment");
    CHECK(!scene_exists("segment/segments") && !scene_exists("segment/checkpoints"));
}
#endif

static void remove_mass(void)
{
    CHECK(unlink(scene_in("mass/mass.csv")) == 0);
}

/* The rows after the loss are there, below a header. */
static void a_removed_series_is_noticed_and_goes_on(void)
{
    scene_warnings[0] = '\0';
    CHECK(run_harmed("mass", RESULTS_NEW, remove_mass) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "lacks rows of mass.csv");
    CHECK_CONTAINS(scene_warnings, "mass.csv was removed or changed");
    scene_same_bytes("whole/gauges/quay.csv", "mass/gauges/quay.csv");
    size_t n = 0, m = 0;
    char *all = scene_bytes("whole/mass.csv", &n), *rest = scene_bytes("mass/mass.csv", &m);
    if (CHECK(all && rest && m > 0 && m < n)) {
        const size_t header = strcspn(all, "\n") + 1;
        CHECK(m > header && memcmp(all, rest, header) == 0);
        CHECK(memcmp(all + n - (m - header), rest + header, m - header) == 0);
        CHECK(all[n - (m - header) - 1] == '\n'); /* whole rows */
    }
    free(all);
    free(rest);
}

static void cut_gauge(void)
{
    CHECK(truncate(scene_in("gauge/gauges/quay.csv"), 0) == 0);
}

/* A checkpoint after the loss stores the new length of the file: a resume loses nothing more, and
 * still reports it. */
static void a_checkpoint_after_a_loss_is_sound(void)
{
    const results_plan plan = scene_plan(scene_in("gauge"), RESULTS_NEW);
    results_plan again = scene_plan(scene_in("gauge"), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx), *second = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 3) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    cut_gauge();
    CHECK(scene_run(sim, r, 6) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    CHECK(results_close(r, 0) == SPATE_OK);
    scene_warnings[0] = '\0';
    CHECK(results_open(ctx, second, &again, &r, &resumed) == SPATE_OK && resumed == 1);
    CHECK(!strstr(scene_warnings, "removed or changed"));
    CHECK(scene_run(second, r, plan.end) == SPATE_OK);
    CHECK(results_close(r, 1) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "lacks rows of gauges/quay.csv");
    spate_sim_destroy(sim);
    spate_sim_destroy(second);
}

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    scene_whole(ctx, scene_in("whole"));
#if SPATE_HAVE_NETCDF
    RUN(a_lost_segment_costs_only_its_map);
    RUN(a_segment_that_is_put_back_is_used);
#endif
    RUN(a_removed_series_is_noticed_and_goes_on);
    RUN(a_checkpoint_after_a_loss_is_sound);
    return scene_end(ctx);
}
