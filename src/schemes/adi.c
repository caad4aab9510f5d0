/* The ADI scheme: a sweep of implicit lines along x, then one along y, each followed by the depths
 * that result from its fluxes. Lines may be cut over parts and ranks (spate/tridiag_distributed.h).
 * backend/adi/adi.h describes the state; equations are in physics/adi.h. */
#include "backend/adi/adi.h"

#include <math.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/adi_rates.h"
#include "physics/guard.h"
#include "schemes/adi_own.h"
#include "schemes/adi_state.h"

extern const scheme_description adi_about;

enum { LAUNCH = 2 }; /* the stage of adi_view.h */

static const adi_kernels *kernels_of(const flow *k)
{
    return adi_kernels_of(&k->parts[0]);
}

static part_params params(const spate_options *options)
{
    part_params p = part_params_from(options);
    p.cfl = options->courant;
    /* A face keeps flowing down to half the flood depth: with long steps, films as thin as those of
     * an explicit scheme are of no use. */
    p.dry_depth = 0.5 * adi_flood_depth(options);
    p.skip_still = 0;
    return p;
}

static void warn_of_viscosity(const scheme_setup *s)
{
    const spate_options *o = s->options;
    const double most = part_viscous_dt(o);
    if (o->viscosity > 0)
        spate_log(s->ctx, o->dt_max > most ? SPATE_LOG_WARNING : SPATE_LOG_INFO,
                  "a viscosity of %g m2/s on cells of %g m is stable for time steps of at most "
                  "%.3g s, which are taken; a smaller viscosity allows longer ones",
                  o->viscosity, fmin(o->dx, o->dy), most);
}

enum { ALL_SWEEPS = 7 };

/* The sweeps that the backend makes alone, of parts with whole lines. */
static unsigned whole_sweeps(const flow *k)
{
    const adi_kernels *own = kernels_of(k);
    const partition *p = k->setup.partition;
    if (!own->sweep || p->px * p->py > 1)
        return 0;
    return own->sweeps ? own->sweeps(&k->parts[0]) : ALL_SWEEPS;
}

static spate_status check_lines(const scheme_setup *s)
{
    const adi_kernels *own =
        (const adi_kernels *)s->backend->kernels(adi_about.name, adi_precision(s->options),
                                                 s->devices[0].isa);
    if (!own)
        return SPATE_OK; /* the check of the parts reports it */
    const int parts = s->partition->px * s->partition->py;
    if (own->sweep && !own->rows && !own->make_rows && parts > 1)
        return fail_argument(s->ctx,
                             "scheme \"adi\" solves whole lines in the %s backend, and there are "
                             "%d x %d parts; use one process and one part",
                             s->backend->name, s->partition->px, s->partition->py);
    for (int n = 1; n < s->part_count; ++n)
        if (s->devices[n].backend != s->backend ||
            s->devices[n].device_number != s->devices[0].device_number)
            return fail_argument(
                s->ctx,
                "scheme \"%s\" solves lines on one device in each process, and several were asked "
                "for; use one process for each device, or name one",
                adi_about.name);
    return SPATE_OK;
}

static spate_status create(flow *k)
{
    adi *a = k->own;
    const scheme_setup *s = &k->setup;
    a->whole = whole_sweeps(k);
    SPATE_TRY(adi_lines_check_whole(s, a->whole != 0));
    const unsigned needed =
        adi_of(&k->parts[0])->extrapolated ? ALL_SWEEPS : ALL_SWEEPS & ~(1u << LAUNCH);
    return (needed & ~a->whole) ? adi_lines_create(&a->lines, s, k->parts) : SPATE_OK;
}

/* ---- exchanges ---- */

static int now_of(const flow *k)
{
    return k->clocks[0].now;
}

static void exchange(flow *k, int field, int slot)
{
    const halo_field one = {field, slot};
    flow_exchange(k, &one, 1);
}

/* Both fluxes of a slot. */
static void exchange_fluxes(flow *k, int slot)
{
    const halo_field both[] = {{ADI_P, slot}, {ADI_Q, slot}};
    flow_exchange(k, both, 2);
}

