/* A long profile: bed and water levels along a line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "plot.h"
#include "ticks.h"

enum { MOST_CORNERS = 256 };

/* Places along a line, twice in a cell. */
typedef struct profile {
    long long count;
    double *along, *x, *y, *bed, *highest, *level;
} profile;

static void profile_free(profile *p)
{
    free(p->along); /* one block */
    *p = (profile){0};
}

/* ---- the line ---- */

/* "0,700 2000,700": pairs with a comma, blanks between them. Returns the number of corners; 0: it
 * is something else. */
static int corners_of(const char *text, point *corners)
{
    int count = 0, used = 0;
    while (count < MOST_CORNERS &&
           sscanf(text, " %lf , %lf%n", &corners[count].x, &corners[count].y, &used) == 2) {
        ++count;
        text += used;
        if (*text && *text != ' ' && *text != ';')
            return 0;
        text += *text == ';';
    }
    return *text ? 0 : count;
}

/* The first line of a file. */
static spate_status corners_of_file(plot_source *s, const char *file, point *corners, int *count)
{
    vector_layer *layer;
    SPATE_TRY(vector_read(s->ctx, file, NULL, s->maxima ? maps_get_info(s->maxima)->grid.crs : "",
                          &layer));
    const shape *first = &layer->features[0].shape;
    *count = 0;
    if (first->kind == SHAPE_LINE && first->count > 0)
        for (int n = 0; n < first->paths[0].count && *count < MOST_CORNERS; ++n)
            corners[(*count)++] = first->paths[0].points[n];
    vector_free(layer);
    return *count > 1 ? SPATE_OK : fail_data(s->ctx, "%s: its first feature is not a line", file);
}

static spate_status read_line(plot_source *s, const char *text, point *corners, int *count)
{
    *count = corners_of(text, corners);
    if (*count > 1)
        return SPATE_OK;
    if (file_kind_of(text) == FILE_OTHER)
        return corners_of_file(s, text, corners, count);
    return fail_argument(s->ctx,
                         "--along must be corners (\"0,700 2000,700\") or a file with a line, not "
                         "'%s'",
                         text);
}

/* ---- values along it ---- */

static spate_status place_points(plot_source *s, const raster_grid *g, const point *corners,
                                 int count, profile *p)
{
    const double step = 0.5 * fmin(g->dx, g->dy);
    double length = 0;
    for (int n = 1; n < count; ++n)
        length += hypot(corners[n].x - corners[n - 1].x, corners[n].y - corners[n - 1].y);
    if (!(length > 0) || length / step > 1e7)
        return fail_argument(s->ctx, "--along: a line of %g m cannot be drawn on cells of %g m",
                             length, g->dx);
    const size_t most = (size_t)(length / step) + (size_t)count + 2;
    double *block = malloc(6 * most * sizeof *block);
    if (!block)
        return fail_memory(s->ctx, "no memory for the profile");
    *p = (profile){.along = block,
                   .x = block + most,
                   .y = block + 2 * most,
                   .bed = block + 3 * most,
                   .highest = block + 4 * most,
                   .level = block + 5 * most};
    double before = 0;
    for (int n = 1; n < count; ++n) {
        const point a = corners[n - 1], b = corners[n];
        const double part = hypot(b.x - a.x, b.y - a.y);
        const long long pieces = (long long)ceil(part / step - 1e-9);
        for (long long k = n > 1; k <= pieces; ++k) {
            const double share = pieces > 0 ? (double)k / (double)pieces : 0;
            p->along[p->count] = before + share * part;
            p->x[p->count] = a.x + share * (b.x - a.x);
            p->y[p->count++] = a.y + share * (b.y - a.y);
        }
        before += part;
    }
    return SPATE_OK;
}

/* The cell of a place on an axis; a place on the far edge belongs to the last one. -1: outside. */
static long long cell_at(double place, double origin, double size, long long count)
{
    const double k = floor((place - origin) / size + 1e-9);
    if (k == (double)count && place - origin <= (double)count * size * (1 + 1e-9))
        return count - 1;
    return k >= 0 && k < (double)count ? (long long)k : -1;
}

