/* Claims, on a clock made of numbers, with two CPU devices of which each needs a time in proportion
 * to the tiles it computes: the start ratio is that of a trial; the balance is found while a flood
 * moves; it is found again within five looks after a device slows to half; and the result has the
 * bits of one part on one device, resumed on other devices, too. */
#include "parallel/balance.h"
#include "run/sim.h"
#include "tape.h"
#include "tuned_run.h"

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
    const spate_tuning_clock clock = clock_of(&m);
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

/* By the rates of the trial alone, before the first step: rows follow the water, and a device that is
 * much slower has none. */
static void first_cuts(double slower, double most, double least)
{
    machine m = {.tile_seconds = {1e-6, slower * 1e-6}};
    const spate_tuning_clock clock = clock_of(&m);
    const spate_options o = options_of("kurganov", &clock);
    spate_sim *sim = start(&o);
    spate_tuning t;
    CHECK(spate_advance_steps(sim, 0) == SPATE_OK);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    printf("%g times as slow: share %.3f before the first step\n", slower, t.share[1]);
    CHECK(t.share[1] <= most && t.share[1] >= least && t.moves == 1);
    CHECK(spate_advance_steps(sim, 8) == SPATE_OK);
    double *together = read_all(sim), *alone = read_alone("kurganov", 8);
    CHECK(same_bits(together, alone));
    free(together);
    free(alone);
    spate_sim_destroy(sim);
}

/* A quarter of the rows is wet, in the north, where the second device is: of the rates it has a
 * quarter, so of the wet rows a quarter, and none beside. A row of tiles more or less. */
static void the_first_cuts_follow_the_water(void)
{
    first_cuts(3, 1.0 / 16 + 1.0 / TILE_ROWS, 1.0 / 16 - 1.0 / TILE_ROWS);
    first_cuts(40, 0, 0);
}

/* Looks cost more than short runs can pay for where there is nothing to share. Of 128 tiles of 1e-6 s
 * 32 are wet, and the others count 0.01: the first look comes when it costs 0.5 %, after
 * 5e-4 / (0.005 * 3.296e-5) steps. */
static void a_device_alone_is_left_alone(void)
{
    enum { STEPS = 100, FIRST_LOOK = 3033 };
    machine m = {.tile_seconds = {1e-6, 40e-6}};
    const spate_tuning_clock clock = clock_of(&m);
    spate_options o = options_of("kurganov", &clock);
    spate_tuning t;
    o.tune_every = 0;
    spate_sim *sim = start(&o);
    CHECK(spate_advance_steps(sim, 0) == SPATE_OK);
    const halo_counts before = sim->ops->exchanged(sim->scheme);
    CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    const halo_counts after = sim->ops->exchanged(sim->scheme);
    printf("%lld looks in %d steps; the first after %lld\n", (long long)t.looks, STEPS,
           (long long)t.interval);
    CHECK(t.share[1] == 0 && t.moves == 1 && t.looks == 0 && t.interval == FIRST_LOOK);
    CHECK(after.copies == before.copies);
    spate_sim_destroy(sim);
}

/* The trial of 1:3 on other tiles: what the fourth and the fifth step take replaces it. */
static void the_first_steps_count_more_than_the_trial(void)
{
    machine m = {.tile_seconds = {1e-6, 3e-6}};
    const spate_tuning_clock clock = clock_of(&m);
    spate_options o = options_of("kurganov", &clock);
    o.tune_every = 0;
    spate_sim *sim = start(&o);
    spate_tuning t;
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    m.tile_seconds[1] = 1e-6;
    CHECK(spate_advance_steps(sim, 2) == SPATE_OK);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    printf("rates %.3g and %.3g tiles/s, %lld moves, share %.3f\n", t.rate[0], t.rate[1],
           (long long)t.moves, t.share[1]);
    CHECK_NEAR(t.rate[0] / 1e6, 1,
               0.05); /* five tiles at rest for one that is not count 0.01 each */
    CHECK_NEAR(t.rate[1] / 1e6, 1, 0.05);
    CHECK(t.moves == 2 && t.looks == 1);
    CHECK_NEAR(t.share[1], 1.0 / 8, 1.5 / TILE_ROWS); /* half of a quarter of the rows */
    spate_sim_destroy(sim);
}

/* ---- a caller that is busy between steps ---- */

/* A run in which all water moves, by the clock. Devices as they were measured on 16 cores and an
 * H200 held back to five times their speed: alone they take 9.36 and 2.06 ms for a step, and
 * 1.95 ms together, with all that it costs to share. */
typedef struct shared_run {
    machine clock;
    spate_sim *sim;
} shared_run;

enum { SHARED_TILES = NX / 32 * TILE_ROWS };

