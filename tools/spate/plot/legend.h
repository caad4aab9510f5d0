/* The legend of a map: a colour bar with ticks, or a list of classes. */
#ifndef SPATE_TOOLS_PLOT_LEGEND_H
#define SPATE_TOOLS_PLOT_LEGEND_H

#include "layout.h"

/* The colour of a value (in the unit of the values). */
rgb legend_colour(const map_legend *legend, double value);
void legend_draw(figure *f, const map_legend *legend, const map_layout *a);

#endif
