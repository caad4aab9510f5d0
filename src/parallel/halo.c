/* Which part fills which ghosts, and the copying. */
#include "parallel/halo.h"

#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"

/* Cells of a part, local indices. */
typedef struct cells {
    int i0, j0, nx, ny;
} cells;

/* One direction of one part: its ghosts there, and the cells of the neighbour that they copy. */
typedef struct link {
    int part;      /* local, which has these ghosts (receiving) or cells (sending) */
    int other;     /* local index of the neighbour, or -1 if it is on another rank */
    int di, dj;    /* from the part to its neighbour */
    box own, next; /* the part and the neighbour in the grid */
    int rank, tag;
    char *buffer; /* remote only */
} link;

struct halo {
    comm *comm;
    const grid *grid;
    const grid_part *parts; /* borrowed */
    int part_count;
    int overlapped;            /* copies run beside the kernels, by the backends' transfers */
    int on_device;             /* messages are in device memory, where MPI can read it */
    link *incoming, *outgoing; /* outgoing: remote only */
    int incoming_count, outgoing_count, remote_count;
    const halo_field *fields; /* of the exchange under way */
    int field_count, width, most_width;
};

/* A field may lie at faces. At the end of the grid the last column (row) of faces has no cell; it
 * is included. */
static cells with_last_faces(cells c, const grid *g, box b, int di, int dj)
{
    c.nx += di == 0 && !g->periodic_x && b.i0 + b.nx == g->nx;
    c.ny += dj == 0 && !g->periodic_y && b.j0 + b.ny == g->ny;
    return c;
}

/* Ghosts of a part beyond its side (di, dj). */
static cells ghost_cells(const halo *h, const link *l)
{
    const int w = h->width, di = l->di, dj = l->dj;
    const cells c = {.i0 = di < 0   ? -w
                           : di > 0 ? l->own.nx
                                    : 0,
                     .j0 = dj < 0   ? -w
                           : dj > 0 ? l->own.ny
                                    : 0,
                     .nx = di ? w : l->own.nx,
                     .ny = dj ? w : l->own.ny};
    return with_last_faces(c, h->grid, l->own, di, dj);
}

/* Cells of a part at its side (di, dj). */
static cells side_cells(const halo *h, box b, int di, int dj)
{
    const int w = h->width;
    const cells c = {.i0 = di > 0 ? b.nx - w : 0,
                     .j0 = dj > 0 ? b.ny - w : 0,
                     .nx = di ? w : b.nx,
                     .ny = dj ? w : b.ny};
    return with_last_faces(c, h->grid, b, di, dj);
}

/* The cells of a part in a message of a link: ghost cells that are received, or cells that are
 * sent. */
static cells message_cells(const halo *h, const link *l, int outgoing)
{
    return outgoing ? side_cells(h, l->own, l->di, l->dj) : ghost_cells(h, l);
}

static size_t value_bytes(const halo *h, int field)
{
    const grid_part *p = &h->parts[0];
    return (size_t)field_value_bytes(&p->fields[field], p->shape.real_bytes);
}

static size_t message_bytes(const halo *h, const link *l, int outgoing, int fields)
{
    const cells c = message_cells(h, l, outgoing);
    size_t bytes = 0;
    for (int k = 0; k < fields; ++k)
        bytes += (size_t)c.nx * (size_t)c.ny * value_bytes(h, h->fields[k].field);
    return bytes;
}

static void add_links(halo *h, const grid *g, const partition *p, int first, int local)
{
    const int part = first + local, rank = comm_rank(h->comm);
    for (int direction = 0; direction < 9; ++direction) {
        const int di = direction % 3 - 1, dj = direction / 3 - 1;
        const int neighbour = partition_neighbour(p, g, part, di, dj);
        if ((di == 0 && dj == 0) || neighbour < 0)
            continue;
        const int owner = partition_owner(p, neighbour), remote = owner != rank;
        link l = {.part = local,
                  .other = remote ? -1 : neighbour - first,
                  .di = di,
                  .dj = dj,
                  .own = partition_box(p, g, part),
                  .next = partition_box(p, g, neighbour),
                  .rank = owner,
                  .tag = part * 9 + direction};
        h->incoming[h->incoming_count++] = l;
        if (!remote)
            continue;
        ++h->remote_count;
        l.tag = neighbour * 9 +
                (8 - direction); /* the neighbour sees this part in the opposite direction */
        h->outgoing[h->outgoing_count++] = l;
    }
}

