/* Rasters against time. */
#include "model/forcing/raster_frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/raster_times.h"

/* ---- adding ---- */

static spate_status append(model *m, raster_frames *f, const raster_frame *frame)
{
    if (f->count > 0 && !(frame->t > f->list[f->count - 1].t))
        return case_fail(m->file, frame->node, SPATE_ERROR_ARGUMENT,
                         "rasters must be in the order of time, but %g s after the start comes "
                         "after %g s",
                         frame->t, f->list[f->count - 1].t);
    if (f->count == f->room) {
        const int room = f->room ? 2 * f->room : 64;
        raster_frame *grown = realloc(f->list, (size_t)room * sizeof *grown);
        if (!grown)
            return fail_memory(m->ctx, "no memory for %d rasters", room);
        f->list = grown;
        f->room = room;
    }
    f->list[f->count++] = *frame;
    return SPATE_OK;
}

static spate_status add_band(model *m, raster_frames *f, double t, const char *file, int band,
                             const case_node *node)
{
    raster *r = NULL;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, node, raster_open(m->ctx, file, band, &r)));
    raster_close(r);
    return append(m, f,
                  &(raster_frame){.t = t, .file = file, .band = band ? band : 1, .node = node});
}

spate_status raster_frames_add(model *m, raster_frames *f, double t, const char *file,
                               const case_node *node)
{
    return add_band(m, f, t, file, 0, node);
}

static spate_status add_times(model *m, raster_frames *f, const char *file, const case_node *node,
                              const raster_times *times)
{
    for (int k = 0; k < times->count; ++k) {
        if (isnan(times->unix_seconds[k]))
            return case_fail(m->file, node, SPATE_ERROR_DATA,
                             "%s has %d bands, and band %d has no time; write time (of the first) "
                             "and every beside the file in rasters, or band for one of them",
                             file, times->count, k + 1);
        const raster_frame frame = {.t = times->unix_seconds[k] - m->start,
                                    .file = file,
                                    .band = k + 1,
                                    .node = node};
        SPATE_TRY(append(m, f, &frame));
    }
    return SPATE_OK;
}

spate_status raster_frames_add_bands(model *m, raster_frames *f, const char *file,
                                     const case_node *node, int *bands)
{
    raster_times times;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, node, raster_times_read(m->ctx, file, &times)));
    *bands = times.count;
    spate_status status = SPATE_OK;
    if (times.count != 1 || !isnan(times.unix_seconds[0]))
        status = add_times(m, f, file, node, &times);
    raster_times_free(&times);
    return status;
}

static spate_status count_bands(model *m, const char *file, const case_node *node, int *count)
{
    raster_times times;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, node, raster_times_read(m->ctx, file, &times)));
    *count = times.count;
    raster_times_free(&times);
    return SPATE_OK;
}

static spate_status add_only_band(model *m, raster_frames *f, double t, const char *file,
                                  const case_node *node)
{
    int count;
    SPATE_TRY(count_bands(m, file, node, &count));
    if (count > 1)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "%s has %d bands; add every (the time from one to the next) or band (for "
                         "one of them), or remove time if the file has the times of its bands",
                         file, count);
    return add_band(m, f, t, file, 0, node);
}

/* Bands at first, first + every, ... */
static spate_status add_regular(model *m, raster_frames *f, const char *file, const case_node *node,
                                double first, double every)
{
    int count;
    SPATE_TRY(count_bands(m, file, node, &count));
    for (int k = 0; k < count; ++k) {
        const raster_frame frame = {.t = first + k * every,
                                    .file = file,
                                    .band = k + 1,
                                    .node = node};
        SPATE_TRY(append(m, f, &frame));
    }
    return SPATE_OK;
}

/* The name by which GDAL knows a variable of a NetCDF file. Owned by the case file. */
static const char *source_of(const model *m, const case_node *entry)
{
    char name[4096];
    const char *file = casefile_resolve(m->file, case_text(entry, "file"));
    const char *variable = case_text(entry, "variable");
    if (!variable)
        return file;
    snprintf(name, sizeof name, "NETCDF:\"%s\":%s", file, variable);
    return casefile_keep(m->file, name);
}

static spate_status add_entry(model *m, raster_frames *f, const case_node *entry)
{
    const char *file = source_of(m, entry);
    const double t = case_instant(entry, "time", m->start) - m->start;
    const double every = case_number(entry, "every");
    const int band = (int)case_integer(entry, "band");
    int bands = 0;
    if (!isnan(every))
        return add_regular(m, f, file, entry, t, every);
    if (!isnan(t) && band > 0)
        return add_band(m, f, t, file, band, entry);
    if (!isnan(t))
        return add_only_band(m, f, t, file, entry);
    SPATE_TRY(raster_frames_add_bands(m, f, file, entry, &bands));
    if (f->count > 0 && f->list[f->count - 1].node == entry)
        return SPATE_OK;
    return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                     "%s does not say when it is valid; add time: here", file);
}

spate_status raster_frames_add_list(model *m, raster_frames *f, const case_node *list)
{
    for (int k = 0; k < case_count(list); ++k)
        SPATE_TRY(add_entry(m, f, case_at(list, k)));
    return SPATE_OK;
}

void raster_frames_free(raster_frames *f)
{
    free(f->list);
    *f = (raster_frames){0};
}

int raster_frames_before(const raster_frames *f, double t)
{
    int k = -1;
    while (k + 1 < f->count && f->list[k + 1].t <= t)
        ++k;
    return k;
}

double raster_frames_next(const raster_frames *f, double t)
{
    const int next = raster_frames_before(f, t) + 1;
    return next < f->count ? f->list[next].t : INFINITY;
}

spate_status raster_frames_read(model *m, const raster_frames *f, int k, box_field *out)
{
    const forcing_source source = {.where = f->list[k].node,
                                   .file = f->list[k].file,
                                   .band = f->list[k].band,
                                   .factor = f->factor};
    return forcing_raster(m, &source, out);
}
