/* What finished scenarios add to the table and to the maps, in the order of the table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ensemble/ensemble.h"
#include "gapped_table.h"

/* ---- maps of one scenario ---- */

static spate_status read_netcdf(spate_context *ctx, const run_folder *folder, const char *name,
                                field *out)
{
    char file[4096];
    maps_file *maps = NULL;
    SPATE_TRY(maps_open(ctx, run_folder_file(folder, "max.nc", file, sizeof file), &maps));
    const int variable = maps_find(maps, name);
    spate_status status = SPATE_OK;
    if (variable >= 0)
        status = field_read_maps(ctx, maps, variable, 0, out);
    maps_close(maps);
    return status;
}

/* "EPSG:27700", or the WKT of a system without a number; malloc'ed. */
static char *read_crs(spate_context *ctx, const run_folder *folder, const field *depth)
{
    char file[4096];
    maps_file *maps = NULL;
    if (*depth->crs || !run_folder_has(folder, "max.nc") ||
        maps_open(ctx, run_folder_file(folder, "max.nc", file, sizeof file), &maps) != SPATE_OK)
        return strdup(depth->crs);
    const char *wkt = maps_get_info(maps)->wkt;
    char *copy = strdup(wkt ? wkt : "");
    maps_close(maps);
    return copy;
}

/* values NULL: the scenario has no such map. */
static spate_status read_maximum(spate_context *ctx, const run_folder *folder, const char *name,
                                 field *out)
{
    static const char *const endings[] = {"tif", "asc"};
    char file[4096], leaf[64];
    *out = (field){.values = NULL};
    if (run_folder_has(folder, "max.nc"))
        return read_netcdf(ctx, folder, name, out);
    for (int k = 0; k < 2; ++k) {
        snprintf(leaf, sizeof leaf, "%s.%s", name, endings[k]);
        if (run_folder_has(folder, leaf))
            return field_read_raster(ctx, run_folder_file(folder, leaf, file, sizeof file), out);
    }
    return SPATE_OK;
}

/* ---- maps of all ---- */

static int same_grid(const raster_grid *a, const raster_grid *b)
{
    return a->nx == b->nx && a->ny == b->ny && a->x0 == b->x0 && a->y0 == b->y0 && a->dx == b->dx &&
           a->dy == b->dy;
}

static spate_status begin_maps(spate_context *ctx, const run_folder *folder, const field *depth,
                               ensemble_maps *m)
{
    const size_t count = field_count(depth);
    m->mean = calloc(count, sizeof *m->mean);
    m->probability = calloc(count, sizeof *m->probability);
    m->largest = *depth;
    m->crs = read_crs(ctx, folder, depth);
    m->start = run_folder_start(folder);
    m->end = run_folder_end(folder);
    m->largest.values = malloc(count * sizeof *m->largest.values);
    if (!m->mean || !m->probability || !m->largest.values || !m->crs)
        return fail_memory(ctx, "no memory for maps of %zu cells", count);
    for (size_t k = 0; k < count; ++k)
        m->largest.values[k] = (double)NAN;
    return read_maximum(ctx, folder, "bed", &m->bed);
}

/* A cell without a value is dry in this scenario; one that never has a value stays without. */
static spate_status add_to_maps(const ensemble *e, const scenario *s, const run_folder *folder,
                                const field *depth, ensemble_maps *m)
{
    if (!m->largest.values)
        SPATE_TRY(begin_maps(e->tool->ctx, folder, depth, m));
    if (!same_grid(&m->largest.grid, &depth->grid)) {
        m->odd = m->odd ? m->odd : s;
        return SPATE_OK;
    }
    const size_t count = field_count(depth);
    for (size_t k = 0; k < count; ++k) {
        const double d = depth->values[k];
        if (isnan(d))
            continue;
        m->mean[k] += s->weight * d;
        m->probability[k] += d >= e->depth ? s->weight : 0;
        m->largest.values[k] = fmax(m->largest.values[k], d); /* of NaN and d it is d */
    }
    m->weight += s->weight;
    ++m->count;
    return SPATE_OK;
}

static void end_maps(ensemble_maps *m)
{
    const size_t count = m->largest.values ? field_count(&m->largest) : 0;
    for (size_t k = 0; k < count; ++k) {
        const int never = isnan(m->largest.values[k]);
        m->mean[k] = never ? (double)NAN : m->mean[k] / m->weight;
        m->probability[k] = never ? (double)NAN : m->probability[k] / m->weight;
    }
}

