/* One run minus another: the same map of both, the second brought to the grid of the first. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot.h"
#include "regrid.h"
#include "ticks.h"

/* Values as they are in the files where water too shallow to be shown counts as 0, otherwise as
 * they are shown. */
static spate_status read_whole(plot_source *s, const map_kind *kind, int64_t frame, field *out)
{
    return kind->show == SHOW_ALL ? kind_read(s, kind, frame, out)
                                  : source_read(s, kind->variable, frame, out);
}

static double shown_depth(const map_kind *kind, double wet_depth, double v)
{
    return v >= (kind->show == SHOW_WET ? wet_depth : 0) ? v : 0;
}

/* a becomes a - b. Where both are dry there is nothing to show. */
static void subtract(const map_kind *kind, double wet_depth, field *a, const field *b)
{
    for (size_t k = 0; k < field_count(a); ++k) {
        double x = a->values[k], y = b->values[k];
        if (kind->show != SHOW_ALL && isfinite(x) && isfinite(y)) {
            x = shown_depth(kind, wet_depth, x);
            y = shown_depth(kind, wet_depth, y);
            a->values[k] = x > 0 || y > 0 ? x - y : (double)NAN;
        } else {
            a->values[k] = x - y;
        }
    }
}

/* The frame of the other run at the time of a frame. */
static spate_status same_time(plot_source *s, plot_source *other, int64_t frame, int64_t *same)
{
    const double shift = isfinite(s->start) && isfinite(other->start) ? s->start - other->start : 0;
    const double t = source_time(s, frame) + shift;
    char text[64];
    for (*same = 0; *same < source_frames(other); ++*same)
        if (fabs(source_time(other, *same) - t) < 1e-3)
            return SPATE_OK;
    return fail_data(s->ctx, "%s has no map %s after the start; choose another --time", other->file,
                     ticks_duration(t, text, sizeof text));
}

static spate_status make_difference(plot_source *s, plot_source *other, const map_kind *kind,
                                    int64_t frame, field *out)
{
    int64_t same = 0;
    if (kind->over_time)
        SPATE_TRY(same_time(s, other, frame, &same));
    field b, means;
    SPATE_TRY(read_whole(other, kind, same, &b));
    spate_status status = read_whole(s, kind, frame, out);
    if (status == SPATE_OK && !grids_agree(&out->grid, &b.grid)) {
        status = field_regrid(s->ctx, other->file, &b, &out->grid, &means);
        if (status == SPATE_OK) {
            field_free(&b);
            b = means;
        } else {
            field_free(out);
        }
    }
    if (status == SPATE_OK)
        subtract(kind, s->wet_depth, out, &b);
    field_free(&b);
    return status;
}

int plot_difference(const spate_tool *tool, const plot_request *q, plot_source *s,
                    plot_source *other)
{
    char name[96], file[4096], caption[512];
    int64_t frame = 0;
    const map_kind *kind = plot_choose_kind(q, s);
    if (kind->range == RANGE_ARR || kind->range == RANGE_UK)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "classes cannot be subtracted; draw the difference of max-depth, "
                          "max-speed or max-product");
    snprintf(name, sizeof name, "%s-difference", kind->what);
    plot_output(q, s, name, ".png", file, sizeof file);
    int code = figure_check_name(tool, file);
    if (code != 0)
        return code;
    map_kind change = *kind;
    const int is_time = kind->range == RANGE_TIME || kind->range == RANGE_CLOCK;
    snprintf(caption, sizeof caption, "%s less that of %s", kind->caption, other->file);
    change.caption = caption;
    change.label = "Change";
    change.range = RANGE_CHANGE;
    change.unit = is_time ? "min" : kind->unit;
    field values = {0};
    kind_range range = kind_range_begin();
    spate_status status = kind->over_time ? plot_choose_frame(s, q, &frame) : SPATE_OK;
    if (status == SPATE_OK)
        status = make_difference(s, other, kind, frame, &values);
    for (size_t k = 0; status == SPATE_OK && is_time && k < field_count(&values); ++k)
        values.values[k] /= 60;
    if (status == SPATE_OK)
        status = kind_range_add(s->ctx, &range, &values);
    code = status == SPATE_OK ? plot_draw(tool, q, s, &change, &range, &values, file, NULL)
                              : tool_failed(tool, status);
    if (code == 0)
        plot_wrote(tool, file);
    field_free(&values);
    return code;
}
