/* Writes rasters: GeoTIFF where GDAL is there, .asc where it is not or the name says so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/asc_grid.h"
#include "io/gdal_plugin.h"

static int is_asc(const char *file)
{
    const size_t n = strlen(file);
    return n > 4 && strcasecmp(file + n - 4, ".asc") == 0;
}

const char *raster_written_name(const char *file, char *out, size_t size)
{
    const char *why;
    snprintf(out, size, "%s", file);
    if (is_asc(file) || gdal_plugin_get(&why))
        return out;
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    const int stem = dot && dot > (slash ? slash : file) ? (int)(dot - file) : (int)strlen(file);
    snprintf(out, size, "%.*s.asc", stem, file);
    return out;
}

spate_status raster_write(spate_context *ctx, const char *file, const raster_output *what,
                          const float *values)
{
    const size_t size = strlen(file) + 5;
    char *name = malloc(size);
    if (!name)
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "%s: no memory", file);
    raster_written_name(file, name, size);
    const char *reason;
    const gdal_plugin *gdal = is_asc(name) ? NULL : gdal_plugin_get(&reason);
    spate_status status = SPATE_OK;
    gdal_why why = {""};
    if (!gdal) {
        if (strcmp(name, file) != 0)
            spate_log(ctx, SPATE_LOG_INFO, "%s is written instead of %s: there is no GDAL", name,
                      file);
        status = asc_write(ctx, name, &what->grid, values);
    } else if (!gdal->raster_write(name, what, values, &why)) {
        status = spate_fail(ctx, SPATE_ERROR_OUTPUT, "%s: cannot write it: %s", name, why.text);
    }
    free(name);
    return status;
}
