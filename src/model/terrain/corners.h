/* The corners of a bilinear bed, from the layers of the terrain. */
#ifndef SPATE_MODEL_CORNERS_H
#define SPATE_MODEL_CORNERS_H

#include "model/model.h"

typedef struct terrain_corners {
    box_field bed;    /* at the corners of this rank's cells */
    box_field around; /* at the same cells and one ring more: shows where the data end */
} terrain_corners;

spate_status corners_read(model *m, terrain_corners *out);
/* Extrapolates corners at the edge of the data from the cells inside. cells: of this rank, holes
 * filled; afterwards each has the mean of its corners, as in the scheme. */
void corners_complete(terrain_corners *c, box_field *cells);
void corners_free(terrain_corners *c);

#endif
