/* The figure of a map: values in colour over a hillshade, colour bar or classes, scale bar, frame
 * with coordinates, title. Knows how it looks, not where the values come from. */
#ifndef SPATE_TOOLS_PLOT_MAP_H
#define SPATE_TOOLS_PLOT_MAP_H

#include "figure.h"
#include "io/raster.h"
#include "map_legend.h"
#include "overlay.h"

typedef struct map_picture {
    const char *title, *subtitle;
    raster_grid grid;
    const double *bed;    /* NULL: no relief; NaN: outside the model, hatched */
    const double *values; /* NaN: the relief shows */
    map_legend legend;
    const double *surface;      /* whose relief shades the values; NULL: they are flat */
    const map_overlay *overlay; /* NULL: none */
    const uint32_t *background; /* pixels in place of the relief (background.h); NULL: none */
} map_picture;

/* As figure_begin: to a file, or as a PNG into a pipe. Returns an exit code; what failed is
 * printed. */
int map_draw(const spate_tool *tool, const map_picture *p, const char *file, FILE *pipe);

#endif
