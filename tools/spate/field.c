/* Reads maps. */
#include "field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

int file_has_ending(const char *file, const char *ending)
{
    const size_t n = strlen(file), m = strlen(ending);
    return n > m && strcasecmp(file + n - m, ending) == 0;
}

const char *file_name_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

file_kind file_kind_of(const char *file)
{
    struct stat about;
    if (stat(file, &about) != 0)
        return FILE_MISSING;
    if (S_ISDIR(about.st_mode))
        return FILE_FOLDER;
    if (file_has_ending(file, ".nc") || file_has_ending(file, ".nc4"))
        return FILE_NETCDF;
    if (file_has_ending(file, ".csv") || file_has_ending(file, ".txt"))
        return FILE_CSV;
    return FILE_OTHER;
}

size_t field_count(const field *f)
{
    return (size_t)f->grid.nx * (size_t)f->grid.ny;
}

static spate_status make_room(spate_context *ctx, const char *file, field *out)
{
    out->grid.crs = out->crs;
    out->values = malloc(field_count(out) * sizeof *out->values);
    if (out->values)
        return SPATE_OK;
    return fail_memory(ctx, "%s: not enough memory for %lld x %lld values", file, out->grid.nx,
                       out->grid.ny);
}

spate_status field_read_raster(spate_context *ctx, const char *file, field *out)
{
    *out = (field){.t = NAN};
    raster *r = NULL;
    SPATE_TRY(raster_open(ctx, file, 1, &r));
    const raster_info *info = raster_get_info(r);
    out->grid = (raster_grid){.x0 = info->x0,
                              .y0 = info->y0,
                              .dx = info->dx,
                              .dy = info->dy,
                              .nx = info->nx,
                              .ny = info->ny};
    snprintf(out->crs, sizeof out->crs, "%s", info->crs);
    snprintf(out->name, sizeof out->name, "%.*s", (int)strcspn(file_name_of(file), "."),
             file_name_of(file));
    spate_status status = make_room(ctx, file, out);
    if (status == SPATE_OK) { /* in the coordinate system that it has */
        raster_grid own = out->grid;
        own.crs = "";
        status = raster_read(r, &own, RESAMPLE_NEAREST, out->values);
    }
    raster_close(r);
    if (status != SPATE_OK)
        field_free(out);
    return status;
}

spate_status field_read_maps(spate_context *ctx, maps_file *f, int variable, int64_t frame,
                             field *out)
{
    const maps_info *info = maps_get_info(f);
    const maps_variable *v = &info->variables[variable];
    *out = (field){.grid = info->grid, .t = NAN};
    snprintf(out->crs, sizeof out->crs, "%s", info->grid.crs);
    snprintf(out->name, sizeof out->name, "%s", v->name);
    snprintf(out->unit, sizeof out->unit, "%s", v->units);
    if (v->over_time && info->frames > 0)
        out->t = info->times[frame];
    spate_status status = make_room(ctx, v->name, out);
    if (status == SPATE_OK)
        status = maps_read_box(f, variable, frame, 0, 0, out->grid.nx, out->grid.ny, out->values);
    if (status != SPATE_OK)
        field_free(out);
    return status;
}

void field_free(field *f)
{
    free(f->values);
    f->values = NULL;
}

double field_x(const field *f, long long k)
{
    return f->grid.x0 + ((double)(k % f->grid.nx) + 0.5) * f->grid.dx;
}

double field_y(const field *f, long long k)
{
    return f->grid.y0 + ((double)(k / f->grid.nx) + 0.5) * f->grid.dy;
}
