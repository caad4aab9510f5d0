/* Links where a run writes: results stay inside their folder, whatever the links point to. */
#include "results_scene.h"

static spate_context *ctx;

static const char victim_text[] = "not of this run\n";

static void make_victims(void)
{
    FILE *f = fopen(scene_in("victim"), "w");
    CHECK(f && fputs(victim_text, f) >= 0 && fclose(f) == 0);
    CHECK(mkdir(scene_in("elsewhere"), 0777) == 0);
    static const char *const names[] = {"elsewhere/maps-000000.spm", "elsewhere/state-0.spc",
                                        "elsewhere/quay.csv"};
    for (int k = 0; k < 3; ++k) {
        f = fopen(scene_in(names[k]), "w");
        CHECK(f && fputs(victim_text, f) >= 0 && fclose(f) == 0);
    }
}

static int is_untouched(const char *name)
{
    size_t count = 0;
    char *text = scene_bytes(name, &count);
    const int same = text && strcmp(text, victim_text) == 0;
    free(text);
    return same;
}

static void check_victims(void)
{
    CHECK(is_untouched("victim") && is_untouched("elsewhere/maps-000000.spm") &&
          is_untouched("elsewhere/state-0.spc") && is_untouched("elsewhere/quay.csv"));
    char command[600];
    snprintf(command, sizeof command, "[ $(ls '%s' | wc -l) = 3 ]", scene_in("elsewhere"));
    CHECK(system(command) == 0); /* and there is nothing else */
}

static void plant(const char *folder, const char *name, const char *target)
{
    char at[256];
    snprintf(at, sizeof at, "%s/%s", folder, name);
    char link_name[512];
    snprintf(link_name, sizeof link_name, "%s", scene_in(at));
    unlink(link_name);
    CHECK(symlink(scene_in(target), link_name) == 0);
}

/* Stopped at 5 s, with a checkpoint. */
static void begin(const char *folder)
{
    const results_plan plan = scene_plan(scene_in(folder), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(scene_run(sim, r, 5) == SPATE_OK && results_checkpoint(r) == SPATE_OK);
    CHECK(results_close(r, 0) == SPATE_OK);
    spate_sim_destroy(sim);
}

static spate_status go_on(const char *folder, results_mode mode)
{
    const results_plan plan = scene_plan(scene_in(folder), mode);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    spate_status status = results_open(ctx, sim, &plan, &r, &resumed);
    if (status == SPATE_OK) {
        status = scene_run(sim, r, plan.end);
        if (status == SPATE_OK)
            status = results_checkpoint(r);
        const spate_status closed = results_close(r, status == SPATE_OK);
        status = status == SPATE_OK ? closed : status;
    }
    spate_sim_destroy(sim);
    return status;
}

/* Every temporary name of a file. */
static void unfinished_files_do_not_follow_links(void)
{
    static const char *const names[] = {"run.json.part",
                                        "maps.nc.part",
                                        "max.nc.part",
                                        "state.nc.part",
                                        "bed.tif.part",
                                        "bed.tif.part.head",
                                        "bed.asc.part",
                                        "max_depth.tif.part",
                                        "max_depth.asc.part",
                                        "max_depth.tif.part.head",
                                        "arrival.tif.part",
                                        "segments/maps-000005.spm.part",
                                        "mass.csv.part",
                                        "checkpoints/state-1.spc.part",
                                        "checkpoints/state-2.spc.part"};
    begin("parts");
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        if (SPATE_HAVE_NETCDF || strncmp(names[k], "segments", 8) != 0)
            plant("parts", names[k], "victim");
    if (!CHECK(go_on("parts", RESULTS_RESUME) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    check_victims();
    scene_same_results(ctx, "whole", "parts");
}

/* Whole files are replaced by renaming: a link there goes, what it points to stays. */
static void finished_files_replace_links(void)
{
    static const char *const names[] = {"run.json", "maps.nc", "max.nc", "state.nc", "bed.tif"};
    begin("finished");
    for (size_t k = 1; k < sizeof names / sizeof *names; ++k)
        plant("finished", names[k], "victim");
    CHECK(go_on("finished", RESULTS_RESUME) == SPATE_OK);
    check_victims();
    scene_same_results(ctx, "whole", "finished");
}

static void series_and_locks_refuse_links(void)
{
    begin("series");
    plant("series", "mass.csv", "victim");
    CHECK(go_on("series", RESULTS_RESUME) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "mass.csv: it is a link to another file");
    CHECK(unlink(scene_in("series/mass.csv")) == 0);
    CHECK(link(scene_in("victim"), scene_in("series/mass.csv")) == 0);
    CHECK(go_on("series", RESULTS_RESUME) == SPATE_ERROR_OUTPUT);
    check_victims();
    CHECK(go_on("series", RESULTS_OVERWRITE) == SPATE_OK); /* it is removed and made again */
    check_victims();
    begin("lock");
    plant("lock", "run.lock", "victim");
    CHECK(go_on("lock", RESULTS_RESUME) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "run.lock: it is a link");
    CHECK(unlink(scene_in("lock/run.lock")) == 0);
    CHECK(link(scene_in("victim"), scene_in("lock/run.lock")) == 0);
    CHECK(go_on("lock", RESULTS_OVERWRITE) == SPATE_ERROR_OUTPUT);
    check_victims();
}

/* Neither are files written through them nor removed. */
static void folders_that_are_links_are_refused(void)
{
    static const char *const names[] = {"segments", "checkpoints", "gauges", "sections"};
    begin("folders");
    for (int k = 0; k < 4; ++k) {
        char command[900], name[64];
        snprintf(name, sizeof name, "folders/%s", names[k]);
        snprintf(command, sizeof command, "rm -rf '%s'", scene_in(name));
        CHECK(system(command) == 0);
        plant("folders", names[k], "elsewhere");
        for (int mode = RESULTS_OVERWRITE; mode <= RESULTS_RESUME; ++mode) {
            CHECK(go_on("folders", (results_mode)mode) == SPATE_ERROR_OUTPUT);
            CHECK_CONTAINS(spate_message(ctx), names[k]);
            CHECK_CONTAINS(spate_message(ctx), "it is a link to another file");
        }
        check_victims();
        CHECK(unlink(scene_in(name)) == 0);
    }
    CHECK(go_on("folders", RESULTS_OVERWRITE) == SPATE_OK);
}

/* The folder itself may be on another disk. */
static void the_folder_itself_may_be_a_link(void)
{
    CHECK(mkdir(scene_in("disk"), 0777) == 0);
    CHECK(symlink(scene_in("disk"), scene_in("linked")) == 0);
    begin("linked");
    CHECK(go_on("linked", RESULTS_RESUME) == SPATE_OK);
    scene_same_results(ctx, "whole", "disk");
}

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    scene_whole(ctx, scene_in("whole"));
    make_victims();
    RUN(unfinished_files_do_not_follow_links);
    RUN(finished_files_replace_links);
    RUN(series_and_locks_refuse_links);
    RUN(folders_that_are_links_are_refused);
    RUN(the_folder_itself_may_be_a_link);
    return scene_end(ctx);
}
