/* Reads NetCDF maps on a regular grid, also those of other programs. */
#include "results/maps/maps_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/gdal_plugin.h"
#include "results/maps/maps_head.h"
#include "results/maps/netcdf_library.h"

#if SPATE_HAVE_NETCDF

spate_status maps_open(spate_context *ctx, const char *file, maps_file **out)
{
    *out = NULL;
    if (strstr(file, "://") && !gdal_network) /* NetCDF can read from the network too */
        return fail_data(ctx,
                         "%s is on the network, which is off; allow it with --network, or "
                         "download the data first",
                         file);
    SPATE_TRY(netcdf_need(ctx, SPATE_ERROR_DATA));
    maps_file *f = calloc(1, sizeof *f);
    if (f) {
        f->ctx = ctx;
        f->id = -1;
        f->name = strdup(file);
    }
    if (!f || !f->name) {
        free(f);
        return fail_memory(ctx, "no memory to read %s", file);
    }
    f->info.start = (double)NAN;
    const int error = nc.open(file, NC_NOWRITE, &f->id);
    if (error != NC_NOERR)
        f->id = -1;
    const spate_status status = error != NC_NOERR ? maps_nc_failed(f, error) : maps_read_head(f);
    if (status != SPATE_OK) {
        maps_close(f);
        return status;
    }
    *out = f;
    return SPATE_OK;
}

void maps_close(maps_file *f)
{
    if (!f)
        return;
    if (f->id >= 0)
        nc.close(f->id);
    free(f->name);
    free(f->wkt);
    free(f->title);
    free(f->times);
    free(f->variables);
    free(f->ids);
    free(f->fills);
    free(f->scales);
    free(f->offsets);
    free(f);
}

const maps_info *maps_get_info(const maps_file *f)
{
    return &f->info;
}

int maps_find(const maps_file *f, const char *name)
{
    for (int k = 0; k < f->info.variable_count; ++k)
        if (strcmp(f->variables[k].name, name) == 0)
            return k;
    return -1;
}

/* ---- values ---- */

static spate_status check_place(const maps_file *f, int variable, int64_t frame)
{
    if (variable < 0 || variable >= f->info.variable_count)
        return fail_argument(f->ctx, "%s has no variable %d", f->name, variable);
    if (f->variables[variable].over_time && (frame < 0 || frame >= f->info.frames))
        return fail_argument(f->ctx, "%s has %lld frames, not number %lld", f->name,
                             (long long)f->info.frames, (long long)frame);
    return SPATE_OK;
}

/* Start and size of a box in the file: time, y, x. */
static void box_in_file(const maps_file *f, int64_t frame, int64_t i0, int64_t j0, int64_t nx,
                        int64_t ny, size_t at[3], size_t part[3])
{
    at[0] = (size_t)frame;
    at[1] = (size_t)(f->from_north ? f->info.grid.ny - j0 - ny : j0);
    at[2] = (size_t)i0;
    part[0] = 1, part[1] = (size_t)ny, part[2] = (size_t)nx;
}

static double value_of(const maps_file *f, int variable, double raw)
{
    return raw == f->fills[variable] || isnan(raw)
               ? (double)NAN
               : f->scales[variable] * raw + f->offsets[variable];
}

/* Reverses the order of rows. */
static void reverse_rows(void *values, size_t row_bytes, int64_t ny, void *row)
{
    char *rows = values;
    for (int64_t j = 0; j < ny / 2; ++j) {
        char *a = rows + (size_t)j * row_bytes, *b = rows + (size_t)(ny - 1 - j) * row_bytes;
        memcpy(row, a, row_bytes);
        memcpy(a, b, row_bytes);
        memcpy(b, row, row_bytes);
    }
}

static spate_status order_rows(const maps_file *f, void *values, size_t row_bytes, int64_t ny)
{
    if (!f->from_north)
        return SPATE_OK;
    void *row = malloc(row_bytes);
    if (!row)
        return fail_memory(f->ctx, "no memory to read %s", f->name);
    reverse_rows(values, row_bytes, ny, row);
    free(row);
    return SPATE_OK;
}

spate_status maps_read(maps_file *f, int variable, int64_t frame, float *values)
{
    const raster_grid *g = &f->info.grid;
    size_t at[3], part[3];
    SPATE_TRY(check_place(f, variable, frame));
    const int skip = f->variables[variable].over_time ? 0 : 1;
    box_in_file(f, frame, 0, 0, g->nx, g->ny, at, part);
    const int error = nc.get_vara_float(f->id, f->ids[variable], at + skip, part + skip, values);
    if (error != NC_NOERR)
        return maps_nc_failed(f, error);
    const int64_t cells = g->nx * g->ny;
    for (int64_t k = 0; k < cells; ++k) {
        const double raw = (double)values[k];
        values[k] =
            (float)value_of(f, variable,
                            values[k] == (float)f->fills[variable] ? f->fills[variable] : raw);
    }
    return order_rows(f, values, (size_t)g->nx * sizeof *values, g->ny);
}

spate_status maps_read_box(maps_file *f, int variable, int64_t frame, int64_t i0, int64_t j0,
                           int64_t nx, int64_t ny, double *values)
{
    const raster_grid *g = &f->info.grid;
    size_t at[3], part[3];
    SPATE_TRY(check_place(f, variable, frame));
    if (i0 < 0 || j0 < 0 || nx < 1 || ny < 1 || i0 + nx > g->nx || j0 + ny > g->ny)
        return fail_argument(f->ctx, "%s: the box is not within its grid", f->name);
    const int skip = f->variables[variable].over_time ? 0 : 1;
    box_in_file(f, frame, i0, j0, nx, ny, at, part);
    const int error = nc.get_vara_double(f->id, f->ids[variable], at + skip, part + skip, values);
    if (error != NC_NOERR)
        return maps_nc_failed(f, error);
    for (int64_t k = 0; k < nx * ny; ++k)
        values[k] = value_of(f, variable, values[k]);
    return order_rows(f, values, (size_t)nx * sizeof *values, ny);
}
#else
spate_status maps_open(spate_context *ctx, const char *file, maps_file **out)
{
    *out = NULL;
    return fail_data(ctx,
                     "%s needs NetCDF, which this build does not have; install libnetcdf-dev and "
                     "build again",
                     file);
}

void maps_close(maps_file *f)
{
    (void)f;
}

const maps_info *maps_get_info(const maps_file *f)
{
    (void)f;
    return NULL;
}

int maps_find(const maps_file *f, const char *name)
{
    (void)f, (void)name;
    return -1;
}

spate_status maps_read(maps_file *f, int variable, int64_t frame, float *values)
{
    (void)f, (void)variable, (void)frame, (void)values;
    return SPATE_ERROR_DATA;
}

spate_status maps_read_box(maps_file *f, int variable, int64_t frame, int64_t i0, int64_t j0,
                           int64_t nx, int64_t ny, double *values)
{
    (void)f, (void)variable, (void)frame, (void)i0, (void)j0, (void)nx, (void)ny, (void)values;
    return SPATE_ERROR_DATA;
}
#endif
