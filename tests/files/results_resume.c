/* A run that was stopped and resumed leaves the same values as one that was not; torn checkpoints
 * are recognised; what may not change between the two is refused. */
#include "results_scene.h"

static spate_context *ctx;

/* Runs to `stop`, writes a checkpoint there, runs on to `beyond` and ends there as a killed run
 * would: with lines and maps that are newer than the checkpoint. */
static void run_part(const char *folder, results_mode mode, double stop, double beyond)
{
    const results_plan plan = scene_plan(scene_in(folder), mode);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    if (CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK)) {
        CHECK(scene_run(sim, r, stop) == SPATE_OK);
        CHECK(results_checkpoint(r) == SPATE_OK);
        CHECK(scene_run(sim, r, beyond) == SPATE_OK);
        CHECK(results_close(r, 0) == SPATE_OK);
    } else {
        printf("  %s\n", spate_message(ctx));
    }
    spate_sim_destroy(sim);
}

/* Resumes and finishes; returns the time of the resume. */
static double finish(const char *folder, int expected)
{
    const results_plan plan = scene_plan(scene_in(folder), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = -1;
    double from = -1;
    if (CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && resumed == expected)) {
        from = scene_time(sim);
        CHECK(scene_run(sim, r, plan.end) == SPATE_OK);
        if (!CHECK(results_close(r, 1) == SPATE_OK))
            printf("  %s\n", spate_message(ctx));
    } else {
        printf("  %s\n", spate_message(ctx));
    }
    spate_sim_destroy(sim);
    return from;
}

static void a_resumed_run_equals_the_uninterrupted_one(void)
{
    run_part("resumed", RESULTS_NEW, 4.1, 7);
    CHECK(scene_exists("resumed/segments/maps-000004.spm") == SPATE_HAVE_NETCDF);
    const double from = finish("resumed", 1);
    CHECK(from >= 4.1 && from < 4.5); /* no step is longer */
    scene_same_results(ctx, "whole", "resumed");
    CHECK(!scene_exists("resumed/segments") && !scene_exists("resumed/checkpoints"));
}

/* The moment of a map and a line belongs to the checkpoint that was taken at it. */
static void a_checkpoint_at_a_due_time_loses_nothing(void)
{
    run_part("due", RESULTS_NEW, 6, 6);
    CHECK(finish("due", 1) == 6);
    scene_same_results(ctx, "whole", "due");
}

static void several_resumes_equal_none(void)
{
    run_part("several", RESULTS_NEW, 1.1, 1.3);
    run_part("several", RESULTS_RESUME, 2.2, 5.5);
    run_part("several", RESULTS_RESUME, 8.9, 9.5);
    const double from = finish("several", 1);
    CHECK(from >= 8.9 && from < 9.3);
    scene_same_results(ctx, "whole", "several");
}

static void a_run_without_a_checkpoint_begins_anew(void)
{
    const results_plan plan = scene_plan(scene_in("early"), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 3.3) == SPATE_OK && results_close(r, 0) == SPATE_OK);
    spate_sim_destroy(sim);
    CHECK(finish("early", 0) == 0);
    scene_same_results(ctx, "whole", "early");
    CHECK(finish("not there yet", 0) == 0);
    scene_same_results(ctx, "whole", "not there yet");
}

static void a_finished_run_has_nothing_to_resume(void)
{
    results_plan plan = scene_plan(scene_in("whole"), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = -1;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(resumed == RESULTS_FINISHED && r == NULL);
    plan.end = 20;
    plan.resolved_json = "{\"time\": {\"end\": 20}, \"manning\": 0.03, \"solver\": {}}";
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_ERROR_ARGUMENT && r == NULL);
    CHECK_CONTAINS(spate_message(ctx), "solver");
    plan.resolved_json = "{\"time\": {\"end\": 20}, \"manning\": 0.03, "
                         "\"solver\": {\"backend\": \"cpu\"}}";
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_ERROR_ARGUMENT && r == NULL);
    CHECK_CONTAINS(spate_message(ctx), "later end");
    spate_sim_destroy(sim);
}

/* ---- damage ---- */

static long size_of(const char *name)
{
    struct stat s;
    return stat(scene_in(name), &s) == 0 ? (long)s.st_size : -1;
}

static void change_byte(const char *name, long at)
{
    FILE *f = fopen(scene_in(name), "r+b");
    if (!CHECK(f != NULL))
        return;
    fseek(f, at, SEEK_SET);
    const int c = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(c ^ 0x10, f);
    fclose(f);
}

/* Two checkpoints, at 2 and 5; the newer one is damaged. */
static void check_fallback(const char *folder, long cut_to, long changed)
{
    char newer[256];
    run_part(folder, RESULTS_NEW, 2, 3);
    run_part(folder, RESULTS_RESUME, 5, 6);
    snprintf(newer, sizeof newer, "%s/checkpoints/state-1.spc", folder);
    const long size = size_of(newer);
    CHECK(size > 10000);
    if (cut_to != 0)
        CHECK(truncate(scene_in(newer), cut_to > 0 ? cut_to : size + cut_to) == 0);
    else
        change_byte(newer, changed > 0 ? changed : size + changed);
    scene_warnings[0] = '\0';
    const double from = finish(folder, 1);
    CHECK(from >= 2 && from < 2.4);
    CHECK_CONTAINS(scene_warnings, "state-1.spc cannot be used");
    CHECK_CONTAINS(scene_warnings, "the one before it is used");
    scene_same_results(ctx, "whole", folder);
}

