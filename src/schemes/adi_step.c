/* A step of the ADI scheme: a sweep of implicit lines along x, then one along y, each followed by the
 * depths that result from its fluxes. Lines may be cut over parts and ranks
 * (spate/tridiag_distributed.h). */
#include <math.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/adi_times.h"
#include "schemes/adi_own.h"

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
void adi_start(flow *k)
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
    if (a->whole || !adi_kernels_of(&k->parts[0])->end_sweep)
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
    SPATE_TRY(solve(k, ADI_LAUNCH));
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

spate_status adi_attempt(flow *k)
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

/* ---- after a checkpoint was read ---- */

void adi_loaded(flow *k)
{
    const int before = 1 - now_of(k);
    const halo_field past[] = {{ADI_P, before}, {ADI_Q, before}, {ADI_HALF_BEFORE, 0}};
    exchange_state(k);
    flow_exchange(k, past, 3);
}
