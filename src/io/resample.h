/* Resampling of pixels to the cells of a grid.
 *
 * A cell gets the same bits in every box (a rank reads only its part): positions are rounded to
 * 2^-20 of a pixel, which removes the rounding of the corner of the box. */
#ifndef SPATE_IO_RESAMPLE_H
#define SPATE_IO_RESAMPLE_H

#include <math.h>

#include "io/raster.h"

typedef struct pixel_source {
    double x0, y0, dx, dy; /* south-west corner and size of a pixel */
    long long nx, ny;
    /* Rows from the south, `stride` values apart; NaN where there is no data. */
    spate_status (*window)(void *user, long long i0, long long j0, long long nx, long long ny,
                           double *values, long long stride);
    /* Converts points of the grid to pixels, for rasters of another CRS; NaN if that is not
     * possible. */
    spate_status (*locate)(void *user, size_t count, double *x, double *y);
    void *user;
} pixel_source;

/* Same axes: fractional overlaps, bilinear, copy. */
spate_status resample_aligned(spate_context *ctx, const pixel_source *from, const raster_grid *grid,
                              resampling method, double *values);
/* Any axes, through `locate`. */
spate_status resample_located(spate_context *ctx, const pixel_source *from, const raster_grid *grid,
                              resampling method, double *values);

/* The pixels that resample_aligned will read, without values. */
struct pixel_window;
void resample_window(const pixel_source *from, const raster_grid *grid, struct pixel_window *out);

/* ---- shared by both ---- */

enum { RESAMPLE_WINDOW = 1 << 22 }; /* values of a raster held at a time, where one row allows it */

static inline double pixel_round(double p)
{
    return rint(p * 0x1p20) * 0x1p-20;
}

/* A part of the raster in memory. */
typedef struct pixel_window {
    long long i0, j0, nx, ny;
    const double *values;
} pixel_window;

static inline double pixel_at(const pixel_window *w, long long i, long long j)
{
    if (i < w->i0 || j < w->j0 || i >= w->i0 + w->nx || j >= w->j0 + w->ny)
        return NAN;
    return w->values[(j - w->j0) * w->nx + (i - w->i0)];
}

/* Interpolates between the four pixel centres around the point (in pixels from the south-west
 * corner). If one has no data, returns the pixel under the point. */
static inline double pixel_bilinear(const pixel_window *w, double x, double y)
{
    const double under = pixel_at(w, (long long)floor(x), (long long)floor(y));
    if (isnan(under))
        return under;
    const double i = floor(x - 0.5), j = floor(y - 0.5);
    const double fx = x - 0.5 - i, fy = y - 0.5 - j;
    const long long k = (long long)i, l = (long long)j;
    const double sw = pixel_at(w, k, l), se = pixel_at(w, k + 1, l);
    const double nw = pixel_at(w, k, l + 1), ne = pixel_at(w, k + 1, l + 1);
    const double south = sw + fx * (se - sw), north = nw + fx * (ne - nw);
    const double value = south + fy * (north - south);
    return isnan(value) ? under : value;
}

#endif
