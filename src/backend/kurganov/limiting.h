/* The cell that limits the time step. It is needed rarely, so a simple loop is enough for every
 * backend whose memory the host can read. */
#ifndef SPATE_BACKEND_KURGANOV_LIMITING_H
#define SPATE_BACKEND_KURGANOV_LIMITING_H

#include "backend/kurganov/kurganov.h"
#include "physics/kurganov_update.h"

static inline double kp_limiting_cell(const grid_part *part, int *at_i, int *at_j)
{
    const part_params *k = &part->params;
    const int now = part->clock->now;
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + i;
            const kp_water w =
                kp_primitive((calc)((const real *)part->field[FIELD_DEPTH][now])[o],
                             (calc)((const real *)part->field[FIELD_MOMENTUM_X][now])[o],
                             (calc)((const real *)part->field[FIELD_MOMENTUM_Y][now])[o], C(0),
                             (calc)(real)k->dry_depth);
            const calc rate =
                kp_cell_rate(w, (calc)k->gravity, (calc)(1 / k->dx), (calc)(1 / k->dy));
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    return (double)top;
}

#endif
