/* The times of the bands of a raster: NetCDF, GRIB, and any format whose bands are named by dates. */
#ifndef SPATE_IO_RASTER_TIMES_H
#define SPATE_IO_RASTER_TIMES_H

#include "base/context.h"

typedef struct raster_times {
    int count;            /* of bands */
    double *unix_seconds; /* of each, since 1970; NaN: the file does not say */
} raster_times;

/* An .asc file has one band without a time. SPATE_ERROR_DATA with the name of the file. */
spate_status raster_times_read(spate_context *ctx, const char *file, raster_times *out);
void raster_times_free(raster_times *t);

/* "3" and "hours since 2024-01-01 00:00" (UTC where it has no zone), or a date with a zone; NaN:
 * neither. */
double raster_time_parse(double number, const char *text);

#endif
