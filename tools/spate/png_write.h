/* Pixels to a PNG file: with a palette where 256 colours suffice (see palette.h), in true colour
 * otherwise. */
#ifndef SPATE_TOOLS_PNG_WRITE_H
#define SPATE_TOOLS_PNG_WRITE_H

#include <stdint.h>
#include <stdio.h>

/* Pixels are 0xRRGGBB, row by row from the top. 0, or -1 where it cannot be written. */
int png_write(FILE *file, const uint32_t *pixels, int width, int height);

#endif
