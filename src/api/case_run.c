/* The run of a case, in pieces or at once. */
#include <signal.h>

#include "api/case.h"
#include "base/cores.h"
#include "base/need.h"

#define CASE_ENTER(c)                                                                              \
    SPATE_NEED_HANDLE(c);                                                                          \
    CORES_ENTER(sim_loop_threads((c)->m->sim))

/* ---- while it runs ---- */

static void on_step(double t, double dt, int64_t step, void *user)
{
    spate_case *c = user;
    c->now = (spate_case_progress){.t = t, .duration = c->m->duration, .dt = dt, .step = step};
}

static int on_ask(void *user)
{
    spate_case *c = user;
    if (!c->options.progress)
        return 0;
    return c->options.progress(&c->now, c->options.user) ? SIGINT : 0;
}

/* ---- beginning ---- */

static spate_status open_results(spate_case *c, int *resumed)
{
    static const results_mode modes[] = {[SPATE_RESULTS_NEW] = RESULTS_NEW,
                                         [SPATE_RESULTS_OVERWRITE] = RESULTS_OVERWRITE,
                                         [SPATE_RESULTS_RESUME] = RESULTS_RESUME,
                                         [SPATE_RESULTS_NONE] = RESULTS_NEW};
    *resumed = 0;
    model_plan_free(&c->plan); /* of an attempt that failed */
    SPATE_TRY(model_plan_make(c->m, c->folder, modes[c->options.results], &c->plan));
    if (c->options.results == SPATE_RESULTS_NONE)
        return SPATE_OK;
    return results_open(c->ctx, c->m->sim, &c->plan.results, &c->r, resumed);
}

static spate_status begin(spate_case *c)
{
    int resumed = 0;
    if (c->begun)
        return SPATE_OK;
    SPATE_TRY(open_results(c, &resumed));
    c->hooks = (runner_hooks){.resumed = resumed == 1, .step = on_step, .asked = on_ask, .user = c};
    SPATE_TRY(runner_begin(&c->run, c->m, c->r, &c->hooks));
    c->now = (spate_case_progress){.t = c->run.t, .duration = c->m->duration};
    c->finished = resumed == RESULTS_FINISHED;
    c->begun = 1;
    return SPATE_OK;
}

static spate_status fail_finished(const spate_case *c)
{
    if (c->options.results == SPATE_RESULTS_NONE)
        return fail_argument(c->ctx, "the case is finished");
    return fail_argument(c->ctx, "the case is finished: its results in %s are complete",
                         c->plan.results.folder);
}

/* ---- public ---- */

double spate_case_time(const spate_case *c)
{
    return c && c->begun ? c->run.t : 0;
}

spate_status spate_case_advance(spate_case *c, double t)
{
    CASE_ENTER(c);
    SPATE_TRY(begin(c));
    if (c->finished)
        return fail_finished(c);
    if (!(t <= c->m->duration))
        return fail_argument(c->ctx, "t is %g s: the case ends at %.10g s", t, c->m->duration);
    if (t < c->run.t)
        return SPATE_OK; /* a checkpoint was further */
    return runner_to(&c->run, t);
}

spate_status spate_case_save(spate_case *c)
{
    CASE_ENTER(c);
    SPATE_TRY(begin(c));
    if (c->finished)
        return fail_finished(c);
    SPATE_NEED(c->ctx, c->r, "there is no folder of results (SPATE_RESULTS_NONE)");
    return results_checkpoint(c->r);
}

spate_status spate_case_finish(spate_case *c)
{
    CASE_ENTER(c);
    SPATE_TRY(begin(c));
    if (c->finished)
        return SPATE_OK;
    if (c->run.t < c->m->duration)
        return fail_argument(c->ctx,
                             "the case is at %.10g s of %.10g s: advance to its end before the "
                             "results are finished",
                             c->run.t, c->m->duration);
    results *r = c->r;
    c->r = NULL;
    SPATE_TRY(results_close(r, 1));
    c->finished = 1;
    return SPATE_OK;
}

spate_status spate_case_run(spate_case *c)
{
    CASE_ENTER(c);
    SPATE_TRY(begin(c));
    if (c->finished)
        return SPATE_OK;
    SPATE_TRY(runner_to(&c->run, c->m->duration));
    return spate_case_finish(c);
}
