/* The ADI scheme: a sweep of implicit lines along x, then one along y, each followed by the depths that its fluxes leave.
 * Lines are solved where their parts are, cut over parts and ranks (spate/tridiag_distributed.h). What the state holds is
 * told in backend/adi.h; equations are in physics/adi.h. */
#include "backend/adi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "schemes/adi_lines.h"
#include "schemes/adi_state.h"
#include "schemes/flow.h"

/* Passes that let water flow on through cells which would run dry, before all cells are held to what they had. */
enum { SHARE_PASSES = 8 };
enum { LAUNCH = 2 }; /* the stage of adi_view.h */

typedef struct adi {
    kp_kernels table;
    adi_lines lines;
    int centred; /* momentum at cells is that of now */
} adi;

static const adi_kernels *kernels_of(const flow *k)
{
    return k->parts[0].adi->kernels;
}

/* ---- the common kernels that are others here ---- */

static void scan(spate_queue *queue, kp_part *part)
{
    (void)queue;
    part->adi->kernels->scan(part);
}

static void begin(spate_queue *queue, kp_part *part)
{
    (void)queue;
    part->adi->kernels->begin(part);
}

static void finish(spate_queue *queue, kp_part *part)
{
    (void)queue;
    part->adi->kernels->finish(part);
}

static double limiting(spate_queue *queue, const kp_part *part, int *i, int *j)
{
    (void)queue;
    return part->adi->kernels->limiting(part, i, j);
}

/* Those of a part whose momentum is at cells. */
static void maxima(spate_queue *queue, kp_part *part, int begin_anew)
{
    kp_part centred = *part;
    const int now = part->clock->now;
    part->adi->kernels->centre(part);
    centred.state[now][KP_HU] = part->adi->centre[0];
    centred.state[now][KP_HV] = part->adi->centre[1];
    part->adi->common->maxima(queue, &centred, begin_anew);
    part->maxima = centred.maxima;
}

static const kp_kernels *kernels(flow *k)
{
    const spate_options *o = k->setup.options;
    const spate_backend *b = k->setup.backend;
    const kp_kernels *common = b->kurganov(o->precision, o->isa);
    const adi_kernels *own = b->adi ? b->adi(adi_precision(o), o->isa) : NULL;
    adi *a = calloc(1, sizeof *a);
    if (!common || !own || !a) {
        free(a);
        return NULL;
    }
    k->own = a;
    a->table = *common;
    a->table.isa = own->isa;
    a->table.scan = scan;
    a->table.begin = begin;
    a->table.finish = finish;
    a->table.limiting = limiting;
    a->table.maxima = maxima;
    return &a->table;
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

/* ---- memory ---- */

static const adi_kernels *kernels_of_backend(const flow *k)
{
    const spate_options *o = k->setup.options;
    return k->setup.backend->adi(adi_precision(o), o->isa);
}

/* Outside the grid there is water enough: its ghosts keep this share. */
static void give_all(void *share, const part_shape *s, int value_bytes)
{
    for (int j = -s->halo; j < s->ny + s->halo; ++j)
        for (int i = -s->halo; i < s->nx + s->halo; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
            if (value_bytes == 4)
                ((float *)share)[o] = 1;
            else
                ((double *)share)[o] = 1;
        }
}

static int make_fields(const flow *k, kp_part *p)
{
    adi_fields *f = calloc(1, sizeof *f);
    p->adi = f;
    if (!f)
        return 0;
    f->kernels = kernels_of_backend(k);
    f->common = k->setup.backend->kurganov(k->setup.options->precision, k->setup.options->isa);
    f->method = adi_line_method_of(k->setup.options->lines);
    f->ring[0] = k->setup.grid->periodic_x;
    f->ring[1] = k->setup.grid->periodic_y;
    /* Every tile is computed in every step: what looks at tiles, as maxima do, looks at all. */
    p->tiles_computed = (int64_t)p->shape.tiles_x * p->shape.tiles_y;
    memset(p->tile_awake, 1, (size_t)p->tiles_computed);
    void **const all[] = {&f->half_before, &f->share, &f->share_next, &f->centre[0], &f->centre[1]};
    int ok = 1;
    for (size_t n = 0; n < sizeof all / sizeof *all; ++n)
        ok = (*all[n] = flow_make_field(k, &p->shape, k->value_bytes)) && ok;
    if (ok) {
        give_all(f->share, &p->shape, k->value_bytes);
        give_all(f->share_next, &p->shape, k->value_bytes);
    }
    return ok;
}

static void destroy(flow *k)
{
    adi *a = k->own;
    for (int n = 0; k->parts && n < k->setup.part_count; ++n) {
        kp_part *p = &k->parts[n];
        adi_fields *f = p->adi;
        void *const all[] = {f ? f->half_before : NULL, f ? f->share : NULL,
                             f ? f->share_next : NULL,  f ? f->centre[0] : NULL,
                             f ? f->centre[1] : NULL,   f ? f->air[0] : NULL,
                             f ? f->air[1] : NULL};
        for (size_t m = 0; m < sizeof all / sizeof *all; ++m)
            flow_drop_field(k, &p->shape, all[m], k->value_bytes);
        free(f);
        p->adi = NULL;
    }
    if (a)
        adi_lines_destroy(&a->lines);
    /* Parts are dropped after this, by kernels that all schemes have. */
    k->kernels = k->setup.backend->kurganov(k->setup.options->precision, k->setup.options->isa);
    free(a);
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

static spate_status create(flow *k)
{
    adi *a = k->own;
    const scheme_setup *s = &k->setup;
    int ok = 1;
    tell_of_viscosity(s);
    SPATE_TRY(adi_lines_check(s));
    if (kernels_of_backend(k)->sweep && s->partition->px * s->partition->py > 1)
        return spate_fail(
            s->ctx, SPATE_ERROR_ARGUMENT,
            "scheme \"adi\" solves whole lines in the %s backend, and there are %d x %d "
            "parts; use one process and one part",
            s->backend->name, s->partition->px, s->partition->py);
    for (int n = 0; n < s->part_count; ++n)
        ok = make_fields(k, &k->parts[n]) && ok;
    if (!ok)
        return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for the fields of scheme \"adi\"");
    return kernels_of(k)->sweep ? SPATE_OK : adi_lines_create(&a->lines, s, k->parts);
}

/* ---- exchanges ---- */

typedef void *field_of(const kp_part *p);

static void exchange(flow *k, field_of *const *fields, int count)
{
    double mark = timers_now();
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int f = 0; f < count; ++f)
            k->exchanged[n * count + f] = fields[f](&k->parts[n]);
    halo_start(k->halo, k->exchanged, count);
    if (halo_is_remote(k->halo))
        halo_finish(k->halo);
    timers_lap(k->setup.timers, SPATE_SECTION_HALO, &mark);
}

