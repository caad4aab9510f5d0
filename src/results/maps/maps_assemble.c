/* Copies segments into maps.nc; packed tiles go to HDF5 unchanged. */
#include "results/maps/maps_assemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/folder/files.h"
#include "results/maps/cf_file.h"
#include "results/maps/chunks.h"
#include "results/maps/segment.h"

char *segment_path(const char *folder, int64_t index)
{
    char name[64];
    snprintf(name, sizeof name, "segments/maps-%06lld.spm", (long long)index);
    return path_join(folder, name);
}

#if SPATE_HAVE_NETCDF
static const cf_variable variables[MAPPED_KINDS] = {
    [MAPPED_DEPTH] = {"depth", "flood_water_thickness", "depth of the water", "m", 32, 1, NULL},
    [MAPPED_LEVEL] = {"level", "water_surface_height_above_reference_datum",
                      "elevation of the water surface where it is wet", "m", 32, 1, NULL},
    [MAPPED_U] = {"u", "sea_water_x_velocity", "velocity towards x, mean over the depth", "m s-1",
                  32, 1, NULL},
    [MAPPED_V] = {"v", "sea_water_y_velocity", "velocity towards y, mean over the depth", "m s-1",
                  32, 1, NULL},
};

typedef struct assembly {
    const results_plan *plan;
    tiling tiles;
    int64_t frames;    /* of the file: those whose segment can be read */
    int64_t *segments; /* by frame: the number of its segment */
    double *times;
    text_buffer *gaps; /* text that lists what is missing */
    cf_file file;
    int ids[MAPPED_KINDS + 1]; /* variables of the file, in order; then the bed */
    const char *names[MAPPED_KINDS + 1];
    int count; /* without the bed */
    chunk_file *chunks;
} assembly;

static spate_status open_segment(spate_context *ctx, const assembly *a, int64_t n, segment *s)
{
    char *file_name = segment_path(a->plan->folder, n);
    if (!file_name)
        return fail_memory(ctx, "no memory to put the maps together");
    const spate_status status = segment_open(ctx, file_name, &a->tiles, s);
    free(file_name);
    return status;
}

static void add_gap(assembly *a, const char *what, const char *reason)
{
    text_add(a->gaps, "%s%s (%s)", a->gaps->length ? "; " : "", what, reason);
}

/* Segments first to last - 1 cannot be read; reason: of the first one. */
static void add_missing(assembly *a, int64_t first, int64_t last, const char *reason)
{
    char what[80];
    if (first == last)
        return;
    if (last - first == 1)
        snprintf(what, sizeof what, "map %lld", (long long)first);
    else
        snprintf(what, sizeof what, "maps %lld to %lld", (long long)first, (long long)last - 1);
    add_gap(a, what, reason);
}

/* Finds the segments that can be read, and their times. Missing ones are listed as gaps. */
static spate_status find_frames(spate_context *ctx, assembly *a, int64_t mapped_frames)
{
    int64_t missing = 0; /* before segment n */
    char reason[1024] = "";
    a->times = malloc((size_t)mapped_frames * sizeof *a->times);
    a->segments = malloc((size_t)mapped_frames * sizeof *a->segments);
    if (!a->times || !a->segments)
        return fail_memory(ctx, "no memory to put the maps together");
    for (int64_t n = 0; n < mapped_frames; ++n) {
        segment s;
        const spate_status status = open_segment(ctx, a, n, &s);
        if (status == SPATE_ERROR_DATA) {
            if (missing++ == 0)
                snprintf(reason, sizeof reason, "%.1000s", spate_message(ctx));
            continue;
        }
        SPATE_TRY(status);
        add_missing(a, n - missing, n, reason);
        missing = 0;
        a->times[a->frames] = s.t;
        a->segments[a->frames++] = n;
        segment_close(&s);
    }
    add_missing(a, mapped_frames - missing, mapped_frames, reason);
    return SPATE_OK;
}

/* Writes everything except the frames. */
static spate_status begin_file(spate_context *ctx, assembly *a, const char *file_name)
{
    mapped list[MAPPED_KINDS];
    SPATE_TRY(cf_create(ctx, file_name, a->plan, a->frames, &a->file));
    a->count = mapped_list(a->plan->maps, list);
    a->names[a->count] = cf_bed.name;
    SPATE_TRY(cf_define(ctx, &a->file, &cf_bed, &a->ids[a->count]));
    for (int k = 0; k < a->count; ++k) {
        SPATE_TRY(cf_define(ctx, &a->file, &variables[list[k]], &a->ids[k]));
        a->names[k] = variables[list[k]].name;
    }
    return cf_begin(ctx, &a->file, a->times);
}

