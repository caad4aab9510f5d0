/* Efficiency against the number of processes. Colours are schemes; dots are measured, lines are
 * modelled. Full dots and lines are strong scaling, rings and dashes weak scaling. */
#include "scaling_figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart.h"

enum { WIDTH = 720, HEIGHT = 460, LEFT = 70, TOP = 74, FRAME_WIDTH = 430, FRAME_HEIGHT = 320 };
enum { MOST_SERIES = 16, LINE_HEIGHT = 18 };

static const double HIGHEST = 1.2; /* efficiency; more is drawn at the edge */

typedef struct scaling_chart {
    const scaling_picture *picture;
    int series;
    const char *names[MOST_SERIES];
    double x1; /* log2 of the largest number of processes */
} scaling_chart;

/* ---- data ---- */

static int series_of(scaling_chart *c, const char *name)
{
    for (int n = 0; n < c->series; ++n)
        if (strcmp(c->names[n], name) == 0)
            return n;
    if (c->series == MOST_SERIES)
        return MOST_SERIES - 1;
    c->names[c->series] = name;
    return c->series++;
}

static void collect(scaling_chart *c)
{
    c->x1 = 1;
    for (int k = 0; k < c->picture->count; ++k) {
        series_of(c, c->picture->points[k].series);
        c->x1 = fmax(c->x1, ceil(log2(c->picture->points[k].processes)));
    }
}

static int is_drawn(const scaling_point *p)
{
    return isfinite(p->efficiency);
}

static double at_x(const scaling_chart *c, const scaling_point *p)
{
    return LEFT + FRAME_WIDTH * log2(p->processes) / c->x1;
}

static double at_y(double efficiency)
{
    return TOP + FRAME_HEIGHT * (1 - fmin(efficiency, HIGHEST) / HIGHEST);
}

/* ---- axes ---- */

static void draw_axes(figure *f, const scaling_chart *c)
{
    const text_style side = {9, figure_grey, 0, ALIGN_RIGHT};
    const text_style foot = {9, figure_grey, 0, ALIGN_CENTRE};
    const text_style label = {10, figure_ink, 0, ALIGN_CENTRE};
    const rgb faint = {232, 232, 234};
    char text[32];
    for (int percent = 0; percent <= 120; percent += 20) {
        const double y = at_y(0.01 * percent);
        figure_line(f, LEFT, y, LEFT + FRAME_WIDTH, y, percent == 100 ? 1 : 0.5,
                    percent == 100 ? figure_grey : faint);
        snprintf(text, sizeof text, "%d %%", percent);
        figure_text(f, LEFT - 7, y + 3, side, text);
    }
    for (int power = 0; power <= (int)c->x1; ++power) {
        const double x = LEFT + FRAME_WIDTH * power / c->x1;
        figure_line(f, x, TOP, x, TOP + FRAME_HEIGHT, 0.5, faint);
        snprintf(text, sizeof text, "%d", 1 << power);
        figure_text(f, x, TOP + FRAME_HEIGHT + 15, foot, text);
    }
    figure_text(f, LEFT + 0.5 * FRAME_WIDTH, TOP + FRAME_HEIGHT + 36, label, "Cores or GPUs");
    figure_text_up(f, 20, TOP + 0.5 * FRAME_HEIGHT, label, "Efficiency");
    figure_frame(f, LEFT, TOP, FRAME_WIDTH, FRAME_HEIGHT, 0.75, figure_grey);
}

/* ---- points and curves ---- */

static void draw_dot(figure *f, double x, double y, int weak, rgb colour)
{
    figure_colour(f, colour);
    cairo_new_path(f->cr);
    cairo_arc(f->cr, x, y, 3, 0, 6.283185307179586);
    if (weak) {
        cairo_set_line_width(f->cr, 1.2);
        cairo_stroke(f->cr);
    } else {
        cairo_fill(f->cr);
    }
}

static void draw_piece(figure *f, double x0, double y0, double x1, double y1, int weak, rgb colour)
{
    const double dash[] = {5, 3};
    cairo_save(f->cr);
    if (weak)
        cairo_set_dash(f->cr, dash, 2, 0);
    figure_line(f, x0, y0, x1, y1, 1.3, colour);
    cairo_restore(f->cr);
}

static void draw_points(figure *f, scaling_chart *c)
{
    for (int k = 0; k < c->picture->count; ++k) {
        const scaling_point *p = &c->picture->points[k], *before = k > 0 ? p - 1 : NULL;
        const rgb colour = chart_colour(series_of(c, p->series));
        if (!is_drawn(p))
            continue;
        if (!p->modelled)
            draw_dot(f, at_x(c, p), at_y(p->efficiency), p->weak, colour);
        else if (before && before->modelled && before->weak == p->weak && is_drawn(before) &&
                 strcmp(before->series, p->series) == 0)
            draw_piece(f, at_x(c, before), at_y(before->efficiency), at_x(c, p),
                       at_y(p->efficiency), p->weak, colour);
    }
}

/* ---- the legend ---- */

static void draw_legend(figure *f, const scaling_chart *c)
{
    static const char *const words[] = {"strong, measured", "weak, measured", "strong, modelled",
                                        "weak, modelled"};
    const text_style style = {10, figure_ink, 0, ALIGN_LEFT};
    const double x = LEFT + FRAME_WIDTH + 24;
    double y = TOP + 12;
    for (int n = 0; n < c->series; ++n, y += LINE_HEIGHT) {
        figure_box(f, x, y - 8, 22, 8, chart_colour(n));
        figure_text(f, x + 30, y, style, c->names[n]);
    }
    y += LINE_HEIGHT;
    for (int n = 0; n < 4; ++n, y += LINE_HEIGHT) {
        if (n < 2)
            draw_dot(f, x + 11, y - 4, n == 1, figure_ink);
        else
            draw_piece(f, x, y - 4, x + 22, y - 4, n == 3, figure_ink);
        figure_text(f, x + 30, y, style, words[n]);
    }
}

static int check_name(const spate_tool *tool, const char *file)
{
    return figure_check_option(tool, "--plot", file);
}

static int draw_picture(const spate_tool *tool, const scaling_picture *p, const char *file)
{
    const text_style title = {15, figure_ink, 1, ALIGN_LEFT};
    const text_style subtitle = {11, figure_grey, 0, ALIGN_LEFT};
    scaling_chart c = {.picture = p};
    figure f;
    const int code = figure_begin(tool, &f, file, NULL, WIDTH, HEIGHT);
    if (code != 0)
        return code;
    collect(&c);
    figure_text(&f, 18, 34, title, p->title);
    figure_text(&f, 18, 53, subtitle, p->subtitle);
    draw_axes(&f, &c);
    draw_points(&f, &c);
    draw_legend(&f, &c);
    return figure_end(tool, &f, 1);
}

const scaling_drawing scaling_figure = {check_name, draw_picture};
