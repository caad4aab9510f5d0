/* Rain: a number, a series for the whole grid, a raster, or rasters against time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "backend/common/time_table.h"
#include "base/memory.h"
#include "model/cells/cells.h"
#include "model/forcing/raster_frames.h"
#include "parallel/comm.h"

/* A raster is valid until the next one. */
struct rain_schedule {
    raster_frames frames;
    int current; /* the frame that the simulation has; -1: none */
};

void rain_schedule_free(struct rain_schedule *s)
{
    if (s)
        raster_frames_free(&s->frames);
    free(s);
}

/* ---- rasters ---- */

double rain_next_change(const model *m, double t)
{
    return m->rain_maps ? raster_frames_next(&m->rain_maps->frames, t) : INFINITY;
}

/* Frame k in m/s, for the cells of this rank. */
static spate_status read_frame(model *m, int k, box_field *out)
{
    return comm_agree(m->ctx, raster_frames_read(m, &m->rain_maps->frames, k, out));
}

spate_status rain_apply_changes(model *m, double t)
{
    struct rain_schedule *s = m->rain_maps;
    const int k = s ? raster_frames_before(&s->frames, t) : -1;
    if (!s || k == s->current)
        return SPATE_OK;
    box_field map = {0};
    spate_status status = SPATE_OK;
    if (k >= 0)
        status = read_frame(m, k, &map);
    if (status == SPATE_OK)
        status = spate_set_rain_map(m->sim, k < 0 ? NULL : box_field_at, &map);
    memory_free(map.values);
    if (status != SPATE_OK)
        return k < 0 ? status : model_at(m, s->frames.list[k].node, status);
    s->current = k;
    return SPATE_OK;
}

/* Mean over the active cells of all ranks, m/s. */
static spate_status mean_rate(model *m, const box_owner *owner, int k, double *mean)
{
    box_field map = {0};
    exact_sum sum = {0};
    int64_t cells = 0;
    SPATE_TRY(read_frame(m, k, &map));
    for (int64_t n = 0; n < box_field_count(&map); ++n)
        if (m->active[n] && box_owner_has(owner, &map, n)) {
            exact_sum_add(&sum, map.values[n]);
            ++cells;
        }
    memory_free(map.values);
    comm_sum_count(m->ctx->comm, &cells, 1);
    comm_sum_exact(m->ctx->comm, &sum);
    *mean = cells > 0 ? exact_sum_value(&sum) / (double)cells : 0;
    return SPATE_OK;
}

spate_status model_measure_rain(model *m)
{
    box_owner owner = {0};
    if (!m->rain_maps)
        return SPATE_OK;
    const raster_frames *f = &m->rain_maps->frames;
    spate_status status = box_owner_find(m, &owner);
    double total = 0;
    for (int k = 0; k < f->count && status == SPATE_OK; ++k) {
        const double from = fmax(f->list[k].t, 0);
        const double to = k + 1 < f->count ? fmin(f->list[k + 1].t, m->duration) : m->duration;
        double mean = 0;
        if (to > from)
            status = mean_rate(m, &owner, k, &mean);
        total += mean * (to - from);
    }
    box_owner_free(&owner);
    m->rain_total = total;
    return status;
}

static spate_status make_schedule(model *m, const case_node *where, const char *unit, double scale)
{
    if (!unit)
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "rasters have no unit; add unit: mm/h");
    const double factor = unit_factor(UNIT_RATE, unit);
    if (factor == 0)
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a unit of rain; use one such as mm/h", unit);
    m->rain_maps = calloc(1, sizeof *m->rain_maps);
    if (!m->rain_maps)
        return fail_memory(m->ctx, "no memory for rasters");
    m->rain_total = (double)NAN; /* until model_measure_rain has read them all */
    *m->rain_maps = (struct rain_schedule){.frames = {.factor = scale * factor}, .current = -1};
    return SPATE_OK;
}