static int step_is_made(double t, double dt, int64_t step, void *user)
{
    shared_run *r = user;
    spate_tuning now;
    (void)t, (void)dt, (void)step;
    CHECK(spate_get_tuning(r->sim, &now) == SPATE_OK);
    r->clock.now += now.share[0] > 0 ? 1.95e-3 : 2.06e-3;
    return 0;
}

static double all_move(double x, double y, void *user)
{
    (void)user;
    return 2 + 0.1 * (((int)x + (int)y) % 2) + 0.002 * NY;
}

/* Statistics that are read, or results that are written, are not what it costs to share: the first
 * device gains 5 % of a step, and 15 ms between two steps are no reason to drop it. */
static void what_the_caller_does_between_steps_does_not_count(void)
{
    shared_run r = {.clock.tile_seconds = {9.36e-3 / SHARED_TILES, 2.06e-3 / SHARED_TILES}};
    spate_tuning_clock clock = clock_of(&r);
    clock.wall = NULL; /* that of the steps, by `now` */
    spate_options o = options_of("kurganov", &clock);
    spate_tuning t;
    o.tune_every = 0;
    r.sim = start(&o);
    CHECK(spate_set_level(r.sim, all_move, NULL) == SPATE_OK);
    spate_set_observer(r.sim, step_is_made, &r);
    for (int n = 0; n < 8; ++n) {
        CHECK(spate_advance_steps(r.sim, 15) == SPATE_OK);
        r.clock.now += 15e-3;
        CHECK(spate_get_tuning(r.sim, &t) == SPATE_OK);
        for (int k = 0; k < t.look_count; ++k)
            CHECK(t.look[k].action != BALANCE_DROP);
    }
    printf("share %.3f after %lld looks\n", t.share[0], (long long)t.looks);
    CHECK(t.looks >= 2);
    CHECK_NEAR(t.share[0], 2.06 / (2.06 + 9.36), 1.0 / TILE_ROWS);
    spate_sim_destroy(r.sim);
}

/* Saved while rows have moved; loaded by three devices with other rates, and by one. */
static void a_state_goes_to_other_devices(void)
{
    machine m = {.tile_seconds = {1e-6, 3e-6}}, other = {.tile_seconds = {4e-6, 1e-6}};
    const spate_tuning_clock clock = clock_of(&m), other_clock = clock_of(&other);
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
    const spate_tuning_clock clock = clock_of(&m);
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

/* What "auto" makes of these options. */
static spate_tuning_mode mode_of(const char *scheme, const char *devices, const char *weights,
                                 int parts_y, int every)
{
    machine m = {.tile_seconds = {1e-6, 1e-6}};
    const spate_tuning_clock clock = clock_of(&m);
    spate_options o = options_of(scheme, &clock);
    spate_sim *sim = NULL;
    spate_tuning t = {.mode = SPATE_TUNE_AUTO};
    o.tune = SPATE_TUNE_AUTO;
    o.devices = devices;
    o.part_weights = weights;
    o.parts_x = parts_y > 0;
    o.parts_y = parts_y;
    o.exchange_every = every;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    CHECK(spate_get_tuning(sim, &t) == SPATE_OK);
    spate_sim_destroy(sim);
    return t.mode;
}

static void devices_that_are_named_share_dynamically(void)
{
    CHECK(mode_of("kurganov", "cpu,cpu", NULL, 0, 1) == SPATE_TUNE_DYNAMIC);
    CHECK(mode_of("adi", "cpu,cpu", NULL, 0, 1) == SPATE_TUNE_START);
    CHECK(mode_of("kurganov", "cpu,cpu", NULL, 0, 2) == SPATE_TUNE_START);
    CHECK(mode_of("kurganov", "cpu,cpu", "1,3", 0, 1) == SPATE_TUNE_OFF);
    CHECK(mode_of("kurganov", "cpu,cpu", NULL, 4, 1) == SPATE_TUNE_OFF);
    CHECK(mode_of("kurganov", "cpu", NULL, 0, 1) == SPATE_TUNE_OFF);
    CHECK(mode_of("kurganov", NULL, NULL, 0, 1) == SPATE_TUNE_OFF);
}

static void impossible_cuts_are_refused(void)
{
    static const int64_t cuts[][3] = {{8, 16, NY}, {0, 4, NY}, {0, NY + 8, NY}, {0, 8, NY - 8}};
    machine m = {.tile_seconds = {1e-6, 1e-6}};
    const spate_tuning_clock clock = clock_of(&m);
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
    RUN(the_first_cuts_follow_the_water);
    RUN(a_device_alone_is_left_alone);
    RUN(the_first_steps_count_more_than_the_trial);
    RUN(staggered_is_balanced);
    RUN(what_the_caller_does_between_steps_does_not_count);
    RUN(a_state_goes_to_other_devices);
    RUN(other_schemes_get_the_start_ratio);
    RUN(devices_that_are_named_share_dynamically);
    RUN(impossible_cuts_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
