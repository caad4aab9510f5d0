/* Panels with axes and curves. */
#include "chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dates.h"
#include "ticks.h"

enum {
    MARGIN = 18,
    HEAD = 52,
    WIDTH = 800,
    LABELS = 58,
    PANEL_HEAD = 24,
    PANEL_FOOT = 40,
    GAP = 18
};

typedef struct axes {
    double x, y, w, h; /* of the frame */
    double t0, t1, v0, v1;
    double step; /* of the values */
} axes;

rgb chart_colour(int n)
{
    static const double lch[][3] = {{0.52, 0.13, 250}, {0.70, 0.16, 55}, {0.62, 0.12, 160},
                                    {0.45, 0.14, 320}, {0.80, 0.14, 95}, {0.75, 0.09, 215},
                                    {0.38, 0.09, 20},  {0.60, 0.02, 250}};
    const int k = n % (int)(sizeof lch / sizeof *lch);
    return colour_srgb(colour_lch(lch[k][0], lch[k][1], lch[k][2]));
}

/* ---- ranges ---- */

static void widen(axes *a, double v)
{
    if (isfinite(v)) {
        a->v0 = fmin(a->v0, v);
        a->v1 = fmax(a->v1, v);
    }
}

static void value_range(axes *a, const chart_panel *p)
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

static double at_x(const axes *a, double t)
{
    return a->x + a->w * (t - a->t0) / (a->t1 - a->t0);
}

static double at_y(const axes *a, double v)
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

