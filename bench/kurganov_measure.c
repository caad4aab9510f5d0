/* Times the steps of a few simulations in turns, through the public interface. */
#include <math.h>
#include <stdlib.h>

#include "base/timers.h"
#include "bench/ceiling.h"
#include "bench/kurganov.h"

enum { MOST_TOGETHER = 16 };

/* Words a cell and stage must move: 7 with Euler (read h, hu, hv, bed, write three); the second
 * stage of RK2 also reads the old state, 10, hence 8.5 on average. Maxima are not counted. */
static double words(spate_integrator integrator)
{
    return integrator == SPATE_RK2 ? 8.5 : 7;
}

static int stages_of(spate_integrator integrator)
{
    return integrator == SPATE_RK2 ? 2 : 1;
}

static spate_options options_of(const kurganov_bench *b, const kurganov_setup *s)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = opt.ny = s->n;
    opt.dx = opt.dy = 1;
    opt.backend = b->backend_name;
    opt.isa = b->isa;
    opt.precision = s->precision;
    opt.integrator = s->integrator;
    opt.bed_model = s->bed;
    opt.friction = s->friction ? SPATE_FRICTION_MANNING : SPATE_FRICTION_NONE;
    opt.friction_coefficient = s->friction ? 0.03 : 0;
    opt.threads = s->threads;
    opt.parts_x = s->parts[0];
    opt.parts_y = s->parts[1];
    return opt;
}

static spate_status create(const kurganov_bench *b, const kurganov_setup *s, spate_sim **sim)
{
    const spate_options opt = options_of(b, s);
    spate_status status = spate_sim_create(b->tool->ctx, &opt, sim);
    if (status == SPATE_OK)
        status = kurganov_fill(*sim, s->field, s->n);
    if (status == SPATE_OK && s->maxima)
        status = spate_track_maxima(*sim, 0.01, 0.1);
    if (status == SPATE_OK)
        status = spate_advance_steps(*sim, 2); /* caches, threads and pages are warm now */
    return status;
}

/* setup: seconds of each. */
static spate_status create_all(kurganov_bench *b, const kurganov_setup *setups, spate_sim **sims,
                               int count, double *setup)
{
    double sum = 0;
    for (int k = 0; k < count; ++k) {
        const double begun = timers_now();
        const spate_status status = create(b, &setups[k], &sims[k]);
        if (status != SPATE_OK)
            return status;
        setup[k] = timers_now() - begun;
        sum += setup[k];
    }
    kurganov_remember_setup(b, setups, count, sum);
    return SPATE_OK;
}

bench_row kurganov_row(const kurganov_bench *b, const spate_options *opt, const spate_stats *stats,
                       double steps, double best, double median)
{
    const double work = (double)opt->nx * (double)opt->ny * stages_of(opt->integrator) * steps;
    bench_row row = bench_row_blank();
    row.kernel = "kurganov";
    row.backend = stats->backend;
    row.isa = stats->isa;
    row.precision = opt->precision == 32 ? "f32" : "f64";
    row.integrator = opt->integrator == SPATE_RK2 ? "rk2" : "euler";
    row.bed = opt->bed_model == SPATE_BED_BILINEAR ? "bilinear" : "cells";
    row.friction = opt->friction == SPATE_FRICTION_NONE ? "none" : "manning";
    row.nx = opt->nx;
    row.ny = opt->ny;
    row.threads = stats->threads;
    row.parts = stats->parts;
    row.ranks = b->tool->ranks;
    row.seconds_best = best;
    row.seconds_median = median;
    row.steps_per_second = steps / best;
    row.rate = (b->backend->mirrored ? 1e-9 : 1e-6) * work / best;
    row.rate_unit = b->backend->mirrored ? "Gcell-stages/s" : "Mcell-stages/s";
    row.bytes_floor = work * words(opt->integrator) * opt->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / best;
    row.awake = stats->awake;
    if (b->tool->ranks == 1) {
        row.copy_gbs = ceiling_copy_of(b->backend, stats->threads);
        row.fraction = row.gbs / row.copy_gbs;
    }
    return row;
}

static spate_status timed_steps(spate_sim *sim, int64_t steps, double *seconds)
{
    const double begun = timers_now();
    const spate_status status = spate_advance_steps(sim, steps);
    *seconds = timers_now() - begun;
    return status;
}

