/* The water at the start: an ordered list of items, later ones win. */
#include "model/water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/forcing.h"
#include "parallel/comm.h"

/* ---- what an item says ---- */

/* A number everywhere, or a raster with NaN where it has no value. */
static spate_status values_of(model *m, const case_node *item, const char *key, unit_kind kind,
                              box_field *out)
{
    const case_quantity q = case_quantity_of(m->file, item, key);
    const case_node *node = case_get(item, key);
    SPATE_TRY(box_field_create(m, out));
    const int64_t count = box_field_count(out);
    if (q.form == QUANTITY_NUMBER) {
#pragma omp parallel for schedule(static)
        for (int64_t n = 0; n < count; ++n)
            out->values[n] = q.number;
        return SPATE_OK;
    }
    if (q.form != QUANTITY_FILE)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "this is neither a number nor a raster; %s: 1.2 %s or %s: FILE do", key,
                         unit_si(kind), key);
    const double factor = q.unit ? unit_factor(kind, q.unit) : 1;
    if (factor == 0)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT, "\"%s\" is not a unit of %s", q.unit,
                         key);
    const int band = case_kind_of(node) == CASE_MAP ? (int)case_integer(node, "band") : 1;
    SPATE_TRY(cells_read_band(m, node, q.file, band, RESAMPLE_SURFACE, out));
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        out->values[n] = q.scale * factor * out->values[n] + q.offset;
    return SPATE_OK;
}

static spate_status check_depths(model *m, const case_node *item, const box_field *depth,
                                 const uint8_t *takes)
{
    const int64_t count = box_field_count(depth);
    int negative = 0;
#pragma omp parallel for schedule(static) reduction(| : negative)
    for (int64_t n = 0; n < count; ++n)
        negative |= takes[n] && depth->values[n] < 0;
    for (int64_t n = 0; n < count && negative; ++n) /* the first of them */
        if (takes[n] && depth->values[n] < 0) {
            const point p = box_field_place(depth, n);
            return case_fail(m->file, case_get(item, "depth"), SPATE_ERROR_DATA,
                             "the depth is %g m at x = %.10g, y = %.10g; it must not be negative",
                             depth->values[n], p.x, p.y);
        }
    return SPATE_OK;
}

/* ---- where it holds ---- */

static spate_status find_cells(model *m, const case_node *item, uint8_t *takes)
{
    const case_node *within = case_get(item, "within");
    const int64_t count = box_field_count(&m->active);
    prepared_polygon *polygon = NULL;
    if (within)
        SPATE_TRY(polygons_read(m, within, &polygon, NULL));
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n) {
        const point p = box_field_place(&m->active, n);
        takes[n] = m->active.values[n] != 0 && (!polygon || polygon_contains(polygon, p.x, p.y));
    }
    if (polygon)
        polygon_free(polygon);
    return SPATE_OK;
}

static spate_status find_boundary(model *m, const case_node *item, int *found)
{
    const char *name = case_text(item, "connected_to");
    char known[256] = "";
    *found = -1;
    for (int k = 0; k < m->boundary_count; ++k) {
        if (strcmp(m->boundaries[k].name, name) == 0)
            *found = k;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", k ? ", " : "",
                 m->boundaries[k].name);
    }
    if (*found >= 0)
        return SPATE_OK;
    return case_fail(m->file, case_get(item, "connected_to"), SPATE_ERROR_ARGUMENT,
                     "no boundary has the name \"%s\"; there %s %s", name, known[0] ? "is" : "are",
                     known[0] ? known : "no boundaries");
}

/* ---- one item ---- */

spate_status water_needs_velocity(model *m, water_state *s)
{
    if (!s->u.values)
        SPATE_TRY(box_field_create(m, &s->u));
    return s->v.values ? SPATE_OK : box_field_create(m, &s->v);
}

/* An item without a velocity stops the water of those before it. */
static spate_status apply_velocity(model *m, const case_node *item, const uint8_t *takes,
                                   water_state *s)
{
    const double u = case_number(item, "u"), v = case_number(item, "v");
    if (u != 0 || v != 0)
        SPATE_TRY(water_needs_velocity(m, s));
    if (!s->u.values)
        return SPATE_OK;
    const int64_t count = box_field_count(&s->u);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (takes[n]) {
            s->u.values[n] = u;
            s->v.values[n] = v;
        }
    return SPATE_OK;
}

