/* Walls and levees: lines with crest heights, snapped to the faces of the grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/places.h"
#include "parallel/comm.h"

typedef struct wall_face {
    spate_crest crest;
    const char *name; /* of the entry of the case; "": it has none */
} wall_face;

/* Faces collected so far. */
typedef struct crest_list {
    wall_face *faces;
    int64_t count, room;
    const char *name; /* of the entry that is read */
} crest_list;

static spate_status add(model *m, crest_list *list, const chain_face *face, double crest)
{
    if (list->count == list->room) {
        const int64_t room = list->room ? 2 * list->room : 256;
        wall_face *more = realloc(list->faces, (size_t)room * sizeof *more);
        if (!more)
            return fail_memory(m->ctx, "no memory for %lld faces of walls", (long long)room);
        list->faces = more;
        list->room = room;
    }
    list->faces[list->count++] =
        (wall_face){.crest = {.i = face->i, .j = face->j, .axis = face->axis, .crest = crest},
                    .name = list->name};
    return SPATE_OK;
}

/* ---- one line ---- */

/* A face on the edge of the grid is an outer face already. */
static int is_inside(const model *m, const chain_face *f)
{
    return f->axis == 0 ? f->i > 0 && f->i < m->grid.nx && f->j >= 0 && f->j < m->grid.ny
                        : f->j > 0 && f->j < m->grid.ny && f->i >= 0 && f->i < m->grid.nx;
}

/* crest: NaN to use the heights of the line. */
static spate_status snap_path(model *m, crest_list *list, const path *line, double crest)
{
    const raster_grid *g = &m->grid;
    size_t count = 0;
    chain_face *chain = line_snap(line, g->x0, g->y0, g->dx, g->dy, g->nx, g->ny, &count);
    spate_status status = SPATE_OK;
    for (size_t k = 0; k < count && status == SPATE_OK; ++k)
        if (is_inside(m, &chain[k]))
            status =
                add(m, list, &chain[k], isnan(crest) ? path_height(line, chain[k].along) : crest);
    free(chain);
    return status;
}

static int leaves_grid(const model *m, const shape *s)
{
    const raster_grid *g = &m->grid;
    const bounds b = shape_bounds(s);
    return b.x0 < g->x0 || b.y0 < g->y0 || b.x1 > g->x0 + (double)g->nx * g->dx ||
           b.y1 > g->y0 + (double)g->ny * g->dy;
}

/* what: "walls.gpkg, feature 3", or "the wall". */
static spate_status add_wall(model *m, const case_node *where, const char *what, const shape *line,
                             double crest, crest_list *list)
{
    const int64_t before = list->count;
    char extent[128];
    for (int k = 0; k < line->count; ++k)
        SPATE_TRY(snap_path(m, list, &line->paths[k], crest));
    if (list->count == before)
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "%s has no face inside the grid (%s, cells of %g m); check its "
                         "coordinates or remove it",
                         what, grid_extent_text(m, extent, sizeof extent), m->grid.dx);
    if (leaves_grid(m, line))
        spate_log(m->ctx, SPATE_LOG_INFO,
                  "%s extends beyond the grid: only the part inside is used", what);
    return SPATE_OK;
}

/* ---- one entry of terrain.walls ---- */

/* Source of the crests of a file: a column, one number for all, or, if the case has neither, the
 * heights of the lines. */
typedef struct crest_source {
    int column;
    double number; /* NaN: heights of the lines */
} crest_source;

/* Heights of a line are elevations in metres, like the terrain. */
static int has_heights(const shape *s)
{
    for (int k = 0; k < s->count; ++k)
        if (!s->paths[k].z)
            return 0;
    return s->count > 0;
}

static void widen_heights(const shape *s, double range[2])
{
    for (int k = 0; k < s->count; ++k)
        for (int n = 0; n < s->paths[k].count; ++n) {
            range[0] = fmin(range[0], s->paths[k].z[n]);
            range[1] = fmax(range[1], s->paths[k].z[n]);
        }
}

