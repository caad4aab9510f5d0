/* What the tests of tuning share: a clock made of numbers, with two CPU devices of which each needs a
 * time in proportion to the tiles it computes, and a flood that runs over dry ground. */
#ifndef SPATE_TESTS_PARALLEL_TUNED_RUN_H
#define SPATE_TESTS_PARALLEL_TUNED_RUN_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "spate/spate.h"
#include "unit_cells.h"

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

/* user: begins with a machine. */
static spate_tuning_clock clock_of(void *user)
{
    return (spate_tuning_clock){.now = now_on, .spent = spent_on, .wall = wall_on, .user = user};
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
    spate_options o = unit_cells(NX, NY);
    o.scheme = scheme;
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

#endif
