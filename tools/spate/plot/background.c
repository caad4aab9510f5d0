/* The raster is brought to the pixels of the map as terrain is brought to cells. */
#include "background.h"

#include <math.h>
#include <stdlib.h>

/* One band on the pixels, row 0 in the south. */
static spate_status read_band(spate_context *ctx, const char *file, int band,
                              const raster_grid *pixels, double *values)
{
    raster *r;
    SPATE_TRY(raster_open(ctx, file, band, &r));
    const spate_status status = raster_read(r, pixels, RESAMPLE_SURFACE, values);
    raster_close(r);
    return status;
}

/* A single band of heights or of 16 bits is stretched to what the page can show. */
static void stretch(double *values, size_t count)
{
    double low = 0, high = 255;
    for (size_t k = 0; k < count; ++k)
        if (isfinite(values[k])) {
            low = fmin(low, values[k]);
            high = fmax(high, values[k]);
        }
    for (size_t k = 0; k < count; ++k)
        values[k] = 255 * (values[k] - low) / (high - low);
}

static uint32_t byte_of(double value)
{
    return isfinite(value) ? (uint32_t)lround(fmin(fmax(value, 0), 255)) : 255;
}

spate_status background_read(spate_context *ctx, const char *file, const raster_grid *grid,
                             int columns, int rows, uint32_t **out)
{
    const size_t count = (size_t)columns * (size_t)rows;
    raster_grid pixels = *grid;
    pixels.dx *= (double)grid->nx / columns;
    pixels.dy *= (double)grid->ny / rows;
    pixels.nx = columns;
    pixels.ny = rows;
    double *bands = malloc(3 * count * sizeof *bands);
    *out = malloc(count * sizeof **out);
    spate_status status =
        bands && *out ? SPATE_OK : fail_memory(ctx, "%s: not enough memory for the picture", file);
    if (status == SPATE_OK)
        status = read_band(ctx, file, 1, &pixels, bands);
    const int coloured = status == SPATE_OK &&
                         read_band(ctx, file, 2, &pixels, bands + count) == SPATE_OK &&
                         read_band(ctx, file, 3, &pixels, bands + 2 * count) == SPATE_OK;
    if (status == SPATE_OK && !coloured)
        stretch(bands, count);
    for (size_t k = 0; status == SPATE_OK && k < count; ++k) {
        const size_t row = k / (size_t)columns, column = k % (size_t)columns;
        const double *v = bands + ((size_t)rows - 1 - row) * (size_t)columns + column;
        (*out)[k] = 0xff000000u | byte_of(v[0]) << 16 | byte_of(v[coloured ? count : 0]) << 8 |
                    byte_of(v[coloured ? 2 * count : 0]);
    }
    free(bands);
    if (status != SPATE_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}
