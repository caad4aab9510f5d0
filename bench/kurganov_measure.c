/* Times the steps of a few simulations in turns, through the public interface. */
#include <math.h>

#include "bench/ceiling.h"
#include "bench/kurganov.h"
#include "schemes/description.h"

/* Words a cell and stage must move: 7 with Euler (read h, hu, hv, bed, write three); the second
 * stage of RK2 also reads the old state, 10, hence 8.5 on average. Maxima are not counted. */
static double words(spate_integrator integrator)
{
    return integrator == SPATE_RK2 ? 8.5 : 7;
}

static spate_options options_of(const bench *b, const kurganov_setup *s)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = opt.ny = s->n;
    opt.dx = opt.dy = 1;
    opt.backend = b->backend_name;
    opt.isa = ((const kurganov_bench *)b->kind->user)->isa;
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

static spate_status create(const bench *b, const kurganov_setup *s, spate_sim **sim)
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

/* setup_seconds of each runner. */
static spate_status create_all(const bench *b, const kurganov_group *g, spate_sim **sims,
                               bench_runner *runners)
{
    double sum = 0;
    for (int k = 0; k < g->count; ++k) {
        const double begun = timers_now();
        const spate_status status = create(b, &g->runs[k], &sims[k]);
        if (status != SPATE_OK)
            return status;
        runners[k].setup_seconds = timers_now() - begun;
        sum += runners[k].setup_seconds;
    }
    kurganov_remember_setup(b->kind->user, g, sum);
    return SPATE_OK;
}

bench_row kurganov_row(const bench *b, const spate_options *opt, const spate_stats *stats,
                       double steps, const bench_runner *r)
{
    const double work = (double)opt->nx * (double)opt->ny * scheme_stages(opt) * steps;
    const int giga = b->backend->mirrored, alone = b->tool->ranks == 1;
    const double rate = (giga ? 1e-9 : 1e-6) * work / r->best;
    bench_row row = {0};
    bench_put_text(&row, KURGANOV_KERNEL, "kurganov");
    bench_put_text(&row, KURGANOV_BACKEND, stats->backend);
    bench_put_text(&row, KURGANOV_ISA, stats->isa);
    bench_put_text(&row, KURGANOV_REAL, opt->precision == 32 ? "f32" : "f64");
    bench_put_text(&row, KURGANOV_INTEGRATOR, opt->integrator == SPATE_RK2 ? "rk2" : "euler");
    bench_put_text(&row, KURGANOV_BED, opt->bed_model == SPATE_BED_BILINEAR ? "bilinear" : "cells");
    bench_put_text(&row, KURGANOV_FRICTION,
                   opt->friction == SPATE_FRICTION_NONE ? "none" : "manning");
    bench_put_integer(&row, KURGANOV_NX, opt->nx);
    bench_put_integer(&row, KURGANOV_NY, opt->ny);
    bench_put_integer(&row, KURGANOV_THREADS, stats->threads);
    bench_put_integer(&row, KURGANOV_PARTS, stats->parts);
    bench_put_integer(&row, KURGANOV_RANKS, b->tool->ranks);
    bench_put_real(&row, BENCH_BEST, r->best);
    bench_put_real(&row, BENCH_MEDIAN, r->median);
    bench_put_real(&row, KURGANOV_STEPS_PER_SECOND, steps / r->best);
    bench_put_real(&row, BENCH_RATE, rate);
    bench_put_text(&row, BENCH_RATE_UNIT, giga ? "Gcell-stages/s" : "Mcell-stages/s");
    bench_put_format(&row, KURGANOV_RATE_SHORT, "%.1f %c", rate, giga ? 'G' : 'M');
    bench_put_format(&row, KURGANOV_RATE_LONG, "%.4g %ccell-stages/s", rate, giga ? 'G' : 'M');
    bench_put_memory(&row, work * words(opt->integrator) * opt->precision / 8,
                     alone ? ceiling_copy_of(b->backend, stats->threads) : NAN);
    bench_put_real(&row, KURGANOV_AWAKE, stats->awake);
    return row;
}

static spate_status run(bench_runner *r, int64_t count)
{
    return spate_advance_steps(r->user, count);
}

/* Threads of another run were at work: this run's are started again before the clock. A failure
 * shows in the next steps. */
static void wake(bench_runner *r)
{
    (void)spate_advance_steps(r->user, 1);
}

static spate_status report_rows(bench *b, const kurganov_group *g, spate_sim *const *sims,
                                const bench_runner *runners)
{
    for (int k = 0; k < g->count; ++k) {
        const kurganov_setup *s = &g->runs[k];
        const spate_options opt = options_of(b, s);
        spate_stats stats;
        const spate_status status = spate_get_stats(sims[k], &stats);
        if (status != SPATE_OK)
            return status;
        bench_row row = kurganov_row(b, &opt, &stats, 1, &runners[k]);
        bench_put_text(&row, KURGANOV_FIELD, bench_field_names[s->field]);
        bench_put_text(&row, KURGANOV_MAXIMA, s->maxima ? "on" : "off");
        bench_put_real(&row, BENCH_SETUP, runners[k].setup_seconds);
        if (k > 0 && g->peer_name)
            bench_put_peer(&row, g->peer_name, runners[0].best);
        bench_add(b, &row);
    }
    return SPATE_OK;
}

/* The first trial is of a million cell-stages: shorter ones measure the overhead of a call. */
static bench_pace pace_of(const bench *b, const kurganov_setup *s)
{
    const spate_options opt = options_of(b, s);
    const double step = (double)s->n * (double)s->n * scheme_stages(&opt);
    return (bench_pace){.enough = b->quick ? 0.1 : 0.2,
                        .first = step < 0.5e6 ? (int64_t)(1e6 / step) : 2,
                        .most = INT64_MAX};
}

static spate_status time_group(bench *b, const kurganov_group *g, spate_sim **sims)
{
    static bench_runner runners[KURGANOV_MOST_TOGETHER];
    const bench_pace pace = pace_of(b, g->runs);
    for (int k = 0; k < g->count; ++k)
        runners[k] = (bench_runner){.run = run, .before = g->count > 1 ? wake : NULL};
    spate_status status = create_all(b, g, sims, runners);
    for (int k = 0; k < g->count; ++k)
        runners[k].user = sims[k];
    if (status == SPATE_OK)
        status = bench_time(b, &pace, runners, g->count);
    return status == SPATE_OK ? report_rows(b, g, sims, runners) : status;
}

int kurganov_measure(bench *b, const void *group)
{
    const kurganov_group *g = group;
    const kurganov_bench *k = b->kind->user;
    spate_sim *sims[KURGANOV_MOST_TOGETHER] = {NULL};
    if (g->is_dam_break) {
        if (b->tool->ranks > 1 || timers_now() < k->end)
            return kurganov_dam_break(b);
        bench_note(b, "skipped: the dam break, for the time is up (--budget)");
        return 0;
    }
    if (!kurganov_fits(b, g))
        return 0;
    const spate_status status = time_group(b, g, sims);
    for (int n = 0; n < g->count; ++n)
        spate_sim_destroy(sims[n]);
    /* What is free is known only roughly beforehand. */
    if (status == SPATE_ERROR_MEMORY && b->tool->ranks == 1) {
        bench_note(b, "skipped: %s", spate_message(b->tool->ctx));
        return 0;
    }
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
