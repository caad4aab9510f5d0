/* Rasters and maps over time, cell by cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "regrid.h"

/* Whether b has to be brought to the grid of a; SPATE_ERROR_DATA where that was not asked for. */
static spate_status check_grids(const compare_job *job, const char *a, const raster_grid *ga,
                                const char *b, const raster_grid *gb, int *differ)
{
    *differ = !grids_agree(ga, gb);
    if (!*differ || job->resample)
        return SPATE_OK;
    return fail_data(job->tool->ctx,
                     "the grids differ: %s has %lld x %lld cells of %g x %g from (%.10g, %.10g), "
                     "%s %lld x %lld of %g x %g from (%.10g, %.10g); --resample brings the second "
                     "to the first",
                     a, ga->nx, ga->ny, ga->dx, ga->dy, ga->x0, ga->y0, b, gb->nx, gb->ny, gb->dx,
                     gb->dy, gb->x0, gb->y0);
}

/* Replaces a field by its means on another grid. */
static spate_status bring_to(const compare_job *job, const char *file, const raster_grid *to,
                             field *f)
{
    field means;
    SPATE_TRY(field_regrid(job->tool->ctx, file, f, to, &means));
    field_free(f);
    *f = means;
    return SPATE_OK;
}

/* Means of classes mean nothing. */
static int is_classes(const char *name)
{
    return strncmp(name, "hazard_", 7) == 0;
}

int compare_has_extent(const compare_job *job, const char *name)
{
    return strstr(name, "depth") != NULL || job->wet_given;
}

void compare_add_fields(const compare_job *job, statistics *s, const double *a, const double *b,
                        size_t count, int extent, long long first_place)
{
    for (size_t k = 0; k < count; ++k) {
        statistics_add(s, a[k], b[k], first_place + (long long)k);
        if (extent && !(isnan(a[k]) && isnan(b[k]))) /* outside both models, or dry in both */
            statistics_add_wet(s, a[k] >= job->wet, b[k] >= job->wet);
    }
}

/* ---- rasters, or one variable of a NetCDF file ---- */

/* The variable to compare a raster with: the one that the user named, one with the name of the
 * raster, or the first. */
static spate_status read_like(compare_job *job, const char *file, const char *name, field *out)
{
    spate_context *ctx = job->tool->ctx;
    if (file_kind_of(file) != FILE_NETCDF)
        return field_read_raster(ctx, file, out);
    maps_file *f = NULL;
    SPATE_TRY(maps_open(ctx, file, &f));
    const maps_info *info = maps_get_info(f);
    int variable = maps_find(f, job->variable ? job->variable : name);
    if (variable < 0 && !job->variable && info->variable_count == 1)
        variable = 0;
    const spate_status status =
        variable < 0
            ? fail_data(ctx, "%s has no variable %s; choose one with --variable (spate info %s)",
                        file, job->variable ? job->variable : name, file)
            : field_read_maps(ctx, f, variable, info->frames > 0 ? info->frames - 1 : 0, out);
    maps_close(f);
    return status;
}

static void name_of(const char *file, char *out, size_t size)
{
    const char *leaf = file_name_of(file);
    snprintf(out, size, "%.*s", (int)strcspn(leaf, "."), leaf);
}

spate_status compare_rasters(compare_job *job, const char *a, const char *b, const char *prefix)
{
    char name_a[64], name_b[64], what[256];
    name_of(a, name_a, sizeof name_a);
    name_of(b, name_b, sizeof name_b);
    field fa = {0}, fb = {0};
    int differ = 0;
    spate_status status = read_like(job, a, name_b, &fa);
    if (status == SPATE_OK)
        status = read_like(job, b, name_a, &fb);
    if (status == SPATE_OK)
        status = check_grids(job, a, &fa.grid, b, &fb.grid, &differ);
    if (status == SPATE_OK && differ)
        status = bring_to(job, b, &fa.grid, &fb);
    if (status == SPATE_OK && !(differ && is_classes(fa.name))) {
        compare_item item = {.what = what,
                             .unit = *fa.unit ? fa.unit : fb.unit,
                             .numbers = statistics_begin(),
                             .extent = compare_has_extent(job, fa.name),
                             .has_place = 1,
                             .t = NAN};
        snprintf(what, sizeof what, "%s%s", prefix, fa.name);
        compare_add_fields(job, &item.numbers, fa.values, fb.values, field_count(&fa), item.extent,
                           0);
        if (item.numbers.largest_at >= 0) {
            item.x = field_x(&fa, item.numbers.largest_at);
            item.y = field_y(&fa, item.numbers.largest_at);
        }
        compare_report(job, &item);
    }
    field_free(&fa);
    field_free(&fb);
    return status;
}

/* ---- maps over time ---- */

