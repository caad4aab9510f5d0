/* The ADI scheme: a sweep of implicit lines along x, then one along y, each followed by the depths that its fluxes leave.
 * Lines are solved where their parts are, cut over parts and ranks (spate/tridiag_distributed.h). What the state holds is
 * told in backend/adi/adi.h; equations are in physics/adi.h. */
#include "backend/adi/adi.h"

#include <math.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/adi_rates.h"
#include "physics/guard.h"
#include "schemes/adi_own.h"
#include "schemes/adi_state.h"

enum { LAUNCH = 2 }; /* the stage of adi_view.h */

static const adi_kernels *kernels_of(const flow *k)
{
    return k->parts[0].adi->kernels;
}

static kp_params params(const spate_options *options)
{
    kp_params p = kp_params_from(options);
    p.stages = 2;
    p.cfl = options->courant;
    p.viscosity = options->viscosity;
    /* Half of it keeps a face flowing: films as thin as an explicit scheme may have are no use with long steps. */
    p.flood_depth = options->flood_depth;
    p.dry_depth = 0.5 * options->flood_depth;
    p.extrapolated = options->extrapolate;
    p.skip_still = 0;
    return p;
}

static void tell_of_viscosity(const scheme_setup *s)
{
    const spate_options *o = s->options;
    const double most = kp_viscous_dt(o);
    if (o->viscosity > 0)
        spate_log(
            s->ctx, o->dt_max > most ? SPATE_LOG_WARNING : SPATE_LOG_INFO,
            "a viscosity of %g m2/s on cells of %g m is stable for time steps of at most %.3g s, which are "
            "taken; a smaller viscosity allows longer ones",
            o->viscosity, fmin(o->dx, o->dy), most);
}

enum { ALL_SWEEPS = 7 };

/* Which sweeps the backend makes by itself, of parts that have whole lines. */
static unsigned whole_sweeps(const flow *k)
{
    const adi_kernels *own = kernels_of(k);
    const partition *p = k->setup.partition;
    if (!own->sweep || p->px * p->py > 1)
        return 0;
    return own->sweeps ? own->sweeps(&k->parts[0]) : ALL_SWEEPS;
}

static spate_status check_lines(const scheme_setup *s, const adi_kernels *own)
{
    const int parts = s->partition->px * s->partition->py;
    if (own->sweep && !own->rows && !own->make_rows && parts > 1)
        return spate_fail(
            s->ctx, SPATE_ERROR_ARGUMENT,
            "scheme \"adi\" solves whole lines in the %s backend, and there are %d x %d "
            "parts; use one process and one part",
            s->backend->name, s->partition->px, s->partition->py);
    if (s->backend->place_count > 1)
        return spate_fail(s->ctx, SPATE_ERROR_ARGUMENT,
                          "scheme \"adi\" solves lines on one device in each process, and %d were "
                          "asked for; use one process for each device, or name one",
                          s->backend->place_count);
    return SPATE_OK;
}

static spate_status no_fields(const flow *k)
{
    const scheme_setup *s = &k->setup;
    for (int n = 0; n < s->part_count; ++n)
        if (k->parts[n].adi && k->parts[n].adi->refusal[0])
            return spate_fail(s->ctx, SPATE_ERROR_ARGUMENT,
                              "lines \"%s\" are not for this grid: %s; use \"auto\"",
                              s->options->lines, k->parts[n].adi->refusal);
    return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for the fields of scheme \"adi\"");
}

static spate_status create(flow *k)
{
    adi *a = k->own;
    const scheme_setup *s = &k->setup;
    int ok = 1;
    tell_of_viscosity(s);
    SPATE_TRY(adi_lines_check(s));
    SPATE_TRY(check_lines(s, adi_kernels_of_backend(k)));
    for (int n = 0; n < s->part_count; ++n)
        ok = adi_make_fields(k, n) && ok;
    if (!ok)
        return no_fields(k);
    a->whole = whole_sweeps(k);
    SPATE_TRY(adi_lines_check_whole(s, a->whole != 0));
    const unsigned needed =
        k->parts[0].params.extrapolated ? ALL_SWEEPS : ALL_SWEEPS & ~(1u << LAUNCH);
    return (needed & ~a->whole) ? adi_lines_create(&a->lines, s, k->parts) : SPATE_OK;
}

/* ---- exchanges ---- */

static void exchange(flow *k, const adi_field *fields, int count)
{
    double mark = timers_now();
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int f = 0; f < count; ++f)
            k->exchanged[n * count + f] = kernels_of(k)->field
                                              ? kernels_of(k)->field(&k->parts[n], fields[f])
                                              : adi_field_of(&k->parts[n], fields[f]);
    halo_start(k->halo, k->exchanged, count);
    if (halo_is_remote(k->halo))
        halo_finish(k->halo);
    timers_lap(k->setup.timers, SPATE_SECTION_HALO, &mark);
}

/* ---- momentum at cells ---- */

