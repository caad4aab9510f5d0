/* Order of the pipeline stages. */
#include <string.h>

#include "base/threads.h"
#include "solvers/tridiag/distributed_panel.h"
#include "solvers/tridiag/distributed_pipeline.h"

/* ---- distribution of work ---- */

int64_t dist_share(const spate_tridiag_distributed *t, const dist_bundle *b, int64_t panels,
                   int place, int64_t *first)
{
    *first = 0;
    if (t->reduced == DIST_GATHER)
        return place == 0 ? panels : 0;
    *first = panels * place / b->rank_count;
    return panels * (place + 1) / b->rank_count - *first;
}

static dist_work work_of(const struct dist_pipeline *pipeline, int64_t k)
{
    const int slot = (int)(k % DIST_SLOTS);
    const dist_bundle_work *l = pipeline->bundles;
    while (k >= l->b->batches) {
        k -= l->b->batches;
        ++l;
    }
    const int64_t first = k * l->b->batch, left = l->b->panels - first;
    return (dist_work){.b = l->b,
                       .buffers = l->buffers[slot],
                       .panel = first,
                       .panels = left < l->b->batch ? left : l->b->batch,
                       .slot = slot};
}

/* ---- stages: each a loop over parts and panels ---- */

typedef void stage_fn(const spate_tridiag_distributed *t, const dist_work *w, int part,
                      int64_t panel, dist_scratch *s, dist_diagnostics *found);

static void up(const spate_tridiag_distributed *t, const dist_work *w, int part, int64_t panel,
               dist_scratch *s, dist_diagnostics *found)
{
    const dist_part *p = &w->b->parts[part];
    const dist_buffers *at = &w->buffers[part];
    const size_t row = (size_t)w->b->lanes * dist_bytes(t), faces = dist_face_rows(t) * row;
    char *pieces = at->pieces + (size_t)(panel * dist_piece_values(t, p)) * row;
    dist_part_up(t, w->b, p, w->panel + panel, s, pieces,
                 at->kept + (size_t)(panel * dist_part_kept_values(t, p)) * row, found);
    if (!dist_decoupled(t, w->b))
        return;
    dist_make_faces(t, w->b, p, pieces, found);
    memcpy(at->to_behind + (size_t)panel * faces, pieces, faces);
    memcpy(at->to_front + (size_t)panel * faces, pieces + faces, faces);
}

/* Face of the neighbour of part p in a direction. */
static const char *face_of(const spate_tridiag_distributed *t, const dist_work *w, int p,
                           int direction, int64_t panel)
{
    const dist_part *other = dist_neighbour(t, w->b, p, direction);
    if (!other)
        return NULL;
    const size_t at = (size_t)panel * dist_face_rows(t) * (size_t)w->b->lanes * dist_bytes(t);
    const dist_buffers *mine = &w->buffers[p], *theirs = &w->buffers[other - w->b->parts];
    if (other->local >= 0)
        return (direction < 0 ? theirs->to_behind : theirs->to_front) + at;
    return (direction < 0 ? mine->from_front : mine->from_behind) + at;
}

static void down(const spate_tridiag_distributed *t, const dist_work *w, int part, int64_t panel,
                 dist_scratch *s, dist_diagnostics *found)
{
    const dist_part *p = &w->b->parts[part];
    const dist_buffers *at = &w->buffers[part];
    const size_t row = (size_t)w->b->lanes * dist_bytes(t);
    char *answers = at->answers + (size_t)(panel * dist_answer_values(p)) * row;
    if (dist_decoupled(t, w->b))
        dist_join_faces(t, w->b, p, face_of(t, w, part, -1, panel),
                        at->pieces + (size_t)(panel * dist_piece_values(t, p)) * row,
                        face_of(t, w, part, 1, panel), answers, found);
    dist_part_down(t, w->b, p, w->panel + panel, s, answers,
                   at->kept + (size_t)(panel * dist_part_kept_values(t, p)) * row, found);
}

