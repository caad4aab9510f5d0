/* How fast each device is, by a short run of its own: the state of the simulation that asks is not
 * touched, and does not exist yet. */
#include <string.h>

#include "base/threads.h"
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

/* As many steps as take long enough to be timed. */
static spate_status time_trial(spate_sim *trial, int64_t *steps, double *seconds)
{
    SPATE_TRY(time_steps(trial, 2, seconds)); /* warming up */
    for (*steps = 1;; *steps *= 2) {
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

static spate_status run_trial(spate_sim *sim, const spate_options *o, int device, double *rate)
{
    const spate_tuning_clock *clock = sim->options.tuning_clock;
    spate_sim *trial = NULL;
    int64_t steps = 1;
    double seconds = 0;
    spate_status status = spate_sim_create(sim->ctx, o, &trial);
    if (status == SPATE_OK)
        status = hold_back(sim, trial, device);
    if (status == SPATE_OK)
        status = spate_set_bed(trial, flat_bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(trial, stepped_level, (void *)(uintptr_t)o);
    if (status == SPATE_OK)
        status = time_trial(trial, &steps, &seconds);
    spate_sim_destroy(trial);
    if (status != SPATE_OK)
        return status;
    const double tiles = (double)steps * (double)((o->nx + SPATE_TILE_X - 1) / SPATE_TILE_X) *
                         (double)((o->ny + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
    if (clock && clock->spent)
        seconds = clock->spent(clock->user, device, tiles, seconds);
    *rate = seconds > 0 ? tiles / seconds : 0;
    return SPATE_OK;
}

spate_status tuning_trial(spate_sim *sim, int device, int threads, double *rate)
{
    char name[48];
    tuning_device_name(sim->options.devices, device, name, sizeof name);
    const spate_options o = options_of_trial(&sim->options, name, threads);
    return run_trial(sim, &o, device, rate);
}

/* ---- rates of all devices ---- */

static int find_kept(const kept_rate *kept, int count, const kept_rate *wanted)
{
    for (int n = 0; n < count; ++n) {
        const char *a = kept[n].scheme, *b = wanted->scheme;
        if (strcmp(a, b) == 0 && strcmp(kept[n].device, wanted->device) == 0 &&
            kept[n].precision == wanted->precision && kept[n].threads == wanted->threads)
            return n;
    }
    return -1;
}

static kept_rate describe(const spate_sim *sim, int device)
{
    kept_rate k = {.precision = sim->options.precision,
                   .threads = threads_for(sim->options.threads)};
    strncpy(k.scheme, sim->ops->about->name, sizeof k.scheme - 1);
    tuning_device_name(sim->options.devices, device, k.device, sizeof k.device);
    return k;
}

spate_status tuning_rates(spate_sim *sim, double *rates, int *remembered)
{
    kept_rate kept[MOST_KEPT_RATES];
    char path[512];
    int count = 0, broken = 0, measured = 0;
    const int keep = sim->options.tune_keep && !sim->options.tuning_clock &&
                     !sim->options.tile_delays && tuning_cache_path(path, sizeof path);
    if (keep)
        count = tuning_cache_read(path, kept, MOST_KEPT_RATES, &broken);
    if (broken)
        spate_log(
            sim->ctx, SPATE_LOG_WARNING,
            "%s is not a file of tuning choices that can be read: it is ignored, and replaced",
            path);
    const int known = count;
    for (int d = 0; d < sim->device_set.count; ++d) {
        kept_rate k = describe(sim, d);
        const int found = find_kept(kept, known, &k);
        if (found >= 0) {
            rates[d] = kept[found].rate;
            continue;
        }
        SPATE_TRY(tuning_trial(sim, d, sim->options.threads, &rates[d]));
        ++measured;
        k.rate = rates[d];
        if (count < MOST_KEPT_RATES && k.rate > 0 && find_kept(kept, count, &k) < 0)
            kept[count++] = k;
    }
    *remembered = measured == 0;
    if (keep && measured && !tuning_cache_write(path, kept, count))
        spate_log(sim->ctx, SPATE_LOG_WARNING,
                  "%s cannot be written: rates of devices will be measured again", path);
    return SPATE_OK;
}