/* Steps of one timed stretch. Several ranks go by the work, a number that all find without asking
 * the clock; a process by itself tries, with more and more steps, until the stretch is long enough. */
static spate_status choose_steps(const kurganov_bench *b, const kurganov_setup *s, spate_sim *sim,
                                 int64_t *steps)
{
    const int alone = b->tool->ranks == 1;
    const double work = alone ? 1e6 : b->quick ? 16e6 : 64e6; /* cell-stages */
    const double step = (double)s->n * (double)s->n * stages_of(s->integrator);
    const double enough = b->quick ? 0.1 : 0.2; /* s */
    *steps = step < 0.5 * work ? (int64_t)(work / step) : 2;
    while (alone) {
        double seconds;
        const spate_status status = timed_steps(sim, *steps, &seconds);
        if (status != SPATE_OK || seconds >= enough)
            return status;
        /* Not by more than 50 times: a first stretch that is too short says little. */
        *steps = 1 + (int64_t)((double)*steps * fmin(1.2 * enough / seconds, 50));
    }
    return SPATE_OK;
}

/* All repeats of all simulations, in turns; seconds per step. */
static spate_status time_in_turns(const kurganov_bench *b, const kurganov_setup *setups,
                                  spate_sim *const *sims, int count,
                                  double (*seconds)[BENCH_MOST_REPEATS])
{
    int64_t steps[MOST_TOGETHER];
    spate_status status = SPATE_OK;
    for (int k = 0; k < count && status == SPATE_OK; ++k)
        status = choose_steps(b, &setups[k], sims[k], &steps[k]);
    for (int r = 0; r < b->repeat; ++r) {
        for (int k = 0; k < count && status == SPATE_OK; ++k) {
            if (count > 1) /* a team of another size was at work: wake this one before the clock */
                status = spate_advance_steps(sims[k], 1);
            if (status == SPATE_OK)
                status = timed_steps(sims[k], steps[k], &seconds[k][r]);
            seconds[k][r] /= (double)steps[k];
        }
    }
    return status;
}

static spate_status report_rows(const kurganov_bench *b, const kurganov_setup *setups,
                                spate_sim *const *sims, int count, const double *setup,
                                double (*seconds)[BENCH_MOST_REPEATS])
{
    double first = NAN;
    for (int k = 0; k < count; ++k) {
        spate_stats stats;
        const spate_status status = spate_get_stats(sims[k], &stats);
        if (status != SPATE_OK)
            return status;
        const double median = bench_median(seconds[k], b->repeat); /* sorts: the best is first */
        const spate_options opt = options_of(b, &setups[k]);
        bench_row row = kurganov_row(b, &opt, &stats, 1, seconds[k][0], median);
        row.field = bench_field_names[setups[k].field];
        row.maxima = setups[k].maxima ? "on" : "off";
        row.setup_seconds = setup[k];
        if (k == 0) {
            first = row.seconds_best;
        } else if (setups[k].peer_name) {
            row.peer = setups[k].peer_name;
            row.peer_seconds = first;
            row.peer_ratio = first / row.seconds_best;
        }
        bench_report_add(b->report, &row);
    }
    return SPATE_OK;
}

int kurganov_measure(kurganov_bench *b, const kurganov_setup *setups, int count)
{
    static double seconds[MOST_TOGETHER][BENCH_MOST_REPEATS];
    double setup[MOST_TOGETHER];
    spate_sim *sims[MOST_TOGETHER] = {NULL};
    if (count > MOST_TOGETHER)
        count = MOST_TOGETHER;
    if (!kurganov_fits(b, setups, count))
        return 0;
    spate_status status = create_all(b, setups, sims, count, setup);
    if (status == SPATE_OK)
        status = time_in_turns(b, setups, sims, count, seconds);
    if (status == SPATE_OK)
        status = report_rows(b, setups, sims, count, setup, seconds);
    for (int k = 0; k < count; ++k)
        spate_sim_destroy(sims[k]);
    /* What is free is known only roughly beforehand. */
    if (status == SPATE_ERROR_MEMORY && b->tool->ranks == 1) {
        bench_report_note(b->report, "skipped: %s", spate_message(b->tool->ctx));
        return 0;
    }
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
