/* A picture below a map, such as a topographic map or an aerial photograph: a raster of three bands
 * (red, green, blue: 0 to 255) or of one (grey). */
#ifndef SPATE_TOOLS_PLOT_BACKGROUND_H
#define SPATE_TOOLS_PLOT_BACKGROUND_H

#include "base/context.h"
#include "io/raster.h"

/* columns * rows pixels for the extent of the grid, row 0 on top, 0xAARRGGBB; white where the raster
 * has nothing. To be freed. */
spate_status background_read(spate_context *ctx, const char *file, const raster_grid *grid,
                             int columns, int rows, uint32_t **out);

#endif
