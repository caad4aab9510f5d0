/* Corners of a bilinear bed, from the layers of the terrain. */
#ifndef SPATE_MODEL_CORNERS_H
#define SPATE_MODEL_CORNERS_H

#include "model/model.h"

typedef struct terrain_corners {
    box_field bed;    /* at the corners of this rank's cells */
    box_field around; /* at the same cells and one ring more: where data end beyond the grid */
} terrain_corners;

spate_status corners_read(model *m, terrain_corners *out);
/* Corners beyond which data end get a value from the cells inside. cells: this rank's, holes filled; afterwards each has the mean
 * of its corners, as the scheme has it. */
void corners_settle(terrain_corners *c, box_field *cells);
void corners_free(terrain_corners *c);

#endif