static void exchange_state(flow *k)
{
    const int now = now_of(k);
    const halo_field state[] = {{FIELD_DEPTH, now}, {ADI_P, now}, {ADI_Q, now}};
    flow_exchange(k, state, 3);
}

/* Momentum at cells was changed from outside: computes fluxes from it. */
static void start(flow *k)
{
    double changed = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].shown_valid && adi_kernels_of(&k->parts[n])->centre_changed(&k->parts[n]))
            changed = 1;
    comm_max(k->setup.ctx->comm, &changed, 1);
    if (changed > 0) {
        static const halo_field cells[] = {{FIELD_MOMENTUM_X, 0}, {FIELD_MOMENTUM_Y, 0}};
        flow_exchange(k, cells, 2);
        for (int n = 0; n < k->setup.part_count; ++n) {
            adi_kernels_of(&k->parts[n])->to_faces(&k->parts[n]);
            adi_of(&k->parts[n])->dt_before = 0;
        }
    }
    exchange_state(k);
    for (int n = 0; n < k->setup.part_count; ++n) {
        adi_kernels_of(&k->parts[n])->gather_time(&k->parts[n]);
        adi_of(&k->parts[n])->dt_before = 0;
    }
}

/* ---- steps ---- */

static spate_status solve(flow *k, int stage)
{
    adi *a = k->own;
    double mark = timers_now();
    spate_status status = SPATE_OK;
    if (a->whole >> stage & 1)
        adi_kernels_of(&k->parts[0])->sweep(&k->parts[0], stage);
    else
        status = adi_lines_solve(&a->lines, stage);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    exchange(k, stage == 0 ? ADI_P : ADI_Q, ADI_NEW);
    return status;
}

static double depths(flow *k, int stage, int shared)
{
    double wrong = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        wrong += (double)adi_kernels_of(&k->parts[n])->depths(&k->parts[n], stage, shared);
    comm_max(k->setup.ctx->comm, &wrong, 1);
    return wrong;
}

/* After solve: the number of invalid depths. Cut lines have computed most depths already. */
static double first_depths(flow *k, int stage)
{
    adi *a = k->own;
    if (a->whole || !kernels_of(k)->end_sweep)
        return depths(k, stage, 0);
    const adi_found found = adi_lines_end(&a->lines, stage);
    double wrong = (double)found.wrong;
    comm_max(k->setup.ctx->comm, &wrong, 1);
    for (int n = 0; n < k->setup.part_count; ++n) {
        adi_of(&k->parts[n])->found = found;
        adi_of(&k->parts[n])->found_holds = stage == 1 && !(wrong > 0);
    }
    return wrong;
}

static void begin_shares(flow *k, int stage, int all)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->begin_shares(&k->parts[n], stage, all);
    exchange(k, ADI_SHARES, 0);
}

static void improve_shares(flow *k, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->improve_shares(&k->parts[n], stage);
    exchange(k, ADI_SHARES, 0);
}

/* Limits the outflow of a cell to its water, by the same fraction at all its faces. Both sides of a
 * face use the same fraction. */
static void share_out(flow *k, int stage)
{
    begin_shares(k, stage, 0);
    for (int pass = 0; pass < ADI_SHARE_PASSES; ++pass)
        improve_shares(k, stage);
    if (depths(k, stage, 1) > 0) {
        begin_shares(k, stage, 1);
        if (depths(k, stage, 1) > 0) /* a NaN */
            for (int n = 0; n < k->setup.part_count; ++n)
                k->clocks[n].face_rate = INFINITY;
    }
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->drain(&k->parts[n], stage);
    exchange(k, stage == 0 ? ADI_P : ADI_Q, ADI_NEW);
}

