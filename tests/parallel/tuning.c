/* Claims, on a clock made of numbers, with two CPU devices of which each needs a time in proportion
 * to the tiles it computes: the start ratio is that of a trial; the balance is found while a flood
 * moves; it is found again within five looks after a device slows to half; and the result has the
 * bits of one part on one device, resumed on other devices, too. Trials choose threads and the steps
 * between exchanges, where the options do not fix them, and change no bit. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "spate/spate.h"
#include "tape.h"

enum { NX = 64, NY = 512, CELLS = NX * NY, EVERY = 16, TILE_ROWS = NY / 8 };

/* ---- the clock ---- */

typedef struct machine {
    double tile_seconds[2]; /* of each device */
    double now;
} machine;

static double now_on(void *user)
{
    return ((machine *)user)->now;
}

static double spent_on(void *user, int device, double tiles, double measured)
{
    (void)measured;
    return tiles * ((machine *)user)->tile_seconds[device];
}

/* Devices work at the same time. */
static double wall_on(void *user, const double *seconds, int devices, double measured)
{
    machine *m = user;
    double most = 0;
    (void)measured;
    for (int d = 0; d < devices; ++d)
        most = fmax(most, seconds[d]);
    m->now += most;
    return most;
}

/* ---- the run ---- */

static double bed(double x, double y, void *user)
{
    (void)x;
    (void)user;
    return 0.002 * y;
}

/* A dam in the north: the flood runs south over dry ground. */
static double level(double x, double y, void *user)
{
    (void)x;
    (void)user;
    return y > 0.75 * NY ? 0.002 * y + 2 : -1;
}

static spate_options options_of(const char *scheme, const spate_tuning_clock *clock)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = NX;
    o.ny = NY;
    o.dx = o.dy = 1;
    o.scheme = scheme;
    o.threads = 1;
    o.devices = clock ? "cpu,cpu" : "cpu"; /* a GPU, where there is one, rounds otherwise */
    if (clock) {
        o.tune = SPATE_TUNE_DYNAMIC;
        o.tune_every = EVERY;
        o.tuning_clock = clock;
    }
    return o;
}

static spate_context *ctx;

static spate_sim *start(const spate_options *o)
{
    spate_sim *sim = NULL;
    if (spate_sim_create(ctx, o, &sim) != SPATE_OK || spate_set_bed(sim, bed, NULL) != SPATE_OK ||
        spate_set_level(sim, level, NULL) != SPATE_OK ||
        spate_track_maxima(sim, 0.01, 0.3) != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    return sim;
}

/* Depth, speed and arrival of all cells. */
static double *read_all(spate_sim *sim)
{
    static const spate_field_name names[] = {SPATE_DEPTH, SPATE_MOMENTUM_Y, SPATE_MAX_DEPTH,
                                             SPATE_ARRIVAL};
    double *values = calloc(4 * CELLS, sizeof *values);
    for (int f = 0; f < 4; ++f)
        CHECK(spate_get_field(sim, names[f], values + f * CELLS) == SPATE_OK);
    return values;
}

/* Of one part on one device. */
static double *read_alone(const char *scheme, int64_t steps)
{
    const spate_options o = options_of(scheme, NULL);
    spate_sim *sim = start(&o);
    CHECK(spate_advance_steps(sim, steps) == SPATE_OK);
    double *values = read_all(sim);
    spate_sim_destroy(sim);
    return values;
}

static int same_bits(const double *a, const double *b)
{
    return memcmp(a, b, 4 * CELLS * sizeof *a) == 0;
}

/* What the slower device takes beyond the other, over their mean. The cut lies between two rows of
 * tiles: one of them more or less is what the devices must differ by, at most. */
static double excess_at(spate_sim *sim, double *allowed)
{
    spate_tuning t;
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK && t.look_count > 0);
    const spate_tuning_look *last = &t.look[t.look_count - 1];
    const double row = (double)NX / 32 * fmax(1 / t.rate[0], 1 / t.rate[1]);
    const double mean = 0.5 * (last->seconds[0] + last->seconds[1]);
    /* a row of tiles, the threshold of a move (2 %), and what arrived since the cut was made */
    *allowed = row / mean + 0.04;
    return last->imbalance;
}

static void one_scheme(const char *scheme)
{
    machine m = {.tile_seconds = {1e-6, 3e-6}};
    const spate_tuning_clock clock = {.now = now_on,
                                      .spent = spent_on,
                                      .wall = wall_on,
                                      .user = &m};
    const spate_options o = options_of(scheme, &clock);
    spate_sim *sim = start(&o);
    spate_tuning t;
    double allowed;
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    printf("%s: start ratio %.3f to %.3f\n", scheme, t.share[0], t.share[1]);
    CHECK_NEAR(t.share[0], 0.75, 1.0 / TILE_ROWS);
    CHECK(spate_advance_steps(sim, 6 * EVERY) == SPATE_OK);
    double excess = excess_at(sim, &allowed);
    CHECK_AT_MOST("excess of the slower device after 6 looks", excess, allowed);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    CHECK(t.share[1] < 0.2); /* the south is dry: the faster device got all of it, and more */
    m.tile_seconds[0] *= 2;
    CHECK(spate_advance_steps(sim, EVERY) == SPATE_OK);
    excess = excess_at(sim, &allowed);
    CHECK(excess > 0.15); /* seen before it is corrected: 1 to 1.5 of 3 seconds */
    CHECK(spate_advance_steps(sim, 5 * EVERY) == SPATE_OK);
    excess = excess_at(sim, &allowed);
    CHECK_AT_MOST("excess five looks after a device slowed to half", excess, allowed);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    printf("%lld looks, %lld moves of %lld rows\n", (long long)t.looks, (long long)t.moves,
           (long long)t.rows);
    CHECK(t.moves >= 2 && t.moves < t.looks);
    double *together = read_all(sim), *alone = read_alone(scheme, 12 * EVERY);
    CHECK(same_bits(together, alone));
    free(together);
    free(alone);
    spate_sim_destroy(sim);
}

