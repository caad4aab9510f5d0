/* Which part fills which ghosts, and the copying. */
#include "solvers/krylov/ghosts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parallel/mailbox.h"

/* One direction of one part. */
typedef struct link {
    int part;   /* local */
    int other;  /* local index of the neighbour, or -1 if it is on another rank */
    int di, dj; /* from the part to its neighbour */
    int rank, tag_in, tag_out;
    char *in, *out; /* messages; remote only */
} link;

struct kry_ghosts {
    const kry_device *device;
    void *const *stream; /* borrowed, or NULL */
    mailbox *box;        /* NULL where all parts are in this process */
    kry_shape *shapes;
    link *links;
    int count;
    int64_t messages;
};

/* Values of a part, local indices. */
typedef struct values {
    int i0, j0, nx, ny;
} values;

static values ghosts_of(const kry_shape *s, int di, int dj)
{
    return (values){.i0 = di < 0   ? -1
                          : di > 0 ? s->nx
                                   : 0,
                    .j0 = dj < 0   ? -1
                          : dj > 0 ? s->ny
                                   : 0,
                    .nx = di ? 1 : s->nx,
                    .ny = dj ? 1 : s->ny};
}

static values side_of(const kry_shape *s, int di, int dj)
{
    return (values){.i0 = di > 0 ? s->nx - 1 : 0,
                    .j0 = dj > 0 ? s->ny - 1 : 0,
                    .nx = di ? 1 : s->nx,
                    .ny = dj ? 1 : s->ny};
}

static size_t message_values(const kry_shape *s, const link *l)
{
    const values v = ghosts_of(s, l->di, l->dj);
    return (size_t)s->planes * (size_t)v.nx * (size_t)v.ny;
}

static void add_links(kry_ghosts *e, const grid *g, const partition *p, int first, int local,
                      int rank)
{
    const int part = first + local;
    for (int direction = 0; direction < 9; ++direction) {
        const int di = direction % 3 - 1, dj = direction / 3 - 1;
        const int neighbour = partition_neighbour(p, g, part, di, dj);
        if (direction == 4 || neighbour < 0)
            continue;
        const int owner = partition_owner(p, neighbour);
        e->links[e->count++] = (link){.part = local,
                                      .other = owner == rank ? neighbour - first : -1,
                                      .di = di,
                                      .dj = dj,
                                      .rank = owner,
                                      .tag_in = part * 9 + direction,
                                      .tag_out = neighbour * 9 + (8 - direction)};
    }
}

static int allocate_messages(kry_ghosts *e, int *remote)
{
    for (int n = 0; n < e->count; ++n) {
        link *l = &e->links[n];
        const size_t bytes = message_values(&e->shapes[l->part], l) * sizeof(double);
        if (l->other >= 0)
            continue;
        ++*remote;
        l->in = memory_alloc(bytes);
        l->out = memory_alloc(bytes);
        if (!l->in || !l->out)
            return 0;
    }
    return 1;
}

kry_ghosts *kry_ghosts_create(spate_context *ctx, const kry_device *device, void *const *stream,
                              const grid *g, const partition *p, const kry_shape *shapes)
{
    const int rank = comm_rank(ctx->comm), first = partition_first(p, rank);
    const int count = partition_first(p, rank + 1) - first;
    kry_ghosts *e = calloc(1, sizeof *e);
    int ready = e != NULL, remote = 0;
    if (ready) {
        e->shapes = malloc(sizeof *shapes * (size_t)(count + 1));
        e->links = calloc((size_t)count * 8 + 1, sizeof *e->links);
        ready = e->shapes && e->links;
    }
    if (ready) {
        e->device = device;
        e->stream = stream;
        memcpy(e->shapes, shapes, sizeof *shapes * (size_t)count);
        for (int n = 0; n < count; ++n)
            add_links(e, g, p, first, n, rank);
        ready = allocate_messages(e, &remote);
    }
    double failed = !ready;
    comm_max(ctx->comm, &failed, 1);
    if (failed == 0 && comm_size(ctx->comm) > 1) {
        e->box = mailbox_create(ctx->comm, 1, 2 * remote + 1);
        failed = !e->box;
    }
    if (failed == 0)
        return e;
    kry_ghosts_destroy(e);
    return NULL;
}

