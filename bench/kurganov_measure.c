/* Times the steps of a few simulations in turns, through the public interface. */
#include <math.h>
#include <stdlib.h>

#include "bench/ceiling.h"
#include "bench/kurganov.h"

enum { MOST_TOGETHER = 16 };

/* A run takes about this many words per cell in all: state, stages, bed, masks, some slack. */
static const double words_per_cell = 16;

/* Words a cell and stage must move: 7 with Euler (read h, hu, hv, bed, write three); the second
 * stage of RK2 also reads the old state, 10, hence 8.5 on average. */
static double words(spate_integrator integrator)
{
    return integrator == SPATE_RK2 ? 8.5 : 7;
}

static int stages_of(spate_integrator integrator)
{
    return integrator == SPATE_RK2 ? 2 : 1;
}

/* Steps of one timed stretch: a number that all ranks find without asking the clock. */
static int64_t steps_of(const kurganov_setup *s, int quick)
{
    const double work = quick ? 16e6 : 64e6; /* cell-stages */
    const double step = (double)s->n * (double)s->n * stages_of(s->integrator);
    return step < 0.5 * work ? (int64_t)(work / step) : 2;
}

static spate_options options_of(const kurganov_setup *s)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = opt.ny = s->n;
    opt.dx = opt.dy = 1;
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

static spate_status create(const spate_tool *tool, const kurganov_setup *s, spate_sim **sim)
{
    const spate_options opt = options_of(s);
    spate_status status = spate_sim_create(tool->ctx, &opt, sim);
    if (status == SPATE_OK)
        status = kurganov_fill(*sim, s->field, s->n);
    if (status == SPATE_OK)
        status = spate_advance_steps(*sim, 2); /* caches, threads and pages are warm now */
    return status;
}

/* 1 if the group fits; said otherwise. Ranks do not look: they might disagree. */
static int fits(const spate_tool *tool, const bench_report *report, const kurganov_setup *setups,
                int count)
{
    double bytes = 0;
    for (int k = 0; k < count; ++k)
        bytes +=
            words_per_cell * setups[k].precision / 8 * (double)setups[k].n * (double)setups[k].n;
    if (tool->ranks > 1 || bytes < 0.9 * bench_free_memory())
        return 1;
    bench_report_note(report,
                      "skipped: %lld x %lld cells in f%d take about %.1f GB, %.1f GB are free",
                      (long long)setups->n, (long long)setups->n, setups->precision, 1e-9 * bytes,
                      1e-9 * bench_free_memory());
    return 0;
}

bench_row kurganov_row(const spate_tool *tool, const spate_options *opt, const spate_stats *stats,
                       double steps, double best, double median)
{
    const double work = (double)opt->nx * (double)opt->ny * stages_of(opt->integrator) * steps;
    bench_row row = bench_row_blank();
    row.kernel = "kurganov";
    row.backend = stats->backend;
    row.precision = opt->precision == 32 ? "f32" : "f64";
    row.integrator = opt->integrator == SPATE_RK2 ? "rk2" : "euler";
    row.bed = opt->bed_model == SPATE_BED_BILINEAR ? "bilinear" : "cells";
    row.friction = opt->friction == SPATE_FRICTION_NONE ? "none" : "manning";
    row.nx = opt->nx;
    row.ny = opt->ny;
    row.threads = stats->threads;
    row.parts = stats->parts;
    row.ranks = tool->ranks;
    row.seconds_best = best;
    row.seconds_median = median;
    row.rate = 1e-6 * work / best;
    row.rate_unit = "Mcell-stages/s";
    row.bytes_floor = work * words(opt->integrator) * opt->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / best;
    if (tool->ranks == 1) {
        const ceiling c = ceiling_measure(stats->threads);
        row.copy_gbs = ceiling_copy(&c);
        row.fraction = row.gbs / row.copy_gbs;
    }
    return row;
}

/* All repeats of all simulations, in turns; seconds per step. */
static spate_status time_in_turns(const kurganov_setup *setups, spate_sim *const *sims, int count,
                                  int repeat, int quick, double (*seconds)[BENCH_MOST_REPEATS])
{
    for (int r = 0; r < repeat; ++r) {
        for (int k = 0; k < count; ++k) {
            const int64_t steps = steps_of(&setups[k], quick);
            spate_status status = SPATE_OK;
            if (count > 1) /* a team of another size was at work: wake this one before the clock */
                status = spate_advance_steps(sims[k], 1);
            const double begun = tool_seconds();
            if (status == SPATE_OK)
                status = spate_advance_steps(sims[k], steps);
            seconds[k][r] = (tool_seconds() - begun) / (double)steps;
            if (status != SPATE_OK)
                return status;
        }
    }
    return SPATE_OK;
}

static spate_status report_rows(const spate_tool *tool, bench_report *report,
                                const kurganov_setup *setups, spate_sim *const *sims, int count,
                                int repeat, double (*seconds)[BENCH_MOST_REPEATS])
{
    double first = NAN;
    for (int k = 0; k < count; ++k) {
        spate_stats stats;
        const spate_status status = spate_get_stats(sims[k], &stats);
        if (status != SPATE_OK)
            return status;
        const double median = bench_median(seconds[k], repeat); /* sorts: the best is the first */
        const spate_options opt = options_of(&setups[k]);
        bench_row row = kurganov_row(tool, &opt, &stats, 1, seconds[k][0], median);
        row.field = bench_field_names[setups[k].field];
        if (k == 0) {
            first = row.seconds_best;
        } else if (setups[k].peer_name) {
            row.peer = setups[k].peer_name;
            row.peer_seconds = first;
            row.peer_ratio = first / row.seconds_best;
        }
        bench_report_add(report, &row);
    }
    return SPATE_OK;
}

int kurganov_measure(spate_tool *tool, bench_report *report, const kurganov_setup *setups,
                     int count, int repeat, int quick)
{
    static double seconds[MOST_TOGETHER][BENCH_MOST_REPEATS];
    spate_sim *sims[MOST_TOGETHER] = {NULL};
    if (count > MOST_TOGETHER)
        count = MOST_TOGETHER;
    if (!fits(tool, report, setups, count))
        return 0;
    spate_status status = SPATE_OK;
    for (int k = 0; k < count && status == SPATE_OK; ++k)
        status = create(tool, &setups[k], &sims[k]);
    if (status == SPATE_OK)
        status = time_in_turns(setups, sims, count, repeat, quick, seconds);
    if (status == SPATE_OK)
        status = report_rows(tool, report, setups, sims, count, repeat, seconds);
    for (int k = 0; k < count; ++k)
        spate_sim_destroy(sims[k]);
    return status == SPATE_OK ? 0 : tool_failed(tool, status);
}