/* Some formats mark missing heights by huge numbers, or fill them with 0. */
static spate_status report_heights(model *m, const case_node *entry, const char *file,
                                   const double range[2])
{
    if (range[0] < -12000 || range[1] > 9000)
        return case_fail(m->file, entry, SPATE_ERROR_DATA,
                         "%s: the heights of its lines are from %g to %g m, which is impossible; "
                         "correct them, or set crest to a level or a column of the file",
                         file, range[0], range[1]);
    if (!(range[0] < 0) && !(range[1] > 0))
        case_warn(m->file, entry,
                  "%s: all heights of its lines are 0 m and used as crests; if that is not "
                  "intended, set crest to a level or a column of the file",
                  file);
    spate_log(m->ctx, SPATE_LOG_INFO,
              "%s: crests are the heights of its lines, %g to %g m; use crest to change this", file,
              range[0], range[1]);
    return SPATE_OK;
}

static spate_status source_of(model *m, const case_node *entry, const char *file,
                              const vector_layer *layer, crest_source *out)
{
    const case_node *node = case_get(entry, "crest");
    const char *text = node ? case_as_text(node) : "";
    char columns[512];
    *out = (crest_source){.column = -1, .number = (double)NAN};
    if (!node || case_as_number(node, UNIT_LENGTH, &out->number))
        return SPATE_OK;
    out->column = vector_column(layer, text);
    if (out->column >= 0)
        return SPATE_OK;
    return case_fail(m->file, node, SPATE_ERROR_DATA,
                     "%s has no column \"%s\"; it has %s (or give one height, such as 3.5 m)", file,
                     text, vector_columns_text(layer, columns, sizeof columns));
}

static spate_status crest_of(model *m, const case_node *entry, const char *file,
                             const vector_layer *layer, int k, const crest_source *s, double *crest)
{
    char columns[512];
    *crest = s->number;
    if (s->column < 0 && isnan(s->number) && !has_heights(&layer->features[k].shape))
        *crest = INFINITY; /* never overtopped */
    if (s->column < 0)
        return SPATE_OK;
    const char *text = layer->features[k].values[s->column];
    if (quantity_parse(text, UNIT_LENGTH, crest) == QUANTITY_OK)
        return SPATE_OK;
    return case_fail(
        m->file, entry, SPATE_ERROR_DATA,
        "%s, feature %d: %s is \"%s\", which is not a height in metres; the columns are %s", file,
        k + 1, layer->column_names[s->column], text,
        vector_columns_text(layer, columns, sizeof columns));
}

static spate_status add_features(model *m, const case_node *entry, const char *file,
                                 const vector_layer *layer, crest_list *list)
{
    crest_source source;
    double heights[2] = {INFINITY, -INFINITY};
    SPATE_TRY(source_of(m, entry, file, layer, &source));
    for (int k = 0; k < layer->count; ++k) {
        char what[512];
        double crest;
        snprintf(what, sizeof what, "%s, feature %d", file, k + 1);
        if (layer->features[k].shape.kind != SHAPE_LINE)
            return case_fail(
                m->file, entry, SPATE_ERROR_DATA,
                "%s is not a line; walls are lines, buildings belong to terrain.blocked", what);
        SPATE_TRY(crest_of(m, entry, file, layer, k, &source, &crest));
        SPATE_TRY(add_wall(m, entry, what, &layer->features[k].shape, crest, list));
        if (isnan(crest))
            widen_heights(&layer->features[k].shape, heights);
    }
    return heights[0] <= heights[1] ? report_heights(m, entry, file, heights) : SPATE_OK;
}

static spate_status add_file(model *m, const case_node *entry, const char *name, crest_list *list)
{
    const char *file = casefile_resolve(m->file, name);
    vector_layer *layer = NULL;
    SPATE_TRY(layer_read(m, entry, file, &layer));
    const spate_status status = add_features(m, entry, file, layer, list);
    vector_free(layer);
    return status;
}

