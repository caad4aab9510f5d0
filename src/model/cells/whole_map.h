/* A byte for each cell of the whole grid, for questions that cross the parts of ranks: is a hole
 * enclosed, is a pool connected to the sea. Ranks send the bytes of their boxes, rank 0 computes
 * the result, all receive it. */
#ifndef SPATE_MODEL_WHOLE_MAP_H
#define SPATE_MODEL_WHOLE_MAP_H

#include "model/model.h"

/* Bits that flood_fill reads and writes. */
enum {
    MAP_PASSABLE = 1,
    MAP_WEST_CLOSED = 2, /* no path across the west (south) face */
    MAP_SOUTH_CLOSED = 4,
    MAP_REACHED = 8
};

/* local: the bytes of this rank's box. *whole: a new map of nx * ny bytes on every rank; on rank 0
 * the union (bitwise or) of all boxes, which overlap. Collective. */
spate_status whole_map_gather(model *m, const uint8_t *local, uint8_t **whole);
/* Copies the map of rank 0 to the map and the box of every rank. Collective. */
void whole_map_broadcast(model *m, uint8_t *whole, uint8_t *local);

/* Marks every passable cell that is connected, through faces between passable cells, to a cell that
 * is MAP_REACHED before. 0: out of memory. */
int flood_fill(uint8_t *cells, int64_t nx, int64_t ny);

#endif
