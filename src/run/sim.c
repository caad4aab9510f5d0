/* Creating, advancing and destroying simulations. */
#include "run/sim.h"
#include "base/need.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "parallel/comm.h"
#include "run/field_rows.h"
#include "run/guard.h"
#include "run/loop_threads.h"
#include "run/scheme_limits.h"
#include "run/tile_delays.h"
#include "run/tuning.h"

/* ---- creation ---- */

/* Threads for loops over all cells outside the kernels. On a small grid, or beside a writer thread
 * that needs a core, waiting threads cost more than they save. */
static int loop_threads(const spate_options *opt, int threads)
{
    const double most = 1 + (double)opt->nx * (double)opt->ny / 65536;
    return most < threads ? (int)most : threads;
}

int sim_loop_threads(const spate_sim *sim)
{
    return sim ? sim->loop_threads : 0;
}

static spate_status assign_devices(spate_sim *sim)
{
    sim->device_count = sim->part_count;
    sim->devices = calloc((size_t)sim->part_count + 1, sizeof *sim->devices);
    if (!sim->devices)
        return fail_memory(sim->ctx, "no memory for a simulation");
    for (int n = 0; n < sim->part_count; ++n)
        sim->devices[n] = *devices_for(&sim->device_set, n, sim->part_count);
    devices_warn_of_idle(sim->ctx, &sim->options, &sim->device_set, sim->part_count);
    return SPATE_OK;
}

static spate_status build(spate_sim *sim)
{
    const spate_options *opt = &sim->options;
    spate_context *ctx = sim->ctx;
    SPATE_TRY(options_check(ctx, opt));
    SPATE_TRY(devices_choose(ctx, opt, &sim->device_set));
    sim->backend = sim->device_set.device[0].backend;
    SPATE_TRY(scheme_limits_check_lines(ctx, opt, sim->backend));
    sim->ops = scheme_find(opt->scheme);
    sim->options.tune = tuning_mode_of(sim);
    sim->grid = (grid){.nx = opt->nx,
                       .ny = opt->ny,
                       .dx = opt->dx,
                       .dy = opt->dy,
                       .x0 = opt->x0,
                       .y0 = opt->y0,
                       .periodic_x = opt->edges[SPATE_WEST] == SPATE_PERIODIC,
                       .periodic_y = opt->edges[SPATE_SOUTH] == SPATE_PERIODIC};
    int px = opt->parts_x, py = opt->parts_y;
    const int tuned = opt->tune != SPATE_TUNE_OFF,
              weighted = opt->part_weights && *opt->part_weights;
    if (px == 0 && py == 0 && !weighted && tuned && comm_size(ctx->comm) == 1 &&
        sim->device_set.count * SPATE_TILE_Y <= opt->ny) { /* strips, one for each device */
        px = 1;
        py = sim->device_set.count;
    }
    if (px == 0 && py == 0 && !weighted && sim->device_set.count > 1) /* a part for each device */
        partition_choose(&sim->grid, comm_size(ctx->comm), sim->device_set.count,
                         sim->ops->about->halo_width, &px, &py);
    SPATE_TRY(partition_create_weighted(ctx, &sim->grid, px, py, opt->part_weights,
                                        comm_size(ctx->comm), sim->ops->about->halo_width,
                                        &sim->partition));
    SPATE_TRY(tuning_divide(sim));
    const int rank = comm_rank(ctx->comm);
    sim->first_part = partition_first(&sim->partition, rank);
    sim->part_count = partition_first(&sim->partition, rank + 1) - sim->first_part;
    sim->threads = threads_for(opt->threads);
    if (opt->threads > 0 && sim->threads > cores_usable())
        spate_log(
            ctx, SPATE_LOG_WARNING,
            "%d threads were asked for, but this process may use %d CPUs (affinity, quota of its "
            "control group): they will wait for one another; ask for %d or leave the number out",
            opt->threads, cores_usable(), cores_usable());
    sim->loop_threads = loop_threads(opt, sim->threads);
    cores_set_loop_threads(sim->loop_threads);
    SPATE_TRY(assign_devices(sim));
    const scheme_setup setup = {.ctx = ctx,
                                .options = &sim->options,
                                .grid = &sim->grid,
                                .partition = &sim->partition,
                                .devices = sim->devices,
                                .backend = sim->backend,
                                .threads = sim->threads,
                                .first_part = sim->first_part,
                                .part_count = sim->part_count,
                                .movable = sim->tuning && tuning_is_dynamic(sim),
                                .timers = &sim->timers};
    SPATE_TRY(sim->ops->create(&setup, &sim->scheme));
    sim->lattice = lattice_for(0, 0, opt->precision);
    sim_mark_outside(sim);
    spate_log(ctx, SPATE_LOG_INFO,
              "%lld x %lld cells, %d x %d parts on %d ranks, %d threads each, %s kernels",
              (long long)opt->nx, (long long)opt->ny, sim->partition.px, sim->partition.py,
              sim->partition.ranks, sim->threads, sim->ops->isa(sim->scheme));
    SPATE_TRY(tile_delays_begin(sim));
    SPATE_TRY(tuning_begin(sim));
    return sim->ops->close_faces(sim->scheme);
}

