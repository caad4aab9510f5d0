/* The few colours that stand for all of a picture, so that its file needs a byte per pixel and not three.
 * Pixels are 0xRRGGBB; knows nothing of files. */
#ifndef SPATE_TOOLS_PALETTE_H
#define SPATE_TOOLS_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum {
    PALETTE_SIZE = 256,
    PALETTE_TOLERANCE = 8 /* of 255: a step in red, green or blue that nobody sees in a picture */
};

typedef struct palette {
    int count;
    uint32_t colours[PALETTE_SIZE];
} palette;

/* Colours for the pixels, and for each pixel the number of its own: exact where they are few, otherwise none
 * off by more than the tolerance in any channel, and the commonest exact. Returns 0 where that cannot be, or
 * there is no memory. */
int palette_make(const uint32_t *pixels, size_t count, palette *out, uint8_t *numbers);

#endif
