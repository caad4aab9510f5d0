/* What cases, rasters, maps, series and vectors hold. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "casefile/casefile.h"
#include "field.h"
#include "gapped_table.h"
#include "info.h"
#include "io/vector.h"

/* ---- case ---- */

static void list_counts(const case_node *root, info_out *o)
{
    static const char *const lists[] = {"terrain.layers", "boundaries", "inflows", "gauges",
                                        "sections"};
    for (size_t n = 0; n < sizeof lists / sizeof *lists; ++n) {
        const case_node *node = case_get(root, lists[n]);
        if (case_kind_of(node) == CASE_LIST)
            info_integer(o, n == 0 ? "terrain_layers" : lists[n], case_count(node));
    }
}

spate_status info_case(spate_context *ctx, const char *file, info_out *o)
{
    casefile *c = NULL;
    SPATE_TRY(casefile_read(ctx, file, NULL, 0, &c));
    const case_node *root = casefile_root(c);
    const double start = case_instant(root, "time.start", 0);
    const double end = case_instant(root, "time.end", start);
    double size, box[4];
    info_text(o, "kind", "case");
    info_text(o, "title", case_text(root, "title"));
    info_date(o, "start", start);
    info_date(o, "end", end);
    info_real(o, "duration", end - start, "s");
    info_text(o, "crs", case_text(root, "grid.crs"));
    if (case_as_number(case_get(root, "grid.resolution"), UNIT_LENGTH, &size))
        info_real(o, "resolution", size, "m");
    const case_node *area = case_get(root, "grid.area");
    if (case_kind_of(area) == CASE_SCALAR)
        info_text(o, "area", case_as_text(area));
    else if (case_as_box(area, box)) {
        char text[128];
        snprintf(text, sizeof text, "%.10g %.10g to %.10g %.10g", box[0], box[1], box[2], box[3]);
        info_text(o, "area", text);
    }
    list_counts(root, o);
    casefile_free(c);
    return SPATE_OK;
}

/* ---- maps ---- */

static void put_grid(info_out *o, const raster_grid *g, const char *crs, const char *unit)
{
    char text[160];
    snprintf(text, sizeof text, "%lld x %lld", g->nx, g->ny);
    info_text(o, "cells", text);
    snprintf(text, sizeof text, g->dx == g->dy ? "%.10g %s" : "%.10g %s x %.10g", g->dx, unit,
             g->dy);
    info_text(o, "resolution", text);
    snprintf(text, sizeof text, "%.10g %.10g to %.10g %.10g", g->x0, g->y0,
             g->x0 + (double)g->nx * g->dx, g->y0 + (double)g->ny * g->dy);
    info_text(o, "extent", text);
    info_text(o, "crs", *crs ? crs : NULL);
}

typedef struct value_range {
    double low, high;
    long long missing;
} value_range;

static value_range range_of(const field *f)
{
    value_range r = {.low = INFINITY, .high = -INFINITY};
    for (size_t k = 0; k < field_count(f); ++k) {
        if (isnan(f->values[k])) {
            ++r.missing;
            continue;
        }
        r.low = fmin(r.low, f->values[k]);
        r.high = fmax(r.high, f->values[k]);
    }
    return r;
}

spate_status info_raster(spate_context *ctx, const char *file, info_out *o)
{
    raster *r = NULL;
    SPATE_TRY(raster_open(ctx, file, 1, &r));
    const raster_info about = *raster_get_info(r);
    raster_close(r);
    field f;
    SPATE_TRY(field_read_raster(ctx, file, &f));
    const value_range range = range_of(&f);
    info_text(o, "kind", "raster");
    info_text(o, "type", about.type);
    put_grid(o, &f.grid, about.crs, about.geographic ? "deg" : "m");
    if (!about.has_crs)
        info_text(o, "note", "no coordinate system: taken as metres");
    info_real(o, "lowest", range.low, "");
    info_real(o, "highest", range.high, "");
    if (about.has_nodata)
        info_real(o, "nodata_value", about.nodata, "");
    info_integer(o, "nodata_cells", range.missing);
    field_free(&f);
    return SPATE_OK;
}

