/* Rain: a number, a series of the whole grid, a raster, or rasters that follow each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "backend/common/time_table.h"
#include "base/memory.h"
#include "model/terrain/cells.h"
#include "model/forcing/forcing.h"
#include "parallel/comm.h"

typedef struct rain_frame {
    double t; /* s since the start; holds until the next one */
    const char *file;
    const case_node *node;
} rain_frame;

struct rain_schedule {
    int count;
    int current;   /* the frame that the simulation has; -1: none */
    double factor; /* to m/s */
    rain_frame *frames;
};

void rain_schedule_free(struct rain_schedule *s)
{
    if (!s)
        return;
    free(s->frames);
    free(s);
}

/* ---- rasters ---- */

static int frame_at(const struct rain_schedule *s, double t)
{
    int k = -1;
    while (k + 1 < s->count && s->frames[k + 1].t <= t)
        ++k;
    return k;
}

double rain_next_change(const model *m, double t)
{
    const struct rain_schedule *s = m->rain_maps;
    if (!s)
        return INFINITY;
    const int next = frame_at(s, t) + 1;
    return next < s->count ? s->frames[next].t : INFINITY;
}

/* m/s, for the cells of this rank. */
static spate_status read_frame(model *m, const rain_frame *f, box_field *out)
{
    const forcing_source source = {.where = f->node,
                                   .file = f->file,
                                   .band = 1,
                                   .factor = m->rain_maps->factor};
    return comm_agree(m->ctx, forcing_raster(m, &source, out));
}

spate_status rain_apply_changes(model *m, double t)
{
    struct rain_schedule *s = m->rain_maps;
    if (!s || frame_at(s, t) == s->current)
        return SPATE_OK;
    const int k = frame_at(s, t);
    box_field map = {0};
    spate_status status = SPATE_OK;
    if (k >= 0)
        status = read_frame(m, &s->frames[k], &map);
    if (status == SPATE_OK)
        status = spate_set_rain_map(m->sim, k < 0 ? NULL : box_field_at, &map);
    memory_free(map.values);
    if (status != SPATE_OK)
        return k < 0 ? status : model_at(m, s->frames[k].node, status);
    s->current = k;
    return SPATE_OK;
}

/* Mean over the active cells of all ranks, m/s. */
static spate_status mean_rate(model *m, const box_owner *owner, const rain_frame *f, double *mean)
{
    box_field map = {0};
    exact_sum sum = {0};
    int64_t cells = 0;
    SPATE_TRY(read_frame(m, f, &map));
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
    const struct rain_schedule *s = m->rain_maps;
    box_owner owner = {0};
    if (!s)
        return SPATE_OK;
    spate_status status = box_owner_find(m, &owner);
    double total = 0;
    for (int k = 0; k < s->count && status == SPATE_OK; ++k) {
        const double from = fmax(s->frames[k].t, 0);
        const double to = k + 1 < s->count ? fmin(s->frames[k + 1].t, m->duration) : m->duration;
        double mean = 0;
        if (to > from)
            status = mean_rate(m, &owner, &s->frames[k], &mean);
        total += mean * (to - from);
    }
    box_owner_free(&owner);
    m->rain_total = total;
    return status;
}

/* Files that are missing are found before the run, not when their time comes. */
static spate_status check_frame(model *m, const rain_frame *f)
{
    raster *r = NULL;
    SPATE_TRY(model_used_file(m, f->file));
    SPATE_TRY(model_at(m, f->node, raster_open(m->ctx, f->file, 0, &r)));
    raster_close(r);
    return SPATE_OK;
}

static spate_status make_schedule(model *m, const case_node *where, const char *unit, double scale,
                                  int count)
{
    if (!unit)
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "rasters have no unit of their own; add unit: mm/h");
    const double factor = unit_factor(UNIT_RATE, unit);
    if (factor == 0)
        return case_fail(m->file, where, SPATE_ERROR_ARGUMENT,
                         "unit \"%s\" is not one of rain; mm/h is", unit);
    m->rain_maps = calloc(1, sizeof *m->rain_maps);
    if (m->rain_maps)
        m->rain_maps->frames = calloc((size_t)count, sizeof *m->rain_maps->frames);
    if (!m->rain_maps || !m->rain_maps->frames)
        return spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for %d rain rasters", count);
    m->rain_maps->factor = scale * factor;
    m->rain_total = (double)NAN; /* until model_measure_rain has read them all */
    m->rain_maps->current = -1;
    return SPATE_OK;
}

static spate_status add_frame(model *m, double t, const char *file, const case_node *node)
{
    struct rain_schedule *s = m->rain_maps;
    if (s->count > 0 && !(t > s->frames[s->count - 1].t))
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "rain rasters must follow each other in time, but %g s after the start "
                         "comes after %g s",
                         t, s->frames[s->count - 1].t);
    const rain_frame frame = {.t = t, .file = file, .node = node};
    SPATE_TRY(check_frame(m, &frame));
    s->frames[s->count++] = frame;
    return SPATE_OK;
}

static spate_status read_rasters(model *m, const case_node *rain)
{
    const case_node *list = case_get(rain, "rasters");
    const int count = case_count(list);
    SPATE_TRY(make_schedule(m, rain, case_text(rain, "unit"), case_number(rain, "scale"), count));
    for (int k = 0; k < count; ++k) {
        const case_node *entry = case_at(list, k);
        const double t = case_instant(entry, "time", m->start) - m->start;
        const char *file = case_text(entry, "file");
        if (isnan(t) || !file)
            return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                             "a rain raster needs a time and a file");
        SPATE_TRY(add_frame(m, t, casefile_resolve(m->file, file), entry));
    }
    if (count == 0 || m->rain_maps->frames[0].t > 0)
        return case_fail(m->file, list, SPATE_ERROR_DATA,
                         "the first rain raster must be there at the start of the run");
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

spate_status model_rain(model *m)
{
    const case_node *root = casefile_root(m->file), *rain = case_get(root, "rain");
    if (!rain)
        return SPATE_OK;
    if (case_kind_of(rain) == CASE_MAP && case_get(rain, "rasters"))
        return read_rasters(m, rain);
    const case_quantity q = case_quantity_of(m->file, root, "rain");
    if (q.form != QUANTITY_FILE || !is_raster(q.file))
        return read_series(m, root);
    SPATE_TRY(make_schedule(m, rain, q.unit, q.scale, 1));
    SPATE_TRY(add_frame(m, 0, q.file, rain));
    return rain_apply_changes(m, 0);
}
