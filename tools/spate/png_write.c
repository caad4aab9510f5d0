/* PNG files by libpng. */
#include "png_write.h"

#include <stdlib.h>

#include "palette.h"
#include "spate_config.h"

#if SPATE_HAVE_PNG
#include <png.h>

/* Bytes of the rows in the form that libpng reads. */
typedef struct png_rows {
    int width, height, bytes; /* per pixel: 1 with a palette, 3 without */
    const palette *colours;
    uint8_t *data;
} png_rows;

static void put_palette(png_structp png, png_infop info, const palette *p)
{
    png_color list[PALETTE_SIZE];
    for (int n = 0; n < p->count; ++n)
        list[n] = (png_color){.red = (png_byte)(p->colours[n] >> 16),
                              .green = (png_byte)(p->colours[n] >> 8),
                              .blue = (png_byte)p->colours[n]};
    png_set_PLTE(png, info, list, p->count);
}

static int write_rows(FILE *file, const png_rows *r)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return -1;
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)r->width, (png_uint_32)r->height, 8,
                 r->bytes == 1 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (r->bytes == 1) {
        put_palette(png, info, r->colours);
        /* Filters help where neighbours have similar values; the numbers of a palette do not. */
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
        png_set_compression_level(png, 9);
    }
    png_write_info(png, info);
    for (int j = 0; j < r->height; ++j)
        png_write_row(png, r->data + (size_t)j * (size_t)r->width * (size_t)r->bytes);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}

static void fill_true_colour(const uint32_t *pixels, size_t count, uint8_t *data)
{
    for (size_t k = 0; k < count; ++k)
        for (int c = 0; c < 3; ++c)
            data[3 * k + (size_t)c] = (uint8_t)(pixels[k] >> (16 - 8 * c));
}

int png_write(FILE *file, const uint32_t *pixels, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height;
    palette colours;
    png_rows rows = {.width = width, .height = height, .bytes = 1, .colours = &colours};
    rows.data = malloc(3 * count);
    if (!rows.data)
        return -1;
    if (!palette_make(pixels, count, &colours, rows.data)) {
        rows.bytes = 3;
        fill_true_colour(pixels, count, rows.data);
    }
    const int result = write_rows(file, &rows);
    free(rows.data);
    return result;
}

#else

int png_write(FILE *file, const uint32_t *pixels, int width, int height)
{
    (void)file, (void)pixels, (void)width, (void)height;
    return -1;
}

#endif
