/* Cross-sections: lines snapped to faces, whose flow is positive downstream where the line goes from the
 * left to the right bank looking downstream. */
#include <stdlib.h>
#include <string.h>

#include "model/forcing.h"

/* Looking downstream (north), the line runs from the left (west) to the right bank (east): downstream is
 * to the left of the line. So positive flow crosses it from its right to its left. */
static int downstream_sign(const chain_face *f)
{
    return -f->left_sign;
}

static spate_status append(model *m, const chain_face *chain, size_t count, model_section *section)
{
    if (count == 0)
        return SPATE_OK;
    spate_section_face *grown =
        realloc(section->faces, ((size_t)section->count + count) * sizeof *grown);
    if (!grown)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for section \"%s\"",
                          section->name);
    section->faces = grown;
    for (size_t k = 0; k < count; ++k)
        section->faces[section->count++] = (spate_section_face){.i = chain[k].i,
                                                                .j = chain[k].j,
                                                                .axis = chain[k].axis,
                                                                .sign = downstream_sign(&chain[k])};
    return SPATE_OK;
}

static spate_status snap(model *m, const case_node *where, const shape *line,
                         model_section *section)
{
    const raster_grid *g = &m->grid;
    for (int n = 0; n < line->count; ++n) {
        size_t count = 0;
        chain_face *chain =
            line_snap(&line->paths[n], g->x0, g->y0, g->dx, g->dy, g->nx, g->ny, &count);
        const spate_status status = append(m, chain, count, section);
        free(chain);
        SPATE_TRY(status);
    }
    char extent[128];
    if (section->count == 0)
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "section \"%s\" crosses no face of the grid: %s", section->name,
                         grid_extent_text(m, extent, sizeof extent));
    return model_at(m, where, spate_add_section(m->sim, section->faces, section->count));
}

static spate_status add(model *m, const case_node *where, const char *name, const shape *line)
{
    if (!name_fits_file(name))
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "\"%s\" cannot be the name of a file; use letters, digits and _", name);
    for (int k = 0; k < m->section_count; ++k)
        if (strcmp(m->sections[k].name, name) == 0)
            return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                             "there are two sections \"%s\"; give another name", name);
    model_section *grown = realloc(m->sections, (size_t)(m->section_count + 1) * sizeof *grown);
    if (grown)
        m->sections = grown;
    char *copy = strdup(name);
    if (!grown || !copy) {
        free(copy);
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for section \"%s\"", name);
    }
    m->sections[m->section_count] = (model_section){.name = copy};
    return snap(m, where, line, &m->sections[m->section_count++]);
}

static spate_status add_line(model *m, const case_node *entry)
{
    places line;
    const case_node *where = case_get(entry, "line");
    SPATE_TRY(places_read(m, where, SHAPE_LINE, &line));
    const spate_status status = add(m, where, case_text(entry, "name"), &line.shapes[0]);
    places_free(&line);
    return status;
}

static spate_status add_features(model *m, const case_node *entry, const char *file,
                                 const vector_layer *layer)
{
    const char *name = case_text(entry, "name");
    const int column = vector_column(layer, name);
    char columns[512];
    if (column < 0)
        return case_fail(m->file, entry, SPATE_ERROR_DATA, "%s has no column \"%s\"; it has %s",
                         file, name, vector_columns_text(layer, columns, sizeof columns));
    for (int k = 0; k < layer->count; ++k) {
        const feature *f = &layer->features[k];
        if (f->shape.kind != SHAPE_LINE)
            return case_fail(m->file, entry, SPATE_ERROR_DATA, "%s: feature %d is not a line", file,
                             k + 1);
        SPATE_TRY(add(m, entry, f->values[column], &f->shape));
    }
    return SPATE_OK;
}

static spate_status add_file(model *m, const case_node *entry, const char *file)
{
    vector_layer *layer = NULL;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, entry, vector_read(m->ctx, file, NULL, m->grid.crs, &layer)));
    const spate_status status = add_features(m, entry, file, layer);
    vector_free(layer);
    return status;
}

spate_status model_sections(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "sections");
    for (int k = 0; k < case_count(list); ++k) {
        const case_node *entry = case_at(list, k);
        const char *file = case_text(entry, "file");
        SPATE_TRY(file ? add_file(m, entry, casefile_resolve(m->file, file)) : add_line(m, entry));
    }
    return SPATE_OK;
}
