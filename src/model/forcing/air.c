/* The pressure of the air: rasters against time, of which the simulation has the two around its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/terrain/cells.h"
#include "model/forcing/forcing.h"
#include "parallel/comm.h"

/* What the highest and lowest ever measured at sea level leave room for, Pa. */
static const double LOWEST = 85000, HIGHEST = 110000;

typedef struct air_frame {
    double t; /* s since the start */
    const char *file;
    const case_node *node;
} air_frame;

struct air_schedule {
    int count;
    int given;        /* frames that the simulation has seen, the last of them as its later one */
    double factor;    /* to Pa */
    double density;   /* of water, kg/m3 */
    double reference; /* Pa; NaN: boundaries have their levels as given */
    air_frame *frames;
};

void air_schedule_free(struct air_schedule *s)
{
    if (!s)
        return;
    free(s->frames);
    free(s);
}

/* The last frame that is not after t; -1: none. */
static int frame_before(const struct air_schedule *s, double t)
{
    int k = -1;
    while (k + 1 < s->count && s->frames[k + 1].t <= t)
        ++k;
    return k;
}

double air_next_change(const model *m, double t)
{
    const struct air_schedule *s = m->air_maps;
    if (!s)
        return INFINITY;
    const int next = frame_before(s, t) + 1;
    return next < s->count ? s->frames[next].t : INFINITY;
}

static spate_status check_values(const model *m, const air_frame *f, const box_field *map)
{
    for (int64_t n = 0; n < box_field_count(map); ++n) {
        const double p = map->values[n];
        if (!(m->active && !m->active[n]) && !(p >= LOWEST && p <= HIGHEST))
            return case_fail(m->file, f->node, SPATE_ERROR_DATA,
                             "%s has a pressure of %g Pa, which no air has at sea level (%g to %g "
                             "Pa); look at air_pressure.unit%s",
                             f->file, p, LOWEST, HIGHEST,
                             100 * p >= LOWEST && 100 * p <= HIGHEST ? ": it may be hPa" : "");
    }
    return SPATE_OK;
}

static spate_status give(model *m, const air_frame *f)
{
    const struct air_schedule *s = m->air_maps;
    const forcing_source source = {.where = f->node,
                                   .file = f->file,
                                   .band = 1,
                                   .factor = s->factor};
    box_field map = {0};
    spate_status status = forcing_raster(m, &source, &map);
    if (status == SPATE_OK)
        status = check_values(m, f, &map);
    status = comm_agree(m->ctx, status);
    for (int64_t n = 0; status == SPATE_OK && n < box_field_count(&map); ++n)
        map.values[n] /= s->density;
    if (status == SPATE_OK)
        status = model_at(m, f->node,
                          spate_set_air_pressure(m->sim, box_field_at, &map, f->t,
                                                 s->reference / s->density));
    memory_free(map.values);
    return status;
}

/* The frame before t and the one after it; where none is before, the first. */
spate_status air_apply_changes(model *m, double t)
{
    struct air_schedule *s = m->air_maps;
    if (!s)
        return SPATE_OK;
    const int before = frame_before(s, t), last = before + 1 < s->count ? before + 1 : before;
    if (s->given < before) /* a run that goes on, or one frame was passed over */
        s->given = before;
    for (; s->given <= last; ++s->given)
        SPATE_TRY(give(m, &s->frames[s->given]));
    return SPATE_OK;
}

static spate_status add_frame(model *m, const case_node *entry)
{
    struct air_schedule *s = m->air_maps;
    const char *file = case_text(entry, "file");
    const air_frame f = {.t = case_instant(entry, "time", m->start) - m->start,
                         .file = file ? casefile_resolve(m->file, file) : NULL,
                         .node = entry};
    raster *r = NULL;
    if (isnan(f.t) || !f.file)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "a raster of the air's pressure needs a time and a file");
    if (s->count > 0 && !(f.t > s->frames[s->count - 1].t))
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "rasters must follow each other in time, but %g s after the start comes "
                         "after %g s",
                         f.t, s->frames[s->count - 1].t);
    SPATE_TRY(model_used_file(m, f.file));
    /* Files that are missing are found before the run, not when their time comes. */
    SPATE_TRY(model_at(m, entry, raster_open(m->ctx, f.file, 0, &r)));
    raster_close(r);
    s->frames[s->count++] = f;
    return SPATE_OK;
}

static spate_status make_schedule(model *m, const case_node *air, int count)
{
    struct air_schedule *s = m->air_maps = calloc(1, sizeof *s);
    if (s)
        s->frames = calloc((size_t)count + 1, sizeof *s->frames);
    if (!s || !s->frames)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for %d rasters", count);
    s->factor = unit_factor(UNIT_PRESSURE, case_text(air, "unit"));
    s->density = case_number(air, "water_density");
    s->reference = strcmp(case_text(air, "boundaries"), "as_given") == 0
                       ? (double)NAN
                       : case_number(air, "reference");
    return SPATE_OK;
}

spate_status model_air(model *m)
{
    const case_node *air = case_get(casefile_root(m->file), "air_pressure");
    if (!air)
        return SPATE_OK;
    const case_node *list = case_get(air, "rasters");
    const int count = list ? case_count(list) : 0;
    if (count == 0)
        return case_fail(m->file, air, SPATE_ERROR_ARGUMENT,
                         "the pressure of the air needs at least one raster");
    SPATE_TRY(make_schedule(m, air, count));
    for (int k = 0; k < count; ++k)
        SPATE_TRY(add_frame(m, case_at(list, k)));
    return air_apply_changes(m, 0);
}
