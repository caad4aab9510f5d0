/* Cells without data: outside the terrain, or holes in it. */
#ifndef SPATE_MODEL_NODATA_H
#define SPATE_MODEL_NODATA_H

#include "model/model.h"

/* terrain.nodata: the treatment of holes enclosed by data. */
typedef struct nodata_policy {
    enum { NODATA_ERROR, NODATA_INACTIVE, NODATA_LEVEL } kind;
    double level;
} nodata_policy;

spate_status nodata_policy_read(model *m, nodata_policy *out);

/* missing: 1 for the cells of this rank's box that have no data. wanted: 0 for cells that are
 * inactive for other reasons (outside grid.area, buildings) and cannot be holes. Holes get hole[n]
 * = 1; with NODATA_ERROR they are SPATE_ERROR_DATA with their number and the first positions.
 * Collective. */
spate_status nodata_find_holes(model *m, const nodata_policy *policy, const uint8_t *missing,
                               const uint8_t *wanted, uint8_t *hole);

#endif
