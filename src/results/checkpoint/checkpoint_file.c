/* Pieces with checksums, written and read. */
#include "results/checkpoint/checkpoint_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

static const char magic[8] = {'S', 'P', 'A', 'T', 'E', 'C', 'P', '1'};
enum { KIND_PIECE = 'P', KIND_TAIL = 'T' };

static void put_number(unsigned char *to, uint64_t value, int bytes)
{
    for (int k = 0; k < bytes; ++k)
        to[k] = (unsigned char)(value >> (8 * k));
}

static uint64_t get_number(const unsigned char *from, int bytes)
{
    uint64_t value = 0;
    for (int k = 0; k < bytes; ++k)
        value |= (uint64_t)from[k] << (8 * k);
    return value;
}

/* ---- writing ---- */

static int write_bytes(checkpoint_writer *w, const void *bytes, size_t count)
{
    if (w->failed == 0 && fwrite(bytes, 1, count, w->out) != count)
        w->failed = errno ? errno : EIO;
    if (w->failed)
        errno = w->failed;
    return w->failed == 0;
}

int checkpoint_begin(checkpoint_writer *w, FILE *out)
{
    *w = (checkpoint_writer){.out = out, .sum = CHECKSUM64_START};
    w->piece = malloc(CHECKPOINT_PIECE);
    return w->piece && write_bytes(w, magic, sizeof magic);
}

int checkpoint_end_piece(checkpoint_writer *w)
{
    unsigned char head[16];
    if (w->used == 0)
        return w->failed == 0;
    w->sum = checksum64(w->sum, w->piece, w->used);
    w->bytes += w->used;
    put_number(head, KIND_PIECE, 4);
    put_number(head + 4, w->used, 4);
    put_number(head + 8, w->sum, 8);
    const uint32_t used = w->used;
    w->used = 0;
    return write_bytes(w, head, sizeof head) && write_bytes(w, w->piece, used);
}

int checkpoint_put(checkpoint_writer *w, const void *bytes, uint64_t count)
{
    const unsigned char *from = bytes;
    while (count > 0) {
        const uint64_t room = CHECKPOINT_PIECE - w->used;
        const uint32_t part = (uint32_t)(count < room ? count : room);
        memcpy(w->piece + w->used, from, part);
        w->used += part, from += part, count -= part;
        if (w->used == CHECKPOINT_PIECE && !checkpoint_end_piece(w))
            return 0;
    }
    return w->failed == 0;
}

int checkpoint_end(checkpoint_writer *w)
{
    unsigned char tail[24];
    if (!checkpoint_end_piece(w))
        return 0;
    put_number(tail, KIND_TAIL, 4);
    put_number(tail + 4, 0, 4);
    put_number(tail + 8, w->bytes, 8);
    put_number(tail + 16, w->sum, 8);
    return write_bytes(w, tail, sizeof tail);
}

void checkpoint_writer_free(checkpoint_writer *w)
{
    free(w->piece);
    *w = (checkpoint_writer){0};
}

/* ---- reading ---- */

static int wrong(checkpoint_reader *r, const char *what)
{
    if (!r->wrong)
        r->wrong = what;
    return 0;
}

static int read_bytes(checkpoint_reader *r, void *bytes, size_t count)
{
    if (fread(bytes, 1, count, r->in) == count)
        return 1;
    return wrong(r, ferror(r->in) ? "it cannot be read" : "it ends too early");
}

int checkpoint_read_begin(checkpoint_reader *r, FILE *in)
{
    char found[sizeof magic];
    *r = (checkpoint_reader){.in = in, .sum = CHECKSUM64_START};
    if (!read_bytes(r, found, sizeof found))
        return 0;
    return memcmp(found, magic, sizeof magic) == 0 || wrong(r, "it is not a checkpoint");
}

static int read_tail(checkpoint_reader *r, uint64_t bytes)
{
    unsigned char sum[8];
    if (!read_bytes(r, sum, sizeof sum))
        return 0;
    if (bytes != r->bytes || get_number(sum, 8) != r->sum)
        return wrong(r, "its end does not match its content");
    if (fgetc(r->in) != EOF)
        return wrong(r, "there are bytes after its end");
    r->at_tail = 1;
    return 0;
}

static int make_room(checkpoint_reader *r, uint32_t length)
{
    if (length <= r->size)
        return 1;
    unsigned char *piece = realloc(r->piece, length);
    if (!piece)
        return wrong(r, "there is not enough memory to read it");
    r->piece = piece;
    r->size = length;
    return 1;
}

/* Reads and checks the next piece; 0 at the tail too. */
static int next_piece(checkpoint_reader *r)
{
    unsigned char head[16];
    if (r->wrong || r->at_tail || !read_bytes(r, head, sizeof head))
        return 0;
    const uint64_t kind = get_number(head, 4), length = get_number(head + 4, 4);
    const uint64_t number = get_number(head + 8, 8);
    if (kind == KIND_TAIL && length == 0)
        return read_tail(r, number);
    if (kind != KIND_PIECE || length == 0 || length > CHECKPOINT_PIECE)
        return wrong(r, "it is damaged");
    if (!make_room(r, (uint32_t)length) || !read_bytes(r, r->piece, (size_t)length))
        return 0;
    r->sum = checksum64(r->sum, r->piece, (size_t)length);
    if (r->sum != number)
        return wrong(r, "a checksum does not match");
    r->bytes += length;
    r->length = (uint32_t)length;
    r->used = 0;
    return 1;
}

int checkpoint_get(checkpoint_reader *r, void *bytes, uint64_t count)
{
    unsigned char *to = bytes;
    while (count > 0) {
        if (r->used == r->length && !next_piece(r))
            return wrong(r, "it holds less than the simulation needs");
        const uint64_t left = r->length - r->used;
        const uint32_t part = (uint32_t)(count < left ? count : left);
        memcpy(to, r->piece + r->used, part);
        r->used += part, to += part, count -= part;
    }
    return 1;
}

const char *checkpoint_first_piece(checkpoint_reader *r, uint32_t *length)
{
    if (!next_piece(r)) {
        wrong(r, "it is empty");
        return NULL;
    }
    *length = r->length;
    r->used = r->length;
    return (const char *)r->piece;
}

int checkpoint_verify(checkpoint_reader *r)
{
    while (next_piece(r))
        continue;
    return r->at_tail && !r->wrong;
}

void checkpoint_reader_free(checkpoint_reader *r)
{
    free(r->piece);
    *r = (checkpoint_reader){0};
}