/* ---- devices ---- */

static const spate_transfers *transfers_of(const halo *h, int part)
{
    return h->parts[part].device->backend->transfers;
}

/* Calls a function of every backend with transfers, once each. */
static void each_transfers(const halo *h,
                           void (*call)(const spate_transfers *, const spate_backend *))
{
    for (int n = 0; n < h->part_count; ++n) {
        const spate_backend *b = h->parts[n].device->backend;
        int seen = !b->transfers;
        for (int m = 0; m < n; ++m)
            seen |= h->parts[m].device->backend == b;
        if (!seen)
            call(b->transfers, b);
    }
}

static void depart(const spate_transfers *t, const spate_backend *b)
{
    t->depart(b);
}

static void settle(const spate_transfers *t, const spate_backend *b)
{
    t->settle(b);
}

static void arrive(const spate_transfers *t, const spate_backend *b)
{
    t->arrive(b);
}

/* Whether a copy has to wait for devices: several of them, or one and the host, or messages from
 * one. */
static int needs_overlap(const halo *h)
{
    int devices = 0, unlike = 0;
    for (int n = 0; n < h->part_count; ++n) {
        const part_device *d = h->parts[n].device, *first = h->parts[0].device;
        devices |= d->backend->transfers != NULL;
        unlike |= d->backend != first->backend || d->device_number != first->device_number ||
                  d->backend->device_count > 1;
    }
    return devices && (unlike || h->remote_count);
}

/* The path of a copy follows from its two devices: within the host, between devices, or between
 * both. */
static void copy_between(const halo *h, int to_part, void *to, size_t to_pitch, int from_part,
                         const void *from, size_t from_pitch, size_t row_bytes, size_t rows)
{
    const part_device *a = h->parts[to_part].device, *b = h->parts[from_part].device;
    const spate_transfers *t =
        a->backend->transfers ? a->backend->transfers : b->backend->transfers;
    if (h->overlapped && t)
        t->copy(a->backend->transfers ? a->device_number : b->device_number, to, to_pitch,
                b->backend->transfers ? b->device_number : a->device_number, from, from_pitch,
                row_bytes, rows);
    else
        a->backend->copy_box(to, to_pitch, from, from_pitch, row_bytes, rows);
}

/* ---- memory ---- */

