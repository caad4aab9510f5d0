/* What a boundary of the case file imposes: its kind, series, slope, rating. Its faces are in
 * boundary_faces.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/boundaries/boundaries.h"

void boundary_draft_free(boundary_draft *d)
{
    for (int k = 0; k < d->series_count; ++k)
        series_free(&d->series[k]);
    free(d->series);
    free(d->views);
    free(d->rating);
    *d = (boundary_draft){0};
}

static spate_status alloc_series(model *m, int count, boundary_draft *d)
{
    d->series = calloc((size_t)count, sizeof *d->series);
    d->views = calloc((size_t)count, sizeof *d->views);
    if (!d->series || !d->views)
        return fail_memory(m->ctx, "no memory for the series of a boundary");
    d->series_count = count;
    return SPATE_OK;
}

static spate_status one_series(model *m, const case_node *entry, const char *key, unit_kind kind,
                               boundary_draft *d)
{
    SPATE_TRY(alloc_series(m, 1, d));
    return forcing_series(m, entry, key, kind, 0, &d->series[0]);
}

/* ---- level ---- */

static spate_status read_stations(model *m, const case_node *list, face_choice *faces,
                                  boundary_draft *d)
{
    const int count = case_count(list);
    if (count < 2)
        return case_fail(m->file, list, SPATE_ERROR_ARGUMENT,
                         "there must be at least two stations to interpolate between");
    SPATE_TRY(alloc_series(m, count, d));
    double(*at)[2] = calloc((size_t)count, sizeof *at);
    int *order = calloc((size_t)count, sizeof *order);
    spate_status status = at && order ? SPATE_OK : fail_memory(m->ctx, "no memory for stations");
    for (int k = 0; status == SPATE_OK && k < count; ++k) {
        const case_node *place = case_get(case_at(list, k), "at");
        int points = 0;
        double(*pair)[2] = place ? case_as_points(place, &points) : NULL;
        if (points != 1)
            status = case_fail(m->file, case_at(list, k), SPATE_ERROR_ARGUMENT,
                               "a station needs its position, at: [x, y]");
        else
            memcpy(at[k], pair[0], sizeof at[k]);
        free(pair);
    }
    if (status == SPATE_OK)
        status = face_choice_stations(m, list, faces, (const double(*)[2])at, count, order);
    for (int k = 0; status == SPATE_OK && k < count; ++k)
        status = forcing_series_of_map(m, case_at(list, order[k]), UNIT_LENGTH, &d->series[k]);
    free(at);
    free(order);
    if (status == SPATE_OK)
        d->boundary.station = face_choice_station;
    return status;
}

static spate_status read_levels(model *m, const case_node *entry, const char *key,
                                face_choice *faces, boundary_draft *d)
{
    const case_node *level = case_get(entry, key);
    const int is_map = case_kind_of(level) == CASE_MAP;
    const case_node *stations = is_map ? case_get(level, "stations") : NULL;
    if (stations)
        return read_stations(m, stations, faces, d);
    if (is_map && case_get(level, "constituents")) {
        SPATE_TRY(alloc_series(m, 1, d));
        return tide_series(m, level, &d->series[0]);
    }
    return one_series(m, entry, key, UNIT_LENGTH, d);
}

static spate_status read_level(model *m, const case_node *entry, face_choice *faces,
                               boundary_draft *d)
{
    d->boundary.absorbing = case_number(entry, "absorbing");
    return read_levels(m, entry, "level", faces, d);
}

static spate_status read_wave(model *m, const case_node *entry, face_choice *faces,
                              boundary_draft *d)
{
    d->boundary.still = case_number(entry, "still");
    return read_levels(m, entry, "wave", faces, d);
}

/* ---- flow ---- */

static spate_status read_discharge(model *m, const case_node *entry, face_choice *faces,
                                   boundary_draft *d)
{
    (void)faces;
    const int level = case_get(entry, "inflow_level") != NULL;
    const int froude = case_get(entry, "froude") != NULL;
    const int smooth = !m->manning.values && !(m->manning_number > 0);
    if (level && froude)
        return case_fail(m->file, case_get(entry, "inflow_level"), SPATE_ERROR_ARGUMENT,
                         "froude and inflow_level exclude each other: each gives the depth of the "
                         "inflow");
    if (case_get(entry, "slope"))
        d->boundary.slope = case_number(entry, "slope");
    else if (!level && !froude && !smooth)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "slope is missing; write slope: 0.001, the energy slope that distributes "
                         "the discharge over the section");
    if (froude)
        d->boundary.froude = case_number(entry, "froude");
    SPATE_TRY(alloc_series(m, 1 + level, d));
    SPATE_TRY(forcing_series(m, entry, "discharge", UNIT_DISCHARGE, 0, &d->series[0]));
    return level ? forcing_series(m, entry, "inflow_level", UNIT_LENGTH, 0, &d->series[1])
                 : SPATE_OK;
}

static spate_status read_normal_depth(model *m, const case_node *entry, face_choice *faces,
                                      boundary_draft *d)
{
    (void)faces;
    d->boundary.slope = case_number(entry, "normal_depth.slope");
    const double manning = case_number(entry, "normal_depth.manning");
    if (!isnan(manning))
        d->boundary.roughness = manning;
    (void)m;
    return SPATE_OK;
}

