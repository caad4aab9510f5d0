/* Which rank has which parts: sorts the parts of all ranks into bundles and orders their lines.
 * Every rank has the same table and so reaches the same conclusions and errors. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "solvers/tridiag/distributed_panel.h"

/* A part, as sent to all ranks. */
typedef struct record {
    int64_t bundle, first, n, count[2], step[2], stride;
    int64_t rank, local, threads;
    int64_t id; /* index among the parts of all bundles */
} record;

static int by_place(const void *left, const void *right)
{
    const record *a = left, *b = right;
    if (a->bundle != b->bundle)
        return a->bundle < b->bundle ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return 0;
}

static spate_status check_part(spate_tridiag_distributed *t, const spate_line_part *p, int k)
{
    if (p->bundle < 0 || p->bundle > INT64_C(1) << 52)
        return fail_argument(t->ctx, "part %d: bundle is %" PRId64 "; it must be 0 or more", k,
                             p->bundle);
    SPATE_TRY(tri_layout_make(t->ctx, &p->lines, &t->layouts[k]));
    if (p->first < 0 || p->first > t->n - p->lines.n)
        return fail_argument(t->ctx,
                             "part %d has rows %" PRId64 " to %" PRId64 ", lines 0 to %" PRId64, k,
                             p->first, p->first + p->lines.n - 1, t->n - 1);
    return SPATE_OK;
}

static void fill_records(const spate_tridiag_distributed *t, const spate_line_part *parts,
                         int count, record *records)
{
    for (int k = 0; k < count; ++k) {
        const spate_lines *l = &parts[k].lines;
        records[k] =
            (record){.bundle = parts[k].bundle,
                     .first = parts[k].first,
                     .n = l->n,
                     .count = {l->count[0], l->count[1]},
                     .step = {l->count[0] > 1 ? l->step[0] : 0, l->count[1] > 1 ? l->step[1] : 0},
                     .stride = l->stride,
                     .rank = comm_rank(t->ctx->comm),
                     .local = k,
                     .threads = t->threads};
    }
}

/* Checks that rows 0 ... n-1 occur once each, and that all parts have the same lines. */
static spate_status check_bundle(const spate_tridiag_distributed *t, const record *r, int64_t count)
{
    int64_t next = 0;
    for (int64_t k = 0; k < count; ++k) {
        if (r[k].first != next)
            return fail_argument(t->ctx, "bundle %" PRId64 ": row %" PRId64 " is in %s part",
                                 r->bundle, r[k].first < next ? r[k].first : next,
                                 r[k].first < next ? "more than one" : "no");
        if (r[k].count[0] != r->count[0] || r[k].count[1] != r->count[1])
            return fail_argument(t->ctx,
                                 "bundle %" PRId64 ": the part at row %" PRId64 " has %" PRId64
                                 " x %" PRId64 " lines, that at row 0 %" PRId64 " x %" PRId64,
                                 r->bundle, r[k].first, r[k].count[0], r[k].count[1], r->count[0],
                                 r->count[1]);
        next = r[k].first + r[k].n;
    }
    if (next != t->n)
        return fail_argument(t->ctx, "bundle %" PRId64 ": row %" PRId64 " is in no part", r->bundle,
                             next);
    return SPATE_OK;
}

/* Puts the finer direction first, so that lanes are adjacent in memory; the first part decides
 * for all. */
static void exchange_directions(dist_bundle *b)
{
    const dist_part *p = &b->parts[0];
    b->exchanged = p->count[0] == 1 || (p->count[1] > 1 && p->step[1] < p->step[0]);
    for (int k = 0; k < b->part_count && b->exchanged; ++k) {
        dist_part *q = &b->parts[k];
        const int64_t count = q->count[0], step = q->step[0];
        q->count[0] = q->count[1];
        q->step[0] = q->step[1];
        q->count[1] = count;
        q->step[1] = step;
    }
    for (int k = 0; k < 2; ++k)
        b->count[k] = b->parts[0].count[k];
    b->lines = b->count[0] * b->count[1];
}

/* ---- bundles ---- */

