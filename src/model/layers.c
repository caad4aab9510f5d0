/* The rasters that make up the terrain. */
#include "model/layers.h"

#include <math.h>
#include <stdlib.h>

#include "model/cells.h"
#include "model/forcing.h"

static spate_status vertical_unit(model *m, layer *l)
{
    const char *unit = case_text(l->node, "unit");
    l->factor = unit ? unit_factor(UNIT_LENGTH, unit) : raster_get_info(l->raster)->vertical_metres;
    l->offset = case_number(l->node, "offset");
    if (!(l->factor > 0))
        return case_fail(m->file, case_get(l->node, "unit"), SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a unit of length; m, ft, cm and mm are", unit ? unit : "");
    if (!unit && l->factor != 1)
        spate_log(m->ctx, SPATE_LOG_INFO,
                  "%s: elevations are in units of %g m by the file's own word; converted to metres",
                  l->file, l->factor);
    return SPATE_OK;
}

static spate_status open_layer(model *m, const case_node *node, layer *l)
{
    const char *name = case_text(node, "file");
    l->node = node;
    if (!name)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "a layer needs a raster; add file: FILE");
    l->file = casefile_resolve(m->file, name);
    SPATE_TRY(model_used_file(m, l->file));
    SPATE_TRY(model_at(m, node, raster_open(m->ctx, l->file, 1, &l->raster)));
    return vertical_unit(m, l);
}

spate_status layers_open(model *m, layers *out)
{
    const case_node *root = casefile_root(m->file), *list = case_get(root, "terrain.layers");
    const int count = case_count(list);
    *out = (layers){0};
    if (count == 0)
        return case_fail(m->file, list ? list : root, SPATE_ERROR_ARGUMENT,
                         "terrain.layers is empty; add at least one, {file: dem.tif}");
    out->list = calloc((size_t)count, sizeof *out->list);
    if (!out->list)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for %d layers", count);
    out->count = count;
    for (int k = 0; k < count; ++k)
        SPATE_TRY(open_layer(m, case_at(list, k), &out->list[k]));
    return SPATE_OK;
}

void layers_close(layers *l)
{
    for (int k = 0; k < l->count; ++k)
        raster_close(l->list[k].raster);
    free(l->list);
    *l = (layers){0};
}

spate_status layers_bounds(model *m, const layer *l, bounds *out)
{
    return model_at(m, l->node, raster_bounds(l->raster, m->grid.crs, out));
}

/* Later layers win where they have data. */
static spate_status read_layers(model *m, const layers *l, resampling method, box_field *out)
{
    const int64_t count = box_field_count(out);
    const raster_grid grid = box_field_grid(m, out);
    double *values = malloc((size_t)count * sizeof *values);
    spate_status status = SPATE_OK;
    if (!values)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for %lld elevations",
                          (long long)count);
    for (int64_t n = 0; n < count; ++n)
        out->values[n] = NAN;
    for (int k = 0; k < l->count && status == SPATE_OK; ++k) {
        const layer *layer = &l->list[k];
        status = model_at(m, layer->node, raster_read(layer->raster, &grid, method, values));
        for (int64_t n = 0; n < count && status == SPATE_OK; ++n)
            if (!isnan(values[n]))
                out->values[n] = layer->factor * values[n] + layer->offset;
    }
    free(values);
    return status;
}

spate_status layers_elevations(model *m, resampling method, box_field *out)
{
    layers l;
    spate_status status = layers_open(m, &l);
    if (status == SPATE_OK)
        status = read_layers(m, &l, method, out);
    layers_close(&l);
    return status;
}
