/* The common part of all NetCDF files that follow the CF conventions. */
#include "results/maps/cf_file.h"

#if SPATE_HAVE_NETCDF
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/dates.h"
#include "results/folder/files.h"
#include "results/maps/cf_mapping.h"
#include "results/maps/netcdf_library.h"

const cf_variable cf_bed = {.name = "bed",
                            .standard_name = "altitude",
                            .long_name = "elevation of the bed",
                            .units = "m",
                            .bits = 32};

/* Returns the error of the first NetCDF call that fails. */
#define NC(call)                                                                                   \
    do {                                                                                           \
        const int nc_error = (call);                                                               \
        if (nc_error != NC_NOERR)                                                                  \
            return nc_error;                                                                       \
    } while (0)

static int put_text(int id, int variable, const char *name, const char *value)
{
    return nc.put_att_text(id, variable, name, strlen(value), value);
}

static void forget(cf_file *f)
{
    free(f->path);
    free(f->temporary);
    *f = (cf_file){.id = -1};
}

void cf_abandon(cf_file *f)
{
    if (f->id >= 0)
        nc.abort(f->id);
    if (f->temporary)
        unlink(f->temporary);
    forget(f);
}

/* NetCDF reports a full disk as "HDF error", so the message names the free space too. */
spate_status cf_failed(spate_context *ctx, cf_file *f, int error)
{
    struct statvfs disk;
    const char *reason = error > 0 ? strerror(error) : nc.strerror(error);
    double left = -1;
    char *slash = strrchr(f->temporary, '/');
    if (slash) {
        *slash = '\0';
        if (statvfs(f->temporary, &disk) == 0)
            left = 1e-6 * (double)disk.f_bavail * (double)disk.f_frsize;
        *slash = '/';
    }
    const spate_status status =
        spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot write %s: %s (%.0f MB are free on that disk)",
                   f->path, reason, left);
    cf_abandon(f);
    return status;
}

static int put_globals(const cf_file *f)
{
    char date[40], source[160];
    const results_plan *p = f->plan;
    NC(put_text(f->id, NC_GLOBAL, "Conventions", "CF-1.8"));
    NC(put_text(f->id, NC_GLOBAL, "title", p->title ? p->title : ""));
    snprintf(source, sizeof source, "Spate %s (%s), a shallow-water simulator", SPATE_VERSION,
             SPATE_GIT_COMMIT);
    NC(put_text(f->id, NC_GLOBAL, "source", source));
    date_format((double)time(NULL), date, sizeof date);
    snprintf(source, sizeof source, "%s: written by spate run", date);
    NC(put_text(f->id, NC_GLOBAL, "history", source));
    NC(put_text(f->id, NC_GLOBAL, "time_coverage_start", date_format(p->start, date, sizeof date)));
    NC(put_text(f->id, NC_GLOBAL, "time_coverage_end",
                date_format(p->start + p->end, date, sizeof date)));
    const double size[2] = {p->grid.dx, p->grid.dy};
    return nc.put_att_double(f->id, NC_GLOBAL, "cell_size", NC_DOUBLE, 2, size);
}

static int put_mapping(const cf_file *f, const char *wkt)
{
    const cf_mapping m = cf_mapping_of(wkt);
    if (m.name)
        NC(put_text(f->id, f->crs, "grid_mapping_name", m.name));
    for (int k = 0; k < m.count; ++k)
        NC(nc.put_att_double(f->id, f->crs, m.attributes[k].name, NC_DOUBLE,
                             (size_t)m.attributes[k].values, m.attributes[k].value));
    return NC_NOERR;
}

/* GDAL, QGIS and xarray read the coordinate system from crs_wkt or spatial_ref, CF readers from
 * grid_mapping_name. A run without a coordinate system has no such variable. */
