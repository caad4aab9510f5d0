/* Runs a built-in case or a scene and makes checksums of what a user gets. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "run_hash.h"
#include "tape.h"

enum { CASE_STEPS = 50, SCENE_STEPS = 24 };

/* 32 bits of a checksum. All NaN count as one, and so do both zeros: the momentum of a tile at rest
 * keeps the sign of zero that it began with, whereas a step may change it. */
static uint32_t checksum(double *values, size_t count)
{
    for (size_t n = 0; n < count; ++n)
        values[n] = isnan(values[n]) ? (double)NAN : values[n] + 0.0;
    const uint64_t h = hash_of(values, count * sizeof *values);
    return (uint32_t)(h ^ h >> 32);
}

/* ---- built-in cases ---- */

static spate_status begin_case(spate_context *ctx, const builtin_case *c, const spate_options *o,
                               spate_sim **sim)
{
    spate_status status = spate_sim_create(ctx, o, sim);
    if (status == SPATE_OK)
        status = builtin_case_apply(c, *sim);
    return status == SPATE_OK ? spate_track_maxima(*sim, 0.01, 0.2) : status;
}

static spate_status continue_in_another(spate_context *ctx, const builtin_case *c,
                                        const spate_options *o, spate_sim **sim)
{
    tape t = {0};
    spate_status status = spate_save(*sim, tape_write, &t);
    spate_sim_destroy(*sim);
    *sim = NULL;
    if (status == SPATE_OK)
        status = begin_case(ctx, c, o, sim);
    if (status == SPATE_OK)
        status = spate_load(*sim, tape_read, &t);
    free(t.bytes);
    return status;
}

static spate_status sum_fields(spate_sim *sim, spate_field_name first, spate_field_name last,
                               size_t cells, double *values, uint32_t *sum)
{
    double sums[16];
    size_t count = 0;
    spate_status status = SPATE_OK;
    for (int f = (int)first; f <= (int)last && status == SPATE_OK; ++f) {
        status = spate_get_field(sim, (spate_field_name)f, values);
        sums[count++] = values ? checksum(values, cells) : 0;
    }
    *sum = checksum(sums, count);
    return status;
}

static spate_status sum_accounts(spate_sim *sim, const spate_options *o, uint32_t *sum)
{
    const int64_t cells[3][2] = {{0, 0}, {o->nx / 2, o->ny / 2}, {o->nx / 3, o->ny - 1}};
    double gauges[3][5];
    spate_stats s;
    int64_t i, j;
    spate_status status = spate_get_cells(sim, 3, cells, gauges);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &s);
    if (status == SPATE_OK)
        status = spate_get_limiting_cell(sim, &i, &j);
    if (status != SPATE_OK)
        return status;
    const double numbers[] = {s.t,           s.dt,         (double)s.steps, (double)s.redone,
                              s.volume,      s.entered,    s.left,          s.rain,
                              s.infiltrated, s.mass_error, s.max_speed,     (double)i,
                              (double)j};
    double everything[sizeof numbers / sizeof *numbers + sizeof gauges / sizeof **gauges];
    memcpy(everything, numbers, sizeof numbers);
    memcpy(everything + sizeof numbers / sizeof *numbers, gauges, sizeof gauges);
    *sum = checksum(everything, sizeof everything / sizeof *everything);
    return status;
}

spate_status run_case(spate_context *ctx, const settings *s, const builtin_case *c,
                      const spate_options *o, checksums *sums)
{
    const size_t cells = (size_t)(o->nx * o->ny);
    double *values = spate_rank(ctx) == 0 ? malloc(cells * sizeof *values) : NULL;
    spate_sim *sim = NULL;
    spate_status status = begin_case(ctx, c, o, &sim);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, CASE_STEPS / 2);
    if (status == SPATE_OK && s->resumed)
        status = continue_in_another(ctx, c, o, &sim);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, CASE_STEPS - CASE_STEPS / 2);
    if (status == SPATE_OK)
        status = sum_fields(sim, SPATE_DEPTH, SPATE_ACTIVE, cells, values, &sums->water);
    if (status == SPATE_OK)
        status = sum_fields(sim, SPATE_MAX_DEPTH, SPATE_DURATION, cells, values, &sums->maxima);
    if (status == SPATE_OK)
        status = sum_accounts(sim, o, &sums->accounts);
    spate_sim_destroy(sim);
    free(values);
    return status;
}

/* ---- scenes ---- */

spate_status run_scene(spate_context *ctx, const settings *set, scene *s, checksums *sums)
{
    const size_t cells = (size_t)(s->options.nx * s->options.ny);
    double *values;
    spate_stats stats;
    s->interrupted = set->resumed;
    s->steps = SCENE_STEPS;
    const spate_status status = scene_run(ctx, s, &values, &stats);
    if (status == SPATE_OK && values) {
        /* The format of a saved state may change: its checksum is left out. */
        const size_t count = scene_values(s) - 2, maxima = s->maxima ? 6 * cells : 0;
        sums->water = checksum(values, 3 * cells);
        sums->maxima = checksum(values + 3 * cells, maxima);
        sums->accounts = checksum(values + 3 * cells + maxima, count - 3 * cells - maxima);
    }
    free(values);
    return status;
}