/* Of an image that was not pushed, all there is; of the device, after what the image has that is newer. */
static void show_centre(flow *k, kp_part *p)
{
    const adi_kernels *own = p->adi->kernels;
    if (p->adi->centred)
        return;
    if (own->bring && !(p->newer_here & PART_STATE && !(p->adi->dt_before > 0))) {
        if (p->newer_here)
            k->kernels->push(p);
        own->centre(p);
    } else if (!own->bring) {
        own->centre(p);
    }
    if (own->bring)
        own->bring(p, ADI_BRING_CENTRE, 1);
    p->adi->centred = 1;
}

/* Readers may come in several threads. Where single cells were borrowed (flow_borrow_cells) these are there. */
static void *momentum(flow *k, int local_part, int axis)
{
    kp_part *p = &k->parts[local_part];
    if (k->cells_borrowed && (p->newer_there & PART_STATE))
        return p->adi->centre[axis];
#pragma omp critical(spate_adi_centre)
    show_centre(k, p);
    return p->adi->centre[axis];
}

static int centre_changed(kp_part *p)
{
    if (!p->adi->centred)
        return 0;
    if (p->adi->kernels->bring)
        p->adi->kernels->bring(p, ADI_BRING_CENTRE, 0);
    return p->adi->kernels->centre_changed(p);
}

static void start(flow *k)
{
    double changed = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        changed = centre_changed(&k->parts[n]) ? 1 : changed;
    comm_max(k->setup.ctx->comm, &changed, 1);
    if (changed > 0) {
        static const adi_field cells[] = {ADI_CENTRE_X, ADI_CENTRE_Y};
        exchange(k, cells, 2);
        for (int n = 0; n < k->setup.part_count; ++n) {
            kernels_of(k)->to_faces(&k->parts[n]);
            k->parts[n].adi->dt_before = 0;
        }
    }
    static const adi_field state[] = {ADI_DEPTH_NOW, ADI_FLUX_X_NOW, ADI_FLUX_Y_NOW};
    exchange(k, state, 3);
    for (int n = 0; n < k->setup.part_count; ++n) {
        kernels_of(k)->gather_time(&k->parts[n]);
        k->parts[n].adi->dt_before = 0;
        k->parts[n].adi->centred = 0;
    }
}

/* ---- steps ---- */

static spate_status solve(flow *k, int stage)
{
    adi *a = k->own;
    double mark = timers_now();
    spate_status status = SPATE_OK;
    if (a->whole >> stage & 1)
        kernels_of(k)->sweep(&k->parts[0], stage);
    else
        status = adi_lines_solve(&a->lines, stage);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    static const adi_field fluxes[] = {ADI_FLUX_X_NEW, ADI_FLUX_Y_NEW};
    exchange(k, &fluxes[stage != 0], 1);
    return status;
}

static double depths(flow *k, int stage, int shared)
{
    double wrong = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        wrong += (double)kernels_of(k)->depths(&k->parts[n], stage, shared);
    comm_max(k->setup.ctx->comm, &wrong, 1);
    return wrong;
}

/* After solve: how many depths are wrong. Cut lines have made most of them on their way. */
static double first_depths(flow *k, int stage)
{
    adi *a = k->own;
    if (a->whole || !kernels_of(k)->end_sweep)
        return depths(k, stage, 0);
    const adi_found found = adi_lines_end(&a->lines, stage);
    double wrong = (double)found.wrong;
    comm_max(k->setup.ctx->comm, &wrong, 1);
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].adi->found = found;
        k->parts[n].adi->found_holds = stage == 1 && !(wrong > 0);
    }
    return wrong;
}

static void begin_shares(flow *k, int stage, int all)
{
    static const adi_field shares[] = {ADI_SHARE};
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->begin_shares(&k->parts[n], stage, all);
    exchange(k, shares, 1);
}

static void improve_shares(flow *k, int stage)
{
    static const adi_field shares[] = {ADI_SHARE};
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->improve_shares(&k->parts[n], stage);
    exchange(k, shares, 1);
}

/* Where a cell would give more than it has, it gives less, to all who take alike; both sides of a face see the same. */
static void share_out(flow *k, int stage)
{
    begin_shares(k, stage, 0);
    for (int pass = 0; pass < ADI_SHARE_PASSES; ++pass)
        improve_shares(k, stage);
    if (depths(k, stage, 1) > 0) {
        begin_shares(k, stage, 1);
        if (depths(k, stage, 1) > 0) /* what is no number */
            for (int n = 0; n < k->setup.part_count; ++n)
                k->clocks[n].face_rate = INFINITY;
    }
    static const adi_field fluxes[] = {ADI_FLUX_X_NEW, ADI_FLUX_Y_NEW};
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->drain(&k->parts[n], stage);
    exchange(k, &fluxes[stage], 1);
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

/* Where nothing has moved yet: q half a step before and after, for a step of this length. */
static spate_status launch(flow *k)
{
    const adi_fields *first = k->parts[0].adi;
    /* With the discharges that begin. */
    static const adi_field now[] = {ADI_FLUX_X_NOW, ADI_FLUX_Y_NOW},
                           past[] = {ADI_FLUX_X_BEFORE, ADI_FLUX_Y_BEFORE};
    exchange(k, now, 2);
    exchange(k, past, 2);
    if (!k->parts[0].params.extrapolated)
        return SPATE_OK;
    SPATE_TRY(solve(k, LAUNCH));
    static const adi_field both[] = {ADI_FLUX_Y_NOW, ADI_FLUX_Y_BEFORE};
    for (int n = 0; n < k->setup.part_count; ++n)
        first->kernels->launch(&k->parts[n]);
    exchange(k, both, 2);
    return SPATE_OK;
}

/* Fluxes of the two times that a step of this length asks for; they stay so if the step is thrown away. */
static spate_status set_times(flow *k)
{
    const double dt = k->clocks[0].dt, before = k->parts[0].adi->dt_before;
    if (before > 0 && before != dt)
        for (int n = 0; n < k->setup.part_count; ++n)
            kernels_of(k)->retime(&k->parts[n], dt / before);
    if (!(before > 0))
        SPATE_TRY(launch(k));
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].adi->dt_before = dt;
    return SPATE_OK;
}

