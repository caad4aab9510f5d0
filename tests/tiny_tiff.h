/* Builds small GeoTIFFs byte by byte, of types that our own writer does not make: signed bytes,
 * complex numbers, palettes, several bands. One uncompressed strip, pixels of one unit, the
 * south-west corner at 0, 0. */
#ifndef TESTS_TINY_TIFF_H
#define TESTS_TINY_TIFF_H

#include <stdint.h>
#include <string.h>

typedef struct tiny_tiff {
    int nx, ny, samples;
    int bits;           /* of a sample: 8, 16, 32 or 64 */
    int format;         /* 1: unsigned, 2: signed, 3: real, 6: complex reals */
    int palette;        /* 256 colours, with 8 bits */
    const char *nodata; /* NULL: none */
    const void *pixels; /* nx * ny * samples, from the north-west, samples of a pixel together */
} tiny_tiff;

enum { TINY_TIFF_HEAD = 4096, TINY_TIFF_ENTRIES = 16 };

static inline void tiny_put(uint8_t *at, uint64_t value, int bytes) /* little-endian */
{
    for (int k = 0; k < bytes; ++k)
        at[k] = (uint8_t)(value >> (8 * k));
}

typedef struct tiny_head {
    uint8_t *bytes;
    int entries;
    uint32_t used; /* bytes of the head, values that fit into no entry included */
} tiny_head;

/* An entry of the directory. type: 2 text, 3 uint16, 4 uint32, 12 double. */
static inline void tiny_entry(tiny_head *h, int tag, int type, uint32_t count, const void *values)
{
    static const uint32_t sizes[] = {[2] = 1, [3] = 2, [4] = 4, [12] = 8};
    uint8_t *at = h->bytes + 10 + 12 * h->entries++;
    const uint32_t size = count * sizes[type];
    tiny_put(at, (uint64_t)tag, 2);
    tiny_put(at + 2, (uint64_t)type, 2);
    tiny_put(at + 4, count, 4);
    if (size <= 4) {
        memcpy(at + 8, values, size);
        return;
    }
    tiny_put(at + 8, h->used, 4);
    memcpy(h->bytes + h->used, values, size);
    h->used += (size + 7) & ~7u;
}

static inline void tiny_short(tiny_head *h, int tag, int value)
{
    tiny_entry(h, tag, 3, 1, &(uint16_t){(uint16_t)value});
}

/* Returns the size of the file; out has room for TINY_TIFF_HEAD bytes and the pixels. */
static inline size_t tiny_tiff_make(const tiny_tiff *t, uint8_t *out)
{
    const size_t pixels = (size_t)t->nx * (size_t)t->ny * (size_t)t->samples * (size_t)t->bits / 8;
    tiny_head h = {.bytes = out, .used = 10 + 12 * TINY_TIFF_ENTRIES + 14};
    static uint16_t colours[768];
    uint16_t bits[4] = {0}, formats[4] = {0};
    for (int k = 0; k < t->samples && k < 4; ++k) {
        bits[k] = (uint16_t)t->bits;
        formats[k] = (uint16_t)t->format;
    }
    for (int k = 0; k < 768; ++k)
        colours[k] = (uint16_t)(k * 257);
    memset(out, 0, TINY_TIFF_HEAD);
    memcpy(out, "II*\0\10\0\0\0", 8);
    tiny_short(&h, 256, t->nx);
    tiny_short(&h, 257, t->ny);
    tiny_entry(&h, 258, 3, (uint32_t)t->samples, bits);
    tiny_short(&h, 259, 1);                  /* no compression */
    tiny_short(&h, 262, t->palette ? 3 : 1); /* palette, or black is zero */
    tiny_entry(&h, 273, 4, 1, &(uint32_t){TINY_TIFF_HEAD});
    tiny_short(&h, 277, t->samples);
    tiny_short(&h, 278, t->ny); /* rows of the strip */
    tiny_entry(&h, 279, 4, 1, &(uint32_t){(uint32_t)pixels});
    if (t->palette)
        tiny_entry(&h, 320, 3, 768, colours);
    tiny_entry(&h, 339, 3, (uint32_t)t->samples, formats);
    tiny_entry(&h, 33550, 12, 3, (const double[]){1, 1, 0});
    tiny_entry(&h, 33922, 12, 6, (const double[]){0, 0, 0, 0, t->ny, 0});
    if (t->nodata)
        tiny_entry(&h, 42113, 2, (uint32_t)strlen(t->nodata) + 1, t->nodata);
    tiny_put(out + 8, (uint64_t)h.entries, 2);
    memcpy(out + TINY_TIFF_HEAD, t->pixels, pixels);
    return TINY_TIFF_HEAD + pixels;
}

#endif
