/* Copies of a halo exchange: from part to part and between parts and messages, with the calls that
 * order them beside the kernels of devices. */
#include "base/memory.h"
#include "parallel/halo_own.h"

/* ---- devices ---- */

static const spate_transfers *transfers_of(const halo *h, int part)
{
    return h->parts[part].device->backend->transfers;
}

/* Transfers of the backend of part n, where no part before has the same backend; else NULL. A loop
 * over all parts meets every backend with transfers once. */
static const spate_transfers *transfers_once(const halo *h, int n)
{
    for (int m = 0; m < n; ++m)
        if (h->parts[m].device->backend == h->parts[n].device->backend)
            return NULL;
    return transfers_of(h, n);
}

void halo_depart(const halo *h)
{
    for (int n = 0; n < h->part_count; ++n)
        if (transfers_once(h, n))
            transfers_of(h, n)->depart(h->parts[n].device->backend);
}

void halo_settle(const halo *h)
{
    for (int n = 0; n < h->part_count; ++n)
        if (transfers_once(h, n))
            transfers_of(h, n)->settle(h->parts[n].device->backend);
}

void halo_arrive(const halo *h)
{
    for (int n = 0; n < h->part_count; ++n)
        if (transfers_once(h, n))
            transfers_of(h, n)->arrive(h->parts[n].device->backend);
}

int halo_has_host_part(const halo *h)
{
    for (int n = 0; n < h->part_count; ++n)
        if (!transfers_of(h, n))
            return 1;
    return 0;
}

static int same_device(const grid_part *a, const grid_part *b)
{
    return a->device->backend == b->device->backend &&
           a->device->device_number == b->device->device_number;
}

/* Copies within a device are in order with its kernels. */
static int listed_copies_overlap(const halo *h)
{
    int crossing = 0, devices = 0;
    for (int n = 0; n < h->part_count; ++n)
        devices |= transfers_of(h, n) != NULL;
    for (int n = 0; n < h->incoming_count; ++n) {
        const halo_link *l = &h->incoming[n];
        crossing |= l->other >= 0 && !same_device(&h->parts[l->part], &h->parts[l->other]);
    }
    return devices && (crossing || h->remote_count);
}

int halo_needs_overlap(const halo *h)
{
    if (h->listed)
        return listed_copies_overlap(h);
    if (h->incoming_count == 0 && h->outgoing_count == 0)
        return 0; /* one part, alone */
    int devices = 0, unlike = 0;
    for (int n = 0; n < h->part_count; ++n) {
        const part_device *d = h->parts[n].device, *first = h->parts[0].device;
        devices |= d->backend->transfers != NULL;
        unlike |= d->backend != first->backend || d->device_number != first->device_number ||
                  d->backend->device_count > 1;
    }
    return devices && (unlike || h->remote_count);
}

/* ---- messages ---- */

static size_t value_bytes(const halo *h, int field)
{
    const grid_part *p = &h->parts[0];
    return (size_t)field_value_bytes(&p->fields[field], p->shape.real_bytes);
}

size_t halo_message_bytes(const halo *h, const halo_link *l, int outgoing)
{
    const halo_cells c = halo_message_cells(h, l, outgoing);
    size_t bytes = 0;
    for (int k = 0; k < h->field_count; ++k)
        bytes += (size_t)c.nx * (size_t)c.ny * value_bytes(h, h->fields[k].field);
    return bytes;
}

static int allocate(const halo *h, halo_link *links, int count, int outgoing, int max_fields)
{
    for (int n = 0; n < count; ++n) {
        halo_link *l = &links[n];
        if (l->other >= 0)
            continue;
        const halo_cells c = halo_message_cells(h, l, outgoing);
        const size_t bytes = (size_t)max_fields * (size_t)c.nx * (size_t)c.ny * sizeof(double);
        const spate_transfers *t = transfers_of(h, l->part);
        l->buffer = h->overlapped && t ? t->message_alloc(h->parts[l->part].device->device_number,
                                                          bytes, h->on_device)
                                       : memory_alloc(bytes);
        if (!l->buffer)
            return 0;
    }
    return 1;
}

static void release(const halo *h, const halo_link *links, int count)
{
    for (int n = 0; n < count; ++n) {
        const spate_transfers *t = transfers_of(h, links[n].part);
        if (links[n].other >= 0)
            continue;
        if (h->overlapped && t)
            t->message_free(links[n].buffer, h->on_device);
        else
            memory_free(links[n].buffer);
    }
}

int halo_allocate_buffers(halo *h, int max_fields)
{
    return allocate(h, h->incoming, h->incoming_count, 0, max_fields) &&
           allocate(h, h->outgoing, h->outgoing_count, 1, max_fields);
}

void halo_free_buffers(const halo *h)
{
    release(h, h->incoming, h->incoming_count);
    release(h, h->outgoing, h->outgoing_count);
}

/* ---- copies ---- */

/* One end of a copy: values of a part, or a message from or to it. */
typedef struct copy_end {
    const part_device *device;
    char *at;
    size_t pitch; /* bytes from row to row */
} copy_end;