/* ---- figures ---- */

static double largest_of(spate_context *ctx, const run_folder *folder, const char *leaf,
                         const char *column)
{
    char file[4096];
    gapped_table t;
    double largest = (double)NAN;
    if (!run_folder_has(folder, leaf) ||
        gapped_read(ctx, run_folder_file(folder, leaf, file, sizeof file), NULL, &t) != SPATE_OK)
        return largest;
    const int at = gapped_column(&t, column);
    for (long long k = 0; at >= 0 && k < t.rows; ++k)
        largest = fmax(largest, t.values[k * t.columns + at]);
    gapped_free(&t);
    return largest;
}

static void measure_depth(const ensemble *e, const field *depth, const field *level,
                          scenario_figures *f)
{
    const double cell = depth->grid.dx * depth->grid.dy;
    long long flooded = 0;
    for (size_t k = 0; k < field_count(depth); ++k) {
        if (!(depth->values[k] >= e->depth))
            continue;
        ++flooded;
        f->peak_depth = fmax(f->peak_depth, depth->values[k]);
        if (level->values)
            f->peak_level = fmax(f->peak_level, level->values[k]);
    }
    f->extent = cell * (double)flooded;
}

static spate_status add_maps_of(const ensemble *e, const scenario *s, const run_folder *folder,
                                outcome *o, scenario_figures *f)
{
    field depth, level = {.values = NULL};
    SPATE_TRY(read_maximum(e->tool->ctx, folder, "max_depth", &depth));
    if (!depth.values)
        return SPATE_OK;
    spate_status status = read_maximum(e->tool->ctx, folder, "max_level", &level);
    if (status == SPATE_OK) {
        measure_depth(e, &depth, &level, f);
        status = add_to_maps(e, s, folder, &depth, &o->maps);
    }
    field_free(&depth);
    field_free(&level);
    return status;
}

static spate_status add_scenario(const ensemble *e, const scenario *s, outcome *o,
                                 scenario_figures *f)
{
    spate_context *ctx = e->tool->ctx;
    run_folder folder = {0};
    char leaf[512];
    SPATE_TRY(run_folder_open(ctx, s->folder, &folder));
    spate_status status = SPATE_OK;
    if (o->gauges.count == 0)
        status = run_folder_list(ctx, &folder, "gauges", ".csv", &o->gauges);
    f->gauges = calloc((size_t)o->gauges.count + 1, sizeof *f->gauges);
    if (status == SPATE_OK && !f->gauges)
        status = fail_memory(ctx, "no memory for the gauges");
    for (int k = 0; status == SPATE_OK && k < o->gauges.count; ++k) {
        snprintf(leaf, sizeof leaf, "gauges/%s.csv", o->gauges.names[k]);
        f->gauges[k] = largest_of(ctx, &folder, leaf, "level");
    }
    f->largest_volume = largest_of(ctx, &folder, "mass.csv", "volume");
    if (status == SPATE_OK)
        status = add_maps_of(e, s, &folder, o, f);
    run_folder_close(&folder);
    return status;
}

spate_status outcome_gather(const ensemble *e, outcome *out)
{
    const double none = (double)NAN;
    *out = (outcome){.figures = calloc((size_t)e->count + 1, sizeof *out->figures)};
    if (!out->figures)
        return fail_memory(e->tool->ctx, "no memory for the figures of the scenarios");
    for (int k = 0; k < e->count; ++k) {
        scenario_figures *f = &out->figures[k];
        *f = (scenario_figures){none, none, none, none, NULL};
        if (e->list[k].state == SCENARIO_DONE)
            SPATE_TRY(add_scenario(e, &e->list[k], out, f));
    }
    end_maps(&out->maps);
    return SPATE_OK;
}

void outcome_free(const ensemble *e, outcome *o)
{
    for (int k = 0; o->figures && k < e->count; ++k)
        free(o->figures[k].gauges);
    free(o->figures);
    name_list_free(&o->gauges);
    field_free(&o->maps.largest);
    field_free(&o->maps.bed);
    free(o->maps.crs);
    free(o->maps.mean);
    free(o->maps.probability);
}
