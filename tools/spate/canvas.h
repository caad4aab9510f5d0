/* A small canvas: coloured pixels, a few words in a tiny font, a PNG file. Knows nothing
 * of water. */
#ifndef SPATE_TOOLS_CANVAS_H
#define SPATE_TOOLS_CANVAS_H

#include <stddef.h>

#include "colour.h"

typedef struct canvas {
    int width, height;
    rgb *pixels; /* row 0 on top */
} canvas;

/* White; pixels is NULL where there is no memory. */
canvas canvas_create(int width, int height);
void canvas_destroy(canvas *r);
/* What lies outside the canvas is not drawn. */
void canvas_box(canvas *r, int x, int y, int width, int height, rgb colour);
/* Top left corner of the text at (x, y); characters without a glyph are left blank. */
void canvas_text(canvas *r, int x, int y, const char *text, rgb colour);
int canvas_text_height(void);

/* 1 if the program was built with libpng. */
int canvas_can_save(void);
/* Whole file or none. Returns 0, or -1 with the reason in message. */
int canvas_save(const canvas *r, const char *path, char *message, size_t size);

#endif
