/* Which tiles see ghosts that another part fills. */
#ifndef SPATE_BACKEND_CPU_TILE_RIM_H
#define SPATE_BACKEND_CPU_TILE_RIM_H

#include "backend/cpu/common/tile_rectangle.h"

static inline int tile_in_rim(const part_shape *shape, tile_rectangle r)
{
    return (shape->linked[0] && r.x0 < shape->halo) ||
           (shape->linked[1] && r.x1 > shape->nx - shape->halo) ||
           (shape->linked[2] && r.y0 < shape->halo) ||
           (shape->linked[3] && r.y1 > shape->ny - shape->halo);
}

#endif