static void draw_time_axis(figure *f, const axes *a, const chart *c, double width)
{
    const int dated = isfinite(c->start) && c->start > 0;
    const double span = a->t1 - a->t0;
    const int most = (int)fmax(width / (dated && span > 5 * 86400 ? 85 : 62), 2);
    const double step = ticks_time_step(span, most);
    const clock_unit unit = ticks_clock(span);
    const double one = ticks_clock_seconds(unit);
    const text_style style = {9, figure_grey, 0, ALIGN_CENTRE};
    const double origin = dated ? fmod(c->start, 86400) : 0; /* ticks at round clock times */
    int first = 1;
    for (double t = ticks_first(a->t0 + origin, step) - origin; t <= a->t1 + 1e-6 * span;
         t += step) {
        const double x = at_x(a, t);
        char above[64], below[64] = "";
        if (dated)
            date_labels(c->start + t, step, first, above, below, sizeof above);
        else
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

static void draw_place_axis(figure *f, const axes *a, const char *label)
{
    const double step = ticks_step(a->t1 - a->t0, (int)fmax(a->w / 62, 2));
    const text_style style = {9, figure_grey, 0, ALIGN_CENTRE};
    for (double s = ticks_first(a->t0, step); s <= a->t1 + 1e-6 * step; s += step) {
        const double x = at_x(a, s);
        char text[64];
        figure_line(f, x, a->y, x, a->y + a->h, 0.5, (rgb){232, 232, 234});
        figure_line(f, x, a->y + a->h, x, a->y + a->h + 4, 0.75, figure_grey);
        figure_text(f, x, a->y + a->h + 14, style, ticks_text(s, step, text, sizeof text));
    }
    figure_text(f, a->x + 0.5 * a->w, a->y + a->h + 26, style, label);
}

static void draw_value_axis(figure *f, const axes *a, const char *label)
{
    const text_style style = {9, figure_grey, 0, ALIGN_RIGHT};
    const text_style up = {10, figure_ink, 0, ALIGN_CENTRE};
    double widest = 0;
    for (double v = ticks_first(a->v0, a->step); v <= a->v1 + 1e-6 * a->step; v += a->step) {
        char text[64];
        const double y = at_y(a, v);
        figure_line(f, a->x, y, a->x + a->w, y, 0.5, (rgb){232, 232, 234});
        figure_line(f, a->x - 4, y, a->x, y, 0.75, figure_grey);
        figure_text(f, a->x - 7, y + 3, style, ticks_text(v, a->step, text, sizeof text));
        widest = fmax(widest, figure_text_width(f, 9, 0, text));
    }
    figure_text_up(f, a->x - 14 - widest, a->y + 0.5 * a->h, up, label);
}

/* ---- curves ---- */

static void draw_line(figure *f, const axes *a, const chart_curve *c)
{
    int pen_down = 0;
    figure_colour(f, c->colour);
    cairo_set_line_width(f->cr, c->width > 0 ? c->width : 1.6);
    cairo_set_line_join(f->cr, CAIRO_LINE_JOIN_ROUND);
    for (long long k = 0; k < c->count; ++k) {
        const double v = c->value[k * c->stride];
        if (!isfinite(v)) {
            pen_down = 0;
            continue;
        }
        if (pen_down)
            cairo_line_to(f->cr, at_x(a, c->t[k]), at_y(a, v));
        else
            cairo_move_to(f->cr, at_x(a, c->t[k]), at_y(a, v));
        pen_down = 1;
    }
    cairo_stroke(f->cr);
}

static void draw_dots(figure *f, const axes *a, const chart_curve *c)
{
    const double radius = (double)c->count > a->w / 3 ? 1.2 : 2.2;
    figure_colour(f, c->colour);
    for (long long k = 0; k < c->count; ++k) {
        const double v = c->value[k * c->stride];
        if (!isfinite(v))
            continue;
        cairo_new_sub_path(f->cr);
        cairo_arc(f->cr, at_x(a, c->t[k]), at_y(a, v), radius, 0, 6.283185307179586);
    }
    cairo_fill(f->cr);
}

static double foot_of(const axes *a, const chart_curve *c, long long k)
{
    return c->style == CURVE_GROUND ? a->v0 : c->base ? c->base[k * c->stride] : 0;
}

static void draw_area(figure *f, const axes *a, const chart_curve *c)
{
    figure_colour(f, c->colour);
    for (long long k = 0; k < c->count; ++k)
        cairo_line_to(f->cr, at_x(a, c->t[k]), at_y(a, c->value[k * c->stride]));
    for (long long k = c->count - 1; k >= 0; --k)
        cairo_line_to(f->cr, at_x(a, c->t[k]), at_y(a, foot_of(a, c, k)));
    cairo_close_path(f->cr);
    cairo_fill(f->cr);
}

static void draw_curves(figure *f, const axes *a, const chart_panel *p)
{
    cairo_save(f->cr);
    cairo_rectangle(f->cr, a->x, a->y, a->w, a->h);
    cairo_clip(f->cr);
    for (int n = 0; n < p->count; ++n) {
        const chart_curve *c = &p->curves[n];
        (c->style == CURVE_LINE   ? draw_line
         : c->style == CURVE_DOTS ? draw_dots
                                  : draw_area)(f, a, c);
    }
    cairo_restore(f->cr);
}

/* The names of the curves, to the left of x. */
static void draw_key(figure *f, double x, double y, const chart_panel *p)
{
    const text_style style = {9.5, figure_ink, 0, ALIGN_RIGHT};
    for (int n = p->count - 1; n >= 0; --n) {
        const chart_curve *c = &p->curves[n];
        if (!c->name)
            continue;
        figure_text(f, x, y, style, c->name);
        x -= figure_text_width(f, style.size, 0, c->name) + 5;
        if (c->style == CURVE_DOTS) {
            figure_colour(f, c->colour);
            cairo_arc(f->cr, x - 4, y - 3.2, 2.4, 0, 6.283185307179586);
            cairo_fill(f->cr);
        } else {
            const double thick = c->style >= CURVE_AREA ? 8 : c->width > 0 ? c->width : 2;
            figure_box(f, x - 14, y - 3.2 - 0.5 * thick, 14, thick, c->colour);
        }
        x -= 24;
    }
}

static void draw_panel(figure *f, axes *a, const chart *c, const chart_panel *p)
{
    const text_style title = {11, figure_ink, 1, ALIGN_LEFT};
    const text_style note = {9.5, figure_grey, 0, ALIGN_LEFT};
    a->t0 = c->from;
    a->t1 = c->to > c->from ? c->to : c->from + 1;
    value_range(a, p);
    if (c->across)
        draw_place_axis(f, a, c->across);
    else
        draw_time_axis(f, a, c, a->w);
    draw_value_axis(f, a, p->label);
    draw_curves(f, a, p);
    if (a->v0 < 0 && a->v1 > 0)
        figure_line(f, a->x, at_y(a, 0), a->x + a->w, at_y(a, 0), 0.75, figure_grey);
    figure_frame(f, a->x, a->y, a->w, a->h, 0.75, figure_grey);
    figure_text(f, a->x, a->y - 7, title, p->title);
    if (p->note)
        figure_text(f, a->x + figure_text_width(f, 11, 1, p->title) + 10, a->y - 7, note, p->note);
    if (!c->shared_key)
        draw_key(f, a->x + a->w, a->y - 7, p);
}

int chart_draw(const spate_tool *tool, const chart *c, const char *file)
{
    const int columns = c->count <= 3 ? 1 : c->count <= 10 ? 2 : 3;
    const int rows = (c->count + columns - 1) / columns;
    const double frame = c->panel_height > 0 ? c->panel_height
                         : columns > 1       ? 130
                         : c->count == 1     ? 330
                                             : 180;
    const double column = (WIDTH - 2 * MARGIN + GAP) / (double)columns;
    const double row = PANEL_HEAD + frame + PANEL_FOOT;
    figure f;
    const int code =
        figure_begin(tool, &f, file, NULL, WIDTH, MARGIN + HEAD + rows * row + MARGIN - 8);
    if (code != 0)
        return code;
    const text_style title = {15, figure_ink, 1, ALIGN_LEFT};
    const text_style subtitle = {11, figure_grey, 0, ALIGN_LEFT};
    figure_text(&f, MARGIN, MARGIN + 16, title, c->title);
    figure_text(&f, MARGIN, MARGIN + 35, subtitle, c->subtitle);
    if (c->shared_key)
        draw_key(&f, WIDTH - MARGIN, MARGIN + 35, c->shared_key);
    for (int n = 0; n < c->count; ++n) {
        axes a = {.x = MARGIN + LABELS + n % columns * column,
                  .y = MARGIN + HEAD + n / columns * row + PANEL_HEAD,
                  .w = column - GAP - LABELS,
                  .h = frame};
        draw_panel(&f, &a, c, &c->panels[n]);
    }
    return figure_end(tool, &f, 1);
}