/* The variable of the file for each variable of a segment; -1: none. They differ if the case was
 * changed after the segment was written: then a variable is left out, or has no values in this
 * frame. */
static int match_variables(const assembly *a, unsigned maps, int into[MAPPED_KINDS])
{
    mapped list[MAPPED_KINDS];
    const int count = mapped_list(maps, list);
    for (int k = 0; k < count; ++k) {
        into[k] = -1;
        for (int v = 0; v < a->count; ++v)
            if (strcmp(a->names[v], variables[list[k]].name) == 0)
                into[k] = v;
    }
    return count;
}

/* Copies all variables of one tile. Damaged ones get no values and are counted in *lost. */
static spate_status copy_tile(spate_context *ctx, assembly *a, segment *s, chunk_place at,
                              const int *into, int count, int *lost)
{
    for (int k = 0; k < count; ++k) {
        at.variable = into[k];
        const void *bytes;
        size_t size;
        tile_form form;
        if (!segment_next(s, &form, &bytes, &size))
            ++*lost;
        else if (into[k] >= 0)
            SPATE_TRY(chunk_put(ctx, a->chunks, at, form, bytes, size));
    }
    return SPATE_OK;
}

static void add_lost_tiles(assembly *a, const segment *s, int lost)
{
    char what[120], reason[1100];
    snprintf(what, sizeof what, "parts of the map at %.10g s", s->t);
    snprintf(reason, sizeof reason, "%.1000s: %d of its %lld tiles are damaged", s->path, lost,
             (long long)s->tiles);
    add_gap(a, what, reason);
}

static spate_status copy_frame(spate_context *ctx, assembly *a, int64_t frame)
{
    segment s;
    int into[MAPPED_KINDS], lost = 0;
    SPATE_TRY(open_segment(ctx, a, a->segments[frame], &s));
    const int count = match_variables(a, s.maps, into);
    spate_status status = SPATE_OK;
    for (int64_t y = 0; y < a->tiles.count_y; ++y)
        for (int64_t x = 0; x < a->tiles.count_x && status == SPATE_OK; ++x) {
            const chunk_place at = {.frame = frame, .x = x, .y = y};
            status = copy_tile(ctx, a, &s, at, into, count, &lost);
        }
    if (lost > 0)
        add_lost_tiles(a, &s, lost);
    segment_close(&s);
    return status;
}

static spate_status assemble(spate_context *ctx, assembly *a, const char *file_name,
                             int64_t mapped_frames, const float *bed, int threads)
{
    SPATE_TRY(find_frames(ctx, a, mapped_frames));
    if (a->frames == 0)
        return SPATE_OK;
    SPATE_TRY(begin_file(ctx, a, file_name));
    SPATE_TRY(chunks_open(ctx, &a->file, a->ids, a->names, a->count + 1, &a->chunks));
    SPATE_TRY(chunks_put_f32(ctx, a->chunks, a->count, bed, threads));
    for (int64_t n = 0; n < a->frames; ++n)
        SPATE_TRY(copy_frame(ctx, a, n));
    chunk_file *chunks = a->chunks;
    a->chunks = NULL;
    SPATE_TRY(chunks_close(ctx, chunks));
    return cf_finish(ctx, &a->file);
}

spate_status maps_assemble(spate_context *ctx, const results_plan *plan, int64_t frames,
                           const float *bed, int threads, text_buffer *gaps)
{
    assembly a = {.plan = plan, .tiles = tiling_of(plan->grid.nx, plan->grid.ny), .gaps = gaps};
    a.file.id = -1;
    char *file_name = path_join(plan->folder, "maps.nc");
    spate_status status = file_name ? assemble(ctx, &a, file_name, frames, bed, threads)
                                    : fail_memory(ctx, "no memory for maps.nc");
    if (a.chunks)
        chunks_abandon(a.chunks);
    cf_abandon(&a.file);
    free(a.times);
    free(a.segments);
    free(file_name);
    return status;
}
#else
spate_status maps_assemble(spate_context *ctx, const results_plan *plan, int64_t frames,
                           const float *bed, int threads, text_buffer *gaps)
{
    (void)plan, (void)frames, (void)bed, (void)threads, (void)gaps;
    return spate_fail(ctx, SPATE_ERROR_INTERNAL, "maps.nc needs NetCDF");
}
#endif
