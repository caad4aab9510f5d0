/* Air pressure: rasters against time. The simulation holds the two around its time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/cells/cells.h"
#include "model/forcing/raster_frames.h"
#include "parallel/comm.h"

/* Pa; beyond the highest and lowest pressures ever measured at sea level. */
static const double LOWEST = 85000, HIGHEST = 110000;

struct air_schedule {
    raster_frames frames;
    int passed;       /* frames that the simulation has got; the last of them is its later one */
    double density;   /* of water, kg/m3 */
    double reference; /* Pa; NaN: boundaries use their levels as given */
};

void air_schedule_free(struct air_schedule *s)
{
    if (s)
        raster_frames_free(&s->frames);
    free(s);
}

double air_next_change(const model *m, double t)
{
    return m->air_maps ? raster_frames_next(&m->air_maps->frames, t) : INFINITY;
}

static spate_status check_values(const model *m, const raster_frame *f, const box_field *map)
{
    for (int64_t n = 0; n < box_field_count(map); ++n) {
        const double p = map->values[n];
        if (!(m->active && !m->active[n]) && !(p >= LOWEST && p <= HIGHEST))
            return case_fail(m->file, f->node, SPATE_ERROR_DATA,
                             "%s has a pressure of %g Pa, which no air has at sea level (%g to %g "
                             "Pa); check air_pressure.unit%s",
                             f->file, p, LOWEST, HIGHEST,
                             100 * p >= LOWEST && 100 * p <= HIGHEST ? ": it may be hPa" : "");
    }
    return SPATE_OK;
}

static spate_status set_frame(model *m, int k)
{
    const struct air_schedule *s = m->air_maps;
    const raster_frame *f = &s->frames.list[k];
    box_field map = {0};
    spate_status status = raster_frames_read(m, &s->frames, k, &map);
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

/* Sets the frame before t and the one after it; the first if none is before. */
spate_status air_apply_changes(model *m, double t)
{
    struct air_schedule *s = m->air_maps;
    if (!s)
        return SPATE_OK;
    const int before = raster_frames_before(&s->frames, t);
    const int last = before + 1 < s->frames.count ? before + 1 : before;
    if (s->passed < before) /* a resumed run, or a frame was skipped */
        s->passed = before;
    for (; s->passed <= last; ++s->passed)
        SPATE_TRY(set_frame(m, s->passed));
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
                         "air_pressure needs at least one raster");
    struct air_schedule *s = m->air_maps = calloc(1, sizeof *s);
    if (!s)
        return fail_memory(m->ctx, "no memory for %d rasters", count);
    s->density = case_number(air, "water_density");
    s->reference = strcmp(case_text(air, "boundaries"), "as_given") == 0
                       ? (double)NAN
                       : case_number(air, "reference");
    const double factor = unit_factor(UNIT_PRESSURE, case_text(air, "unit"));
    s->frames.factor = factor;
    SPATE_TRY(raster_frames_add_list(m, &s->frames, list));
    return air_apply_changes(m, 0);
}
