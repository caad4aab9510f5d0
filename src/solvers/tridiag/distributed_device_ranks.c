/* Bundles cut over ranks with parts on devices: the pipeline of distributed_batches.c with
 * kernels as stages. Messages are sent from device memory or through pinned memory. */
#include "solvers/tridiag/distributed_device.h"

/* ---- messages ---- */

static char *device_message(const spate_tridiag_distributed *t, const dist_bundle *b, int slot,
                            int part, tri_cut_message which)
{
    return t->device->table->message(dist_device_solver(t, b), slot, part, which);
}

int dist_device_buffers(const spate_tridiag_distributed *t, struct dist_pipeline *pipeline)
{
    for (int k = 0; k < pipeline->bundle_count; ++k) {
        const dist_bundle *b = pipeline->bundles[k].b;
        for (int slot = 0; slot < DIST_SLOTS; ++slot)
            for (int p = 0; p < b->part_count; ++p)
                pipeline->bundles[k].buffers[slot][p] =
                    (dist_buffers){.pieces = device_message(t, b, slot, p, TRI_CUT_PIECES),
                                   .answers = device_message(t, b, slot, p, TRI_CUT_ANSWERS),
                                   .to_front = device_message(t, b, slot, p, TRI_CUT_TO_FRONT),
                                   .to_behind = device_message(t, b, slot, p, TRI_CUT_TO_BEHIND),
                                   .from_front = device_message(t, b, slot, p, TRI_CUT_FROM_FRONT),
                                   .from_behind =
                                       device_message(t, b, slot, p, TRI_CUT_FROM_BEHIND)};
    }
    return 1;
}

static char *host_message(const dist_buffers *at, tri_cut_message which)
{
    switch (which) {
    case TRI_CUT_PIECES: return at->pieces;
    case TRI_CUT_ANSWERS: return at->answers;
    case TRI_CUT_TO_FRONT: return at->to_front;
    case TRI_CUT_TO_BEHIND: return at->to_behind;
    case TRI_CUT_FROM_FRONT: return at->from_front;
    default: return at->from_behind;
    }
}

/* Values per lane. */
static int64_t message_values(const spate_tridiag_distributed *t, const dist_part *p,
                              tri_cut_message which)
{
    if (which == TRI_CUT_PIECES)
        return dist_piece_values(t, p);
    return which == TRI_CUT_ANSWERS ? dist_answer_values(p) : (int64_t)dist_face_rows(t);
}

/* Consecutive panels of a message of a part. */
typedef struct panel_range {
    int part;
    tri_cut_message which;
    int64_t first, panels;
} panel_range;

/* Copies between message buffer and device, unless they are the same memory. */
static void copy_message(const spate_tridiag_distributed *t, const dist_work *w, panel_range s,
                         int to_device)
{
    const dist_on_device *g = t->device;
    const size_t panel = (size_t)message_values(t, &w->b->parts[s.part], s.which) *
                         (size_t)w->b->lanes * dist_bytes(t);
    const size_t at = (size_t)s.first * panel, bytes = (size_t)s.panels * panel;
    char *device = device_message(t, w->b, w->slot, s.part, s.which);
    char *message = host_message(&w->buffers[s.part], s.which);
    if (bytes && device != message)
        g->memory->copy((to_device ? device : message) + at, bytes,
                        (to_device ? message : device) + at, bytes, bytes, 1, g->stream);
}

/* Decoupled parts: faces of part p for parts of other ranks, or from them. */
static void copy_faces(const spate_tridiag_distributed *t, const dist_work *w, int p, int to_device)
{
    const dist_part *front = dist_neighbour(t, w->b, p, -1),
                    *behind = dist_neighbour(t, w->b, p, 1);
    const tri_cut_message first = to_device ? TRI_CUT_FROM_FRONT : TRI_CUT_TO_FRONT;
    const tri_cut_message second = to_device ? TRI_CUT_FROM_BEHIND : TRI_CUT_TO_BEHIND;
    if (front && front->local < 0)
        copy_message(t, w, (panel_range){p, first, 0, w->panels}, to_device);
    if (behind && behind->local < 0)
        copy_message(t, w, (panel_range){p, second, 0, w->panels}, to_device);
}

/* ---- stages ---- */

static tri_cut_batch batch_of(const spate_tridiag_distributed *t, const dist_work *w)
{
    tri_cut_batch batch = {.slot = w->slot, .panel = w->panel, .panels = w->panels};
    batch.top_panels = dist_share(t, w->b, w->panels, w->b->my_rank, &batch.top_first);
    return batch;
}

static void up(const spate_tridiag_distributed *t, const dist_work *w, void *unused)
{
    (void)unused;
    const tri_cut_batch batch = batch_of(t, w);
    t->device->table->up(dist_device_solver(t, w->b), &batch, t->device->stream);
    for (int p = 0; p < w->b->part_count; ++p) {
        if (w->b->parts[p].local < 0)
            continue;
        if (dist_decoupled(t, w->b))
            copy_faces(t, w, p, 0);
        else
            copy_message(t, w, (panel_range){p, TRI_CUT_PIECES, 0, w->panels}, 0);
    }
    t->device->table->synchronize(t->device->stream);
}

/* Pieces and answers of this rank's own parts are already on the device. */
static void top(const spate_tridiag_distributed *t, const dist_work *w, void *unused)
{
    (void)unused;
    const tri_cut_batch batch = batch_of(t, w);
    if (dist_decoupled(t, w->b))
        return;
    for (int p = 0; p < w->b->part_count; ++p)
        if (w->b->parts[p].local < 0)
            copy_message(t, w, (panel_range){p, TRI_CUT_PIECES, 0, batch.top_panels}, 1);
    t->device->table->top(dist_device_solver(t, w->b), &batch, t->device->stream);
    for (int p = 0; p < w->b->part_count; ++p)
        if (w->b->parts[p].local < 0)
            copy_message(t, w, (panel_range){p, TRI_CUT_ANSWERS, 0, batch.top_panels}, 0);
    t->device->table->synchronize(t->device->stream);
}

static void down(const spate_tridiag_distributed *t, const dist_work *w, void *unused)
{
    (void)unused;
    const tri_cut_batch batch = batch_of(t, w);
    const int64_t end = batch.top_first + batch.top_panels;
    for (int p = 0; p < w->b->part_count; ++p) {
        if (w->b->parts[p].local < 0)
            continue;
        if (dist_decoupled(t, w->b)) {
            copy_faces(t, w, p, 1);
            continue;
        }
        copy_message(t, w, (panel_range){p, TRI_CUT_ANSWERS, 0, batch.top_first}, 1);
        copy_message(t, w, (panel_range){p, TRI_CUT_ANSWERS, end, w->panels - end}, 1);
    }
    t->device->table->down(dist_device_solver(t, w->b), &batch, t->device->stream);
}

void dist_device_run(spate_tridiag_distributed *t)
{
    static const dist_stages stages = {up, top, down};
    dist_run_batches(t, &stages, NULL);
}
