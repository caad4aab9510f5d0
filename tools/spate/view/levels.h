/* Levels of detail: each place of a level stands for 2 x 2 of the finer one. Pure. */
#ifndef SPATE_VIEW_LEVELS_H
#define SPATE_VIEW_LEVELS_H

#include "tile_code.h"

/* Row j of the coarser level, values and shares of its (finer->nx + 1) / 2 places: the mean over the
 * cells that have a value, and how many have one; the largest value for classes. Places that are not
 * in the grid do not count. */
void level_row(const map_level *finer, int64_t j, int classes, float *values, uint8_t *shares);

#endif
