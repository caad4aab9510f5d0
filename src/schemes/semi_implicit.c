/* The semi-implicit scheme: transport of velocities, then waves by one symmetric system for the
 * levels, then depths from the fluxes that result. backend/semi_implicit/semi_implicit.h describes
 * the state; equations are in physics/semi_implicit.h and the headers beside it. */
#include <math.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/guard.h"
#include "physics/semi_implicit_rates.h"
#include "schemes/flow_solver.h"
#include "schemes/semi_implicit_own.h"

extern const scheme_description semi_implicit_about;

static part_params params(const spate_options *options)
{
    part_params p = part_params_from(options);
    p.cfl = options->courant;
    p.dry_depth = 0.5 * semi_flood_depth(options);
    p.skip_still = 0;
    return p;
}

static void exchange_state(flow *k)
{
    const int now = semi_now(k);
    const halo_field state[] = {{FIELD_DEPTH, now}, {SEMI_U, now}, {SEMI_V, now}};
    flow_exchange(k, state, 3);
}

/* ---- start ---- */

/* Momentum at cells was changed from outside: computes velocities from it. */
static void start(flow *k)
{
    double changed = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].shown_valid && semi_kernels_of(&k->parts[n])->centre_changed(&k->parts[n]))
            changed = 1;
    comm_max(k->setup.ctx->comm, &changed, 1);
    exchange_state(k);
    if (changed > 0) {
        static const halo_field cells[] = {{FIELD_MOMENTUM_X, 0}, {FIELD_MOMENTUM_Y, 0}};
        flow_exchange(k, cells, 2);
        SEMI_EACH_PART(k, to_faces(p))
        exchange_state(k);
        SEMI_EACH_PART(k, to_outer_faces(p))
        exchange_state(k);
    }
}

/* ---- depths ---- */

static double depths(flow *k, int shared)
{
    double wrong = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        wrong += (double)semi_kernels_of(&k->parts[n])->depths(&k->parts[n], shared);
    comm_max(k->setup.ctx->comm, &wrong, 1);
    return wrong;
}

static void begin_shares(flow *k, int all)
{
    static const int shares[] = {SEMI_SHARES};
    SEMI_EACH_PART(k, begin_shares(p, all))
    semi_exchange(k, shares, 1);
}

/* Limits the outflow of a cell to its water, by the same fraction at all its faces. */
static void share_out(flow *k)
{
    static const int shares[] = {SEMI_SHARES};
    begin_shares(k, 0);
    for (int pass = 0; pass < SEMI_SHARE_PASSES; ++pass) {
        SEMI_EACH_PART(k, improve_shares(p))
        semi_exchange(k, shares, 1);
    }
    if (depths(k, 1) > 0) {
        begin_shares(k, 1);
        if (depths(k, 1) > 0) /* a NaN */
            for (int n = 0; n < k->setup.part_count; ++n)
                k->clocks[n].face_rate = INFINITY;
    }
    SEMI_EACH_PART(k, drain(p))
}

/* ---- steps ---- */

static void finish(flow *k)
{
    SEMI_EACH_PART(k, finish(p))
}

/* Everything up to the system. Returns 0 where the step is too long for its transport. */
static int prepare(flow *k)
{
    static const int faces[] = {SEMI_AMOUNT_X,   SEMI_AMOUNT_Y, SEMI_COUPLING_X,
                                SEMI_COUPLING_Y, SEMI_GAIN_X,   SEMI_GAIN_Y};
    exchange_state(k);
    flow_reduce_conveyance(k);
    SEMI_EACH_PART(k, begin(p))
    const double passes = semi_passes_of(k);
    if (!(passes <= SEMI_MOST_PASSES)) {
        failed_solve_reject(k, SEMI_MOST_PASSES / (2 * passes), finish);
        return 0;
    }
    SEMI_EACH_PART(k, fluxes(p))
    const int at = semi_transport_all(k, passes);
    SEMI_EACH_PART(k, faces(p, at))
    semi_exchange(k, faces, 6);
    SEMI_EACH_PART(k, cells(p, 1))
    return 1;
}

/* Everything after it. */
static void complete(flow *k)
{
    static const int change[] = {SEMI_CHANGE}, amounts[] = {SEMI_AMOUNT_X, SEMI_AMOUNT_Y};
    const halo_field depth = {FIELD_DEPTH, 1 - semi_now(k)};
    semi_exchange(k, change, 1);
    SEMI_EACH_PART(k, pass(p))
    semi_exchange(k, amounts, 2);
    if (depths(k, 0) > 0)
        share_out(k);
    flow_exchange(k, &depth, 1);
    SEMI_EACH_PART(k, settle(p))
    semi_turn_again(k);
    SEMI_EACH_PART(k, sources(p))
    flow_reduce_rates(k);
    finish(k);
}

static spate_status attempt(flow *k)
{
    failed_solve *const failed = &((semi_implicit *)k->own)->failed;
    double mark = timers_now();
    if (!prepare(k))
        return SPATE_OK;
    const spate_status status = semi_solve(k);
    if (status != SPATE_OK)
        return failed_solve_shorten(k, failed, status, finish);
    complete(k);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].shown_valid = 0;
    if (k->clocks[0].flags & CLOCK_REDO)
        return SPATE_OK;
    failed_solve_lengthen(k, failed);
    for (int n = 0; n < k->setup.part_count && k->parts[0].field[FIELD_MAX_DEPTH][0]; ++n)
        flow_raise_maxima(k, &k->parts[n], 0);
    return SPATE_OK;
}

static double least_dt(const grid_part *p, double speed, double waves)
{
    return guard_implicit_dt(speed, waves, fmin(p->params.dx, p->params.dy), p->params.cfl,
                             0.5 * semi_of(p)->flow_courant);
}

static double film(const grid_part *p)
{
    return guard_emptied_film(semi_of(p)->flood_depth);
}

static const flow_kind kind = {
    .about = &semi_implicit_about,
    .fields = semi_field_table,
    .field_count = SEMI_FIELDS,
    .most_exchanged = 6,
    .params = params,
    .extra_bytes = flow_solver_bytes,
    .create_part = semi_create_part,
    .create = semi_create,
    .destroy = semi_destroy,
    .start = start,
    .attempt = attempt,
    .persist = semi_persist,
    .loaded = exchange_state,
    .least_dt = least_dt,
    .film = film,
};

static scheme_iterations iterations(void *self)
{
    const flow *k = self;
    const kry_solver *s = ((const semi_implicit *)k->own)->solver;
    return (scheme_iterations){.solves = (double)s->stats.solves,
                               .iterations = (double)s->all_iterations};
}

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status check(const scheme_setup *s)
{
    if (s->options->advection == SPATE_ADVECT_CENTRAL)
        return fail_argument(s->ctx,
                             "advection is \"central\": scheme \"%s\" advances velocities by one "
                             "explicit step, in which central differences grow; use limited",
                             semi_implicit_about.name);
    return flow_check_one_device(s, "one system");
}

static spate_status create_scheme(const scheme_setup *setup, void **self)
{
    SPATE_TRY(check(setup));
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_semi_implicit = {
    .about = &semi_implicit_about,
    .runs_on = runs_on,
    .create = create_scheme,
    .iterations = iterations,
    FLOW_OPS,
};
