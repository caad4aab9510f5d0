/* The initial water: an ordered list of items; later ones replace earlier ones. */
#include "model/water/water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parallel/comm.h"

/* ---- values of an item ---- */

/* A number everywhere, or a raster with NaN for missing values. */
typedef struct surface {
    double number;
    box_field map; /* values NULL: the number */
} surface;

static double surface_at(const surface *s, int64_t n)
{
    return s->map.values ? s->map.values[n] : s->number;
}

static spate_status read_surface(model *m, const case_node *item, const char *key, unit_kind kind,
                                 surface *out)
{
    const case_quantity q = case_quantity_of(m->file, item, key);
    const case_node *node = case_get(item, key);
    if (q.form == QUANTITY_NUMBER) {
        out->number = q.number;
        return SPATE_OK;
    }
    if (q.form != QUANTITY_FILE)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "this is neither a number nor a raster; write %s: 1.2 %s or %s: FILE", key,
                         unit_si(kind), key);
    const double factor = q.unit ? unit_factor(kind, q.unit) : 1;
    if (factor == 0)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT, "\"%s\" is not a unit of %s", q.unit,
                         key);
    const int band = case_kind_of(node) == CASE_MAP ? (int)case_integer(node, "band") : 0;
    SPATE_TRY(box_field_create(m, &out->map));
    SPATE_TRY(cells_read_band(m, node, q.file, band, RESAMPLE_SURFACE, &out->map));
    const int64_t count = box_field_count(&out->map);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        out->map.values[n] = q.scale * factor * out->map.values[n] + q.offset;
    return SPATE_OK;
}

static spate_status check_depths(model *m, const case_node *item, const surface *depth,
                                 const uint8_t *applies)
{
    const int64_t count = box_field_count(&m->bed);
    int negative = 0;
#pragma omp parallel for schedule(static) reduction(| : negative)
    for (int64_t n = 0; n < count; ++n)
        negative |= applies[n] && surface_at(depth, n) < 0;
    for (int64_t n = 0; n < count && negative; ++n) /* find the first */
        if (applies[n] && surface_at(depth, n) < 0) {
            const point p = box_field_place(&m->bed, n);
            return case_fail(m->file, case_get(item, "depth"), SPATE_ERROR_DATA,
                             "the depth is %g m at x = %.10g, y = %.10g; it must not be negative",
                             surface_at(depth, n), p.x, p.y);
        }
    return SPATE_OK;
}

/* ---- cells of an item ---- */

static spate_status find_cells(model *m, const case_node *item, uint8_t *applies)
{
    const case_node *within = case_get(item, "within");
    const int64_t count = box_field_count(&m->bed);
    if (!within) {
        memcpy(applies, m->active, (size_t)count);
        return SPATE_OK;
    }
    prepared_polygon *polygon = NULL;
    SPATE_TRY(polygons_read(m, within, &polygon, NULL));
    const spate_status status = box_field_within(m, &m->bed, polygon, applies);
    const int64_t known = status == SPATE_OK ? count : 0;
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < known; ++n)
        applies[n] &= m->active[n];
    polygon_free(polygon);
    return status;
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

spate_status water_needs_depth(model *m, water_state *s)
{
    return s->depth.values ? SPATE_OK : box_field_create(m, &s->depth);
}

spate_status water_needs_velocity(model *m, water_state *s)
{
    if (!s->u.values)
        SPATE_TRY(box_field_create(m, &s->u));
    return s->v.values ? SPATE_OK : box_field_create(m, &s->v);
}

/* Cells without a value are at rest. */
static void set_where(const surface *value, const uint8_t *applies, box_field *out)
{
    const int64_t count = box_field_count(out);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (applies[n]) {
            const double at = surface_at(value, n);
            out->values[n] = isnan(at) ? 0 : at;
        }
}

/* An item without a velocity puts the water of earlier items at rest. */
static spate_status apply_velocity(model *m, const case_node *item, const uint8_t *applies,
                                   water_state *s)
{
    surface u = {0}, v = {0};
    spate_status status = read_surface(m, item, "u", UNIT_SPEED, &u);
    if (status == SPATE_OK)
        status = read_surface(m, item, "v", UNIT_SPEED, &v);
    const int moves = u.map.values || v.map.values || u.number != 0 || v.number != 0;
    if (status == SPATE_OK && moves)
        status = water_needs_velocity(m, s);
    if (status == SPATE_OK && s->u.values) {
        set_where(&u, applies, &s->u);
        set_where(&v, applies, &s->v);
    }
    memory_free(u.map.values);
    memory_free(v.map.values);
    return status;
}