static spate_status sweep(flow *k, int stage)
{
    SPATE_TRY(solve(k, stage));
    double mark = timers_now();
    if (first_depths(k, stage) > 0)
        share_out(k, stage);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

/* For the first step of a run: fluxes half a step before and after, for a step of this length. */
static spate_status launch(flow *k)
{
    const int now = now_of(k), before = 1 - now;
    exchange_fluxes(k, now); /* with the first discharges */
    exchange_fluxes(k, before);
    if (!adi_of(&k->parts[0])->extrapolated)
        return SPATE_OK;
    SPATE_TRY(solve(k, LAUNCH));
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->launch(&k->parts[n]);
    const halo_field both[] = {{ADI_Q, now}, {ADI_Q, before}};
    flow_exchange(k, both, 2);
    return SPATE_OK;
}

/* Moves the fluxes to the two times that a step of this length needs. They stay there if the step
 * is rejected. */
static spate_status set_times(flow *k)
{
    const double dt = k->clocks[0].dt, before = adi_of(&k->parts[0])->dt_before;
    if (before > 0 && before != dt)
        for (int n = 0; n < k->setup.part_count; ++n)
            adi_kernels_of(&k->parts[n])->retime(&k->parts[n], dt / before);
    if (!(before > 0))
        SPATE_TRY(launch(k));
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_of(&k->parts[n])->dt_before = dt;
    return SPATE_OK;
}

static spate_status attempt(flow *k)
{
    adi *a = k->own;
    exchange(k, FIELD_DEPTH, now_of(k)); /* first: the inner cell of a listed face may be a ghost */
    flow_reduce_conveyance(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->begin(&k->parts[n]);
    SPATE_TRY(set_times(k));
    SPATE_TRY(sweep(k, 0));
    exchange(k, FIELD_DEPTH, ADI_NEW);
    SPATE_TRY(sweep(k, 1));
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->sources(&k->parts[n]);
    flow_reduce_rates(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        adi_kernels_of(&k->parts[n])->finish(&k->parts[n]);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].shown_valid = 0;
    a->warmed = 1;
    if (k->clocks[0].flags & CLOCK_REDO)
        return SPATE_OK;
    for (int n = 0; n < k->setup.part_count && k->parts[0].field[FIELD_MAX_DEPTH][0]; ++n)
        flow_raise_maxima(k, &k->parts[n], 0);
    return SPATE_OK;
}

/* ---- checkpoints ---- */

static spate_status persist(flow *k, state_stream *s)
{
    return adi_persist(s, &k->setup, k->parts);
}

static void loaded(flow *k)
{
    const int before = 1 - now_of(k);
    const halo_field past[] = {{ADI_P, before}, {ADI_Q, before}, {ADI_HALF_BEFORE, 0}};
    exchange_state(k);
    flow_exchange(k, past, 3);
}

/* The first step of a run begins with fluxes of one time. Solvers allocate their memory in steps
 * that the host makes. */
static int needs_host(const flow *k)
{
    const adi *a = k->own;
    return !(adi_of(&k->parts[0])->dt_before > 0) || !a->warmed;
}

static double least_dt(const grid_part *p, double speed, double waves)
{
    return guard_implicit_dt(speed, waves, fmin(p->params.dx, p->params.dy), p->params.cfl,
                             ADI_FLOW_COURANT);
}

static double film(const grid_part *p)
{
    return guard_emptied_film(adi_of(p)->flood_depth);
}

static const flow_kind kind = {
    .about = &adi_about,
    .fields = adi_field_table,
    .field_count = ADI_FIELDS,
    .params = params,
    .precision = adi_precision,
    .extra_bytes = adi_extra_bytes,
    .create_part = adi_create_part,
    .create_failed = adi_create_failed,
    .create = create,
    .destroy = adi_destroy,
    .start = start,
    .attempt = attempt,
    .persist = persist,
    .loaded = loaded,
    .needs_host = needs_host,
    .least_dt = least_dt,
    .film = film,
};

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status create_scheme(const scheme_setup *setup, void **self)
{
    warn_of_viscosity(setup);
    SPATE_TRY(adi_lines_check(setup));
    SPATE_TRY(check_lines(setup));
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_adi = {
    .about = &adi_about,
    .runs_on = runs_on,
    .line_methods = adi_lines_methods,
    .mixes = adi_lines_mix,
    .lines = adi_lines_in_use,
    .create = create_scheme,
    .set_force = adi_set_force,
    FLOW_OPS,
};
