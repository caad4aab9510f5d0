/* Colour bars and classes. */
#include "legend.h"

#include <math.h>
#include <stdio.h>

#include "ticks.h"

enum { ARROW = 9 };

rgb legend_colour(const map_legend *legend, double value)
{
    const double v = value / legend->unit;
    if (legend->class_count > 0) {
        int n = legend->class_count - 1;
        while (n > 0 && v < legend->classes[n].from)
            --n;
        return legend->classes[n].colour;
    }
    double share = (v - legend->low) / (legend->high - legend->low);
    if (legend->banded) {
        const double bands = fmax(nearbyint((legend->high - legend->low) / legend->step), 1);
        const double band = fmin(fmax(floor(share * bands), 0), bands - 1);
        share = bands > 1 ? band / (bands - 1) : 0.5;
    }
    return colour_at(&legend->table, share);
}

static const char *tick_text(const map_legend *legend, double v, char *out, size_t size)
{
    if (!legend->clock)
        return ticks_text(v, legend->step, out, size);
    const long long minutes = llround(v * 60);
    snprintf(out, size, "%lld:%02lld", minutes / 60, minutes % 60);
    return out;
}

/* The bar along a line of `length`, from the low end: a piece of it at a distance d. */
static void bar_piece(figure *f, const map_layout *a, double x, double y, double d, double step,
                      rgb c)
{
    if (a->legend_below)
        figure_box(f, x + d, y, step, BAR_WIDTH, c);
    else
        figure_box(f, x, y - d - step, BAR_WIDTH, step, c);
}

/* A triangle beyond an end: there are values further out. */
static void arrow(figure *f, const map_layout *a, double x, double y, double d, double sign, rgb c)
{
    figure_colour(f, c);
    if (a->legend_below) {
        cairo_move_to(f->cr, x + d, y);
        cairo_line_to(f->cr, x + d + sign * ARROW, y + 0.5 * BAR_WIDTH);
        cairo_line_to(f->cr, x + d, y + BAR_WIDTH);
    } else {
        cairo_move_to(f->cr, x, y - d);
        cairo_line_to(f->cr, x + 0.5 * BAR_WIDTH, y - d - sign * ARROW);
        cairo_line_to(f->cr, x + BAR_WIDTH, y - d);
    }
    cairo_close_path(f->cr);
    cairo_fill(f->cr);
}

static void draw_ticks(figure *f, const map_legend *l, const map_layout *a, double x, double y,
                       double length)
{
    const double range = l->high - l->low;
    for (double v = ticks_first(l->low, l->step); v <= l->high + 1e-6 * range; v += l->step) {
        char text[48];
        const double d = length * (v - l->low) / range;
        tick_text(l, v, text, sizeof text);
        if (a->legend_below) {
            const text_style style = {TICK_SIZE + 1, figure_ink, 0, ALIGN_CENTRE};
            figure_line(f, x + d, y + BAR_WIDTH, x + d, y + BAR_WIDTH + 3, 0.75, figure_ink);
            figure_text(f, x + d, y + BAR_WIDTH + 14, style, text);
        } else {
            const text_style style = {TICK_SIZE + 1, figure_ink, 0, ALIGN_LEFT};
            figure_line(f, x + BAR_WIDTH, y - d, x + BAR_WIDTH + 3, y - d, 0.75, figure_ink);
            figure_text(f, x + BAR_WIDTH + 6, y - d + 3.5, style, text);
        }
    }
}

static void draw_bar(figure *f, const map_legend *l, const map_layout *a)
{
    const double before = l->under ? ARROW + 1 : 0, after = l->over ? ARROW + 1 : 0;
    const double length = (a->legend_below ? a->legend_w - 16 : a->legend_h - 28) - before - after;
    /* x, y: the low end of the bar; below the map its left end, beside the map its foot */
    const double x = a->legend_x + (a->legend_below ? 8 + before : 0);
    const double y = a->legend_y + (a->legend_below ? 18 : 22 + after + length);
    const int pieces = (int)(length * FIGURE_SCALE);
    const double step = length / pieces;
    cairo_set_antialias(f->cr, CAIRO_ANTIALIAS_NONE); /* no seams between the pieces */
    for (int n = 0; n < pieces; ++n) {
        const double v = l->low + (l->high - l->low) * (n + 0.5) / pieces;
        bar_piece(f, a, x, y, n * step, step, legend_colour(l, v * l->unit));
    }
    cairo_set_antialias(f->cr, CAIRO_ANTIALIAS_DEFAULT);
    if (l->over)
        arrow(f, a, x, y, length + 1, 1, legend_colour(l, l->high * l->unit));
    if (l->under)
        arrow(f, a, x, y, -1, -1, legend_colour(l, l->low * l->unit));
    draw_ticks(f, l, a, x, y, length);
}

static void draw_classes(figure *f, const map_legend *l, const map_layout *a)
{
    const text_style style = {TICK_SIZE + 1, figure_ink, 0, ALIGN_LEFT};
    double x = a->legend_x, y = a->legend_y + 20;
    for (int k = l->class_count - 1; k >= 0; --k) {
        const int n = a->legend_below ? l->class_count - 1 - k : k; /* worst on top, or last */
        figure_box(f, x, y, BAR_WIDTH + 4, BAR_WIDTH - 4, l->classes[n].colour);
        figure_text(f, x + BAR_WIDTH + 10, y + 10, style, l->classes[n].name);
        if (a->legend_below)
            x += BAR_WIDTH + 30 + figure_text_width(f, TICK_SIZE + 1, 0, l->classes[n].name);
        else
            y += ROW_HEIGHT;
    }
}

void legend_draw(figure *f, const map_legend *legend, const map_layout *a)
{
    const text_style style = {LABEL_SIZE, figure_ink, 0, ALIGN_LEFT};
    figure_text(f, a->legend_x, a->legend_y + 9, style, legend->label);
    if (legend->class_count > 0)
        draw_classes(f, legend, a);
    else
        draw_bar(f, legend, a);
}
