/* Steps of a flow: attempts, exchanges, reductions over all parts, and the message of a failed
 * step. */
#include <math.h>
#include <stdint.h>

#include "parallel/comm.h"
#include "schemes/flow_failure.h"
#include "schemes/flow_zones.h"

void flow_exchange(flow *k, const halo_field *fields, int count)
{
    const double begun = timers_now();
    halo_start(k->halo, fields, count, k->kind->about->halo_width);
    if (halo_is_remote(k->halo))
        halo_finish(k->halo);
    timers_inner(k->setup.timers, SPATE_SECTION_HALO, begun);
}

void flow_exchange_state(void *self)
{
    flow *k = self;
    const int most = k->kind->most_exchanged ? k->kind->most_exchanged : STATE_VARIABLES;
    halo_field state[PART_FIELDS];
    int count = 0;
    for (int f = 0; f < k->kind->field_count; ++f) {
        const field_info *info = &k->kind->fields[f];
        if (info->name && info->role == ROLE_STATE && info->flags & FIELD_EXCHANGED)
            state[count++] = (halo_field){f, info->slots > 1 ? k->clocks[0].now : 0};
    }
    for (int f = 0; f < count; f += most)
        flow_exchange(k, state + f, count - f < most ? count - f : most);
    flow_await_clocks(k);
}

halo_counts flow_exchanged(void *self)
{
    const flow *k = self;
    halo_counts all = halo_counted(k->halo);
    flow_zones_counted(k, &all);
    return all;
}

/* Sets every clock to the largest rates of all parts of all ranks. The step is still only if it is
 * in all of them. */
void flow_reduce_rates(flow *k)
{
    double rates[5] = {0, 0, 0, 0, 0};
    for (int n = 0; n < k->setup.part_count; ++n) {
        rates[0] = fmax(rates[0], k->clocks[n].rate);
        rates[1] = fmax(rates[1], k->clocks[n].next_rate);
        rates[2] = fmax(rates[2], k->clocks[n].face_rate);
        rates[3] = fmax(rates[3], k->clocks[n].first_face_rate);
        rates[4] = k->clocks[n].flags & CLOCK_STILL ? rates[4] : 1;
    }
    comm_max(k->setup.ctx->comm, rates, 5);
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->clocks[n].rate = rates[0];
        k->clocks[n].next_rate = rates[1];
        k->clocks[n].face_rate = rates[2];
        k->clocks[n].first_face_rate = rates[3];
        if (rates[4] > 0)
            k->clocks[n].flags &= ~(uint32_t)CLOCK_STILL;
    }
    flow_zones_take_rates(k);
}

void flow_reduce_conveyance(flow *k)
{
    face_boundary *all = k->parts[0].boundaries;
    for (int b = 0; b < k->parts[0].boundary_count; ++b) {
        if (!all[b].takes_water)
            continue;
        exact_sum sums[2] = {{0}, {0}}, unused[2] = {{0}, {0}};
        for (int n = 0; n < k->setup.part_count; ++n)
            k->parts[n].common->conveyance(&k->parts[n], b, sums);
        for (int n = k->part_total; n < k->part_end; ++n) /* for the faces themselves */
            k->parts[n].common->conveyance(&k->parts[n], b, unused);
        comm_sum_exact(k->setup.ctx->comm, &sums[0]);
        comm_sum_exact(k->setup.ctx->comm, &sums[1]);
        all[b].conveyance = exact_sum_value(&sums[0]);
        all[b].mean_level =
            all[b].conveyance > 0 ? exact_sum_value(&sums[1]) / all[b].conveyance : 0;
    }
}

void flow_await_clocks(flow *k)
{
    for (int n = 0; n < flow_stepped(k); ++n)
        if (k->parts[n].kernels->await)
            k->parts[n].kernels->await(&k->parts[n]);
}

void flow_raise_maxima(flow *k, grid_part *p, int begin)
{
    (void)k;
    if (p->kernels->maxima) {
        p->kernels->maxima(p, begin);
        return;
    }
    flow_show(p);
    p->common->maxima(p, begin);
}

void flow_raise_all_maxima(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = flow_launched(k, n);
        flow_work_begin(k, p);
        flow_raise_maxima(k, p, 0);
        flow_work_end(k, p);
    }
}

