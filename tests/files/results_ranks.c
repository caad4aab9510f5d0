/* Three ranks leave files with the values of one; a run begun by one is resumed by three. Skipped
 * without mpirun. */
#include "results_scene.h"

#if SPATE_HAVE_MPI
/* A run on however many ranks there are: to `until`, with a checkpoint there, or to the end. */
static int run_here(spate_context *ctx, const char *folder, results_mode mode, double until)
{
    const results_plan plan = scene_plan(folder, mode);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    spate_status status = results_open(ctx, sim, &plan, &r, &resumed);
    if (status == SPATE_OK)
        status = scene_run(sim, r, until);
    if (status == SPATE_OK && until < plan.end)
        status = results_checkpoint(r);
    const spate_status closed = results_close(r, until >= plan.end);
    if (status != SPATE_OK || closed != SPATE_OK)
        printf("  rank %d: %s\n", spate_rank(ctx), spate_message(ctx));
    spate_sim_destroy(sim);
    return status == SPATE_OK && closed == SPATE_OK ? 0 : 1;
}

/* What mpirun starts: FOLDER new|resume UNTIL. */
static int child(char **argv)
{
    spate_context *ctx;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    if (spate_rank_count(ctx) != 3)
        printf("  %d ranks, not 3\n", spate_rank_count(ctx));
    const results_mode mode = strcmp(argv[2], "new") == 0 ? RESULTS_NEW : RESULTS_RESUME;
    const int result = run_here(ctx, argv[1], mode, strtod(argv[3], NULL));
    const int wrong = check_state.wrong || spate_rank_count(ctx) != 3;
    spate_context_destroy(ctx);
    return result || wrong;
}

static spate_context *ctx;
static const char *program;

static int run_on_three(const char *folder, const char *mode, double until)
{
    char command[1200];
    snprintf(command, sizeof command,
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 "
             "OMPI_MCA_hwloc_base_binding_policy=none "
             "OMPI_MCA_btl_vader_single_copy_mechanism=none "
             "mpirun --oversubscribe -n 3 '%s' '%s' %s %.17g",
             program, scene_in(folder), mode, until);
    return system(command);
}

static void three_ranks_leave_the_files_of_one(void)
{
    CHECK(run_on_three("three", "new", 10) == 0);
    scene_same_results(ctx, "whole", "three");
}

static void a_run_may_change_its_ranks_at_a_resume(void)
{
    CHECK(run_here(ctx, scene_in("more"), RESULTS_NEW, 3.3) == 0);
    CHECK(run_on_three("more", "resume", 10) == 0);
    scene_same_results(ctx, "whole", "more");
    CHECK(run_on_three("fewer", "new", 5.5) == 0);
    CHECK(run_here(ctx, scene_in("fewer"), RESULTS_RESUME, 10) == 0);
    scene_same_results(ctx, "whole", "fewer");
}

static void a_refusal_reaches_all_ranks(void)
{
    CHECK(run_on_three("whole", "new", 10) != 0);
}

int main(int argc, char **argv)
{
    if (argc == 4)
        return child(argv);
    if (system("command -v mpirun >/dev/null 2>&1") != 0) {
        printf("skipped: no mpirun\n");
        return 77;
    }
    program = argv[0];
    if (!scene_begin(&ctx))
        return 1;
    scene_whole(ctx, scene_in("whole"));
    RUN(three_ranks_leave_the_files_of_one);
    RUN(a_run_may_change_its_ranks_at_a_resume);
    RUN(a_refusal_reaches_all_ranks);
    return scene_end(ctx);
}
#else
int main(void)
{
    printf("skipped: no MPI in this build\n");
    return 77;
}
#endif
