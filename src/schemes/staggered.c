/* The staggered scheme: depths at cells, velocities at faces, one explicit pass per step.
 * backend/staggered/staggered.h describes the state; equations are in physics/staggered.h and the
 * headers beside it. */
#include "backend/staggered/staggered.h"

#include <stdlib.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/staggered_momentum.h"
#include "schemes/flow_zones.h"
#include "schemes/staggered_own.h"

/* Momentum at cells is made from velocities for readers. */
static const field_info fields[STAG_FIELDS] = {
    [FIELD_DEPTH] = {"depth", AT_CELL, 2, STORED_REAL, ROLE_STATE,
                     FIELD_KEPT | FIELD_NOT_NEGATIVE | FIELD_EXCHANGED},
    [FIELD_MOMENTUM_X] = {"momentum x", AT_CELL, 1, STORED_REAL, ROLE_SHOWN, FIELD_EXCHANGED},
    [FIELD_MOMENTUM_Y] = {"momentum y", AT_CELL, 1, STORED_REAL, ROLE_SHOWN, FIELD_EXCHANGED},
    COMMON_FIELD_ROWS,
    [STAG_U] = {"velocity x", AT_FACE_X, 2, STORED_REAL, ROLE_STATE, FIELD_KEPT | FIELD_EXCHANGED},
    [STAG_V] = {"velocity y", AT_FACE_Y, 2, STORED_REAL, ROLE_STATE, FIELD_KEPT | FIELD_EXCHANGED},
};

typedef struct staggered {
    int listed; /* some part of some rank has listed faces */
} staggered;

static const staggered_kernels *kernels_of(const grid_part *p)
{
    return (const staggered_kernels *)p->kernels;
}

static part_params params(const spate_options *options)
{
    part_params p = part_params_from(options);
    p.cfl = staggered_cfl(options);
    /* Velocities belong to times half a step after those of depths. A step of another length shifts
     * them. */
    p.even_steps = 1;
    return p;
}

static int create_part(flow *k, int n)
{
    const spate_options *o = k->setup.options;
    stag_part *own = calloc(1, sizeof *own);
    if (!k->own)
        k->own = calloc(1, sizeof(staggered));
    k->parts[n].own = own;
    if (!own || !k->own)
        return 0;
    own->viscosity = o->viscosity;
    own->flood_depth = staggered_flood_depth(o);
    own->advection = (int)o->advection;
    own->sielecki = o->ordering == SPATE_SIELECKI;
    own->viscous = !(o->viscosity > 0)        ? STAG_INVISCID
                   : o->slip == SPATE_NO_SLIP ? STAG_NO_SLIP
                                              : STAG_FREE_SLIP;
    return 1;
}

static void destroy(flow *k)
{
    free(k->own);
    k->own = NULL;
}

/* ---- start ---- */

static void exchange_state(flow *k)
{
    const int now = k->clocks[0].now;
    const halo_field state[] = {{FIELD_DEPTH, now}, {STAG_U, now}, {STAG_V, now}};
    flow_exchange(k, state, 3);
}

static void look_for_lists(flow *k)
{
    double faces = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        faces += k->parts[n].boundary_x.count + k->parts[n].boundary_y.count;
    comm_max(k->setup.ctx->comm, &faces, 1);
    ((staggered *)k->own)->listed = faces > 0;
}

/* Momentum at cells was changed from outside: computes velocities from it. */
static void start(flow *k)
{
    double changed = 0;
    look_for_lists(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].shown_valid && kernels_of(&k->parts[n])->centre_changed(&k->parts[n]))
            changed = 1;
    comm_max(k->setup.ctx->comm, &changed, 1);
    exchange_state(k);
    if (changed > 0) {
        static const halo_field cells[] = {{FIELD_MOMENTUM_X, 0}, {FIELD_MOMENTUM_Y, 0}};
        flow_exchange(k, cells, 2);
        for (int n = 0; n < k->setup.part_count; ++n)
            kernels_of(&k->parts[n])->to_faces(&k->parts[n]);
    }
    exchange_state(k);
}

static void loaded(flow *k)
{
    look_for_lists(k);
    exchange_state(k);
}

/* ---- steps ---- */

/* Fluxes of listed faces. Other parts need them, too. */
static void treat_faces(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = flow_launched(k, n);
        kernels_of(p)->faces(p);
    }
    for (int n = k->part_total; n < k->part_end; ++n)
        kernels_of(&k->parts[n])->faces(&k->parts[n]);
    const int now = k->clocks[0].now;
    const halo_field velocities[] = {{STAG_U, now}, {STAG_V, now}};
    if (k->zones)
        flow_zones_share(k, velocities, 2);
    else
        flow_exchange(k, velocities, 2);
}

/* The state of the step that begins reaches the ghost cells, where there are ghost zones. */
static spate_status share_state(flow *k)
{
    const int now = k->clocks[0].now;
    const halo_field state[] = {{FIELD_DEPTH, now}, {STAG_U, now}, {STAG_V, now}};
    if (flow_zones_due(k)) {
        SPATE_TRY(flow_zones_refresh_start(k));
        if (flow_zones_remote(k))
            flow_zones_refresh_finish(k);
    }
    flow_zones_share(k, state, 3);
    return SPATE_OK;
}

static void raise_maxima(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].shown_valid = 0;
    if (k->parts[0].field[FIELD_MAX_DEPTH][0])
        flow_raise_all_maxima(k);
}

/* Ghost cells are valid when it begins and when it ends. */
static spate_status attempt(flow *k)
{
    double mark = timers_now();
    timers *t = k->setup.timers;
    if (flow_zones_due(k)) /* the first step after a change; others end with valid ghost cells */
        SPATE_TRY(share_state(k));
    flow_reduce_conveyance(k);
    flow_begin_parts(k);
    if (((const staggered *)k->own)->listed)
        treat_faces(k);
    flow_run_stage(k, REGION_ALL, 0);
    for (int n = k->part_total; n < k->part_end; ++n)
        kernels_of(&k->parts[n])->steps.stage(&k->parts[n], REGION_ALL, 0);
    timers_lap(t, SPATE_SECTION_STAGE, &mark);
    flow_await_clocks(k);
    flow_reduce_rates(k);
    flow_finish_parts(k);
    flow_zones_count_step(k);
    flow_count_work(k);
    timers_lap(t, SPATE_SECTION_REDUCE, &mark);
    if (k->clocks[0].flags & CLOCK_REDO)
        return SPATE_OK;
    if (k->zones)
        SPATE_TRY(share_state(k));
    else
        exchange_state(k);
    timers_lap(t, SPATE_SECTION_HALO, &mark);
    raise_maxima(k);
    timers_lap(t, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

static const flow_kind kind = {
    .about = &staggered_about,
    .fields = fields,
    .field_count = STAG_FIELDS,
    .params = params,
    .create_part = create_part,
    .destroy = destroy,
    .start = start,
    .attempt = attempt,
    .loaded = loaded,
};

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status create(const scheme_setup *setup, void **self)
{
    SPATE_TRY(staggered_check(setup));
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_staggered = {
    .about = &staggered_about,
    .runs_on = runs_on,
    .create = create,
    FLOW_OPS,
};