static void *depth_now(const kp_part *p)
{
    return p->state[p->clock->now][KP_H];
}
static void *flux_x_now(const kp_part *p)
{
    return p->state[p->clock->now][KP_HU];
}
static void *flux_y_now(const kp_part *p)
{
    return p->state[p->clock->now][KP_HV];
}
static void *depth_half(const kp_part *p)
{
    return p->state[ADI_NEW][KP_H];
}
static void *flux_x_new(const kp_part *p)
{
    return p->state[ADI_NEW][KP_HU];
}
static void *flux_y_new(const kp_part *p)
{
    return p->state[ADI_NEW][KP_HV];
}
static void *flux_x_before(const kp_part *p)
{
    return p->state[1 - p->clock->now][KP_HU];
}
static void *flux_y_before(const kp_part *p)
{
    return p->state[1 - p->clock->now][KP_HV];
}
static void *share_of(const kp_part *p)
{
    return p->adi->share;
}
static void *centre_x(const kp_part *p)
{
    return p->adi->centre[0];
}
static void *centre_y(const kp_part *p)
{
    return p->adi->centre[1];
}

/* ---- momentum at cells ---- */

/* Readers may come in several threads. */
static void *momentum(flow *k, int local_part, int axis)
{
    adi *a = k->own;
#pragma omp critical(spate_adi_centre)
    {
        for (int n = 0; n < k->setup.part_count && !a->centred; ++n)
            kernels_of(k)->centre(&k->parts[n]);
        a->centred = 1;
    }
    return k->parts[local_part].adi->centre[axis];
}

static void start(flow *k)
{
    adi *a = k->own;
    double changed = 0;
    for (int n = 0; n < k->setup.part_count && a->centred; ++n)
        changed = kernels_of(k)->centre_changed(&k->parts[n]) ? 1 : changed;
    comm_max(k->setup.ctx->comm, &changed, 1);
    if (changed > 0) {
        static field_of *const cells[] = {centre_x, centre_y};
        exchange(k, cells, 2);
        for (int n = 0; n < k->setup.part_count; ++n) {
            kernels_of(k)->to_faces(&k->parts[n]);
            k->parts[n].adi->dt_before = 0;
        }
    }
    static field_of *const state[] = {depth_now, flux_x_now, flux_y_now};
    exchange(k, state, 3);
    for (int n = 0; n < k->setup.part_count; ++n) {
        kernels_of(k)->gather_time(&k->parts[n]);
        k->parts[n].adi->dt_before = 0;
    }
    a->centred = 0;
}

/* ---- steps ---- */

static spate_status solve(flow *k, int stage)
{
    adi *a = k->own;
    double mark = timers_now();
    spate_status status = SPATE_OK;
    if (kernels_of(k)->sweep)
        kernels_of(k)->sweep(&k->parts[0], stage);
    else
        status = adi_lines_solve(&a->lines, stage);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    static field_of *const fluxes[] = {flux_x_new, flux_y_new};
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
    if (kernels_of(k)->sweep)
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
    static field_of *const shares[] = {share_of};
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->begin_shares(&k->parts[n], stage, all);
    exchange(k, shares, 1);
}

