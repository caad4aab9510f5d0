/* Size and layout of a part, and the tiles of the global grid. */
#ifndef SPATE_BACKEND_COMMON_SHAPE_H
#define SPATE_BACKEND_COMMON_SHAPE_H

#include <stddef.h>
#include <stdint.h>

/* The global tile grid, in cells: partition cuts, dry skipping and classification all use it. */
#define SPATE_TILE_X 32
#define SPATE_TILE_Y 8

/* Shared by all fields of a part. A field pointer addresses cell (0, 0); ghosts have negative
 * indices or indices from nx on. There is room for one more column and row of values in the
 * north-east, for corners. */
typedef struct part_shape {
    int nx, ny, halo;
    ptrdiff_t pitch; /* values from one row to the next */
    int real_bytes;  /* of a value of STORED_REAL */
    int tiles_x, tiles_y;
    /* Sides (west, east, south, north) whose ghosts another part fills. */
    uint8_t linked[4];
    int device_number; /* of the device that computes the part, in its backend */
} part_shape;

/* Which tiles a kernel visits: all; those that need no ghosts; the others. */
typedef enum { REGION_ALL, REGION_INNER, REGION_RIM } part_region;

/* Fields begin on this many bytes; so does cell (0, 0) of a field of reals. */
enum { PART_ALIGNMENT = 128 };

/* Rows of a field: with ghost cells, one row for corners in the north, and one for kernels that
 * read whole vectors beyond the end of a row. */
static inline size_t part_rows(const part_shape *s)
{
    return (size_t)s->ny + 2 * (size_t)s->halo + 2;
}

/* Values between the start of a block and cell (0, 0), in every field of the part. */
static inline ptrdiff_t part_origin(const part_shape *s)
{
    return s->halo * s->pitch + PART_ALIGNMENT / s->real_bytes;
}

static inline size_t tile_count(const part_shape *s)
{
    return (size_t)s->tiles_x * (size_t)s->tiles_y;
}

#endif
