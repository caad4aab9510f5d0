/* What trials choose beside the start ratio: the threads of the CPU, and the steps between
 * exchanges of states. A trial is a simulation of its own, so that no bit of the run depends on it;
 * and neither choice changes a bit. What the options fix is not tried. */
#include "run/tuning_kept.h"

#include <math.h>
#include <stdio.h>

#include "base/threads.h"

/* A choice other than the usual one must be faster by this fraction; one that is slower by SLOWER
 * ends the search, because those after it are further away. */
#define FASTER 0.1
#define SLOWER 0.1

static double by_the_clock(const spate_sim *sim, const char *choice, int value, double seconds)
{
    const spate_tuning_clock *c = sim->options.tuning_clock;
    return c && c->tried ? c->tried(c->user, choice, value, seconds) : seconds;
}

/* ---- threads ---- */

static int is_mirrored(const spate_sim *sim, int device)
{
    return sim->device_set.device[device].backend->mirrored;
}

/* All threads, half of them, a quarter ... on the first device that is no GPU. */
spate_status tuning_choose_threads(spate_sim *sim, kept_choices *kept)
{
    const int all = threads_for(0);
    double best = 0;
    int device = 0, chosen = all;
    while (device < sim->device_set.count && is_mirrored(sim, device))
        ++device;
    if (sim->options.threads > 0 || device == sim->device_set.count)
        return SPATE_OK;
    for (int threads = all; threads >= 1; threads /= 2) {
        double rate;
        SPATE_TRY(kept_rate_of(sim, kept, device, threads, &rate));
        if (!(rate > 0))
            break;
        const double seconds = by_the_clock(sim, "threads", threads, 1 / rate);
        if (threads < all && seconds > (1 + SLOWER) * best)
            break;
        if (threads == all || seconds < (1 - FASTER) * best) {
            best = seconds;
            chosen = threads;
        }
    }
    sim->options.threads = sim->tuning->report.threads = chosen;
    return SPATE_OK;
}

/* ---- steps between exchanges ---- */

static int may_be_chosen(const spate_sim *sim)
{
    const spate_options *o = &sim->options;
    return o->exchange_every == 0 && sim->tuning->report.mode == SPATE_TUNE_START &&
           sim->ops->about->can.has & SCHEME_ZONES && o->edges[SPATE_WEST] != SPATE_PERIODIC &&
           o->edges[SPATE_SOUTH] != SPATE_PERIODIC;
}

/* Shares of the rows that follow the rates. */
static void weights_of(const spate_sim *sim, char *text, size_t room)
{
    const spate_tuning *t = &sim->tuning->report;
    size_t used = 0;
    for (int d = 0; d < t->devices && used < room; ++d)
        used += (size_t)snprintf(text + used, room - used, "%s%.6g", d > 0 ? "," : "", t->rate[d]);
}

/* A choice that cannot be made on so small a grid counts as slow. */
static double seconds_with(spate_sim *sim, const char *weights, int every)
{
    double seconds = 0;
    if (tuning_trial_together(sim, weights, every, 16, &seconds) != SPATE_OK)
        return 0;
    return by_the_clock(sim, "exchange_every", every, seconds);
}

spate_status tuning_choose_every(spate_sim *sim, kept_choices *kept)
{
    enum { MOST = 8 };
    char weights[16 * MOST_DEVICES];
    int chosen = 1;
    if (!may_be_chosen(sim))
        return SPATE_OK;
    if (!kept_every(sim, kept, &chosen)) {
        weights_of(sim, weights, sizeof weights);
        const double usual = seconds_with(sim, weights, 1);
        double best = (1 - FASTER) * usual;
        for (int every = 2; every <= MOST && usual > 0; every *= 2) {
            const double seconds = seconds_with(sim, weights, every);
            if (!(seconds > 0) || seconds > (1 + SLOWER) * usual)
                break;
            if (seconds < best) {
                best = seconds;
                chosen = every;
            }
        }
        keep_every(sim, kept, chosen);
    }
    sim->options.exchange_every = sim->tuning->report.exchange_every = chosen;
    return SPATE_OK;
}

/* ---- what it costs to share ---- */

/* Rows of the trial as the rates divide them, and how long the slowest device takes for them. */
static double divide_trial(const spate_sim *sim, char *weights, size_t room)
{
    const spate_tuning *t = &sim->tuning->report;
    balance_limits l = tuning_limits(sim);
    balance_cuts cuts;
    double tiles[BALANCE_ROWS];
    size_t used = 0;
    int rows, columns;
    tuning_trial_tiles(sim, &rows, &columns);
    l.rows = rows;
    for (int d = 0; d < t->devices; ++d)
        l.end[d] = rows;
    for (int row = 0; row < rows; ++row)
        tiles[row] = columns;
    const double slowest =
        balance_best_cuts(&l, t->devices, (balance_speeds){.rate = t->rate}, tiles, NULL, &cuts);
    for (int d = 0; d < t->devices && isfinite(slowest) && used < room; ++d)
        used += (size_t)snprintf(weights + used, room - used, "%s%d", d > 0 ? "," : "",
                                 cuts.cut[d + 1] - cuts.cut[d]);
    return slowest;
}

/* A trial that cannot be made on so small a grid leaves it unknown. */
void tuning_measure_sharing(spate_sim *sim, kept_choices *kept)
{
    enum { AGAIN = 2 };        /* other programs only slow a trial */
    const double least = 1e-9; /* measured, and nothing */
    const spate_tuning_clock *c = sim->options.tuning_clock;
    sim_tuning *t = sim->tuning;
    char weights[16 * MOST_DEVICES];
    double shortest = INFINITY;
    if (t->report.mode != SPATE_TUNE_DYNAMIC || (c && !c->tried))
        return;
    t->sharing = kept_sharing(sim, kept);
    if (t->sharing > 0)
        return;
    const double slowest = divide_trial(sim, weights, sizeof weights);
    for (int n = 0; n < AGAIN && isfinite(slowest); ++n) {
        double seconds;
        if (tuning_trial_together(sim, weights, 1, 4, &seconds) != SPATE_OK)
            return;
        shortest = fmin(shortest, seconds);
    }
    if (!isfinite(shortest))
        return;
    t->sharing = fmax(least, by_the_clock(sim, "sharing", t->report.devices, shortest - slowest));
    keep_sharing(sim, kept, t->sharing);
}
