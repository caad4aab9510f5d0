/* Files written at the start, on the writer's thread: the terrain, friction and geometries that the
 * run uses. */
#include <stdlib.h>
#include <string.h>

#include "results/folder/files.h"
#include "results/run_state.h"

char *raster_path(const results_plan *p, const char *name)
{
    char *file = path_join(p->folder, name);
    if (file && p->as_asc)
        memcpy(file + strlen(file) - 3, "asc", 3); /* in place of "tif" */
    return file;
}

static spate_status write_raster(spate_context *ctx, const results *r, const char *name,
                                 const char *description, const char *unit, const float *values)
{
    const results_plan *p = r->plan;
    const raster_map map = {p->grid.nx, values};
    const raster_rows rows = raster_map_rows(&map);
    const raster_output what = {.grid = p->grid, .description = description, .unit = unit};
    char *file = raster_path(p, name);
    if (!file)
        return fail_memory(ctx, "no memory to write %s", name);
    const spate_status status = raster_write_rows(ctx, file, &what, &rows, r->packers);
    free(file);
    return status;
}

spate_status write_model_files(spate_context *ctx, void *user)
{
    const results *r = user;
    const results_plan *p = r->plan;
    if (!ctx)
        return SPATE_OK;
    SPATE_TRY(write_raster(ctx, r, "bed.tif", "elevation of the bed", "m", r->bed));
    if (p->manning)
        SPATE_TRY(write_raster(ctx, r, "manning.tif", "Manning's n", "s/m^(1/3)", p->manning));
    if (p->model_count == 0)
        return SPATE_OK;
    char *file = path_join(p->folder, "model.gpkg");
    if (!file)
        return fail_memory(ctx, "no memory to write model.gpkg");
    const spate_status status = vector_write(ctx, file, p->grid.crs, p->model, p->model_count);
    free(file);
    return status;
}
