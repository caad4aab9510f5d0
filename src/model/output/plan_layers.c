/* Features for model.gpkg: boundary faces, gauges, sections and walls at their positions on the
 * grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/boundaries/boundaries.h"
#include "model/output/plan.h"
#include "parallel/comm.h"

enum { LAYER_BOUNDARIES, LAYER_GAUGES, LAYER_SECTIONS, LAYER_WALLS, LAYERS };

static void free_strings(char **list, int count)
{
    for (int k = 0; list && k < count; ++k)
        free(list[k]);
    free(list);
}

static void layer_clear(vector_layer *l)
{
    for (int k = 0; k < l->count; ++k) {
        shape_free(&l->features[k].shape);
        free_strings(l->features[k].values, l->columns);
    }
    free(l->features);
    free_strings(l->column_names, l->columns);
    *l = (vector_layer){0};
}

void model_plan_free(model_plan *p)
{
    for (int k = 0; k < LAYERS; ++k)
        layer_clear(&p->layers[k]);
    free(p->folder);
    free(p->resolved);
    free(p->gauges);
    free(p->names);
    free(p->inputs);
    free(p->manning);
    *p = (model_plan){0};
}

/* Copies of `count` texts; NULL: out of memory. */
static char **copy_strings(int count, const char *const *texts)
{
    char **list = calloc((size_t)count, sizeof *list);
    for (int k = 0; list && k < count; ++k) {
        list[k] = strdup(texts[k]);
        if (!list[k]) {
            free_strings(list, k);
            return NULL;
        }
    }
    return list;
}

static int layer_begin(vector_layer *l, int columns, const char *const *names, int64_t most)
{
    *l = (vector_layer){.columns = columns,
                        .column_names = copy_strings(columns, names),
                        .features = calloc((size_t)most + 1, sizeof *l->features)};
    return l->column_names && l->features;
}

static int layer_add(vector_layer *l, shape_kind kind, int count, const point *points,
                     const char *const *values)
{
    path line = {.count = count, .points = malloc((size_t)count * sizeof *points)};
    if (!line.points)
        return 0;
    memcpy(line.points, points, (size_t)count * sizeof *points);
    const shape whole = {.kind = kind, .count = 1, .paths = &line};
    feature f = {.shape = shape_copy(&whole), .values = copy_strings(l->columns, values)};
    free(line.points);
    if (!f.shape.paths || !f.values) {
        shape_free(&f.shape);
        free_strings(f.values, l->columns);
        return 0;
    }
    l->features[l->count++] = f;
    return 1;
}

/* The ends of the west (axis 0) or south face of a cell. */
static void face_ends(const model *m, int64_t i, int64_t j, int axis, point ends[2])
{
    const raster_grid *g = &m->grid;
    ends[0] = (point){.x = g->x0 + (double)i * g->dx, .y = g->y0 + (double)j * g->dy};
    ends[1] = ends[0];
    if (axis == 0)
        ends[1].y += g->dy;
    else
        ends[1].x += g->dx;
}

/* ---- the layers ---- */

static int add_faces(const model *m, const model_boundary *b, const spate_face *faces,
                     int64_t count, vector_layer *l)
{
    int ok = 1;
    for (int64_t k = 0; ok && k < count; ++k) {
        char bed[32];
        point ends[2];
        snprintf(bed, sizeof bed, "%.6g", faces[k].bed);
        face_ends(m, faces[k].i, faces[k].j, faces[k].axis, ends);
        ok = layer_add(l, SHAPE_LINE, 2, ends, (const char *[]){b->name, b->kind, bed});
    }
    return ok;
}

static spate_status boundary_layer(model *m, vector_layer *l, int *ok)
{
    int64_t most = 0;
    for (int k = 0; k < m->boundary_count; ++k) {
        spate_boundary_stats stats;
        SPATE_TRY(spate_get_boundary(m->sim, k, &stats));
        most += stats.faces;
    }
    *ok = layer_begin(l, 3, (const char *[]){"name", "kind", "bed"}, most);
    for (int k = 0; k < m->boundary_count; ++k) {
        spate_face *faces;
        int64_t count;
        const spate_status status = boundary_faces_get(m, k, &faces, &count);
        if (status == SPATE_OK && *ok && spate_rank(m->ctx) == 0)
            *ok = add_faces(m, &m->boundaries[k], faces, count, l);
        free(faces);
        SPATE_TRY(status);
    }
    return SPATE_OK;
}

static int gauge_layer(const model *m, vector_layer *l)
{
    int ok = layer_begin(l, 3, (const char *[]){"name", "i", "j"}, m->gauge_count);
    for (int k = 0; ok && k < m->gauge_count; ++k) {
        const model_gauge *g = &m->gauges[k];
        char i[24], j[24];
        snprintf(i, sizeof i, "%lld", (long long)g->i);
        snprintf(j, sizeof j, "%lld", (long long)g->j);
        const point centre = {.x = m->grid.x0 + ((double)g->i + 0.5) * m->grid.dx,
                              .y = m->grid.y0 + ((double)g->j + 0.5) * m->grid.dy};
        ok = layer_add(l, SHAPE_POINT, 1, &centre, (const char *[]){g->name, i, j});
    }
    return ok;
}

static int section_layer(const model *m, vector_layer *l)
{
    int64_t most = 0;
    for (int k = 0; k < m->section_count; ++k)
        most += m->sections[k].count;
    int ok = layer_begin(l, 2, (const char *[]){"name", "sign"}, most);
    for (int k = 0; k < m->section_count; ++k)
        for (int64_t n = 0; ok && n < m->sections[k].count; ++n) {
            const spate_section_face *f = &m->sections[k].faces[n];
            point ends[2];
            face_ends(m, f->i, f->j, f->axis, ends);
            ok = layer_add(l, SHAPE_LINE, 2, ends,
                           (const char *[]){m->sections[k].name, f->sign > 0 ? "1" : "-1"});
        }
    return ok;
}

static int wall_layer(const model *m, vector_layer *l)
{
    int ok = layer_begin(l, 2, (const char *[]){"name", "crest"}, m->crest_count);
    for (int64_t k = 0; ok && k < m->crest_count; ++k) {
        const spate_crest *c = &m->crests[k];
        char crest[32] = "";
        point ends[2];
        if (isfinite(c->crest))
            snprintf(crest, sizeof crest, "%.6g", c->crest);
        face_ends(m, c->i, c->j, c->axis, ends);
        ok = layer_add(l, SHAPE_LINE, 2, ends, (const char *[]){m->crest_names[k], crest});
    }
    return ok;
}

spate_status plan_layers(model *m, model_plan *p)
{
    static const char *const names[LAYERS] = {"boundaries", "gauges", "sections", "walls"};
    int ok = 1;
    SPATE_TRY(boundary_layer(m, &p->layers[LAYER_BOUNDARIES], &ok));
    if (spate_rank(m->ctx) == 0)
        ok = ok && gauge_layer(m, &p->layers[LAYER_GAUGES]) &&
             section_layer(m, &p->layers[LAYER_SECTIONS]) && wall_layer(m, &p->layers[LAYER_WALLS]);
    for (int k = 0; k < LAYERS; ++k)
        if (p->layers[k].count > 0)
            p->outputs[p->results.model_count++] =
                (vector_output){.layer = names[k], .features = &p->layers[k]};
    p->results.model = p->outputs;
    return comm_agree(m->ctx, ok ? SPATE_OK
                                 : fail_memory(m->ctx, "no memory for the layers of model.gpkg"));
}
