/* Uses the last state of another run, on the same or another grid, as the initial water. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/water/water.h"
#include "results/maps/maps_file.h"

/* Beds closer than this are the same bed, rounded: the depth is kept. Otherwise the level is
 * kept. */
static const double same_bed = 1e-3; /* m */

/* The needed part of the other run's state: a box of its cells. */
typedef struct source {
    raster_grid grid;
    int64_t i0, j0, nx, ny;
    double *bed, *depth, *u, *v; /* u and v may be NULL */
    int same_cells;              /* its cells are cells of this run */
} source;

typedef struct sample {
    int by_level;
    double value, u, v; /* value: NaN if the other run has none */
} sample;

static void source_free(source *s)
{
    free(s->bed);
    free(s->depth);
    free(s->u);
    free(s->v);
}

static int is_whole(double x)
{
    return fabs(x - nearbyint(x)) < 1e-6;
}

static int same_cells(const raster_grid *a, const raster_grid *b)
{
    return fabs(a->dx - b->dx) <= 1e-9 * b->dx && fabs(a->dy - b->dy) <= 1e-9 * b->dy &&
           is_whole((a->x0 - b->x0) / b->dx) && is_whole((a->y0 - b->y0) / b->dy);
}

static int64_t clamp(double index, int64_t low, int64_t high)
{
    return index <= (double)low ? low : index >= (double)high ? high : (int64_t)index;
}

/* ---- reading ---- */

/* The cells of the other run around this rank's box; none if they do not overlap. */
static void choose_box(const model *m, source *s)
{
    const box_field *b = &m->bed;
    const raster_grid *g = &s->grid;
    const double x0 = b->x0 + (double)b->i0 * b->dx, x1 = x0 + (double)b->nx * b->dx;
    const double y0 = b->y0 + (double)b->j0 * b->dy, y1 = y0 + (double)b->ny * b->dy;
    s->i0 = clamp(floor((x0 - g->x0) / g->dx) - 1, 0, g->nx);
    s->j0 = clamp(floor((y0 - g->y0) / g->dy) - 1, 0, g->ny);
    s->nx = clamp(ceil((x1 - g->x0) / g->dx) + 1, 0, g->nx) - s->i0;
    s->ny = clamp(ceil((y1 - g->y0) / g->dy) + 1, 0, g->ny) - s->j0;
}

static spate_status read_field(model *m, maps_file *f, int64_t frame, const char *name,
                               const source *s, double **out)
{
    const int variable = maps_find(f, name);
    if (variable < 0)
        return SPATE_OK;
    const int64_t count = s->nx * s->ny;
    *out = malloc((size_t)(count > 0 ? count : 1) * sizeof **out);
    if (!*out)
        return fail_memory(m->ctx, "no memory for the state of another run");
    if (count == 0)
        return SPATE_OK;
    const int64_t at = maps_get_info(f)->variables[variable].over_time ? frame : 0;
    return maps_read_box(f, variable, at, s->i0, s->j0, s->nx, s->ny, *out);
}

static spate_status read_state(model *m, const case_node *where, const char *folder, maps_file *f,
                               int64_t frame, source *s)
{
    s->grid = maps_get_info(f)->grid;
    s->same_cells = same_cells(&s->grid, &m->grid);
    if (s->grid.crs[0] && m->grid.crs[0] && strcmp(s->grid.crs, m->grid.crs) != 0)
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "%s is in %s, and this run in %s; both must be in the same coordinate "
                         "system",
                         folder, s->grid.crs, m->grid.crs);
    choose_box(m, s);
    SPATE_TRY(read_field(m, f, frame, "bed", s, &s->bed));
    SPATE_TRY(read_field(m, f, frame, "depth", s, &s->depth));
    SPATE_TRY(read_field(m, f, frame, "u", s, &s->u));
    SPATE_TRY(read_field(m, f, frame, "v", s, &s->v));
    if (!s->bed || !s->depth)
        return case_fail(m->file, where, SPATE_ERROR_DATA,
                         "%s has no bed and depth; its case must map depth", folder);
    if (!s->u || !s->v)
        case_warn(m->file, where, "%s has no velocities: the water starts at rest", folder);
    return SPATE_OK;
}

