/* Rasters against time. */
#include "model/forcing/raster_frames.h"

#include <math.h>
#include <stdlib.h>

spate_status raster_frames_create(model *m, int most, double factor, raster_frames *out)
{
    *out = (raster_frames){.list = calloc((size_t)most + 1, sizeof *out->list), .factor = factor};
    if (!out->list)
        return fail_memory(m->ctx, "no memory for %d rasters", most);
    return SPATE_OK;
}

spate_status raster_frames_add(model *m, raster_frames *f, double t, const char *file,
                               const case_node *node)
{
    raster *r = NULL;
    if (f->count > 0 && !(t > f->list[f->count - 1].t))
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "rasters must be in the order of time, but %g s after the start comes "
                         "after %g s",
                         t, f->list[f->count - 1].t);
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, node, raster_open(m->ctx, file, 0, &r)));
    raster_close(r);
    f->list[f->count++] = (raster_frame){.t = t, .file = file, .node = node};
    return SPATE_OK;
}

spate_status raster_frames_add_list(model *m, raster_frames *f, const case_node *list)
{
    for (int k = 0; k < case_count(list); ++k) {
        const case_node *entry = case_at(list, k);
        const double t = case_instant(entry, "time", m->start) - m->start;
        const char *file = case_text(entry, "file");
        if (isnan(t) || !file)
            return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                             "a raster against time needs a time and a file");
        SPATE_TRY(raster_frames_add(m, f, t, casefile_resolve(m->file, file), entry));
    }
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
                                   .band = 1,
                                   .factor = f->factor};
    return forcing_raster(m, &source, out);
}
