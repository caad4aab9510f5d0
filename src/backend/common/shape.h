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
    /* A part that may get rows of others has memory for more rows than it has: rows_below of them
     * are south of row 0. Both are multiples of a tile, but for the end of the grid. room_rows 0:
     * no more than ny. */
    int rows_below, room_rows;
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

/* Rows of a field that memory is taken for. */
static inline size_t part_room(const part_shape *s)
{
    return part_rows(s) + (size_t)(s->room_rows > s->ny ? s->room_rows - s->ny : 0);
}

/* Values between the start of the rows of a part, ghosts included, and cell (0, 0), in every
 * field. */
static inline ptrdiff_t part_origin(const part_shape *s)
{
    return s->halo * s->pitch + PART_ALIGNMENT / s->real_bytes;
}

static inline size_t tile_count(const part_shape *s)
{
    return (size_t)s->tiles_x * (size_t)s->tiles_y;
}

/* Tiles that memory is taken for. */
static inline size_t tile_room(const part_shape *s)
{
    const int rows = s->room_rows > s->ny ? s->room_rows : s->ny;
    return (size_t)s->tiles_x * (size_t)((rows + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
}

#endif
