/* Time to solution: the built-in case `circular` (15 m of water within 100 m of the centre, 10 m
 * around it, no friction) to t = 15 s, with its error; on 1000 x 1000 cells unless the user says
 * otherwise, for there other codes were timed. */
#include <math.h>
#include <stdlib.h>

#include "base/timers.h"
#include "bench/kurganov.h"
#include "cases/case.h"

enum { CELLS = 1000 };

/* Mean of |h - reference| over the grid; NaN without memory and on other ranks than 0. */
static spate_status mean_error(const spate_tool *tool, const spate_case *c,
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

static spate_status run(spate_tool *tool, const spate_case *c, const spate_options *opt,
                        double *seconds, spate_stats *stats, double *error)
{
    spate_sim *sim = NULL;
    spate_status status = spate_sim_create(tool->ctx, opt, &sim);
    if (status == SPATE_OK)
        status = spate_case_apply(c, sim);
    const double begun = timers_now();
    if (status == SPATE_OK)
        status = spate_advance(sim, c->t_end);
    *seconds = timers_now() - begun;
    if (status == SPATE_OK)
        status = spate_get_stats(sim, stats);
    if (status == SPATE_OK)
        status = mean_error(tool, c, opt, sim, error);
    spate_sim_destroy(sim);
    return status;
}

int kurganov_dam_break(kurganov_bench *b, const kurganov_wishes *wishes)
{
    const int repeat = b->quick ? 1 : 3;
    const spate_case *c = spate_case_find("circular");
    spate_options opt;
    spate_case_options(c, wishes->n > 0 ? (int)wishes->n : CELLS, 0, &opt);
    opt.backend = b->backend_name;
    opt.isa = b->isa;
    opt.precision = wishes->precision > 0 ? wishes->precision : 64;
    opt.threads = wishes->threads > 0 ? wishes->threads : wishes->max_threads;
    if (wishes->integrator >= 0)
        opt.integrator = (spate_integrator)wishes->integrator;
    if (wishes->bed >= 0)
        opt.bed_model = (spate_bed_model)wishes->bed;

    double seconds[BENCH_MOST_REPEATS], error = NAN;
    spate_stats stats = {.steps = 0};
    for (int r = 0; r < repeat; ++r) {
        const spate_status status = run(b->tool, c, &opt, &seconds[r], &stats, &error);
        if (status != SPATE_OK)
            return tool_failed(b->tool, status);
    }
    const double median = bench_median(seconds, repeat); /* sorts: the best is the first */
    bench_row row = kurganov_row(b, &opt, &stats, (double)stats.steps, seconds[0], median);
    row.kernel = "dam_break";
    row.l1_error = error;
    bench_report_add(b->report, &row);
    return 0;
}
