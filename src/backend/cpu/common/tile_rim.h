/* Which tiles see ghosts that another part fills. */
#ifndef SPATE_BACKEND_CPU_TILE_RIM_H
#define SPATE_BACKEND_CPU_TILE_RIM_H

#include "backend/cpu/kurganov/sweep.h"

static inline int tile_in_rim(const part_shape *shape, kp_rectangle r)
{
    return (shape->linked[0] && r.x0 < KP_HALO) ||
           (shape->linked[1] && r.x1 > shape->nx - KP_HALO) ||
           (shape->linked[2] && r.y0 < KP_HALO) || (shape->linked[3] && r.y1 > shape->ny - KP_HALO);
}

#endif