static void a_torn_checkpoint_falls_back_to_the_one_before(void)
{
    check_fallback("torn", 5000, 0);
    check_fallback("torn tail", -1, 0);
    check_fallback("torn head", 3, 0);
}

static void a_changed_bit_falls_back_to_the_one_before(void)
{
    check_fallback("bit", 0, 6000);
    check_fallback("bit in the cursor", 0, 40);
    check_fallback("bit in the tail", 0, -2);
    check_fallback("bit in the first byte", 0, 1);
}

static void without_any_sound_checkpoint_the_run_begins_anew(void)
{
    run_part("unsound", RESULTS_NEW, 4, 5);
    CHECK(truncate(scene_in("unsound/checkpoints/state-0.spc"), 100) == 0);
    CHECK(finish("unsound", 0) == 0);
    scene_same_results(ctx, "whole", "unsound");
}

static void only_two_checkpoints_are_kept(void)
{
    const results_plan plan = scene_plan(scene_in("kept"), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    for (int k = 0; k < 5; ++k)
        CHECK(results_checkpoint(r) == SPATE_OK);
    CHECK(!results_checkpoint_due(r));
    CHECK(results_close(r, 0) == SPATE_OK);
    CHECK(scene_exists("kept/checkpoints/state-4.spc") &&
          scene_exists("kept/checkpoints/state-3.spc") &&
          !scene_exists("kept/checkpoints/state-2.spc"));
    spate_sim_destroy(sim);
}

/* ---- another case ---- */

static void other_keys_are_listed_and_refused(void)
{
    results_plan plan = scene_plan(scene_in("keys"), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    run_part("keys", RESULTS_NEW, 1, 1);
    plan.resolved_json = "{\"time\": {\"end\": 11}, \"manning\": 0.04, \"rain\": \"a.csv\", "
                         "\"solver\": {\"backend\": \"cpu\", \"threads\": 2}}";
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_ERROR_ARGUMENT && !r);
    CHECK_CONTAINS(spate_message(ctx), "manning was 0.03 and is 0.04");
    CHECK_CONTAINS(spate_message(ctx), "rain was not set and is a.csv");
    CHECK(!strstr(spate_message(ctx), "time.end") && !strstr(spate_message(ctx), "backend"));
    plan.resolved_json = "{\"time\": {\"end\": 11}, \"manning\": 3e-2, \"output\": {\"maps\": 3}, "
                         "\"solver\": {\"backend\": \"cpu\", \"threads\": 2}}";
    plan.end = 11;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && resumed == 1);
    CHECK(scene_run(sim, r, 11) == SPATE_OK && results_close(r, 1) == SPATE_OK);
    spate_sim_destroy(sim);
}

#if SPATE_HAVE_NETCDF
/* The variables of maps may change on a resume: those not mapped before have no values there. */
static void maps_may_change_on_resume(void)
{
    results_plan plan = scene_plan(scene_in("maps"), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx), *again = scene_ready(ctx);
    results *r = NULL;
    maps_file *f = NULL;
    int resumed;
    static float values[SCENE_NX * SCENE_NY];
    plan.maps = MAP_DEPTH;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 2) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    CHECK(results_close(r, 0) == SPATE_OK);
    plan.mode = RESULTS_RESUME;
    plan.maps = MAP_DEPTH | MAP_VELOCITY;
    plan.maps_every = 5;
    CHECK(results_open(ctx, again, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(again, r, 10) == SPATE_OK && results_close(r, 1) == SPATE_OK);
    if (CHECK(maps_open(ctx, scene_in("maps/maps.nc"), &f) == SPATE_OK)) {
        const maps_info *info = maps_get_info(f);
        CHECK(info->frames == 4 && info->times[1] == 1.5 && info->times[2] == 5);
        CHECK(maps_read(f, maps_find(f, "u"), 1, values) == SPATE_OK && isnan(values[5]));
        CHECK(maps_read(f, maps_find(f, "u"), 2, values) == SPATE_OK && isfinite(values[5]));
        CHECK(maps_read(f, maps_find(f, "depth"), 1, values) == SPATE_OK && values[5] > 1);
    }
    maps_close(f);
    spate_sim_destroy(sim);
    spate_sim_destroy(again);
}
#endif

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    scene_whole(ctx, scene_in("whole"));
    RUN(a_resumed_run_equals_the_uninterrupted_one);
    RUN(a_checkpoint_at_a_due_time_loses_nothing);
    RUN(several_resumes_equal_none);
    RUN(a_run_without_a_checkpoint_begins_anew);
    RUN(a_finished_run_has_nothing_to_resume);
    RUN(a_torn_checkpoint_falls_back_to_the_one_before);
    RUN(a_changed_bit_falls_back_to_the_one_before);
    RUN(without_any_sound_checkpoint_the_run_begins_anew);
    RUN(only_two_checkpoints_are_kept);
    RUN(other_keys_are_listed_and_refused);
#if SPATE_HAVE_NETCDF
    RUN(maps_may_change_on_resume);
#endif
    return scene_end(ctx);
}
