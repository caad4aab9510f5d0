/* A tile as it goes to the page: values in 16 bits, and which share of each place has one.
 *
 *   bytes 0-3 "SPT1" | 4-5 width | 6-7 height | 8-15 base, f64 | 16-23 step, f64
 *   then width * height values, u16, then as many shares, u8; little-endian; row 0 in the south.
 *
 * value = base + step * q. A share of 0 means that there is no value (dry, inactive), 255 that
 * all cells of the place have one. Tiles have a border of two places on each side
 * from their neighbours, so that slopes and interpolation do not end at their edges; beyond the grid
 * its edge is repeated: a full tile has
 * 260 x 260. A tile without any value has width 0. */
#ifndef SPATE_VIEW_TILE_CODE_H
#define SPATE_VIEW_TILE_CODE_H

#include <stddef.h>
#include <stdint.h>

enum { TILE_SIDE = 256, TILE_BORDER = 2, TILE_HEAD = 24 };

/* One level of detail of a map: nx * ny places, row 0 in the south. */
typedef struct map_level {
    int64_t nx, ny;
    const float *values;   /* NaN: none */
    const uint8_t *shares; /* NULL: 255 where there is a value */
} map_level;

/* Tile (x, y) of a level in malloc'ed bytes; NULL without memory. The tile must be one of the
 * level's. */
uint8_t *tile_encode(const map_level *level, int64_t x, int64_t y, size_t *bytes);

#endif
