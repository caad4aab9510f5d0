/* Claims: trials choose the threads of the CPU and the steps between exchanges of states, where the
 * options do not fix them; they change no bit of the result; and the next run knows what they chose. */
#define _POSIX_C_SOURCE 200809L
#include "tuned_run.h"

/* Seconds of trials: one thread is best, and with an exchange every k steps `every[k]`. */
typedef struct trials {
    machine devices; /* first: the other functions of the clock see it */
    double every[9], sharing;
    int threads_tried, every_tried, sharing_tried;
} trials;

static double tried_on(void *user, const char *choice, int value, double measured)
{
    trials *t = user;
    if (strcmp(choice, "sharing") == 0) {
        ++t->sharing_tried;
        return t->sharing;
    }
    CHECK(measured > 0);
    if (strcmp(choice, "threads") == 0) {
        ++t->threads_tried;
        return value;
    }
    ++t->every_tried;
    CHECK(strcmp(choice, "exchange_every") == 0 && value <= 8);
    return t->every[value];
}

/* The run must have the bits of one on one device without tuning. */
static spate_tuning choose(trials *t, int threads, int every, spate_tuning_mode mode)
{
    spate_tuning_clock clock = clock_of(t);
    clock.tried = tried_on;
    spate_options o = options_of("kurganov", &clock);
    spate_tuning out = {.mode = SPATE_TUNE_OFF};
    o.threads = threads;
    o.exchange_every = every;
    o.tune = mode;
    o.tune_every = 0;
    spate_sim *sim = start(&o);
    CHECK(spate_advance_steps(sim, EVERY) == SPATE_OK);
    CHECK(spate_get_tuning(sim, &out) == SPATE_OK);
    double *together = read_all(sim), *alone = read_alone("kurganov", EVERY);
    CHECK(same_bits(together, alone));
    free(together);
    free(alone);
    spate_sim_destroy(sim);
    return out;
}

static const trials usual_trials = {.devices = {.tile_seconds = {1e-6, 3e-6}},
                                    .every = {[1] = 1, [2] = 0.7, [4] = 0.6, [8] = 0.65}};

static void choices_by_trials_change_no_bit(void)
{
    trials t = usual_trials;
    const spate_tuning chosen = choose(&t, 0, 0, SPATE_TUNE_START);
    printf("%d threads, an exchange every %d steps, after %d and %d trials\n", chosen.threads,
           chosen.exchange_every, t.threads_tried, t.every_tried);
    CHECK(chosen.threads == 1 && t.threads_tried >= 1);
    CHECK(chosen.exchange_every == 4 && t.every_tried == 4);
}

static void a_choice_that_hardly_gains_is_not_taken(void)
{
    trials t = usual_trials;
    t.every[2] = 0.95;
    t.every[4] = 1.2;
    CHECK(choose(&t, 1, 0, SPATE_TUNE_START).exchange_every == 1);
    CHECK(t.every_tried == 3); /* 8 is further away than 4, which was slower */
}

static void what_is_fixed_is_not_tried(void)
{
    trials t = usual_trials;
    const spate_tuning fixed = choose(&t, 1, 2, SPATE_TUNE_START);
    CHECK(fixed.threads == 0 && fixed.exchange_every == 0);
    CHECK(choose(&t, 1, 0, SPATE_TUNE_DYNAMIC).exchange_every == 0); /* such rows exchange always */
    CHECK(t.threads_tried == 0 && t.every_tried == 0);
}

/* A step of 33 wet tiles takes 33e-6 s on the first device alone, and 25e-6 s on both. */
static void sharing_that_costs_more_than_it_gains_is_never_begun(void)
{
    trials t = usual_trials;
    for (int costly = 0; costly < 2; ++costly) {
        t.sharing = costly ? 10e-6 : 5e-6;
        const spate_tuning chosen = choose(&t, 1, 1, SPATE_TUNE_DYNAMIC);
        printf("sharing costs %g us: share %.3f\n", 1e6 * t.sharing, chosen.share[1]);
        CHECK((chosen.share[1] == 0) == costly);
    }
    CHECK(t.sharing_tried == 2);
}

/* By the wall clock: a step with k = 1 waits 20 ms, one with k = 2 waits 5 ms. */
static void an_exchange_that_takes_long_is_made_rarely(void)
{
    spate_options o = options_of("kurganov", NULL);
    spate_tuning t = {.mode = SPATE_TUNE_OFF};
    o.devices = "cpu,cpu";
    o.tune = SPATE_TUNE_START;
    o.exchange_every = 0;
    o.exchange_delay = 0.01;
    spate_sim *sim = start(&o);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    printf("an exchange every %d steps\n", t.exchange_every);
    CHECK(t.exchange_every > 1);
    spate_sim_destroy(sim);
}

/* By the wall clock: whatever is chosen, the next run knows it. */
static void choices_are_kept(void)
{
    char folder[] = "/tmp/spate-choices-XXXXXX", command[96];
    spate_tuning t[4] = {{.mode = SPATE_TUNE_OFF}};
    spate_options o = options_of("kurganov", NULL);
    CHECK(mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0);
    o.devices = "cpu, reference";
    o.tune = SPATE_TUNE_START;
    o.tune_keep = 1;
    o.threads = o.exchange_every = 0;
    for (int n = 0; n < 4; ++n) {
        o.tune = n < 2 ? SPATE_TUNE_START : SPATE_TUNE_DYNAMIC;
        spate_sim *sim = start(&o);
        CHECK(spate_get_tuning(sim, &t[n]) == SPATE_OK);
        spate_sim_destroy(sim);
    }
    CHECK(t[0].remembered == 0 && t[1].remembered == 1);
    CHECK(t[0].threads > 0 && t[0].threads == t[1].threads);
    CHECK(t[0].exchange_every > 0 && t[0].exchange_every == t[1].exchange_every);
    CHECK(t[2].remembered == 0 && t[3].remembered == 1);
    snprintf(command, sizeof command, "grep -q '^sharing kurganov ' %s/spate/tuning-*.txt", folder);
    CHECK(system(command) == 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(choices_by_trials_change_no_bit);
    RUN(a_choice_that_hardly_gains_is_not_taken);
    RUN(what_is_fixed_is_not_tried);
    RUN(sharing_that_costs_more_than_it_gains_is_never_begun);
    RUN(an_exchange_that_takes_long_is_made_rarely);
    RUN(choices_are_kept);
    spate_context_destroy(ctx);
    return check_done();
}