static int put_crs(cf_file *f, const char *wkt)
{
    const raster_grid *g = &f->plan->grid;
    char corner[200];
    if (!*g->crs)
        return NC_NOERR;
    NC(nc.def_var(f->id, "crs", NC_INT, 0, NULL, &f->crs));
    NC(put_text(f->id, f->crs, "long_name", "coordinate reference system"));
    NC(put_text(f->id, f->crs, "crs_id", g->crs));
    if (wkt) {
        NC(put_mapping(f, wkt));
        NC(put_text(f->id, f->crs, "crs_wkt", wkt));
        NC(put_text(f->id, f->crs, "spatial_ref", wkt));
    }
    /* For the order of rows in the file, the first in the south: rioxarray reads bounds and pixels
     * from it. GDAL uses the coordinates and shows north up. */
    snprintf(corner, sizeof corner, "%.17g %.17g 0 %.17g 0 %.17g", g->x0, g->dx, g->y0, g->dy);
    return put_text(f->id, f->crs, "GeoTransform", corner);
}

static int define_axis(cf_file *f, int which, const char *name, int64_t length)
{
    NC(nc.def_dim(f->id, name, (size_t)length, &f->dimensions[which]));
    return nc.def_var(f->id, name, NC_DOUBLE, 1, &f->dimensions[which], &f->coordinates[which]);
}

static int define_axes(cf_file *f)
{
    static const char *const names[3] = {"time", "y", "x"};
    static const char *const longs[3] = {"time", "y of cell centres", "x of cell centres"};
    static const char *const standards[3] = {"time", "projection_y_coordinate",
                                             "projection_x_coordinate"};
    static const char *const axes[3] = {"T", "Y", "X"};
    const int64_t lengths[3] = {f->frames, f->tiles.ny, f->tiles.nx};
    char date[40], units[80];
    snprintf(units, sizeof units, "seconds since %s",
             date_format(f->plan->start, date, sizeof date));
    for (int k = f->frames > 0 ? 0 : 1; k < 3; ++k) {
        NC(define_axis(f, k, names[k], lengths[k]));
        NC(put_text(f->id, f->coordinates[k], "standard_name", standards[k]));
        NC(put_text(f->id, f->coordinates[k], "long_name", longs[k]));
        NC(put_text(f->id, f->coordinates[k], "units", k == 0 ? units : "m"));
        NC(put_text(f->id, f->coordinates[k], "axis", axes[k]));
    }
    return f->frames > 0 ? put_text(f->id, f->coordinates[0], "calendar", "standard") : NC_NOERR;
}

static int create(cf_file *f, const char *wkt)
{
    int before;
    /* Removes the file of a killed run, or a link; NC_NOCLOBBER then creates a new file. */
    if (unlink(f->temporary) != 0 && errno != ENOENT)
        return errno;
    const int error = nc.create(f->temporary, NC_NETCDF4 | NC_CLASSIC_MODEL | NC_NOCLOBBER, &f->id);
    if (error != NC_NOERR) {
        f->id = -1;
        return error;
    }
    /* Chunks that are never written read as fill, so nothing is filled in advance. */
    NC(nc.set_fill(f->id, NC_NOFILL, &before));
    NC(put_globals(f));
    NC(define_axes(f));
    return put_crs(f, wkt);
}

spate_status cf_create(spate_context *ctx, const char *file_name, const results_plan *plan,
                       int64_t frames, cf_file *f)
{
    *f = (cf_file){.id = -1};
    SPATE_TRY(netcdf_need(ctx, SPATE_ERROR_OUTPUT));
    *f = (cf_file){.plan = plan,
                   .tiles = tiling_of(plan->grid.nx, plan->grid.ny),
                   .id = -1,
                   .frames = frames,
                   .crs = -1,
                   .path = strdup(file_name),
                   .temporary = path_temporary(file_name)};
    if (!f->path || !f->temporary) {
        forget(f);
        return fail_memory(ctx, "no memory to write %s", file_name);
    }
    char *wkt = *plan->grid.crs ? crs_wkt(ctx, plan->grid.crs) : NULL;
    const int error = create(f, wkt);
    free(wkt);
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, f, error);
}

/* Values 1, 2, ... in the type of the variable, as CF wants them. */
static int put_flags(int id, int variable, const char *meanings)
{
    float values[16];
    size_t count = 1;
    for (const char *c = meanings; *c && count < sizeof values / sizeof *values; ++c)
        count += *c == ' ';
    for (size_t k = 0; k < count; ++k)
        values[k] = (float)(k + 1);
    NC(nc.put_att_float(id, variable, "flag_values", NC_FLOAT, count, values));
    return put_text(id, variable, "flag_meanings", meanings);
}

