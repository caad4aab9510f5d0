/* Distributed solves on a device: copies of host arrays, batches, failures. */
#include "parallel/comm.h"
#include "solvers/device_choice.h"
#include "solvers/tridiag/distributed_device.h"

/* ---- arrays of the host ---- */

/* x is copied too if there are gaps between lines, or if right-hand sides are computed on the
 * device: x of a line that fails is not written, and the copy back covers both. */
static spate_status copy_part_to_device(spate_tridiag_distributed *t, int part)
{
    dist_on_device *g = t->device;
    const dist_arrays *host = &t->arrays[part];
    const tri_layout *l = &t->layouts[part];
    const size_t bytes = (size_t)l->extent * dist_bytes(t);
    const int in_place = host->x == host->d, gaps = l->extent > l->n * l->lines;
    const void *from[DIST_DEVICE_ARRAYS] = {host->a, host->b, host->c, in_place ? NULL : host->d,
                                            host->x};
    void **to = &g->copies[part * DIST_DEVICE_ARRAYS];
    for (int k = 0; k < DIST_DEVICE_ARRAYS; ++k) {
        if (from[k] && !to[k])
            to[k] = g->memory->allocate(bytes);
        if (from[k] && !to[k])
            return fail_memory(t->ctx, "no memory on the device for arrays of %zu bytes", bytes);
        if (from[k] && (k < 4 || in_place || gaps || g->rhs))
            g->memory->copy(to[k], bytes, from[k], bytes, bytes, 1, g->stream);
    }
    g->arrays[part] = (tri_device_arrays){to[0], to[1], to[2], in_place ? to[4] : to[3], to[4]};
    return SPATE_OK;
}

static spate_status set_device_arrays(spate_tridiag_distributed *t)
{
    for (int p = 0; p < t->local_count; ++p) {
        const dist_arrays *r = &t->arrays[p];
        t->device->arrays[p] = (tri_device_arrays){r->a, r->b, r->c, r->d, r->x};
        if (t->device->where == SPATE_MEMORY_HOST)
            SPATE_TRY(copy_part_to_device(t, p));
    }
    return device_status(t->ctx, t->device->memory);
}

static void copy_back(const spate_tridiag_distributed *t)
{
    const dist_on_device *g = t->device;
    for (int p = 0; p < t->local_count; ++p) {
        const size_t bytes = (size_t)t->layouts[p].extent * dist_bytes(t);
        g->memory->copy(t->arrays[p].x, bytes, g->arrays[p].x, bytes, bytes, 1, g->stream);
    }
}

/* ---- solves ---- */

static void solve_here(const spate_tridiag_distributed *t, const dist_bundle *b)
{
    const dist_on_device *g = t->device;
    if (g->table->solve_whole(dist_device_solver(t, b), g->stream))
        return;
    for (int64_t panel = 0; panel < b->panels; panel += b->batch) {
        const int64_t left = b->panels - panel, panels = left < b->batch ? left : b->batch;
        const tri_cut_batch batch = {.panel = panel, .panels = panels, .top_panels = panels};
        g->table->solve(dist_device_solver(t, b), &batch, g->stream);
    }
}

static spate_status pass_arrays(const spate_tridiag_distributed *t)
{
    const dist_on_device *g = t->device;
    for (int k = 0; k < t->bundle_count; ++k)
        if (!g->table->set_arrays(g->solvers[k], g->arrays, g->rhs, g->receivers, g->stream))
            return fail_memory(t->ctx, "no memory on the device for the spans of %d parts",
                               t->local_count);
    return SPATE_OK;
}

/* Collective. */
static spate_status finish(spate_tridiag_distributed *t)
{
    dist_diagnostics found = {0};
    t->device->pending = 0;
    dist_device_collect(t, &found);
    SPATE_TRY(comm_agree(t->ctx, device_status(t->ctx, t->device->memory)));
    return dist_agree_status(t, &found);
}

spate_status dist_device_solve(spate_tridiag_distributed *t)
{
    dist_on_device *g = t->device;
    SPATE_TRY(comm_agree(t->ctx, set_device_arrays(t)));
    SPATE_TRY(comm_agree(t->ctx, pass_arrays(t)));
    dist_device_run(t);
    for (int k = 0; k < t->bundle_count; ++k)
        if (dist_is_fused(&t->bundles[k]))
            solve_here(t, &t->bundles[k]);
    ++t->solves;
    g->pending = 1;
    if (g->where == SPATE_MEMORY_DEVICE)
        return comm_agree(t->ctx, device_status(t->ctx, t->device->memory));
    const spate_status status = finish(t);
    if (status == SPATE_OK || status == SPATE_ERROR_NUMERICAL)
        copy_back(t);
    return status;
}

spate_status spate_tridiag_distributed_wait(spate_tridiag_distributed *t)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    return t->device && t->device->pending ? finish(t) : SPATE_OK;
}

spate_status spate_tridiag_distributed_set_stream(spate_tridiag_distributed *t, void *stream)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    if (!t->device)
        return fail_argument(t->ctx, "the CPU has no streams");
    const spate_status status =
        spate_tridiag_distributed_wait(t); /* waits for solves on the old stream */
    t->device->stream = stream;
    return status;
}