/* A column of a rating in SI units; levels may have no unit. */
static spate_status rating_column(model *m, const case_node *where, const char *file,
                                  const table *t, const char *name, unit_kind kind, double *out)
{
    const int c = table_column(t, name);
    if (c < 0)
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "%s has no column \"%s\"; a rating has level [m] and discharge [m3/s]",
                         file, name);
    const int bare = t->units[c][0] == '\0' && unit_may_be_bare(kind);
    const double factor = bare ? 1 : unit_factor(kind, t->units[c]);
    if (factor == 0)
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "%s: column \"%s\" has %s%s; write %s [%s] in the header", file, name,
                         *t->units[c] ? "the unit " : "no unit", t->units[c], name,
                         unit_example(kind));
    for (int k = 0; k < t->rows; ++k) {
        out[k] = factor * t->values[(ptrdiff_t)k * t->columns + c];
        if (k > 0 && !(out[k] > out[k - 1]))
            return case_fail(m->file, where, SPATE_ERROR_DATA,
                             "%s: %s must rise from row to row, but %g follows %g", file, name,
                             out[k], out[k - 1]);
    }
    return SPATE_OK;
}

static spate_status fill_rating(model *m, const case_node *where, const char *file, const table *t,
                                boundary_draft *d)
{
    if (t->rows < 2)
        return case_fail(m->file, where, SPATE_ERROR_DATA, "%s: a rating needs at least two rows",
                         file);
    d->rating = malloc(2 * (size_t)t->rows * sizeof *d->rating);
    if (!d->rating)
        return fail_memory(m->ctx, "no memory for a rating");
    double *level = d->rating, *discharge = d->rating + t->rows;
    SPATE_TRY(rating_column(m, where, file, t, "level", UNIT_LENGTH, level));
    SPATE_TRY(rating_column(m, where, file, t, "discharge", UNIT_DISCHARGE, discharge));
    d->boundary.rating_level = level;
    d->boundary.rating_discharge = discharge;
    d->boundary.rating_count = t->rows;
    return SPATE_OK;
}

static spate_status read_rating(model *m, const case_node *entry, face_choice *faces,
                                boundary_draft *d)
{
    (void)faces;
    const case_quantity q = case_quantity_of(m->file, entry, "rating");
    if (q.form != QUANTITY_FILE)
        return case_fail(m->file, case_get(entry, "rating"), SPATE_ERROR_ARGUMENT,
                         "a rating is a file with columns level [m] and discharge [m3/s]");
    table t;
    SPATE_TRY(model_used_file(m, q.file));
    SPATE_TRY(model_at(m, q.node, table_read(m->ctx, q.file, &t)));
    const spate_status status = fill_rating(m, q.node, q.file, &t, d);
    table_free(&t);
    return status;
}

static spate_status read_nothing(model *m, const case_node *entry, face_choice *faces,
                                 boundary_draft *d)
{
    (void)m;
    (void)entry;
    (void)faces;
    (void)d;
    return SPATE_OK;
}

static const struct {
    const char *key;
    spate_boundary_kind kind;
    spate_status (*read)(model *, const case_node *, face_choice *, boundary_draft *);
} kinds[] = {
    {"wall", SPATE_BOUNDARY_WALL, read_nothing},
    {"open", SPATE_BOUNDARY_OPEN, read_nothing},
    {"outfall", SPATE_BOUNDARY_OUTFALL, read_nothing},
    {"level", SPATE_BOUNDARY_LEVEL, read_level},
    {"wave", SPATE_BOUNDARY_WAVE, read_wave},
    {"discharge", SPATE_BOUNDARY_DISCHARGE, read_discharge},
    {"normal_depth", SPATE_BOUNDARY_NORMAL_DEPTH, read_normal_depth},
    {"rating", SPATE_BOUNDARY_RATING, read_rating},
};

/* wall, open and outfall are flags; the others are present or absent. */
static int is_given(const case_node *entry, const char *key)
{
    const int flag =
        strcmp(key, "wall") == 0 || strcmp(key, "open") == 0 || strcmp(key, "outfall") == 0;
    return case_get(entry, key) && (!flag || case_flag(entry, key));
}

spate_status boundary_read(model *m, const case_node *entry, face_choice *faces, const char **kind,
                           boundary_draft *out)
{
    *out = (boundary_draft){
        .boundary = {.takes = face_choice_has, .user = faces, .roughness = m->manning_number}};
    out->boundary.ramp = case_number(entry, "ramp");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        if (!is_given(entry, kinds[k].key))
            continue;
        *kind = kinds[k].key;
        out->boundary.kind = kinds[k].kind;
        const spate_status status = kinds[k].read(m, entry, faces, out);
        for (int n = 0; status == SPATE_OK && n < out->series_count; ++n)
            out->views[n] = series_view(&out->series[n], 0);
        out->boundary.series = out->views;
        out->boundary.series_count = out->series_count;
        if (status != SPATE_OK)
            boundary_draft_free(out);
        return status;
    }
    return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                     "a boundary needs a kind: wall, open, outfall, level, wave, "
                     "discharge, normal_depth, rating or periodic");
}
