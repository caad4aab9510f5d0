/* ensemble.nc and its rasters: probability of flooding, mean and largest of the largest depths. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "ensemble/ensemble.h"
#include "io/gdal_plugin.h"
#include "results/maps/cf_file.h"

enum { MAPS = 3 };
typedef struct one_map {
    const char *name, *units;
    char about[160];
    const double *values;
} one_map;

static void maps_of(const ensemble *e, const outcome *o, one_map list[MAPS])
{
    const ensemble_maps *m = &o->maps;
    list[0] = (one_map){.name = "probability", .units = "1", .values = m->probability};
    list[1] = (one_map){.name = "mean_max_depth", .units = "m", .values = m->mean};
    list[2] = (one_map){.name = "largest_max_depth", .units = "m", .values = m->largest.values};
    snprintf(list[0].about, sizeof list[0].about,
             "share of %d scenarios in which the largest depth is %g m or more", m->count,
             e->depth);
    snprintf(list[1].about, sizeof list[1].about, "mean of the largest depths of %d scenarios",
             m->count);
    snprintf(list[2].about, sizeof list[2].about, "largest of the largest depths of %d scenarios",
             m->count);
}

static float *as_floats(const double *values, size_t count)
{
    float *out = malloc(count * sizeof *out);
    for (size_t k = 0; out && k < count; ++k)
        out[k] = (float)values[k];
    return out;
}

static raster_grid grid_of(const ensemble_maps *m)
{
    raster_grid grid = m->largest.grid;
    grid.crs = m->crs;
    return grid;
}

/* ---- NetCDF ---- */

#if SPATE_HAVE_NETCDF
static spate_status put(spate_context *ctx, cf_file *f, int variable, const double *values,
                        size_t count)
{
    float *floats = as_floats(values, count);
    if (!floats) {
        cf_abandon(f);
        return fail_memory(ctx, "no memory for maps of %zu cells", count);
    }
    const spate_status status = cf_put_f32(ctx, f, variable, floats);
    free(floats);
    return status;
}

static spate_status put_all(spate_context *ctx, const ensemble_maps *m, const one_map *list,
                            cf_file *f)
{
    const size_t count = field_count(&m->largest);
    int variable[MAPS], bed = -1;
    if (m->bed.values)
        SPATE_TRY(cf_define(ctx, f, &cf_bed, &bed));
    for (int k = 0; k < MAPS; ++k) {
        const cf_variable what = {.name = list[k].name,
                                  .long_name = list[k].about,
                                  .units = list[k].units,
                                  .bits = 32};
        SPATE_TRY(cf_define(ctx, f, &what, &variable[k]));
    }
    SPATE_TRY(cf_begin(ctx, f, NULL));
    if (bed >= 0)
        SPATE_TRY(put(ctx, f, bed, m->bed.values, count));
    for (int k = 0; k < MAPS; ++k)
        SPATE_TRY(put(ctx, f, variable[k], list[k].values, count));
    return SPATE_OK;
}

static spate_status write_netcdf(const ensemble *e, const outcome *o, const one_map *list)
{
    spate_context *ctx = e->tool->ctx;
    char file_name[4096], title[256];
    cf_file file;
    snprintf(file_name, sizeof file_name, "%s/ensemble.nc", e->folder);
    snprintf(title, sizeof title, "%s: %d scenarios", file_name_of(e->case_file), o->maps.count);
    const results_plan plan = {.folder = e->folder,
                               .title = title,
                               .start = o->maps.start,
                               .end = o->maps.end,
                               .grid = grid_of(&o->maps)};
    SPATE_TRY(cf_create(ctx, file_name, &plan, 0, &file));
    SPATE_TRY(put_all(ctx, &o->maps, list, &file));
    return cf_finish(ctx, &file);
}
#else
static spate_status write_netcdf(const ensemble *e, const outcome *o, const one_map *list)
{
    (void)o, (void)list;
    spate_log(e->tool->ctx, SPATE_LOG_INFO, "no ensemble.nc: this build has no NetCDF");
    return SPATE_OK;
}
#endif

/* ---- rasters ---- */

static spate_status write_raster(const ensemble *e, const outcome *o, const one_map *map,
                                 const char *ending)
{
    spate_context *ctx = e->tool->ctx;
    char file_name[4096];
    snprintf(file_name, sizeof file_name, "%s/%s.%s", e->folder, map->name, ending);
    const raster_output what = {.grid = grid_of(&o->maps),
                                .description = map->about,
                                .unit = map->units};
    float *values = as_floats(map->values, field_count(&o->maps.largest));
    const spate_status status = values ? raster_write(ctx, file_name, &what, values)
                                       : fail_memory(ctx, "no memory to write %s", file_name);
    free(values);
    return status;
}

spate_status write_maps(const ensemble *e, const outcome *o)
{
    one_map list[MAPS];
    const char *why;
    maps_of(e, o, list);
    SPATE_TRY(write_netcdf(e, o, list));
    const char *ending = gdal_plugin_get(&why) ? "tif" : "asc";
    for (int k = 0; k < MAPS; ++k)
        SPATE_TRY(write_raster(e, o, &list[k], ending));
    return SPATE_OK;
}
