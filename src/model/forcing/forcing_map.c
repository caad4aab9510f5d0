/* Quantities over the grid, from numbers and rasters, for the cells of this rank. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "model/cells/cells.h"
#include "model/forcing/forcing.h"

/* Converts values to SI. Every active cell needs one; NaN elsewhere becomes 0. */
static spate_status convert(model *m, const forcing_source *source, box_field *box)
{
    int64_t missing = 0, first = 0;
    for (int64_t n = 0; n < box_field_count(box); ++n) {
        const int active = !m->active || m->active[n]; /* the same cells */
        if (active && isnan(box->values[n]) && missing++ == 0)
            first = n;
        box->values[n] =
            isnan(box->values[n]) ? 0 : source->factor * box->values[n] + source->offset;
    }
    if (missing == 0)
        return SPATE_OK;
    const point place = box_field_place(box, first);
    return case_fail(m->file, source->where, SPATE_ERROR_DATA,
                     "%s has no value in %lld active cells, the first at x = %.10g, y = %.10g; "
                     "extend the raster or make the area smaller",
                     source->file, (long long)missing, place.x, place.y);
}

spate_status forcing_raster(model *m, const forcing_source *source, box_field *out)
{
    SPATE_TRY(box_field_create(m, out));
    spate_status status =
        cells_read_band(m, source->where, source->file, source->band, RESAMPLE_SURFACE, out);
    if (status == SPATE_OK)
        status = convert(m, source, out);
    if (status != SPATE_OK) {
        memory_free(out->values);
        out->values = NULL;
    }
    return status;
}

static spate_status fill(model *m, double value, box_field *out)
{
    SPATE_TRY(box_field_create(m, out));
    for (int64_t n = 0; n < box_field_count(out); ++n)
        out->values[n] = value;
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
                         "a raster has no unit; write {file: %s, unit: %s}", q.file,
                         unit_example(kind));
    if (factor == 0)
        return case_fail(m->file, q.node, SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a unit of this quantity; use one such as %s", q.unit,
                         unit_example(kind));
    const int is_map = case_kind_of(q.node) == CASE_MAP;
    const forcing_source source = {.where = q.node,
                                   .file = q.file,
                                   .band = is_map ? (int)case_integer(q.node, "band") : 0,
                                   .factor = q.scale * factor,
                                   .offset = q.offset};
    return forcing_raster(m, &source, out);
}