static void improve_shares(flow *k, int stage)
{
    static field_of *const shares[] = {share_of};
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->improve_shares(&k->parts[n], stage);
    exchange(k, shares, 1);
}

/* Where a cell would give more than it has, it gives less, to all who take alike; both sides of a face see the same. */
static void share_out(flow *k, int stage)
{
    begin_shares(k, stage, 0);
    for (int pass = 0; pass < SHARE_PASSES; ++pass)
        improve_shares(k, stage);
    if (depths(k, stage, 1) > 0) {
        begin_shares(k, stage, 1);
        if (depths(k, stage, 1) > 0) /* what is no number */
            for (int n = 0; n < k->setup.part_count; ++n)
                k->clocks[n].face_rate = INFINITY;
    }
    static field_of *const fluxes[] = {flux_x_new, flux_y_new};
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

/* Fluxes of the two times that a step of this length asks for. */
static spate_status set_times(flow *k)
{
    const adi_fields *first = k->parts[0].adi;
    const double dt = k->clocks[0].dt, before = first->dt_before;
    if (before > 0 && before != dt)
        for (int n = 0; n < k->setup.part_count; ++n)
            first->kernels->retime(&k->parts[n], dt / before);
    if (before > 0)
        return SPATE_OK;
    /* With the discharges that begin. */
    static field_of *const now[] = {flux_x_now, flux_y_now}, *const past[] = {flux_x_before,
                                                                              flux_y_before};
    exchange(k, now, 2);
    exchange(k, past, 2);
    if (!k->parts[0].params.extrapolated)
        return SPATE_OK;
    SPATE_TRY(solve(k, LAUNCH));
    static field_of *const both[] = {flux_y_now, flux_y_before};
    for (int n = 0; n < k->setup.part_count; ++n)
        first->kernels->launch(&k->parts[n]);
    exchange(k, both, 2);
    return SPATE_OK;
}

static spate_status attempt(flow *k)
{
    adi *a = k->own;
    static field_of *const depth[] = {depth_now}, *const half[] = {depth_half};
    exchange(k, depth, 1); /* first: the inner cell of a listed face may be a ghost */
    flow_reduce_conveyance(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        begin(NULL, &k->parts[n]);
    SPATE_TRY(set_times(k));
    SPATE_TRY(sweep(k, 0));
    exchange(k, half, 1);
    SPATE_TRY(sweep(k, 1));
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(k)->sources(&k->parts[n]);
    flow_reduce_rates(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        finish(NULL, &k->parts[n]);
    a->centred = 0;
    for (int n = 0; n < k->setup.part_count && k->parts[0].maxima.depth; ++n)
        maxima(NULL, &k->parts[n], 0);
    return SPATE_OK;
}

/* ---- checkpoints ---- */

static void *half_before(const kp_part *p)
{
    return p->adi->half_before;
}

static spate_status persist(flow *k, state_stream *s)
{
    adi *a = k->own;
    SPATE_TRY(adi_persist(s, &k->setup, k->parts, k->value_bytes));
    if (!s->loading)
        return SPATE_OK;
    static field_of *const now[] = {depth_now, flux_x_now, flux_y_now},
                           *const before[] = {flux_x_before, flux_y_before, half_before};
    exchange(k, now, 3);
    exchange(k, before, 3);
    a->centred = 0;
    return SPATE_OK;
}

static int runs_on(const spate_backend *backend)
{
    return backend->adi != NULL;
}

static const flow_kind kind = {
    .name = "adi",
    .kernels = kernels,
    .params = params,
    .create = create,
    .destroy = destroy,
    .start = start,
    .attempt = attempt,
    .momentum = momentum,
    .persist = persist,
};

static spate_status create_scheme(const scheme_setup *setup, void **self)
{
    return flow_create(&kind, setup, self);
}

/* A ring of two faces would have two neighbours that are one. Crests need a weir law and normal depth a rating of its
 * own: neither is linear in the flux. */
const scheme_ops scheme_adi = {
    .name = "adi",
    .can = {.face_kinds = 1u << FACE_OPEN | 1u << FACE_LEVEL | 1u << FACE_WAVE |
                          1u << FACE_DISCHARGE | 1u << FACE_PROBE,
            .bed_models = 1u << SPATE_BED_CELLS,
            .least_ring = 3,
            .has_viscosity = 1,
            .has_air = 1,
            .front_keeps_face = 1,
            .levels_in_water = 1},
    .runs_on = runs_on,
    .line_methods = adi_lines_methods,
    .mixes = adi_lines_mix,
    .create = create_scheme,
    FLOW_OPS,
};