static void kurganov_is_balanced(void)
{
    one_scheme("kurganov");
}

static void staggered_is_balanced(void)
{
    one_scheme("staggered");
}

/* Saved while rows have moved; loaded by three devices with other rates, and by one. */
static void a_state_goes_to_other_devices(void)
{
    machine m = {.tile_seconds = {1e-6, 3e-6}}, other = {.tile_seconds = {4e-6, 1e-6}};
    const spate_tuning_clock
        clock = {.now = now_on, .spent = spent_on, .wall = wall_on, .user = &m},
        other_clock = {.now = now_on, .spent = spent_on, .wall = wall_on, .user = &other};
    spate_options o = options_of("kurganov", &clock);
    tape saved = {0};
    spate_sim *sim = start(&o);
    CHECK(spate_advance_steps(sim, 5 * EVERY + 3) == SPATE_OK);
    CHECK(spate_save(sim, tape_write, &saved) == SPATE_OK);
    spate_sim_destroy(sim);
    double *alone = read_alone("kurganov", 9 * EVERY);
    for (int devices = 1; devices <= 2; ++devices) {
        tape copy = saved;
        o = options_of("kurganov", devices == 1 ? NULL : &other_clock);
        sim = start(&o);
        CHECK(spate_load(sim, tape_read, &copy) == SPATE_OK);
        CHECK(spate_advance_steps(sim, 4 * EVERY - 3) == SPATE_OK);
        double *resumed = read_all(sim);
        CHECK(same_bits(resumed, alone));
        free(resumed);
        spate_sim_destroy(sim);
    }
    free(alone);
    free(saved.bytes);
}

/* Rows of the others are divided once. */
static void other_schemes_get_the_start_ratio(void)
{
    machine m = {.tile_seconds = {1e-6, 3e-6}};
    const spate_tuning_clock clock = {.now = now_on,
                                      .spent = spent_on,
                                      .wall = wall_on,
                                      .user = &m};
    const spate_options o = options_of("adi", &clock);
    spate_sim *sim = NULL;
    spate_tuning t = {.mode = SPATE_TUNE_OFF};
    const int64_t cuts[] = {0, 8, NY};
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    CHECK(t.mode == SPATE_TUNE_START);
    CHECK_NEAR(t.share[0], 0.75, 1.0 / TILE_ROWS);
    CHECK(spate_repartition(sim, cuts) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "rows cannot move");
    spate_sim_destroy(sim);
}

/* ---- choices by trials ---- */

/* Seconds of trials: one thread is best, and with an exchange every k steps `every[k]`. */
typedef struct trials {
    machine devices; /* first: the other functions of the clock see it */
    double every[9];
    int threads_tried, every_tried;
} trials;

static double tried_on(void *user, const char *choice, int value, double measured)
{
    trials *t = user;
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
    const spate_tuning_clock clock = {
        .now = now_on, .spent = spent_on, .wall = wall_on, .tried = tried_on, .user = t};
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

/* By the wall clock: whatever is chosen, the next run knows it. */
static void choices_are_kept(void)
{
    char folder[] = "/tmp/spate-choices-XXXXXX", command[64];
    spate_tuning t[2] = {{.mode = SPATE_TUNE_OFF}, {.mode = SPATE_TUNE_OFF}};
    spate_options o = options_of("kurganov", NULL);
    CHECK(mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0);
    o.devices = "cpu, reference";
    o.tune = SPATE_TUNE_START;
    o.tune_keep = 1;
    o.threads = o.exchange_every = 0;
    for (int n = 0; n < 2; ++n) {
        spate_sim *sim = start(&o);
        CHECK(spate_get_tuning(sim, &t[n]) == SPATE_OK);
        spate_sim_destroy(sim);
    }
    CHECK(t[0].remembered == 0 && t[1].remembered == 1);
    CHECK(t[0].threads > 0 && t[0].threads == t[1].threads);
    CHECK(t[0].exchange_every > 0 && t[0].exchange_every == t[1].exchange_every);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

static void impossible_cuts_are_refused(void)
{
    static const int64_t cuts[][3] = {{8, 16, NY}, {0, 4, NY}, {0, NY + 8, NY}, {0, 8, NY - 8}};
    machine m = {.tile_seconds = {1e-6, 1e-6}};
    const spate_tuning_clock clock = {.now = now_on,
                                      .spent = spent_on,
                                      .wall = wall_on,
                                      .user = &m};
    const spate_options o = options_of("kurganov", &clock);
    spate_sim *sim = start(&o);
    for (int n = 0; n < 4; ++n) {
        CHECK(spate_repartition(sim, cuts[n]) == SPATE_ERROR_ARGUMENT);
        CHECK_CONTAINS(spate_message(ctx), "gets rows");
    }
    CHECK(spate_advance_steps(sim, 1) == SPATE_OK);
    spate_sim_destroy(sim);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(kurganov_is_balanced);
    RUN(staggered_is_balanced);
    RUN(a_state_goes_to_other_devices);
    RUN(other_schemes_get_the_start_ratio);
    RUN(choices_by_trials_change_no_bit);
    RUN(a_choice_that_hardly_gains_is_not_taken);
    RUN(what_is_fixed_is_not_tried);
    RUN(choices_are_kept);
    RUN(impossible_cuts_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
