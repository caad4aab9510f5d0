/* Gauges: points whose cell is written against time. */
#include <stdlib.h>
#include <string.h>

#include "model/forcing/forcing.h"
#include "model/output/named_list.h"

static spate_status add(model *m, const case_node *node, const char *name, double x, double y,
                        const char *observed)
{
    model_gauge gauge = {.x = x, .y = y, .node = node, .observed = observed};
    char extent[128];
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
        return fail_memory(m->ctx, "no memory for gauge \"%s\"", name);
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
        return fail_memory(m->ctx, "no memory for a gauge");
    const double x = at[0][0], y = at[0][1];
    free(at);
    if (observed.form == QUANTITY_FILE)
        SPATE_TRY(model_used_file(m, observed.file));
    return add(m, entry, case_text(entry, "name"), x, y,
               observed.form == QUANTITY_FILE ? observed.file : NULL);
}

static spate_status add_feature(model *m, const case_node *entry, const char *name, const shape *s)
{
    const point at = s->paths[0].points[0];
    return add(m, entry, name, at.x, at.y, NULL);
}

static const char *name_at(const model *m, int k)
{
    return k < m->gauge_count ? m->gauges[k].name : NULL;
}

/* A gauge in an inactive cell is an error: its file would stay empty. */
static spate_status refuse_inactive(model *m)
{
    if (m->gauge_count == 0)
        return SPATE_OK;
    const size_t count = (size_t)m->gauge_count;
    int64_t(*cells)[2] = calloc(count, sizeof *cells);
    double(*values)[5] = calloc(count, sizeof *values);
    spate_status status = cells && values ? SPATE_OK : fail_memory(m->ctx, "no memory for gauges");
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
    static const named_list gauges = {.key = "gauges",
                                      .kind = SHAPE_POINT,
                                      .name_at = name_at,
                                      .add_entry = add_point,
                                      .add_feature = add_feature};
    SPATE_TRY(named_list_read(m, &gauges));
    return refuse_inactive(m);
}
