/* Which rank has which box: sorts the boxes of all ranks into bundles. Every rank has the same
 * table and so reaches the same conclusions and errors. */
#include <inttypes.h>
#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/compact/distributed.h"

/* ---- one box ---- */

static spate_status check_box(const spate_compact_distributed *c, const cut_box *b)
{
    for (int d = 0; d < 3; ++d) {
        if (b->size[d] < 1)
            return fail_argument(c->ctx,
                                 "part %" PRId64 ": size[%d] is %" PRId64 "; it must be at least 1",
                                 b->local, d, b->size[d]);
        if (b->first[d] < 0 || b->first[d] > c->options.size[d] - b->size[d])
            return fail_argument(c->ctx,
                                 "part %" PRId64 " has values %" PRId64 " to %" PRId64
                                 " in direction %d, the array 0 to %" PRId64,
                                 b->local, b->first[d], b->first[d] + b->size[d] - 1, d,
                                 c->options.size[d] - 1);
    }
    return SPATE_OK;
}

/* ---- all of them ---- */

/* Sort key of a box: first across the lines, then along them. */
typedef struct keyed_box {
    int64_t key[3];
    cut_box box;
} keyed_box;

static int by_place(const void *left, const void *right)
{
    const keyed_box *a = left, *b = right;
    for (int k = 0; k < 3; ++k)
        if (a->key[k] != b->key[k])
            return a->key[k] < b->key[k] ? -1 : 1;
    return 0;
}

static spate_status sort_boxes(spate_compact_distributed *c)
{
    keyed_box *keyed = malloc(sizeof *keyed * (size_t)(c->box_count + 1));
    if (!keyed)
        return fail_memory(c->ctx, "no memory for %" PRId64 " parts", c->box_count);
    for (int64_t k = 0; k < c->box_count; ++k) {
        const cut_box *b = &c->boxes[k];
        keyed[k] = (keyed_box){{b->first[c->across[1]], b->first[c->across[0]],
                                b->first[c->options.direction]},
                               *b};
    }
    qsort(keyed, (size_t)c->box_count, sizeof *keyed, by_place);
    for (int64_t k = 0; k < c->box_count; ++k)
        c->boxes[k] = keyed[k].box;
    free(keyed);
    return SPATE_OK;
}

static int same_corner(const spate_compact_distributed *c, const cut_box *a, const cut_box *b)
{
    return a->first[c->across[0]] == b->first[c->across[0]] &&
           a->first[c->across[1]] == b->first[c->across[1]];
}

int64_t cut_bundle(const spate_compact_distributed *c, int64_t k)
{
    int64_t count = 1;
    while (k + count < c->box_count && same_corner(c, &c->boxes[k], &c->boxes[k + count]))
        ++count;
    return count;
}

static int share_lines(const spate_compact_distributed *c, const cut_box *a, const cut_box *b)
{
    for (int k = 0; k < 2; ++k) {
        const int d = c->across[k];
        if (a->first[d] >= b->first[d] + b->size[d] || b->first[d] >= a->first[d] + a->size[d])
            return 0;
    }
    return 1;
}

static spate_status fail_shared(const spate_compact_distributed *c, const cut_box *a,
                                const cut_box *b)
{
    return fail_argument(c->ctx,
                         "the parts at (%" PRId64 ", %" PRId64 ", %" PRId64 ") and (%" PRId64
                         ", %" PRId64 ", %" PRId64
                         ") share some lines along %c, but not all of theirs",
                         a->first[0], a->first[1], a->first[2], b->first[0], b->first[1],
                         b->first[2], "xyz"[c->options.direction]);
}

/* Checks that values 0 ... n-1 occur once each, and that all boxes have the same lines. */
static spate_status check_bundle(const spate_compact_distributed *c, const cut_box *b,
                                 int64_t count)
{
    const int d = c->options.direction;
    int64_t next = 0;
    for (int64_t k = 0; k <= count; ++k) {
        const int64_t first = k < count ? b[k].first[d] : cut_inputs(c);
        int64_t at[3] = {b->first[0], b->first[1], b->first[2]};
        at[d] = first < next ? first : next;
        if (first != next)
            return fail_argument(c->ctx,
                                 "value (%" PRId64 ", %" PRId64 ", %" PRId64 ") is in %s part",
                                 at[0], at[1], at[2], first < next ? "more than one" : "no");
        if (k == count)
            break;
        for (int n = 0; n < 2; ++n)
            if (b[k].size[c->across[n]] != b->size[c->across[n]])
                return fail_shared(c, b, &b[k]);
        next = first + b[k].size[d];
    }
    return SPATE_OK;
}

/* Compares bundle k with later bundles that start before it ends. */
static spate_status check_bundle_overlap(const spate_compact_distributed *c, int64_t k,
                                         int64_t next)
{
    const int v = c->across[1];
    const cut_box *b = &c->boxes[k];
    for (; next < c->box_count && c->boxes[next].first[v] < b->first[v] + b->size[v];
         next += cut_bundle(c, next))
        if (share_lines(c, b, &c->boxes[next]))
            return fail_shared(c, b, &c->boxes[next]);
    return SPATE_OK;
}

static spate_status check_all(const spate_compact_distributed *c)
{
    const int64_t wanted = c->options.size[c->across[0]] * c->options.size[c->across[1]];
    int64_t lines = 0;
    for (int64_t k = 0, next; k < c->box_count; k = next) {
        next = k + cut_bundle(c, k);
        SPATE_TRY(check_bundle(c, &c->boxes[k], next - k));
        SPATE_TRY(check_bundle_overlap(c, k, next));
        lines += cut_box_lines(c, &c->boxes[k]);
    }
    if (lines != wanted)
        return fail_argument(c->ctx, "parts have %" PRId64 " lines along %c, the array %" PRId64,
                             lines, "xyz"[c->options.direction], wanted);
    return SPATE_OK;
}

static cut_box *boxes_of_this_rank(const spate_compact_distributed *c)
{
    cut_box *mine = calloc((size_t)c->count + 1, sizeof *mine);
    for (int k = 0; mine && k < c->count; ++k) {
        const spate_compact_part *p = &c->parts[k].given;
        mine[k] = (cut_box){{p->first[0], p->first[1], p->first[2]},
                            {p->size[0], p->size[1], p->size[2]},
                            comm_rank(c->ctx->comm),
                            k};
    }
    return mine;
}

spate_status cut_find_boxes(spate_compact_distributed *c)
{
    size_t bytes = 0;
    cut_box *mine = boxes_of_this_rank(c);
    spate_status status = mine ? SPATE_OK : fail_memory(c->ctx, "no memory for %d parts", c->count);
    for (int k = 0; k < c->count && status == SPATE_OK; ++k)
        status = check_box(c, &mine[k]);
    status = comm_agree(c->ctx, status);
    if (status == SPATE_OK) {
        c->boxes = comm_gather_all(c->ctx->comm, mine, sizeof *mine * (size_t)c->count, &bytes);
        c->box_count = (int64_t)(bytes / sizeof *mine);
        status =
            c->boxes ? sort_boxes(c) : fail_memory(c->ctx, "no memory for the parts of all ranks");
        if (status == SPATE_OK)
            status = check_all(c);
        status = comm_agree(c->ctx, status);
    }
    free(mine);
    return status;
}
