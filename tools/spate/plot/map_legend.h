/* What a colour bar shows: ends, ticks and colours, or classes. Knows nothing of how it is drawn:
 * spate view has it too. */
#ifndef SPATE_TOOLS_PLOT_MAP_LEGEND_H
#define SPATE_TOOLS_PLOT_MAP_LEGEND_H

#include "colour.h"

typedef struct map_class {
    double from; /* up to the next class */
    const char *name;
    rgb colour;
} map_class;

enum { MAP_CLASSES = 8 };

typedef struct map_legend {
    const char *label; /* "Maximum depth (m)" */
    double low, high;  /* values at the ends of the bar, in the unit of the label */
    double step;       /* between its ticks */
    double unit;       /* of the label in the unit of the values: 3600 for hours */
    int over, under;   /* there are values beyond the ends: arrows */
    int clock;         /* ticks as h:min */
    int banded;        /* one colour from tick to tick */
    colour_table table;
    int class_count; /* where not 0: classes instead of a ramp */
    map_class classes[MAP_CLASSES];
} map_legend;

#endif
