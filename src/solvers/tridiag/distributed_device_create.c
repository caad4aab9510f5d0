/* Distributed lines on a device: options, backend table, memory. */
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "solvers/device_choice.h"
#include "solvers/tridiag/distributed_device.h"

/* ---- creation ---- */

static spate_status check_device_options(spate_context *ctx,
                                         const spate_tridiag_distributed_options *o, int *wanted)
{
    if (!o->backend)
        return fail_argument(ctx, "backend is NULL; \"auto\" is the default");
    SPATE_TRY(device_check(ctx, "tridiagonal lines", o->backend, o->memory));
    *wanted = device_wanted(o->backend, o->memory);
    if (!(o->scratch >= 0))
        return fail_argument(ctx, "scratch is %g; it must be 0 (default) or more", o->scratch);
    return SPATE_OK;
}

spate_status dist_device_create(spate_tridiag_distributed *t,
                                const spate_tridiag_distributed_options *o)
{
    int wanted = 0;
    SPATE_TRY(check_device_options(t->ctx, o, &wanted));
    t->scratch_wanted = o->scratch;
    if (!wanted)
        return SPATE_OK;
    dist_on_device *g = t->device = calloc(1, sizeof *t->device);
    if (!g)
        return fail_memory(t->ctx, "no memory for a tridiagonal solver");
    g->where = o->memory;
    SPATE_TRY(device_open(t->ctx, o->backend, &g->backend));
    g->memory = g->backend->tridiag ? g->backend->tridiag() : NULL;
    g->table = g->backend->tridiag_cut ? g->backend->tridiag_cut() : NULL;
    if (!g->memory || !g->table)
        return spate_fail(t->ctx, SPATE_ERROR_BACKEND,
                          "backend \"cuda\" has no solvers of lines cut over parts");
    g->on_device = comm_size(t->ctx->comm) > 1 && comm_takes_device_memory(t->ctx->comm);
    return SPATE_OK;
}

static void destroy_solvers(dist_on_device *g)
{
    for (int k = 0; k < g->solver_count; ++k)
        g->table->destroy(g->solvers[k]);
    free(g->solvers);
    g->solvers = NULL;
    g->solver_count = 0;
}

void dist_device_destroy(spate_tridiag_distributed *t)
{
    dist_on_device *g = t->device;
    if (!g)
        return;
    if (g->table)
        destroy_solvers(g);
    for (int k = 0; g->copies && k < t->local_count * DIST_DEVICE_ARRAYS; ++k)
        g->memory->release(g->copies[k]);
    free(g->copies);
    free(g->arrays);
    free(g->first_failed);
    free(g);
    t->device = NULL;
}

/* ---- batches ---- */

/* Many threads matter more than a cache that holds what they keep: of 12, 48 and 400 MB the
 * largest was the fastest for every matrix and layout (H200,
 * bench/results/2026-11-15-tridiag-cut-cuda.md). */
static const double SCRATCH_LOCAL = 400e6, SCRATCH_SENT = 256e6;
enum { BATCHES_SENT = 4 };

void dist_device_panels(const spate_tridiag_distributed *t, dist_bundle *b)
{
    const double panel =
        (double)dist_max_rank_rows(b) * dist_kept_values(t) * (double)dist_bytes(t) * TRI_CUT_LANES;
    const int travels = b->rank_count > 1;
    const double usual = travels ? SCRATCH_SENT / DIST_SLOTS : SCRATCH_LOCAL;
    const double room =
        t->scratch_wanted > 0 ? t->scratch_wanted / (travels ? DIST_SLOTS : 1) : usual;
    b->lanes = TRI_CUT_LANES;
    b->panels_in_row = 0; /* unused: a GPU thread finds its own line */
    b->panels = (b->lines + b->lanes - 1) / b->lanes;
    const int64_t least = travels ? b->rank_count : 1;
    int64_t batch = room / panel < (double)b->panels ? (int64_t)(room / panel) : b->panels;
    const int64_t several = (b->panels + BATCHES_SENT - 1) / BATCHES_SENT;
    batch = travels && batch > several ? several : batch;
    b->batch = batch > least ? batch : least;
    b->batch = b->batch < b->panels ? b->batch : b->panels;
    b->batches = (b->panels + b->batch - 1) / b->batch;
}

/* ---- setup ---- */

static spate_status make_solver(spate_tridiag_distributed *t, int bundle)
{
    dist_on_device *g = t->device;
    char why[256] = "";
    dist_device_plan plan = dist_device_plan_of(t, &t->bundles[bundle]);
    if (!plan.block)
        return fail_memory(t->ctx, "no memory for lines of %lld rows", (long long)t->n);
    g->solvers[bundle] = g->table->create(&plan.spec, why, sizeof why);
    free(plan.block);
    g->solver_count = bundle + 1;
    return g->solvers[bundle] ? SPATE_OK : fail_memory(t->ctx, "%s", why);
}

spate_status dist_device_setup(spate_tridiag_distributed *t)
{
    dist_on_device *g = t->device;
    const size_t parts = (size_t)t->local_count + 1;
    destroy_solvers(g);
    g->solvers = calloc((size_t)t->bundle_count + 1, sizeof(tri_cut_solver *));
    if (!g->copies)
        g->copies = calloc(parts * DIST_DEVICE_ARRAYS, sizeof(void *));
    if (!g->arrays)
        g->arrays = calloc(parts, sizeof *g->arrays);
    if (!g->first_failed)
        g->first_failed = calloc(parts, sizeof *g->first_failed);
    if (!g->solvers || !g->copies || !g->arrays || !g->first_failed)
        return fail_memory(t->ctx, "no memory for %d parts", t->local_count);
    for (int k = 0; k < t->bundle_count; ++k)
        SPATE_TRY(make_solver(t, k));
    return device_status(t->ctx, t->device->memory);
}
