/* What lies on a map beside its values: gauges, sections, walls and boundaries with their names, as
 * model.gpkg of the run has them on its grid. Knows no pictures. */
#ifndef SPATE_TOOLS_PLOT_OVERLAY_H
#define SPATE_TOOLS_PLOT_OVERLAY_H

#include "io/vector.h"

/* From the lowest to the topmost. */
enum { OVERLAY_WALLS, OVERLAY_BOUNDARIES, OVERLAY_SECTIONS, OVERLAY_GAUGES, OVERLAY_LAYERS };

typedef struct map_overlay {
    vector_layer *layers[OVERLAY_LAYERS]; /* NULL: the model has none */
} map_overlay;

/* Layers that cannot be read are left out: a run without them has the same picture as before, and
 * one on a machine without GDAL is still drawn. */
map_overlay overlay_read(spate_context *ctx, const char *file);
void overlay_free(map_overlay *o);

#endif
