/* The loop of a run. */
#include "model/runner.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "model/stop_signals.h"
#include "parallel/comm.h"
#include "results/record/run_sections.h"
#include "run/guard.h"
#include "schemes/description.h"

/* Ranks may have received different signals; the largest counts. Ctrl-C is the largest, and a wish
 * of a viewer smaller than any signal. */
enum { CTRL_C = 1000, VIEWER_PAUSES = -2, VIEWER_STOPS = -1, NO_REQUEST = -3 };

static double own_request(const runner *run)
{
    const int number = run->hooks->asked ? run->hooks->asked(run->hooks->user) : stop_signal();
    if (number != 0)
        return number == SIGINT ? CTRL_C : number;
    switch (run->r ? results_control(run->r) : CONTROL_NONE) {
    case CONTROL_PAUSE: return VIEWER_PAUSES;
    case CONTROL_STOP: return VIEWER_STOPS;
    default: return NO_REQUEST;
    }
}

/* ---- between steps ---- */

/* Ranks check signals and the clock together after a number of steps that take about this long. */
static const double check_every = 0.1; /* s */

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Writes how far the run is, at most once a second. */
static void report_progress(runner *run, double now, int paused)
{
    if (!run->r)
        return;
    static const double every = 1; /* s */
    runner_watch *w = &run->watch;
    const double passed = now - w->written;
    if (passed < every && !paused && run->t > w->t_begun)
        return;
    const double stages =
        scheme_stages(&run->m->options) * (double)run->m->options.nx * (double)run->m->options.ny;
    const double gone = run->t - w->t_begun, worked = now - w->begun - w->paused;
    const run_progress p = {
        .t = run->t,
        .end = run->m->duration,
        .dt = run->hooks->dt,
        .steps = w->steps,
        .rate = paused ? 0 : (double)(w->steps - w->at_steps) * stages / fmax(passed, 1e-9),
        .left = gone > 0 ? (run->m->duration - run->t) * worked / gone : (double)NAN,
        .paused = paused};
    results_progress(run->r, &p);
    w->written = now;
    w->at_steps = w->steps;
}

static void check_requests(runner *run)
{
    const double now = clock_now();
    double agreed[2] = {own_request(run), now - run->checked};
    comm_max(run->m->ctx->comm, agreed, 2);
    run->checked = now;
    run->request = (int)agreed[0];
    run->save_due = run->r && results_checkpoint_due(run->r);
    const double wanted = (double)run->stride * check_every / fmax(agreed[1], 1e-6);
    run->stride = (int64_t)fmin(fmax(wanted, 1), fmin(2 * (double)run->stride, 4096));
    run->left = run->stride;
    report_progress(run, now, 0);
}

static int observe(double t, double dt, int64_t step, void *user)
{
    runner *run = user;
    const int cut = t >= run->next;
    if (!cut || run->cut) /* if all steps are shortened, that is their length */
        run->hooks->dt = dt;
    run->cut = cut;
    run->t = t;
    run->watch.steps = step;
    if (run->hooks->step)
        run->hooks->step(t, run->hooks->dt, step, run->hooks->user);
    if (--run->left > 0)
        return 0;
    check_requests(run);
    return run->request != NO_REQUEST || run->save_due;
}

/* ---- when output is due ---- */

static spate_status show_figures(runner *run)
{
    if (!run->hooks->moment)
        return SPATE_OK;
    double waited = clock_now() - run->shown;
    comm_max(run->m->ctx->comm, &waited, 1);
    if (waited < 1 && run->t < run->m->duration)
        return SPATE_OK;
    spate_stats stats;
    SPATE_TRY(spate_get_stats(run->m->sim, &stats));
    run->hooks->moment(&stats, run->hooks->user);
    run->shown = clock_now();
    return SPATE_OK;
}

static spate_status save(runner *run)
{
    if (!run->r)
        return SPATE_OK;
    SPATE_TRY(results_checkpoint(run->r));
    ++run->hooks->checkpoints;
    return SPATE_OK;
}

/* Looks a few times a second whether it shall go on; returns what it shall do then. */
static int wait_while_paused(runner *run)
{
    const struct timespec nap = {.tv_nsec = (long)(1e9 * check_every)};
    const double from = clock_now();
    double request = VIEWER_PAUSES;
    report_progress(run, from, 1);
    while (request == VIEWER_PAUSES) {
        nanosleep(&nap, NULL);
        request = own_request(run);
        comm_max(run->m->ctx->comm, &request, 1);
    }
    run->watch.paused += clock_now() - from;
    run->checked = run->watch.written = clock_now();
    return (int)request;
}

