/* Tiles of the CPU backend: what does not depend on the precision. */
#include "backend/cpu/common/rectangles.h"

#include <stdlib.h>

#include "backend/cpu/common/tile_rim.h"

int rectangle_list_alloc(rectangle_list *list, const part_shape *shape)
{
    const size_t columns = (size_t)shape->tiles_x, tiles = columns * (size_t)shape->tiles_y;
    list->items = malloc(sizeof *list->items * tiles);
    list->moving = malloc(columns + 2);
    list->below = malloc(sizeof *list->below * columns);
    if (list->items && list->moving && list->below)
        return 1;
    rectangle_list_free(list);
    return 0;
}

void rectangle_list_free(rectangle_list *list)
{
    free(list->items);
    free(list->moving);
    free(list->below);
    *list = (rectangle_list){0};
}

kp_rectangle rectangle_of_tile(const part_shape *shape, int tx, int ty)
{
    const int x1 = (tx + 1) * SPATE_TILE_X, y1 = (ty + 1) * SPATE_TILE_Y;
    return (kp_rectangle){.x0 = tx * SPATE_TILE_X,
                          .x1 = x1 < shape->nx ? x1 : shape->nx,
                          .y0 = ty * SPATE_TILE_Y,
                          .y1 = y1 < shape->ny ? y1 : shape->ny};
}

void rectangles_wake_rim(const kp_part *part)
{
    const part_shape *shape = &part->shape;
    for (int ty = 0; ty < shape->tiles_y; ++ty)
        for (int tx = 0; tx < shape->tiles_x; ++tx)
            if (tile_in_rim(shape, rectangle_of_tile(shape, tx, ty)))
                part->tile_moved[(ptrdiff_t)ty * shape->tiles_x + tx] = 1;
}
