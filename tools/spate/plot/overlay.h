/* What lies on a map beside its values: gauges, sections, walls and boundaries with their names, as
 * model.gpkg of the run has them on its grid, and outlines of cells outside the model, such as
 * buildings. */
#ifndef SPATE_TOOLS_PLOT_OVERLAY_H
#define SPATE_TOOLS_PLOT_OVERLAY_H

#include "io/vector.h"
#include "layout.h"

enum { OVERLAY_LAYERS = 4 };

struct map_overlay {
    vector_layer *layers[OVERLAY_LAYERS]; /* NULL: the model has none */
};

/* Layers that cannot be read are left out: a run without them has the same picture as before, and
 * one on a machine without GDAL is still drawn. */
map_overlay overlay_read(spate_context *ctx, const char *file);
void overlay_free(map_overlay *o);

/* Within the frame of the map. Names that would cover one another or leave the map are left out. */
void overlay_draw(figure *f, const map_picture *p, const map_layout *a);

#endif
