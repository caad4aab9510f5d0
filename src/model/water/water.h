/* The initial water while it is built, item by item; shared by water.c, connected.c and
 * from_run.c. */
#ifndef SPATE_MODEL_WATER_H
#define SPATE_MODEL_WATER_H

#include "model/cells/cells.h"

/* For the cells of this rank. The level counts unless it is NaN; then the depth counts. */
typedef struct water_state {
    box_field level;
    box_field depth, u, v; /* values NULL until an item has some */
} water_state;

/* Allocate depths and velocities, filled with zeros. */
spate_status water_needs_depth(model *m, water_state *s);
spate_status water_needs_velocity(model *m, water_state *s);

/* Clears applies[n] where the water up to `level` (per cell of this rank, NaN: none) is not
 * connected to the inner cells of a boundary through cells whose bed is below it, and not across
 * crests that reach it. *count: cells of the whole grid that remain. Collective. */
spate_status water_keep_connected(model *m, int boundary, const box_field *level, uint8_t *applies,
                                  int64_t *count);

/* The last state of another run, in the cells of the item where that run has cells. */
spate_status water_from_run(model *m, const case_node *item, const uint8_t *applies,
                            water_state *s);

#endif