/* Called after the results of this time are written, so that a checkpoint includes them. */
static spate_status save_or_stop(runner *run)
{
    int request = run->request;
    const int save_due = run->save_due;
    run->request = NO_REQUEST;
    run->save_due = 0;
    if (request == NO_REQUEST && !save_due)
        return SPATE_OK;
    SPATE_TRY(save(run));
    if (request == VIEWER_PAUSES)
        request = wait_while_paused(run);
    if (request == NO_REQUEST)
        return SPATE_OK;
    char when[64];
    snprintf(when, sizeof when, "at %.10g s of %.10g s", run->t, run->m->duration);
    if (!run->r)
        return spate_fail(run->m->ctx, SPATE_STOPPED, "stopped %s", when);
    if (request == CTRL_C)
        return spate_fail(run->m->ctx, SPATE_STOPPED,
                          "interrupted %s with a checkpoint; --resume continues", when);
    return spate_fail(run->m->ctx, SPATE_STOPPED_SAVED,
                      "stopped by %s %s with a checkpoint; --resume continues",
                      request == VIEWER_STOPS ? "a viewer" : stop_signal_name(request), when);
}

/* Saves the present state (before the failed step, or beyond its bounds) and keeps the message. */
static spate_status failed(runner *run, spate_status status)
{
    if (spate_exit_code(status) != spate_exit_code(SPATE_ERROR_NUMERICAL))
        return status;
    char message[sizeof run->m->ctx->message];
    memcpy(message, run->m->ctx->message, sizeof message);
    const int saved = run->r && results_checkpoint(run->r) == SPATE_OK;
    return spate_fail(run->m->ctx, status, "%.*s%s", (int)sizeof message - 128, message,
                      saved ? "\nthe last state is saved in checkpoints/" : "");
}

static double next_moment(const runner *run, double t_end)
{
    const double change = model_next_change(run->m, run->t);
    const double output = run->r ? results_next(run->r, run->t) : t_end;
    return fmin(fmin(output, change), t_end);
}

static spate_status write_once(runner *run)
{
    if (run->r && !run->written)
        SPATE_TRY(results_write(run->r));
    run->written = 1;
    return SPATE_OK;
}

static spate_status loop(runner *run, double t_end)
{
    for (;;) {
        SPATE_TRY(model_apply_changes(run->m, run->t));
        SPATE_TRY(write_once(run));
        SPATE_TRY(show_figures(run));
        SPATE_TRY(save_or_stop(run));
        if (run->t >= run->m->duration)
            return failed(run, guard_check(run->m->sim));
        if (run->t >= t_end)
            return SPATE_OK;
        run->next = next_moment(run, t_end);
        const spate_status status = spate_advance(run->m->sim, run->next);
        if (status != SPATE_OK && status != SPATE_STOPPED)
            return failed(run, status);
        if (status == SPATE_OK)
            run->t = run->next;
        run->written = run->t < run->next; /* stopped before: no output is due */
    }
}

spate_status runner_begin(runner *run, model *m, results *r, runner_hooks *hooks)
{
    spate_stats stats;
    SPATE_TRY(spate_get_stats(m->sim, &stats));
    *run = (runner){.m = m,
                    .r = r,
                    .hooks = hooks,
                    .t = stats.t,
                    .checked = clock_now(),
                    .shown = clock_now(),
                    .cut = 1,
                    .stride = 1,
                    .left = 1,
                    .written = hooks->resumed,
                    .request = NO_REQUEST,
                    .watch = {.begun = clock_now(),
                              .t_begun = stats.t,
                              .written = clock_now(),
                              .steps = stats.steps,
                              .at_steps = stats.steps}};
    hooks->checkpoints = 0;
    hooks->dt = stats.dt;
    report_progress(run, clock_now(), 0);
    phases_lap(&m->ctx->phases, "first state");
    return SPATE_OK;
}

spate_status runner_to(runner *run, double t)
{
    spate_set_observer(run->m->sim, observe, run);
    const spate_status status = loop(run, t);
    spate_set_observer(run->m->sim, NULL, NULL);
    phases_lap(&run->m->ctx->phases, PHASE_LOOP);
    return status;
}

spate_status runner_run(model *m, results *r, runner_hooks *hooks)
{
    runner run;
    stop_signals_begin();
    spate_status status = runner_begin(&run, m, r, hooks);
    if (status == SPATE_OK)
        status = runner_to(&run, m->duration);
    stop_signals_end();
    return status;
}