static void apply_surface(const surface *value, int by_level, const uint8_t *applies,
                          water_state *s)
{
    const int64_t count = box_field_count(&s->level);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (applies[n]) {
            s->level.values[n] = by_level ? surface_at(value, n) : NAN;
            if (s->depth.values)
                s->depth.values[n] = by_level ? 0 : surface_at(value, n);
        }
}

/* Reads the surface of an item and excludes cells where it has no value. */
static spate_status read_item_surface(model *m, const case_node *item, const char *key,
                                      surface *value, uint8_t *applies)
{
    SPATE_TRY(read_surface(m, item, key, UNIT_LENGTH, value));
    const int64_t count = value->map.values ? box_field_count(&value->map) : 0;
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (isnan(value->map.values[n]))
            applies[n] = 0;
    if (strcmp(key, "depth") == 0)
        return check_depths(m, item, value, applies);
    return SPATE_OK;
}

/* Keeps only water that is connected to a boundary. */
static spate_status keep_connected(model *m, const case_node *item, surface *value,
                                   uint8_t *applies)
{
    int boundary;
    int64_t count = 0;
    SPATE_TRY(find_boundary(m, item, &boundary));
    if (!value->map.values)
        SPATE_TRY(comm_agree(m->ctx, box_field_create_filled(m, value->number, &value->map)));
    SPATE_TRY(water_keep_connected(m, boundary, &value->map, applies, &count));
    if (count == 0)
        case_warn(m->file, item, "no cell at the boundary \"%s\" is below the level: no water",
                  m->boundaries[boundary].name);
    return SPATE_OK;
}

static spate_status surface_item(model *m, const case_node *item, const char *key, uint8_t *applies,
                                 water_state *s)
{
    surface value = {0};
    const int by_level = strcmp(key, "level") == 0;
    spate_status status = comm_agree(m->ctx, read_item_surface(m, item, key, &value, applies));
    if (status == SPATE_OK && case_get(item, "connected_to"))
        status = keep_connected(m, item, &value, applies);
    if (status == SPATE_OK && !by_level)
        status = water_needs_depth(m, s);
    if (status == SPATE_OK) {
        apply_surface(&value, by_level, applies, s);
        status = apply_velocity(m, item, applies, s);
    }
    memory_free(value.map.values);
    return comm_agree(m->ctx, status);
}

static spate_status add_item(model *m, const case_node *item, uint8_t *applies, water_state *s)
{
    const int level = case_get(item, "level") != NULL, depth = case_get(item, "depth") != NULL;
    const int from = case_get(item, "from") != NULL;
    if (level + depth + from != 1)
        return case_fail(m->file, item, SPATE_ERROR_ARGUMENT,
                         "an item needs one of level, depth and from%s",
                         level + depth + from ? ", not more" : "");
    if (!level && case_get(item, "connected_to"))
        return case_fail(
            m->file, case_get(item, "connected_to"), SPATE_ERROR_ARGUMENT,
            "connected_to needs a level: the water below it is connected to the boundary");
    SPATE_TRY(comm_agree(m->ctx, find_cells(m, item, applies)));
    if (from)
        return comm_agree(m->ctx, water_from_run(m, item, applies, s));
    return surface_item(m, item, level ? "level" : "depth", applies, s);
}

/* ---- all of them ---- */

/* Without a map of depths, cells without a level are dry. */
static void no_depth(const void *user, int64_t i, int64_t j, int n, double *values)
{
    (void)user, (void)i, (void)j;
    memset(values, 0, (size_t)n * sizeof *values);
}

static spate_status build(model *m, const case_node *list, uint8_t *applies, water_state *s)
{
    for (int k = 0; k < case_count(list); ++k)
        SPATE_TRY(add_item(m, case_at(list, k), applies, s));
    /* All ranks read the same items, so they have the same maps. */
    const field_source depth =
        s->depth.values ? box_field_source(&s->depth) : (field_source){.row = no_depth};
    SPATE_TRY(sim_set_water(m->sim, box_field_source(&s->level), depth));
    if (!s->u.values)
        return SPATE_OK;
    return sim_set_velocity(m->sim, box_field_source(&s->u), box_field_source(&s->v));
}

spate_status model_water(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "initial");
    if (case_count(list) == 0) {
        spate_log(m->ctx, SPATE_LOG_INFO, "initial is not set: the run starts dry");
        return SPATE_OK;
    }
    water_state s = {0};
    uint8_t *applies = malloc((size_t)box_field_count(&m->bed));
    spate_status status = box_field_create_filled(m, NAN, &s.level);
    if (!applies)
        status = fail_memory(m->ctx, "no memory for the initial water");
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = build(m, list, applies, &s);
    free(applies);
    memory_free(s.level.values);
    memory_free(s.depth.values);
    memory_free(s.u.values);
    memory_free(s.v.values);
    return status;
}
