/* Values that rows read beyond their part: planned once, fetched before every apply. Values of
 * neighbours in this process are read in place. Values of other ranks are sent as one message
 * for each pair of parts. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "solvers/compact/distributed_device.h"

/* ---- what a part reads ---- */

typedef struct range {
    int64_t from, to;
} range;

/* Range of all values that the rows of a box read, its own values included. */
static range reads_of(const spate_compact_distributed *c, const cut_box *b)
{
    const int d = c->options.direction;
    const int64_t n = cut_inputs(c);
    const compact_reads line = {.stencil = &c->stencil,
                                .n = spate_compact_results(&c->scheme, n, c->options.periodic),
                                .inputs = n};
    const int64_t end = b->first[d] + spate_compact_results_here(&c->scheme, n, c->options.periodic,
                                                                 b->first[d], b->size[d]);
    const int closures = c->stencil.closures;
    range all = {b->first[d], b->first[d] + b->size[d]};
    for (int64_t i = b->first[d]; i < end; ++i) {
        int64_t from, to;
        if (i == b->first[d] + closures + 1 && i < end - closures - 1)
            i = end - closures - 1; /* rows in between read no farther */
        compact_window(&line, i, &from, &to);
        all.from = from < all.from ? from : all.from;
        all.to = to > all.to ? to : all.to;
    }
    return all;
}

/* Called for each span that box k of a bundle reads, in order. The values from ... to - 1 are
 * stored from value `at` on in box `owner`. */
typedef spate_status span_fn(spate_compact_distributed *c, const cut_box *reader,
                             const cut_box *owner, range values, int64_t at);

static spate_status each_span(spate_compact_distributed *c, const cut_box *bundle, int64_t count,
                              int64_t k, span_fn *fn)
{
    const int d = c->options.direction;
    const int64_t n = cut_inputs(c);
    const range all = reads_of(c, &bundle[k]);
    for (int64_t v = all.from; v < all.to;) {
        const int64_t at = (v + n) % n;
        int64_t owner = 0;
        while (owner < count - 1 && at >= bundle[owner].first[d] + bundle[owner].size[d])
            ++owner;
        const int64_t left = bundle[owner].first[d] + bundle[owner].size[d] - at;
        const range values = {v, v + left < all.to ? v + left : all.to};
        SPATE_TRY(fn(c, &bundle[k], &bundle[owner], values, at));
        v = values.to;
    }
    return SPATE_OK;
}

static spate_status each_bundle(spate_compact_distributed *c, span_fn *fn)
{
    for (int64_t k = 0; k < c->box_count;) {
        const int64_t count = cut_bundle(c, k);
        for (int64_t b = 0; b < count; ++b)
            SPATE_TRY(each_span(c, &c->boxes[k], count, b, fn));
        k += count;
    }
    return SPATE_OK;
}

/* ---- the plan ---- */

/* Ensures space for one more element of an array. */
static void *grow(void *array, int count, size_t each)
{
    return count & (count - 1) ? array : realloc(array, (size_t)(count ? 2 * count : 1) * each);
}

static spate_status no_memory(const spate_compact_distributed *c)
{
    return fail_memory(c->ctx, "no memory for the halos of parts");
}

enum { UNIT = 64 }; /* messages start at cache lines */

static spate_status add_message(const spate_compact_distributed *c, cut_message **list, int *count,
                                size_t *total, cut_message m, int64_t lines)
{
    cut_message *grown = grow(*list, *count, sizeof **list);
    if (!grown)
        return no_memory(c);
    *list = grown;
    m.at = *total;
    m.bytes = (size_t)(m.values * lines) * cut_bytes(c);
    if (m.bytes > INT32_MAX)
        return fail_argument(c->ctx,
                             "a message of %zu bytes between parts exceeds the limit of MPI: also "
                             "cut across the lines",
                             m.bytes);
    *total += (m.bytes + UNIT - 1) / UNIT * UNIT;
    grown[(*count)++] = m;
    return SPATE_OK;
}

static spate_status add_span(cut_part *p, const spate_compact_distributed *c, range values,
                             cut_source source)
{
    compact_reads *r = &p->reads;
    compact_span *spans = grow(p->spans, r->count, sizeof *spans);
    if (!spans)
        return no_memory(c);
    p->spans = spans;
    cut_source *sources = grow(p->sources, r->count, sizeof *sources);
    if (!sources)
        return no_memory(c);
    p->sources = sources;
    spans[r->count] = (compact_span){.from = values.from, .to = values.to};
    sources[r->count++] = source;
    return SPATE_OK;
}

