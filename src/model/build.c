/* Builds and frees a model. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/boundaries/boundaries.h"
#include "model/model.h"
#include "parallel/comm.h"

static spate_status build(model *m)
{
    static const struct {
        spate_status (*make)(model *);
        const char *phase;
    } steps[] = {
        {model_times, "grid"},
        {model_grid, "grid"},
        {model_terrain, "terrain"},
        {model_crests, "boundaries"},
        {model_friction, "friction"},
        {model_boundaries, "boundaries"},
        {model_water, "water"},
        {model_check_levels, "water"},
        {model_check_open, "boundaries"},
        {model_sources, "sources"},
        {model_gauges, "sources"},
        {model_sections, "sources"},
    };
    phases_lap(&m->ctx->phases, "case file");
    /* Each rank reads its own part: ranks agree on the status before the next collective call. */
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        SPATE_TRY(comm_agree(m->ctx, steps[k].make(m)));
        phases_lap(&m->ctx->phases, steps[k].phase);
    }
    return SPATE_OK;
}

spate_status model_build(spate_context *ctx, casefile *file, model **out)
{
    *out = NULL;
    model *m = calloc(1, sizeof *m);
    if (!m)
        return fail_memory(ctx, "no memory for a model");
    m->ctx = ctx;
    m->file = file;
    const spate_status status = build(m);
    if (status == SPATE_OK) {
        *out = m;
        return SPATE_OK;
    }
    m->file = NULL; /* the caller owns it after a failure */
    model_free(m);
    return status;
}

static void free_forcing(model *m)
{
    for (int k = 0; k < m->gauge_count; ++k)
        free(m->gauges[k].name);
    for (int k = 0; k < m->section_count; ++k) {
        free(m->sections[k].name);
        free(m->sections[k].faces);
    }
    for (int k = 0; k < m->boundary_count; ++k) {
        free(m->boundaries[k].name);
        free(m->boundaries[k].start_values);
        face_choice_free(m->boundaries[k].faces);
    }
    for (int k = 0; k < m->inflow_count; ++k)
        free(m->inflow_names[k]);
    free(m->gauges);
    free(m->sections);
    free(m->boundaries);
    free(m->inflow_names);
    free(m->inflows);
    rain_schedule_free(m->rain_maps);
    air_schedule_free(m->air_maps);
}

void model_free(model *m)
{
    if (!m)
        return;
    spate_sim_destroy(m->sim);
    free_forcing(m);
    memory_free(m->bed.values);
    free(m->active);
    memory_free(m->manning.values);
    free(m->crests);
    free(m->crest_names);
    free(m->crs_text);
    for (int k = 0; k < m->input_count; ++k)
        free(m->inputs[k]);
    free(m->inputs);
    casefile_free(m->file);
    free(m);
}

/* Of NETCDF:"FILE":VARIABLE the file. */
static char *file_alone(const char *name)
{
    const char *from = strncmp(name, "NETCDF:\"", 8) == 0 ? name + 8 : NULL;
    const char *to = from ? strrchr(from, '"') : NULL;
    return to ? strndup(from, (size_t)(to - from)) : strdup(name);
}

spate_status model_used_file(model *m, const char *file)
{
    char *name = file_alone(file);
    for (int k = 0; name && k < m->input_count; ++k)
        if (strcmp(m->inputs[k], name) == 0) {
            free(name);
            return SPATE_OK;
        }
    char **grown = realloc(m->inputs, (size_t)(m->input_count + 1) * sizeof *grown);
    if (grown)
        m->inputs = grown;
    if (!grown || !name) {
        free(name);
        return fail_memory(m->ctx, "no memory for the list of inputs");
    }
    m->inputs[m->input_count++] = name;
    return SPATE_OK;
}

spate_status model_at(const model *m, const case_node *where, spate_status status)
{
    if (status == SPATE_OK)
        return SPATE_OK;
    char sentence[sizeof m->ctx->message];
    memcpy(sentence, m->ctx->message, sizeof sentence);
    char place[512];
    case_place(m->file, NULL, place,
               sizeof place); /* the file: a message that begins with it has its line */
    if (strncmp(sentence, place, strlen(place)) == 0 && sentence[strlen(place)] == ':')
        return status;
    return case_fail(m->file, where, status, "%s", sentence);
}