/* Solves the top of one panel of this rank's share; `part` is not used. */
static void top(const spate_tridiag_distributed *t, const dist_work *w, int part, int64_t panel,
                dist_scratch *s, dist_diagnostics *found)
{
    const dist_bundle *b = w->b;
    const size_t row = (size_t)b->lanes * dist_bytes(t);
    int64_t first;
    dist_share(t, b, w->panels, b->my_rank, &first);
    for (int p = 0; p < b->part_count; ++p) {
        const int64_t at = b->parts[p].local >= 0 ? first + panel : panel;
        s->pieces[p] =
            w->buffers[p].pieces + (size_t)(at * dist_piece_values(t, &b->parts[p])) * row;
        s->answers[p] =
            w->buffers[p].answers + (size_t)(at * dist_answer_values(&b->parts[p])) * row;
    }
    dist_top(t, b, s);
    (void)part;
    (void)found;
}

/* Runs a stage for all panels of a batch, for each part of this rank or once. Only thread 0 may
 * call MPI. */
static void run_stage(const spate_tridiag_distributed *t, const dist_work *w, stage_fn *stage,
                      int all_parts, int64_t panels, dist_diagnostics *found)
{
    const dist_bundle *b = w->b;
    const int64_t items = panels * (all_parts ? b->part_count : 1);
    const int team = items < t->threads ? (int)items : t->threads;
    (void)team; /* without OpenMP */
    if (items == 0)
        return;
#pragma omp parallel num_threads(team)
    {
        dist_diagnostics mine = {0};
        dist_scratch *s = &t->scratch[thread_number()];
#pragma omp for schedule(static) nowait
        for (int64_t k = 0; k < items; ++k) {
            const int part = (int)(k / panels);
            if (!all_parts || b->parts[part].local >= 0)
                stage(t, w, part, k % panels, s, &mine);
            if (thread_number() == 0)
                mailbox_nudge(t->box);
        }
#pragma omp critical(spate_tridiag_distributed_diagnostics)
        dist_merge_diagnostics(found, &mine);
    }
}

/* No deadlock: no rank waits for a batch before it has sent its pieces of all earlier ones, and
 * the order of batches is the same everywhere. The first batch that a rank waits for can
 * therefore always proceed. */
void dist_run_batches(spate_tridiag_distributed *t, const dist_stages *stages, void *user)
{
    const struct dist_pipeline *pipeline = t->pipeline;
    t->sent_bytes = 0;
    t->messages = 0;
    for (int64_t k = 0; k < pipeline->works + 2; ++k) {
        if (k < pipeline->works) {
            const dist_work w = work_of(pipeline, k);
            dist_receive(t, &w);
            stages->up(t, &w, user);
            dist_send_pieces(t, &w);
        }
        if (k >= 1 && k - 1 < pipeline->works) {
            const dist_work w = work_of(pipeline, k - 1);
            mailbox_wait(t->box, dist_round_pieces(&w));
            stages->top(t, &w, user);
            dist_send_answers(t, &w);
        }
        if (k >= 2) {
            const dist_work w = work_of(pipeline, k - 2);
            mailbox_wait(t->box, dist_round_answers(&w));
            stages->down(t, &w, user);
        }
    }
}

static void run_up(const spate_tridiag_distributed *t, const dist_work *w, void *found)
{
    run_stage(t, w, up, 1, w->panels, found);
}

static void run_top(const spate_tridiag_distributed *t, const dist_work *w, void *found)
{
    int64_t first;
    if (!dist_decoupled(t, w->b))
        run_stage(t, w, top, 0, dist_share(t, w->b, w->panels, w->b->my_rank, &first), found);
}

static void run_down(const spate_tridiag_distributed *t, const dist_work *w, void *found)
{
    run_stage(t, w, down, 1, w->panels, found);
}

void dist_pipeline_run(spate_tridiag_distributed *t, dist_diagnostics *found)
{
    static const dist_stages stages = {run_up, run_top, run_down};
    dist_run_batches(t, &stages, found);
}
