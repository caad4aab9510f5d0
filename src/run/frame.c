/* Fields that are copied to the host in the background, where the backend supports it. */
#include <stdlib.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/sim.h"

struct spate_frame {
    const spate_sim *sim;
    void **copies; /* by part of this rank when the frame was begun, as the boxes */
    box *boxes;
    int count;
    float *values[SHOWN_FIELDS];
};

static int shown_of(spate_field_name name)
{
    switch (name) {
    case SPATE_DEPTH: return SHOWN_DEPTH;
    case SPATE_VELOCITY_X: return SHOWN_VELOCITY_X;
    case SPATE_VELOCITY_Y: return SHOWN_VELOCITY_Y;
    default: return -1;
    }
}

static void finish(spate_frame *f)
{
    const spate_sim *sim = f->sim;
    for (int n = 0; n < f->count; ++n) {
        const box b = f->boxes[n];
        float *to[SHOWN_FIELDS];
        for (int k = 0; k < SHOWN_FIELDS; ++k)
            to[k] = f->values[k] ? f->values[k] + b.j0 * sim->grid.nx + b.i0 : NULL;
        if (f->copies[n])
            sim->ops->copy_finish(sim->scheme, f->copies[n], to, (ptrdiff_t)sim->grid.nx);
    }
    free(f->copies);
    free(f->boxes);
    free(f);
}

/* NULL where the fields must be read at once: several ranks (MPI stays on the main thread), a
 * backend without background copies, or no memory. */
static spate_frame *begin(spate_sim *sim, int count, const spate_field_name *fields,
                          float *const *values)
{
    unsigned set = 0;
    int begun = 0;
    spate_frame *f =
        comm_size(sim->ctx->comm) == 1 && sim->ops->copy_start ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    f->sim = sim;
    f->copies = calloc((size_t)sim->part_count, sizeof *f->copies);
    f->boxes = calloc((size_t)sim->part_count, sizeof *f->boxes);
    f->count = f->copies && f->boxes ? sim->part_count : 0;
    for (int n = 0; n < f->count; ++n)
        f->boxes[n] = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
    for (int n = 0; n < count; ++n) {
        const int shown = shown_of(fields[n]);
        if (shown < 0) {
            begun = -1;
            break;
        }
        set |= 1u << shown;
        f->values[shown] = values[n];
    }
    for (; begun >= 0 && begun < f->count; ++begun)
        if (!(f->copies[begun] = sim->ops->copy_start(sim->scheme, begun, set)))
            break;
    if (begun == sim->part_count)
        return f;
    finish(f); /* frees the copies that were started */
    return NULL;
}

spate_status spate_frame_start(spate_sim *sim, int count, const spate_field_name *fields,
                               float *const *values, spate_frame **frame)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, frame, "frame is NULL");
    *frame = NULL;
    SPATE_NEED(sim->ctx, count >= 0, "count is negative");
    SPATE_NEED(sim->ctx, count == 0 || (fields && values), "fields or values is NULL");
    double mark = timers_now();
    SPATE_TRY(sim_start(sim));
    *frame = begin(sim, count, fields, values);
    timers_lap(&sim->timers, SPATE_SECTION_OUTPUT, &mark);
    for (int n = 0; n < count && !*frame; ++n)
        SPATE_TRY(spate_get_field_f32(sim, fields[n], values[n]));
    return SPATE_OK;
}

spate_status spate_frame_wait(spate_frame *frame, spate_context *ctx)
{
    if (!frame)
        return SPATE_OK;
    const spate_sim *sim = frame->sim;
    finish(frame);
    for (int n = 0; n < sim->device_count; ++n) {
        const spate_backend *backend = sim->devices[n].backend;
        const char *trouble = backend->trouble ? backend->trouble() : NULL;
        if (trouble && ctx)
            spate_fail(ctx, SPATE_ERROR_BACKEND, "%s backend: %s", backend->name, trouble);
        if (trouble)
            return SPATE_ERROR_BACKEND;
    }
    return SPATE_OK;
}
