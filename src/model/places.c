/* Points, lines and polygons of a case file. */
#include "model/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *kind_name(shape_kind kind)
{
    return kind == SHAPE_POINT ? "points" : kind == SHAPE_LINE ? "lines" : "polygons";
}

static const int least_points[] = {[SHAPE_POINT] = 1, [SHAPE_LINE] = 2, [SHAPE_POLYGON] = 3};

void places_free(places *p)
{
    for (int k = 0; k < p->count; ++k)
        shape_free(&p->shapes[k]);
    free(p->shapes);
    *p = (places){0};
}

static spate_status no_memory(const model *m)
{
    return fail_memory(m->ctx, "no memory for points, lines and polygons");
}

static spate_status from_points(model *m, const case_node *node, shape_kind kind, places *out)
{
    int count = 0;
    double(*pairs)[2] = case_as_points(node, &count);
    if (!pairs)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "these are not points; write [[x, y], [x, y]] or the name of a file");
    if (count < least_points[kind]) {
        free(pairs);
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT, "%s need at least %d points, not %d",
                         kind_name(kind), least_points[kind], count);
    }
    out->shapes = calloc(1, sizeof *out->shapes);
    path *paths = calloc(1, sizeof *paths);
    point *points = malloc((size_t)count * sizeof *points);
    if (!out->shapes || !paths || !points) {
        free(paths);
        free(points);
        free(pairs);
        free(out->shapes);
        *out = (places){0};
        return no_memory(m);
    }
    for (int k = 0; k < count; ++k)
        points[k] = (point){.x = pairs[k][0], .y = pairs[k][1]};
    free(pairs);
    *paths = (path){.count = count, .points = points};
    out->shapes[0] = (shape){.kind = kind, .count = 1, .paths = paths};
    out->count = 1;
    return SPATE_OK;
}

static spate_status from_layer(model *m, const case_node *node, const char *file, shape_kind kind,
                               const vector_layer *layer, places *out)
{
    out->shapes = calloc((size_t)layer->count, sizeof *out->shapes);
    if (!out->shapes)
        return no_memory(m);
    for (int k = 0; k < layer->count; ++k) {
        if (layer->features[k].shape.kind != kind)
            return case_fail(m->file, node, SPATE_ERROR_DATA,
                             "%s: feature %d is not of the kind %s, which is needed here", file,
                             k + 1, kind_name(kind));
        out->shapes[k] = shape_copy(&layer->features[k].shape);
        if (!out->shapes[k].paths)
            return no_memory(m);
        out->count = k + 1;
    }
    return SPATE_OK;
}

spate_status layer_read(model *m, const case_node *where, const char *file, vector_layer **out)
{
    *out = NULL;
    SPATE_TRY(model_used_file(m, file));
    return model_at(m, where, vector_read(m->ctx, file, NULL, m->grid.crs, out));
}

spate_status places_read(model *m, const case_node *node, shape_kind kind, places *out)
{
    *out = (places){0};
    if (case_kind_of(node) == CASE_LIST)
        return from_points(m, node, kind, out);
    const char *file = casefile_resolve(m->file, case_as_text(node));
    vector_layer *layer = NULL;
    SPATE_TRY(layer_read(m, node, file, &layer));
    const spate_status status = from_layer(m, node, file, kind, layer, out);
    vector_free(layer);
    if (status != SPATE_OK)
        places_free(out);
    return status;
}

int name_fits_file(const char *name)
{
    return *name != '\0' && *name != '.' && strlen(name) < 128 && !strpbrk(name, "/\\\n\r\t");
}

int place_cell(const model *m, double x, double y, int64_t *i, int64_t *j)
{
    const raster_grid *g = &m->grid;
    const double fi = floor((x - g->x0) / g->dx), fj = floor((y - g->y0) / g->dy);
    if (!(fi >= 0 && fj >= 0 && fi < (double)g->nx && fj < (double)g->ny))
        return 0;
    *i = (int64_t)fi;
    *j = (int64_t)fj;
    return 1;
}

const char *grid_extent_text(const model *m, char *out, size_t size)
{
    const raster_grid *g = &m->grid;
    snprintf(out, size, "x %.10g to %.10g, y %.10g to %.10g", g->x0, g->x0 + (double)g->nx * g->dx,
             g->y0, g->y0 + (double)g->ny * g->dy);
    return out;
}
