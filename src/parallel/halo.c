/* Who fills which ghosts, and the copying. */
#include "parallel/halo.h"

#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"

/* Cells of a part, local indices. */
typedef struct cells {
    int i0, j0, nx, ny;
} cells;

/* One direction of one part: its ghosts there, and the cells of the neighbour they mirror. */
typedef struct link {
    int part;  /* local, whose ghosts (receiving) or cells (sending) these are */
    int other; /* local index of the neighbour, or -1 if it is on another rank */
    int rank, tag;
    cells here, there;
    char *buffer; /* remote only */
} link;

struct halo {
    comm *comm;
    const spate_backend *backend;
    const part_shape *shapes; /* borrowed */
    int value_bytes;
    int overlapped;            /* copies go beside the kernels, by the backend's transfers */
    int on_device;             /* messages are in device memory: MPI takes them from there */
    link *incoming, *outgoing; /* outgoing: remote only */
    int incoming_count, outgoing_count, remote_count;
    void *const *fields; /* of the exchange under way */
    int fields_count;
};

/* A field may lie at faces: where the grid ends, the last column (row) of them has no cell, and goes along. */
static cells with_last_faces(cells c, const grid *g, box b, int di, int dj)
{
    c.nx += di == 0 && !g->periodic_x && b.i0 + b.nx == g->nx;
    c.ny += dj == 0 && !g->periodic_y && b.j0 + b.ny == g->ny;
    return c;
}

/* Ghosts of a part beyond its side (di, dj). */
static cells ghost_cells(const part_shape *s, int di, int dj, int width)
{
    return (cells){.i0 = di < 0   ? -width
                         : di > 0 ? s->nx
                                  : 0,
                   .j0 = dj < 0   ? -width
                         : dj > 0 ? s->ny
                                  : 0,
                   .nx = di ? width : s->nx,
                   .ny = dj ? width : s->ny};
}

/* Cells of a part at its side (di, dj). */
static cells side_cells(int nx, int ny, int di, int dj, int width)
{
    return (cells){.i0 = di > 0 ? nx - width : 0,
                   .j0 = dj > 0 ? ny - width : 0,
                   .nx = di ? width : nx,
                   .ny = dj ? width : ny};
}

static size_t link_bytes(const halo *h, const link *l)
{
    return (size_t)l->here.nx * (size_t)l->here.ny * (size_t)h->value_bytes;
}

static void add_links(halo *h, const grid *g, const partition *p, int first, int local, int width)
{
    const int part = first + local, rank = comm_rank(h->comm);
    const part_shape *shape = &h->shapes[local];
    for (int direction = 0; direction < 9; ++direction) {
        const int di = direction % 3 - 1, dj = direction / 3 - 1;
        const int neighbour = partition_neighbour(p, g, part, di, dj);
        if ((di == 0 && dj == 0) || neighbour < 0)
            continue;
        const box b = partition_box(p, g, neighbour), own = partition_box(p, g, part);
        const int owner = partition_owner(p, neighbour), remote = owner != rank;
        h->incoming[h->incoming_count++] =
            (link){.part = local,
                   .other = remote ? -1 : neighbour - first,
                   .rank = owner,
                   .tag = part * 9 + direction,
                   .here = with_last_faces(ghost_cells(shape, di, dj, width), g, own, di, dj),
                   .there = with_last_faces(side_cells(b.nx, b.ny, -di, -dj, width), g, b, di, dj)};
        if (!remote)
            continue;
        ++h->remote_count;
        /* The neighbour sees this part in the opposite direction. */
        h->outgoing[h->outgoing_count++] =
            (link){.part = local,
                   .other = -1,
                   .rank = owner,
                   .tag = neighbour * 9 + (8 - direction),
                   .here = with_last_faces(side_cells(shape->nx, shape->ny, di, dj, width), g, own,
                                           di, dj)};
    }
}

static char *make_message(const halo *h, const link *l, int max_fields)
{
    const size_t bytes = link_bytes(h, l) * (size_t)max_fields;
    return h->overlapped
               ? h->backend->transfers->message_alloc(h->shapes[l->part].place, bytes, h->on_device)
               : memory_alloc(bytes);
}

static int allocate_buffers(link *links, int count, const halo *h, int max_fields)
{
    for (int n = 0; n < count; ++n)
        if (links[n].other < 0 && !(links[n].buffer = make_message(h, &links[n], max_fields)))
            return 0;
    return 1;
}

static void free_buffers(const halo *h, const link *links, int count)
{
    for (int n = 0; n < count; ++n)
        if (h->overlapped)
            h->backend->transfers->message_free(links[n].buffer, h->on_device);
        else
            memory_free(links[n].buffer);
}

