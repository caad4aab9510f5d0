/* Claim: options.tile_delays holds a device back by so many seconds for each tile that it computes:
 * no tile at rest costs anything, devices that are held back wait at the same time, the trial at
 * the start sees it, and no bit of the result depends on it.
 *
 *   held_back [SECOND]      the device beside a CPU; usual: another CPU
 *
 * Waits are far longer than what the kernels of so few cells take, so that a busy machine does not
 * matter. Exits with 77 where this machine or build does not have the device. */
#include <stdlib.h>
#include <string.h>

#include "base/timers.h"
#include "check.h"
#include "run/sim.h"
#include "unit_cells.h"

enum {
    NX = 256,
    NY = 64,
    WARMING_UP = 3,
    STEPS = 5,
    TILES = NX / SPATE_TILE_X * (NY / SPATE_TILE_Y)
};
#define TILE_SECONDS 5e-4

static spate_context *ctx;
static const char *second = "cpu";
static int on_host; /* the stand-in of a GPU computes slowly, and has no events */

static double bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

/* Everything moves. */
static double everywhere(double x, double y, void *user)
{
    (void)user;
    return 2 + 0.1 * (((int)x + (int)y) % 2);
}

/* A pond in two tiles of the south-west corner; the others sleep after two steps, or see it. */
static double corner(double x, double y, void *user)
{
    (void)user;
    return x < SPATE_TILE_X && y < 2 * SPATE_TILE_Y ? 1 : -1;
}

static spate_options options_of(const char *devices, const char *delays)
{
    spate_options o = unit_cells(NX, NY);
    o.precision = 64;
    o.devices = devices;
    o.tile_delays = delays;
    return o;
}

typedef struct outcome {
    double seconds;
    scheme_work work; /* of the last device */
    double *h;
} outcome;

static outcome run(const spate_options *o, spate_field_fn level)
{
    outcome out = {.h = calloc((size_t)NX * NY, sizeof(double))};
    spate_sim *sim = NULL;
    int ok = CHECK(spate_sim_create(ctx, o, &sim) == SPATE_OK) &&
             CHECK(spate_set_bed(sim, bed, NULL) == SPATE_OK) &&
             CHECK(spate_set_level(sim, level, NULL) == SPATE_OK) &&
             CHECK(spate_advance_steps(sim, WARMING_UP) == SPATE_OK);
    if (ok) {
        sim->ops->measure(sim->scheme, 1);
        const double begun = timers_now();
        CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK);
        out.seconds = timers_now() - begun;
        out.work = sim->ops->measured(sim->scheme, sim->device_set.count - 1);
        CHECK(spate_get_field(sim, SPATE_DEPTH, out.h) == SPATE_OK);
    }
    spate_sim_destroy(sim);
    return out;
}

static int same_water(const outcome *a, const outcome *b)
{
    return memcmp(a->h, b->h, sizeof *a->h * NX * NY) == 0;
}

static void a_device_waits_for_each_tile_it_computes(void)
{
    spate_options o = options_of(second, "5e-4");
    outcome all = run(&o, everywhere), few = run(&o, corner);
    o.tile_delays = NULL;
    outcome free_of_it = run(&o, corner);
    printf("all: %g s for %g tiles; a corner: %g s for %g\n", all.seconds, all.work.tiles,
           few.seconds, few.work.tiles);
    CHECK(all.work.tiles == STEPS * TILES);
    CHECK(all.seconds >= STEPS * TILES * TILE_SECONDS);
    CHECK(few.work.tiles > 0 && few.work.tiles < 0.5 * all.work.tiles);
    /* a GPU is held back by the tiles of the step before: they become more */
    CHECK(few.seconds >= 0.5 * few.work.tiles * TILE_SECONDS);
    if (on_host)
        CHECK(few.seconds < 0.75 * STEPS * TILES * TILE_SECONDS);
    CHECK(same_water(&few, &free_of_it));
    free(all.h);
    free(few.h);
    free(free_of_it.h);
}

static void devices_wait_at_the_same_time(void)
{
    char devices[64];
    snprintf(devices, sizeof devices, "cpu,%s", second);
    const spate_options o = options_of(devices, "5e-4,5e-4"), alone = options_of("cpu", NULL);
    outcome together = run(&o, everywhere), one = run(&alone, everywhere);
    const double waits = STEPS * TILES * TILE_SECONDS; /* of both, one after the other */
    printf("%g s, with waits of %g s on each device\n", together.seconds, 0.5 * waits);
    CHECK(together.work.tiles == 0.5 * STEPS * TILES);
    CHECK(together.seconds >= 0.5 * waits);
    if (on_host) {
        CHECK(together.work.seconds >= 0.5 * waits);
        CHECK(together.seconds < 0.9 * waits);
    }
    CHECK(same_water(&together, &one));
    free(together.h);
    free(one.h);
}

static void the_trial_sees_it(void)
{
    char devices[64];
    spate_sim *sim = NULL;
    spate_tuning t = {.mode = SPATE_TUNE_OFF};
    snprintf(devices, sizeof devices, "cpu,%s", second);
    spate_options o = options_of(devices, "5e-4,15e-4");
    o.tune = SPATE_TUNE_START;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    CHECK(sim && spate_get_tuning(sim, &t) == SPATE_OK);
    printf("shares %g and %g\n", t.share[0], t.share[1]);
    CHECK_NEAR(t.share[0], 0.75, (double)SPATE_TILE_Y / NY);
    spate_sim_destroy(sim);
}

static void wrong_delays_are_refused(void)
{
    static const struct {
        const char *scheme, *devices, *delays, *message;
    } wrong[] = {{"kurganov", "cpu,cpu", "0,x", "value 2 is not a number of seconds"},
                 {"kurganov", "cpu,cpu", "-1,0", "value 1 is not a number of seconds"},
                 {"kurganov", "cpu,cpu", "0", "one part for each device"},
                 {"adi", "cpu,cpu", "0,1", "devices of scheme \"adi\" cannot be held back"}};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; ++n) {
        spate_sim *sim = NULL;
        spate_options o = options_of(wrong[n].devices, wrong[n].delays);
        o.scheme = wrong[n].scheme;
        CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
        CHECK_CONTAINS(spate_message(ctx), wrong[n].message);
        spate_sim_destroy(sim);
    }
}

static int exists(const char *device)
{
    const spate_options o = options_of(device, NULL);
    spate_sim *sim = NULL;
    const spate_status status = spate_sim_create(ctx, &o, &sim);
    if (status != SPATE_OK)
        printf("%s\n", spate_message(ctx));
    spate_sim_destroy(sim);
    return status == SPATE_OK;
}

int main(int argc, char **argv)
{
    second = argc > 1 ? argv[1] : second;
    on_host = strcmp(second, "cpu") == 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    if (!exists(second))
        return 77;
    RUN(a_device_waits_for_each_tile_it_computes);
    RUN(devices_wait_at_the_same_time);
    RUN(the_trial_sees_it);
    RUN(wrong_delays_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
