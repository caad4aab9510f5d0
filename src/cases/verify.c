/* Runs one case on its sequence of grids. verify_error.c measures errors, verify_judge.c judges
 * them. */
#include "cases/verify.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timers.h"
#include "cases/verify_run.h"
#include "run/sim.h"
#include "schemes/description.h"

static void set_options(const builtin_case *c, const verify_options *v, int size,
                        spate_options *opt)
{
    const int rows = v->strip_rows > 0 ? v->strip_rows : VERIFY_STRIP_ROWS;
    builtin_case_options(c, size, c->strip ? rows : 0, opt);
    if (v->scheme)
        opt->scheme = v->scheme;
    if (v->backend && !c->force) /* a forced case needs the backend that can add the force */
        opt->backend = v->backend;
    if (v->isa && !c->force)
        opt->isa = v->isa;
    if (v->precision)
        opt->precision = v->precision;
    opt->line_precision = v->line_precision;
    opt->courant = v->courant > 0 ? v->courant : 1;
    opt->implicitness = 0.5; /* the order of the scheme, not that of the damping which it can add */
    opt->bed_model = scheme_bed_model(scheme_about(opt->scheme), opt->bed_model);
    opt->threads = v->threads;
    if (v->threads == 0 && opt->nx * opt->ny < VERIFY_ONE_THREAD_CELLS)
        opt->threads = 1;
    opt->parts_x = c->strip == 'y' && v->parts_x ? 1 : v->parts_x;
    opt->parts_y = c->strip == 'x' && v->parts_y ? 1 : v->parts_y;
    /* judged to rounding, so systems are solved to rounding */
    if (c->judgement == CASE_MIRRORS || c->judgement == CASE_GLIDE)
        opt->tolerance = opt->newton_tolerance =
            4 * (opt->precision == 32 ? (double)FLT_EPSILON : DBL_EPSILON);
    if (v->adjust)
        v->adjust(opt, v->adjust_user);
}

static spate_status fields(spate_sim *sim, verify_run *run)
{
    spate_status s = spate_get_field(sim, SPATE_DEPTH, run->h);
    if (!s)
        s = spate_get_field(sim, SPATE_MOMENTUM_X, run->hu);
    if (!s)
        s = spate_get_field(sim, SPATE_MOMENTUM_Y, run->hv);
    if (!s)
        s = spate_get_field(sim, SPATE_BED, run->bed);
    return s ? s : spate_get_stats(sim, &run->stats);
}

static spate_status simulate(spate_context *ctx, verify_run *run)
{
    spate_sim *sim = NULL;
    spate_status s = spate_sim_create(ctx, &run->opt, &sim);
    if (!s)
        s = builtin_case_apply(run->c, sim);
    if (!s)
        s = spate_get_field(sim, SPATE_DEPTH, run->h0);
    const double begun = timers_now();
    if (!s && run->c->judgement == CASE_AT_REST)
        s = spate_advance_steps(sim, VERIFY_REST_STEPS);
    else if (!s)
        s = spate_advance(sim, run->c->t_end);
    run->seconds = timers_now() - begun;
    if (!s)
        s = fields(sim, run);
    if (!s && sim->ops->iterations)
        run->iterations = sim->ops->iterations(sim->scheme);
    spate_sim_destroy(sim);
    if (!s)
        run->stages = run->stats.steps * scheme_stages(&run->opt);
    return s;
}

static void show(const verify_run *run, const verify_options *v)
{
    const verify_finished done = {.c = run->c,
                                  .opt = &run->opt,
                                  .t = run->stats.t,
                                  .bed = run->bed,
                                  .h = run->h,
                                  .hu = run->hu,
                                  .hv = run->hv};
    if (v->finished)
        v->finished(&done, v->user);
}

/* NaN where the run has taken no step. */
static double courant_of(const verify_run *run)
{
    const spate_options *o = &run->opt;
    double deepest = 0;
    for (int64_t k = 0; k < o->nx * o->ny; ++k)
        deepest = fmax(deepest, run->h0[k]);
    const double dt = run->stats.steps > 0 ? run->stats.t / (double)run->stats.steps : (double)NAN;
    return sqrt(CASE_GRAVITY * deepest) * dt / fmin(o->dx, o->dy);
}

