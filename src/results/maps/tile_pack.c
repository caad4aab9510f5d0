/* Packs tiles as HDF5 does: bytes shuffled, then deflate. */
#include <stdlib.h>
#include <string.h>

#include "io/byte_packer.h"
#include "results/maps/tiles.h"

#if TILES_ARE_PACKED
#include <zlib.h>
#endif

struct tile_packer {
    size_t values, value_bytes;
    unsigned char *shuffled;
    byte_packer *bytes; /* NULL: tiles are not packed */
};

tile_packer *tile_packer_create(size_t values, size_t value_bytes)
{
    tile_packer *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->values = values;
    p->value_bytes = value_bytes;
#if TILES_ARE_PACKED
    p->shuffled = malloc(value_bytes * values);
    p->bytes = byte_packer_create(value_bytes * values, value_bytes);
    if (!p->shuffled || !p->bytes) {
        tile_packer_free(p);
        return NULL;
    }
#endif
    return p;
}

void tile_packer_free(tile_packer *p)
{
    if (!p)
        return;
    byte_packer_free(p->bytes);
    free(p->shuffled);
    free(p);
}

size_t tile_packer_room(const tile_packer *p)
{
    return p->bytes ? byte_packer_room(p->bytes) : p->value_bytes * p->values;
}

/* Whether all values have the same bits as the first. */
static int all_alike(const tile_packer *p, const void *tile)
{
    return memcmp(tile, (const char *)tile + p->value_bytes, p->value_bytes * (p->values - 1)) == 0;
}

/* Whether the first value has the same bits as this value (as f32 or f64). */
static int first_is(const tile_packer *p, const void *tile, double value)
{
    const float single = (float)value;
    return memcmp(tile, p->value_bytes == 4 ? (const void *)&single : &value, p->value_bytes) == 0;
}

#if TILES_ARE_PACKED
/* Byte b of value k goes to position b * values + k. */
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

/* Bytes of the same significance form a row. In a tile of one value each row is constant, so one
 * row of memory is enough. */
static int pack_rows(tile_packer *p, const void *tile, int alike)
{
    const unsigned char *first = tile;
    if (!alike)
        shuffle(tile, p->values, p->value_bytes, p->shuffled);
    for (size_t b = 0; b < p->value_bytes; ++b) {
        unsigned char *row = p->shuffled + (alike ? 0 : b * p->values);
        if (alike)
            memset(row, first[b], p->values);
        if (!byte_packer_add(p->bytes, row, p->values))
            return 0;
    }
    return 1;
}
#endif

tile_form tile_pack(tile_packer *p, const void *tile, int always, const void **bytes, size_t *count)
{
    const int alike = all_alike(p, tile);
    *bytes = NULL;
    *count = 0;
    if (!always && alike && first_is(p, tile, TILE_FILL_F64))
        return TILE_EMPTY;
    if (!always && alike && first_is(p, tile, 0))
        return TILE_ZERO;
#if TILES_ARE_PACKED
    byte_packer_begin(p->bytes);
    if (pack_rows(p, tile, alike) && byte_packer_end(p->bytes, bytes, count))
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
