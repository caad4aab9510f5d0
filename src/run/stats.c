/* Statistics of a run: volume, speed, and computing time. */
#include <math.h>
#include <string.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/field_rows.h"

static double cell_area(const spate_sim *sim)
{
    return sim->grid.dx * sim->grid.dy;
}

/* ---- the fastest cell ---- */

enum { PIECE = FIELD_PIECE };

/* Depth and momentum of some cells of a row. */
typedef struct moving_piece {
    double h[PIECE], hu[PIECE], hv[PIECE];
} moving_piece;

/* A cell whose squared speed is smaller than top by more than rounding cannot be the fastest. The
 * square has five roundings of half an epsilon; hypot and its division have two each, doubled by
 * squaring. 16 epsilons bound their sum. Where squares may have underflowed every cell
 * is examined. */
static int may_be_faster(const moving_piece *p, int n, double dry, double top)
{
    double most = 0;
    for (int k = 0; k < n; ++k) {
        const double square = p->hu[k] * p->hu[k] + p->hv[k] * p->hv[k];
        const double over = p->h[k] > dry ? square / (p->h[k] * p->h[k]) : 0;
        most = over > most ? over : most;
    }
    return most < 0x1p-900 || most * (1 + 0x1p-48) >= top * top;
}

static double fastest_of(const moving_piece *p, int n, double dry, double top)
{
    for (int k = 0; k < n; ++k)
        if (p->h[k] > dry && (p->hu[k] != 0 || p->hv[k] != 0))
            top = fmax(top, hypot(p->hu[k], p->hv[k]) / p->h[k]);
    return top;
}

static double fastest_in_part(const spate_sim *sim, int part)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const double dry = sim->options.dry_depth;
    double top = 0;
#pragma omp parallel for schedule(static) reduction(max : top)
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; i += PIECE) {
            const int n = s->nx - i < PIECE ? s->nx - i : PIECE;
            moving_piece p;
            field_piece(sim, SPATE_DEPTH, part, i, j, n, p.h);
            field_piece(sim, SPATE_MOMENTUM_X, part, i, j, n, p.hu);
            field_piece(sim, SPATE_MOMENTUM_Y, part, i, j, n, p.hv);
            const double so_far =
                top > 0 ? top : 0; /* the initial value of a thread is -INFINITY */
            if (may_be_faster(&p, n, dry, so_far))
                top = fastest_of(&p, n, dry, so_far);
        }
    return top > 0 ? top : 0;
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
