/* Cross-sections: lines snapped to faces. Downstream flow is positive if the line goes from the
 * left to the right bank, looking downstream. */
#include <stdlib.h>
#include <string.h>

#include "model/forcing/forcing.h"
#include "model/output/named_list.h"

/* Looking downstream (north), the line runs from the left (west) to the right bank (east):
 * downstream is to the left of the line. So positive flow crosses it from its right to its left. */
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
        return fail_memory(m->ctx, "no memory for section \"%s\"", section->name);
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
    model_section *grown = realloc(m->sections, (size_t)(m->section_count + 1) * sizeof *grown);
    if (grown)
        m->sections = grown;
    char *copy = strdup(name);
    if (!grown || !copy) {
        free(copy);
        return fail_memory(m->ctx, "no memory for section \"%s\"", name);
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

static const char *name_at(const model *m, int k)
{
    return k < m->section_count ? m->sections[k].name : NULL;
}

spate_status model_sections(model *m)
{
    static const named_list sections = {.key = "sections",
                                        .kind = SHAPE_LINE,
                                        .name_at = name_at,
                                        .add_entry = add_line,
                                        .add_feature = add};
    return named_list_read(m, &sections);
}
