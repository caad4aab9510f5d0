/* Rows of the grid between rank 0 and the parts. */
#include "parallel/slab.h"

#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"

enum { SLAB_BYTES = 4 << 20 };

spate_status slab_open(slab *s, spate_context *ctx, const grid *g, const partition *p,
                       size_t value_bytes)
{
    const int64_t row_bytes = g->nx * (int64_t)value_bytes, fit = SLAB_BYTES / row_bytes;
    *s = (slab){.ctx = ctx,
                .grid = g,
                .partition = p,
                .first_part = partition_first(p, comm_rank(ctx->comm)),
                .value_bytes = value_bytes,
                .rows = fit < 1       ? 1
                        : fit > g->ny ? g->ny
                                      : fit};
    if (comm_size(ctx->comm) == 1)
        return SPATE_OK;
    s->buffer = malloc((size_t)(row_bytes * s->rows));
    spate_status status = SPATE_OK;
    if (!s->buffer || !comm_reserve(ctx->comm, p->px * p->py))
        status = fail_memory(ctx, "no memory to move %lld rows between ranks", (long long)s->rows);
    return comm_agree(ctx, status);
}

void slab_close(slab *s)
{
    free(s->buffer);
    s->buffer = NULL;
}

/* The part of the rows in progress that lies in one part. */
typedef struct share {
    int part, owner;
    box box;
    int j, rows;  /* within the part */
    size_t bytes; /* of the share, packed */
    char *whole;  /* its address in the whole rows */
    char *packed; /* its address in the buffer; NULL where this rank needs none */
} share;

/* The share of the first part from out->part on that has one. Returns 0 if there is none. next:
 * free room in the buffer, advanced where this rank sends or receives the share. */
static int find_share(const slab *s, int64_t j, int64_t rows, void *whole, share *out, char **next)
{
    const int rank = comm_rank(s->ctx->comm), parts = s->partition->px * s->partition->py;
    for (; out->part < parts; ++out->part) {
        const box b = partition_box(s->partition, s->grid, out->part);
        const int64_t low = j > b.j0 ? j : b.j0;
        const int64_t high = j + rows < b.j0 + b.ny ? j + rows : b.j0 + b.ny;
        if (low >= high)
            continue;
        out->owner = partition_owner(s->partition, out->part);
        out->box = b;
        out->j = (int)(low - b.j0);
        out->rows = (int)(high - low);
        out->bytes = (size_t)b.nx * (size_t)out->rows * s->value_bytes;
        out->whole = NULL;
        if (rank == 0)
            out->whole = (char *)whole + (size_t)((low - j) * s->grid->nx + b.i0) * s->value_bytes;
        const int travels = out->owner != 0 && (rank == 0 || rank == out->owner);
        out->packed = travels ? *next : NULL;
        if (travels)
            *next += out->bytes;
        return 1;
    }
    return 0;
}

static size_t whole_pitch(const slab *s)
{
    return (size_t)s->grid->nx * s->value_bytes;
}

static void copy_rows(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t bytes,
                      int rows)
{
    for (int row = 0; row < rows; ++row)
        memcpy(to + (size_t)row * to_pitch, from + (size_t)row * from_pitch, bytes);
}

void slab_gather(slab *s, int64_t j, int64_t rows, void *whole, slab_copy_fn *from_part, void *user)
{
    const int rank = comm_rank(s->ctx->comm);
    char *next = s->buffer;
    for (share p = {0}; find_share(s, j, rows, whole, &p, &next); ++p.part) {
        const int mine = p.owner == rank;
        const size_t width = (size_t)p.box.nx * s->value_bytes;
        if (mine)
            from_part(user, p.part - s->first_part, p.j, p.rows, p.packed ? p.packed : p.whole,
                      p.packed ? width : whole_pitch(s));
        if (mine && p.packed)
            comm_send_start(s->ctx->comm, p.packed, p.bytes, 0, p.part);
        else if (p.packed)
            comm_receive_start(s->ctx->comm, p.packed, p.bytes, p.owner, p.part);
    }
    comm_wait_all(s->ctx->comm);
    next = s->buffer;
    for (share p = {0}; rank == 0 && find_share(s, j, rows, whole, &p, &next); ++p.part) {
        const size_t width = (size_t)p.box.nx * s->value_bytes;
        if (p.packed)
            copy_rows(p.whole, whole_pitch(s), p.packed, width, width, p.rows);
    }
}

void slab_scatter(slab *s, int64_t j, int64_t rows, void *whole, slab_copy_fn *to_part, void *user)
{
    const int rank = comm_rank(s->ctx->comm);
    char *next = s->buffer;
    for (share p = {0}; find_share(s, j, rows, whole, &p, &next); ++p.part) {
        const size_t width = (size_t)p.box.nx * s->value_bytes;
        if (p.packed && rank == 0) {
            copy_rows(p.packed, width, p.whole, whole_pitch(s), width, p.rows);
            comm_send_start(s->ctx->comm, p.packed, p.bytes, p.owner, p.part);
        } else if (p.packed) {
            comm_receive_start(s->ctx->comm, p.packed, p.bytes, 0, p.part);
        }
    }
    comm_wait_all(s->ctx->comm);
    next = s->buffer;
    for (share p = {0}; find_share(s, j, rows, whole, &p, &next); ++p.part) {
        const size_t width = (size_t)p.box.nx * s->value_bytes;
        if (p.owner == rank)
            to_part(user, p.part - s->first_part, p.j, p.rows, p.packed ? p.packed : p.whole,
                    p.packed ? width : whole_pitch(s));
    }
}
