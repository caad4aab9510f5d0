/* The Kurganov scheme: explicit stages, each after an exchange. */
#include "backend/kurganov/kurganov.h"
#include "schemes/flow.h"

extern const scheme_description kurganov_about;

#define STATE_FIELD(text, flags)                                                                   \
    {                                                                                              \
        text, AT_CELL, 3, STORED_REAL, ROLE_STATE, FIELD_KEPT | FIELD_EXCHANGED | (flags)          \
    }

static const field_info fields[COMMON_FIELDS] = {
    [FIELD_DEPTH] = STATE_FIELD("depth", FIELD_NOT_NEGATIVE),
    [FIELD_MOMENTUM_X] = STATE_FIELD("momentum x", 0),
    [FIELD_MOMENTUM_Y] = STATE_FIELD("momentum y", 0),
    COMMON_FIELD_ROWS,
};

static const kurganov_kernels *kernels_of(const grid_part *p)
{
    return (const kurganov_kernels *)p->kernels;
}

static void run_stage(flow *k, part_region region, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(&k->parts[n])->stage(&k->parts[n], region, stage);
}

/* One stage of all parts: the inner tiles during the exchange, then the rim. */
static void stage_with_exchange(flow *k, int stage, double *mark)
{
    timers *t = k->setup.timers;
    const int slot = kp_slot_in(&k->parts[0], stage);
    const halo_field state[] = {{FIELD_DEPTH, slot},
                                {FIELD_MOMENTUM_X, slot},
                                {FIELD_MOMENTUM_Y, slot}};
    halo_start(k->halo, state, STATE_VARIABLES, KP_HALO);
    timers_lap(t, SPATE_SECTION_HALO, mark);
    if (halo_is_remote(k->halo)) {
        run_stage(k, REGION_INNER, stage);
        timers_lap(t, SPATE_SECTION_STAGE, mark);
        halo_finish(k->halo);
        timers_lap(t, SPATE_SECTION_HALO, mark);
        run_stage(k, REGION_RIM, stage);
    } else {
        run_stage(k, REGION_ALL, stage);
    }
    timers_lap(t, SPATE_SECTION_STAGE, mark);
}

static spate_status attempt(flow *k)
{
    double mark = timers_now();
    flow_reduce_conveyance(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(&k->parts[n])->begin(&k->parts[n]);
    for (int stage = 0; stage < k->parts[0].params.stages; ++stage)
        stage_with_exchange(k, stage, &mark);
    flow_await_clocks(k);
    flow_reduce_rates(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(&k->parts[n])->finish(&k->parts[n]);
    flow_await_clocks(k);
    timers_lap(k->setup.timers, SPATE_SECTION_REDUCE, &mark);
    if (k->parts[0].field[FIELD_MAX_DEPTH][0] && !(k->clocks[0].flags & CLOCK_REDO))
        for (int n = 0; n < k->setup.part_count; ++n)
            flow_raise_maxima(k, &k->parts[n], 0);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

static const flow_kind kind = {
    .about = &kurganov_about,
    .fields = fields,
    .field_count = COMMON_FIELDS,
    .params = part_params_from,
    .attempt = attempt,
};

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status create(const scheme_setup *setup, void **self)
{
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_kurganov = {
    .about = &kurganov_about,
    .runs_on = runs_on,
    .create = create,
    FLOW_OPS,
};
