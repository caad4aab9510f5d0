/* A full disk, a file-size limit and kill -9 at any instant: the failure is reported with the
 * file's name, and what was written stays whole and can be resumed to the results of an
 * undisturbed run. */
#include <limits.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "results_scene.h"

static spate_context *ctx;

/* ---- events: a watched run reports each and waits for permission to continue ---- */

static int tell = -1, leave = -1; /* pipes; -1: not observed */

static void event(void)
{
    char byte = 0;
    if (tell >= 0 && (write(tell, &byte, 1) != 1 || read(leave, &byte, 1) != 1))
        _exit(2);
}

/* Every child is a separate run: 0 done, 1 failed with SPATE_ERROR_OUTPUT, 2 otherwise. */
static int run_to_end(const char *folder, results_mode mode, double checkpoint_every)
{
    results_plan plan = scene_plan(folder, mode);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    plan.checkpoint_every = checkpoint_every;
    spate_status status = results_open(ctx, sim, &plan, &r, &resumed);
    if (status == SPATE_OK && resumed != RESULTS_FINISHED) {
        status = results_write(r);
        for (double t = scene_time(sim); t < plan.end && status == SPATE_OK; t = scene_time(sim)) {
            event();
            status = spate_advance(sim, results_next(r, t));
            if (status == SPATE_OK)
                status = results_write(r);
            event();
            if (status == SPATE_OK && results_checkpoint_due(r))
                status = results_checkpoint(r);
        }
        const spate_status closed = results_close(r, status == SPATE_OK);
        status = status == SPATE_OK ? closed : status;
    }
    spate_sim_destroy(sim);
    return status == SPATE_OK ? 0 : status == SPATE_ERROR_OUTPUT ? 1 : 2;
}

/* What is done in a child; 3: the failure does not name the file. */
static int run_named(const char *folder, results_mode mode, double checkpoint_every)
{
    const int result = run_to_end(folder, mode, checkpoint_every);
    const char *message = spate_message(ctx);
    if (result == 0 || (result == 1 && strstr(message, folder) && strstr(message, "cannot write")))
        return result;
    printf("  message: %s\n", message);
    fflush(stdout);
    return 3;
}

static int wait_for(pid_t child)
{
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* All runs are in children: a library that keeps threads (GDAL) must not have been used before a
 * fork. */
static int run_child(const char *folder, results_mode mode, double checkpoint_every)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(run_named(folder, mode, checkpoint_every));
    return wait_for(child);
}

/* ---- no room ---- */

/* All files in a folder that have a final name can be read. */
static void check_whole_files(const char *folder)
{
    char command[900];
    snprintf(
        command, sizeof command,
        "cd '%s' && for f in gauges/*.csv mass.csv; do [ -z \"$(tail -c 1 $f)\" ] || exit 1; done",
        folder);
    if (!CHECK(system(command) == 0))
        printf("  a line is cut in %s\n", folder);
}

/* With a limit on the size of files, beyond which writing fails. */
static int run_limited(const char *folder, results_mode mode, rlim_t limit)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit small = {.rlim_cur = limit, .rlim_max = limit};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &small);
        _exit(run_named(folder, mode, 0));
    }
    return wait_for(child);
}

static void what_does_not_fit_is_an_error_with_its_name(void)
{
    int failed = 0;
    for (rlim_t limit = 500; limit < 200000; limit *= 2) {
        char folder[64];
        snprintf(folder, sizeof folder, "limit %ld", (long)limit);
        const int result = run_limited(scene_in(folder), RESULTS_NEW, limit);
        if (!CHECK(result == 0 || result == 1))
            printf("  a limit of %ld bytes ended with %d\n", (long)limit, result);
        failed += result == 1;
        if (access(scene_in(folder), F_OK) == 0 && limit > 5000)
            check_whole_files(scene_in(folder));
    }
    CHECK(failed > 5);
}

/* After a full disk the run can be resumed. */
static void a_run_goes_on_when_there_is_room_again(void)
{
    CHECK(run_limited(scene_in("room"), RESULTS_NEW, 20000) == 1);
    CHECK(run_child(scene_in("room"), RESULTS_RESUME, 0) == 0);
    scene_same_results(ctx, "whole", "room");
}

/* A real file system, if this process may mount one. */
static void a_full_disk_is_reported(void)
{
    CHECK(mkdir(scene_in("disk"), 0777) == 0);
    if (mount("none", scene_in("disk"), "tmpfs", 0, "size=128k") != 0) {
        printf("  not tried: no file system can be mounted here\n");
        return;
    }
    CHECK(run_child(scene_in("disk/run.out"), RESULTS_NEW, 0) == 1);
    check_whole_files(scene_in("disk/run.out"));
    CHECK(umount(scene_in("disk")) == 0);
}

/* ---- killed ---- */

/* Starts a run, lets it pass so many events and kills it on the way to the next one, where it
 * would wait; after a delay, so that it also dies in the middle of its work. Returns its exit
 * status if it ended before, or -1; *seen: events that it reported. */
static int run_killed(const char *folder, int events, int *seen)
{
    int told[2], left[2];
    char byte = 0;
    CHECK(pipe(told) == 0 && pipe(left) == 0);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        close(told[0]);
        close(left[1]);
        tell = told[1], leave = left[0];
        _exit(run_named(folder, RESULTS_RESUME, 1e-9)); /* a checkpoint at every chance */
    }
    close(told[1]);
    close(left[0]);
    for (*seen = 0; *seen < events && read(told[0], &byte, 1) == 1; ++*seen)
        CHECK(write(left[1], &byte, 1) == 1);
    if (*seen == events) {
        usleep((useconds_t)draw_below(3000));
        kill(child, SIGKILL);
    }
    const int result = wait_for(child);
    close(told[0]);
    close(left[1]);
    return result;
}

static int wanted_kills = 20;

static void kills_leave_the_results_of_an_undisturbed_run(void)
{
    char folder[32];
    int kills = 0, ends = 0, all = 0, seen;
    CHECK(run_killed(scene_in("watched"), INT_MAX, &all) == 0 && all > 20);
    while (kills < wanted_kills && ends < wanted_kills) {
        snprintf(folder, sizeof folder, "killed %d", ends);
        /* The last event is not among them: after it the run would not wait. */
        const int result = run_killed(scene_in(folder), draw_below(all / 2), &seen);
        kills += result == -1;
        if (result == 0) {
            scene_same_results(ctx, "whole", folder);
            ++ends;
        }
        CHECK(result == -1 || result == 0);
    }
    snprintf(folder, sizeof folder, "killed %d", ends);
    CHECK(run_child(scene_in(folder), RESULTS_RESUME, 1e-9) == 0);
    scene_same_results(ctx, "whole", folder);
    printf("  %d kills, %d runs came to their end\n", kills, ends + 1);
    CHECK(kills == wanted_kills);
}

/* results_failures [kills] */
int main(int argc, char **argv)
{
    if (argc > 1)
        wanted_kills = atoi(argv[1]);
    if (!scene_begin(&ctx))
        return 1;
    CHECK(run_child(scene_in("whole"), RESULTS_NEW, 0) == 0);
    RUN(what_does_not_fit_is_an_error_with_its_name);
    RUN(a_run_goes_on_when_there_is_room_again);
    RUN(a_full_disk_is_reported);
    RUN(kills_leave_the_results_of_an_undisturbed_run);
    return scene_end(ctx);
}