spate_status spate_sim_create(spate_context *ctx, const spate_options *opt, spate_sim **out)
{
    if (out)
        *out = NULL;
    SPATE_NEED_HANDLE(ctx);
    SPATE_NEED(ctx, opt, "opt is NULL; spate_options_default fills it");
    SPATE_NEED(ctx, out, "there is no place for the simulation (sim is NULL)");
    CORES_ENTER(0);
    double mark = timers_now();
    spate_sim *sim = calloc(1, sizeof *sim);
    spate_status status = SPATE_OK;
    if (!sim)
        status = fail_memory(ctx, "no memory for a simulation");
    if (sim) {
        sim->ctx = ctx;
        status = options_copy(ctx, opt, &sim->options, &sim->option_texts);
        if (status == SPATE_OK)
            status = build(sim);
        timers_lap(&sim->timers, SPATE_SECTION_SETUP, &mark);
    }
    status = comm_agree(ctx, status);
    if (status == SPATE_OK)
        *out = sim;
    else
        spate_sim_destroy(sim);
    return status;
}

void spate_sim_destroy(spate_sim *sim)
{
    if (!sim)
        return;
    boundaries_free(sim);
    if (sim->ops)
        sim->ops->destroy(sim->scheme);
    tuning_end(sim);
    free(sim->devices);
    partition_free(&sim->partition);
    free(sim->option_texts);
    free(sim);
}

void spate_set_observer(spate_sim *sim, spate_observer_fn observer, void *user)
{
    if (!sim)
        return;
    sim->observer = observer;
    sim->observer_user = user;
}

/* ---- advance ---- */

spate_status sim_start(spate_sim *sim)
{
    if (sim->started)
        return SPATE_OK;
    SPATE_TRY(boundaries_start(sim));
    SPATE_TRY(comm_agree(sim->ctx, sim->ops->start(sim->scheme)));
    sim->started = 1;
    sim->figures.known = 0;
    sim->initial_volume = figures_now(sim)->volume;
    sim->ops->through(sim->scheme, &sim->entered_before, &sim->left_before);
    sim->sources_before = sim->ops->sources->account(sim->scheme);
    sim->active_area = sim_active_area(sim);
    guard_begin(sim);
    return tuning_start(sim);
}

static spate_status advance(spate_sim *sim, double t_stop, int64_t steps)
{
    double mark = timers_now();
    const spate_status started = sim_start(sim);
    timers_lap(&sim->timers, SPATE_SECTION_SETUP, &mark);
    if (started != SPATE_OK)
        return started;
    sim->figures.known = 0;
    tuning_run(sim);
    for (int64_t left = steps;;) {
        const scheme_progress before = sim->ops->progress(sim->scheme);
        const int64_t checked = guard_steps_left(sim), looked = tuning_steps_left(sim);
        const int64_t slice = checked < looked ? checked : looked;
        const scheme_limits limits = {.t_stop = t_stop,
                                      .steps = slice < left ? slice : left,
                                      .observer = sim->observer,
                                      .observer_user = sim->observer_user};
        tuning_enter_steps(sim);
        const spate_status status = sim->ops->advance(sim->scheme, &limits);
        tuning_leave_steps(sim);
        const scheme_progress p = sim->ops->progress(sim->scheme);
        if (status == SPATE_ERROR_NUMERICAL && p.failed[0] >= 0)
            surroundings_add(sim, p.failed[0], p.failed[1], "Before the step");
        SPATE_TRY(status);
        left -= p.steps - before.steps;
        const int ended = !(p.t < t_stop) || left <= 0;
        SPATE_TRY(guard_after_steps(sim, ended));
        SPATE_TRY(tuning_look(sim));
        if (ended)
            return SPATE_OK;
    }
}

spate_status spate_advance(spate_sim *sim, double t_end)
{
    SIM_ENTER(sim);
    const double t = sim->ops->progress(sim->scheme).t;
    if (!(t_end >= t) || !isfinite(t_end))
        return fail_argument(sim->ctx,
                             "t_end is %g s: it must be a time not before %g s, where the run is",
                             t_end, t);
    return advance(sim, t_end, INT64_MAX);
}

spate_status spate_advance_steps(spate_sim *sim, int64_t steps)
{
    SIM_ENTER(sim);
    if (steps < 0)
        return fail_argument(sim->ctx, "steps is %lld: it must be at least 0", (long long)steps);
    return advance(sim, DBL_MAX, steps);
}
