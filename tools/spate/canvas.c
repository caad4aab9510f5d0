/* The canvas: boxes, text and the PNG file. */
#include "canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png_write.h"
#include "program/tool_file.h"
#include "spate_config.h"

enum { GLYPH_WIDTH = 5, GLYPH_HEIGHT = 7, GLYPH_ROWS = GLYPH_HEIGHT + 2, TEXT_SCALE = 2 };

/* Rows from the top, two of them below the line; bit 4 is the leftmost pixel. Only the
 * characters that the pictures need. */
static const struct {
    char character;
    uint8_t rows[GLYPH_ROWS];
} font[] = {
    {'0', {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}},
    {'1', {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'2', {0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f}},
    {'3', {0x1f, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0e}},
    {'4', {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}},
    {'5', {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e}},
    {'6', {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}},
    {'7', {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}},
    {'9', {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c}},
    {'-', {0x00, 0x00, 0x00, 0x1f, 0x00, 0x00, 0x00}},
    {'+', {0x00, 0x04, 0x04, 0x1f, 0x04, 0x04, 0x00}},
    {'=', {0x00, 0x00, 0x1f, 0x00, 0x1f, 0x00, 0x00}},
    {'(', {0x02, 0x04, 0x08, 0x08, 0x08, 0x04, 0x02}},
    {')', {0x08, 0x04, 0x02, 0x02, 0x02, 0x04, 0x08}},
    {'d', {0x01, 0x01, 0x0d, 0x13, 0x11, 0x13, 0x0d}},
    {'e', {0x00, 0x00, 0x0e, 0x11, 0x1f, 0x10, 0x0e}},
    {'h', {0x10, 0x10, 0x16, 0x19, 0x11, 0x11, 0x11}},
    {'m', {0x00, 0x00, 0x1a, 0x15, 0x15, 0x15, 0x15}},
    {'p', {0x00, 0x00, 0x16, 0x19, 0x11, 0x19, 0x16, 0x10, 0x10}},
    {'s', {0x00, 0x00, 0x0f, 0x10, 0x0e, 0x01, 0x1e}},
    {'t', {0x08, 0x08, 0x1c, 0x08, 0x08, 0x09, 0x06}},
};

canvas canvas_create(int width, int height)
{
    canvas r = {.width = width, .height = height};
    const size_t count = (size_t)width * (size_t)height;
    r.pixels = malloc(count * sizeof *r.pixels);
    if (r.pixels)
        memset(r.pixels, 0xff, count * sizeof *r.pixels);
    return r;
}

void canvas_destroy(canvas *r)
{
    free(r->pixels);
    r->pixels = NULL;
}

void canvas_box(canvas *r, int x, int y, int width, int height, rgb colour)
{
    for (int j = y < 0 ? 0 : y; j < y + height && j < r->height; ++j)
        for (int i = x < 0 ? 0 : x; i < x + width && i < r->width; ++i)
            r->pixels[(size_t)j * (size_t)r->width + (size_t)i] = colour;
}

static const uint8_t *glyph(char character)
{
    for (size_t i = 0; i < sizeof font / sizeof *font; ++i)
        if (font[i].character == character)
            return font[i].rows;
    return NULL;
}

void canvas_text(canvas *r, int x, int y, const char *text, rgb colour)
{
    for (const char *c = text; *c; ++c, x += (GLYPH_WIDTH + 1) * TEXT_SCALE) {
        const uint8_t *rows = glyph(*c);
        for (int j = 0; rows && j < GLYPH_ROWS; ++j)
            for (int i = 0; i < GLYPH_WIDTH; ++i)
                if (rows[j] >> (GLYPH_WIDTH - 1 - i) & 1)
                    canvas_box(r, x + i * TEXT_SCALE, y + j * TEXT_SCALE, TEXT_SCALE, TEXT_SCALE,
                               colour);
    }
}

int canvas_text_height(void)
{
    return GLYPH_HEIGHT * TEXT_SCALE;
}

#if SPATE_HAVE_PNG

static int write_png(const canvas *r, FILE *file)
{
    const size_t count = (size_t)r->width * (size_t)r->height;
    uint32_t *pixels = malloc(count * sizeof *pixels);
    for (size_t k = 0; pixels && k < count; ++k)
        pixels[k] = (uint32_t)r->pixels[k].r << 16 | (uint32_t)r->pixels[k].g << 8 | r->pixels[k].b;
    const int result = pixels ? png_write(file, pixels, r->width, r->height) : -1;
    free(pixels);
    return result;
}

int canvas_can_save(void)
{
    return 1;
}

int canvas_save(const canvas *r, const char *path, char *message, size_t size)
{
    tool_file file = tool_file_open(path);
    return tool_file_close(&file, file.out && write_png(r, file.out) == 0, message, size);
}

#else

int canvas_can_save(void)
{
    return 0;
}

int canvas_save(const canvas *r, const char *path, char *message, size_t size)
{
    (void)r;
    snprintf(message, size,
             "no picture %s: pictures need libpng (apt-get install libpng-dev, then make)", path);
    return -1;
}

#endif