static spate_status attempt(flow *k)
{
    adi *a = k->own;
    static const adi_field depth[] = {ADI_DEPTH_NOW}, half[] = {ADI_DEPTH_HALF};
    exchange(k, depth, 1); /* first: the inner cell of a listed face may be a ghost */
    flow_reduce_conveyance(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->begin(&k->parts[n]);
    SPATE_TRY(set_times(k));
    SPATE_TRY(sweep(k, 0));
    exchange(k, half, 1);
    SPATE_TRY(sweep(k, 1));
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->sources(&k->parts[n]);
    flow_reduce_rates(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->finish(&k->parts[n]);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].adi->centred = 0;
    a->warmed = 1;
    if (k->clocks[0].flags & CLOCK_REDO)
        return SPATE_OK;
    for (int n = 0; n < k->setup.part_count && k->parts[0].maxima.depth; ++n)
        k->kernels->maxima(NULL, &k->parts[n], 0);
    return SPATE_OK;
}

/* ---- checkpoints ---- */

static spate_status persist(flow *k, state_stream *s)
{
    for (int n = 0; n < k->setup.part_count && !s->loading && kernels_of(k)->bring; ++n)
        kernels_of(k)->bring(&k->parts[n], ADI_BRING_PAST, 1);
    return adi_persist(s, &k->setup, k->parts, k->value_bytes);
}

static void loaded(flow *k)
{
    static const adi_field now[] = {ADI_DEPTH_NOW, ADI_FLUX_X_NOW, ADI_FLUX_Y_NOW},
                           before[] = {ADI_FLUX_X_BEFORE, ADI_FLUX_Y_BEFORE, ADI_HALF_BEFORE};
    for (int n = 0; n < k->setup.part_count; ++n) {
        if (kernels_of(k)->bring)
            kernels_of(k)->bring(&k->parts[n], ADI_BRING_PAST, 0);
        k->parts[n].adi->centred = 0;
    }
    exchange(k, now, 3);
    exchange(k, before, 3);
}

/* The first step of a run begins with fluxes of one time; what solvers take is taken in steps that the host makes. */
static int needs_host(const flow *k)
{
    const adi *a = k->own;
    return !(k->parts[0].adi->dt_before > 0) || !a->warmed;
}

static int runs_on(const spate_backend *backend)
{
    return backend->adi != NULL;
}

static double least_dt(const kp_params *p, double speed, double waves)
{
    return guard_implicit_dt(speed, waves, fmin(p->dx, p->dy), p->cfl, ADI_FLOW_COURANT);
}

static const flow_kind kind = {
    .name = "adi",
    .kernels = adi_common_kernels,
    .params = params,
    .count_fields = adi_count_fields,
    .create = create,
    .destroy = adi_destroy,
    .start = start,
    .attempt = attempt,
    .momentum = momentum,
    .persist = persist,
    .loaded = loaded,
    .needs_host = needs_host,
    .least_dt = least_dt,
};

static spate_status create_scheme(const scheme_setup *setup, void **self)
{
    return flow_create(&kind, setup, self);
}

/* A ring of two faces would have two neighbours that are one. Crests need a weir law, which is not linear in the flux. */
const scheme_ops scheme_adi = {
    .name = "adi",
    .advice =
        "Use a smaller courant, or scheme kurganov, which is made for fast flow and steep ground.",
    .can = {.face_kinds = 1u << FACE_OPEN | 1u << FACE_LEVEL | 1u << FACE_WAVE |
                          1u << FACE_DISCHARGE | 1u << FACE_OUTFALL | 1u << FACE_NORMAL_DEPTH |
                          1u << FACE_PROBE,
            .bed_models = 1u << SPATE_BED_CELLS,
            .least_ring = 3,
            .has_viscosity = 1,
            .has_air = 1,
            .front_keeps_face = 1},
    .runs_on = runs_on,
    .line_methods = adi_lines_methods,
    .mixes = adi_lines_mix,
    .lines = adi_lines_in_use,
    .create = create_scheme,
    .set_force = adi_set_force,
    FLOW_OPS,
};
