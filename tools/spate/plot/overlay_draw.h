/* Draws what lies on a map, within its frame. Names that would cover one another or leave the map are
 * left out. */
#ifndef SPATE_TOOLS_PLOT_OVERLAY_DRAW_H
#define SPATE_TOOLS_PLOT_OVERLAY_DRAW_H

#include "layout.h"
#include "overlay.h"

void overlay_draw(figure *f, const map_picture *p, const map_layout *a);

#endif