/* Everything that does not need rank 0; errors are absent. */
static verify_row row_of(const verify_run *run, spate_status s)
{
    const double none = (double)NAN;
    return (verify_row){
        .name = run->c->name,
        .scheme = run->opt.scheme,
        .backend = s ? run->opt.backend : run->stats.backend,
        .precision = run->opt.precision,
        .real = spate_options_precision(&run->opt),
        .nx = run->opt.nx,
        .ny = run->opt.ny,
        .steps = run->stats.steps,
        .threads = run->stats.threads,
        .seconds = run->seconds,
        .iterations = run->iterations,
        .courant = none,
        .l1_h = none,
        .l2_h = none,
        .linf_h = none,
        .l1_hu = none,
        .linf_hu = none,
        .l1_u = none,
        .l2_u = none,
        .linf_u = none,
        .order = none,
        .isa = run->stats.isa,
        .mass_error = run->stats.mass_error,
        .pass = 1,
    };
}

spate_status verify_grid(spate_context *ctx, const builtin_case *c, const verify_options *v,
                         int size, verify_row *row)
{
    verify_run run = {.c = c, .reference = v->reference};
    set_options(c, v, size, &run.opt);
    const size_t cells = (size_t)run.opt.nx * (size_t)run.opt.ny;
    double *memory = calloc(5 * cells, sizeof *memory);
    run.pairs = calloc(cells, sizeof *run.pairs);
    run.target = calloc(cells, sizeof *run.target);
    spate_status s = memory && run.pairs && run.target ? SPATE_OK : SPATE_ERROR_MEMORY;
    if (!s) {
        run.h0 = memory;
        run.h = memory + cells;
        run.hu = memory + 2 * cells;
        run.hv = memory + 3 * cells;
        run.bed = memory + 4 * cells;
        s = simulate(ctx, &run);
        *row = row_of(&run, s);
    }
    if (!s && spate_rank(ctx) == 0) {
        row->courant = courant_of(&run);
        verify_measure(&run, row);
        verify_bounds(&run, row);
        show(&run, v);
    }
    free(run.target);
    free(run.pairs);
    free(memory);
    return s;
}

/* The number of grids to run. An order needs two. Cases without errors have only small grids, of
 * which both the even and the odd one are needed. */
static int grid_count(const builtin_case *c, int quick)
{
    int count = 0;
    while (count < VERIFY_ROWS && c->sizes[count] > 0)
        ++count;
    const int costly = c->judgement == CASE_ORDER || c->judgement == CASE_BOUND;
    const int least = c->judgement == CASE_ORDER ? 2 : 1;
    return quick && costly && count > least ? count - 1 : count;
}

static double order_between(const builtin_case *c, const verify_row *a, const verify_row *b)
{
    const double na = c->strip == 'y' ? (double)a->ny : (double)a->nx;
    const double nb = c->strip == 'y' ? (double)b->ny : (double)b->nx;
    const double ea = c->order_of_momentum ? a->l1_hu : a->l1_h;
    const double eb = c->order_of_momentum ? b->l1_hu : b->l1_h;
    return log(ea / eb) / log(nb / na);
}

spate_status verify_case(spate_context *ctx, const builtin_case *c, const verify_options *opt,
                         verify_report *report)
{
    const int grids = grid_count(c, opt->quick);
    memset(report, 0, sizeof *report);
    for (int k = 0; k < grids; ++k) {
        verify_row *row = &report->rows[k];
        const spate_status s = verify_grid(ctx, c, opt, c->sizes[k], row);
        if (s) {
            const char *why = spate_message(ctx);
            snprintf(report->reason, sizeof report->reason, "The run of %d cells failed: %s",
                     c->sizes[k], why[0] ? why : spate_status_text(s));
            return s;
        }
        report->row_count = k + 1;
        if (k > 0 && c->judgement == CASE_ORDER)
            row->order = order_between(c, row - 1, row);
    }
    if (spate_rank(ctx) == 0) {
        verify_judge(c, report);
    } else {
        report->pass = 1;
        snprintf(report->reason, sizeof report->reason, "Judged on rank 0.");
    }
    return SPATE_OK;
}