/* The values of the cells under the points; NaN outside. */
static void sample(const field *f, const profile *p, double *values)
{
    const raster_grid *g = &f->grid;
    for (long long k = 0; k < p->count; ++k) {
        const long long i = cell_at(p->x[k], g->x0, g->dx, g->nx);
        const long long j = cell_at(p->y[k], g->y0, g->dy, g->ny);
        values[k] = i >= 0 && j >= 0 ? f->values[j * g->nx + i] : (double)NAN;
    }
}

static spate_status sample_variable(plot_source *s, const char *name, int64_t frame, profile *p,
                                    double *values)
{
    field f;
    SPATE_TRY(source_read(s, name, frame, &f));
    sample(&f, p, values);
    field_free(&f);
    return SPATE_OK;
}

/* What the run has: the bed always, the highest level, and the level of a frame. */
typedef struct profile_parts {
    int highest, level;
    double t; /* of the level */
} profile_parts;

static spate_status read_profile(plot_source *s, const plot_request *q, profile *p,
                                 profile_parts *parts)
{
    point corners[MOST_CORNERS];
    int count;
    int64_t frame = 0;
    field bed;
    *parts = (profile_parts){.t = NAN};
    SPATE_TRY(read_line(s, q->along, corners, &count));
    SPATE_TRY(source_read(s, "bed", 0, &bed));
    spate_status status = place_points(s, &bed.grid, corners, count, p);
    if (status == SPATE_OK)
        sample(&bed, p, p->bed);
    field_free(&bed);
    SPATE_TRY(status);
    parts->highest = source_has(s, "max_level");
    if (parts->highest)
        SPATE_TRY(sample_variable(s, "max_level", 0, p, p->highest));
    parts->level = s->maps && maps_find(s->maps, "level") >= 0;
    if (parts->level) {
        SPATE_TRY(plot_choose_frame(s, q, &frame));
        SPATE_TRY(sample_variable(s, "level", frame, p, p->level));
        parts->t = source_time(s, frame);
    }
    int inside = 0;
    for (long long k = 0; k < p->count; ++k)
        inside += isfinite(p->bed[k]);
    return inside > 1
               ? SPATE_OK
               : fail_argument(s->ctx, "--along: the line does not cross the model of %s", s->file);
}

static void add_curve(chart_panel *panel, const char *name, curve_style style, rgb colour,
                      const profile *p, double *values, double unit)
{
    for (long long k = 0; k < p->count; ++k)
        values[k] /= unit;
    panel->curves[panel->count++] = (chart_curve){.name = name,
                                                  .style = style,
                                                  .colour = colour,
                                                  .count = p->count,
                                                  .stride = 1,
                                                  .t = p->along,
                                                  .value = values};
}

static int draw_profile(const spate_tool *tool, const plot_request *q, const plot_source *s,
                        profile *p, const profile_parts *parts, const char *file)
{
    char label[32], when[80] = "", duration[64];
    const char *unit;
    const double length = kind_unit("m", q->show.feet, &unit);
    chart_panel panel = {.title = "Levels along the line", .label = label, .headroom = 0.06};
    snprintf(label, sizeof label, "Elevation (%s)", unit);
    add_curve(&panel, "ground", CURVE_GROUND, (rgb){222, 216, 208}, p, p->bed, length);
    if (parts->level) {
        snprintf(when, sizeof when, "after %s",
                 ticks_duration(parts->t, duration, sizeof duration));
        add_curve(&panel, when, CURVE_LINE, chart_colour(0), p, p->level, length);
    }
    if (parts->highest)
        add_curve(&panel, "highest", CURVE_LINE, chart_colour(1), p, p->highest, length);
    const chart picture = {.title = s->title,
                           .subtitle = "Profile",
                           .start = (double)NAN,
                           .to = p->along[p->count - 1],
                           .across = "distance (m)",
                           .count = 1,
                           .panels = &panel,
                           .panel_height = 260};
    return chart_draw(tool, &picture, file);
}

int plot_profile(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    char file[4096];
    if (!q->along)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "a profile needs a line: --along \"x,y x,y\", or a file with a line");
    plot_output(q, s, "profile", ".png", file, sizeof file);
    int code = figure_check_name(tool, file);
    if (code != 0)
        return code;
    profile p = {0};
    profile_parts parts;
    const spate_status status = read_profile(s, q, &p, &parts);
    code =
        status == SPATE_OK ? draw_profile(tool, q, s, &p, &parts, file) : tool_failed(tool, status);
    if (code == 0)
        plot_wrote(tool, file);
    profile_free(&p);
    return code;
}
