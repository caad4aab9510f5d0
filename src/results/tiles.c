/* Cutting and packing tiles. */
#include "results/tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if TILES_ARE_PACKED
#include <zlib.h>
#endif

enum {
    LARGEST_TILE = 768,
    STRETCH = 1 << 15 /* bytes that are looked at together */
};

tiling tiling_of(int64_t nx, int64_t ny)
{
    tiling t = {.nx = nx, .ny = ny};
    t.count_x = (nx + LARGEST_TILE - 1) / LARGEST_TILE;
    t.count_y = (ny + LARGEST_TILE - 1) / LARGEST_TILE;
    t.tile_x = (nx + t.count_x - 1) / t.count_x;
    t.tile_y = (ny + t.count_y - 1) / t.count_y;
    /* Rounding up may leave the last tile without a cell. */
    t.count_x = (nx + t.tile_x - 1) / t.tile_x;
    t.count_y = (ny + t.tile_y - 1) / t.tile_y;
    return t;
}

size_t tiling_values(const tiling *t)
{
    return (size_t)(t->tile_x * t->tile_y);
}

void tile_cut(const tiling *t, int64_t x, int64_t y, const float *map, float *tile)
{
    for (int64_t j = 0; j < t->tile_y; ++j) {
        const int64_t row = y * t->tile_y + j, from = x * t->tile_x;
        const float *in = map + row * t->nx + from;
        float *out = tile + j * t->tile_x;
        int64_t cells = row < t->ny ? t->nx - from : 0;
        cells = cells < t->tile_x ? cells : t->tile_x;
        for (int64_t i = 0; i < cells; ++i)
            out[i] = isnan(in[i]) ? TILE_FILL : in[i];
        for (int64_t i = cells; i < t->tile_x; ++i)
            out[i] = TILE_FILL;
    }
}

void tile_cut_f64(const tiling *t, int64_t x, int64_t y, const double *map, double *tile)
{
    for (int64_t j = 0; j < t->tile_y; ++j) {
        const int64_t row = y * t->tile_y + j, from = x * t->tile_x;
        const double *in = map + row * t->nx + from;
        double *out = tile + j * t->tile_x;
        int64_t cells = row < t->ny ? t->nx - from : 0;
        cells = cells < t->tile_x ? cells : t->tile_x;
        for (int64_t i = 0; i < cells; ++i)
            out[i] = isnan(in[i]) ? TILE_FILL_F64 : in[i];
        for (int64_t i = cells; i < t->tile_x; ++i)
            out[i] = TILE_FILL_F64;
    }
}

struct tile_packer {
    size_t values, value_bytes;
    unsigned char *shuffled, *packed;
    size_t room; /* of packed */
#if TILES_ARE_PACKED
    z_stream deflater;
    int ready;
#endif
};

/* After the shuffle the redundancy of a map lies in runs (dry land, still water) and in few values of the
 * high bytes: only runs are searched for, which takes half the time of a search for repeats at nearly the
 * same size. */
static int prepare(tile_packer *p)
{
#if TILES_ARE_PACKED
    p->ready = deflateInit2(&p->deflater, 1, Z_DEFLATED, 15, 9, Z_RLE) == Z_OK;
    if (!p->ready)
        return 0;
    /* Changing between packing and copying ends a block each time. */
    const size_t bytes = p->value_bytes * p->values;
    p->room = deflateBound(&p->deflater, bytes) + 64 * (bytes / STRETCH + 1);
    p->shuffled = malloc(bytes);
    p->packed = malloc(p->room);
    return p->shuffled && p->packed;
#else
    p->room = p->value_bytes * p->values;
    return 1;
#endif
}

size_t tile_packer_room(const tile_packer *p)
{
    return p->room;
}

tile_packer *tile_packer_create(size_t values, size_t value_bytes)
{
    tile_packer *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->values = values;
    p->value_bytes = value_bytes;
    if (!prepare(p)) {
        tile_packer_free(p);
        return NULL;
    }
    return p;
}

void tile_packer_free(tile_packer *p)
{
    if (!p)
        return;
#if TILES_ARE_PACKED
    if (p->ready)
        deflateEnd(&p->deflater);
#endif
    free(p->shuffled);
    free(p->packed);
    free(p);
}

