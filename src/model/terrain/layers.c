/* The rasters that make up the terrain. */
#include "model/terrain/layers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timers.h"
#include "model/cells/cells.h"

static void log_vertical_unit(model *m, const layer *l)
{
    if (l->factor < 1 || l->factor > 1)
        spate_log(m->ctx, SPATE_LOG_INFO,
                  "%s: elevations are in units of %g m according to the file; converted to metres",
                  l->file, l->factor);
}

static spate_status vertical_unit(model *m, layer *l)
{
    const char *unit = case_text(l->node, "unit");
    l->factor = unit ? unit_factor(UNIT_LENGTH, unit) : raster_get_info(l->raster)->vertical_metres;
    l->offset = case_number(l->node, "offset");
    if (!(l->factor > 0))
        return case_fail(m->file, case_get(l->node, "unit"), SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a unit of length; m, ft, cm and mm are", unit ? unit : "");
    if (!unit)
        log_vertical_unit(m, l);
    return SPATE_OK;
}

/* m. The deepest trench is 10 935 m below the sea, the highest summit 8849 m above it. */
static const double lowest_ground = -12000, highest_ground = 9000;

/* Sets the rules for the pixels of a layer, in the units of its file. */
static void set_ground_rules(const layer *l, const case_node *nodata)
{
    pixel_rules rules = {.low = (lowest_ground - l->offset) / l->factor,
                         .high = (highest_ground - l->offset) / l->factor,
                         .refuse_marks = !nodata || strcmp(case_as_text(nodata), "none") != 0};
    rules.has_missing = nodata && case_as_number(nodata, UNIT_NONE, &rules.missing);
    raster_set_rules(l->raster, &rules);
}

/* Replaces the message of raster_read by one that says what the pixel means here and what to do. */
static spate_status refuse_pixel(const model *m, const layer *l, const raster_pixel *p)
{
    char place[96];
    if (p->has_place)
        snprintf(place, sizeof place, "x = %.10g, y = %.10g", p->x, p->y);
    else
        snprintf(place, sizeof place, "column %lld, row %lld", p->column, p->row);
    const double elevation = l->factor * p->value + l->offset;
    const int may_be_ground = elevation >= lowest_ground && elevation <= highest_ground;
    if (pixel_is_mark(p->value))
        return case_fail(m->file, l->node, SPATE_ERROR_DATA,
                         "%s: the value %.9g at %s looks like a mark of missing data that the file "
                         "does not declare; write {file: ..., nodata_value: %.9g} in "
                         "terrain.layers (terrain.nodata chooses what happens to holes)%s",
                         l->file, p->value, place, p->value,
                         may_be_ground ? ", or nodata_value: none if it is an elevation" : "");
    return case_fail(m->file, l->node, SPATE_ERROR_DATA,
                     "%s: the value %.9g at %s is an elevation of %.9g m, but ground is between "
                     "%g and %g m; if it marks missing data, write {file: ..., nodata_value: %.9g} "
                     "in terrain.layers (terrain.nodata chooses what happens to holes), else check "
                     "the unit and the offset of the layer",
                     l->file, p->value, place, elevation, lowest_ground, highest_ground, p->value);
}

static spate_status open_layer(model *m, const case_node *node, layer *l)
{
    l->node = node;
    l->file = casefile_resolve(m->file, case_text(node, "file"));
    SPATE_TRY(model_used_file(m, l->file));
    const int band = (int)case_integer(node, "band");
    SPATE_TRY(model_at(m, node, raster_open(m->ctx, l->file, band, &l->raster)));
    SPATE_TRY(vertical_unit(m, l));
    set_ground_rules(l, case_get(node, "nodata_value"));
    return SPATE_OK;
}

/* terrain.file: a single layer without options. */
static spate_status open_only_layer(model *m, const case_node *file, layer *l)
{
    l->node = file;
    l->file = casefile_resolve(m->file, case_as_text(file));
    SPATE_TRY(model_used_file(m, l->file));
    SPATE_TRY(model_at(m, file, raster_open(m->ctx, l->file, 0, &l->raster)));
    l->factor = raster_get_info(l->raster)->vertical_metres;
    log_vertical_unit(m, l);
    set_ground_rules(l, NULL);
    return SPATE_OK;
}

spate_status layers_open(model *m, layers *out)
{
    const case_node *root = casefile_root(m->file), *list = case_get(root, "terrain.layers");
    const case_node *only = case_get(root, "terrain.file");
    const int count = only ? 1 : case_count(list);
    *out = (layers){0};
    if (count == 0)
        return case_fail(m->file, list ? list : root, SPATE_ERROR_ARGUMENT,
                         "terrain.layers is empty; add at least one, {file: dem.tif}");
    out->list = calloc((size_t)count, sizeof *out->list);
    if (!out->list)
        return fail_memory(m->ctx, "no memory for %d layers", count);
    out->count = count;
    if (only)
        return open_only_layer(m, only, &out->list[0]);
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

/* Puts the values of a layer, as elevations, over those of earlier layers. into may be from. */
static void lay_over(const layer *l, const double *from, int64_t count, double *into)
{
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (!isnan(from[n]))
            into[n] = l->factor * from[n] + l->offset;
}

/* The first layer is read in place, so that a single layer needs no more memory. */
static spate_status read_layers(model *m, const layers *l, resampling method, box_field *out)
{
    const int64_t count = box_field_count(out);
    const raster_grid grid = box_field_grid(m, out);
    double *scratch = l->count > 1 ? malloc((size_t)count * sizeof *scratch) : NULL;
    spate_status status = SPATE_OK;
    if (l->count > 1 && !scratch)
        return fail_memory(m->ctx, "no memory for %lld elevations", (long long)count);
    for (int k = 0; k < l->count && status == SPATE_OK; ++k) {
        double *values = k == 0 ? out->values : scratch;
        const layer *top = &l->list[k];
        const double began = timers_now();
        status = model_at(m, top->node, raster_read(top->raster, &grid, method, values));
        if (status != SPATE_OK && raster_suspect(top->raster))
            status = refuse_pixel(m, top, raster_suspect(top->raster));
        if (status == SPATE_OK)
            lay_over(top, values, count, out->values);
        if (status == SPATE_OK)
            spate_log(m->ctx, SPATE_LOG_INFO, "%s: %lld elevations read in %.2f s", top->file,
                      (long long)count, timers_now() - began);
    }
    free(scratch);
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
