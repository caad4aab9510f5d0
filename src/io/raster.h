/* Rasters: terrain, roughness, soil. GeoTIFF and all else through GDAL where the plug-in is found; .asc
 * (ESRI ASCII grid) by a reader of our own, so that bare machines can run. Values arrive on the grid of
 * the run; nothing here knows what they mean. */
#ifndef SPATE_IO_RASTER_H
#define SPATE_IO_RASTER_H

#include "base/context.h"
#include "io/geometry.h"
#include "io/pixel_check.h"

typedef struct raster raster;

typedef struct raster_info {
    long long nx, ny;
    double x0, y0, dx,
        dy;       /* south-west corner and size of a pixel, in the raster's own units; dy > 0 */
    int rotated;  /* the raster is not aligned with its axes: x0 ... mean nothing */
    char crs[64]; /* "EPSG:27700", "" if unknown or none */
    int has_crs;
    int geographic;         /* degrees */
    double metres;          /* of one horizontal unit; 1 if unknown, of a degree 111320 */
    double vertical_metres; /* of one vertical unit if the file says so (band unit ft), else 1 */
    int has_nodata;
    double nodata;
    char type[16]; /* "Float32" */
    int palette;   /* values are numbers of colours: fit for classes, not for a surface */
} raster_info;

/* The grid of the run, or a box of it. */
typedef struct raster_grid {
    double x0, y0, dx, dy; /* south-west corner of the box; metres of the run's CRS */
    long long nx, ny;
    const char *crs; /* "" where the run has none: rasters are taken as they are */
} raster_grid;

typedef enum {
    RESAMPLE_SURFACE, /* area-weighted mean when the grid is coarser, bilinear when it is finer; pixels
                       * that coincide with cells are copied */
    RESAMPLE_NEAREST /* classes: the pixel under the centre */
} resampling;

/* band: from 1; 0: the only one. Without a band a file of several is SPATE_ERROR_DATA, and so is a palette
 * that is read as a surface. */
spate_status raster_open(spate_context *ctx, const char *file, int band, raster **out);
const raster_info *raster_get_info(const raster *r);
/* "EPSG:27700", or the whole WKT where the CRS has no number; "" without. Owned by the raster; fit for
 * raster_grid.crs. */
const char *raster_crs(const raster *r);
/* values: nx * ny, row 0 in the south; NaN where the raster has no data. Reads only what the box needs.
 * Raster values as in the file (scale and offset of the band applied), not converted. */
spate_status raster_read(raster *r, const raster_grid *grid, resampling method, double *values);
void raster_close(raster *r);

/* Holds every pixel that raster_read takes against these rules. A suspect one is SPATE_ERROR_DATA, and
 * raster_suspect describes it. */
void raster_set_rules(raster *r, const pixel_rules *rules);
typedef struct raster_pixel {
    long long column, row; /* from the north-west corner, the first is 0 */
    int has_place;
    double x, y; /* of its centre, in the raster's own coordinates; where has_place */
    double value;
} raster_pixel;
/* The pixel that the last raster_read stopped at; NULL: none. */
const raster_pixel *raster_suspect(const raster *r);

/* Bounds of the raster in a CRS (its own units where crs is ""). */
spate_status raster_bounds(raster *r, const char *crs, bounds *out);

/* ---- coordinate systems (need GDAL; SPATE_ERROR_DATA with the remedy where it is missing) ---- */

typedef struct crs_info {
    char name[128];
    int geographic;
    double metres; /* of one unit; of a degree 111320 */
} crs_info;
spate_status crs_describe(spate_context *ctx, const char *crs, crs_info *out);
char *crs_wkt(spate_context *ctx, const char *crs); /* malloc'ed; NULL where unknown */
/* The same system counted in metres, as WKT: malloc'ed; NULL where unknown. */
char *crs_in_metres(spate_context *ctx, const char *crs);
/* The UTM zone of a place: "EPSG:32632". */
spate_status crs_utm_for(double longitude, double latitude, char *out, size_t size);

/* ---- writing ---- */

typedef struct raster_output {
    raster_grid grid; /* whole grid */
    const char *description, *unit;
} raster_output;
/* Where values come from: n of row j from column i, row 0 in the south. From several threads. */
typedef struct raster_rows {
    void (*read)(const void *user, long long i, long long j, int n, float *values);
    const void *user;
} raster_rows;
/* NAME.asc is an ESRI ASCII grid; all others are GeoTIFFs, compressed, NaN as no data, which without GDAL are
 * SPATE_ERROR_OUTPUT. Temporary name, then renamed. Values: row 0 in the south. */
spate_status raster_write(spate_context *ctx, const char *file, const raster_output *what,
                          const float *values);
/* The same of values that are nowhere as a whole, by at most so many threads. */
spate_status raster_write_rows(spate_context *ctx, const char *file, const raster_output *what,
                               const raster_rows *rows, int threads);

#endif
