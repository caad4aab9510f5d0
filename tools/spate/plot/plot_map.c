/* One map: which kind, which frame, and the words around it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "background.h"
#include "base/dates.h"
#include "layout.h"
#include "plot.h"
#include "ticks.h"

void plot_wrote(const spate_tool *tool, const char *file)
{
    if (tool->rank == 0)
        printf("%s\n", file);
}

const char *plot_output(const plot_request *q, const plot_source *s, const char *name,
                        const char *ending, char *out, size_t size)
{
    if (q->output)
        snprintf(out, size, "%s", q->output);
    else if (s->is_folder)
        snprintf(out, size, "%s/%s%s", s->folder.name, name, ending);
    else {
        const char *dot = strrchr(file_name_of(s->file), '.');
        const int length = dot ? (int)(dot - s->file) : (int)strlen(s->file);
        if (file_kind_of(s->file) == FILE_NETCDF) /* holds several */
            snprintf(out, size, "%.*s-%s%s", length, s->file, name, ending);
        else
            snprintf(out, size, "%.*s%s", length, s->file, ending);
    }
    return out;
}

/* "2024-01-02 00:00"; seconds only where there are any. */
static const char *date_text(double unix_seconds, char *out, size_t size)
{
    char text[64];
    date_format(nearbyint(unix_seconds), text, sizeof text);
    const int seconds = strlen(text) > 18 && strncmp(text + 17, "00", 2) != 0;
    snprintf(out, size, "%.10s %.*s", text, seconds ? 8 : 5, strlen(text) > 11 ? text + 11 : "");
    return out;
}

/* Runs without a date start at 1970, which no flood of interest did. */
static int has_date(const plot_source *s)
{
    return isfinite(s->start) && s->start > 0;
}

/* The texts around a map of this kind; they are stored in the caption. */
typedef struct map_caption {
    char subtitle[256], label[64];
} map_caption;

static void fill_caption(const plot_request *q, const plot_source *s, const map_kind *kind,
                         double t, map_caption *c)
{
    char from[64], to[64], length[64], zone[32];
    ticks_zone(q->zone, zone, sizeof zone);
    if (kind->over_time && isfinite(t)) {
        ticks_duration(t, length, sizeof length);
        if (has_date(s))
            snprintf(c->subtitle, sizeof c->subtitle, "%s at %s %s, %s after the start",
                     kind->caption, date_text(s->start + q->zone + t, from, sizeof from), zone,
                     length);
        else
            snprintf(c->subtitle, sizeof c->subtitle, "%s after %s", kind->caption, length);
    } else if (kind->range == RANGE_BED || kind->range == RANGE_CHANGE) {
        snprintf(c->subtitle, sizeof c->subtitle, "%s", kind->caption);
    } else if (has_date(s) && isfinite(s->end)) {
        date_text(s->start + q->zone, from, sizeof from);
        date_text(s->start + q->zone + s->end, to, sizeof to);
        const int same_day = strncmp(from, to, 11) == 0;
        snprintf(c->subtitle, sizeof c->subtitle, "%s, %s to %s %s", kind->caption, from,
                 same_day ? to + 11 : to, zone);
    } else if (isfinite(s->end)) {
        snprintf(c->subtitle, sizeof c->subtitle, "%s in %s", kind->caption,
                 ticks_duration(s->end, length, sizeof length));
    } else {
        snprintf(c->subtitle, sizeof c->subtitle, "%s", kind->caption);
    }
}