static void apply_surface(const box_field *value, int by_level, const uint8_t *takes,
                          water_state *s)
{
    const int64_t count = box_field_count(value);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (takes[n]) {
            s->level.values[n] = by_level ? value->values[n] : NAN;
            s->depth.values[n] = by_level ? 0 : value->values[n];
        }
}

/* Reads an item given by its surface and finds its cells, but for those that connected_to leaves. */
static spate_status read_surface(model *m, const case_node *item, const char *key, box_field *value,
                                 uint8_t *takes)
{
    SPATE_TRY(values_of(m, item, key, UNIT_LENGTH, value));
    const int64_t count = box_field_count(value);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (isnan(value->values[n]))
            takes[n] = 0;
    if (strcmp(key, "depth") == 0)
        return check_depths(m, item, value, takes);
    return SPATE_OK;
}

static spate_status surface_item(model *m, const case_node *item, const char *key, uint8_t *takes,
                                 water_state *s)
{
    box_field value = {0};
    const int by_level = strcmp(key, "level") == 0;
    spate_status status = comm_agree(m->ctx, read_surface(m, item, key, &value, takes));
    if (status == SPATE_OK && case_get(item, "connected_to")) {
        int boundary;
        int64_t count = 0;
        status = find_boundary(m, item, &boundary);
        if (status == SPATE_OK)
            status = water_keep_connected(m, boundary, &value, takes, &count);
        if (status == SPATE_OK && count == 0)
            case_warn(m->file, item,
                      "no cell at the boundary \"%s\" lies below the level: no water",
                      m->boundaries[boundary].name);
    }
    if (status == SPATE_OK) {
        apply_surface(&value, by_level, takes, s);
        status = apply_velocity(m, item, takes, s);
    }
    free(value.values);
    return comm_agree(m->ctx, status);
}

static spate_status add_item(model *m, const case_node *item, uint8_t *takes, water_state *s)
{
    const int level = case_get(item, "level") != NULL, depth = case_get(item, "depth") != NULL;
    const int from = case_get(item, "from") != NULL;
    if (level + depth + from != 1)
        return case_fail(m->file, item, SPATE_ERROR_ARGUMENT,
                         "an item gives one of level, depth and from%s",
                         level + depth + from ? ", not more" : "");
    if (!level && case_get(item, "connected_to"))
        return case_fail(m->file, case_get(item, "connected_to"), SPATE_ERROR_ARGUMENT,
                         "connected_to needs a level: water up to it is joined to the boundary");
    SPATE_TRY(comm_agree(m->ctx, find_cells(m, item, takes)));
    if (from)
        return comm_agree(m->ctx, water_from_run(m, item, takes, s));
    return surface_item(m, item, level ? "level" : "depth", takes, s);
}

/* ---- all of them ---- */

static double level_at(double x, double y, void *state)
{
    return box_field_at(x, y, &((water_state *)state)->level);
}

static double depth_at(double x, double y, void *state)
{
    return box_field_at(x, y, &((water_state *)state)->depth);
}

static double u_at(double x, double y, void *state)
{
    return box_field_at(x, y, &((water_state *)state)->u);
}

static double v_at(double x, double y, void *state)
{
    return box_field_at(x, y, &((water_state *)state)->v);
}

static spate_status start_dry(model *m, water_state *s)
{
    SPATE_TRY(box_field_create(m, &s->level));
    SPATE_TRY(box_field_create(m, &s->depth));
    const int64_t count = box_field_count(&s->level);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        s->level.values[n] = NAN;
    return SPATE_OK;
}

static spate_status build(model *m, const case_node *list, uint8_t *takes, water_state *s)
{
    for (int k = 0; k < case_count(list); ++k)
        SPATE_TRY(add_item(m, case_at(list, k), takes, s));
    SPATE_TRY(spate_set_water(m->sim, level_at, depth_at, s));
    /* The same on all ranks, which read the same items. */
    return s->u.values ? spate_set_velocity(m->sim, u_at, v_at, s) : SPATE_OK;
}

spate_status model_water(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "initial");
    if (case_count(list) == 0) {
        spate_log(m->ctx, SPATE_LOG_INFO, "initial is not set: the run starts dry");
        return SPATE_OK;
    }
    water_state s = {0};
    uint8_t *takes = malloc((size_t)box_field_count(&m->active));
    spate_status status = start_dry(m, &s);
    if (!takes)
        status = spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for the initial water");
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = build(m, list, takes, &s);
    free(takes);
    free(s.level.values);
    free(s.depth.values);
    free(s.u.values);
    free(s.v.values);
    return status;
}