/* Strides of values from another rank: value by value, line by line. */
static void lay_out_received(const spate_compact_distributed *c, const cut_box *reader,
                             compact_span *s)
{
    s->stride = (ptrdiff_t)cut_box_lines(c, reader);
    s->step[0] = 1;
    s->step[1] = (ptrdiff_t)reader->size[c->across[0]];
}

static void lay_out_local(const spate_compact_distributed *c, const cut_part *owner,
                          compact_span *s)
{
    s->stride = (ptrdiff_t)owner->given.stride[c->options.direction];
    for (int k = 0; k < 2; ++k)
        s->step[k] = (ptrdiff_t)owner->given.stride[c->across[k]];
}

/* All ranks call this in the same order, so that the messages between two ranks match. */
static spate_status plan_span(spate_compact_distributed *c, const cut_box *reader,
                              const cut_box *owner, range values, int64_t at)
{
    const int me = comm_rank(c->ctx->comm);
    cut_halo *h = &c->halo;
    const int64_t lines = cut_box_lines(c, reader);
    cut_message m = {.from = at, .values = values.to - values.from};
    if (owner->rank == me && reader->rank != me) {
        m.local = (int)owner->local;
        m.rank = (int)reader->rank;
        return add_message(c, &h->sends, &h->send_count, &h->send_bytes, m, lines);
    }
    if (reader->rank != me)
        return SPATE_OK;
    cut_part *p = &c->parts[reader->local];
    cut_source source = {owner->rank == me ? (int)owner->local : -1, at, h->receive_bytes};
    if (reader == owner && values.from == at && at == owner->first[c->options.direction])
        p->reads.own = p->reads.count;
    SPATE_TRY(add_span(p, c, values, source));
    compact_span *s = &p->spans[p->reads.count - 1];
    if (source.local >= 0) {
        lay_out_local(c, &c->parts[source.local], s);
        return SPATE_OK;
    }
    lay_out_received(c, reader, s);
    m.local = (int)reader->local;
    m.rank = (int)owner->rank;
    return add_message(c, &h->receives, &h->receive_count, &h->receive_bytes, m, lines);
}

static spate_status allocate_buffers(spate_compact_distributed *c)
{
    cut_halo *h = &c->halo;
    if (c->device)
        return cut_device_buffers(c) ? SPATE_OK : no_memory(c);
    h->sent = memory_alloc(h->send_bytes + UNIT);
    h->received = memory_alloc(h->receive_bytes + UNIT);
    return h->sent && h->received ? SPATE_OK : no_memory(c);
}

spate_status cut_plan_halo(spate_compact_distributed *c)
{
    cut_free_halo(c);
    for (int k = 0; k < c->count; ++k) {
        const spate_compact_part *p = &c->parts[k].given;
        c->parts[k].reads = (compact_reads){.stencil = &c->stencil,
                                            .n = spate_compact_results(&c->scheme, cut_inputs(c),
                                                                       c->options.periodic),
                                            .inputs = cut_inputs(c),
                                            .lines_per_row = p->size[c->across[0]]};
    }
    spate_status status = each_bundle(c, plan_span);
    if (status == SPATE_OK)
        status = allocate_buffers(c);
    SPATE_TRY(comm_agree(c->ctx, status));
    c->halo.box = mailbox_create(c->ctx->comm, 1, c->halo.send_count + c->halo.receive_count);
    return comm_agree(c->ctx, c->halo.box ? SPATE_OK : no_memory(c));
}

void cut_free_halo(spate_compact_distributed *c)
{
    cut_halo *h = &c->halo;
    for (int k = 0; k < c->count; ++k) {
        free(c->parts[k].spans);
        free(c->parts[k].sources);
        c->parts[k].spans = NULL;
        c->parts[k].sources = NULL;
        c->parts[k].reads.count = 0;
    }
    mailbox_destroy(h->box);
    free(h->sends);
    free(h->receives);
    if (c->device) {
        cut_device_free_buffers(c);
    } else {
        memory_free(h->sent);
        memory_free(h->received);
    }
    *h = (cut_halo){0};
}
