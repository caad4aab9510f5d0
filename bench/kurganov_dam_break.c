/* Time to solution: the built-in case `circular` (15 m of water within 100 m of the centre, 10 m
 * around it, no friction) to t = 15 s, with its error; on 1000 x 1000 cells unless the user says
 * otherwise, for there other codes were timed. */
#include <math.h>
#include <stdlib.h>

#include "bench/kurganov.h"
#include "cases/case.h"

enum { CELLS = 1000 };

/* Mean of |h - reference| over the grid; NaN without memory and on other ranks than 0. */
static spate_status mean_error(const spate_tool *tool, const builtin_case *c,
                               const spate_options *opt, spate_sim *sim, double *error)
{
    const size_t nx = (size_t)opt->nx, ny = (size_t)opt->ny;
    double *h = tool->rank == 0 ? malloc(nx * ny * sizeof *h) : NULL;
    const spate_status status = spate_get_field(sim, SPATE_DEPTH, h);
    *error = h ? 0 : NAN;
    for (size_t j = 0; h && status == SPATE_OK && j < ny; ++j) {
        for (size_t i = 0; i < nx; ++i) {
            const double x = opt->x0 + ((double)i + 0.5) * opt->dx;
            const double y = opt->y0 + ((double)j + 0.5) * opt->dy;
            const double exact = c->exact(x, y, c->t_end, c->data).h;
            *error += fabs(h[j * nx + i] - exact) / (double)(nx * ny);
        }
    }
    free(h);
    return status;
}

typedef struct trial {
    spate_tool *tool;
    const builtin_case *c;
    spate_options opt;
} trial;

static spate_status run(const trial *t, double *seconds, spate_stats *stats, double *error)
{
    spate_sim *sim = NULL;
    spate_status status = spate_sim_create(t->tool->ctx, &t->opt, &sim);
    if (status == SPATE_OK)
        status = builtin_case_apply(t->c, sim);
    const double begun = timers_now();
    if (status == SPATE_OK)
        status = spate_advance(sim, t->c->t_end);
    *seconds = timers_now() - begun;
    if (status == SPATE_OK)
        status = spate_get_stats(sim, stats);
    if (status == SPATE_OK)
        status = mean_error(t->tool, t->c, &t->opt, sim, error);
    spate_sim_destroy(sim);
    return status;
}

static spate_options options_of(const bench *b, const builtin_case *c)
{
    const kurganov_bench *k = b->kind->user;
    spate_options opt;
    builtin_case_options(c, k->n > 0 ? (int)k->n : CELLS, 0, &opt);
    opt.backend = b->backend_name;
    opt.isa = k->isa;
    opt.precision = k->precision > 0 ? k->precision : 64;
    opt.threads = k->threads > 0 ? k->threads : k->max_threads;
    if (k->integrator >= 0)
        opt.integrator = (spate_integrator)k->integrator;
    if (k->bed >= 0)
        opt.bed_model = (spate_bed_model)k->bed;
    return opt;
}

/* The set-up of a run is outside the clock: the frame's timing, which repeats runs, does
 * not fit. */
int kurganov_dam_break(bench *b)
{
    const builtin_case *c = builtin_case_find("circular");
    const trial t = {.tool = b->tool, .c = c, .opt = options_of(b, c)};
    const int repeat = b->quick ? 1 : 3;
    spate_stats stats = {.steps = 0};
    double error = NAN;
    bench_runner r = {.repeats = repeat};
    for (int k = 0; k < repeat; ++k) {
        const spate_status status = run(&t, &r.seconds[k], &stats, &error);
        if (status != SPATE_OK)
            return tool_failed(b->tool, status);
    }
    bench_summarise(&r);
    bench_row row = kurganov_row(b, &t.opt, &stats, (double)stats.steps, &r);
    bench_put_text(&row, KURGANOV_KERNEL, "dam_break");
    bench_put_real(&row, KURGANOV_ERROR, error);
    if (!isnan(error))
        bench_remark(&row, "mean error of h %.3g m", error);
    bench_add(b, &row);
    return 0;
}
