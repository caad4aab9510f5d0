/* Where things are in the figure of a map, in pixels. */
#ifndef SPATE_TOOLS_PLOT_LAYOUT_H
#define SPATE_TOOLS_PLOT_LAYOUT_H

#include "map.h"

typedef struct map_layout {
    double width, height;      /* of the figure */
    double x, y, w, h;         /* of the map */
    double stretch;            /* of y against x, 1 unless the domain is very long */
    int legend_below;          /* not beside */
    double legend_x, legend_y; /* top left of the legend */
    double legend_w, legend_h;
    double key_x, key_y; /* top left of the key of symbols */
    int key_rows;        /* in a column; 0: the key is left out */
    double foot_y;       /* base line of the line with the scale bar */
} map_layout;

enum {
    TITLE_SIZE = 15,
    SUBTITLE_SIZE = 11,
    LABEL_SIZE = 11,
    TICK_SIZE = 9,
    BAR_WIDTH = 16,
    ROW_HEIGHT = 20
};

map_layout layout_of(const map_picture *p);
/* Device pixels of the map. */
int layout_columns(const map_layout *a);
int layout_rows(const map_layout *a);

#endif
