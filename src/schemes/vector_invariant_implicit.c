/* The scheme vi-semi-implicit: the state and the differences of the other vector-invariant schemes,
 * in implicit steps. vector_invariant_newton.c solves a step. */
#include <math.h>
#include <stdlib.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/guard.h"
#include "physics/vector_invariant_steps.h"
#include "schemes/vector_invariant_mass.h"
#include "schemes/vector_invariant_newton.h"

static part_params params(const spate_options *options)
{
    part_params p = part_params_from(options);
    p.cfl = options->courant;
    p.skip_still = 0;
    return p;
}

static spate_status create(flow *k)
{
    SPATE_TRY(flow_check_one_device(&k->setup, "one system"));
    SPATE_TRY(vi_create(k));
    return vi_newton_create(k);
}

static void destroy(flow *k)
{
    if (k->own)
        vi_newton_destroy(k);
    vi_destroy(k);
}

static void finish(flow *k)
{
    VI_EACH_PART(k, steps.finish(p))
}

/* Ghost cells are valid when it begins and when it ends. */
static spate_status attempt(flow *k)
{
    failed_solve *const solve = &vi_own_of(k)->newton->failed;
    double mark = timers_now();
    VI_EACH_PART(k, steps.begin(p))
    const spate_status status = vi_newton_step(k);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    if (status != SPATE_OK)
        return failed_solve_shorten(k, solve, status, finish);
    vi_exchange_state(k, 1 - k->clocks[0].now);
    flow_await_clocks(k);
    flow_reduce_rates(k);
    finish(k);
    timers_lap(k->setup.timers, SPATE_SECTION_REDUCE, &mark);
    if (k->clocks[0].flags & CLOCK_REDO)
        return SPATE_OK;
    failed_solve_lengthen(k, solve);
    vi_raise_maxima(k);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

static spate_status persist(flow *k, state_stream *s)
{
    return failed_solve_persist(&vi_own_of(k)->newton->failed, s);
}

static double least_dt(const grid_part *p, double speed, double waves)
{
    return guard_implicit_dt(speed, waves, fmin(p->params.dx, p->params.dy), p->params.cfl,
                             0.5 * vi_of(p)->flow_courant);
}

/* Newton's method looks at residuals. */
static int needs_host(const flow *k)
{
    (void)k;
    return 1;
}

static const flow_kind kind = {
    .about = &vi_semi_implicit_about,
    .fields = vi_semi_implicit_fields,
    .field_count = VI_IMPLICIT_FIELDS,
    .params = params,
    .extra_bytes = flow_solver_bytes,
    .create_part = vi_create_part,
    .create = create,
    .destroy = destroy,
    .check_state = vi_check_wet,
    .start = vi_start,
    .attempt = attempt,
    .persist = persist,
    .loaded = vi_loaded,
    .needs_host = needs_host,
    .least_dt = least_dt,
};

static scheme_iterations iterations(void *self)
{
    const flow *k = self;
    const kry_solver *s = vi_own_of(k)->newton->solver;
    scheme_iterations n = vi_iterations(self);
    n.solves = (double)s->stats.solves;
    n.iterations = (double)s->all_iterations;
    return n;
}

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status create_scheme(const scheme_setup *setup, void **self)
{
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_vi_semi_implicit = {
    .about = &vi_semi_implicit_about,
    .runs_on = runs_on,
    .create = create_scheme,
    .face_velocity = vi_face_velocity,
    .iterations = iterations,
    FLOW_OPS,
};