/* Collects the ranks of the parts, ascending. */
static void find_ranks(dist_bundle *b, int me)
{
    for (int p = 0; p < b->part_count; ++p) {
        int k = 0;
        while (k < b->rank_count && b->ranks[k] < b->parts[p].rank)
            ++k;
        if (k < b->rank_count && b->ranks[k] == b->parts[p].rank)
            continue;
        memmove(&b->ranks[k + 1], &b->ranks[k], sizeof *b->ranks * (size_t)(b->rank_count - k));
        b->ranks[k] = b->parts[p].rank;
        ++b->rank_count;
    }
    for (int k = 0; k < b->rank_count; ++k)
        if (b->ranks[k] == me)
            b->my_rank = k;
}

static spate_status fill_bundle(spate_tridiag_distributed *t, dist_bundle *b, const record *r,
                                int count)
{
    const int me = comm_rank(t->ctx->comm);
    int64_t threads = 1;
    b->number = r->bundle;
    b->parts = calloc((size_t)count, sizeof *b->parts);
    b->ranks = calloc((size_t)count, sizeof *b->ranks);
    if (!b->parts || !b->ranks)
        return fail_memory(t->ctx, "no memory for %d parts", count);
    b->part_count = count;
    for (int k = 0; k < count; ++k) {
        const int mine = r[k].rank == me;
        b->parts[k] = (dist_part){.bundle = r[k].bundle,
                                  .first = r[k].first,
                                  .n = r[k].n,
                                  .count = {r[k].count[0], r[k].count[1]},
                                  .step = {r[k].step[0], r[k].step[1]},
                                  .stride = r[k].stride,
                                  .rank = (int)r[k].rank,
                                  .id = (int)r[k].id,
                                  .local = mine ? (int)r[k].local : -1};
        b->local_count += mine;
        threads = r[k].threads > threads ? r[k].threads : threads;
    }
    find_ranks(b, me);
    exchange_directions(b);
    dist_make_panels(t, b, threads);
    return SPATE_OK;
}

static int has_mine(const record *r, int64_t count, int me)
{
    for (int64_t k = 0; k < count; ++k)
        if (r[k].rank == me)
            return 1;
    return 0;
}

static spate_status sort_into_bundles(spate_tridiag_distributed *t, record *r, int64_t count)
{
    const int me = comm_rank(t->ctx->comm);
    qsort(r, (size_t)count, sizeof *r, by_place);
    for (int64_t k = 0; k < count; ++k)
        r[k].id = k;
    t->bundles = calloc((size_t)(t->local_count + 1), sizeof *t->bundles);
    if (!t->bundles)
        return fail_memory(t->ctx, "no memory for %d parts", t->local_count);
    for (int64_t k = 0, next; k < count; k = next) {
        for (next = k; next < count && r[next].bundle == r[k].bundle;)
            ++next;
        SPATE_TRY(check_bundle(t, &r[k], next - k));
        if (has_mine(&r[k], next - k, me))
            SPATE_TRY(fill_bundle(t, &t->bundles[t->bundle_count++], &r[k], (int)(next - k)));
    }
    return SPATE_OK;
}

spate_status dist_find_bundles(spate_tridiag_distributed *t, const spate_line_part *parts,
                               int count)
{
    spate_status status = SPATE_OK;
    record *mine = malloc(sizeof *mine * (size_t)(count + 1));
    size_t bytes = 0;
    if (!mine)
        status = fail_memory(t->ctx, "no memory for %d parts", count);
    for (int k = 0; k < count && status == SPATE_OK; ++k) {
        status = check_part(t, &parts[k], k);
        t->extent += t->layouts[k].extent;
    }
    status = comm_agree(t->ctx, status);
    if (status != SPATE_OK) {
        free(mine);
        return status;
    }
    fill_records(t, parts, count, mine);
    record *all = comm_gather_all(t->ctx->comm, mine, sizeof *mine * (size_t)count, &bytes);
    free(mine);
    status = all ? sort_into_bundles(t, all, (int64_t)(bytes / sizeof *all))
                 : fail_memory(t->ctx, "no memory for the parts of all ranks");
    free(all);
    return comm_agree(t->ctx, status);
}

void dist_free_bundles(spate_tridiag_distributed *t)
{
    for (int k = 0; k < t->bundle_count; ++k) {
        dist_bundle *b = &t->bundles[k];
        for (int p = 0; p < b->part_count; ++p) {
            dist_free_tape(&b->parts[p].tape);
            free(b->parts[p].segments);
        }
        dist_free_tape(&b->top);
        free(b->parts);
        free(b->ranks);
        free(b->cuts);
    }
    free(t->bundles);
    t->bundles = NULL;
    t->bundle_count = 0;
}
