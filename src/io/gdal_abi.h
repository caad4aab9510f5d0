/* The interface of the GDAL plug-in: one table of functions, exported as `spate_gdal`. The plug-in
 * is linked without the library and cannot use a context: a function that fails returns 0 and puts
 * a message into `why`. Text and arrays that it returns are malloc'ed. */
#ifndef SPATE_IO_GDAL_ABI_H
#define SPATE_IO_GDAL_ABI_H

#include "io/raster.h"
#include "io/vector.h"
#include "spate_config.h"

#define GDAL_PLUGIN_FILE "libspate_gdal.so"
#define GDAL_PLUGIN_SYMBOL "spate_gdal"
#define GDAL_PLUGIN_BUILD SPATE_VERSION "-" SPATE_GIT_COMMIT
enum { GDAL_PLUGIN_ABI = 4, GDAL_WHY_SIZE = 512 };

typedef struct gdal_raster gdal_raster;

typedef struct gdal_why {
    char text[GDAL_WHY_SIZE];
} gdal_why;

typedef struct gdal_band_time {
    double number;
    char text[96]; /* its unit, "hours since 2024-01-01"; or a date; or "" */
} gdal_band_time;

typedef struct gdal_plugin {
    int abi; /* these two must stay first: they are checked before the rest is used */
    const char *build;
    const char *(*version)(void); /* of GDAL */
    /* Whether files may name data on the network. Must be called first; the default is no. */
    void (*network)(int allow);

    gdal_raster *(*raster_open)(const char *file, int band, raster_info *info, gdal_why *why);
    void (*raster_close)(gdal_raster *r);
    /* "EPSG:27700", or WKT if it has no number; "" if none. Owned by the raster. */
    const char *(*raster_crs)(const gdal_raster *r);
    /* Rows from the south, `stride` values apart; NaN where there is no data; scale and offset
     * applied. */
    int (*raster_window)(gdal_raster *r, long long i0, long long j0, long long nx, long long ny,
                         double *values, long long stride, gdal_why *why);
    /* *same: 1 if the raster has this CRS or none. */
    int (*raster_same_crs)(gdal_raster *r, const char *crs, int *same, gdal_why *why);
    /* Converts points in `crs` ("": the raster's) to pixels from the south-west corner; NaN if a
     * point cannot be converted. */
    int (*raster_locate)(gdal_raster *r, const char *crs, size_t count, double *x, double *y,
                         gdal_why *why);
    /* One per band. */
    gdal_band_time *(*raster_times)(const char *file, int *count, gdal_why *why);
    int (*raster_bounds)(gdal_raster *r, const char *crs, bounds *out, gdal_why *why);
    int (*raster_write)(const char *file, const raster_output *what, const float *values,
                        gdal_why *why);
    /* Writes such a file without its tiles; the tables of tiles exist and hold zeros. */
    int (*raster_head)(const char *file, const raster_output *what, gdal_why *why);

    int (*crs_describe)(const char *crs, crs_info *out, gdal_why *why);
    char *(*crs_wkt)(const char *crs, gdal_why *why);
    char *(*crs_in_metres)(const char *crs, gdal_why *why); /* WKT */

    /* note: text for the log, or "". */
    int (*vector_read)(const char *file, const char *layer, const char *crs, vector_layer *out,
                       gdal_why *note, gdal_why *why);
    int (*vector_write)(const char *file, const char *crs, const vector_output *layers, int count,
                        gdal_why *why);
} gdal_plugin;

#endif
