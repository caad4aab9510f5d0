/* Rasters on the grid of the run: chooses the reader for a file and the method of resampling. */
#include "io/raster.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "io/asc_grid.h"
#include "io/gdal_plugin.h"
#include "io/resample.h"

struct raster {
    spate_context *ctx;
    char *file;
    asc_grid *asc; /* either this or gdal_raster */
    const gdal_plugin *gdal;
    gdal_raster *gdal_raster;
    raster_info info;
    int named_band;
    const char *crs; /* of the grid, while it is read */
    pixel_rules rules;
    int has_suspect;
    raster_pixel suspect;
};

static int ends_with(const char *file, const char *end)
{
    const size_t n = strlen(file), m = strlen(end);
    return n >= m && strcasecmp(file + n - m, end) == 0;
}

/* terrain.asc has its CRS in terrain.prj, which only GDAL can read. */
static int has_projection_file(const char *file)
{
    char *prj = strdup(file);
    struct stat found;
    int exists = 0;
    for (int upper = 0; prj && upper < 2 && !exists; ++upper) {
        strcpy(prj + strlen(prj) - 4, upper ? ".PRJ" : ".prj");
        exists = stat(prj, &found) == 0;
    }
    free(prj);
    return exists;
}

static int needs_no_gdal(spate_context *ctx, const char *file)
{
    if (!ends_with(file, ".asc"))
        return 0;
    const char *why;
    if (!has_projection_file(file) || gdal_plugin_get(&why) != NULL)
        return !has_projection_file(file);
    spate_log(
        ctx, SPATE_LOG_WARNING,
        "%s: its .prj file is not read (%s); its coordinates are assumed to be those of the run",
        file, why);
    return 1;
}

/* A path of the file system, not a name of GDAL (/vsizip/..., NETCDF:file:variable). */
static int is_plain_path(const char *file)
{
    return strncmp(file, "/vsi", 4) != 0 && !strchr(file, ':');
}

static spate_status open_file(raster *r, int band)
{
    struct stat found;
    if (is_plain_path(r->file) && stat(r->file, &found) != 0)
        return fail_data(r->ctx, "%s: %s", r->file, strerror(errno));
    if (needs_no_gdal(r->ctx, r->file)) {
        SPATE_TRY(asc_open(r->ctx, r->file, &r->asc));
        r->info = *asc_info(r->asc);
        return band <= 1 ? SPATE_OK
                         : fail_data(r->ctx, "%s: there is no band %d, only 1", r->file, band);
    }
    SPATE_TRY(gdal_plugin_need(r->ctx, r->file, &r->gdal));
    gdal_why why = {""};
    r->gdal_raster = r->gdal->raster_open(r->file, band, &r->info, &why);
    return r->gdal_raster ? SPATE_OK : fail_data(r->ctx, "%s: %s", r->file, why.text);
}

spate_status raster_open(spate_context *ctx, const char *file, int band, raster **out)
{
    raster *r = calloc(1, sizeof *r);
    if (r)
        r->file = strdup(file);
    if (!r || !r->file) {
        free(r);
        return fail_memory(ctx, "%s: no memory", file);
    }
    r->ctx = ctx;
    r->named_band = band > 0;
    r->rules = (pixel_rules){.low = -INFINITY, .high = INFINITY};
    const spate_status status = open_file(r, band);
    if (status != SPATE_OK) {
        raster_close(r);
        return status;
    }
    *out = r;
    return SPATE_OK;
}

void raster_close(raster *r)
{
    if (!r)
        return;
    asc_close(r->asc);
    if (r->gdal_raster)
        r->gdal->raster_close(r->gdal_raster);
    free(r->file);
    free(r);
}

const raster_info *raster_get_info(const raster *r)
{
    return &r->info;
}

const char *raster_crs(const raster *r)
{
    return r->gdal_raster ? r->gdal->raster_crs(r->gdal_raster) : "";
}

/* ---- reading ---- */

static spate_status gdal_failed(raster *r, const gdal_why *why)
{
    return fail_data(r->ctx, "%s: %s", r->file, why->text);
}

static spate_status read_pixels(raster *r, long long i0, long long j0, long long nx, long long ny,
                                double *values, long long stride)
{
    if (r->asc)
        return asc_window(r->asc, i0, j0, nx, ny, values, stride);
    gdal_why why = {""};
    return r->gdal->raster_window(r->gdal_raster, i0, j0, nx, ny, values, stride, &why)
               ? SPATE_OK
               : gdal_failed(r, &why);
}

static spate_status refuse_pixel(raster *r, long long i, long long j, double value)
{
    const raster_info *about = &r->info;
    r->has_suspect = 1;
    r->suspect = (raster_pixel){.column = i,
                                .row = about->ny - 1 - j,
                                .has_place = !about->rotated,
                                .x = about->x0 + ((double)i + 0.5) * about->dx,
                                .y = about->y0 + ((double)j + 0.5) * about->dy,
                                .value = value};
    return fail_data(r->ctx, "%s: the value %.9g in column %lld, row %lld is out of range", r->file,
                     value, i, r->suspect.row);
}

