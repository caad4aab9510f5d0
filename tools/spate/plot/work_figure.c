/* Error against time to solution, both logarithmic. A curve is a scheme with a precision and a
 * Courant number; its points are grids. Lower and further left is better. */
#include "work_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "ticks.h"

enum { WIDTH = 760, LEFT = 76, TOP = 74, FRAME_WIDTH = 440, LEAST_FRAME_HEIGHT = 400, FOOT = 60 };
enum { LABEL_GAP = 40, LINE_HEIGHT = 15, MOST_CURVES = 64, MOST_POINTS = 16 };

typedef struct work_curve {
    const work_result *first; /* its setup names the curve */
    int colour;               /* of the scheme */
    int count;
    const work_result *points[MOST_POINTS];
    double label_y;
} work_curve;

typedef struct work_chart {
    int count, height;
    work_curve curves[MOST_CURVES];
    int x0, x1, y0, y1; /* powers of ten: seconds, error */
} work_chart;

/* ---- data ---- */

static int is_drawn(const work_result *r)
{
    return r->error > 0 && isfinite(r->error) && r->best > 0;
}

static int same_curve(const work_setup *a, const work_setup *b)
{
    const int same_courant = a->courant == b->courant || (isnan(a->courant) && isnan(b->courant));
    return a->scheme == b->scheme && strcmp(a->real, b->real) == 0 && same_courant;
}

static int colour_of(const work_chart *c, const work_setup *setup)
{
    int next = 0;
    for (int n = 0; n < c->count; ++n) {
        if (c->curves[n].first->setup.scheme == setup->scheme)
            return c->curves[n].colour;
        next = c->curves[n].colour >= next ? c->curves[n].colour + 1 : next;
    }
    return next;
}

/* Runs of a curve follow one another. */
static void collect(const work_picture *p, work_chart *c)
{
    for (int k = 0; k < p->count; ++k) {
        const work_result *r = &p->results[k];
        work_curve *last = c->count > 0 ? &c->curves[c->count - 1] : NULL;
        if (!is_drawn(r))
            continue;
        if (!last || !same_curve(&last->first->setup, &r->setup)) {
            if (c->count == MOST_CURVES)
                return;
            last = &c->curves[c->count];
            *last = (work_curve){.first = r, .colour = colour_of(c, &r->setup)};
            ++c->count;
        }
        if (last->count < MOST_POINTS)
            last->points[last->count++] = r;
    }
}

static void find_range(work_chart *c)
{
    double t0 = INFINITY, t1 = 0, e0 = INFINITY, e1 = 0;
    for (int n = 0; n < c->count; ++n)
        for (int k = 0; k < c->curves[n].count; ++k) {
            const work_result *r = c->curves[n].points[k];
            t0 = fmin(t0, r->best);
            t1 = fmax(t1, r->best);
            e0 = fmin(e0, r->error);
            e1 = fmax(e1, r->error);
        }
    c->x0 = c->count ? (int)floor(log10(t0)) : -1;
    c->x1 = c->count ? (int)ceil(log10(t1)) : 0;
    c->y0 = c->count ? (int)floor(log10(e0)) : -1;
    c->y1 = c->count ? (int)ceil(log10(e1)) : 0;
    c->x1 += c->x1 == c->x0;
    c->y1 += c->y1 == c->y0;
    const int names = c->count * LINE_HEIGHT;
    c->height = names > LEAST_FRAME_HEIGHT ? names : LEAST_FRAME_HEIGHT;
}

/* ---- axes ---- */

static double at_x(const work_chart *c, double seconds)
{
    return LEFT + FRAME_WIDTH * (log10(seconds) - c->x0) / (c->x1 - c->x0);
}

static double at_y(const work_chart *c, double error)
{
    return TOP + c->height * (c->y1 - log10(error)) / (c->y1 - c->y0);
}

static void draw_axes(figure *f, const work_chart *c, const char *error)
{
    const text_style side = {9, figure_grey, 0, ALIGN_RIGHT};
    const text_style foot = {9, figure_grey, 0, ALIGN_CENTRE};
    const text_style label = {10, figure_ink, 0, ALIGN_CENTRE};
    const rgb faint = {232, 232, 234};
    char text[64];
    for (int power = c->y0; power <= c->y1; ++power) {
        const double y = at_y(c, pow(10, power));
        figure_line(f, LEFT, y, LEFT + FRAME_WIDTH, y, 0.5, faint);
        figure_text(f, LEFT - 7, y + 3, side, ticks_power(power, text, sizeof text));
    }
    for (int power = c->x0; power <= c->x1; ++power) {
        const double x = at_x(c, pow(10, power));
        figure_line(f, x, TOP, x, TOP + c->height, 0.5, faint);
        figure_text(f, x, TOP + c->height + 15, foot, ticks_power(power, text, sizeof text));
    }
    snprintf(text, sizeof text, "Relative %s", error);
    figure_text(f, LEFT + 0.5 * FRAME_WIDTH, TOP + c->height + 34, label, "Time to solution (s)");
    figure_text_up(f, 24, TOP + 0.5 * c->height, label, text);
    figure_frame(f, LEFT, TOP, FRAME_WIDTH, c->height, 0.75, figure_grey);
}

