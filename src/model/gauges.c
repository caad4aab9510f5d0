/* Gauges: places whose cell is written against time. */
#include <stdlib.h>
#include <string.h>

#include "model/forcing.h"

/* Names become names of files; those in the case file are fit for it, those of columns may not be. */
static spate_status check_name(model *m, const case_node *node, const char *name)
{
    if (!name_fits_file(name))
        return case_fail(m->file, node, SPATE_ERROR_DATA,
                         "\"%s\" cannot be the name of a file; use letters, digits and _", name);
    for (int k = 0; k < m->gauge_count; ++k)
        if (strcmp(m->gauges[k].name, name) == 0)
            return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                             "there are two gauges \"%s\"; their files would be one, so give "
                             "another name",
                             name);
    return SPATE_OK;
}

static spate_status add(model *m, const case_node *node, const char *name, double x, double y,
                        const char *observed)
{
    model_gauge gauge = {.x = x, .y = y, .node = node, .observed = observed};
    char extent[128];
    SPATE_TRY(check_name(m, node, name));
    if (!place_cell(m, x, y, &gauge.i, &gauge.j))
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "gauge \"%s\" at %.10g, %.10g is outside the grid: %s", name, x, y,
                         grid_extent_text(m, extent, sizeof extent));
    model_gauge *grown = realloc(m->gauges, (size_t)(m->gauge_count + 1) * sizeof *grown);
    if (grown)
        m->gauges = grown;
    gauge.name = strdup(name);
    if (!grown || !gauge.name) {
        free(gauge.name);
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for gauge \"%s\"", name);
    }
    m->gauges[m->gauge_count++] = gauge;
    return SPATE_OK;
}

static spate_status add_point(model *m, const case_node *entry)
{
    const case_quantity observed = case_quantity_of(m->file, entry, "observed");
    int count = 0;
    double(*at)[2] = case_as_points(case_get(entry, "at"), &count);
    if (!at)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for a gauge");
    const double x = at[0][0], y = at[0][1];
    free(at);
    if (observed.form == QUANTITY_FILE)
        SPATE_TRY(model_used_file(m, observed.file));
    return add(m, entry, case_text(entry, "name"), x, y,
               observed.form == QUANTITY_FILE ? observed.file : NULL);
}

static spate_status add_features(model *m, const case_node *entry, const char *file,
                                 const vector_layer *layer)
{
    const char *name = case_text(entry, "name");
    const int column = vector_column(layer, name);
    char columns[512];
    if (column < 0)
        return case_fail(m->file, entry, SPATE_ERROR_DATA, "%s has no column \"%s\"; it has %s",
                         file, name, vector_columns_text(layer, columns, sizeof columns));
    for (int k = 0; k < layer->count; ++k) {
        const shape *s = &layer->features[k].shape;
        if (s->kind != SHAPE_POINT || s->count != 1 || s->paths[0].count != 1)
            return case_fail(m->file, entry, SPATE_ERROR_DATA, "%s: feature %d is not a point",
                             file, k + 1);
        SPATE_TRY(add(m, entry, layer->features[k].values[column], s->paths[0].points[0].x,
                      s->paths[0].points[0].y, NULL));
    }
    return SPATE_OK;
}

static spate_status add_file(model *m, const case_node *entry, const char *file)
{
    vector_layer *layer = NULL;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, entry, vector_read(m->ctx, file, NULL, m->grid.crs, &layer)));
    const spate_status status = add_features(m, entry, file, layer);
    vector_free(layer);
    return status;
}

/* A cell without water for ever would give an empty file: that is a mistake. */
static spate_status refuse_inactive(model *m)
{
    if (m->gauge_count == 0)
        return SPATE_OK;
    const size_t count = (size_t)m->gauge_count;
    int64_t(*cells)[2] = calloc(count, sizeof *cells);
    double(*values)[5] = calloc(count, sizeof *values);
    spate_status status =
        cells && values ? SPATE_OK : spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for gauges");
    for (int k = 0; status == SPATE_OK && k < m->gauge_count; ++k) {
        cells[k][0] = m->gauges[k].i;
        cells[k][1] = m->gauges[k].j;
    }
    if (status == SPATE_OK)
        status = spate_get_cells(m->sim, m->gauge_count, (const int64_t(*)[2])cells, values);
    char extent[128];
    for (int k = 0; status == SPATE_OK && k < m->gauge_count; ++k)
        if (values[k][0] != values[k][0]) /* no bed: not active */
            status = case_fail(m->file, m->gauges[k].node, SPATE_ERROR_ARGUMENT,
                               "gauge \"%s\" at %.10g, %.10g is in a cell without flow (outside "
                               "the data or blocked); the grid is %s",
                               m->gauges[k].name, m->gauges[k].x, m->gauges[k].y,
                               grid_extent_text(m, extent, sizeof extent));
    free(cells);
    free(values);
    return status;
}

spate_status model_gauges(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "gauges");
    for (int k = 0; k < case_count(list); ++k) {
        const case_node *entry = case_at(list, k);
        const char *file = case_text(entry, "file");
        SPATE_TRY(file ? add_file(m, entry, casefile_resolve(m->file, file)) : add_point(m, entry));
    }
    return refuse_inactive(m);
}