static int define(cf_file *f, const cf_variable *what, int *variable)
{
    const int skip = what->over_time ? 0 : 1;
    const size_t chunk[3] = {1, (size_t)f->tiles.tile_y, (size_t)f->tiles.tile_x};
    const float fill = TILE_FILL;
    const double fill64 = NC_FILL_DOUBLE;
    NC(nc.def_var(f->id, what->name, what->bits == 64 ? NC_DOUBLE : NC_FLOAT, 3 - skip,
                  f->dimensions + skip, variable));
    NC(nc.def_var_chunking(f->id, *variable, NC_CHUNKED, chunk + skip));
    NC(nc.def_var_deflate(f->id, *variable, 1, 1, 1));
    NC(nc.def_var_fill(f->id, *variable, NC_FILL,
                       what->bits == 64 ? (const void *)&fill64 : &fill));
    if (what->standard_name)
        NC(put_text(f->id, *variable, "standard_name", what->standard_name));
    NC(put_text(f->id, *variable, "long_name", what->long_name));
    NC(put_text(f->id, *variable, "units", what->units));
    if (what->flags)
        NC(put_flags(f->id, *variable, what->flags));
    return f->crs < 0 ? NC_NOERR : put_text(f->id, *variable, "grid_mapping", "crs");
}

spate_status cf_define(spate_context *ctx, cf_file *f, const cf_variable *what, int *variable)
{
    const int error = define(f, what, variable);
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, f, error);
}

static int put_centres(const cf_file *f, int which, double from, double step, int64_t count,
                       double *values)
{
    for (int64_t k = 0; k < count; ++k)
        values[k] = from + ((double)k + 0.5) * step;
    return nc.put_var_double(f->id, f->coordinates[which], values);
}

static int put_coordinates(const cf_file *f, const double *times, double *scratch)
{
    const raster_grid *g = &f->plan->grid;
    const int nothing = 0; /* only its attributes matter */
    NC(nc.enddef(f->id));
    if (f->crs >= 0)
        NC(nc.put_var_int(f->id, f->crs, &nothing));
    NC(put_centres(f, 1, g->y0, g->dy, g->ny, scratch));
    NC(put_centres(f, 2, g->x0, g->dx, g->nx, scratch));
    return f->frames > 0 ? nc.put_var_double(f->id, f->coordinates[0], times) : NC_NOERR;
}

spate_status cf_begin(spate_context *ctx, cf_file *f, const double *times)
{
    const int64_t most = f->tiles.nx > f->tiles.ny ? f->tiles.nx : f->tiles.ny;
    double *scratch = malloc((size_t)most * sizeof *scratch);
    const int error = scratch ? put_coordinates(f, times, scratch) : ENOMEM;
    free(scratch);
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, f, error);
}

spate_status cf_put_f32(spate_context *ctx, cf_file *f, int variable, float *values)
{
    const size_t cells = (size_t)(f->tiles.nx * f->tiles.ny);
    for (size_t k = 0; k < cells; ++k)
        if (isnan(values[k]))
            values[k] = TILE_FILL;
    const int error = nc.put_var_float(f->id, variable, values);
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, f, error);
}

spate_status cf_put_f64(spate_context *ctx, cf_file *f, int variable, double *values)
{
    const size_t cells = (size_t)(f->tiles.nx * f->tiles.ny);
    for (size_t k = 0; k < cells; ++k)
        if (isnan(values[k]))
            values[k] = NC_FILL_DOUBLE;
    const int error = nc.put_var_double(f->id, variable, values);
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, f, error);
}

spate_status cf_close(spate_context *ctx, cf_file *f)
{
    const int error = f->id >= 0 ? nc.close(f->id) : NC_NOERR;
    f->id = -1;
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, f, error);
}

spate_status cf_finish(spate_context *ctx, cf_file *f)
{
    SPATE_TRY(cf_close(ctx, f));
    const int file = open(f->temporary, O_RDONLY | O_NOFOLLOW);
    const int synced = file >= 0 && fsync(file) == 0;
    const int error = errno;
    if (file >= 0)
        close(file);
    if (!synced)
        return cf_failed(ctx, f, error);
    if (rename(f->temporary, f->path) != 0)
        return cf_failed(ctx, f, errno);
    forget(f);
    return SPATE_OK;
}
#endif
