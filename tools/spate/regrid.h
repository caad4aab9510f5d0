/* A field on another grid: means over areas, so that a finer field keeps its volume and a coarser
 * one its values. Pure arithmetic. */
#ifndef SPATE_TOOLS_REGRID_H
#define SPATE_TOOLS_REGRID_H

#include "field.h"

/* Whether two grids have the same cells, but for the rounding of files. */
int grids_agree(const raster_grid *a, const raster_grid *b);

/* Each cell gets the mean of the values below it, weighted by area; NaN where they cover less than
 * half of it. SPATE_ERROR_DATA where both have coordinate systems, and these differ. file: for the
 * message. *out is to be freed. */
spate_status field_regrid(spate_context *ctx, const char *file, const field *f,
                          const raster_grid *to, field *out);

#endif