int plot_draw(const spate_tool *tool, const plot_request *q, plot_source *s, const map_kind *kind,
              const kind_range *range, const field *values, const char *file, FILE *pipe)
{
    spate_status status = source_read_bed(s, &values->grid);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    map_caption caption;
    fill_caption(q, s, kind, values->t, &caption);
    map_picture picture = {.title = s->title,
                           .subtitle = caption.subtitle,
                           .grid = values->grid,
                           .bed = s->bed.values,
                           .values = values->values,
                           .surface = kind->range == RANGE_BED ? s->bed.values : NULL,
                           .overlay = source_overlay(s),
                           .legend = kind_legend(kind, range, &q->show, caption.label,
                                                 sizeof caption.label)};
    uint32_t *background = NULL;
    if (q->background) {
        const map_layout a = layout_of(&picture);
        status = background_read(s->ctx, q->background, &values->grid, layout_columns(&a),
                                 layout_rows(&a), &background);
        picture.background = background;
    }
    const int code =
        status == SPATE_OK ? map_draw(tool, &picture, file, pipe) : tool_failed(tool, status);
    free(background);
    return code;
}

/* ---- which frame ---- */

static spate_status wanted_time(plot_source *s, const char *text, double *t)
{
    if (quantity_parse(text, UNIT_TIME, t) == QUANTITY_OK)
        return SPATE_OK;
    if (date_parse(text, t) == DATE_OK && isfinite(s->start)) {
        *t -= s->start;
        return SPATE_OK;
    }
    return fail_argument(s->ctx,
                         "--time must be a time since the start (\"90 min\") or a date with a zone "
                         "(2024-01-02T06:00Z), not '%s'",
                         text);
}

spate_status plot_choose_frame(plot_source *s, const plot_request *q, int64_t *frame)
{
    const int64_t frames = source_frames(s);
    if (frames == 0)
        return fail_data(s->ctx,
                         source_unfinished(s)
                             ? "%s: the run has not ended, and maps.nc is made at its end; wait, "
                               "or go on with spate run CASE --resume"
                             : "%s has no maps over time; set output.maps.every in the case",
                         s->file);
    *frame = frames - 1;
    if (q->frame >= frames)
        return fail_argument(s->ctx, "--frame %lld: the last one is %lld", (long long)q->frame,
                             (long long)frames - 1);
    if (q->frame >= 0)
        *frame = q->frame;
    if (q->time) {
        double t;
        SPATE_TRY(wanted_time(s, q->time, &t));
        *frame = 0;
        for (int64_t n = 1; n < frames; ++n)
            if (fabs(source_time(s, n) - t) < fabs(source_time(s, *frame) - t))
                *frame = n;
    }
    return SPATE_OK;
}

/* ---- drawing ---- */

/* A raster shows itself; elsewhere the default is the first kind that is there. */
const map_kind *plot_choose_kind(const plot_request *q, const plot_source *s)
{
    if (q->what)
        return kind_find(q->what);
    if (s->is_folder || s->maps) {
        for (int n = 0; kind_at(n); ++n)
            if (source_has(s, kind_at(n)->variable))
                return kind_at(n);
        return kind_at(0);
    }
    char name[64];
    const char *leaf = file_name_of(s->file);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(leaf, "."), leaf);
    return kind_of_variable(name);
}

static spate_status read_values(plot_source *s, const plot_request *q, const map_kind *kind,
                                field *out)
{
    int64_t frame = 0;
    if (!s->is_folder && !s->maps) {
        SPATE_TRY(field_read_raster(s->ctx, s->file, out));
        kind_hide(kind, s->wet_depth, out);
        return SPATE_OK;
    }
    if (kind->over_time)
        SPATE_TRY(plot_choose_frame(s, q, &frame));
    return kind_read(s, kind, frame, out);
}

int plot_map(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    char file[4096];
    const map_kind *kind = plot_choose_kind(q, s);
    plot_output(q, s, kind->what, ".png", file, sizeof file);
    int code = figure_check_name(tool, file);
    if (code != 0)
        return code;
    field values = {0};
    kind_range range = kind_range_begin();
    spate_status status = read_values(s, q, kind, &values);
    if (status == SPATE_OK)
        status = kind_range_add(s->ctx, &range, &values);
    code = status == SPATE_OK ? plot_draw(tool, q, s, kind, &range, &values, file, NULL)
                              : tool_failed(tool, status);
    if (code == 0)
        plot_wrote(tool, file);
    field_free(&values);
    return code;
}
