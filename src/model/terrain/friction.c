/* Manning's n: a number, a raster, or classes of land cover with a table, and polygons over them. Or
 * Chezy's C: a number or a raster. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/series_file.h"
#include "model/cells/cells.h"
#include "model/terrain/friction_areas.h"
#include "parallel/comm.h"

/* ---- values ---- */

static const case_node *key(const model *m)
{
    return case_get(casefile_root(m->file), "manning");
}

/* file: source of the numbers; cover: the raster that must cover the terrain. */
static spate_status check_values(model *m, const char *file, const char *cover)
{
    for (int64_t n = 0; n < box_field_count(&m->manning); ++n) {
        const double value = m->manning.values[n];
        const point p = box_field_place(&m->manning, n);
        if (!m->active[n] || (value >= 0 && value <= 1))
            continue;
        if (isnan(value))
            return case_fail(m->file, key(m), SPATE_ERROR_DATA,
                             "%s has no value at x = %.10g, y = %.10g, an active cell; it must "
                             "cover the terrain",
                             cover, p.x, p.y);
        return case_fail(m->file, key(m), SPATE_ERROR_DATA,
                         "%s has a Manning n of %g at x = %.10g, y = %.10g; it must be from 0 to 1 "
                         "s/m^(1/3) (0.03 is a natural river; Strickler's k is 1/n)",
                         file, value, p.x, p.y);
    }
    return SPATE_OK;
}

/* ---- classes ---- */

typedef struct class_table {
    int rows;
    const double *class, *manning; /* every `step`-th value */
    int step;
} class_table;

/* NaN: the class is not in the table. */
static double manning_of_class(const class_table *t, double class)
{
    for (int k = 0; k < t->rows; ++k)
        if (t->class[k * t->step] == class)
            return t->manning[k * t->step];
    return NAN;
}

/* The largest class below `below` of active cells that is not in the table; -INFINITY: none. */
static double next_missing(const model *m, const class_table *t, double below)
{
    double found = -INFINITY, known = NAN;
    for (int64_t n = 0; n < box_field_count(&m->manning); ++n) {
        const double class = m->manning.values[n];
        if (!m->active[n] || class == known || !(class<below &&class> found))
            continue;
        if (isnan(manning_of_class(t, class)))
            found = class;
        else
            known = class; /* neighbours often have the same class */
    }
    return found;
}

/* Ranks have different classes, so they find the largest missing one together, then the next.
 * Collective. */
static spate_status check_classes(model *m, const class_table *t, const char *file)
{
    char missing[256] = "";
    int count = 0;
    for (double class = INFINITY;; ++count) {
        class = next_missing(m, t, class);
        comm_max(m->ctx->comm, &class, 1);
        if (class == -INFINITY || count == 20)
            break;
        snprintf(missing + strlen(missing), sizeof missing - strlen(missing), "%s%.10g",
                 count ? ", " : "", class);
    }
    if (count == 0)
        return SPATE_OK;
    return case_fail(m->file, key(m), SPATE_ERROR_DATA,
                     "%s has no row for class %s, which the grid has; add class and manning", file,
                     missing);
}

static void classes_to_manning(model *m, const class_table *t)
{
    const int64_t count = box_field_count(&m->manning);
    double class = NAN, manning = NAN;
    for (int64_t n = 0; n < count; ++n) {
        if (m->manning.values[n] != class) { /* always true for NaN, which stays NaN */
            class = m->manning.values[n];
            manning = manning_of_class(t, class);
        }
        m->manning.values[n] = manning;
    }
}

static spate_status table_view(model *m, const table *t, const char *file, class_table *out)
{
    const int class = table_column(t, "class"), manning = table_column(t, "manning");
    if (class < 0 || manning < 0 || t->rows == 0)
        return case_fail(m->file, key(m), SPATE_ERROR_DATA,
                         "%s needs the columns class and manning, and at least one row", file);
    *out = (class_table){.rows = t->rows,
                         .class = t->values + class,
                         .manning = t->values + manning,
                         .step = t->columns};
    return SPATE_OK;
}

static spate_status read_classes(model *m, const char *raster_file, const char *table_file,
                                 table *t, class_table *view)
{
    SPATE_TRY(model_used_file(m, table_file));
    SPATE_TRY(model_at(m, key(m), table_read(m->ctx, table_file, t)));
    SPATE_TRY(table_view(m, t, table_file, view));
    return cells_read_raster(m, key(m), raster_file, RESAMPLE_NEAREST, &m->manning);
}

