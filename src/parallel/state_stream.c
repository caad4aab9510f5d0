/* Items of the state as bytes: names, numbers, blocks, fields. Faces are in state_faces.c. */
#include "parallel/state_stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "parallel/slab.h"
#include "parallel/state_items.h"

enum { PIECE_BYTES = 4 << 20, STREAM_VERSION = 1, BYTE_ORDER_MARK = 0x01020304 };
static const char stream_magic[8] = "SPATEst";

static int is_root(const state_stream *s)
{
    return comm_rank(s->ctx->comm) == 0;
}

/* ---- bytes, on rank 0 ---- */

spate_status state_move(state_stream *s, const char *name, void *data, size_t bytes)
{
    char *next = data;
    for (size_t n; bytes > 0; bytes -= n, next += n) {
        n = bytes < PIECE_BYTES ? bytes : PIECE_BYTES;
        if (s->loading && !s->read(next, n, s->user))
            return fail_data(s->ctx,
                             "saved state: it ends or cannot be read at \"%s\"; use another one",
                             name);
        if (!s->loading && !s->write(next, n, s->user))
            return spate_fail(s->ctx, SPATE_ERROR_OUTPUT,
                              "saved state: \"%s\" could not be written", name);
    }
    return SPATE_OK;
}

/* ---- items ---- */

/* What precedes every item. */
typedef struct item {
    char name[48];
    uint32_t kind, value_bytes;
    uint64_t count;
} item;

