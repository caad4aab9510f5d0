/* The facts that spate check reports. */
#include "check_facts.h"

#include <math.h>
#include <stdlib.h>

#include "base/timers.h"
#include "disk_need.h"
#include "parallel/comm.h"
#include "program/tool.h"

/* Long enough for the first step, which touches the memory, to count little. */
static const double trial_seconds = 0.25;

static spate_status boundaries_of(check_facts *f)
{
    for (int k = 0; k < f->m->boundary_count; ++k)
        SPATE_TRY(boundary_facts_gather(f->m, k, &f->boundaries[k]));
    return SPATE_OK;
}

static spate_status gauges_of(check_facts *f)
{
    for (int k = 0; k < f->m->gauge_count; ++k) {
        const int64_t cell[1][2] = {{f->m->gauges[k].i, f->m->gauges[k].j}};
        SPATE_TRY(spate_get_cells(f->m->sim, 1, cell, &f->gauges[k]));
    }
    return SPATE_OK;
}

/* ---- memory and disk ---- */

static void sizes_of(check_facts *f)
{
    const double cells = (double)f->m->grid.nx * (double)f->m->grid.ny;
    const double maps = (f->m->manning.values ? 3 : 2) * sizeof(double);
    f->memory = cells * (f->model.stats.bytes_per_cell + maps);
    f->output = disk_need(&f->plan, 0);
    f->free_disk = disk_free(f->plan.folder);
}

/* ---- trial ---- */

static spate_status try_run(check_facts *f)
{
    comm *c = f->m->ctx->comm;
    const double begun = timers_now();
    double elapsed = 0;
    int64_t steps = 1;
    spate_stats stats = f->model.stats;
    const double from = stats.t;
    while (elapsed < trial_seconds && stats.t < f->m->duration) {
        SPATE_TRY(spate_advance_steps(f->m->sim, steps));
        SPATE_TRY(spate_get_stats(f->m->sim, &stats));
        elapsed = timers_now() - begun;
        comm_max(c, &elapsed, 1);
        if (elapsed < 0.25 * trial_seconds)
            steps *= 2;
    }
    f->trial_seconds = elapsed;
    f->trial_dt = stats.dt;
    f->run_seconds = elapsed * f->m->duration / fmax(stats.t - from, 1e-300);
    return SPATE_OK;
}

spate_status check_facts_gather(model *m, check_facts *out)
{
    *out = (check_facts){.m = m};
    SPATE_TRY(model_plan_make(m, NULL, RESULTS_NEW, &out->plan));
    out->boundaries = calloc((size_t)m->boundary_count + 1, sizeof *out->boundaries);
    out->gauges = calloc((size_t)m->gauge_count + 1, sizeof *out->gauges);
    spate_status status = SPATE_OK;
    if (!out->boundaries || !out->gauges)
        status = fail_memory(m->ctx, "no memory for the check");
    SPATE_TRY(comm_agree(m->ctx, status));
    SPATE_TRY(model_measure_departure(m));
    SPATE_TRY(model_measure_rain(m));
    SPATE_TRY(model_facts_gather(m, &out->model));
    SPATE_TRY(boundaries_of(out));
    SPATE_TRY(gauges_of(out));
    SPATE_TRY(model_pools(m, out->pools, CHECK_POOLS, &out->pool_count));
    sizes_of(out);
    return try_run(out);
}

void check_facts_free(check_facts *f)
{
    model_plan_free(&f->plan);
    free(f->boundaries);
    free(f->gauges);
}
