/* The kernel table of the Kurganov scheme. Its state is depth and momentum at cells (FIELD_DEPTH,
 * FIELD_MOMENTUM_X, FIELD_MOMENTUM_Y), one after another in the table of fields. */
#ifndef SPATE_BACKEND_KURGANOV_KURGANOV_H
#define SPATE_BACKEND_KURGANOV_KURGANOV_H

#include "backend/backend.h"

enum { KP_HALO = 2 };

SPATE_BOTH int kp_slot_in(const grid_part *p, int stage)
{
    return stage == 0 ? p->clock->now : STAGE_SLOT;
}

SPATE_BOTH int kp_slot_out(const grid_part *p, int stage)
{
    return stage + 1 < p->params.stages ? STAGE_SLOT : 1 - p->clock->now;
}

typedef struct kurganov_kernels {
    scheme_kernels base;
    /* Chooses dt from clock->rate and resets the rates of the previous attempt. */
    void (*begin)(grid_part *part);
    /* One Runge-Kutta stage on the tiles of a region; raises clock->face_rate and, in the last
     * stage, clock->next_rate. Ghosts of the slot it reads must be valid (not for REGION_INNER). */
    void (*stage)(grid_part *part, part_region region, int stage);
    /* Accepts the step, or sets CLOCK_REDO and a smaller dt; the rates must be those of all parts.
     */
    void (*finish)(grid_part *part);
} kurganov_kernels;

#endif
