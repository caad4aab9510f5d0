/* Whole runs of the vector-invariant schemes: time, iterations, and errors in time and in all. */
#include <math.h>
#include <stdlib.h>

#include "bench/vector_invariant.h"
#include "cases/case.h"
#include "run/sim.h"
#include "schemes/vector_invariant_newton.h"

/* ---- a run ---- */

void vi_bench_options(const bench *b, const char *case_name, int n, spate_options *o)
{
    const vi_bench *w = b->kind->user;
    builtin_case_options(builtin_case_find(case_name), n, 0, o);
    o->backend = b->backend_name;
    o->isa = w->isa;
    o->precision = 64;
    o->form = SPATE_FORM_PAPER;
    o->threads = w->threads;
    o->parts_x = o->parts_y = 1;
}

/* Steps are as long as dt_max, up to the limit of linear waves. */
spate_status vi_bench_start(const bench *b, const char *case_name, spate_options *o,
                            spate_sim **sim)
{
    if (!scheme_about(o->scheme)->implicit)
        o->cfl = vi_cfl_limit(o);
    spate_status status = spate_sim_create(b->tool->ctx, o, sim);
    if (status == SPATE_OK)
        status = builtin_case_apply(builtin_case_find(case_name), *sim);
    return status;
}

/* What a run needed. */
typedef struct effort {
    double seconds;
    int64_t steps, planned;
    double newton; /* iterations of a step, mean; NaN: none */
    int newton_most, solve_most;
} effort;

