/* Rasters: terrain, roughness, soil. GDAL reads GeoTIFF and all other formats, if the plug-in is
 * installed. ESRI ASCII grids (.asc) have a built-in reader. Values are returned on the grid of the
 * run. */
#ifndef SPATE_IO_RASTER_H
#define SPATE_IO_RASTER_H

#include "base/context.h"
#include "io/geometry.h"
#include "io/pixel_check.h"

typedef struct raster raster;

typedef struct raster_info {
    long long nx, ny;
    double x0, y0, dx,
        dy;       /* south-west corner and size of a pixel, in units of the raster; dy > 0 */
    int rotated;  /* the raster is not aligned with its axes: x0 ... are meaningless */
    char crs[64]; /* "EPSG:27700", "" if unknown or none */
    int has_crs;
    int geographic;         /* degrees */
    double metres;          /* in one horizontal unit; 1 if unknown, 111320 for a degree */
    double vertical_metres; /* in one vertical unit if the file has it (band unit ft), else 1 */
    int has_nodata;
    double nodata;
    char type[16]; /* "Float32" */
    int palette;   /* values are colour numbers: suitable for classes, not for a surface */
} raster_info;

/* The grid of the run, or a box of it. */
typedef struct raster_grid {
    double x0, y0, dx, dy; /* south-west corner of the box; metres of the run's CRS */
    long long nx, ny;
    const char *crs; /* "" if the run has none: rasters are not transformed */
} raster_grid;

typedef enum {
    RESAMPLE_SURFACE, /* area-weighted mean if the grid is coarser, bilinear if it is finer; pixels
                       * that coincide with cells are copied */
    RESAMPLE_NEAREST  /* classes: the pixel under the centre */
} resampling;

/* band: from 1; 0: the only one. Without a band a file of several is SPATE_ERROR_DATA, and so is a
 * palette that is read as a surface. */
spate_status raster_open(spate_context *ctx, const char *file, int band, raster **out);
const raster_info *raster_get_info(const raster *r);
/* "EPSG:27700", or the whole WKT if the CRS has no number; "" if none. Owned by the raster;
 * suitable for raster_grid.crs. */
const char *raster_crs(const raster *r);
/* values: nx * ny, row 0 in the south; NaN where the raster has no data. Reads only the pixels of
 * the box. Values are those of the file (scale and offset of the band applied), without conversion
 * of units. */
spate_status raster_read(raster *r, const raster_grid *grid, resampling method, double *values);
void raster_close(raster *r);

/* raster_read checks every pixel by these rules. A suspect pixel is SPATE_ERROR_DATA, and
 * raster_suspect describes it. */
void raster_set_rules(raster *r, const pixel_rules *rules);
typedef struct raster_pixel {
    long long column, row; /* from the north-west corner, the first is 0 */
    int has_place;
    double x, y; /* of its centre, in coordinates of the raster; valid if has_place */
    double value;
} raster_pixel;
/* The pixel at which the last raster_read stopped; NULL: none. */
const raster_pixel *raster_suspect(const raster *r);

/* Bounds of the raster in a CRS ("": in that of the raster). */
spate_status raster_bounds(raster *r, const char *crs, bounds *out);

/* ---- coordinate systems: need GDAL; without it SPATE_ERROR_DATA, and the message says what to do
 * ---- */

typedef struct crs_info {
    char name[128];
    int geographic;
    double metres; /* in one unit; 111320 for a degree */
} crs_info;
spate_status crs_describe(spate_context *ctx, const char *crs, crs_info *out);
char *crs_wkt(spate_context *ctx, const char *crs); /* malloc'ed; NULL: unknown */
/* The same system with metres as its unit, as WKT: malloc'ed; NULL: unknown. */
char *crs_in_metres(spate_context *ctx, const char *crs);
/* The UTM zone of a place: "EPSG:32632". */
spate_status crs_utm_for(double longitude, double latitude, char *out, size_t size);

/* ---- writing ---- */

typedef struct raster_output {
    raster_grid grid; /* whole grid */
    const char *description, *unit;
} raster_output;
/* Supplies n values of row j from column i, row 0 in the south. Called by several threads. */
typedef struct raster_rows {
    void (*read)(const void *user, long long i, long long j, int n, float *values);
    const void *user;
} raster_rows;
/* NAME.asc is an ESRI ASCII grid; all others are compressed GeoTIFFs with NaN as no data, which
 * need GDAL (otherwise SPATE_ERROR_OUTPUT). Written under a temporary name. Values: row 0 in the
 * south. */
spate_status raster_write(spate_context *ctx, const char *file, const raster_output *what,
                          const float *values);
/* The same for values that are supplied by rows, with at most `threads` threads. */
spate_status raster_write_rows(spate_context *ctx, const char *file, const raster_output *what,
                               const raster_rows *rows, int threads);

#endif
