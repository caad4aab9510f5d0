/* PNG files of pictures that have few colours: a third of the size, since a byte holds a pixel. */
#ifndef SPATE_TOOLS_PLOT_PALETTE_H
#define SPATE_TOOLS_PLOT_PALETTE_H

#include <stdint.h>
#include <stdio.h>

typedef enum { PALETTE_WRITTEN, PALETTE_FAILED, PALETTE_NOT_FIT } palette_result;

/* pixels: 0x00RRGGBB, rows `stride` pixels apart. The 64 most frequent colours stay as they are, the others
 * (shades at the edges of lines and letters) become the nearest of them. NOT_FIT: nothing was written, for the
 * picture has thousands of colours, memory is short or the build has no libpng. */
palette_result palette_write_png(const uint32_t *pixels, int width, int height, int stride,
                                 FILE *out);

#endif