/* A series of radar pictures often ends with the storm, but not with no rain. */
static void warn_of_endless_rain(const model *m, const case_node *where)
{
    const raster_frames *f = &m->rain_maps->frames;
    const raster_frame *last = &f->list[f->count - 1];
    if (f->count > 1 && m->duration - last->t > 1.5 * (last->t - last[-1].t))
        case_warn(m->file, where,
                  "the last of %d rasters begins %g s after the start and is valid to the end of "
                  "the run, for %g s; add one of zeros if the rain ends before",
                  f->count, last->t, m->duration - last->t);
}

static spate_status begin_rasters(model *m, const case_node *where)
{
    const raster_frames *f = &m->rain_maps->frames;
    if (f->count == 0 || f->list[0].t > 0)
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "the first rain raster is later than the start of the run; add one for "
                         "the start");
    warn_of_endless_rain(m, where);
    return rain_apply_changes(m, 0);
}

static spate_status read_rasters(model *m, const case_node *rain)
{
    const case_node *list = case_get(rain, "rasters");
    SPATE_TRY(make_schedule(m, rain, case_text(rain, "unit"), case_number(rain, "scale")));
    SPATE_TRY(raster_frames_add_list(m, &m->rain_maps->frames, list));
    return begin_rasters(m, list);
}

/* One raster for the whole run, or the bands of one file at their times. */
static spate_status read_raster(model *m, const case_node *rain, const case_quantity *q)
{
    int bands = 0;
    SPATE_TRY(make_schedule(m, rain, q->unit, q->scale));
    raster_frames *f = &m->rain_maps->frames;
    SPATE_TRY(raster_frames_add_bands(m, f, q->file, rain, &bands));
    if (bands > 1)
        return begin_rasters(m, rain);
    f->count = 0;
    SPATE_TRY(raster_frames_add(m, f, 0, q->file, rain));
    return rain_apply_changes(m, 0);
}

/* ---- series ---- */

static int is_raster(const char *file)
{
    static const char *const series_names[] = {".csv", ".txt", ".tsv", ".dat"};
    const char *dot = strrchr(file, '.');
    for (size_t k = 0; dot && k < sizeof series_names / sizeof *series_names; ++k)
        if (strcasecmp(dot, series_names[k]) == 0)
            return 0;
    return dot != NULL;
}

static spate_status read_series(model *m, const case_node *root)
{
    series s;
    SPATE_TRY(forcing_series(m, root, "rain", UNIT_RATE, 1, &s));
    const spate_series view = series_view(&s, 1);
    spate_status status = model_at(m, case_get(root, "rain"), spate_set_rain(m->sim, &view));
    double total = 0;
    for (int k = 0; k < s.count; ++k) { /* constant before the first time, and after the last */
        const double from = k == 0 ? 0 : fmax(s.t[k], 0);
        const double to = k + 1 < s.count ? fmin(s.t[k + 1], m->duration) : m->duration;
        if (to > from)
            total += s.value[k] * (to - from);
    }
    m->rain_total = total;
    series_free(&s);
    return status;
}

static spate_status read_rain(model *m, const case_node *root, const case_node *rain)
{
    if (case_kind_of(rain) == CASE_MAP && case_get(rain, "rasters"))
        return read_rasters(m, rain);
    const case_quantity q = case_quantity_of(m->file, root, "rain");
    if (q.form != QUANTITY_FILE || !is_raster(q.file))
        return read_series(m, root);
    return read_raster(m, rain, &q);
}

spate_status model_rain(model *m)
{
    const case_node *root = casefile_root(m->file), *rain = case_get(root, "rain");
    if (!rain)
        return SPATE_OK;
    SPATE_TRY(read_rain(m, root, rain));
    if (m->blocked > 0) /* a roof drains somewhere: to a sewer, or to the street beside it */
        case_warn(m->file, rain,
                  "no rain falls on the %lld blocked cells (%.4g m2 of roofs); if they drain into "
                  "the streets and not into sewers, add their water as inflows",
                  (long long)m->blocked, (double)m->blocked * m->grid.dx * m->grid.dy);
    return SPATE_OK;
}