static const vi_newton *newton_of(const spate_sim *sim)
{
    return vi_own_of((const flow *)sim->scheme)->newton;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static void count(const vi_newton *own, int64_t iterations, int64_t steps, effort *e)
{
    spate_krylov_stats solve;
    spate_krylov_get_stats(own->solver, &solve);
    e->newton_most = most(e->newton_most, (int)((iterations + steps - 1) / steps));
    e->solve_most = most(e->solve_most, solve.iterations);
}

/* Step by step, to see the iterations of each. */
static spate_status advance_implicit(spate_sim *sim, double t_end, effort *e)
{
    const vi_newton *own = newton_of(sim);
    spate_stats stats = {.t = 0};
    spate_status status = SPATE_OK;
    while (status == SPATE_OK && stats.t < t_end * (1 - 1e-9)) {
        const int64_t iterations = own->all, steps = stats.steps;
        const int last = t_end - stats.t < sim->options.dt_max * (1 + 1e-6);
        status = last ? spate_advance(sim, t_end) : spate_advance_steps(sim, 1);
        if (status == SPATE_OK)
            status = spate_get_stats(sim, &stats);
        if (status == SPATE_OK)
            count(own, own->all - iterations, stats.steps - steps, e);
    }
    e->newton = (double)own->all / (double)stats.steps;
    return status;
}

static spate_status advance(spate_sim *sim, double t_end, effort *e)
{
    spate_stats stats = {.steps = 0};
    *e = (effort){.newton = (double)NAN};
    const double begun = timers_now();
    spate_status status =
        newton_of(sim) ? advance_implicit(sim, t_end, e) : spate_advance(sim, t_end);
    e->seconds = timers_now() - begun;
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    e->steps = stats.steps;
    return status;
}

static double end_of(const vi_study *study, int n)
{
    return study->t_end > 0 ? study->t_end : study->steps * study->courant / n;
}

/* To the end of the study, with steps of one length. *h: depths, allocated. */
static spate_status run(const bench *b, const vi_study *study, int n, double courant,
                        spate_options *o, effort *e, double **h)
{
    const double t_end = end_of(study, n), steps = ceil(t_end * n / courant - 1e-6);
    spate_sim *sim = NULL;
    o->dt_max = t_end / steps;
    *h = malloc(sizeof **h * (size_t)n * (size_t)n);
    spate_status status = *h ? vi_bench_start(b, study->case_name, o, &sim)
                             : spate_fail(b->tool->ctx, SPATE_ERROR_MEMORY, "no memory for depths");
    if (status == SPATE_OK)
        status = advance(sim, t_end, e);
    e->planned = (int64_t)steps;
    if (status == SPATE_OK)
        status = spate_get_field(sim, SPATE_DEPTH, *h);
    spate_sim_destroy(sim);
    return status;
}

/* ---- errors ---- */

/* Of Phi = g h: h sqrt(sum of squares), the paper's norm. */
static double distance(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int64_t k = 0; k < (int64_t)n * n; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return CASE_GRAVITY * sqrt(sum) / n;
}

/* From the solution of the case, which must be known at all times: of the vortex. NaN elsewhere. */
static double whole_error(const vi_study *study, const double *h, int n)
{
    const builtin_case *c = builtin_case_find(study->case_name);
    double sum = 0;
    for (int64_t k = 0; k < (int64_t)n * n && study->is_solved; ++k) {
        const double x = ((double)(k % n) + 0.5) / n, y = ((double)(k / n) + 0.5) / n;
        const double d = h[k] - c->exact(x, y, study->t_end, c->data).h;
        sum += d * d;
    }
    return study->is_solved ? CASE_GRAVITY * sqrt(sum) / n : (double)NAN;
}

void vi_bench_forget(vi_bench *w)
{
    free(w->reference.h);
    w->reference = (vi_bench_reference){.h = NULL};
}

/* With the differences in space of the trial, of which the mass matrix is part. */
static spate_status make_reference(const bench *b, const vi_study *study, int n, int lumped)
{
    vi_bench *w = b->kind->user;
    spate_options o;
    effort e;
    if (w->reference.study == study && w->reference.n == n && w->reference.lumped == lumped)
        return SPATE_OK;
    vi_bench_forget(w);
    vi_bench_options(b, study->case_name, n, &o);
    o.scheme = "vi-rk3";
    o.mass_matrix = lumped ? SPATE_MASS_LUMPED : SPATE_MASS_CONSISTENT;
    w->reference = (vi_bench_reference){.study = study, .n = n, .lumped = lumped};
    bench_note(b, "%s (%s): reference", study->name, study->source);
    return run(b, study, n, study->reference_courant, &o, &e, &w->reference.h);
}

/* ---- rows ---- */

static void put_integer(bench_row *row, int value, int64_t integer)
{
    if (integer > 0)
        bench_put_integer(row, value, integer);
}

static void describe(const bench *b, const vi_bench_setup *s, double courant, bench_row *row)
{
    const vi_bench *w = b->kind->user;
    const vi_trial *t = s->trial;
    bench_put_text(row, VI_BENCH_KERNEL, "vector-invariant");
    bench_put_text(row, VI_BENCH_STUDY, s->study->name);
    bench_put_text(row, VI_BENCH_WHAT, t->label);
    bench_put_text(row, VI_BENCH_OPTIONS, t->options);
    bench_put_text(row, VI_BENCH_BACKEND, b->backend->name);
    bench_put_text(row, VI_BENCH_REAL, "f64");
    bench_put_integer(row, VI_BENCH_N, s->n);
    bench_put_integer(row, VI_BENCH_THREADS, w->threads);
    bench_put_real(row, VI_BENCH_COURANT, courant);
    if (t->seconds > 0)
        bench_put_real(row, VI_BENCH_PAPER_SECONDS, t->seconds);
    put_integer(row, VI_BENCH_PAPER_NEWTON, t->newton);
    put_integer(row, VI_BENCH_PAPER_SOLVE, t->solve);
    bench_put_text(row, VI_BENCH_PAPER, s->study->source);
}

static void put_results(const vi_bench *w, const vi_bench_setup *s, const effort *e,
                        const double *h, bench_row *row)
{
    const double cells = (double)s->n * (double)s->n;
    bench_put_integer(row, VI_BENCH_STEPS, e->steps);
    bench_put_real(row, BENCH_BEST, e->seconds);
    bench_put_real(row, BENCH_RATE, 1e9 * e->seconds / (cells * (double)e->steps));
    bench_put_text(row, BENCH_RATE_UNIT, "ns/cell/step");
    bench_put_real(row, VI_BENCH_NEWTON, e->newton);
    put_integer(row, VI_BENCH_NEWTON_MOST, e->newton_most);
    put_integer(row, VI_BENCH_SOLVE_MOST, e->solve_most);
    bench_put_real(row, VI_BENCH_ERROR_TIME, distance(h, w->reference.h, s->n));
    bench_put_real(row, VI_BENCH_ERROR, whole_error(s->study, h, s->n));
    if (e->steps > e->planned)
        bench_remark(row, "limited: mean C %.3g", end_of(s->study, s->n) * s->n / (double)e->steps);
}

/* A scheme that fails is an answer, too. */
static int fails_numerically(spate_status status)
{
    return status != SPATE_OK && spate_exit_code(status) == spate_exit_code(SPATE_ERROR_NUMERICAL);
}

int vi_bench_run(bench *b, const vi_bench_setup *s)
{
    static work_scheme words;
    const double courant = s->trial->courant > 0 ? s->trial->courant : s->study->courant;
    spate_options o;
    effort e;
    double *h = NULL;
    work_setup asked = {.scheme = &words, .courant = (double)NAN};
    int code = work_read_scheme(b, s->trial->options, &words);
    if (code != 0)
        return code;
    vi_bench_options(b, s->study->case_name, s->n, &o);
    o.scheme = words.ops->about->name;
    work_adjust(&o, &asked);
    spate_status status = make_reference(b, s->study, s->n, o.mass_matrix == SPATE_MASS_LUMPED);
    if (status == SPATE_OK)
        status = run(b, s->study, s->n, courant, &o, &e, &h);
    if (status == SPATE_OK || fails_numerically(status)) {
        bench_row row = {0};
        describe(b, s, courant, &row);
        if (status == SPATE_OK)
            put_results(b->kind->user, s, &e, h, &row);
        else
            bench_put_text(&row, VI_BENCH_FAILURE, spate_message(b->tool->ctx));
        if (status != SPATE_OK)
            bench_remark(&row, "%s", spate_message(b->tool->ctx));
        bench_add(b, &row);
        status = SPATE_OK;
    }
    free(h);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
