/* A small canvas: coloured pixels, a few words in a tiny font, PNG out. No water here. */
#ifndef SPATE_TOOLS_RASTER_H
#define SPATE_TOOLS_RASTER_H

#include <stddef.h>
#include <stdint.h>

typedef struct rgb {
    uint8_t r, g, b;
} rgb;

typedef struct raster {
    int width, height;
    rgb *pixels; /* row 0 on top */
} raster;

/* White; pixels is NULL where there is no memory. */
raster raster_create(int width, int height);
void raster_destroy(raster *r);
/* Outside the canvas nothing happens. */
void raster_box(raster *r, int x, int y, int width, int height, rgb colour);
/* Top left corner of the text at (x, y); characters without a glyph are left blank. */
void raster_text(raster *r, int x, int y, const char *text, rgb colour);
int raster_text_height(void);

/* Was the program built with libpng? */
int raster_can_save(void);
/* Whole file or none. Returns 0, or -1 with the reason in message. */
int raster_save(const raster *r, const char *path, char *message, size_t size);

#endif