/* ---- a step of explicit stages ---- */

static const stage_kernels *kernels_of(const grid_part *p)
{
    return (const stage_kernels *)p->kernels;
}

/* Devices first: they work while the host does the same for its own part. */
void flow_begin_parts(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(flow_launched(k, n))->begin(flow_launched(k, n));
    for (int n = k->part_total; n < k->part_end; ++n)
        kernels_of(&k->parts[n])->begin(&k->parts[n]);
}

void flow_finish_parts(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        kernels_of(flow_launched(k, n))->finish(flow_launched(k, n));
    for (int n = k->part_total; n < k->part_end; ++n)
        kernels_of(&k->parts[n])->finish(&k->parts[n]);
    flow_await_clocks(k);
}

static void run_part(flow *k, grid_part *p, part_region region, int stage)
{
    const int64_t computed = region == REGION_RIM ? p->tiles_computed : 0;
    flow_work_begin(k, p);
    kernels_of(p)->stage(p, region, stage);
    flow_hold(k, p, region, computed);
    flow_work_end(k, p);
}

void flow_run_stage(flow *k, part_region region, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        run_part(k, flow_launched(k, n), region, stage);
    if (region != REGION_INNER)
        flow_await_held(k);
}

/* Of the parts whose kernels the host only launches, or of the others. */
static void run_those(flow *k, int launched_only, part_region region, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = flow_launched(k, n);
        if ((p->kernels->await != NULL) == launched_only)
            run_part(k, p, region, stage);
    }
}

/* The inner tiles while ghost cells travel, then the rim. Devices get their inner tiles first, and
 * the rim at once where their ghost cells do not need the host: they never wait for what it
 * computes. */
static void run_overlapped(flow *k, const halo_field *state, int stage, double *mark)
{
    timers *t = k->setup.timers;
    scheme_split *s = &k->split;
    if (stage == 0) /* the clocks of all devices are known: what wrote Q^n has ended */
        halo_depart_at_once(k->halo);
    else
        halo_depart_early(k->halo);
    run_those(k, 1, REGION_INNER, stage);
    timers_lap(t, SPATE_SECTION_STAGE, mark);
    flow_split_lap(k, &s->launch);
    halo_start(k->halo, state, STATE_VARIABLES, k->kind->about->halo_width);
    timers_lap(t, SPATE_SECTION_HALO, mark);
    flow_split_lap(k, &s->exchange);
    const int arrives = halo_arrive_early(k->halo);
    if (arrives)
        run_those(k, 1, REGION_RIM, stage);
    flow_split_lap(k, &s->launch);
    run_those(k, 0, REGION_INNER, stage);
    timers_lap(t, SPATE_SECTION_STAGE, mark);
    flow_split_lap(k, &s->own);
    halo_finish(k->halo);
    timers_lap(t, SPATE_SECTION_HALO, mark);
    flow_split_lap(k, &s->rows);
    if (!arrives)
        run_those(k, 1, REGION_RIM, stage);
    run_those(k, 0, REGION_RIM, stage);
    flow_await_held(k);
    flow_split_lap(k, &s->own);
}

/* A stage of parts with ghost zones. The first one of a step may begin with the owners' state on
 * its way to the zones. */
static void stage_with_zones(flow *k, const halo_field *state, int stage, int refreshed,
                             double *mark)
{
    timers *t = k->setup.timers;
    const int overlaps = refreshed && flow_zones_remote(k);
    if (overlaps) {
        flow_run_stage(k, REGION_INNER, stage);
        timers_lap(t, SPATE_SECTION_STAGE, mark);
        flow_zones_refresh_finish(k);
    }
    flow_zones_share(k, state, STATE_VARIABLES);
    timers_lap(t, SPATE_SECTION_HALO, mark);
    flow_run_stage(k, overlaps ? REGION_RIM : REGION_ALL, stage);
    for (int n = k->part_total; n < k->part_end; ++n)
        kernels_of(&k->parts[n])->stage(&k->parts[n], REGION_ALL, stage);
    timers_lap(t, SPATE_SECTION_STAGE, mark);
}

