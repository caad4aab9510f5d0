/* Fields of cells in the state stream. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "parallel/slab.h"
#include "parallel/state_items.h"

typedef struct cells_item {
    const state_stream *stream;
    void *const *first;
    size_t stride, value_bytes;
    double lowest; /* of the values */
} cells_item;

static char *row_of_part(const cells_item *c, int part, int j, size_t *pitch, size_t *width)
{
    const part_shape *shape = c->stream->shape(c->stream->scheme, part);
    char *cells = *(void *const *)((const char *)c->first + (size_t)part * c->stride);
    *pitch = (size_t)shape->pitch * c->value_bytes;
    *width = (size_t)shape->nx * c->value_bytes;
    return cells + (size_t)j * *pitch;
}

static void copy_rows(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t bytes,
                      int rows)
{
    for (int row = 0; row < rows; ++row)
        memcpy(to + (size_t)row * to_pitch, from + (size_t)row * from_pitch, bytes);
}

static void copy_from_part(void *user, int part, int j, int rows, void *block, size_t block_pitch)
{
    const cells_item *c = user;
    size_t pitch, width;
    const char *from = row_of_part(c, part, j, &pitch, &width);
    copy_rows(block, block_pitch, from, pitch, width, rows);
}

static void copy_to_part(void *user, int part, int j, int rows, void *block, size_t block_pitch)
{
    const cells_item *c = user;
    size_t pitch, width;
    char *to = row_of_part(c, part, j, &pitch, &width);
    copy_rows(to, pitch, block, block_pitch, width, rows);
}

/* Values that came from the stream, on rank 0. */
static spate_status check_values(state_stream *s, const char *name, const cells_item *c,
                                 const void *values, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const double value = c->value_bytes == sizeof(float) ? (double)((const float *)values)[k]
                                                             : ((const double *)values)[k];
        if (!state_is_number(value, c->lowest))
            return state_bad_number(s, name, value);
    }
    return SPATE_OK;
}

/* A failure on rank 0 is reported after all rows have moved, so that no rank waits forever. */
static spate_status move_rows(state_stream *s, const char *name, slab *m, void *whole,
                              cells_item *c)
{
    const int at_root = comm_rank(s->ctx->comm) == 0;
    spate_status status = SPATE_OK;
    const size_t row_bytes = (size_t)s->grid->nx * c->value_bytes;
    for (int64_t j = 0; j < s->grid->ny; j += m->rows) {
        const int64_t rows = s->grid->ny - j < m->rows ? s->grid->ny - j : m->rows;
        if (!s->loading)
            slab_gather(m, j, rows, whole, copy_from_part, c);
        if (at_root && status == SPATE_OK)
            status = state_move(s, name, whole, row_bytes * (size_t)rows);
        if (at_root && status == SPATE_OK && s->loading)
            status = check_values(s, name, c, whole, (size_t)(s->grid->nx * rows));
        if (s->loading)
            slab_scatter(m, j, rows, whole, copy_to_part, c);
    }
    return status;
}

static spate_status move_cells(state_stream *s, const char *name, cells_item c)
{
    const size_t value_bytes = c.value_bytes;
    const int at_root = comm_rank(s->ctx->comm) == 0;
    slab m;
    void *whole = NULL;
    SPATE_TRY(state_item(s, STATE_CELLS, name, value_bytes,
                         (uint64_t)s->grid->nx * (uint64_t)s->grid->ny));
    spate_status status = slab_open(&m, s->ctx, s->grid, s->partition, value_bytes);
    if (status == SPATE_OK) {
        if (at_root && !(whole = calloc((size_t)(s->grid->nx * m.rows), value_bytes)))
            status = fail_memory(s->ctx, "no memory for rows of \"%s\"", name);
        status = comm_agree(s->ctx, status);
    }
    if (status == SPATE_OK)
        status = comm_agree(s->ctx, move_rows(s, name, &m, whole, &c));
    free(whole);
    slab_close(&m);
    return status;
}

spate_status state_cells(state_stream *s, const char *name, size_t value_bytes, void *const *first,
                         size_t stride)
{
    return move_cells(s, name, (cells_item){s, first, stride, value_bytes, -INFINITY});
}

spate_status state_depths(state_stream *s, const char *name, size_t value_bytes, void *const *first,
                          size_t stride)
{
    return move_cells(s, name, (cells_item){s, first, stride, value_bytes, 0});
}
