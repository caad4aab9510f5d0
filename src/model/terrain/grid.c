/* The grid of the run: its extent, its cells, and the simulation on it. */
#include <math.h>
#include <string.h>

#include "base/cores.h"
#include "model/cells/cells.h"
#include "model/terrain/layers.h"
#include "parallel/comm.h"
#include "run/loop_threads.h"

/* With more cells a wrong unit is more likely than a large computer. */
static const double most_cells = 1e11;

static int same_crs(const model *m, const raster *r)
{
    const raster_info *info = raster_get_info(r);
    return m->grid.crs[0] == 0 || !info->has_crs || strcmp(m->grid.crs, raster_crs(r)) == 0;
}

/* ---- size of a cell ---- */

static spate_status resolution(model *m, const layer *first)
{
    const case_node *given = case_get(casefile_root(m->file), "grid.resolution");
    const raster_info *info = raster_get_info(first->raster);
    if (case_kind_of(given) == CASE_LIST) /* [dx, dy] */
        return case_as_number(case_at(given, 0), UNIT_LENGTH, &m->grid.dx) &&
                       case_as_number(case_at(given, 1), UNIT_LENGTH, &m->grid.dy)
                   ? SPATE_OK
                   : case_fail(m->file, given, SPATE_ERROR_ARGUMENT, "these are not two lengths");
    if (given) {
        m->grid.dx = m->grid.dy = case_number(casefile_root(m->file), "grid.resolution");
        return SPATE_OK;
    }
    const int feet = !info->geographic && !case_text(casefile_root(m->file), "grid.crs");
    if (!info->rotated && (same_crs(m, first->raster) || feet)) {
        m->grid.dx = info->dx * info->metres;
        m->grid.dy = info->dy * info->metres;
        return SPATE_OK;
    }
    bounds b;
    SPATE_TRY(layers_bounds(m, first, &b));
    const double pixels = (double)info->nx * (double)info->ny;
    return case_fail(m->file, first->node, SPATE_ERROR_ARGUMENT,
                     "%s is in another coordinate system than the run, so that its pixels are not "
                     "cells; add grid: {resolution: %.2g m}",
                     first->file, sqrt((b.x1 - b.x0) * (b.y1 - b.y0) / pixels));
}

/* ---- extent ---- */

static spate_status extent_of_layers(model *m, const layers *l, bounds *out)
{
    for (int k = 0; k < l->count; ++k) {
        bounds b;
        SPATE_TRY(layers_bounds(m, &l->list[k], &b));
        if (k == 0)
            *out = b;
        out->x0 = fmin(out->x0, b.x0);
        out->y0 = fmin(out->y0, b.y0);
        out->x1 = fmax(out->x1, b.x1);
        out->y1 = fmax(out->y1, b.y1);
    }
    return SPATE_OK;
}

static spate_status extent_of_box(model *m, const case_node *area, bounds *out)
{
    double v[4];
    int ok = case_count(area) == 4;
    for (int k = 0; k < 4 && ok; ++k)
        ok = case_as_number(case_at(area, k), UNIT_LENGTH, &v[k]);
    if (!ok || !(v[0] < v[2] && v[1] < v[3]))
        return case_fail(
            m->file, area, SPATE_ERROR_ARGUMENT,
            "a box is [xmin, ymin, xmax, ymax] in metres, each maximum above its minimum");
    *out = (bounds){.x0 = v[0], .y0 = v[1], .x1 = v[2], .y1 = v[3]};
    return SPATE_OK;
}

/* Around a polygon, cells are aligned with the pixels of the first layer, so that pixels of the
 * same size are copied and not interpolated: the corner moves outward by less than a cell. */
static spate_status extent_of_polygon(model *m, const case_node *area, const layers *l, bounds *out)
{
    prepared_polygon *polygon;
    bounds b;
    SPATE_TRY(polygons_read(m, area, &polygon, out));
    polygon_free(polygon);
    SPATE_TRY(layers_bounds(m, &l->list[0], &b));
    out->x0 = b.x0 + floor((out->x0 - b.x0) / m->grid.dx + 1e-9) * m->grid.dx;
    out->y0 = b.y0 + floor((out->y0 - b.y0) / m->grid.dy + 1e-9) * m->grid.dy;
    return SPATE_OK;
}

static spate_status extent(model *m, const layers *l, bounds *out)
{
    const case_node *area = case_get(casefile_root(m->file), "grid.area");
    switch (case_kind_of(area)) {
    case CASE_ABSENT: return extent_of_layers(m, l, out);
    case CASE_LIST: return extent_of_box(m, area, out);
    default: return extent_of_polygon(m, area, l, out);
    }
}

/* ---- cells ---- */

static spate_status count_cells(model *m, const bounds *b)
{
    const case_node *where = case_get(casefile_root(m->file), "grid");
    const double width = b->x1 - b->x0, height = b->y1 - b->y0;
    const double nx = ceil(width / m->grid.dx - 1e-9), ny = ceil(height / m->grid.dy - 1e-9);
    if (!(nx >= 1 && ny >= 1))
        return case_fail(
            m->file, where, SPATE_ERROR_ARGUMENT,
            "the area is %g x %g m: not one cell of %g x %g m; check grid.area and grid.resolution",
            width, height, m->grid.dx, m->grid.dy);
    if (!(nx * ny <= most_cells && fmax(nx, ny) < 2147480000))
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "the area is %g x %g m: %.3g x %.3g cells of %g x %g m are too many; "
                         "check grid.area and grid.resolution",
                         width, height, nx, ny, m->grid.dx, m->grid.dy);
    m->grid.x0 = b->x0;
    m->grid.y0 = b->y0;
    m->grid.nx = (long long)nx;
    m->grid.ny = (long long)ny;
    return SPATE_OK;
}

static spate_status lay_out(model *m, const layers *l)
{
    bounds b;
    SPATE_TRY(layers_choose_crs(m, l));
    SPATE_TRY(resolution(m, &l->list[0]));
    SPATE_TRY(extent(m, l, &b));
    return count_cells(m, &b);
}

spate_status model_grid(model *m)
{
    layers l;
    m->grid.crs = "";
    spate_status status = layers_open(m, &l);
    if (status == SPATE_OK)
        status = lay_out(m, &l);
    layers_close(&l);
    if (status == SPATE_OK)
        status = model_solver_options(m);
    SPATE_TRY(comm_agree(m->ctx, status)); /* before a collective call */
    m->options.nx = m->grid.nx;
    m->options.ny = m->grid.ny;
    m->options.dx = m->grid.dx;
    m->options.dy = m->grid.dy;
    m->options.x0 = m->grid.x0;
    m->options.y0 = m->grid.y0;
    SPATE_TRY(spate_sim_create(m->ctx, &m->options, &m->sim));
    cores_set_loop_threads(sim_loop_threads(m->sim)); /* of the model's own loops, too */
    return SPATE_OK;
}
