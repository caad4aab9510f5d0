/* How fast each device is, by a short run of its own: the state of the simulation that asks is not
 * touched, and does not exist yet. */
#include <string.h>

#include "run/tile_delays.h"
#include "run/tuning.h"

double tuning_now(const spate_options *o)
{
    const spate_tuning_clock *c = o->tuning_clock;
    return c && c->now ? c->now(c->user) : timers_now();
}

int tuning_device_name(const char *devices, int n, char *name, size_t room)
{
    const char *from = devices;
    for (; n > 0 && from; --n) {
        from = strchr(from, ',');
        from = from ? from + 1 : NULL;
    }
    if (!from)
        return 0;
    from += strspn(from, " ");
    size_t length = strcspn(from, ",");
    while (length > 0 && from[length - 1] == ' ')
        --length;
    if (length >= room)
        return 0;
    memcpy(name, from, length);
    name[length] = '\0';
    return 1;
}

/* ---- the trial ---- */

enum { TRIAL_SIDE = 1024, TRIAL_STEPS = 64 };
#define TRIAL_SECONDS 0.02

static double flat_bed(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0;
}

/* A lake with a step in it: every cell is wet, and after few steps water moves. */
static double stepped_level(double x, double y, void *user)
{
    const spate_options *o = user;
    (void)y;
    return x < o->x0 + 0.5 * (double)o->nx * o->dx ? 2.0 : 1.9;
}

static spate_options options_of_trial(const spate_options *run, const char *device, int threads)
{
    spate_options o = *run;
    o.devices = device;
    o.nx = o.nx < TRIAL_SIDE ? o.nx : TRIAL_SIDE;
    o.ny = o.ny < TRIAL_SIDE ? o.ny : TRIAL_SIDE;
    o.parts_x = o.parts_y = 0;
    o.part_weights = NULL;
    o.tile_delays = NULL;
    o.threads = threads;
    o.tune = SPATE_TUNE_OFF;
    o.rain = 0;
    o.skip_still = 0; /* all devices compute all tiles */
    for (int e = 0; e < 4; ++e)
        o.edges[e] = SPATE_WALL;
    return o;
}

/* Seconds of so many steps. */
static spate_status time_steps(spate_sim *trial, int64_t steps, double *seconds)
{
    const double begun = timers_now();
    SPATE_TRY(spate_advance_steps(trial, steps));
    *seconds = timers_now() - begun;
    return SPATE_OK;
}

/* As many steps as take long enough to be timed, `least` or more. */
static spate_status time_trial(spate_sim *trial, int64_t least, int64_t *steps, double *seconds)
{
    /* Warming up; a step of several devices makes graphs of its launches in the third one. */
    SPATE_TRY(time_steps(trial, least > 1 ? 4 : 2, seconds));
    for (*steps = least;; *steps *= 2) {
        SPATE_TRY(time_steps(trial, *steps, seconds));
        if (*seconds >= TRIAL_SECONDS || *steps >= TRIAL_STEPS)
            return SPATE_OK;
    }
}

/* The trial is held back as the device is. */
static spate_status hold_back(const spate_sim *sim, spate_sim *trial, int device)
{
    double delays[MOST_DEVICES];
    int count;
    SPATE_TRY(tile_delays_read(sim->ctx, sim->options.tile_delays, delays, &count));
    if (device < count)
        trial->ops->hold_back(trial->scheme, 0, delays[device]);
    return SPATE_OK;
}

/* device: -1 for all of them. */
static spate_status run_trial(spate_sim *sim, const spate_options *o, int device, int64_t least,
                              int64_t *steps, double *seconds)
{
    spate_sim *trial = NULL;
    spate_status status = spate_sim_create(sim->ctx, o, &trial);
    if (status == SPATE_OK && device >= 0)
        status = hold_back(sim, trial, device);
    if (status == SPATE_OK)
        status = spate_set_bed(trial, flat_bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(trial, stepped_level, (void *)(uintptr_t)o);
    if (status == SPATE_OK)
        status = time_trial(trial, least, steps, seconds);
    spate_sim_destroy(trial);
    return status;
}

static int trial_tiles(int64_t cells, int tile)
{
    return (int)(((cells < TRIAL_SIDE ? cells : TRIAL_SIDE) + tile - 1) / tile);
}

void tuning_trial_tiles(const spate_sim *sim, int *rows, int *columns)
{
    *rows = trial_tiles(sim->options.ny, SPATE_TILE_Y);
    *columns = trial_tiles(sim->options.nx, SPATE_TILE_X);
}

spate_status tuning_trial(spate_sim *sim, int device, int threads, double *rate)
{
    const spate_tuning_clock *clock = sim->options.tuning_clock;
    char name[48];
    int64_t steps = 1;
    double seconds = 0;
    tuning_device_name(sim->options.devices, device, name, sizeof name);
    const spate_options o = options_of_trial(&sim->options, name, threads);
    SPATE_TRY(run_trial(sim, &o, device, 1, &steps, &seconds));
    int rows, columns;
    tuning_trial_tiles(sim, &rows, &columns);
    const double tiles = (double)steps * (double)rows * (double)columns;
    if (clock && clock->spent)
        seconds = clock->spent(clock->user, device, tiles, seconds);
    *rate = seconds > 0 ? tiles / seconds : 0;
    return SPATE_OK;
}

spate_status tuning_trial_together(spate_sim *sim, const char *weights, int every, int64_t least,
                                   double *seconds)
{
    const spate_options *run = &sim->options;
    int64_t steps = 1;
    spate_options o = options_of_trial(run, run->devices, run->threads);
    o.part_weights = weights;
    o.tile_delays = run->tile_delays;
    o.exchange_every = every;
    SPATE_TRY(run_trial(sim, &o, -1, least, &steps, seconds));
    *seconds /= (double)steps;
    return SPATE_OK;
}