static int allocate_buffers(halo *h, link *links, int count, int outgoing, int max_fields)
{
    for (int n = 0; n < count; ++n) {
        link *l = &links[n];
        if (l->other >= 0)
            continue;
        const cells c = message_cells(h, l, outgoing);
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

static void free_buffers(const halo *h, const link *links, int count)
{
    for (int n = 0; n < count; ++n) {
        const spate_transfers *t = transfers_of(h, links[n].part);
        if (h->overlapped && t)
            t->message_free(links[n].buffer, h->on_device);
        else
            memory_free(links[n].buffer);
    }
}

spate_status halo_create(spate_context *ctx, const grid *g, const partition *p,
                         const grid_part *parts, int max_fields, int width, halo **out)
{
    const int rank = comm_rank(ctx->comm), first = partition_first(p, rank);
    const int count = partition_first(p, rank + 1) - first;
    halo *h = calloc(1, sizeof *h);
    *out = h;
    if (!h)
        return fail_memory(ctx, "no memory for the halo exchange");
    h->comm = ctx->comm;
    h->grid = g;
    h->parts = parts;
    h->part_count = count;
    h->width = h->most_width = width;
    h->incoming = calloc((size_t)count * 8 + 1, sizeof *h->incoming);
    h->outgoing = calloc((size_t)count * 8 + 1, sizeof *h->outgoing);
    if (h->incoming && h->outgoing) {
        for (int n = 0; n < count; ++n)
            add_links(h, g, p, first, n);
        h->overlapped = needs_overlap(h);
        h->on_device = h->overlapped && comm_takes_device_memory(h->comm);
        if (allocate_buffers(h, h->incoming, h->incoming_count, 0, max_fields) &&
            allocate_buffers(h, h->outgoing, h->outgoing_count, 1, max_fields) &&
            comm_reserve(h->comm, 2 * h->remote_count))
            return SPATE_OK;
    }
    halo_destroy(h);
    *out = NULL;
    return fail_memory(ctx, "no memory for the halo exchange");
}

void halo_destroy(halo *h)
{
    if (!h)
        return;
    free_buffers(h, h->incoming, h->incoming_count);
    free_buffers(h, h->outgoing, h->outgoing_count);
    free(h->incoming);
    free(h->outgoing);
    free(h);
}

/* ---- copies ---- */

/* Address of a cell, and the pitch in bytes, of a field of a local part in the memory that kernels
 * use. */
static char *cell(const halo *h, int local, int k, cells c, size_t *pitch)
{
    const grid_part *p = &h->parts[local];
    const halo_field f = h->fields[k];
    const ptrdiff_t bytes = (ptrdiff_t)value_bytes(h, f.field), row = p->shape.pitch * bytes;
    char *field = p->common->device_field ? p->common->device_field(p, f.field, f.slot)
                                          : p->field[f.field][f.slot];
    *pitch = (size_t)row;
    return field + c.j0 * row + (ptrdiff_t)c.i0 * bytes;
}

static void copy_local(const halo *h, const link *l, int k)
{
    const cells here = ghost_cells(h, l), there = side_cells(h, l->next, -l->di, -l->dj);
    size_t to_pitch, from_pitch;
    char *to = cell(h, l->part, k, here, &to_pitch);
    const char *from = cell(h, l->other, k, there, &from_pitch);
    copy_between(h, l->part, to, to_pitch, l->other, from, from_pitch,
                 (size_t)here.nx * value_bytes(h, h->fields[k].field), (size_t)here.ny);
}

/* Copies between the fields of a part and the message. */
static void copy_message(const halo *h, const link *l, int outgoing)
{
    const cells c = message_cells(h, l, outgoing);
    char *message = l->buffer;
    for (int k = 0; k < h->field_count; ++k) {
        const size_t row = (size_t)c.nx * value_bytes(h, h->fields[k].field);
        size_t pitch;
        char *values = cell(h, l->part, k, c, &pitch);
        if (outgoing)
            copy_between(h, l->part, message, row, l->part, values, pitch, row, (size_t)c.ny);
        else
            copy_between(h, l->part, values, pitch, l->part, message, row, row, (size_t)c.ny);
        message += row * (size_t)c.ny;
    }
}

static void start_receiving(const halo *h)
{
    for (int n = 0; n < h->incoming_count; ++n) {
        const link *l = &h->incoming[n];
        if (l->other < 0)
            comm_receive_start(h->comm, l->buffer, message_bytes(h, l, 0, h->field_count), l->rank,
                               l->tag);
    }
}

/* With transfers, messages are filled and emptied while kernels run. None may be sent or reused
 * before that is done. */
static void start_messages(const halo *h)
{
    if (!h->overlapped)
        start_receiving(h);
    for (int n = 0; n < h->outgoing_count; ++n)
        copy_message(h, &h->outgoing[n], 1);
    if (h->overlapped) {
        each_transfers(h, settle);
        start_receiving(h);
    }
    for (int n = 0; n < h->outgoing_count; ++n) {
        const link *l = &h->outgoing[n];
        comm_send_start(h->comm, l->buffer, message_bytes(h, l, 1, h->field_count), l->rank,
                        l->tag);
    }
}

void halo_start(halo *h, const halo_field *fields, int count, int width)
{
    h->fields = fields;
    h->field_count = count;
    h->width = width < h->most_width ? width : h->most_width;
    if (h->overlapped)
        each_transfers(h, depart);
    if (h->remote_count)
        start_messages(h);
    for (int n = 0; n < h->incoming_count; ++n)
        for (int k = 0; k < count && h->incoming[n].other >= 0; ++k)
            copy_local(h, &h->incoming[n], k);
}

int halo_own_boxes(const halo *h, ghost_box boxes[8])
{
    const ptrdiff_t pitch = h->parts[0].shape.pitch;
    for (int n = 0; n < h->incoming_count; ++n) {
        const link *l = &h->incoming[n];
        const cells here = ghost_cells(h, l), there = side_cells(h, l->next, -l->di, -l->dj);
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

/* Kernels of the host, unlike those of devices, do not wait for copies by themselves. */
static int has_host_part(const halo *h)
{
    for (int n = 0; n < h->part_count; ++n)
        if (!transfers_of(h, n))
            return 1;
    return 0;
}

void halo_finish(halo *h)
{
    if (h->remote_count)
        comm_wait_all(h->comm);
    for (int n = 0; n < h->incoming_count; ++n)
        if (h->incoming[n].other < 0)
            copy_message(h, &h->incoming[n], 0);
    if (h->overlapped && has_host_part(h))
        each_transfers(h, settle);
    if (h->overlapped)
        each_transfers(h, arrive);
}