/* One stage of all parts: the inner tiles while messages travel, then the rim. */
static void stage_with_exchange(flow *k, int stage, int refreshed, double *mark)
{
    timers *t = k->setup.timers;
    const int slot = part_slot_in(&k->parts[0], stage);
    const halo_field state[] = {{FIELD_DEPTH, slot},
                                {FIELD_MOMENTUM_X, slot},
                                {FIELD_MOMENTUM_Y, slot}};
    if (k->zones) {
        stage_with_zones(k, state, stage, refreshed && stage == 0, mark);
        return;
    }
    if (halo_is_remote(k->halo)) {
        run_overlapped(k, state, stage, mark);
    } else {
        halo_start(k->halo, state, STATE_VARIABLES, k->kind->about->halo_width);
        timers_lap(t, SPATE_SECTION_HALO, mark);
        flow_run_stage(k, REGION_ALL, stage);
    }
    timers_lap(t, SPATE_SECTION_STAGE, mark);
}

spate_status flow_attempt_stages(flow *k)
{
    double mark = timers_now();
    const int refresh = flow_zones_due(k);
    flow_split_begin(k);
    if (refresh)
        SPATE_TRY(flow_zones_refresh_start(k));
    timers_lap(k->setup.timers, SPATE_SECTION_HALO, &mark);
    flow_reduce_conveyance(k);
    flow_begin_parts(k);
    flow_split_lap(k, &k->split.launch);
    for (int stage = 0; stage < k->parts[0].params.stages; ++stage)
        stage_with_exchange(k, stage, refresh, &mark);
    flow_split_lap(k, &k->split.own);
    flow_await_clocks(k);
    flow_split_lap(k, &k->split.clock);
    flow_reduce_rates(k);
    flow_finish_parts(k);
    flow_split_lap(k, &k->split.end);
    flow_zones_count_step(k);
    flow_count_work(k);
    timers_lap(k->setup.timers, SPATE_SECTION_REDUCE, &mark);
    if (k->parts[0].field[FIELD_MAX_DEPTH][0] && !(k->clocks[0].flags & CLOCK_REDO))
        flow_raise_all_maxima(k);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

/* ---- many steps ---- */

static void pull_all(flow *k, unsigned groups)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].common->pull)
            k->parts[n].common->pull(&k->parts[n], groups);
}

/* Reports where and why the step failed. The state before the step is kept. */
static spate_status explain_failure(flow *k)
{
    pull_all(k, PART_FAILED);
    const int invalid = flow_find_invalid(&k->setup, k->parts, k->failed);
    spate_status status = SPATE_OK;
    if (invalid)
        status = flow_explain_failure(&k->setup, k->parts, k->failed, 1);
    pull_all(k, PART_STATE); /* Q^n again */
    if (invalid)
        return status;
    flow_limiting_cell(k, &k->failed[0], &k->failed[1]);
    return flow_explain_failure(&k->setup, k->parts, k->failed, 0);
}

spate_status flow_advance(void *self, const scheme_limits *limits)
{
    flow *k = self;
    const spate_clock *c = &k->clocks[0];
    const int64_t last_step =
        limits->steps < INT64_MAX - c->step ? c->step + limits->steps : INT64_MAX;
    SPATE_TRY(flow_push_images(k));
    SPATE_TRY(flow_zones_prepare(k));
    for (int n = 0; n < flow_stepped(k); ++n)
        k->clocks[n].t_stop = limits->t_stop;
    while (c->t < limits->t_stop && c->step < last_step) {
        if (flow_runs_alone(k) && !k->some_held &&
            !(k->kind->needs_host && k->kind->needs_host(k))) {
            double mark = timers_now();
            const double begun = mark;
            const int64_t before = c->step;
            k->parts[0].kernels->advance(&k->parts[0], last_step - c->step);
            flow_count_alone(k, timers_now() - begun, c->step - before);
            timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
        } else {
            SPATE_TRY(k->kind->attempt(k));
        }
        for (int n = 0; n < k->setup.part_count; ++n)
            k->parts[n].shown_valid = 0;
        SPATE_TRY(flow_check_device(k));
        if (c->flags & CLOCK_FAILED)
            return explain_failure(k);
        if (c->flags & CLOCK_REDO)
            continue;
        if (limits->observer && limits->observer(c->t, c->dt, c->step, limits->observer_user))
            return spate_fail(k->setup.ctx, SPATE_STOPPED, "stopped by the observer at t = %g s",
                              c->t);
    }
    return SPATE_OK;
}
