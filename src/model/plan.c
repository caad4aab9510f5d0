/* The plan of the results of a model. */
#include "model/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/gdal_plugin.h"
#include "model/terrain/cells.h"
#include "parallel/comm.h"

static spate_status no_memory(const model *m)
{
    return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for the plan of the results");
}

char *plan_folder_of(const char *case_path)
{
    static const char *const endings[] = {".yaml", ".yml"};
    size_t length = strlen(case_path);
    for (size_t k = 0; k < 2; ++k) {
        const size_t ending = strlen(endings[k]);
        if (length > ending && strcmp(case_path + length - ending, endings[k]) == 0) {
            length -= ending;
            break;
        }
    }
    char *folder = malloc(length + 5);
    if (folder) {
        memcpy(folder, case_path, length);
        memcpy(folder + length, ".out", 5);
    }
    return folder;
}

/* ---- what to write ---- */

static const char *const map_words[] = {"depth", "level", "velocity", NULL};
static const char *const maximum_words[] = {"depth",      "level",     "speed",
                                            "hazard",     "arrival",   "duration",
                                            "hazard_arr", "hazard_uk", NULL};

/* One bit per word of a list, in the order of `words`; all of them where the file says nothing. */
static unsigned chosen(const case_node *root, const char *key, const char *const *words)
{
    const case_node *list = case_get(root, key);
    unsigned bits = 0;
    for (unsigned k = 0; words[k]; ++k) {
        int found = !list;
        for (int n = 0; n < case_count(list); ++n)
            found |= strcmp(case_as_text(case_at(list, n)), words[k]) == 0;
        bits |= found ? 1u << k : 0;
    }
    return bits;
}

static void read_output(const model *m, results_plan *r)
{
    const case_node *root = casefile_root(m->file);
    r->title = case_text(root, "title");
    if (!r->title)
        r->title = casefile_path(m->file);
    r->maps_every = case_number(root, "output.maps.every");
    r->maps = chosen(root, "output.maps.variables", map_words);
    r->maxima = chosen(root, "output.maxima", maximum_words);
    r->no_geotiff = !case_flag(root, "output.geotiff");
    r->as_asc = strcmp(case_text(root, "output.rasters"), "asc") == 0;
    r->wet_depth = case_number(root, "output.wet_depth");
    r->duration_depth = case_number(root, "output.duration_depth");
    r->series_every = case_number(root, "output.series.every");
    r->checkpoint_every = case_number(root, "output.checkpoint.every");
    r->start = m->start;
    r->end = m->duration;
    r->grid = m->grid;
}

/* ---- names ---- */

static spate_status list_names(model *m, model_plan *p)
{
    results_plan *r = &p->results;
    const int names = m->section_count + m->boundary_count + m->inflow_count;
    p->gauges = calloc((size_t)m->gauge_count + 1, sizeof *p->gauges);
    p->names = calloc((size_t)names + 1, sizeof *p->names);
    p->inputs = calloc((size_t)m->input_count + 1, sizeof *p->inputs);
    if (!p->gauges || !p->names || !p->inputs)
        return no_memory(m);
    for (int k = 0; k < m->gauge_count; ++k)
        p->gauges[k] = (results_gauge){.name = m->gauges[k].name,
                                       .i = m->gauges[k].i,
                                       .j = m->gauges[k].j,
                                       .x = m->gauges[k].x,
                                       .y = m->gauges[k].y};
    const char **name = p->names;
    r->section_names = name;
    for (int k = 0; k < m->section_count; ++k)
        *name++ = m->sections[k].name;
    r->boundary_names = name;
    for (int k = 0; k < m->boundary_count; ++k)
        *name++ = m->boundaries[k].name;
    r->inflow_names = name;
    for (int k = 0; k < m->inflow_count; ++k)
        *name++ = m->inflow_names[k];
    for (int k = 0; k < m->input_count; ++k)
        p->inputs[k].file = m->inputs[k];
    r->gauges = p->gauges;
    r->inputs = p->inputs;
    r->gauge_count = m->gauge_count;
    r->section_count = m->section_count;
    r->boundary_count = m->boundary_count;
    r->inflow_count = m->inflow_count;
    r->input_count = m->input_count;
    return SPATE_OK;
}

