/* The vector-invariant schemes: depths at cells, velocities at faces, potential vorticity at
 * corners; leapfrog or Runge-Kutta steps. backend/vector_invariant/vector_invariant.h describes the
 * state; equations are in physics/vector_invariant.h. */
#include <math.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "backend/vector_invariant/clock.h"
#include "schemes/vector_invariant_mass.h"

static part_params params(const spate_options *options)
{
    part_params p = part_params_from(options);
    p.cfl = vi_cfl(options);
    p.skip_still = 0;
    return p;
}

/* ---- start ---- */

void vi_exchange_state(flow *k, int slot)
{
    const halo_field state[] = {{FIELD_DEPTH, slot}, {VI_U, slot}, {VI_V, slot}};
    flow_exchange(k, state, 3);
}

/* Momentum at cells was changed from outside: computes velocities from it. There is no step
 * before. */
void vi_start(flow *k)
{
    const int now = k->clocks[0].now;
    double changed = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].shown_valid && vi_kernels_of(&k->parts[n])->centre_changed(&k->parts[n]))
            changed = 1;
    comm_max(k->setup.ctx->comm, &changed, 1);
    vi_mass_forget(k);
    vi_exchange_state(k, now);
    if (changed > 0) {
        static const halo_field cells[] = {{FIELD_MOMENTUM_X, 0}, {FIELD_MOMENTUM_Y, 0}};
        flow_exchange(k, cells, 2);
        VI_EACH_PART(k, to_faces(p))
        vi_exchange_state(k, now);
    }
    for (int n = 0; n < k->setup.part_count; ++n)
        k->clocks[n].dt_before = 0;
}

void vi_loaded(flow *k)
{
    vi_exchange_state(k, k->clocks[0].now);
}

/* ---- steps ---- */

void vi_run_stage(flow *k, vi_stage which, part_region region)
{
    VI_EACH_PART(k, steps.stage(p, region, (int)which))
}

/* Computes a region of all parts. */
typedef void run_region(flow *k, vi_stage which, part_region region);

static void run_stage(flow *k, vi_stage which, part_region region)
{
    vi_run_stage(k, which, region);
}

static void run_filter(flow *k, vi_stage which, part_region region)
{
    (void)which;
    VI_EACH_PART(k, filter(p, region))
}

/* Computes first the cells that others need, then the rest while messages fill ghost cells. */
static void run_and_exchange(flow *k, run_region *run, vi_stage which, const halo_field *written)
{
    const int remote = halo_is_remote(k->halo);
    double mark = timers_now();
    timers *t = k->setup.timers;
    run(k, which, remote ? REGION_RIM : REGION_ALL);
    timers_lap(t, SPATE_SECTION_STAGE, &mark);
    halo_start(k->halo, written, STATE_VARIABLES, VI_HALO);
    timers_lap(t, SPATE_SECTION_HALO, &mark);
    if (!remote)
        return;
    run(k, which, REGION_INNER);
    timers_lap(t, SPATE_SECTION_STAGE, &mark);
    halo_finish(k->halo);
    timers_lap(t, SPATE_SECTION_HALO, &mark);
}

static int is_numerical(spate_status status)
{
    return status != SPATE_OK && spate_exit_code(status) == spate_exit_code(SPATE_ERROR_NUMERICAL);
}

/* A force that is NaN fails the step. */
static spate_status judge_solve(flow *k, spate_status status)
{
    for (int n = 0; n < k->setup.part_count && is_numerical(status); ++n)
        k->clocks[n].face_rate = INFINITY;
    return is_numerical(status) ? SPATE_OK : status;
}

/* A stage, and velocities by the mass matrix. */
static spate_status solved_stage(flow *k, vi_stage which, const halo_field *written, int count)
{
    double mark = timers_now();
    vi_run_stage(k, which, REGION_ALL);
    const spate_status status = judge_solve(k, vi_mass_start(k, written, count));
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return status;
}

