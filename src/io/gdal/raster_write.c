/* Writes a GeoTIFF: compressed tiles, NaN as no data; it gets its name when it is complete. */
#include <math.h>

#include "support.h"

enum { ROWS = 256 }; /* of a tile */

static int write_rows(GDALRasterBandH band, const raster_grid *g, const float *values)
{
    for (long long top = 0; top < g->ny; top += ROWS) { /* rows of the file, from the north */
        const int rows = g->ny - top < ROWS ? (int)(g->ny - top) : ROWS;
        const float *first = values + (g->ny - 1 - top) * g->nx;
        if (GDALRasterIOEx(band, GF_Write, 0, (int)top, (int)g->nx, rows, (void *)(uintptr_t)first,
                           (int)g->nx, rows, GDT_Float32, sizeof(float),
                           -g->nx * (GSpacing)sizeof(float), NULL) != CE_None)
            return 0;
    }
    return 1;
}

static int describe(GDALDatasetH data, const raster_output *what, gdal_why *why)
{
    const raster_grid *g = &what->grid;
    double transform[] = {g->x0, g->dx, 0, g->y0 + (double)g->ny * g->dy, 0, -g->dy};
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    if (GDALSetGeoTransform(data, transform) != CE_None ||
        GDALSetRasterNoDataValue(band, NAN) != CE_None)
        return 0;
    if (what->description)
        GDALSetDescription(band, what->description);
    if (what->unit && *what->unit)
        GDALSetRasterUnitType(band, what->unit);
    if (!g->crs || !*g->crs)
        return 1;
    OGRSpatialReferenceH srs = srs_from_text(g->crs, why);
    const int ok = srs && GDALSetSpatialRef(data, srs) == CE_None;
    OSRDestroySpatialReference(srs);
    return ok;
}

typedef struct raster_job {
    const raster_output *what;
    const float *values; /* NULL: only the head */
} raster_job;

static int write_file(const char *part, const void *work, gdal_why *why)
{
    const raster_job *job = work;
    const raster_output *what = job->what;
    static const char *const whole[] = {
        "COMPRESS=DEFLATE", "PREDICTOR=3",          "TILED=YES", "ZLEVEL=6",
        "BIGTIFF=IF_SAFER", "NUM_THREADS=ALL_CPUS", NULL};
    static const char *const head[] = {"COMPRESS=DEFLATE", "PREDICTOR=3",    "TILED=YES",
                                       "BIGTIFF=IF_SAFER", "SPARSE_OK=TRUE", NULL};
    GDALDriverH driver = GDALGetDriverByName("GTiff");
    if (!driver)
        return say(why, "this GDAL has no GeoTIFF");
    GDALDatasetH data = GDALCreate(driver, part, (int)what->grid.nx, (int)what->grid.ny, 1,
                                   GDT_Float32, (CSLConstList)(job->values ? whole : head));
    if (!data)
        return 0;
    const int ok =
        describe(data, what, why) &&
        (!job->values || write_rows(GDALGetRasterBand(data, 1), &what->grid, job->values));
    GDALClose(data); /* writes the rest to the disk; the caller checks for failures */
    return ok;
}

static int make_file(const char *file, const char *ending, const raster_job *job, gdal_why *why)
{
    if (job->what->grid.nx > INT32_MAX || job->what->grid.ny > INT32_MAX)
        return say(why, "a GeoTIFF has at most 2^31 columns and rows");
    return write_whole(file, ending, write_file, job, why);
}

int plugin_raster_write(const char *file, const raster_output *what, const float *values,
                        gdal_why *why)
{
    const raster_job job = {.what = what, .values = values};
    return make_file(file, ".part", &job, why);
}

int plugin_raster_head(const char *file, const raster_output *what, gdal_why *why)
{
    const raster_job job = {.what = what};
    return make_file(file, ".head", &job, why);
}
