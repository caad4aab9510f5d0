/* The water at the start while it is put together, item by item; shared by water.c, connected.c and
 * from_run.c. */
#ifndef SPATE_MODEL_WATER_H
#define SPATE_MODEL_WATER_H

#include "model/terrain/cells.h"

/* Of this rank's cells. A level that is a number counts, otherwise the depth. */
typedef struct water_state {
    box_field level;
    box_field depth, u, v; /* values NULL until an item gives some */
} water_state;

/* Make room for depths and velocities, zero so far. */
spate_status water_needs_depth(model *m, water_state *s);
spate_status water_needs_velocity(model *m, water_state *s);

/* Clears takes[n] where the water up to `level` (per cell of this rank, NaN: none) is not joined to the
 * inner cells of a boundary: through cells whose bed is below it, and not across crests that reach it.
 * *count: cells of the whole grid that remain. Collective. */
spate_status water_keep_connected(model *m, int boundary, const box_field *level, uint8_t *takes,
                                  int64_t *count);

/* The last state of another run, in the cells that take part and where that run had cells. */
spate_status water_from_run(model *m, const case_node *item, const uint8_t *takes, water_state *s);

#endif
