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

static spate_status snap(model *m, const case_node *where, const char *name, const places *lines,
                         model_section *section)
{
    const raster_grid *g = &m->grid;
    for (int k = 0; k < lines->count; ++k)
        for (int n = 0; n < lines->shapes[k].count; ++n) {
            size_t count = 0;
            chain_face *chain = line_snap(&lines->shapes[k].paths[n], g->x0, g->y0, g->dx, g->dy,
                                          g->nx, g->ny, &count);
            const size_t all = (size_t)section->count + count;
            spate_section_face *grown =
                realloc(section->faces, (all > 0 ? all : 1) * sizeof *grown);
            if (!grown) {
                free(chain);
                return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for section \"%s\"", name);
            }
            section->faces = grown;
            for (size_t f = 0; f < count; ++f)
                section->faces[section->count++] = (spate_section_face){
                    .i = chain[f].i,
                    .j = chain[f].j,
                    .axis = chain[f].axis,
                    .sign = downstream_sign(&chain[f]),
                };
            free(chain);
        }
    char extent[128];
    if (section->count == 0)
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "section \"%s\" crosses no face of the grid: %s", name,
                         grid_extent_text(m, extent, sizeof extent));
    return SPATE_OK;
}

static spate_status add(model *m, const case_node *entry, model_section *section)
{
    const char *name = case_text(entry, "name");
    const case_node *line = case_get(entry, "line");
    if (!name || !line)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT, "a section needs a name and a line");
    if (*name == '\0' || *name == '.' || strpbrk(name, "/\\\n\r\t"))
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "\"%s\" cannot be the name of a file; use letters, digits and _", name);
    for (int k = 0; k < m->section_count; ++k)
        if (strcmp(m->sections[k].name, name) == 0)
            return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                             "there are two sections \"%s\"; give another name", name);
    places lines;
    SPATE_TRY(places_read(m, line, SHAPE_LINE, &lines));
    const spate_status status = snap(m, line, name, &lines, section);
    places_free(&lines);
    if (status != SPATE_OK)
        return status;
    section->name = strdup(name);
    if (!section->name)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for section \"%s\"", name);
    return model_at(m, line, spate_add_section(m->sim, section->faces, section->count));
}

spate_status model_sections(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "sections");
    const int count = case_count(list);
    if (count == 0)
        return SPATE_OK;
    m->sections = calloc((size_t)count, sizeof *m->sections);
    if (!m->sections)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for %d sections", count);
    for (int k = 0; k < count; ++k) {
        const spate_status status = add(m, case_at(list, k), &m->sections[k]);
        if (status != SPATE_OK) {
            free(m->sections[k].name);
            free(m->sections[k].faces);
            return status;
        }
        ++m->section_count;
    }
    return SPATE_OK;
}
