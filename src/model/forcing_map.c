/* Quantities over the grid, from numbers and rasters: this rank's cells only. */
#include <math.h>
#include <stdlib.h>

#include "model/forcing.h"

static spate_status make_box(model *m, box_field *out)
{
    int64_t i1, j1;
    spate_get_local_box(m->sim, &out->i0, &out->j0, &i1, &j1);
    out->nx = i1 - out->i0;
    out->ny = j1 - out->j0;
    out->x0 = m->grid.x0;
    out->y0 = m->grid.y0;
    out->dx = m->grid.dx;
    out->dy = m->grid.dy;
    out->values = malloc((size_t)(out->nx * out->ny) * sizeof(double));
    if (!out->values)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for a map of %lld x %lld cells",
                          (long long)out->nx, (long long)out->ny);
    return SPATE_OK;
}

/* Values to SI. Every active cell needs one; elsewhere zero, so that nothing carries NaN about. */
static spate_status convert(model *m, const case_node *where, const char *file, double factor,
                            double offset, box_field *box)
{
    int64_t missing = 0, first_i = 0, first_j = 0;
    for (int64_t j = 0; j < box->ny; ++j)
        for (int64_t i = 0; i < box->nx; ++i) {
            double *value = &box->values[j * box->nx + i];
            const double x = box->x0 + ((double)(box->i0 + i) + 0.5) * box->dx;
            const double y = box->y0 + ((double)(box->j0 + j) + 0.5) * box->dy;
            const int active = !m->active.values || box_field_at(x, y, &m->active) != 0;
            if (active && isnan(*value) && missing++ == 0) {
                first_i = box->i0 + i;
                first_j = box->j0 + j;
            }
            *value = isnan(*value) ? 0 : factor * *value + offset;
        }
    if (missing == 0)
        return SPATE_OK;
    return case_fail(m->file, where, SPATE_ERROR_DATA,
                     "%s has no value in %lld active cells, the first at x = %.10g, y = %.10g; "
                     "extend the raster or make the area smaller",
                     file, (long long)missing, box->x0 + ((double)first_i + 0.5) * box->dx,
                     box->y0 + ((double)first_j + 0.5) * box->dy);
}

spate_status forcing_raster(model *m, const case_node *where, const char *file, double factor,
                            double offset, box_field *out)
{
    raster *r = NULL;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, where, raster_open(m->ctx, file, 1, &r)));
    spate_status status = make_box(m, out);
    if (status == SPATE_OK) {
        const raster_grid box = {.x0 = out->x0 + (double)out->i0 * out->dx,
                                 .y0 = out->y0 + (double)out->j0 * out->dy,
                                 .dx = out->dx,
                                 .dy = out->dy,
                                 .nx = out->nx,
                                 .ny = out->ny,
                                 .crs = m->grid.crs};
        status = model_at(m, where, raster_read(r, &box, RESAMPLE_SURFACE, out->values));
    }
    raster_close(r);
    if (status == SPATE_OK)
        status = convert(m, where, file, factor, offset, out);
    if (status != SPATE_OK) {
        free(out->values);
        out->values = NULL;
    }
    return status;
}

static spate_status fill(model *m, double value, box_field *out)
{
    SPATE_TRY(make_box(m, out));
    for (int64_t k = 0; k < out->nx * out->ny; ++k)
        out->values[k] = value;
    return SPATE_OK;
}

spate_status forcing_map(model *m, const case_node *map, const char *key, unit_kind kind,
                         box_field *out)
{
    const case_quantity q = case_quantity_of(m->file, map, key);
    if (q.form == QUANTITY_NUMBER)
        return fill(m, q.number, out);
    if (q.form != QUANTITY_FILE)
        return case_fail(m->file, q.node ? q.node : map, SPATE_ERROR_ARGUMENT,
                         "%s is needed here: a number with its unit, or a raster", key);
    double factor = 1;
    if (q.unit)
        factor = unit_factor(kind, q.unit);
    else if (!unit_may_be_bare(kind))
        return case_fail(m->file, q.node, SPATE_ERROR_ARGUMENT,
                         "a raster has no unit of its own; write {file: %s, unit: %s}", q.file,
                         unit_example(kind));
    if (factor == 0)
        return case_fail(m->file, q.node, SPATE_ERROR_ARGUMENT,
                         "unit \"%s\" is not one of this quantity; %s is", q.unit,
                         unit_example(kind));
    return forcing_raster(m, q.node, q.file, q.scale * factor, q.offset, out);
}