/* ---- roughness ---- */

/* Rows of this rank's map; less than any number where it has none. */
static void own_rows(const model *m, int64_t j0, int64_t rows, double *values)
{
    const box_field *b = &m->manning;
    for (int64_t j = j0; j < j0 + rows; ++j)
        for (int64_t i = 0; i < m->grid.nx; ++i) {
            const int64_t bi = i - b->i0, bj = j - b->j0;
            const int mine = bi >= 0 && bi < b->nx && bj >= 0 && bj < b->ny;
            values[(j - j0) * m->grid.nx + i] = mine ? b->values[bj * b->nx + bi] : -INFINITY;
        }
}

static spate_status gather_manning(model *m, model_plan *p)
{
    enum { AT_ONCE = 1 << 20 };
    if (!m->manning.values)
        return SPATE_OK;
    const int64_t nx = m->grid.nx, ny = m->grid.ny;
    const int64_t rows = nx < AT_ONCE ? AT_ONCE / nx : 1;
    double *values = malloc((size_t)(rows * nx) * sizeof *values);
    if (spate_rank(m->ctx) == 0)
        p->manning = malloc((size_t)(nx * ny) * sizeof *p->manning);
    const int lacking = !values || (spate_rank(m->ctx) == 0 && !p->manning);
    const spate_status status = comm_agree(m->ctx, lacking ? no_memory(m) : SPATE_OK);
    for (int64_t j = 0; status == SPATE_OK && j < ny; j += rows) {
        const int64_t now = ny - j < rows ? ny - j : rows;
        own_rows(m, j, now, values);
        comm_max(m->ctx->comm, values, (int)(now * nx));
        for (int64_t k = 0; p->manning && k < now * nx; ++k)
            p->manning[j * nx + k] = (float)values[k];
    }
    free(values);
    p->results.manning = p->manning;
    return status;
}

/* ---- all of it ---- */

/* Found before the run, not when the first file is written. */
static spate_status need_raster_format(const model *m, const results_plan *r)
{
    const case_node *root = casefile_root(m->file), *output = case_get(root, "output");
    const char *why;
    if (r->as_asc || gdal_plugin_get(&why))
        return SPATE_OK;
    return case_fail(m->file, output ? output : root, SPATE_ERROR_OUTPUT,
                     "the rasters of the results are GeoTIFFs, which need GDAL: %s; or set "
                     "output.rasters to asc (--set output.rasters=asc)",
                     why);
}

static spate_status choose_folder(model *m, const char *folder, model_plan *p)
{
    const char *own = case_text(casefile_root(m->file), "output.folder");
    if (folder)
        p->folder = strdup(folder);
    else if (own)
        p->folder = strdup(casefile_resolve(m->file, own));
    else
        p->folder = plan_folder_of(casefile_path(m->file));
    p->results.folder = p->folder;
    return p->folder ? SPATE_OK : no_memory(m);
}

spate_status model_plan_make(model *m, const char *folder, results_mode mode, model_plan *out)
{
    *out = (model_plan){.results = {.mode = mode}};
    spate_status status = choose_folder(m, folder, out);
    if (status == SPATE_OK)
        status = list_names(m, out);
    read_output(m, &out->results);
    if (status == SPATE_OK)
        status = need_raster_format(m, &out->results);
    out->resolved = casefile_resolved_json(m->file);
    out->results.resolved_json = out->resolved;
    if (status == SPATE_OK && !out->resolved)
        status = no_memory(m);
    SPATE_TRY(comm_agree(m->ctx, status));
    SPATE_TRY(plan_layers(m, out));
    SPATE_TRY(gather_manning(m, out));
    const results_plan *r = &out->results;
    return r->maxima ? spate_track_maxima(m->sim, r->wet_depth, r->duration_depth) : SPATE_OK;
}
