/* Items of the state as bytes: names, numbers, blocks. Fields are in state_cells.c, faces in
 * state_faces.c. */
#include "parallel/state_stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
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