/* ---- sampling ---- */

static double speed(const double *field, int64_t n)
{
    return field && !isnan(field[n]) ? field[n] : 0;
}

/* The cell of the other run that contains the point, unchanged. */
static sample sample_nearest(const source *s, double x, double y, double bed)
{
    const double fi = floor((x - s->grid.x0) / s->grid.dx) - (double)s->i0;
    const double fj = floor((y - s->grid.y0) / s->grid.dy) - (double)s->j0;
    if (!(fi >= 0 && fj >= 0 && fi < (double)s->nx && fj < (double)s->ny))
        return (sample){.value = NAN};
    const int64_t n = (int64_t)fj * s->nx + (int64_t)fi;
    sample found = {.value = s->depth[n], .u = speed(s->u, n), .v = speed(s->v, n)};
    if (isnan(found.value) || isnan(s->bed[n]))
        return (sample){.value = NAN};
    if (found.value > 0 && !(s->same_cells && fabs(s->bed[n] - bed) < same_bed)) {
        found.by_level = 1;
        found.value += s->bed[n];
    }
    return found;
}

/* Interpolates between four wet cells of the other run; 0: not all are wet. */
static int sample_between(const source *s, double x, double y, sample *out)
{
    const double fx = (x - s->grid.x0) / s->grid.dx - 0.5 - (double)s->i0;
    const double fy = (y - s->grid.y0) / s->grid.dy - 0.5 - (double)s->j0;
    const double i = floor(fx), j = floor(fy);
    if (!(i >= 0 && j >= 0 && i + 1 < (double)s->nx && j + 1 < (double)s->ny))
        return 0;
    *out = (sample){.by_level = 1};
    for (int k = 0; k < 4; ++k) {
        const int64_t n = ((int64_t)j + k / 2) * s->nx + (int64_t)i + k % 2;
        const double weight = (k % 2 ? fx - i : 1 - (fx - i)) * (k / 2 ? fy - j : 1 - (fy - j));
        if (!(s->depth[n] > 0) || isnan(s->bed[n]))
            return 0;
        out->value += weight * (s->depth[n] + s->bed[n]);
        out->u += weight * speed(s->u, n);
        out->v += weight * speed(s->v, n);
    }
    return 1;
}

static void apply(const model *m, const source *s, const uint8_t *applies, water_state *w)
{
    const int64_t count = box_field_count(&w->depth);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n) {
        const point p = box_field_place(&w->depth, n);
        sample found;
        if (!applies[n])
            continue;
        if (s->same_cells || !sample_between(s, p.x, p.y, &found))
            found = sample_nearest(s, p.x, p.y, m->bed.values[n]);
        if (isnan(found.value))
            continue;
        w->level.values[n] = found.by_level ? found.value : NAN;
        w->depth.values[n] = found.by_level ? 0 : found.value;
        w->u.values[n] = found.u;
        w->v.values[n] = found.v;
    }
}

spate_status water_from_run(model *m, const case_node *item, const uint8_t *applies, water_state *w)
{
    const case_node *where = case_get(item, "from");
    const char *folder = casefile_resolve(m->file, case_as_text(where));
    maps_file *f = NULL;
    int64_t frame = 0;
    source s = {0};
    SPATE_TRY(water_needs_depth(m, w));
    SPATE_TRY(water_needs_velocity(m, w));
    SPATE_TRY(model_at(m, where, results_last_state(m->ctx, folder, &f, &frame)));
    const spate_status status = model_at(m, where, read_state(m, where, folder, f, frame, &s));
    if (status == SPATE_OK)
        apply(m, &s, applies, w);
    source_free(&s);
    maps_close(f);
    return status;
}
