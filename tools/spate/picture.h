/* The picture of a state: water coloured by depth over a shaded relief of the bed. */
#ifndef SPATE_TOOLS_PICTURE_H
#define SPATE_TOOLS_PICTURE_H

#include <stddef.h>
#include <stdint.h>

typedef struct picture {
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

/* 0, or -1 with the reason in message. */
int picture_save(const picture *p, picture_range *range, const char *path, char *message,
                 size_t size);
int picture_possible(void);

#endif
