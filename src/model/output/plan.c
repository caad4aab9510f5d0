/* Makes the plan of the results of a model. */
#include "model/output/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/gdal_plugin.h"
#include "parallel/comm.h"

static spate_status no_memory(const model *m)
{
    return fail_memory(m->ctx, "no memory for the plan of the results");
}

static void read_output(const model *m, results_plan *r)
{
    const case_node *root = casefile_root(m->file);
    r->title = case_text(root, "title");
    if (!r->title)
        r->title = casefile_path(m->file);
    r->maps_every = case_number(root, "output.maps.every");
    r->maps = case_choices(root, "output.maps.variables"); /* MAP_DEPTH ..., in this order */
    r->maxima = case_choices(root, "output.maxima");       /* MAXIMUM_DEPTH ... */
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

/* Rows of this rank's map; -INFINITY outside its box, for the maximum over ranks. */
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
    const int failed = !values || (spate_rank(m->ctx) == 0 && !p->manning);
    const spate_status status = comm_agree(m->ctx, failed ? no_memory(m) : SPATE_OK);
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

/* ---- the plan ---- */

/* Fails before the run, not when the first file is written. */
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

spate_status model_plan_make(model *m, const char *folder, results_mode mode, model_plan *out)
{
    *out = (model_plan){.results = {.mode = mode}};
    out->folder = strdup(folder ? folder : casefile_folder(m->file));
    out->results.folder = out->folder;
    spate_status status = out->folder ? list_names(m, out) : no_memory(m);
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
