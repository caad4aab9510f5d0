/* Colours counted, chosen and written. */
#include "palette.h"

#include "spate_config.h"

#if SPATE_HAVE_PNG

#include <png.h>
#include <stdlib.h>

enum { COLOURS = 64, SLOT_BITS = 14, SLOTS = 1 << SLOT_BITS, MOST = SLOTS / 2 };

typedef struct shade {
    uint32_t colour, count; /* count 0: a free slot */
    uint8_t index;          /* in the palette */
} shade;

/* The slot of a colour, or the free one where it belongs: the table is never full. */
static shade *find(shade *table, uint32_t colour)
{
    uint32_t slot = colour * 0x9e3779b1u >> (32 - SLOT_BITS);
    while (table[slot].count > 0 && table[slot].colour != colour)
        slot = (slot + 1) % SLOTS;
    return &table[slot];
}

/* Returns the number of colours; more than MOST: it gave up. */
static int count_colours(shade *table, const uint32_t *pixels, int width, int height, int stride)
{
    int found = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width && found <= MOST; ++x) {
            const uint32_t colour = pixels[(size_t)y * (size_t)stride + (size_t)x] & 0xffffff;
            shade *s = find(table, colour);
            found += s->count == 0;
            s->colour = colour;
            ++s->count;
        }
    return found;
}

/* By colour where counts are equal: the same picture is the same file. */
static int most_frequent_first(const void *a, const void *b)
{
    const shade *p = a, *q = b;
    if (p->count != q->count)
        return p->count < q->count ? 1 : -1;
    return (p->colour > q->colour) - (p->colour < q->colour);
}

static int distance(uint32_t a, png_color b)
{
    const int r = (int)(a >> 16 & 0xff) - b.red, g = (int)(a >> 8 & 0xff) - b.green;
    const int v = (int)(a & 0xff) - b.blue;
    return r * r + g * g + v * v;
}

static uint8_t nearest(uint32_t colour, const png_color *palette, int count)
{
    int best = 0;
    for (int n = 1; n < count; ++n)
        if (distance(colour, palette[n]) < distance(colour, palette[best]))
            best = n;
    return (uint8_t)best;
}

/* Fills the palette and the indices of the table; sorted is room for SLOTS. Returns its size. */
static int choose_colours(shade *table, shade *sorted, png_color *palette)
{
    int found = 0;
    for (int n = 0; n < SLOTS; ++n)
        if (table[n].count > 0)
            sorted[found++] = table[n];
    qsort(sorted, (size_t)found, sizeof *sorted, most_frequent_first);
    const int count = found < COLOURS ? found : COLOURS;
    for (int n = 0; n < count; ++n)
        palette[n] = (png_color){.red = (png_byte)(sorted[n].colour >> 16),
                                 .green = (png_byte)(sorted[n].colour >> 8 & 0xff),
                                 .blue = (png_byte)(sorted[n].colour & 0xff)};
    for (int n = 0; n < SLOTS; ++n)
        if (table[n].count > 0)
            table[n].index = nearest(table[n].colour, palette, count);
    return count;
}

/* Filters guess at differences between neighbours; numbers of a palette have none. */
static int write_rows(const uint8_t *indices, int width, int height, const png_color *palette,
                      int count, FILE *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return -1;
    }
    png_init_io(png, out);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, palette, count);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, 9);
    png_write_info(png, info);
    for (int y = 0; y < height; ++y)
        png_write_row(png, indices + (size_t)y * (size_t)width);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}

palette_result palette_write_png(const uint32_t *pixels, int width, int height, int stride,
                                 FILE *out)
{
    shade *table = calloc(SLOTS, sizeof *table), *sorted = malloc(SLOTS * sizeof *sorted);
    uint8_t *indices = malloc((size_t)width * (size_t)height);
    palette_result result = PALETTE_NOT_FIT;
    if (table && sorted && indices && count_colours(table, pixels, width, height, stride) <= MOST) {
        png_color palette[COLOURS];
        const int count = choose_colours(table, sorted, palette);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                indices[(size_t)y * (size_t)width + (size_t)x] =
                    find(table, pixels[(size_t)y * (size_t)stride + (size_t)x] & 0xffffff)->index;
        result = write_rows(indices, width, height, palette, count, out) == 0 ? PALETTE_WRITTEN
                                                                              : PALETTE_FAILED;
    }
    free(table);
    free(sorted);
    free(indices);
    return result;
}

#else

palette_result palette_write_png(const uint32_t *pixels, int width, int height, int stride,
                                 FILE *out)
{
    (void)pixels;
    (void)width;
    (void)height;
    (void)stride;
    (void)out;
    return PALETTE_NOT_FIT;
}

#endif
