/* Panels with axes and curves. */
#include "chart.h"

#include <math.h>

#include "chart_axes.h"

enum {
    MARGIN = 18,
    HEAD = 52,
    WIDTH = 800,
    LABELS = 58,
    PANEL_HEAD = 24,
    PANEL_FOOT = 40,
    GAP = 18
};

rgb chart_colour(int n)
{
    static const double lch[][3] = {{0.52, 0.13, 250}, {0.70, 0.16, 55}, {0.62, 0.12, 160},
                                    {0.45, 0.14, 320}, {0.80, 0.14, 95}, {0.75, 0.09, 215},
                                    {0.38, 0.09, 20},  {0.60, 0.02, 250}};
    const int k = n % (int)(sizeof lch / sizeof *lch);
    return colour_srgb(colour_lch(lch[k][0], lch[k][1], lch[k][2]));
}

/* ---- curves ---- */

static void draw_line(figure *f, const chart_axes *a, const chart_curve *c)
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
            cairo_line_to(f->cr, chart_x(a, c->t[k]), chart_y(a, v));
        else
            cairo_move_to(f->cr, chart_x(a, c->t[k]), chart_y(a, v));
        pen_down = 1;
    }
    cairo_stroke(f->cr);
}

static void draw_dots(figure *f, const chart_axes *a, const chart_curve *c)
{
    const double radius = (double)c->count > a->w / 3 ? 1.2 : 2.2;
    figure_colour(f, c->colour);
    for (long long k = 0; k < c->count; ++k) {
        const double v = c->value[k * c->stride];
        if (!isfinite(v))
            continue;
        cairo_new_sub_path(f->cr);
        cairo_arc(f->cr, chart_x(a, c->t[k]), chart_y(a, v), radius, 0, 6.283185307179586);
    }
    cairo_fill(f->cr);
}

static double foot_of(const chart_axes *a, const chart_curve *c, long long k)
{
    return c->style == CURVE_GROUND ? a->v0 : c->base ? c->base[k * c->stride] : 0;
}

/* One area for each stretch between gaps. */
static void draw_area(figure *f, const chart_axes *a, const chart_curve *c)
{
    figure_colour(f, c->colour);
    for (long long from = 0, to; from < c->count; from = to + 1) {
        for (to = from; to < c->count && !isnan(c->value[to * c->stride]); ++to)
            cairo_line_to(f->cr, chart_x(a, c->t[to]), chart_y(a, c->value[to * c->stride]));
        for (long long k = to - 1; k >= from; --k)
            cairo_line_to(f->cr, chart_x(a, c->t[k]), chart_y(a, foot_of(a, c, k)));
        cairo_close_path(f->cr);
    }
    cairo_fill(f->cr);
}

static void draw_curves(figure *f, const chart_axes *a, const chart_panel *p)
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

static void draw_panel(figure *f, chart_axes *a, const chart *c, const chart_panel *p)
{
    const text_style title = {11, figure_ink, 1, ALIGN_LEFT};
    const text_style note = {9.5, figure_grey, 0, ALIGN_LEFT};
    a->t0 = c->from;
    a->t1 = c->to > c->from ? c->to : c->from + 1;
    chart_find_range(a, p);
    chart_draw_axes(f, a, c, p->label);
    draw_curves(f, a, p);
    if (a->v0 < 0 && a->v1 > 0)
        figure_line(f, a->x, chart_y(a, 0), a->x + a->w, chart_y(a, 0), 0.75, figure_grey);
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
        chart_axes a = {.x = MARGIN + LABELS + n % columns * column,
                        .y = MARGIN + HEAD + n / columns * row + PANEL_HEAD,
                        .w = column - GAP - LABELS,
                        .h = frame};
        draw_panel(&f, &a, c, &c->panels[n]);
    }
    return figure_end(tool, &f, 1);
}
