/* The picture of a state: water coloured by depth over a shaded relief of the bed. Builds with cairo
 * draw it as spate plot does (plot/case_picture.c), others with what picture.c has. */
#ifndef SPATE_TOOLS_PICTURE_H
#define SPATE_TOOLS_PICTURE_H

#include <stdint.h>

#include "program/tool.h"

typedef struct picture {
    const char *title;
    int64_t nx, ny;
    double dx, dy, t;                   /* m, s */
    const double *depth, *bed, *active; /* nx * ny values, row 0 in the south */
    double wet_depth;                   /* m; shallower water is shown as land */
} picture;

/* The depths at the two ends of the colour bar. Start from zeros and pass the same one for every
 * picture of a series: it only widens. */
typedef struct picture_range {
    double low, high, step;
} picture_range;

/* Returns an exit code; what failed is printed. */
int picture_save(const spate_tool *tool, const picture *p, picture_range *range, const char *file);
int picture_possible(void);

#endif
