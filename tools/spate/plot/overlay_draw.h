/* Draws what lies on a map, within its frame. Names that would cover one another or leave the map are
 * left out. */
#ifndef SPATE_TOOLS_PLOT_OVERLAY_DRAW_H
#define SPATE_TOOLS_PLOT_OVERLAY_DRAW_H

#include "layout.h"
#include "overlay.h"

typedef struct overlay_style {
    double width; /* of lines; 0: points */
    rgb colour;
    const char *word; /* in the key */
} overlay_style;

extern const overlay_style overlay_styles[OVERLAY_LAYERS];

/* The symbol of a gauge. */
void overlay_point(figure *f, double x, double y, rgb colour);
void overlay_draw(figure *f, const map_picture *p, const map_layout *a);

#endif
