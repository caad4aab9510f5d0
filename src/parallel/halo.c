/* Halo exchange: creation, and the order of messages and copies. */
#include "parallel/halo.h"

#include <stdlib.h>

#include "base/timers.h"
#include "parallel/halo_own.h"

/* Memory for the links that will be added. NULL: none. */
static halo *make_halo(spate_context *ctx, const grid *g, const grid_part *parts, int part_count,
                       size_t links)
{
    halo *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->comm = ctx->comm;
    h->grid = g;
    h->parts = parts;
    h->part_count = part_count;
    h->incoming = calloc(links + 1, sizeof *h->incoming);
    h->outgoing = calloc(links + 1, sizeof *h->outgoing);
    h->stages = calloc(links + 1, sizeof *h->stages);
    h->most_links = (int)links;
    if (h->incoming && h->outgoing && h->stages)
        return h;
    halo_destroy(h);
    return NULL;
}

/* After the links are added. Destroys h where it fails. */
static spate_status finish_halo(spate_context *ctx, halo *h, int max_fields, halo **out)
{
    h->overlapped = halo_needs_overlap(h);
    h->on_device = h->overlapped && comm_takes_device_memory(h->comm);
    h->max_fields = max_fields;
    *out = h;
    if (halo_allocate_buffers(h, max_fields) && halo_stage_links(h) &&
        comm_reserve(h->comm, 2 * h->remote_count))
        return SPATE_OK;
    halo_destroy(h);
    *out = NULL;
    return fail_memory(ctx, "no memory for the halo exchange");
}

spate_status halo_create(spate_context *ctx, const grid *g, const partition *p,
                         const grid_part *parts, int max_fields, int width, halo **out)
{
    const int rank = comm_rank(ctx->comm), first = partition_first(p, rank);
    const int count = partition_first(p, rank + 1) - first;
    halo *h = make_halo(ctx, g, parts, count, (size_t)count * 8);
    *out = NULL;
    if (!h)
        return fail_memory(ctx, "no memory for the halo exchange");
    h->width = h->most_width = width;
    for (int n = 0; n < count; ++n)
        halo_add_links(h, p, first, n);
    return finish_halo(ctx, h, max_fields, out);
}

spate_status halo_create_listed(spate_context *ctx, const grid *g, const grid_part *parts,
                                int part_count, const halo_copy *copies, int count, int max_fields,
                                halo **out)
{
    halo *h = make_halo(ctx, g, parts, part_count, (size_t)count);
    *out = NULL;
    if (!h)
        return fail_memory(ctx, "no memory for the halo exchange");
    h->listed = 1;
    for (int n = 0; n < count; ++n)
        halo_add_listed(h, &copies[n]);
    return finish_halo(ctx, h, max_fields, out);
}

void halo_set_delay(halo *h, double seconds)
{
    h->delay = seconds;
}

void halo_destroy(halo *h)
{
    if (!h)
        return;
    halo_free_buffers(h);
    halo_free_stages(h);
    free(h->incoming);
    free(h->outgoing);
    free(h->stages);
    free(h);
}

void halo_relink(halo *h, const partition *p, int part_count)
{
    h->part_count = part_count;
    h->incoming_count = h->outgoing_count = h->remote_count = 0;
    for (int n = 0; n < part_count; ++n)
        halo_add_links(h, p, 0, n);
    h->overlapped = halo_needs_overlap(h);
    halo_stage_links(h);
}

static void start_receiving(const halo *h)
{
    for (int n = 0; n < h->incoming_count; ++n) {
        const halo_link *l = &h->incoming[n];
        if (l->other < 0)
            comm_receive_start(h->comm, l->buffer, halo_message_bytes(h, l, 0), l->rank, l->tag);
    }
}

/* With transfers, messages are filled and emptied while kernels run. None may be sent or reused
 * before that is done. */
static void start_messages(const halo *h)
{
    if (!h->overlapped)
        start_receiving(h);
    for (int n = 0; n < h->outgoing_count; ++n)
        halo_copy_message(h, &h->outgoing[n], 1);
    if (h->overlapped) {
        halo_settle(h);
        start_receiving(h);
    }
    for (int n = 0; n < h->outgoing_count; ++n) {
        const halo_link *l = &h->outgoing[n];
        comm_send_start(h->comm, l->buffer, halo_message_bytes(h, l, 1), l->rank, l->tag);
    }
}

static void count_exchange(halo *h)
{
    halo_counts *c = &h->counts;
    ++c->exchanges;
    c->fields += h->field_count;
    c->messages += h->outgoing_count;
    for (int n = 0; n < h->outgoing_count; ++n)
        c->sent_bytes += (int64_t)halo_message_bytes(h, &h->outgoing[n], 1);
    for (int n = 0; n < h->incoming_count; ++n)
        if (h->incoming[n].other >= 0) {
            ++c->copies;
            c->copied_bytes += (int64_t)halo_message_bytes(h, &h->incoming[n], 0);
        }
}

halo_counts halo_counted(const halo *h)
{
    return h->counts;
}

void halo_start(halo *h, const halo_field *fields, int count, int width)
{
    h->fields = fields;
    h->field_count = count;
    h->width = width < h->most_width ? width : h->most_width;
    h->arrived = 0;
    count_exchange(h);
    if (h->overlapped && !h->departed)
        halo_depart(h);
    h->departed = 0;
    if (h->remote_count)
        start_messages(h);
    for (int n = 0; n < h->incoming_count; ++n) {
        const halo_link *l = &h->incoming[n];
        if (l->other >= 0 && l->buffer)
            halo_send_staged(h, l);
        for (int k = 0; k < count && l->other >= 0 && !l->buffer; ++k)
            halo_copy_local(h, l, k);
    }
    if (h->delay > 0)
        timers_sleep(h->delay);
}

int halo_own_boxes(const halo *h, ghost_box boxes[8])
{
    const ptrdiff_t pitch = h->parts[0].shape.pitch;
    for (int n = 0; n < h->incoming_count; ++n) {
        const halo_link *l = &h->incoming[n];
        const halo_cells here = halo_ghost_cells(h, l), there = halo_source_cells(h, l);
        boxes[n] = (ghost_box){.to = here.j0 * pitch + here.i0,
                               .from = there.j0 * pitch + there.i0,
                               .nx = here.nx,
                               .ny = here.ny};
    }
    return h->incoming_count;
}

int halo_is_remote(const halo *h)
{
    return h->remote_count > 0 || h->overlapped;
}

void halo_depart_early(halo *h)
{
    if (h->overlapped)
        halo_depart(h);
    h->departed = h->overlapped;
}

void halo_depart_at_once(halo *h)
{
    h->departed = h->overlapped;
}

int halo_arrive_early(halo *h)
{
    if (!h->overlapped || h->remote_count)
        return 0;
    halo_arrive(h);
    h->arrived = 1;
    return 1;
}

void halo_finish(halo *h)
{
    if (h->remote_count)
        comm_wait_all(h->comm);
    for (int n = 0; n < h->incoming_count; ++n)
        if (h->incoming[n].other < 0)
            halo_copy_message(h, &h->incoming[n], 0);
    if (h->overlapped && halo_has_host_part(h))
        halo_settle(h);
    for (int n = 0; n < h->incoming_count; ++n)
        if (h->incoming[n].other >= 0 && h->incoming[n].buffer)
            halo_receive_staged(h, &h->incoming[n]);
    if (h->overlapped && !h->arrived)
        halo_arrive(h);
}
