/* Writes an ESRI ASCII grid, which needs no GDAL. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/asc_grid.h"
#include "io/new_file.h"

static int write_values(FILE *f, const raster_grid *g, const float *values)
{
    fprintf(f, "ncols %lld\nnrows %lld\nxllcorner %.17g\nyllcorner %.17g\n", g->nx, g->ny, g->x0,
            g->y0);
    if (g->dx < g->dy || g->dx > g->dy)
        fprintf(f, "dx %.17g\ndy %.17g\n", g->dx, g->dy);
    else
        fprintf(f, "cellsize %.17g\n", g->dx);
    fputs("nodata_value -9999\n", f);
    for (long long j = g->ny - 1; j >= 0; --j) {
        for (long long i = 0; i < g->nx; ++i) {
            const float v = values[j * g->nx + i];
            if (isnan(v))
                fputs(i ? " -9999" : "-9999", f);
            else
                fprintf(f, i ? " %.9g" : "%.9g", (double)v);
        }
        fputc('\n', f);
    }
    return !ferror(f);
}

spate_status asc_write(spate_context *ctx, const char *file, const raster_grid *grid,
                       const float *values)
{
    const size_t size = strlen(file) + 6;
    char *part = malloc(size);
    if (!part)
        return fail_memory(ctx, "%s: no memory", file);
    snprintf(part, size, "%s.part", file);
    FILE *f = new_file_open(part);
    int ok = f != NULL;
    if (f) {
        ok = write_values(f, grid, values);
        ok &= fclose(f) == 0;
        ok = ok && rename(part, file) == 0;
    }
    const int error = errno;
    if (!ok && f)
        remove(part);
    free(part);
    return ok ? SPATE_OK
              : spate_fail(ctx, SPATE_ERROR_OUTPUT, "%s: cannot write it: %s", file,
                           strerror(error));
}