/* The path of a copy follows from its two devices: within the host, between devices, or between
 * both. */
static void copy_between(const halo *h, copy_end to, copy_end from, size_t row_bytes, size_t rows)
{
    const part_device *a = to.device, *b = from.device;
    const spate_transfers *t =
        a->backend->transfers ? a->backend->transfers : b->backend->transfers;
    if (h->overlapped && t)
        t->copy(a->backend->transfers ? a->device_number : b->device_number, to.at, to.pitch,
                b->backend->transfers ? b->device_number : a->device_number, from.at, from.pitch,
                row_bytes, rows);
    else
        a->backend->copy_box(to.at, to.pitch, from.at, from.pitch, row_bytes, rows);
}

/* The first of these cells in field k of the exchange, in the memory that kernels use. */
static copy_end values_of(const halo *h, int local, int k, halo_cells c)
{
    const grid_part *p = &h->parts[local];
    const halo_field f = h->fields[k];
    const ptrdiff_t bytes = (ptrdiff_t)value_bytes(h, f.field), row = p->shape.pitch * bytes;
    char *field = p->common->device_field ? p->common->device_field(p, f.field, f.slot)
                                          : p->field[f.field][f.slot];
    return (copy_end){p->device, field + c.j0 * row + (ptrdiff_t)c.i0 * bytes, (size_t)row};
}

void halo_copy_local(const halo *h, const halo_link *l, int k)
{
    const halo_cells here = halo_ghost_cells(h, l), there = halo_source_cells(h, l);
    copy_between(h, values_of(h, l->part, k, here), values_of(h, l->other, k, there),
                 (size_t)here.nx * value_bytes(h, h->fields[k].field), (size_t)here.ny);
}

/* All fields of the exchange, in these cells of a part, into a message or out of it. Where the
 * message has the device of the part, that copies. */
static void copy_fields(const halo *h, int part, halo_cells c, copy_end message, int outgoing)
{
    for (int k = 0; k < h->field_count; ++k) {
        const size_t row = (size_t)c.nx * value_bytes(h, h->fields[k].field);
        const copy_end values = values_of(h, part, k, c);
        message.pitch = row;
        if (outgoing)
            copy_between(h, message, values, row, (size_t)c.ny);
        else
            copy_between(h, values, message, row, (size_t)c.ny);
        message.at += row * (size_t)c.ny;
    }
}

void halo_copy_message(const halo *h, const halo_link *l, int outgoing)
{
    const copy_end message = {h->parts[l->part].device, l->buffer, 0};
    copy_fields(h, l->part, halo_message_cells(h, l, outgoing), message, outgoing);
}

/* ---- copies between the host and a device ---- */

/* A device reads memory of the host beside its kernels only where it is pinned: otherwise the host
 * waits for all kernels before. So these ghost cells go through a message. */
int halo_is_staged(const halo *h, const halo_link *l)
{
    return h->overlapped && l->other >= 0 &&
           (transfers_of(h, l->part) != NULL) != (transfers_of(h, l->other) != NULL);
}

int halo_stage_links(halo *h)
{
    int ok = 1;
    h->width = h->most_width;
    for (int n = 0; n < h->incoming_count; ++n) {
        halo_link *l = &h->incoming[n];
        halo_stage *s = &h->stages[n];
        if (!halo_is_staged(h, l))
            continue;
        const int device = transfers_of(h, l->part) ? l->part : l->other;
        const spate_transfers *t = transfers_of(h, device);
        const halo_cells c = halo_ghost_cells(h, l);
        const size_t bytes = (size_t)h->max_fields * (size_t)c.nx * (size_t)c.ny * sizeof(double);
        if (s->bytes < bytes) {
            if (s->block)
                s->transfers->message_free(s->block, 0);
            *s = (halo_stage){t->message_alloc(h->parts[device].device->device_number, bytes, 0), t,
                              bytes};
            s->bytes = s->block ? bytes : 0;
        }
        l->buffer = s->block;
        ok = ok && s->block;
    }
    return ok;
}

void halo_free_stages(const halo *h)
{
    for (int n = 0; h->stages && n < h->most_links; ++n)
        if (h->stages[n].block)
            h->stages[n].transfers->message_free(h->stages[n].block, 0);
}

void halo_send_staged(const halo *h, const halo_link *l)
{
    const copy_end there = {h->parts[l->other].device, l->buffer, 0};
    const copy_end here = {h->parts[l->part].device, l->buffer, 0};
    copy_fields(h, l->other, halo_source_cells(h, l), there, 1);
    if (transfers_of(h, l->part))
        copy_fields(h, l->part, halo_ghost_cells(h, l), here, 0);
}

void halo_receive_staged(const halo *h, const halo_link *l)
{
    const copy_end here = {h->parts[l->part].device, l->buffer, 0};
    if (!transfers_of(h, l->part))
        copy_fields(h, l->part, halo_ghost_cells(h, l), here, 0);
}
