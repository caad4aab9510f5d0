/* Bundles cut over ranks whose parts are on devices: the pipeline of distributed_batches.c, with kernels for its stages and
 * messages that leave from the device, or through pinned memory. */
#include "solvers/tridiag/distributed_device.h"

/* ---- messages ---- */

int dist_device_buffers(const spate_tridiag_distributed *t, struct dist_pipeline *pipeline)
{
    const dist_on_device *g = t->device;
    for (int k = 0; k < pipeline->bundle_count; ++k) {
        const dist_bundle *b = pipeline->bundles[k].b;
        const tri_cut_solver *solver = dist_device_solver(t, b);
        for (int slot = 0; slot < DIST_SLOTS; ++slot)
            for (int p = 0; p < b->part_count; ++p) {
                dist_buffers *to = &pipeline->bundles[k].buffers[slot][p];
                to->pieces = g->table->pieces(solver, slot, p);
                to->answers = g->table->answers(solver, slot, p);
            }
    }
    return 1;
}

/* Panels first ... of the pieces (answers) of a part. */
typedef struct stretch {
    int part, answers;
    int64_t first, panels;
} stretch;

/* Between a message and the device; nothing to do where they are one. */
static void move(const spate_tridiag_distributed *t, const dist_work *w, stretch s, int to_device)
{
    const dist_on_device *g = t->device;
    const dist_part *p = &w->b->parts[s.part];
    const size_t panel = (size_t)(s.answers ? dist_answer_values(p) : dist_piece_values(t, p)) *
                         (size_t)w->b->lanes * dist_bytes(t);
    const size_t at = (size_t)s.first * panel, bytes = (size_t)s.panels * panel;
    const tri_cut_solver *solver = dist_device_solver(t, w->b);
    char *device = s.answers ? g->table->answers(solver, w->slot, s.part)
                             : g->table->pieces(solver, w->slot, s.part);
    char *message = s.answers ? w->buffers[s.part].answers : w->buffers[s.part].pieces;
    if (bytes && device != message)
        g->memory->copy((to_device ? device : message) + at, bytes,
                        (to_device ? message : device) + at, bytes, bytes, 1, g->stream);
}

/* ---- stages ---- */

static tri_cut_batch batch_of(const spate_tridiag_distributed *t, const dist_work *w)
{
    tri_cut_batch batch = {.slot = w->slot, .panel = w->panel, .panels = w->panels};
    batch.top_panels = dist_share(t, w->b, w->panels, w->b->my_rank, &batch.top_first);
    return batch;
}

static void up(const spate_tridiag_distributed *t, const dist_work *w)
{
    const tri_cut_batch batch = batch_of(t, w);
    t->device->table->up(dist_device_solver(t, w->b), &batch, t->device->stream);
    for (int p = 0; p < w->b->part_count; ++p)
        if (w->b->parts[p].local >= 0)
            move(t, w, (stretch){p, 0, 0, w->panels}, 0);
    t->device->table->settle(t->device->stream);
}

/* Of this rank's own parts pieces and answers are on the device already. */
static void top(const spate_tridiag_distributed *t, const dist_work *w)
{
    const tri_cut_batch batch = batch_of(t, w);
    for (int p = 0; p < w->b->part_count; ++p)
        if (w->b->parts[p].local < 0)
            move(t, w, (stretch){p, 0, 0, batch.top_panels}, 1);
    t->device->table->top(dist_device_solver(t, w->b), &batch, t->device->stream);
    for (int p = 0; p < w->b->part_count; ++p)
        if (w->b->parts[p].local < 0)
            move(t, w, (stretch){p, 1, 0, batch.top_panels}, 0);
    t->device->table->settle(t->device->stream);
}

static void down(const spate_tridiag_distributed *t, const dist_work *w)
{
    const tri_cut_batch batch = batch_of(t, w);
    const int64_t end = batch.top_first + batch.top_panels;
    for (int p = 0; p < w->b->part_count; ++p)
        if (w->b->parts[p].local >= 0) {
            move(t, w, (stretch){p, 1, 0, batch.top_first}, 1);
            move(t, w, (stretch){p, 1, end, w->panels - end}, 1);
        }
    t->device->table->down(dist_device_solver(t, w->b), &batch, t->device->stream);
}

/* The order of dist_pipeline_run, for the same reasons. */
void dist_device_run(spate_tridiag_distributed *t)
{
    const struct dist_pipeline *pipeline = t->pipeline;
    t->sent_bytes = 0;
    t->messages = 0;
    for (int64_t k = 0; k < pipeline->works + 2; ++k) {
        if (k < pipeline->works) {
            const dist_work w = dist_work_of(pipeline, k);
            dist_receive(t, &w);
            up(t, &w);
            dist_send_pieces(t, &w);
        }
        if (k >= 1 && k - 1 < pipeline->works) {
            const dist_work w = dist_work_of(pipeline, k - 1);
            mailbox_wait(t->box, dist_round_pieces(&w));
            top(t, &w);
            dist_send_answers(t, &w);
        }
        if (k >= 2) {
            const dist_work w = dist_work_of(pipeline, k - 2);
            mailbox_wait(t->box, dist_round_answers(&w));
            down(t, &w);
        }
    }
}
