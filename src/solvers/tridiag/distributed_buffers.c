/* Memory of the pipeline. */
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "solvers/tridiag/distributed_device.h"

static void carve_part(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                       block_carver *c, dist_buffers *to)
{
    const int mine = p->local >= 0;
    const size_t row = (size_t)b->lanes * dist_bytes(t), faces = dist_face_rows(t) * row;
    const size_t panels = (size_t)b->batch; /* parts of other ranks need a share of it at most */
    to->pieces = solver_carve(c, panels * (size_t)dist_piece_values(t, p) * row);
    to->answers = solver_carve(c, panels * (size_t)dist_answer_values(p) * row);
    to->kept = mine && !t->device
                   ? solver_carve(c, panels * (size_t)dist_part_kept_values(t, p) * row)
                   : NULL;
    if (!mine || !dist_decoupled(t, b))
        return;
    to->to_front = solver_carve(c, panels * faces);
    to->to_behind = solver_carve(c, panels * faces);
    to->from_front = solver_carve(c, panels * faces);
    to->from_behind = solver_carve(c, panels * faces);
}

/* Slots share no memory. With base NULL only the size is computed. */
static void carve_all(const spate_tridiag_distributed *t, struct dist_pipeline *pipeline,
                      block_carver *c)
{
    for (int k = 0; k < pipeline->bundle_count; ++k) {
        const dist_bundle *b = pipeline->bundles[k].b;
        for (int slot = 0; slot < DIST_SLOTS; ++slot)
            for (int p = 0; p < b->part_count; ++p)
                carve_part(t, b, &b->parts[p], c, &pipeline->bundles[k].buffers[slot][p]);
    }
}

static int allocate_buffers(const spate_tridiag_distributed *t, struct dist_pipeline *pipeline)
{
    pipeline->bundles = calloc((size_t)t->bundle_count + 1, sizeof *pipeline->bundles);
    if (!pipeline->bundles)
        return 0;
    for (int k = 0; k < t->bundle_count; ++k) {
        const dist_bundle *b = &t->bundles[k];
        if (dist_is_fused(b))
            continue;
        dist_bundle_work *l = &pipeline->bundles[pipeline->bundle_count++];
        l->b = b;
        pipeline->works += b->batches;
        for (int slot = 0; slot < DIST_SLOTS; ++slot) {
            l->buffers[slot] = calloc((size_t)b->part_count, sizeof *l->buffers[slot]);
            if (!l->buffers[slot])
                return 0;
        }
    }
    block_carver count = {NULL, 0}, c = {NULL, 0};
    if (t->device && t->device->on_device)
        return dist_device_buffers(t, pipeline);
    carve_all(t, pipeline, &count);
    if (t->device) {
        const spate_backend *of = t->device->backend;
        c.base = of->transfers->message_alloc(of->devices[0], count.used + 1, 0);
        pipeline->release = of->transfers->message_free;
    } else {
        c.base = memory_alloc(count.used + 1);
    }
    pipeline->block = c.base;
    if (!c.base)
        return 0;
    carve_all(t, pipeline, &c);
    return 1;
}

spate_status dist_pipeline_create(spate_tridiag_distributed *t)
{
    dist_pipeline_destroy(t->pipeline);
    mailbox_destroy(t->box);
    t->pipeline = calloc(1, sizeof *t->pipeline);
    const int made = t->pipeline && allocate_buffers(t, t->pipeline);
    t->box = mailbox_create(t->ctx->comm, 2 * DIST_SLOTS, dist_max_messages(t));
    return comm_agree(t->ctx, made && t->box
                                  ? SPATE_OK
                                  : fail_memory(t->ctx, "no memory for messages between ranks"));
}

void dist_pipeline_destroy(struct dist_pipeline *pipeline)
{
    if (!pipeline)
        return;
    for (int k = 0; k < pipeline->bundle_count; ++k)
        for (int slot = 0; slot < DIST_SLOTS; ++slot)
            free(pipeline->bundles[k].buffers[slot]);
    free(pipeline->bundles);
    if (pipeline->release)
        pipeline->release(pipeline->block, 0);
    else
        memory_free(pipeline->block);
    free(pipeline);
}
