/* From cells to device pixels: fields sampled, relief lit. Pure arithmetic, no cairo. */
#ifndef SPATE_TOOLS_PLOT_SHEET_H
#define SPATE_TOOLS_PLOT_SHEET_H

#include <stdint.h>

#include "io/raster.h"

/* columns * rows pixels, row 0 on top (north). Pixels smaller than cells have the value of their
 * cell. Larger pixels have the mean of those of their cells that have a value (`nearest`: the value
 * of the middle cell), and share is the fraction of such cells. */
typedef struct sheet {
    int columns, rows;
    double *value; /* NaN: no cell has a value */
    float *share;
} sheet;

/* value and share are NULL where there is no memory. */
sheet sheet_sample(const raster_grid *grid, const double *values, int columns, int rows,
                   int nearest);
void sheet_free(sheet *s);

/* Light on the bed for every pixel, -1 to 1, NaN where there is no bed; NULL: no memory. */
float *sheet_light(const raster_grid *grid, const double *bed, int columns, int rows);

#endif
