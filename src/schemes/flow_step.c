/* Steps of a flow: attempts, exchanges, what all parts agree on, and what is said when a step failed. */
#include <math.h>
#include <stdint.h>

#include "backend/common/still.h"
#include "parallel/comm.h"
#include "schemes/flow.h"
#include "schemes/flow_failure.h"

static void exchange_start(flow *k, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            k->exchanged[n * STATE_VARIABLES + v] =
                k->kernels->state_field
                    ? k->kernels->state_field(&k->parts[n], kp_slot_in(&k->parts[n], stage), v)
                    : k->parts[n].field[v][kp_slot_in(&k->parts[n], stage)];
    halo_start(k->halo, k->exchanged, STATE_VARIABLES);
}

static void run_stage(flow *k, part_region region, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->stage(&k->parts[n], region, stage);
}

/* One stage of all parts: the inner tiles while messages travel, then the rim. */
static void stage_with_exchange(flow *k, int stage, double *mark)
{
    timers *t = k->setup.timers;
    exchange_start(k, stage);
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

/* Gives every clock the largest rates of all parts of all ranks; and none is still where one is not. */
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
}

/* What stands at the boundaries that take water out, over all parts of all ranks. */
void flow_reduce_conveyance(flow *k)
{
    face_boundary *all = k->parts[0].boundaries;
    for (int b = 0; b < k->parts[0].boundary_count; ++b) {
        if (!all[b].takes_water)
            continue;
        exact_sum sums[2] = {{0}, {0}};
        for (int n = 0; n < k->setup.part_count; ++n)
            k->kernels->conveyance(&k->parts[n], b, sums);
        comm_sum_exact(k->setup.ctx->comm, &sums[0]);
        comm_sum_exact(k->setup.ctx->comm, &sums[1]);
        all[b].conveyance = exact_sum_value(&sums[0]);
        all[b].mean_level =
            all[b].conveyance > 0 ? exact_sum_value(&sums[1]) / all[b].conveyance : 0;
    }
}

/* Devices work side by side until here. */
void flow_await_clocks(flow *k)
{
    for (int n = 0; n < k->setup.part_count && k->kernels->await; ++n)
        k->kernels->await(&k->parts[n]);
}

spate_status flow_attempt_stages(flow *k)
{
    double mark = timers_now();
    flow_reduce_conveyance(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->begin(&k->parts[n]);
    for (int stage = 0; stage < k->parts[0].params.stages; ++stage)
        stage_with_exchange(k, stage, &mark);
    flow_await_clocks(k);
    flow_reduce_rates(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->finish(&k->parts[n]);
    flow_await_clocks(k);
    timers_lap(k->setup.timers, SPATE_SECTION_REDUCE, &mark);
    if (k->parts[0].field[FIELD_MAX_DEPTH][0] && !(k->clocks[0].flags & CLOCK_REDO))
        for (int n = 0; n < k->setup.part_count; ++n)
            k->kernels->maxima(&k->parts[n], 0);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

/* Where and why the step failed; the state before the step is kept. */
static spate_status explain_failure(flow *k)
{
    for (int n = 0; n < k->setup.part_count && k->kernels->pull; ++n)
        k->kernels->pull(&k->parts[n], PART_FAILED);
    const int invalid = flow_find_invalid(&k->setup, k->parts, k->value_bytes, k->failed);
    spate_status status = SPATE_OK;
    if (invalid)
        status = flow_explain_failure(&k->setup, k->parts, k->value_bytes, k->failed, 1);
    for (int n = 0; n < k->setup.part_count && k->kernels->pull; ++n)
        k->kernels->pull(&k->parts[n], PART_STATE); /* Q^n again */
    if (invalid)
        return status;
    flow_limiting_cell(k, &k->failed[0], &k->failed[1]);
    return flow_explain_failure(&k->setup, k->parts, k->value_bytes, k->failed, 0);
}

spate_status flow_advance(void *self, const scheme_limits *limits)
{
    flow *k = self;
    const spate_clock *c = &k->clocks[0];
    const int64_t last_step =
        limits->steps < INT64_MAX - c->step ? c->step + limits->steps : INT64_MAX;
    for (int n = 0; n < k->setup.part_count; ++n)
        k->clocks[n].t_stop = limits->t_stop;
    SPATE_TRY(flow_push_images(k));
    while (c->t < limits->t_stop && c->step < last_step) {
        if (flow_runs_alone(k) && !(k->kind->needs_host && k->kind->needs_host(k))) {
            double mark = timers_now();
            k->kernels->advance(&k->parts[0], last_step - c->step);
            timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
        } else {
            SPATE_TRY(k->kind->attempt(k));
        }
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