/* ---- curves ---- */

/* Full dots are f64, rings f32 and squares mixed. */
static void draw_point(figure *f, double x, double y, const char *real)
{
    cairo_new_path(f->cr);
    if (strcmp(real, "mixed") == 0)
        cairo_rectangle(f->cr, x - 2.4, y - 2.4, 4.8, 4.8);
    else
        cairo_arc(f->cr, x, y, 2.6, 0, 6.283185307179586);
    if (strcmp(real, "f32") != 0) {
        cairo_fill(f->cr);
        return;
    }
    cairo_set_line_width(f->cr, 1.2);
    cairo_stroke(f->cr);
}

static void draw_curve(figure *f, const work_chart *c, const work_curve *w)
{
    const rgb colour = chart_colour(w->colour);
    for (int k = 1; k < w->count; ++k)
        figure_line(f, at_x(c, w->points[k - 1]->best), at_y(c, w->points[k - 1]->error),
                    at_x(c, w->points[k]->best), at_y(c, w->points[k]->error), 1.2, colour);
    figure_colour(f, colour);
    for (int k = 0; k < w->count; ++k)
        draw_point(f, at_x(c, w->points[k]->best), at_y(c, w->points[k]->error),
                   w->points[k]->setup.real);
}

/* ---- names ---- */

static double last_y(const work_chart *c, const work_curve *w)
{
    return at_y(c, w->points[w->count - 1]->error);
}

static int by_last_error(const void *a, const void *b)
{
    const work_curve *p = a, *q = b;
    const double e = p->points[p->count - 1]->error, f = q->points[q->count - 1]->error;
    return (e < f) - (e > f);
}

static void place_names(work_chart *c)
{
    double places[MOST_CURVES];
    qsort(c->curves, (size_t)c->count, sizeof *c->curves, by_last_error);
    for (int n = 0; n < c->count; ++n)
        places[n] = last_y(c, &c->curves[n]);
    ticks_spread(places, c->count, LINE_HEIGHT, TOP + 4, TOP + c->height);
    for (int n = 0; n < c->count; ++n)
        c->curves[n].label_y = places[n];
}

static void draw_names(figure *f, const work_chart *c)
{
    const text_style style = {10, figure_ink, 0, ALIGN_LEFT};
    const double x = LEFT + FRAME_WIDTH + LABEL_GAP;
    for (int n = 0; n < c->count; ++n) {
        const work_curve *w = &c->curves[n];
        const work_result *end = w->points[w->count - 1];
        char text[224];
        snprintf(text, sizeof text, "%s  %s  %.2g", end->setup.scheme->text, end->setup.real,
                 end->row.courant);
        figure_line(f, at_x(c, end->best) + 4, at_y(c, end->error), x - 5, w->label_y, 0.6,
                    chart_colour(w->colour));
        figure_text(f, x, w->label_y + 3.5, style, text);
    }
}

static int check_name(const spate_tool *tool, const char *file)
{
    return figure_check_option(tool, "--plot", file);
}

static int draw_picture(const spate_tool *tool, const work_picture *p, const char *file)
{
    const text_style title = {15, figure_ink, 1, ALIGN_LEFT};
    const text_style subtitle = {11, figure_grey, 0, ALIGN_LEFT};
    work_chart c = {.count = 0};
    figure f;
    collect(p, &c);
    find_range(&c);
    const int code = figure_begin(tool, &f, file, NULL, WIDTH, TOP + c.height + FOOT);
    if (code != 0)
        return code;
    figure_text(&f, 18, 34, title, p->title);
    figure_text(&f, 18, 53, subtitle, p->subtitle);
    draw_axes(&f, &c, p->error);
    for (int n = 0; n < c.count; ++n)
        draw_curve(&f, &c, &c.curves[n]);
    place_names(&c);
    draw_names(&f, &c);
    return figure_end(tool, &f, 1);
}

const work_drawing work_figure = {check_name, draw_picture};
