/* Cells without a bed: outside the outline of the data, or holes in it. */
#ifndef SPATE_MODEL_NODATA_H
#define SPATE_MODEL_NODATA_H

#include "model/model.h"

/* What terrain.nodata asks for with holes that data enclose. */
typedef struct nodata_policy {
    enum { NODATA_ERROR, NODATA_INACTIVE, NODATA_LEVEL } kind;
    double level;
} nodata_policy;

spate_status nodata_policy_read(model *m, nodata_policy *out);

/* missing: 1 for the cells of this rank's box that have no data. wanted: 0 where the run has no cell for
 * other reasons (outside grid.area, buildings), which cannot be a hole. Holes get hole[n] = 1; where
 * the policy is NODATA_ERROR they are SPATE_ERROR_DATA with their count and first places. Collective. */
spate_status nodata_find_holes(model *m, const nodata_policy *policy, const uint8_t *missing,
                               const uint8_t *wanted, uint8_t *hole);

#endif
