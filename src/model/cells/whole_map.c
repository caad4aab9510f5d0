/* Gathers the boxes of all ranks into one map on rank 0, and distributes it. */
#include "model/cells/whole_map.h"

#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"

enum { TAG = 731 };
static const size_t largest_message = (size_t)1 << 30;

typedef struct map_box {
    int64_t i0, j0, nx, ny;
} map_box;

static map_box box_of_rank(const model *m)
{
    int64_t i1, j1;
    map_box b;
    spate_get_local_box(m->sim, &b.i0, &b.j0, &i1, &j1);
    b.nx = i1 - b.i0;
    b.ny = j1 - b.j0;
    return b;
}

/* The outermost ghost cells lack a neighbour and may have incomplete data, so they are skipped,
 * except at the edge of the grid. Every cell is further inside the box of its own rank. */
static void merge(const model *m, uint8_t *whole, const map_box *b, const uint8_t *local)
{
    const int64_t first_i = b->i0 > 0, last_i = b->nx - (b->i0 + b->nx < m->grid.nx);
    const int64_t first_j = b->j0 > 0, last_j = b->ny - (b->j0 + b->ny < m->grid.ny);
    for (int64_t j = first_j; j < last_j; ++j) {
        uint8_t *row = whole + (b->j0 + j) * m->grid.nx + b->i0;
        for (int64_t i = first_i; i < last_i; ++i)
            row[i] |= local[j * b->nx + i];
    }
}

/* One message at a time, in pieces whose size fits MPI's int. */
static void transfer(comm *c, void *data, size_t bytes, int rank, int receive)
{
    for (size_t done = 0; done < bytes; done += largest_message) {
        const size_t piece = bytes - done < largest_message ? bytes - done : largest_message;
        if (receive)
            comm_receive_start(c, (char *)data + done, piece, rank, TAG);
        else
            comm_send_start(c, (char *)data + done, piece, rank, TAG);
        comm_wait_all(c);
    }
}

static void receive_box(const model *m, int rank, uint8_t *whole, uint8_t *buffer)
{
    map_box b;
    transfer(m->ctx->comm, &b, sizeof b, rank, 1);
    transfer(m->ctx->comm, buffer, (size_t)(b.nx * b.ny), rank, 1);
    merge(m, whole, &b, buffer);
}

spate_status whole_map_gather(model *m, const uint8_t *local, uint8_t **out)
{
    comm *c = m->ctx->comm;
    const int rank = comm_rank(c), size = comm_size(c);
    const size_t cells = (size_t)m->grid.nx * (size_t)m->grid.ny;
    map_box mine = box_of_rank(m);
    uint8_t *whole = calloc(cells, 1);
    uint8_t *buffer = size > 1 && rank == 0 ? malloc(cells) : NULL;
    spate_status status = SPATE_OK;
    *out = NULL;
    if (!whole || (size > 1 && ((rank == 0 && !buffer) || !comm_reserve(c, 1))))
        status = fail_memory(m->ctx, "no memory for a map of %zu cells", cells);
    status = comm_agree(m->ctx, status);
    if (status != SPATE_OK) {
        free(whole);
        free(buffer);
        return status;
    }
    if (rank == 0) {
        merge(m, whole, &mine, local);
        for (int r = 1; r < size; ++r)
            receive_box(m, r, whole, buffer);
    } else {
        transfer(c, &mine, sizeof mine, 0, 0);
        transfer(c, (uint8_t *)(uintptr_t)local, (size_t)(mine.nx * mine.ny), 0, 0);
    }
    free(buffer);
    *out = whole;
    return SPATE_OK;
}

void whole_map_broadcast(model *m, uint8_t *whole, uint8_t *local)
{
    const map_box b = box_of_rank(m);
    comm_broadcast(m->ctx->comm, whole, (size_t)m->grid.nx * (size_t)m->grid.ny);
    for (int64_t j = 0; j < b.ny; ++j)
        memcpy(local + j * b.nx, whole + (b.j0 + j) * m->grid.nx + b.i0, (size_t)b.nx);
}
