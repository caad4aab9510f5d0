/* Rectangles of tiles, the pieces of work that threads share. */
#ifndef SPATE_BACKEND_CPU_COMMON_TILE_RECTANGLE_H
#define SPATE_BACKEND_CPU_COMMON_TILE_RECTANGLE_H

#include "backend/common/part.h"

/* Cells of a part, made of whole tiles: x0 <= i < x1, y0 <= j < y1. */
typedef struct tile_rectangle {
    int x0, x1, y0, y1;
    int edged; /* some face in it or around it is closed */
} tile_rectangle;

static inline tile_rectangle rectangle_of_tile(const part_shape *shape, int tx, int ty)
{
    const int x1 = (tx + 1) * SPATE_TILE_X, y1 = (ty + 1) * SPATE_TILE_Y;
    return (tile_rectangle){.x0 = tx * SPATE_TILE_X,
                            .x1 = x1 < shape->nx ? x1 : shape->nx,
                            .y0 = ty * SPATE_TILE_Y,
                            .y1 = y1 < shape->ny ? y1 : shape->ny};
}

#endif
