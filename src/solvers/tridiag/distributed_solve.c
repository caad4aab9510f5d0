/* The solve functions of the public interface; distributes panels over threads. */
#include "base/threads.h"
#include "parallel/comm.h"
#include "solvers/tridiag/distributed_device.h"

/* ---- bundles with all parts in this process ---- */

static void join_parts(const spate_tridiag_distributed *t, const dist_bundle *b, dist_scratch *s,
                       dist_diagnostics *found)
{
    const size_t front = dist_face_rows(t) * (size_t)b->lanes * dist_bytes(t);
    const int count = b->part_count;
    for (int p = 0; p < count; ++p)
        dist_make_faces(t, b, &b->parts[p], s->pieces[p], found);
    for (int p = 0; p < count; ++p) {
        const int ends_before = p == 0 && !t->periodic, ends_after = p == count - 1 && !t->periodic;
        const char *before = ends_before ? NULL : s->pieces[(p + count - 1) % count];
        const char *after = ends_after ? NULL : s->pieces[(p + 1) % count] + front;
        dist_join_faces(t, b, &b->parts[p], before, s->pieces[p], after, s->answers[p], found);
    }
}

static void solve_panel(const spate_tridiag_distributed *t, const dist_bundle *b, int64_t panel,
                        dist_scratch *s, dist_diagnostics *found)
{
    const size_t row = (size_t)b->lanes * dist_bytes(t);
    char *pieces = s->piece_block, *answers = s->answer_block, *kept = s->kept_block;
    for (int p = 0; p < b->part_count; ++p) {
        const dist_part *part = &b->parts[p];
        s->pieces[p] = pieces;
        s->answers[p] = answers;
        dist_part_up(t, b, part, panel, s, pieces, kept, found);
        pieces += (size_t)dist_piece_values(t, part) * row;
        answers += (size_t)dist_answer_values(part) * row;
        kept += (size_t)dist_part_kept_values(t, part) * row;
    }
    if (dist_decoupled(t, b))
        join_parts(t, b, s, found);
    else
        dist_top(t, b, s);
    for (int p = b->part_count - 1; p >= 0; --p) { /* what was read last is still in cache */
        const dist_part *part = &b->parts[p];
        kept -= (size_t)dist_part_kept_values(t, part) * row;
        dist_part_down(t, b, part, panel, s, s->answers[p], kept, found);
    }
}

/* The bundle of panel number `panel` among all panels; *panel becomes its number in the bundle. */
static const dist_bundle *bundle_of(const spate_tridiag_distributed *t, int64_t *panel)
{
    for (int k = 0; k < t->bundle_count; ++k) {
        const dist_bundle *b = &t->bundles[k];
        const int64_t here = dist_is_fused(b) ? b->panels : 0;
        if (*panel < here)
            return b;
        *panel -= here;
    }
    return NULL;
}

static int64_t fused_panels(const spate_tridiag_distributed *t)
{
    int64_t panels = 0;
    for (int k = 0; k < t->bundle_count; ++k)
        panels += dist_is_fused(&t->bundles[k]) ? t->bundles[k].panels : 0;
    return panels;
}

static void solve_fused(const spate_tridiag_distributed *t, dist_diagnostics *found)
{
    const int64_t panels = fused_panels(t);
    const int team = panels < t->threads ? (int)panels : t->threads;
    (void)team; /* without OpenMP */
    if (panels == 0)
        return;
#pragma omp parallel num_threads(team)
    {
        dist_diagnostics mine = {0};
        dist_scratch *s = &t->scratch[thread_number()];
#pragma omp for schedule(static) nowait
        for (int64_t k = 0; k < panels; ++k) {
            int64_t panel = k;
            const dist_bundle *b = bundle_of(t, &panel);
            solve_panel(t, b, panel, s, &mine);
        }
#pragma omp critical(spate_tridiag_distributed_diagnostics)
        dist_merge_diagnostics(found, &mine);
    }
}

/* ---- all ---- */

/* Source of rows and destination of x: callbacks, or arrays if they are NULL. */
static void set_sources(spate_tridiag_distributed *t, spate_line_rows fill,
                        spate_line_answers receive, const tri_cut_rhs *rhs)
{
    t->fill = fill;
    t->receive = receive;
    if (t->device) {
        t->device->rhs = rhs;
        t->device->receivers = NULL;
    }
}

/* status: result of earlier checks. */
static spate_status solve(spate_tridiag_distributed *t, spate_status status,
                          const void *const *const in[4], void *const *x)
{
    if (status == SPATE_OK)
        status = dist_set_arrays(t, in, x);
    SPATE_TRY(comm_agree(t->ctx, status));
    if (t->device)
        return dist_device_solve(t);
    dist_diagnostics found = {0};
    dist_pipeline_run(t, &found);
    solve_fused(t, &found);
    ++t->solves;
    return dist_agree_status(t, &found);
}

spate_status spate_tridiag_distributed_solve(spate_tridiag_distributed *t, const void *const *a,
                                             const void *const *b, const void *const *c,
                                             const void *const *d, void *const *x)
{
    const void *const *const in[4] = {a, b, c, d};
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    set_sources(t, NULL, NULL, NULL);
    return solve(t, dist_check_class(t, 1), in, x);
}

spate_status spate_tridiag_distributed_solve_many(spate_tridiag_distributed *t,
                                                  const void *const *d, void *const *x)
{
    const void *const *const in[4] = {NULL, NULL, NULL, d};
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    set_sources(t, NULL, NULL, NULL);
    return solve(t, dist_check_class(t, 0), in, x);
}

static spate_status check_fill(const spate_tridiag_distributed *t)
{
    if (!t->fill)
        return fail_argument(t->ctx, "the callback that supplies rows is NULL");
    return t->device ? fail_argument(t->ctx, "callbacks that supply rows need backend \"cpu\"")
                     : SPATE_OK;
}

spate_status spate_tridiag_distributed_solve_rows(spate_tridiag_distributed *t,
                                                  spate_line_rows fill, spate_line_answers receive,
                                                  void *user, void *const *x)
{
    const void *const *const none[4] = {NULL, NULL, NULL, NULL};
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    set_sources(t, fill, receive, NULL);
    t->user = user;
    return solve(t, check_fill(t), none, x);
}

spate_status dist_solve_rhs(spate_tridiag_distributed *t, const tri_cut_rhs *rhs, void *const *x)
{
    const void *const *const none[4] = {NULL, NULL, NULL, NULL};
    set_sources(t, NULL, NULL, rhs);
    return solve(t, SPATE_OK, none, x);
}

spate_status dist_solve_into(spate_tridiag_distributed *t, const void *const *const in[4],
                             void *const *x, tri_cut_receiver *receivers)
{
    const void *const *const given[4] = {dist_shared(t) ? NULL : in[0],
                                         dist_shared(t) ? NULL : in[1],
                                         dist_shared(t) ? NULL : in[2], in[3]};
    set_sources(t, NULL, NULL, NULL);
    t->device->receivers = receivers;
    return solve(t, SPATE_OK, given, x);
}
