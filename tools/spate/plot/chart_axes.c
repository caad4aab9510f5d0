/* Ranges and axes of a panel. */
#include "chart_axes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dates.h"
#include "ticks.h"

/* ---- ranges ---- */

static void widen(chart_axes *a, double v)
{
    if (isfinite(v)) {
        a->v0 = fmin(a->v0, v);
        a->v1 = fmax(a->v1, v);
    }
}

void chart_find_range(chart_axes *a, const chart_panel *p)
{
    a->v0 = INFINITY;
    a->v1 = -INFINITY;
    if (p->from_zero)
        widen(a, 0);
    for (int n = 0; n < p->count; ++n) {
        const chart_curve *c = &p->curves[n];
        for (long long k = 0; k < c->count; ++k) {
            if (c->t[k] < a->t0 - 1e-9 || c->t[k] > a->t1 + 1e-9)
                continue;
            widen(a, c->value[k * c->stride]);
            if (c->style == CURVE_AREA)
                widen(a, c->base ? c->base[k * c->stride] : 0);
        }
    }
    if (!(a->v0 <= a->v1)) {
        a->v0 = 0;
        a->v1 = 1;
    }
    if (!(a->v1 - a->v0 > 1e-9 * (fabs(a->v0) + fabs(a->v1)))) {
        a->v0 -= 0.5;
        a->v1 += 0.5;
    }
    a->step = ticks_step(a->v1 - a->v0, a->h > 130 ? 5 : 3);
    if (p->headroom > 0) {
        const double room = p->headroom * (a->v1 - a->v0);
        a->v0 -= room;
        a->v1 += room;
    } else {
        a->v0 = floor(a->v0 / a->step + 1e-6) * a->step;
        a->v1 = ceil(a->v1 / a->step - 1e-6) * a->step;
    }
}

double chart_x(const chart_axes *a, double t)
{
    return a->x + a->w * (t - a->t0) / (a->t1 - a->t0);
}

double chart_y(const chart_axes *a, double v)
{
    return a->y + a->h - a->h * (v - a->v0) / (a->v1 - a->v0);
}

/* ---- axes ---- */

/* "06:00", and below it "2024-01-02" where a day begins or the axis does. */
static void date_labels(double unix_seconds, double step, int first, char *above, char *below,
                        size_t size)
{
    char text[64];
    date_format(nearbyint(unix_seconds), text, sizeof text);
    const int midnight = fmod(nearbyint(unix_seconds), 86400) == 0;
    *below = '\0';
    if (step >= 86400) {
        snprintf(above, size, "%.10s", text);
        return;
    }
    snprintf(above, size, "%.*s", step < 60 ? 8 : 5, text + 11);
    if (first || midnight)
        snprintf(below, size, "%.10s", text);
}

/* Behind the date of the first label. */
static void add_zone(char *below, size_t room, double zone)
{
    char text[32];
    const size_t used = strlen(below);
    snprintf(below + used, room - used, "%s%s", used > 0 ? " " : "",
             ticks_zone(zone, text, sizeof text));
}

static void draw_time_axis(figure *f, const chart_axes *a, const chart *c, double width)
{
    const int dated = isfinite(c->start) && c->start > 0;
    const double span = a->t1 - a->t0;
    const int most = (int)fmax(width / (dated && span > 5 * 86400 ? 85 : 62), 2);
    const double step = ticks_time_step(span, most);
    const clock_unit unit = ticks_clock(span);
    const double one = ticks_clock_seconds(unit);
    const text_style style = {9, figure_grey, 0, ALIGN_CENTRE};
    const double origin = dated ? fmod(c->start + c->zone, 86400) : 0; /* ticks at clock times */
    int first = 1;
    for (double t = ticks_first(a->t0 + origin, step) - origin; t <= a->t1 + 1e-6 * span;
         t += step) {
        const double x = chart_x(a, t);
        char above[64], below[64] = "";
        if (dated)
            date_labels(c->start + c->zone + t, step, first, above, below, sizeof above);
        if (dated && first)
            add_zone(below, sizeof below, c->zone);
        if (!dated)
            ticks_text(t / one, step / one, above, sizeof above);
        first = 0;
        figure_line(f, x, a->y, x, a->y + a->h, 0.5, (rgb){232, 232, 234});
        figure_line(f, x, a->y + a->h, x, a->y + a->h + 4, 0.75, figure_grey);
        figure_text(f, x, a->y + a->h + 14, style, above);
        figure_text(f, x, a->y + a->h + 25, style, below);
    }
    if (!dated) {
        char text[64];
        snprintf(text, sizeof text, "time (%s)", ticks_clock_name(unit));
        figure_text(f, a->x + 0.5 * a->w, a->y + a->h + 26, style, text);
    }
}

static void draw_position_axis(figure *f, const chart_axes *a, const char *label)
{
    const double step = ticks_step(a->t1 - a->t0, (int)fmax(a->w / 62, 2));
    const text_style style = {9, figure_grey, 0, ALIGN_CENTRE};
    for (double s = ticks_first(a->t0, step); s <= a->t1 + 1e-6 * step; s += step) {
        const double x = chart_x(a, s);
        char text[64];
        figure_line(f, x, a->y, x, a->y + a->h, 0.5, (rgb){232, 232, 234});
        figure_line(f, x, a->y + a->h, x, a->y + a->h + 4, 0.75, figure_grey);
        figure_text(f, x, a->y + a->h + 14, style, ticks_text(s, step, text, sizeof text));
    }
    figure_text(f, a->x + 0.5 * a->w, a->y + a->h + 26, style, label);
}

static void draw_value_axis(figure *f, const chart_axes *a, const char *label)
{
    const text_style style = {9, figure_grey, 0, ALIGN_RIGHT};
    const text_style up = {10, figure_ink, 0, ALIGN_CENTRE};
    double widest = 0;
    for (double v = ticks_first(a->v0, a->step); v <= a->v1 + 1e-6 * a->step; v += a->step) {
        char text[64];
        const double y = chart_y(a, v);
        figure_line(f, a->x, y, a->x + a->w, y, 0.5, (rgb){232, 232, 234});
        figure_line(f, a->x - 4, y, a->x, y, 0.75, figure_grey);
        figure_text(f, a->x - 7, y + 3, style, ticks_text(v, a->step, text, sizeof text));
        widest = fmax(widest, figure_text_width(f, 9, 0, text));
    }
    figure_text_up(f, a->x - 14 - widest, a->y + 0.5 * a->h, up, label);
}

void chart_draw_axes(figure *f, const chart_axes *a, const chart *c, const char *value_label)
{
    if (c->across)
        draw_position_axis(f, a, c->across);
    else
        draw_time_axis(f, a, c, a->w);
    draw_value_axis(f, a, value_label);
}
