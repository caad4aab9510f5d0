/* The few colours that represent all of a picture, so that its file needs a byte per pixel and not
 * three. Pixels are 0xRRGGBB; knows nothing of files. */
#ifndef SPATE_TOOLS_PALETTE_H
#define SPATE_TOOLS_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum {
    PALETTE_SIZE = 256,
    PALETTE_TOLERANCE = 2, /* of 255 in red, green or blue: more shows as bands in a hillshade */
    PALETTE_AT_EDGES =
        32, /* where it is rare, at the edges of lines and letters, this does not show */
    PALETTE_EDGE_SHARE = 100 /* rare: less than one pixel in so many */
};

typedef struct palette {
    int count;
    uint32_t colours[PALETTE_SIZE];
} palette;

/* Finds the colours, and for each pixel the number of its colour. Colours are exact where they are
 * few. Otherwise they differ by no more than the tolerance in any channel, at edges by no more than
 * the larger one, and the most common ones are exact. Returns 0 where that is impossible or there
 * is no memory. */
int palette_make(const uint32_t *pixels, size_t count, palette *out, uint8_t *numbers);

#endif