static spate_status stage(flow *k, vi_stage which)
{
    const int next = 1 - k->clocks[0].now;
    const halo_field between[] = {{VI_BETWEEN_H, 0}, {VI_BETWEEN_U, 0}, {VI_BETWEEN_V, 0}};
    const halo_field state[] = {{FIELD_DEPTH, next}, {VI_U, next}, {VI_V, next}};
    const halo_field *written = which == VI_SECOND ? between : state;
    const vi_part *own = vi_of(&k->parts[0]);
    const int filtered = which == VI_LEAP && own->filter > 0;
    if (!own->lumped)
        SPATE_TRY(solved_stage(k, which, written, filtered ? 0 : STATE_VARIABLES));
    else if (filtered)
        vi_run_stage(k, which, REGION_ALL);
    else
        run_and_exchange(k, run_stage, which, written);
    if (filtered) /* it changes what the stage reads, and therefore follows all of it */
        run_and_exchange(k, run_filter, which, written);
    return SPATE_OK;
}

void vi_raise_maxima(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].shown_valid = 0;
    for (int n = 0; n < k->setup.part_count && k->parts[0].field[FIELD_MAX_DEPTH][0]; ++n)
        flow_raise_maxima(k, &k->parts[n], 0);
}

/* Ghost cells are valid when it begins and when it ends. */
static spate_status attempt(flow *k)
{
    VI_EACH_PART(k, steps.begin(p))
    if (vi_leaps(&k->parts[0])) {
        SPATE_TRY(stage(k, VI_LEAP));
    } else if (vi_of(&k->parts[0])->whole) {
        SPATE_TRY(stage(k, VI_AT_ONCE));
    } else {
        SPATE_TRY(stage(k, VI_FIRST));
        SPATE_TRY(stage(k, VI_SECOND));
        SPATE_TRY(stage(k, VI_THIRD));
    }
    double mark = timers_now();
    SPATE_TRY(judge_solve(k, vi_mass_await(k)));
    flow_await_clocks(k);
    flow_reduce_rates(k);
    VI_EACH_PART(k, steps.finish(p))
    flow_await_clocks(k);
    timers_lap(k->setup.timers, SPATE_SECTION_REDUCE, &mark);
    if (!(k->clocks[0].flags & CLOCK_REDO))
        vi_raise_maxima(k);
    if (k->clocks[0].flags & CLOCK_FAILED) /* Q^n stays, which the filter has changed */
        vi_exchange_state(k, k->clocks[0].now);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
    return SPATE_OK;
}

/* Line solves and gradients are called by the host. */
static int needs_host(const flow *k)
{
    return !vi_of(&k->parts[0])->lumped;
}

/* ---- the schemes ---- */

int vi_face_velocity(void *self, int axis)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].shown_valid = 0;
    return axis == 0 ? VI_U : VI_V;
}

#define KIND(name, its_fields)                                                                     \
    {                                                                                              \
        .about = &(name), .fields = (its_fields), .field_count = VI_FIELDS, .params = params,      \
        .create_part = vi_create_part, .start = vi_start, .attempt = attempt,                      \
        .persist = vi_persist, .loaded = vi_loaded, .create = vi_create, .destroy = vi_destroy,    \
        .check_state = vi_check_wet, .needs_host = needs_host                                      \
    }
static const flow_kind leapfrog = KIND(vi_leapfrog_about, vi_leapfrog_fields);
static const flow_kind rk3 = KIND(vi_rk3_about, vi_rk3_fields);

static int leapfrog_runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&leapfrog, backend);
}

static int rk3_runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&rk3, backend);
}

static spate_status create_leapfrog(const scheme_setup *setup, void **self)
{
    SPATE_TRY(vi_check(setup));
    return flow_create(&leapfrog, setup, self);
}

static spate_status create_rk3(const scheme_setup *setup, void **self)
{
    SPATE_TRY(vi_check(setup));
    return flow_create(&rk3, setup, self);
}

const scheme_ops scheme_vi_leapfrog = {
    .about = &vi_leapfrog_about,
    .runs_on = leapfrog_runs_on,
    .create = create_leapfrog,
    .face_velocity = vi_face_velocity,
    .iterations = vi_iterations,
    FLOW_OPS,
};
const scheme_ops scheme_vi_rk3 = {
    .about = &vi_rk3_about,
    .runs_on = rk3_runs_on,
    .create = create_rk3,
    .face_velocity = vi_face_velocity,
    .iterations = vi_iterations,
    FLOW_OPS,
};