spate_status info_maps(spate_context *ctx, const char *file, info_out *o)
{
    maps_file *f = NULL;
    SPATE_TRY(maps_open(ctx, file, &f));
    const maps_info *about = maps_get_info(f);
    info_text(o, "kind", "maps (NetCDF)");
    info_text(o, "title", *about->title ? about->title : NULL);
    put_grid(o, &about->grid, about->grid.crs, "m");
    info_integer(o, "frames", about->frames);
    if (about->frames > 0) {
        info_date(o, "start", about->start);
        info_real(o, "first_time", about->times[0], "s");
        info_real(o, "last_time", about->times[about->frames - 1], "s");
    }
    info_open(o, "variables");
    spate_status status = SPATE_OK;
    for (int n = 0; status == SPATE_OK && n < about->variable_count; ++n) {
        const maps_variable *v = &about->variables[n];
        field last = {0};
        status = field_read_maps(ctx, f, n, about->frames > 0 ? about->frames - 1 : 0, &last);
        if (status != SPATE_OK)
            break;
        const value_range r = range_of(&last);
        if (r.low <= r.high)
            info_item(o, "%s [%s] %.6g to %.6g%s, %lld of %lld cells without a value", v->name,
                      v->units, r.low, r.high, v->over_time ? " in the last frame" : "", r.missing,
                      (long long)field_count(&last));
        else
            info_item(o, "%s [%s] no values%s", v->name, v->units,
                      v->over_time ? " in the last frame" : "");
        field_free(&last);
    }
    info_close(o);
    maps_close(f);
    return status;
}

/* ---- series ---- */

spate_status info_series(spate_context *ctx, const char *file, info_out *o)
{
    gapped_table c;
    SPATE_TRY(gapped_read(ctx, file, NULL, &c));
    info_text(o, "kind", "series (CSV)");
    info_integer(o, "rows", c.rows);
    if (c.dated) {
        info_date(o, "from", c.t[0]);
        info_date(o, "to", c.t[c.rows - 1]);
    } else {
        info_real(o, "from", c.t[0], "s");
        info_real(o, "to", c.t[c.rows - 1], "s");
    }
    info_open(o, "columns");
    for (int n = 0; n < c.columns; ++n) {
        double low = INFINITY, high = -INFINITY;
        long long gaps = 0;
        for (long long k = 0; k < c.rows; ++k) {
            const double v = c.values[k * c.columns + n];
            gaps += isnan(v);
            low = fmin(low, v);
            high = fmax(high, v);
        }
        if (low <= high)
            info_item(o, "%s [%s] %.6g to %.6g, gaps %lld", c.names[n], c.units[n], low, high,
                      gaps);
        else
            info_item(o, "%s [%s] empty", c.names[n], c.units[n]);
    }
    info_close(o);
    gapped_free(&c);
    return SPATE_OK;
}

/* ---- vectors ---- */

spate_status info_vector(spate_context *ctx, const char *file, info_out *o)
{
    vector_layer *v = NULL;
    SPATE_TRY(vector_read(ctx, file, NULL, "", &v));
    int kinds[3] = {0};
    bounds all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int n = 0; n < v->count; ++n) {
        const bounds b = shape_bounds(&v->features[n].shape);
        ++kinds[v->features[n].shape.kind];
        all = (bounds){fmin(all.x0, b.x0), fmin(all.y0, b.y0), fmax(all.x1, b.x1),
                       fmax(all.y1, b.y1)};
    }
    char text[256];
    info_text(o, "kind", "vectors (first layer)");
    info_integer(o, "features", v->count);
    snprintf(text, sizeof text, "%d points, %d lines, %d polygons", kinds[SHAPE_POINT],
             kinds[SHAPE_LINE], kinds[SHAPE_POLYGON]);
    info_text(o, "shapes", text);
    snprintf(text, sizeof text, "%.10g %.10g to %.10g %.10g", all.x0, all.y0, all.x1, all.y1);
    info_text(o, "extent", text);
    info_open(o, "columns");
    for (int n = 0; n < v->columns; ++n)
        info_item(o, "%s", v->column_names[n]);
    info_close(o);
    vector_free(v);
    return SPATE_OK;
}