static spate_status from_classes(model *m)
{
    const char *classes = case_text(key(m), "classes"), *name = case_text(key(m), "table");
    if (!classes || !name)
        return case_fail(m->file, key(m), SPATE_ERROR_ARGUMENT,
                         "classes need both: {classes: landcover.tif, table: landcover.csv}");
    const char *raster_file = casefile_resolve(m->file, classes);
    const char *table_file = casefile_resolve(m->file, name);
    table t = {0};
    class_table view = {0};
    spate_status status = comm_agree(m->ctx, read_classes(m, raster_file, table_file, &t, &view));
    if (status == SPATE_OK)
        status = check_classes(m, &view, table_file);
    if (status == SPATE_OK) {
        classes_to_manning(m, &view);
        status = check_values(m, table_file, raster_file);
    }
    table_free(&t);
    return status;
}

static spate_status from_value(model *m)
{
    const double n = case_number(key(m), "value");
    for (int64_t k = 0; k < box_field_count(&m->manning); ++k)
        m->manning.values[k] = n;
    return SPATE_OK;
}

static spate_status from_raster(model *m, const case_quantity *q)
{
    SPATE_TRY(cells_read_raster(m, key(m), q->file, RESAMPLE_SURFACE, &m->manning));
    for (int64_t n = 0; n < box_field_count(&m->manning); ++n)
        m->manning.values[n] = q->scale * m->manning.values[n] + q->offset;
    return check_values(m, q->file, q->file);
}

/* ---- Chezy ---- */

static spate_status check_chezy(model *m, const box_field *chezy, const char *file)
{
    for (int64_t n = 0; n < box_field_count(chezy); ++n) {
        const double value = chezy->values[n];
        const point p = box_field_place(chezy, n);
        if (m->active[n] && !(value >= 1 && value <= 1000))
            return case_fail(m->file, case_get(casefile_root(m->file), "chezy"), SPATE_ERROR_DATA,
                             "%s has a Chezy C of %g at x = %.10g, y = %.10g, an active cell; it "
                             "must be from 1 to 1000 m^(1/2)/s (60 is a smooth river)",
                             file, value, p.x, p.y);
    }
    return SPATE_OK;
}

static spate_status read_chezy(model *m, const case_quantity *q, box_field *chezy)
{
    SPATE_TRY(cells_read_raster(m, case_get(casefile_root(m->file), "chezy"), q->file,
                                RESAMPLE_SURFACE, chezy));
    for (int64_t n = 0; n < box_field_count(chezy); ++n) {
        chezy->values[n] = q->scale * chezy->values[n] + q->offset;
        if (!m->active[n]) /* no water, and no law for C = 0 */
            chezy->values[n] = 1;
    }
    return check_chezy(m, chezy, q->file);
}

static spate_status chezy_map(model *m, const case_quantity *q)
{
    box_field chezy = {0};
    spate_status status = comm_agree(m->ctx, box_field_create(m, &chezy));
    if (status == SPATE_OK)
        status = comm_agree(m->ctx, read_chezy(m, q, &chezy));
    if (status == SPATE_OK)
        status = sim_set_friction(m->sim, box_field_source(&chezy));
    memory_free(chezy.values);
    return status;
}

static spate_status chezy_friction(model *m, const case_quantity *q)
{
    if (key(m))
        return case_fail(m->file, key(m), SPATE_ERROR_ARGUMENT,
                         "manning and chezy are two laws of friction; remove one of them");
    return q->form == QUANTITY_FILE ? chezy_map(m, q) : SPATE_OK;
}

spate_status model_friction(model *m)
{
    const case_quantity chezy = case_quantity_of(m->file, casefile_root(m->file), "chezy");
    if (chezy.form != QUANTITY_ABSENT)
        return chezy_friction(m, &chezy);
    const case_quantity q = case_quantity_of(m->file, casefile_root(m->file), "manning");
    if (q.form == QUANTITY_ABSENT) {
        spate_log(m->ctx, SPATE_LOG_INFO, "manning is not set: the bed has no friction");
        return SPATE_OK;
    }
    if (q.form == QUANTITY_NUMBER) {
        m->manning_number = q.number; /* model_grid put it into the options */
        if (!key(m))
            spate_log(m->ctx, SPATE_LOG_INFO, "manning is not set: %g s/m^(1/3) everywhere",
                      q.number);
        return SPATE_OK;
    }
    SPATE_TRY(comm_agree(m->ctx, box_field_create(m, &m->manning)));
    spate_status status = q.form == QUANTITY_FILE       ? from_raster(m, &q)
                          : case_get(key(m), "classes") ? from_classes(m)
                                                        : from_value(m);
    if (status == SPATE_OK && case_kind_of(key(m)) == CASE_MAP)
        status = friction_areas_apply(m, case_get(key(m), "polygons"));
    SPATE_TRY(comm_agree(m->ctx, status));
    return sim_set_friction(m->sim, box_field_source(&m->manning));
}