void kry_ghosts_destroy(kry_ghosts *e)
{
    if (!e)
        return;
    for (int n = 0; n < e->count; ++n) {
        memory_free(e->links[n].in);
        memory_free(e->links[n].out);
    }
    mailbox_destroy(e->box);
    free(e->links);
    free(e->shapes);
    free(e);
}

int64_t kry_ghosts_messages(const kry_ghosts *e)
{
    return e->messages;
}

/* ---- copies ---- */

/* A box of values with its strides in bytes. */
typedef struct box_at {
    char *first;
    ptrdiff_t row, plane;
} box_at;

static box_at in_vector(const kry_shape *s, void *vector, values v, size_t bytes)
{
    const ptrdiff_t size = (ptrdiff_t)bytes;
    return (box_at){.first = (char *)vector + (v.j0 * s->pitch + v.i0) * size,
                    .row = s->pitch * size,
                    .plane = s->plane * size};
}

static box_at in_message(char *message, values v, size_t bytes)
{
    const ptrdiff_t row = v.nx * (ptrdiff_t)bytes;
    return (box_at){.first = message, .row = row, .plane = row * v.ny};
}

/* inside: both are vectors, not messages. */
static void copy_box(const kry_ghosts *e, int inside, box_at to, box_at from, int planes, int nx,
                     int ny, size_t bytes)
{
    for (int plane = 0; plane < planes; ++plane)
        (inside ? e->device->move : e->device->copy)(to.first + plane * to.plane, (size_t)to.row,
                                                     from.first + plane * from.plane,
                                                     (size_t)from.row, (size_t)nx * bytes,
                                                     (size_t)ny, e->stream ? *e->stream : NULL);
}

static void copy_local(const kry_ghosts *e, const link *l, void *const *vectors, size_t bytes)
{
    const kry_shape *own = &e->shapes[l->part], *other = &e->shapes[l->other];
    const values v = ghosts_of(own, l->di, l->dj);
    copy_box(e, 1, in_vector(own, vectors[l->part], v, bytes),
             in_vector(other, vectors[l->other], side_of(other, -l->di, -l->dj), bytes),
             own->planes, v.nx, v.ny, bytes);
}

/* Packs what a neighbour needs, or unpacks what it sent. */
static void copy_message(const kry_ghosts *e, const link *l, void *const *vectors, size_t bytes,
                         int packing)
{
    const kry_shape *s = &e->shapes[l->part];
    const values v = packing ? side_of(s, l->di, l->dj) : ghosts_of(s, l->di, l->dj);
    const box_at here = in_vector(s, vectors[l->part], v, bytes);
    const box_at there = in_message(packing ? l->out : l->in, v, bytes);
    copy_box(e, 0, packing ? there : here, packing ? here : there, s->planes, v.nx, v.ny, bytes);
}

static void send_messages(kry_ghosts *e, void *const *vectors, size_t bytes)
{
    for (int n = 0; n < e->count; ++n) {
        const link *l = &e->links[n];
        if (l->other < 0)
            mailbox_receive(e->box, 0, l->in, message_values(&e->shapes[l->part], l) * bytes,
                            l->rank, l->tag_in);
    }
    for (int n = 0; n < e->count; ++n) {
        const link *l = &e->links[n];
        if (l->other >= 0)
            continue;
        copy_message(e, l, vectors, bytes, 1);
        mailbox_send(e->box, 0, l->out, message_values(&e->shapes[l->part], l) * bytes, l->rank,
                     l->tag_out);
        ++e->messages;
    }
}

void kry_ghosts_fill(kry_ghosts *e, void *const *vectors, size_t value_bytes)
{
    if (e->box)
        send_messages(e, vectors, value_bytes);
    for (int n = 0; n < e->count; ++n)
        if (e->links[n].other >= 0)
            copy_local(e, &e->links[n], vectors, value_bytes);
    if (!e->box)
        return;
    mailbox_wait(e->box, 0);
    for (int n = 0; n < e->count; ++n)
        if (e->links[n].other < 0)
            copy_message(e, &e->links[n], vectors, value_bytes, 0);
}
