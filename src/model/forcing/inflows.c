/* Inflows and sinks inside the grid, distributed over a circle or a polygon. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/cells/cells.h"
#include "model/forcing/forcing.h"

static const double fast_rise = 0.1; /* m/s of water over the area; a faster rise is unrealistic */

typedef struct inflow_area {
    double x, y, radius, dx, dy;
    double cell_x, cell_y; /* centre of the cell of (x, y), which is included for any radius */
    prepared_polygon *within;
} inflow_area;

static double is_in_area(double x, double y, void *user)
{
    const inflow_area *a = user;
    if (a->within)
        return polygon_contains(a->within, x, y);
    if (fabs(x - a->cell_x) < 0.5 * a->dx && fabs(y - a->cell_y) < 0.5 * a->dy)
        return 1;
    return hypot(x - a->x, y - a->y) <= a->radius;
}

static spate_status read_circle(model *m, const case_node *entry, const char *name,
                                inflow_area *area)
{
    int count = 0;
    double(*at)[2] = case_as_points(case_get(entry, "at"), &count);
    if (!at || count != 1) {
        free(at);
        return case_fail(m->file, case_get(entry, "at"), SPATE_ERROR_ARGUMENT,
                         "an inflow has one point, [x, y]");
    }
    const double radius = case_number(entry, "radius");
    area->x = at[0][0];
    area->y = at[0][1];
    area->radius = isnan(radius) ? 0 : radius;
    free(at);
    int64_t i, j;
    char extent[128];
    if (!place_cell(m, area->x, area->y, &i, &j))
        return case_fail(m->file, case_get(entry, "at"), SPATE_ERROR_ARGUMENT,
                         "inflow \"%s\" at %.10g, %.10g is outside the grid: %s", name, area->x,
                         area->y, grid_extent_text(m, extent, sizeof extent));
    area->dx = m->grid.dx;
    area->dy = m->grid.dy;
    area->cell_x = m->grid.x0 + ((double)i + 0.5) * m->grid.dx;
    area->cell_y = m->grid.y0 + ((double)j + 0.5) * m->grid.dy;
    return SPATE_OK;
}

static spate_status read_area(model *m, const case_node *entry, const char *name, inflow_area *area)
{
    const case_node *at = case_get(entry, "at"), *within = case_get(entry, "within");
    if (!at == !within)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "an inflow needs one of at (with a radius) and within");
    return within ? polygons_read(m, within, &area->within, NULL)
                  : read_circle(m, entry, name, area);
}

static spate_status add_to_simulation(model *m, const case_node *entry, const char *name,
                                      inflow_area *area, const series *flow, model_inflow *out)
{
    const spate_series view = series_view(flow, 0);
    SPATE_TRY(
        model_at(m, entry,
                 spate_add_inflow(m->sim, name, &view, is_in_area, area, &out->cells, &out->area)));
    series_range(flow, m->duration, &out->lowest, &out->highest);
    const double rise = fmax(fabs(out->lowest), fabs(out->highest)) / out->area;
    if (rise > fast_rise)
        case_warn(m->file, entry,
                  "inflow \"%s\" puts up to %.3g m3/s on %.4g m2, %.2g m/s; distribute it over a "
                  "radius of %.0f m to stay below %g m/s",
                  name, fmax(fabs(out->lowest), fabs(out->highest)), out->area, rise,
                  ceil(sqrt(rise * out->area / (fast_rise * 3.141592653589793))), fast_rise);
    return SPATE_OK;
}

static spate_status add(model *m, const case_node *entry, const char *name, model_inflow *out)
{
    inflow_area area = {0};
    spate_status status = read_area(m, entry, name, &area);
    series flow = {0};
    if (status == SPATE_OK)
        status = forcing_series(m, entry, "discharge", UNIT_DISCHARGE, 0, &flow);
    if (status == SPATE_OK)
        status = add_to_simulation(m, entry, name, &area, &flow, out);
    series_free(&flow);
    polygon_free(area.within);
    return status;
}

spate_status model_inflows(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "inflows");
    const int count = case_count(list);
    if (count == 0)
        return SPATE_OK;
    m->inflow_names = calloc((size_t)count, sizeof *m->inflow_names);
    m->inflows = calloc((size_t)count, sizeof *m->inflows);
    if (!m->inflow_names || !m->inflows)
        return fail_memory(m->ctx, "no memory for %d inflows", count);
    for (int k = 0; k < count; ++k) {
        const case_node *entry = case_at(list, k);
        const char *name = case_text(entry, "name");
        m->inflow_names[k] = strdup(name);
        if (!m->inflow_names[k])
            return fail_memory(m->ctx, "no memory for an inflow");
        m->inflow_count = k + 1;
        m->inflows[k].node = entry;
        SPATE_TRY(add(m, entry, name, &m->inflows[k]));
    }
    return SPATE_OK;
}
