/* Polygons of roughness. */
#include "model/terrain/friction_areas.h"

#include <math.h>
#include <stdlib.h>

#include "model/cells/cells.h"
#include "model/places.h"

static int is_manning(double n)
{
    return n >= 0 && n <= 1;
}

/* Sets n where the shape contains the centre of a cell. Only the rows and columns of its bounds are
 * visited: land use may have many thousands of polygons. */
static spate_status fill(model *m, const shape *s, double n)
{
    box_field *box = &m->manning;
    const bounds b = shape_bounds(s);
    const int64_t nx = box->nx, ny = box->ny;
    const point first = box_field_place(box, 0);
    const double low_i = fmax(floor((b.x0 - first.x) / box->dx), 0);
    const double low_j = fmax(floor((b.y0 - first.y) / box->dy), 0);
    const double high_i = fmin(ceil((b.x1 - first.x) / box->dx), (double)nx - 1);
    const double high_j = fmin(ceil((b.y1 - first.y) / box->dy), (double)ny - 1);
    if (!(low_i <= high_i && low_j <= high_j))
        return SPATE_OK;
    const int64_t i0 = (int64_t)low_i, count = (int64_t)high_i - i0 + 1;
    prepared_polygon *polygon = polygon_prepare(&s, 1);
    double *x = malloc((size_t)count * sizeof *x);
    uint8_t *inside = malloc((size_t)count);
    const int ok = polygon && x && inside;
    for (int64_t i = 0; ok && i < count; ++i)
        x[i] = box_field_place(box, i0 + i).x;
    for (int64_t j = (int64_t)low_j; ok && j <= (int64_t)high_j; ++j) {
        double *row = box->values + j * nx + i0;
        polygon_row(polygon, box_field_place(box, j * nx).y, count, x, inside);
        for (int64_t i = 0; i < count; ++i)
            row[i] = inside[i] ? n : row[i];
    }
    polygon_free(polygon);
    free(inside);
    free(x);
    return ok ? SPATE_OK : fail_memory(m->ctx, "no memory for polygons");
}

/* ---- one number for all polygons ---- */

static spate_status apply_number(model *m, const case_node *within, double n)
{
    places found;
    SPATE_TRY(places_read(m, within, SHAPE_POLYGON, &found));
    spate_status status = SPATE_OK;
    for (int k = 0; k < found.count && status == SPATE_OK; ++k)
        status = fill(m, &found.shapes[k], n);
    places_free(&found);
    return status;
}

/* ---- a column of the file ---- */

static spate_status apply_features(model *m, const case_node *entry, const char *file,
                                   const vector_layer *layer)
{
    const case_node *given = case_get(entry, "manning");
    const int column = vector_column(layer, case_as_text(given));
    char columns[512];
    if (column < 0)
        return case_fail(m->file, given, SPATE_ERROR_DATA,
                         "%s has no column \"%s\"; it has %s (or give one number, such as 0.05)",
                         file, case_as_text(given),
                         vector_columns_text(layer, columns, sizeof columns));
    for (int k = 0; k < layer->count; ++k) {
        const feature *f = &layer->features[k];
        double n;
        if (f->shape.kind != SHAPE_POLYGON)
            return case_fail(m->file, entry, SPATE_ERROR_DATA,
                             "%s: feature %d is not a polygon; Manning's n holds inside polygons",
                             file, k + 1);
        if (!number_parse(f->values[column], &n) || !is_manning(n))
            return case_fail(m->file, entry, SPATE_ERROR_DATA,
                             "%s, feature %d: %s is \"%s\", which is not a Manning n from 0 to 1 "
                             "s/m^(1/3) (0.03 is a natural river; Strickler's k is 1/n)",
                             file, k + 1, layer->column_names[column], f->values[column]);
        SPATE_TRY(fill(m, &f->shape, n));
    }
    return SPATE_OK;
}

static spate_status apply_column(model *m, const case_node *entry, const case_node *within)
{
    if (case_kind_of(within) == CASE_LIST)
        return case_fail(m->file, case_get(entry, "manning"), SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a number; a column needs a file in within",
                         case_text(entry, "manning"));
    const char *file = casefile_resolve(m->file, case_as_text(within));
    vector_layer *layer = NULL;
    SPATE_TRY(layer_read(m, within, file, &layer));
    const spate_status status = apply_features(m, entry, file, layer);
    vector_free(layer);
    return status;
}

spate_status friction_areas_apply(model *m, const case_node *polygons)
{
    for (int k = 0; k < case_count(polygons); ++k) {
        const case_node *entry = case_at(polygons, k), *within = case_get(entry, "within");
        double n;
        if (case_as_number(case_get(entry, "manning"), UNIT_NONE, &n))
            SPATE_TRY(apply_number(m, within, n));
        else
            SPATE_TRY(apply_column(m, entry, within));
    }
    return SPATE_OK;
}
