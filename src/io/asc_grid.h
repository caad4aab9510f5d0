/* ESRI ASCII grids, read without any library. The header is read when the file is opened. The
 * values are parsed for every window, and only those of the window are kept. */
#ifndef SPATE_IO_ASC_GRID_H
#define SPATE_IO_ASC_GRID_H

#include "io/raster.h"

typedef struct asc_grid asc_grid;

spate_status asc_open(spate_context *ctx, const char *file, asc_grid **out);
/* From memory (borrowed), for tests and fuzzers; name appears in messages. */
spate_status asc_parse(spate_context *ctx, const char *name, const char *text, size_t length,
                       asc_grid **out);
void asc_close(asc_grid *g);
const raster_info *asc_info(const asc_grid *g);
/* Rows from the south, `stride` values apart; NaN where there is no data. Reads the whole file, so
 * every value is checked. */
spate_status asc_window(asc_grid *g, long long i0, long long j0, long long nx, long long ny,
                        double *values, long long stride);

spate_status asc_write(spate_context *ctx, const char *file, const raster_grid *grid,
                       const float *values);

#endif
