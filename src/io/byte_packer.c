/* zlib streams made of stretches, each of which ends on a byte boundary. */
#include "io/byte_packer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "spate_config.h"

#if SPATE_HAVE_ZLIB
#include <zlib.h>

/* A stretch with the same byte throughout, packed. */
typedef struct packed_run {
    size_t length; /* of the stretch; 0: none */
    uint32_t sum;
    uint16_t count;
    unsigned char bytes[164]; /* deflate needs about 70 for a full stretch */
} packed_run;

/* Stored runs of each byte value: a full stretch, and the shorter one at the end of a row of
 * bytes. */
enum { LENGTHS = 2 };

struct byte_packer {
    unsigned char *stream;
    size_t room, used;
    uint32_t sum; /* Adler-32 of what was added */
    z_stream deflater;
    int ready;
    packed_run runs[256][LENGTHS];
};

/* Upper bound for the head of a stored block and for the bytes that align the end of a deflated
 * one. */
enum { STRETCH_OVERHEAD = 64 };

byte_packer *byte_packer_create(size_t most_bytes, size_t ends)
{
    byte_packer *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    /* Z_RLE searches only for runs: half the time of a full search, at nearly the same size. */
    p->ready = deflateInit2(&p->deflater, 1, Z_DEFLATED, -15, 9, Z_RLE) == Z_OK;
    if (p->ready) {
        const size_t stretches = most_bytes / BYTE_STRETCH + ends + 1;
        p->room = deflateBound(&p->deflater, most_bytes) + stretches * STRETCH_OVERHEAD;
        p->stream = malloc(p->room);
    }
    if (p->stream)
        return p;
    byte_packer_free(p);
    return NULL;
}

void byte_packer_free(byte_packer *p)
{
    if (!p)
        return;
    if (p->ready)
        deflateEnd(&p->deflater);
    free(p->stream);
    free(p);
}

size_t byte_packer_room(const byte_packer *p)
{
    return p->room;
}

void byte_packer_begin(byte_packer *p)
{
    static const unsigned char head[2] = {0x78, 0x01}; /* deflate with a window of 32 KiB, fast */
    memcpy(p->stream, head, sizeof head);
    p->used = sizeof head;
    p->sum = (uint32_t)adler32(0, NULL, 0);
}

/* ---- one stretch ---- */

/* Starts with an empty window, because the stretch before may not have come from the deflater. */
static size_t deflate_alone(byte_packer *p, const unsigned char *bytes, size_t count,
                            unsigned char *to, size_t room)
{
    z_stream *z = &p->deflater;
    if (deflateReset(z) != Z_OK)
        return 0;
    z->next_in = (unsigned char *)(uintptr_t)bytes;
    z->avail_in = (uInt)count;
    z->next_out = to;
    z->avail_out = (uInt)room;
    return deflate(z, Z_SYNC_FLUSH) == Z_OK && z->avail_in == 0 && z->avail_out > 0
               ? room - z->avail_out
               : 0;
}

static int is_run(const unsigned char *bytes, size_t count)
{
    return memcmp(bytes, bytes + 1, count - 1) == 0;
}

/* Whether the bytes look random, so that packing them would cost the most time and save nothing.
 * The number of equal pairs in a sample of m is smallest if all byte values are equally likely; its
 * mean is then m + m (m - 1) / 256. */
static int is_noise(const unsigned char *bytes, size_t count)
{
    enum { SAMPLE = 1024 };
    unsigned seen[256] = {0};
    uint64_t pairs = 0;
    if (count < SAMPLE)
        return 0;
    const size_t step = count / SAMPLE;
    for (size_t k = 0; k < SAMPLE; ++k)
        ++seen[bytes[k * step]];
    for (int k = 0; k < 256; ++k)
        pairs += (uint64_t)seen[k] * seen[k];
    return pairs < SAMPLE + SAMPLE * (SAMPLE - 1) / 256 * 5 / 4;
}

/* The stored run, made at its first use. NULL: it does not fit; this may happen for very short
 * runs. */
static const packed_run *find_run(byte_packer *p, const unsigned char *bytes, size_t count)
{
    packed_run *r = &p->runs[bytes[0]][count == BYTE_STRETCH ? 0 : 1];
    if (r->length == count)
        return r;
    r->length = 0;
    r->count = (uint16_t)deflate_alone(p, bytes, count, r->bytes, sizeof r->bytes);
    if (r->count == 0)
        return NULL;
    r->length = count;
    r->sum = (uint32_t)adler32_z(adler32(0, NULL, 0), bytes, count);
    return r;
}

static size_t put_run(byte_packer *p, const packed_run *r, unsigned char *to)
{
    memcpy(to, r->bytes, r->count);
    p->sum = (uint32_t)adler32_combine(p->sum, r->sum, (z_off_t)r->length);
    return r->count;
}

/* A stored block. Its limit of 65535 bytes is larger than a stretch. */
static size_t put_stored(const unsigned char *bytes, size_t count, unsigned char *to)
{
    const unsigned size = (unsigned)count, inverse = ~size;
    const unsigned char head[5] = {0, (unsigned char)size, (unsigned char)(size >> 8),
                                   (unsigned char)inverse, (unsigned char)(inverse >> 8)};
    memcpy(to, head, sizeof head);
    memcpy(to + sizeof head, bytes, count);
    return sizeof head + count;
}

static int add_stretch(byte_packer *p, const unsigned char *bytes, size_t count)
{
    unsigned char *to = p->stream + p->used;
    const packed_run *run = is_run(bytes, count) ? find_run(p, bytes, count) : NULL;
    size_t more;
    if (run) {
        more = put_run(p, run, to);
    } else {
        more = is_noise(bytes, count) ? put_stored(bytes, count, to)
                                      : deflate_alone(p, bytes, count, to, p->room - p->used);
        p->sum = (uint32_t)adler32_z(p->sum, bytes, count);
    }
    p->used += more;
    return more > 0;
}

/* ---- a stream ---- */

int byte_packer_add(byte_packer *p, const unsigned char *bytes, size_t count)
{
    for (size_t at = 0; at < count; at += BYTE_STRETCH) {
        const size_t piece = count - at < BYTE_STRETCH ? count - at : BYTE_STRETCH;
        if (!add_stretch(p, bytes + at, piece))
            return 0;
    }
    return 1;
}

int byte_packer_end(byte_packer *p, const void **stream, size_t *count)
{
    /* An empty last block of fixed codes, then the sum with its highest byte first. */
    const unsigned char end[6] = {3,
                                  0,
                                  (unsigned char)(p->sum >> 24),
                                  (unsigned char)(p->sum >> 16),
                                  (unsigned char)(p->sum >> 8),
                                  (unsigned char)p->sum};
    if (p->room - p->used < sizeof end)
        return 0;
    memcpy(p->stream + p->used, end, sizeof end);
    *stream = p->stream;
    *count = p->used + sizeof end;
    return 1;
}
#else
byte_packer *byte_packer_create(size_t most_bytes, size_t ends)
{
    (void)most_bytes, (void)ends;
    return NULL;
}

void byte_packer_free(byte_packer *p)
{
    (void)p;
}

size_t byte_packer_room(const byte_packer *p)
{
    (void)p;
    return 0;
}

void byte_packer_begin(byte_packer *p)
{
    (void)p;
}

int byte_packer_add(byte_packer *p, const unsigned char *bytes, size_t count)
{
    (void)p, (void)bytes, (void)count;
    return 0;
}

int byte_packer_end(byte_packer *p, const void **stream, size_t *count)
{
    (void)p, (void)stream, (void)count;
    return 0;
}
#endif