/* Whether all values have the bits of the first, and that is this one (as f32 or f64). */
static int all_are(const tile_packer *p, const void *tile, double value)
{
    const float single = (float)value;
    const void *wanted = p->value_bytes == 4 ? (const void *)&single : &value;
    const size_t bytes = p->value_bytes;
    return memcmp(tile, wanted, bytes) == 0 &&
           memcmp(tile, (const char *)tile + bytes, bytes * (p->values - 1)) == 0;
}

#if TILES_ARE_PACKED
/* Byte b of value k goes to place b * values + k. */
static void shuffle(const unsigned char *from, size_t values, size_t value_bytes, unsigned char *to)
{
    if (value_bytes == 8) {
        for (size_t b = 0; b < 8; ++b)
            for (size_t k = 0; k < values; ++k)
                to[b * values + k] = from[8 * k + b];
        return;
    }
    for (size_t b = 0; b < 4; ++b)
        for (size_t k = 0; k < values; ++k)
            to[b * values + k] = from[4 * k + b];
}

static void unshuffle(const unsigned char *from, size_t values, unsigned char *to)
{
    for (size_t b = 0; b < 4; ++b)
        for (size_t k = 0; k < values; ++k)
            to[4 * k + b] = from[b * values + k];
}

/* Whether bytes are as good as random, as the low bytes of moving water are: packing them would cost the
 * most time and save nothing. By a sample's number of equal pairs, which is smallest if all values are
 * alike likely: then it is m + m (m - 1) / 256 in the mean. */
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

/* The change of level ends the block before; it must see none of the new bytes, which it would pack as the old
 * ones, leaving nothing for deflate to do: an error. */
static int deflate_stretch(z_stream *z, size_t count, int noise)
{
    if (deflateParams(z, noise ? 0 : 1, Z_RLE) != Z_OK)
        return 0;
    z->avail_in = (uInt)count;
    return deflate(z, Z_NO_FLUSH) == Z_OK && z->avail_in == 0;
}

static size_t deflated(tile_packer *p, const void *tile)
{
    const size_t bytes = p->value_bytes * p->values;
    z_stream *z = &p->deflater;
    shuffle(tile, p->values, p->value_bytes, p->shuffled);
    deflateReset(z);
    z->next_in = p->shuffled;
    z->avail_in = 0;
    z->next_out = p->packed;
    z->avail_out = (uInt)p->room;
    for (size_t at = 0; at < bytes; at += STRETCH) {
        const size_t count = bytes - at < STRETCH ? bytes - at : STRETCH;
        if (!deflate_stretch(z, count, is_noise(p->shuffled + at, count)))
            return 0;
    }
    return deflate(z, Z_FINISH) == Z_STREAM_END ? p->room - z->avail_out : 0;
}
#endif

tile_form tile_pack(tile_packer *p, const void *tile, int always, const void **bytes, size_t *count)
{
    *bytes = NULL;
    *count = 0;
    if (!always && all_are(p, tile, TILE_FILL_F64))
        return TILE_EMPTY;
    if (!always && all_are(p, tile, 0))
        return TILE_ZERO;
#if TILES_ARE_PACKED
    *count = deflated(p, tile);
    *bytes = p->packed;
    if (*count > 0)
        return TILE_PACKED;
#endif
    *bytes = tile;
    *count = p->value_bytes * p->values;
    return TILE_RAW;
}

int tile_unpack(tile_packer *p, tile_form form, const void *bytes, size_t count, float *tile)
{
    switch (form) {
    case TILE_EMPTY:
    case TILE_ZERO:
        for (size_t k = 0; k < p->values; ++k)
            tile[k] = form == TILE_ZERO ? 0 : TILE_FILL;
        return count == 0;
    case TILE_RAW:
        if (count != 4 * p->values)
            return 0;
        memcpy(tile, bytes, count);
        return 1;
    case TILE_PACKED:
#if TILES_ARE_PACKED
    {
        uLongf length = 4 * p->values;
        if (uncompress(p->shuffled, &length, bytes, count) != Z_OK || length != 4 * p->values)
            return 0;
        unshuffle(p->shuffled, p->values, (unsigned char *)tile);
        return 1;
    }
#endif
    default: return 0;
    }
}
