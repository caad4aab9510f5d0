/* Opens the files that exist. */
#include "source.h"
#include "view/frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NAME.tif or NAME.asc in the folder; 0: neither. */
static int raster_of(const plot_source *s, const char *name, char *file, size_t size)
{
    static const char *const endings[] = {"tif", "asc"};
    for (size_t n = 0; s->is_folder && n < sizeof endings / sizeof *endings; ++n) {
        char leaf[128];
        snprintf(leaf, sizeof leaf, "%s.%s", name, endings[n]);
        if (run_folder_has(&s->folder, leaf)) {
            run_folder_file(&s->folder, leaf, file, size);
            return 1;
        }
    }
    return 0;
}

/* A run that has not ended has its bed, and each frame in a file. */
static spate_status open_live(plot_source *s)
{
    char file[4096];
    if (!raster_of(s, "bed", file, sizeof file))
        return SPATE_OK;
    SPATE_TRY(field_read_raster(s->ctx, file, &s->bed));
    return frames_open(s->ctx, s->folder.name, s->bed.grid.nx, s->bed.grid.ny, &s->live);
}

static spate_status open_folder(plot_source *s)
{
    char file[4096];
    SPATE_TRY(run_folder_open(s->ctx, s->file, &s->folder));
    s->is_folder = 1;
    run_folder_title(&s->folder, s->title, sizeof s->title);
    s->start = run_folder_start(&s->folder);
    s->end = run_folder_end(&s->folder);
    s->wet_depth =
        run_folder_number(&s->folder, "case.output.wet_depth", UNIT_LENGTH, s->wet_depth);
    if (run_folder_has(&s->folder, "maps.nc"))
        SPATE_TRY(
            maps_open(s->ctx, run_folder_file(&s->folder, "maps.nc", file, sizeof file), &s->maps));
    const char *maxima = run_folder_has(&s->folder, "max.nc")        ? "max.nc"
                         : run_folder_has(&s->folder, "ensemble.nc") ? "ensemble.nc"
                                                                     : NULL;
    if (maxima)
        SPATE_TRY(
            maps_open(s->ctx, run_folder_file(&s->folder, maxima, file, sizeof file), &s->maxima));
    return !s->maps && source_unfinished(s) ? open_live(s) : SPATE_OK;
}

static spate_status open_any(plot_source *s)
{
    switch (file_kind_of(s->file)) {
    case FILE_MISSING: return fail_data(s->ctx, "%s does not exist", s->file);
    case FILE_FOLDER: return open_folder(s);
    case FILE_CSV:
        return fail_data(s->ctx,
                         "%s is a series; series are drawn from the folder of their run: spate "
                         "plot CASE.out gauges (or sections, balance)",
                         s->file);
    case FILE_NETCDF: SPATE_TRY(maps_open(s->ctx, s->file, &s->maps)); break;
    default: break;
    }
    snprintf(s->title, sizeof s->title, "%s", file_name_of(s->file));
    return SPATE_OK;
}

spate_status source_open(spate_context *ctx, const char *file, plot_source *out)
{
    *out = (plot_source){.ctx = ctx, .file = file, .start = NAN, .end = NAN, .wet_depth = 0.05};
    const spate_status status = open_any(out);
    const maps_file *any = out->maps ? out->maps : out->maxima;
    if (status == SPATE_OK && any) {
        const maps_info *info = maps_get_info(any);
        if (info->title && *info->title)
            snprintf(out->title, sizeof out->title, "%s", info->title);
        if (isnan(out->start))
            out->start = info->start;
        if (isnan(out->end) && info->frames > 0)
            out->end = info->times[info->frames - 1];
    }
    if (status != SPATE_OK)
        source_close(out);
    return status;
}

void source_close(plot_source *s)
{
    maps_close(s->maps);
    maps_close(s->maxima);
    if (s->is_folder)
        run_folder_close(&s->folder);
    field_free(&s->bed);
    overlay_free(&s->overlay);
    frames_close(s->live);
    *s = (plot_source){.ctx = s->ctx, .file = s->file};
}

static int find(maps_file *f, const char *name)
{
    return f ? maps_find(f, name) : -1;
}

int source_unfinished(const plot_source *s)
{
    const char *status = s->is_folder ? run_folder_text(&s->folder, "status") : NULL;
    return status && strcmp(status, "done") != 0;
}

int64_t source_frames(const plot_source *s)
{
    return s->maps ? maps_get_info(s->maps)->frames : s->live ? frames_count(s->live) : 0;
}

double source_time(const plot_source *s, int64_t frame)
{
    double t = NAN;
    if (s->live)
        frames_times(s->live, frame, &t, 1);
    return s->live ? t : maps_get_info(s->maps)->times[frame];
}

