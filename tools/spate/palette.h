/* The few colours that stand for all of a picture, so that its file needs a byte per pixel and not three.
 * Pixels are 0xRRGGBB; knows nothing of files. */
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

/* Colours for the pixels, and for each pixel the number of its own: exact where they are few, otherwise off by
 * no more than the tolerance in any channel, at edges by the larger one, and the commonest exact. Returns 0
 * where that cannot be, or there is no memory. */
int palette_make(const uint32_t *pixels, size_t count, palette *out, uint8_t *numbers);

#endif
