/* One results folder, one run: a second run is refused while the first lives, whatever its mode,
 * and the message names the first. A lock whose process is dead does not block. */
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "results_scene.h"

static spate_context *ctx;

/* A file system without locks, where a test asks for one (linked with --wrap=flock). */
static int no_locks;
int __real_flock(int file, int operation);
int __wrap_flock(int file, int operation);
int __wrap_flock(int file, int operation)
{
    if (!no_locks)
        return __real_flock(file, operation);
    errno = ENOLCK;
    return -1;
}

/* A run in another process that starts, writes a checkpoint, reports it and waits. */
static pid_t begin_run(const char *folder)
{
    int ready[2];
    char byte;
    CHECK(pipe(ready) == 0);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const results_plan plan = scene_plan(scene_in(folder), RESULTS_NEW);
        spate_sim *sim = scene_ready(ctx);
        results *r = NULL;
        int resumed;
        const int ok = results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK &&
                       scene_run(sim, r, 2) == SPATE_OK && results_checkpoint(r) == SPATE_OK;
        if (!ok || write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    CHECK(child > 0 && read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    return child;
}

static void end_run(pid_t child)
{
    int status;
    CHECK(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child);
}

/* First of all tests: a library that keeps threads must not have been used before a fork. */
static void a_live_run_is_refused_and_a_dead_one_taken_over(void)
{
    char process[64];
    const pid_t child = begin_run("live");
    snprintf(process, sizeof process, "process %ld on ", (long)child);
    size_t count = 0, after = 0;
    char *record = scene_bytes("live/run.json", &count);
    for (int mode = RESULTS_OVERWRITE; mode <= RESULTS_RESUME; ++mode) {
        CHECK(scene_try_open(ctx, "live", (results_mode)mode) == SPATE_ERROR_OUTPUT);
        CHECK_CONTAINS(spate_message(ctx), "is in use");
        CHECK_CONTAINS(spate_message(ctx), process);
        CHECK_CONTAINS(spate_message(ctx), "--out");
    }
    CHECK(scene_try_open(ctx, "live", RESULTS_NEW) == SPATE_ERROR_OUTPUT);
    char *then = scene_bytes("live/run.json", &after);
    CHECK(record && then && count == after && memcmp(record, then, count) == 0);
    free(record);
    free(then);
    end_run(child);
    CHECK(scene_exists("live/run.lock")); /* stale: its process could not remove it */
    const results_plan plan = scene_plan(scene_in("live"), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = 0;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK && resumed == 1);
    CHECK(scene_run(sim, r, plan.end) == SPATE_OK && results_close(r, 1) == SPATE_OK);
    CHECK(!scene_exists("live/run.lock"));
    spate_sim_destroy(sim);
    scene_whole(ctx, scene_in("whole"));
    scene_same_results(ctx, "whole", "live");
}

/* The lock is released when a run ends, finished or not; a new folder can be locked at once. */
static void a_run_that_ends_leaves_no_lock(void)
{
    CHECK(scene_try_open(ctx, "ended", RESULTS_NEW) == SPATE_OK);
    CHECK(!scene_exists("ended/run.lock"));
    CHECK(scene_try_open(ctx, "ended", RESULTS_OVERWRITE) == SPATE_OK);
    CHECK(!scene_exists("ended/run.lock") && !scene_exists("whole/run.lock"));
}

/* A kill between the lock and run.json leaves a folder in which a run may start. */
static void a_lock_alone_does_not_make_a_folder_foreign(void)
{
    CHECK(mkdir(scene_in("alone"), 0777) == 0);
    FILE *f = fopen(scene_in("alone/run.lock"), "w");
    CHECK(f && fclose(f) == 0);
    CHECK(scene_try_open(ctx, "alone", RESULTS_NEW) == SPATE_OK);
}

static void put_lock(const char *folder, long pid, const char *host)
{
    char name[64];
    snprintf(name, sizeof name, "%s/run.lock", folder);
    FILE *f = fopen(scene_in(name), "w");
    CHECK(f && fprintf(f, "process %ld on %s since 2026-01-02T03:04:05Z\n", pid, host) > 0 &&
          fclose(f) == 0);
}

/* An unused process number: that of a child that has ended. */
static long dead_process(void)
{
    const pid_t child = fork();
    int status;
    if (child == 0)
        _exit(0);
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return (long)child;
}

static void without_locks_the_record_decides(void)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    no_locks = 1;
    CHECK(scene_try_open(ctx, "nolock", RESULTS_NEW) == SPATE_OK &&
          !scene_exists("nolock/run.lock"));
    put_lock("nolock", (long)getpid(), host);
    CHECK(scene_try_open(ctx, "nolock", RESULTS_OVERWRITE) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "may be in use by process");
    CHECK_CONTAINS(spate_message(ctx), "run.lock");
    put_lock("nolock", 1, "another-host");
    CHECK(scene_try_open(ctx, "nolock", RESULTS_RESUME) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "another-host");
    put_lock("nolock", dead_process(), host);
    CHECK(scene_try_open(ctx, "nolock", RESULTS_RESUME) == SPATE_OK);
    no_locks = 0;
}

static void a_stale_lock_of_another_host_gives_a_warning(void)
{
    put_lock("nolock", 1, "another-host");
    scene_warnings[0] = '\0';
    CHECK(scene_try_open(ctx, "nolock", RESULTS_OVERWRITE) == SPATE_OK);
    CHECK_CONTAINS(scene_warnings, "another-host");
}

/* A kill while the working files were removed: run.json says done, the next resume removes the
 * rest. */
static void a_resume_finishes_a_clean_up_that_was_broken_off(void)
{
    char command[900];
    snprintf(command, sizeof command,
             "cd '%s' && cp -r whole left && mkdir left/segments left/checkpoints && "
             "touch left/segments/maps-000003.spm left/checkpoints/state-7.spc "
             "left/checkpoints/state-8.spc.part",
             scene_root);
    CHECK(system(command) == 0);
    const results_plan plan = scene_plan(scene_in("left"), RESULTS_RESUME);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed = 0;
    CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK);
    CHECK(resumed == RESULTS_FINISHED && r == NULL);
    CHECK(!scene_exists("left/segments") && !scene_exists("left/checkpoints") &&
          !scene_exists("left/run.lock"));
    spate_sim_destroy(sim);
    scene_same_results(ctx, "whole", "left");
}

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    RUN(a_live_run_is_refused_and_a_dead_one_taken_over);
    RUN(a_run_that_ends_leaves_no_lock);
    RUN(a_lock_alone_does_not_make_a_folder_foreign);
    RUN(without_locks_the_record_decides);
    RUN(a_stale_lock_of_another_host_gives_a_warning);
    RUN(a_resume_finishes_a_clean_up_that_was_broken_off);
    return scene_end(ctx);
}