static spate_status window(void *user, long long i0, long long j0, long long nx, long long ny,
                           double *values, long long stride)
{
    raster *r = user;
    SPATE_TRY(read_pixels(r, i0, j0, nx, ny, values, stride));
    const long long n = nx > 0 ? pixels_check(&r->rules, nx, ny, values, stride) : -1;
    return n < 0 ? SPATE_OK
                 : refuse_pixel(r, i0 + n % nx, j0 + n / nx, values[n / nx * stride + n % nx]);
}

void raster_set_rules(raster *r, const pixel_rules *rules)
{
    r->rules = *rules;
}

const raster_pixel *raster_suspect(const raster *r)
{
    return r->has_suspect ? &r->suspect : NULL;
}

static spate_status locate(void *user, size_t count, double *x, double *y)
{
    raster *r = user;
    gdal_why why = {""};
    return r->gdal->raster_locate(r->gdal_raster, r->crs, count, x, y, &why) ? SPATE_OK
                                                                             : gdal_failed(r, &why);
}

/* An .asc file is parsed from its start for every window, so it is read as one window. */
static spate_status read_asc(raster *r, pixel_source *from, const raster_grid *grid,
                             resampling method, double *values);

static spate_status same_axes(raster *r, const char *crs, int *same)
{
    *same = !r->info.rotated;
    if (!*same || !r->info.has_crs || !*crs)
        return SPATE_OK;
    gdal_why why = {""};
    return r->gdal->raster_same_crs(r->gdal_raster, crs, same, &why) ? SPATE_OK
                                                                     : gdal_failed(r, &why);
}

spate_status raster_read(raster *r, const raster_grid *grid, resampling method, double *values)
{
    if (grid->nx < 1 || grid->ny < 1 || !(grid->dx > 0) || !(grid->dy > 0) ||
        !isfinite(grid->x0 + grid->y0 + grid->dx + grid->dy))
        return fail_argument(r->ctx,
                             "%s: cannot be brought to a grid of %lld x %lld cells of %g x %g m",
                             r->file, grid->nx, grid->ny, grid->dx, grid->dy);
    const raster_info *i = &r->info;
    r->has_suspect = 0;
    if (i->palette && !r->named_band && method == RESAMPLE_SURFACE)
        return fail_data(
            r->ctx,
            "%s: its values are colour numbers of a palette, not measured values; use the "
            "raster from which the picture was made, or set band: 1 if they are values after all",
            r->file);
    pixel_source from = {i->x0, i->y0, i->dx, i->dy, i->nx, i->ny, window, locate, r};
    int same;
    r->crs = grid->crs ? grid->crs : "";
    SPATE_TRY(same_axes(r, r->crs, &same));
    if (!same)
        return resample_located(r->ctx, &from, grid, method, values);
    return r->asc ? read_asc(r, &from, grid, method, values)
                  : resample_aligned(r->ctx, &from, grid, method, values);
}

typedef struct held { /* a window in memory, as a source of smaller ones */
    pixel_window window;
} held;

static spate_status held_window(void *user, long long i0, long long j0, long long nx, long long ny,
                                double *values, long long stride)
{
    const pixel_window *w = &((const held *)user)->window;
    for (long long j = 0; j < ny; ++j)
        memcpy(values + j * stride, w->values + (j0 + j - w->j0) * w->nx + (i0 - w->i0),
               (size_t)nx * sizeof *values);
    return SPATE_OK;
}

static spate_status read_asc(raster *r, pixel_source *from, const raster_grid *grid,
                             resampling method, double *values)
{
    held h;
    resample_window(from, grid, &h.window);
    const size_t count = (size_t)h.window.nx * (size_t)h.window.ny;
    double *pixels = malloc((count ? count : 1) * sizeof *pixels);
    if (!pixels)
        return fail_memory(r->ctx, "%s: no memory for %zu values", r->file, count);
    spate_status status =
        window(r, h.window.i0, h.window.j0, h.window.nx, h.window.ny, pixels, h.window.nx);
    h.window.values = pixels;
    from->window = held_window;
    from->user = &h;
    if (status == SPATE_OK)
        status = resample_aligned(r->ctx, from, grid, method, values);
    free(pixels);
    return status;
}

spate_status raster_bounds(raster *r, const char *crs, bounds *out)
{
    const raster_info *i = &r->info;
    if (r->gdal_raster) {
        gdal_why why = {""};
        return r->gdal->raster_bounds(r->gdal_raster, crs ? crs : "", out, &why)
                   ? SPATE_OK
                   : gdal_failed(r, &why);
    }
    *out = (bounds){i->x0, i->y0, i->x0 + (double)i->nx * i->dx, i->y0 + (double)i->ny * i->dy};
    return SPATE_OK;
}