int source_has(const plot_source *s, const char *name)
{
    char file[4096];
    return find(s->maxima, name) >= 0 || find(s->maps, name) >= 0 ||
           (s->live && frames_have(s->live, name, 0)) || raster_of(s, name, file, sizeof file);
}

/* The tiles of a frame, put together; NaN where one is damaged. */
static spate_status read_live(plot_source *s, const char *name, int64_t frame, field *out)
{
    const tiling *t = frames_tiling(s->live);
    tile_scratch scratch = {0};
    *out = (field){.grid = s->bed.grid, .t = source_time(s, frame)};
    snprintf(out->name, sizeof out->name, "%s", name);
    snprintf(out->crs, sizeof out->crs, "%s", s->bed.crs);
    out->grid.crs = out->crs;
    out->values = malloc(field_count(out) * sizeof *out->values);
    float *tile = malloc(tiling_values(t) * sizeof *tile);
    const int ok = out->values && tile && tile_scratch_make(&scratch, t);
    for (int64_t k = 0; ok && k < t->count_x * t->count_y; ++k) {
        const int64_t x = k % t->count_x, y = k / t->count_x;
        const int whole = frames_tile(s->live, name, frame, x, y, &scratch, tile);
        for (int64_t j = y * t->tile_y; j < t->ny && j < (y + 1) * t->tile_y; ++j)
            for (int64_t i = x * t->tile_x; i < t->nx && i < (x + 1) * t->tile_x; ++i) {
                const float v = tile[(j - y * t->tile_y) * t->tile_x + i - x * t->tile_x];
                out->values[j * t->nx + i] = whole && v < TILE_FILL ? (double)v : (double)NAN;
            }
    }
    tile_scratch_free(&scratch);
    free(tile);
    if (ok)
        return SPATE_OK;
    field_free(out);
    return fail_memory(s->ctx, "%s: no memory for the map of %s", s->file, name);
}

spate_status source_read(plot_source *s, const char *name, int64_t frame, field *out)
{
    char file[4096];
    if (find(s->maxima, name) >= 0)
        return field_read_maps(s->ctx, s->maxima, find(s->maxima, name), 0, out);
    if (find(s->maps, name) >= 0)
        return field_read_maps(s->ctx, s->maps, find(s->maps, name), frame, out);
    if (s->live && frames_have(s->live, name, frame))
        return read_live(s, name, frame, out);
    if (raster_of(s, name, file, sizeof file))
        return field_read_raster(s->ctx, file, out);
    *out = (field){0};
    if (source_unfinished(s))
        return fail_data(s->ctx,
                         "%s: the run has not ended, and %s is written at its end; wait, or go on "
                         "with spate run CASE --resume",
                         s->file, name);
    return fail_data(s->ctx, "%s has no %s; add it under output in the case, then run again",
                     s->file, name);
}

const map_overlay *source_overlay(plot_source *s)
{
    char file[4096];
    if (!s->overlay_known && s->is_folder && run_folder_has(&s->folder, "model.gpkg"))
        s->overlay =
            overlay_read(s->ctx, run_folder_file(&s->folder, "model.gpkg", file, sizeof file));
    s->overlay_known = 1;
    return &s->overlay;
}

static int same_grid(const raster_grid *a, const raster_grid *b)
{
    return a->nx == b->nx && a->ny == b->ny && fabs(a->x0 - b->x0) < 0.01 * a->dx &&
           fabs(a->y0 - b->y0) < 0.01 * a->dy && fabs(a->dx - b->dx) < 1e-6 * a->dx;
}

/* Beside a raster there may be the bed of its run. */
static spate_status read_neighbour(plot_source *s)
{
    static const char *const names[] = {"bed.tif", "bed.asc"};
    const int folder = (int)(file_name_of(s->file) - s->file);
    for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
        char file[4096];
        snprintf(file, sizeof file, "%.*s%s", folder, s->file, names[n]);
        if (file_kind_of(file) == FILE_OTHER)
            return field_read_raster(s->ctx, file, &s->bed);
    }
    return SPATE_OK;
}

spate_status source_read_bed(plot_source *s, const raster_grid *grid)
{
    if (s->bed.values)
        return SPATE_OK;
    if (source_has(s, "bed"))
        SPATE_TRY(source_read(s, "bed", 0, &s->bed));
    else if (!s->is_folder)
        SPATE_TRY(read_neighbour(s));
    if (s->bed.values && !same_grid(&s->bed.grid, grid))
        field_free(&s->bed);
    return SPATE_OK;
}
