/* Statistics of a run: volume, speed, and computing time. */
#include <math.h>
#include <string.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "physics/shown.h"
#include "run/field_rows.h"

static double cell_area(const spate_sim *sim)
{
    return sim->grid.dx * sim->grid.dy;
}

/* ---- the fastest cell ---- */

enum { PIECE = FIELD_PIECE };

/* The largest squared speed of cells i ... i + n - 1 of a row. */
static double fastest_of_piece(const spate_sim *sim, int part, int i, int j, int n)
{
    const double dry = sim->options.dry_depth;
    double h[PIECE], hu[PIECE], hv[PIECE], top = 0;
    field_piece(sim, SPATE_DEPTH, part, i, j, n, h);
    field_piece(sim, SPATE_MOMENTUM_X, part, i, j, n, hu);
    field_piece(sim, SPATE_MOMENTUM_Y, part, i, j, n, hv);
    for (int k = 0; k < n; ++k) {
        const double square = shown_speed_squared(h[k], hu[k], hv[k], dry);
        top = square > top ? square : top;
    }
    return top;
}

static double fastest_in_part(const spate_sim *sim, int part)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    double top = 0;
#pragma omp parallel for schedule(static) reduction(max : top)
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; i += PIECE)
            top =
                fmax(top, fastest_of_piece(sim, part, i, j, s->nx - i < PIECE ? s->nx - i : PIECE));
    return sqrt(top);
}

static double fastest(spate_sim *sim)
{
    double top = sim->ops->fastest(sim->scheme);
    const int known = top >= 0;
    for (int n = 0; n < sim->part_count && !known; ++n)
        top = fmax(top, fastest_in_part(sim, n));
    comm_max(sim->ctx->comm, &top, 1);
    return top;
}

/* ---- all of them ---- */

const sim_figures *figures_now(spate_sim *sim)
{
    sim_figures *f = &sim->figures;
    const int64_t steps = sim->ops->progress(sim->scheme).steps;
    if (f->known && f->steps == steps)
        return f;
    *f = (sim_figures){.known = 1,
                       .steps = steps,
                       .volume = sim->ops->depth_sum(sim->scheme) * cell_area(sim),
                       .fastest = fastest(sim)};
    return f;
}

/* Whether some part of this process is computed by the CPU. */
static int host_computes(const spate_sim *sim)
{
    for (int n = 0; n < sim->device_count; ++n)
        if (!sim->devices[n].backend->mirrored)
            return 1;
    return 0;
}

spate_status spate_get_stats(spate_sim *sim, spate_stats *stats)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, stats, "stats is NULL");
    SPATE_TRY(sim_start(sim));
    const scheme_progress p = sim->ops->progress(sim->scheme);
    const sim_figures *figures = figures_now(sim);
    double entered, left;
    sim->ops->through(sim->scheme, &entered, &left);
    const int named = sim->options.devices && *sim->options.devices;
    *stats = (spate_stats){
        .t = p.t,
        .dt = p.dt,
        .steps = p.steps,
        .redone = p.redone,
        .volume = figures->volume,
        .initial_volume = sim->initial_volume,
        .entered = entered - sim->entered_before,
        .left = left - sim->left_before,
        .max_speed = figures->fastest,
        .awake = p.awake,
        .parts = sim->partition.px * sim->partition.py,
        .threads = sim->threads,
        .threads_busy = host_computes(sim) ? sim->threads : 1,
        .backend = named ? sim->options.devices : sim->backend->name,
        .isa = sim->ops->isa(sim->scheme),
        .lines = sim->ops->lines ? sim->ops->lines(sim->scheme) : NULL,
        .bytes_per_cell = sim->ops->bytes_per_cell(sim->scheme),
    };
    account_for_sources(sim, stats);
    const double scale = fmax(stats->initial_volume, stats->entered);
    const double defect = stats->volume - stats->initial_volume - stats->entered + stats->left;
    stats->mass_error = scale > 0 ? defect / scale : defect;
    memcpy(stats->seconds, sim->timers.seconds, sizeof stats->seconds);
    return SPATE_OK;
}
