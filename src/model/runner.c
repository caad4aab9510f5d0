/* The loop over the moments of a run. */
#include "model/runner.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "model/stop_signals.h"
#include "parallel/comm.h"
#include "results/record/run_sections.h"
#include "run/guard.h"

/* Ranks may have got different signals; all act on one. Ctrl-C is the largest. */
enum { CTRL_C = 1000 };

static double own_wish(void)
{
    const int number = stop_signal();
    return number == SIGINT ? CTRL_C : number;
}

/* ---- between steps ---- */

/* Ranks look at signals and the clock together, every so many steps; so many that it is about this long. */
static const double look_every = 0.1; /* s */

typedef struct runner {
    model *m;
    results *r;
    runner_hooks *hooks;
    double t, next;         /* where the simulation stands, and the moment it goes to */
    int cut;                /* the last step ended at a moment */
    double looked, figured; /* clock at the last look, at the last figures for the hook */
    int64_t stride, left;   /* steps between looks; until the next */
    int wish,
        save_due; /* agreed: the signal that came, 0: none; whether the clock asks for a checkpoint */
} runner;

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void look(runner *run)
{
    const double now = clock_now();
    double agreed[2] = {own_wish(), now - run->looked};
    comm_max(run->m->ctx->comm, agreed, 2);
    run->looked = now;
    run->wish = (int)agreed[0];
    run->save_due = results_checkpoint_due(run->r);
    const double wanted = (double)run->stride * look_every / fmax(agreed[1], 1e-6);
    run->stride = (int64_t)fmin(fmax(wanted, 1), fmin(2 * (double)run->stride, 4096));
    run->left = run->stride;
}

static int observe(double t, double dt, int64_t step, void *user)
{
    runner *run = user;
    const int cut = t >= run->next;
    if (!cut || run->cut) /* where all steps are cut, that is how long they are */
        run->hooks->dt = dt;
    run->cut = cut;
    run->t = t;
    if (run->hooks->step)
        run->hooks->step(t, run->hooks->dt, step, run->hooks->user);
    if (--run->left > 0)
        return 0;
    look(run);
    return run->wish != 0 || run->save_due;
}

/* ---- at a moment ---- */

static spate_status show_figures(runner *run)
{
    if (!run->hooks->moment)
        return SPATE_OK;
    double waited = clock_now() - run->figured;
    comm_max(run->m->ctx->comm, &waited, 1);
    if (waited < 1 && run->t < run->m->duration)
        return SPATE_OK;
    spate_stats stats;
    SPATE_TRY(spate_get_stats(run->m->sim, &stats));
    run->hooks->moment(&stats, run->hooks->user);
    run->figured = clock_now();
    return SPATE_OK;
}

static spate_status save(runner *run)
{
    SPATE_TRY(results_checkpoint(run->r));
    ++run->hooks->checkpoints;
    return SPATE_OK;
}

/* After the results of this moment are written, so that a checkpoint never lacks what came before it. */
static spate_status answer(runner *run)
{
    const int wish = run->wish, save_due = run->save_due;
    run->wish = run->save_due = 0;
    if (wish == 0 && !save_due)
        return SPATE_OK;
    SPATE_TRY(save(run));
    if (wish == 0)
        return SPATE_OK;
    char when[64];
    snprintf(when, sizeof when, "at %.10g s of %.10g s", run->t, run->m->duration);
    if (wish == CTRL_C)
        return spate_fail(run->m->ctx, SPATE_STOPPED,
                          "interrupted %s with a checkpoint; --resume goes on", when);
    return spate_fail(run->m->ctx, SPATE_STOPPED_SAVED,
                      "stopped by %s %s with a checkpoint; --resume goes on",
                      stop_signal_name(wish), when);
}

/* Keeps the state as it is (that before a step that failed, or one that is beyond its bounds) and the message. */
static spate_status failed(runner *run, spate_status status)
{
    if (status != SPATE_ERROR_NUMERICAL)
        return status;
    char message[sizeof run->m->ctx->message];
    memcpy(message, run->m->ctx->message, sizeof message);
    const int saved = results_checkpoint(run->r) == SPATE_OK;
    return spate_fail(run->m->ctx, status, "%.*s%s", (int)sizeof message - 128, message,
                      saved ? "\nthe last state is saved in checkpoints/" : "");
}

static double next_moment(const runner *run)
{
    const double change = model_next_change(run->m, run->t);
    return fmin(fmin(results_next(run->r, run->t), change), run->m->duration);
}

static spate_status loop(runner *run)
{
    int written = run->hooks->resumed;
    for (;;) {
        SPATE_TRY(model_apply_changes(run->m, run->t));
        if (!written)
            SPATE_TRY(results_write(run->r));
        SPATE_TRY(show_figures(run));
        SPATE_TRY(answer(run));
        if (run->t >= run->m->duration)
            return failed(run, guard_check(run->m->sim));
        run->next = next_moment(run);
        const spate_status status = spate_advance(run->m->sim, run->next);
        if (status != SPATE_OK && status != SPATE_STOPPED)
            return failed(run, status);
        if (status == SPATE_OK)
            run->t = run->next;
        written = run->t < run->next; /* a stop on the way: nothing is due */
    }
}

spate_status runner_run(model *m, results *r, runner_hooks *hooks)
{
    spate_stats stats;
    SPATE_TRY(spate_get_stats(m->sim, &stats));
    runner run = {.m = m,
                  .r = r,
                  .hooks = hooks,
                  .t = stats.t,
                  .looked = clock_now(),
                  .figured = clock_now(),
                  .cut = 1,
                  .stride = 1,
                  .left = 1};
    hooks->checkpoints = 0;
    hooks->dt = stats.dt;
    stop_signals_begin();
    spate_set_observer(m->sim, observe, &run);
    phases_lap(&m->ctx->phases, "first state");
    const spate_status status = loop(&run);
    phases_lap(&m->ctx->phases, PHASE_LOOP);
    spate_set_observer(m->sim, NULL, NULL);
    stop_signals_end();
    return status;
}
