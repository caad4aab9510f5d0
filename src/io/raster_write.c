/* Writes rasters: NAME.asc as ESRI ASCII grids, all others as GeoTIFF. GDAL writes the head of a
 * GeoTIFF with its coordinate system; the tiles are packed here, by all threads. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/asc_grid.h"
#include "io/gdal_plugin.h"
#include "io/tiff_tiles.h"

static int is_asc(const char *file)
{
    const size_t n = strlen(file);
    return n > 4 && strcasecmp(file + n - 4, ".asc") == 0;
}

static spate_status write_failed(spate_context *ctx, const char *file, const char *reason)
{
    return spate_fail(ctx, SPATE_ERROR_OUTPUT, "%s: cannot write it: %s", file, reason);
}

/* ---- as a whole, for writers that need the whole map ---- */

static void read_map(const void *user, long long i, long long j, int n, float *values)
{
    const raster_map *m = user;
    memcpy(values, m->values + j * m->nx + i, (size_t)n * sizeof *values);
}

raster_rows raster_map_rows(const raster_map *map)
{
    return (raster_rows){read_map, map};
}

static spate_status write_map(spate_context *ctx, const gdal_plugin *gdal, const char *file,
                              const raster_output *what, const float *values)
{
    gdal_why why = {""};
    if (!gdal)
        return asc_write(ctx, file, &what->grid, values);
    return gdal->raster_write(file, what, values, &why) ? SPATE_OK
                                                        : write_failed(ctx, file, why.text);
}

static spate_status write_copy(spate_context *ctx, const gdal_plugin *gdal, const char *file,
                               const raster_output *what, const raster_rows *rows)
{
    const long long nx = what->grid.nx, ny = what->grid.ny;
    if (rows->read == read_map)
        return write_map(ctx, gdal, file, what, ((const raster_map *)rows->user)->values);
    float *values = malloc((size_t)nx * (size_t)ny * sizeof *values);
    if (!values)
        return fail_memory(ctx, "%s: no memory", file);
    for (long long j = 0; j < ny; ++j)
        rows->read(rows->user, 0, j, (int)nx, values + j * nx);
    const spate_status status = write_map(ctx, gdal, file, what, values);
    free(values);
    return status;
}

/* ---- by tiles ---- */

static spate_status write_tiles(spate_context *ctx, const gdal_plugin *gdal, const char *file,
                                const char *part, const raster_output *what,
                                const raster_rows *rows, int threads)
{
    gdal_why why = {""};
    if (!gdal->raster_head(part, what, &why))
        return write_failed(ctx, file, why.text);
    const tiff_outcome outcome = tiff_tiles_write(part, rows, threads);
    if (outcome == TIFF_WRITTEN && rename(part, file) == 0)
        return SPATE_OK;
    const int error = errno;
    remove(part);
    if (outcome == TIFF_UNSUPPORTED)
        return write_copy(ctx, gdal, file, what, rows);
    if (outcome == TIFF_NO_MEMORY)
        return fail_memory(ctx, "%s: no memory", file);
    return write_failed(ctx, file, strerror(error));
}

spate_status raster_write_rows(spate_context *ctx, const char *file, const raster_output *what,
                               const raster_rows *rows, int threads)
{
    const char *why;
    if (is_asc(file))
        return write_copy(ctx, NULL, file, what, rows);
    const gdal_plugin *gdal = gdal_plugin_get(&why);
    if (!gdal)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                          "%s: cannot write it: a GeoTIFF needs GDAL: %s; an .asc needs none", file,
                          why);
    const size_t size = strlen(file) + sizeof ".part";
    char *part = malloc(size);
    if (!part)
        return fail_memory(ctx, "%s: no memory", file);
    snprintf(part, size, "%s.part", file);
    const spate_status status = write_tiles(ctx, gdal, file, part, what, rows, threads);
    free(part);
    return status;
}

spate_status raster_write(spate_context *ctx, const char *file, const raster_output *what,
                          const float *values)
{
    const raster_map map = {what->grid.nx, values};
    const raster_rows rows = raster_map_rows(&map);
    return raster_write_rows(ctx, file, what, &rows, 1);
}