spate_status halo_create(spate_context *ctx, const grid *g, const partition *p,
                         const spate_backend *backend, const part_shape *shapes, int max_fields,
                         int value_bytes, int width, halo **out)
{
    const int rank = comm_rank(ctx->comm), first = partition_first(p, rank);
    const int count = partition_first(p, rank + 1) - first;
    halo *h = calloc(1, sizeof *h);
    *out = h;
    if (!h)
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory for the halo exchange");
    h->comm = ctx->comm;
    h->backend = backend;
    h->shapes = shapes;
    h->value_bytes = value_bytes;
    h->incoming = calloc((size_t)count * 8 + 1, sizeof *h->incoming);
    h->outgoing = calloc((size_t)count * 8 + 1, sizeof *h->outgoing);
    if (h->incoming && h->outgoing) {
        for (int n = 0; n < count; ++n)
            add_links(h, g, p, first, n, width);
        h->overlapped = backend->transfers && (h->remote_count || backend->place_count > 1);
        h->on_device = h->overlapped && comm_takes_device_memory(h->comm);
        if (allocate_buffers(h->incoming, h->incoming_count, h, max_fields) &&
            allocate_buffers(h->outgoing, h->outgoing_count, h, max_fields) &&
            comm_reserve(h->comm, 2 * h->remote_count))
            return SPATE_OK;
    }
    halo_destroy(h);
    *out = NULL;
    return spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory for the halo exchange");
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

/* Address of a cell, and the pitch in bytes, of a field of a local part. */
static char *cell(const halo *h, int local, int field, const cells *c, size_t *pitch)
{
    const ptrdiff_t row = h->shapes[local].pitch * h->value_bytes;
    *pitch = (size_t)row;
    return (char *)h->fields[local * h->fields_count + field] + c->j0 * row +
           (ptrdiff_t)c->i0 * h->value_bytes;
}

static void copy_local(const halo *h, const link *l, int field)
{
    size_t to_pitch, from_pitch;
    char *to = cell(h, l->part, field, &l->here, &to_pitch);
    const char *from = cell(h, l->other, field, &l->there, &from_pitch);
    const size_t row = (size_t)l->here.nx * (size_t)h->value_bytes;
    if (h->overlapped)
        h->backend->transfers->copy(h->shapes[l->part].place, to, to_pitch,
                                    h->shapes[l->other].place, from, from_pitch, row,
                                    (size_t)l->here.ny);
    else
        h->backend->copy_box(NULL, to, to_pitch, from, from_pitch, row, (size_t)l->here.ny);
}

/* Between a field and its place in the message. */
static void copy_message(const halo *h, const link *l, int field, int pack)
{
    const size_t row = (size_t)l->here.nx * (size_t)h->value_bytes;
    char *message = l->buffer + (size_t)field * link_bytes(h, l);
    size_t pitch;
    char *values = cell(h, l->part, field, &l->here, &pitch);
    char *const to = pack ? message : values, *const from = pack ? values : message;
    const size_t to_pitch = pack ? row : pitch, from_pitch = pack ? pitch : row;
    const int place = h->shapes[l->part].place;
    if (h->overlapped)
        h->backend->transfers->copy(place, to, to_pitch, place, from, from_pitch, row,
                                    (size_t)l->here.ny);
    else
        h->backend->copy_box(NULL, to, to_pitch, from, from_pitch, row, (size_t)l->here.ny);
}

static void start_receiving(const halo *h, int count)
{
    for (int n = 0; n < h->incoming_count; ++n)
        if (h->incoming[n].other < 0)
            comm_receive_start(h->comm, h->incoming[n].buffer,
                               (size_t)count * link_bytes(h, &h->incoming[n]), h->incoming[n].rank,
                               h->incoming[n].tag);
}

/* With transfers, messages are filled and emptied beside the kernels: none may be sent, or filled anew by
 * MPI, before that is done. */
static void start_messages(const halo *h, int count)
{
    if (!h->overlapped)
        start_receiving(h, count);
    for (int n = 0; n < h->outgoing_count; ++n)
        for (int k = 0; k < count; ++k)
            copy_message(h, &h->outgoing[n], k, 1);
    if (h->overlapped) {
        h->backend->transfers->settle(h->backend);
        start_receiving(h, count);
    }
    for (int n = 0; n < h->outgoing_count; ++n) {
        const link *l = &h->outgoing[n];
        comm_send_start(h->comm, l->buffer, (size_t)count * link_bytes(h, l), l->rank, l->tag);
    }
}

void halo_start(halo *h, void *const *fields, int count)
{
    h->fields = fields;
    h->fields_count = count;
    if (h->overlapped)
        h->backend->transfers->depart(h->backend);
    if (h->remote_count)
        start_messages(h, count);
    for (int n = 0; n < h->incoming_count; ++n)
        for (int k = 0; k < count && h->incoming[n].other >= 0; ++k)
            copy_local(h, &h->incoming[n], k);
}

int halo_own_boxes(const halo *h, ghost_box boxes[8])
{
    const ptrdiff_t pitch = h->shapes[0].pitch;
    for (int n = 0; n < h->incoming_count; ++n) {
        const link *l = &h->incoming[n];
        boxes[n] = (ghost_box){.to = l->here.j0 * pitch + l->here.i0,
                               .from = l->there.j0 * pitch + l->there.i0,
                               .nx = l->here.nx,
                               .ny = l->here.ny};
    }
    return h->incoming_count;
}

int halo_is_remote(const halo *h)
{
    return h->remote_count > 0 || h->overlapped;
}

void halo_finish(halo *h)
{
    if (h->remote_count)
        comm_wait_all(h->comm);
    for (int n = 0; n < h->incoming_count; ++n)
        for (int k = 0; k < h->fields_count && h->incoming[n].other < 0; ++k)
            copy_message(h, &h->incoming[n], k, 0);
    if (h->overlapped)
        h->backend->transfers->arrive(h->backend);
}