static spate_status add_line(model *m, const case_node *entry, crest_list *list)
{
    const case_node *node = case_get(entry, "crest");
    double crest = INFINITY; /* never overtopped */
    places lines;
    if (node && !case_as_number(node, UNIT_LENGTH, &crest))
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "the crest of a line given here is a height, such as 3.5 m");
    SPATE_TRY(places_read(m, case_get(entry, "line"), SHAPE_LINE, &lines));
    spate_status status = SPATE_OK;
    for (int k = 0; k < lines.count && status == SPATE_OK; ++k)
        status = add_wall(m, entry, "the wall", &lines.shapes[k], crest, list);
    places_free(&lines);
    return status;
}

static spate_status add_entry(model *m, const case_node *entry, crest_list *list)
{
    const char *file = case_text(entry, "file"), *name = case_text(entry, "name");
    const case_node *line = case_get(entry, "line");
    list->name = name ? name : "";
    if (!file == !line)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "walls are given by either a file or a line [[x, y], [x, y]]");
    return file ? add_file(m, entry, file, list) : add_line(m, entry, list);
}

/* ---- all of them ---- */

static int by_face(const void *a, const void *b)
{
    const spate_crest *p = &((const wall_face *)a)->crest, *q = &((const wall_face *)b)->crest;
    if (p->j != q->j)
        return p->j < q->j ? -1 : 1;
    if (p->i != q->i)
        return p->i < q->i ? -1 : 1;
    if (p->axis != q->axis)
        return p->axis - q->axis;
    return p->crest > q->crest ? -1 : p->crest < q->crest; /* the highest first */
}

/* One crest per face. */
static void keep_highest(crest_list *list)
{
    if (list->count == 0)
        return;
    qsort(list->faces, (size_t)list->count, sizeof *list->faces, by_face);
    int64_t kept = 1;
    for (int64_t k = 1; k < list->count; ++k) {
        const spate_crest *last = &list->faces[kept - 1].crest, *next = &list->faces[k].crest;
        if (next->i != last->i || next->j != last->j || next->axis != last->axis)
            list->faces[kept++] = list->faces[k];
    }
    list->count = kept;
}

/* Into the model, whose crests are those of the public interface. */
static spate_status keep_in_model(model *m, const crest_list *list)
{
    m->crests = malloc(((size_t)list->count + 1) * sizeof *m->crests);
    m->crest_names = malloc(((size_t)list->count + 1) * sizeof *m->crest_names);
    if (!m->crests || !m->crest_names)
        return fail_memory(m->ctx, "no memory for %lld faces of walls", (long long)list->count);
    for (int64_t k = 0; k < list->count; ++k) {
        m->crests[k] = list->faces[k].crest;
        m->crest_names[k] = list->faces[k].name;
    }
    m->crest_count = list->count;
    return SPATE_OK;
}

spate_status model_crests(model *m)
{
    const case_node *walls = case_get(casefile_root(m->file), "terrain.walls");
    const int is_list = case_kind_of(walls) == CASE_LIST;
    const int entries = is_list ? case_count(walls) : walls != NULL;
    crest_list list = {0};
    spate_status status = SPATE_OK;
    for (int k = 0; k < entries && status == SPATE_OK; ++k)
        status = add_entry(m, is_list ? case_at(walls, k) : walls, &list);
    keep_highest(&list);
    if (status == SPATE_OK)
        status = keep_in_model(m, &list);
    free(list.faces);
    SPATE_TRY(comm_agree(m->ctx, status));
    if (m->crest_count == 0)
        return SPATE_OK;
    spate_log(m->ctx, SPATE_LOG_INFO, "walls on %lld faces", (long long)m->crest_count);
    return spate_set_crests(m->sim, m->crests, m->crest_count);
}