typedef struct pair {
    maps_file *a, *b;
    const maps_info *ia, *ib;
    const char *file_b;
    int differ; /* their grids */
} pair;

/* Seconds to add to times of b so that they count from the start of a. */
static double shift_of(const pair *p)
{
    return isfinite(p->ia->start) && isfinite(p->ib->start) ? p->ib->start - p->ia->start : 0;
}

/* The frame of b at the time of a's frame; -1: none. Times are s; a millisecond apart is
 * the same. */
static int64_t frame_at(const pair *p, double t, int64_t from)
{
    for (int64_t n = from; n < p->ib->frames; ++n)
        if (fabs(p->ib->times[n] + shift_of(p) - t) < 1e-3)
            return n;
    return -1;
}

static spate_status add_frame(compare_job *job, const pair *p, const int variables[2],
                              const int64_t frames[2], compare_item *item)
{
    spate_context *ctx = job->tool->ctx;
    field fa = {0}, fb = {0};
    spate_status status = field_read_maps(ctx, p->a, variables[0], frames[0], &fa);
    if (status == SPATE_OK)
        status = field_read_maps(ctx, p->b, variables[1], frames[1], &fb);
    if (status == SPATE_OK && p->differ)
        status = bring_to(job, p->file_b, &fa.grid, &fb);
    if (status == SPATE_OK)
        compare_add_fields(job, &item->numbers, fa.values, fb.values, field_count(&fa),
                           item->extent, frames[0] * (long long)field_count(&fa));
    field_free(&fa);
    field_free(&fb);
    return status;
}

static void locate(const pair *p, compare_item *item)
{
    const raster_grid *g = &p->ia->grid;
    const long long cells = g->nx * g->ny, at = item->numbers.largest_at;
    item->t = NAN;
    if (at < 0)
        return;
    item->has_place = 1;
    item->x = g->x0 + ((double)(at % cells % g->nx) + 0.5) * g->dx;
    item->y = g->y0 + ((double)(at % cells / g->nx) + 0.5) * g->dy;
    if (item->frames > 0)
        item->t = p->ia->times[at / cells];
}

static spate_status compare_variable(compare_job *job, const pair *p, int va, int vb,
                                     const char *prefix)
{
    const maps_variable *variable = &p->ia->variables[va];
    const int variables[2] = {va, vb};
    char what[256], note[96] = "";
    snprintf(what, sizeof what, "%s%s", prefix, variable->name);
    compare_item item = {.what = what,
                         .unit = variable->units,
                         .numbers = statistics_begin(),
                         .extent = compare_has_extent(job, variable->name)};
    if (!variable->over_time) {
        const int64_t frames[2] = {0, 0};
        SPATE_TRY(add_frame(job, p, variables, frames, &item));
    }
    int64_t from = 0;
    for (int64_t n = 0; variable->over_time && n < p->ia->frames; ++n) {
        const int64_t other = frame_at(p, p->ia->times[n], from);
        if (other < 0)
            continue;
        const int64_t frames[2] = {n, other};
        SPATE_TRY(add_frame(job, p, variables, frames, &item));
        from = other + 1;
        ++item.frames;
    }
    if (variable->over_time && (item.frames < p->ia->frames || item.frames < p->ib->frames)) {
        snprintf(note, sizeof note, "common of %lld in A and %lld in B", (long long)p->ia->frames,
                 (long long)p->ib->frames);
        item.note = note;
        item.numbers.same_bits = 0;
    }
    locate(p, &item);
    compare_report(job, &item);
    return SPATE_OK;
}

static spate_status compare_open_maps(compare_job *job, pair *p, const char *a, const char *b,
                                      const char *prefix)
{
    SPATE_TRY(check_grids(job, a, &p->ia->grid, b, &p->ib->grid, &p->differ));
    p->file_b = b;
    for (int n = 0; n < p->ia->variable_count; ++n) {
        const maps_variable *v = &p->ia->variables[n];
        const int other = maps_find(p->b, v->name);
        if (other < 0 || p->ib->variables[other].over_time != v->over_time ||
            (job->variable && strcmp(job->variable, v->name) != 0) ||
            (p->differ && is_classes(v->name)))
            continue;
        SPATE_TRY(compare_variable(job, p, n, other, prefix));
    }
    return SPATE_OK;
}

spate_status compare_maps(compare_job *job, const char *a, const char *b, const char *prefix)
{
    pair p = {0};
    spate_status status = maps_open(job->tool->ctx, a, &p.a);
    if (status == SPATE_OK)
        status = maps_open(job->tool->ctx, b, &p.b);
    if (status == SPATE_OK) {
        p.ia = maps_get_info(p.a);
        p.ib = maps_get_info(p.b);
        status = compare_open_maps(job, &p, a, b, prefix);
    }
    maps_close(p.a);
    maps_close(p.b);
    return status;
}