/* Makes a name from a possibly damaged stream printable. */
static void make_printable(char *name, size_t size)
{
    name[size - 1] = 0;
    for (char *c = name; *c; ++c)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

static spate_status check_item(state_stream *s, const item *here, item *found)
{
    if (memcmp(here, found, sizeof *here) == 0)
        return SPATE_OK;
    make_printable(found->name, sizeof found->name);
    if (strcmp(here->name, found->name) != 0)
        return fail_data(s->ctx,
                         "saved state: it holds \"%s\" where this run has \"%s\"; set the run up "
                         "as the one that saved it",
                         found->name, here->name);
    return fail_data(s->ctx,
                     "saved state: \"%s\" has %llu values of %u bytes, and %llu of %u bytes in "
                     "this run; set the run up as the one that saved it",
                     here->name, (unsigned long long)found->count, found->value_bytes,
                     (unsigned long long)here->count, here->value_bytes);
}

static spate_status item_at_root(state_stream *s, const item *here)
{
    item copy = *here;
    SPATE_TRY(state_move(s, here->name, &copy, sizeof copy));
    return s->loading ? check_item(s, here, &copy) : SPATE_OK;
}

spate_status state_item(state_stream *s, state_kind kind, const char *name, size_t value_bytes,
                        uint64_t count)
{
    item here = {.kind = (uint32_t)kind, .value_bytes = (uint32_t)value_bytes, .count = count};
    snprintf(here.name, sizeof here.name, "%s", name);
    return comm_agree(s->ctx, is_root(s) ? item_at_root(s, &here) : SPATE_OK);
}

/* ---- begin and end ---- */

typedef struct stream_head {
    char magic[8];
    uint32_t version, byte_order;
} stream_head;

static spate_status head_at_root(state_stream *s)
{
    stream_head here = {.version = STREAM_VERSION, .byte_order = BYTE_ORDER_MARK}, head;
    memcpy(here.magic, stream_magic, sizeof here.magic);
    head = here;
    SPATE_TRY(state_move(s, "beginning", &head, sizeof head));
    if (memcmp(head.magic, stream_magic, sizeof head.magic) != 0)
        return fail_data(s->ctx, "saved state: this is not a state that Spate saved");
    if (head.byte_order != BYTE_ORDER_MARK)
        return fail_data(s->ctx, "saved state: it is from a machine with another order of bytes; "
                                 "continue the run on a machine like that");
    if (head.version != STREAM_VERSION)
        return fail_data(s->ctx,
                         "saved state: its format is version %u, and this program knows version "
                         "%d; use the program that saved it",
                         head.version, STREAM_VERSION);
    return SPATE_OK;
}

spate_status state_begin(state_stream *s)
{
    return comm_agree(s->ctx, is_root(s) ? head_at_root(s) : SPATE_OK);
}

spate_status state_end(state_stream *s)
{
    return state_item(s, STATE_END, "end", 0, 0);
}

/* ---- numbers and text that must be the same ---- */

static spate_status number_at_root(state_stream *s, const char *name, double value)
{
    double found = value;
    SPATE_TRY(state_move(s, name, &found, sizeof found));
    if (found == value)
        return SPATE_OK;
    return fail_data(
        s->ctx,
        "saved state: %s is %.12g, and %.12g in this run; set the run up as the one that saved it",
        name, found, value);
}

spate_status state_same(state_stream *s, const char *name, double value)
{
    SPATE_TRY(state_item(s, STATE_NUMBER, name, sizeof value, 1));
    return comm_agree(s->ctx, is_root(s) ? number_at_root(s, name, value) : SPATE_OK);
}

static spate_status text_at_root(state_stream *s, const char *name, const char *value)
{
    char here[64] = "", found[64];
    snprintf(here, sizeof here, "%s", value);
    memcpy(found, here, sizeof found);
    SPATE_TRY(state_move(s, name, found, sizeof found));
    if (memcmp(found, here, sizeof here) == 0)
        return SPATE_OK;
    make_printable(found, sizeof found);
    return fail_data(s->ctx,
                     "saved state: %s is \"%s\", and \"%s\" in this run; set the run up as the one "
                     "that saved it",
                     name, found, value);
}

spate_status state_same_text(state_stream *s, const char *name, const char *value)
{
    SPATE_TRY(state_item(s, STATE_TEXT, name, 1, 64));
    return comm_agree(s->ctx, is_root(s) ? text_at_root(s, name, value) : SPATE_OK);
}

/* ---- blocks ---- */

spate_status state_block(state_stream *s, const char *name, void *data, size_t bytes)
{
    SPATE_TRY(state_item(s, STATE_BLOCK, name, 1, bytes));
    SPATE_TRY(comm_agree(s->ctx, is_root(s) ? state_move(s, name, data, bytes) : SPATE_OK));
    if (s->loading)
        comm_broadcast(s->ctx->comm, data, bytes);
    return SPATE_OK;
}

/* ---- numbers ---- */

/* Beyond 2^63 sums over the grid (exact_sum.h) have no meaning, and no water is that deep
 * or fast. */
#define LARGEST_NUMBER 0x1p63

int state_is_number(double value, double lowest)
{
    return value >= lowest && value >= -LARGEST_NUMBER && value <= LARGEST_NUMBER; /* not NaN */
}

spate_status state_bad_number(state_stream *s, const char *name, double value)
{
    return fail_data(s->ctx, "saved state: \"%s\" holds %g, which no run has; use another one",
                     name, value);
}

spate_status state_numbers(state_stream *s, const char *name, double *values, int count)
{
    SPATE_TRY(state_block(s, name, values, (size_t)count * sizeof *values));
    for (int k = 0; k < count && s->loading; ++k)
        if (!state_is_number(values[k], -INFINITY))
            return state_bad_number(s, name, values[k]);
    return SPATE_OK;
}

/* ---- fields ---- */

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
    spate_status status = SPATE_OK;
    const size_t row_bytes = (size_t)s->grid->nx * c->value_bytes;
    for (int64_t j = 0; j < s->grid->ny; j += m->rows) {
        const int64_t rows = s->grid->ny - j < m->rows ? s->grid->ny - j : m->rows;
        if (!s->loading)
            slab_gather(m, j, rows, whole, copy_from_part, c);
        if (is_root(s) && status == SPATE_OK)
            status = state_move(s, name, whole, row_bytes * (size_t)rows);
        if (is_root(s) && status == SPATE_OK && s->loading)
            status = check_values(s, name, c, whole, (size_t)(s->grid->nx * rows));
        if (s->loading)
            slab_scatter(m, j, rows, whole, copy_to_part, c);
    }
    return status;
}

static spate_status move_cells(state_stream *s, const char *name, cells_item c)
{
    const size_t value_bytes = c.value_bytes;
    slab m;
    void *whole = NULL;
    SPATE_TRY(state_item(s, STATE_CELLS, name, value_bytes,
                         (uint64_t)s->grid->nx * (uint64_t)s->grid->ny));
    spate_status status = slab_open(&m, s->ctx, s->grid, s->partition, value_bytes);
    if (status == SPATE_OK) {
        if (is_root(s) && !(whole = calloc((size_t)(s->grid->nx * m.rows), value_bytes)))
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
