/* Errors against the number of cells, both logarithmic: a slope is an order. The numbers of cells
 * are relative to the finest grid of each case, so that all curves end at one place, where their
 * names are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chart.h"
#include "ticks.h"
#include "verify_figures.h"

enum { WIDTH = 720, LEFT = 76, TOP = 74, FRAME_WIDTH = 400, LEAST_FRAME_HEIGHT = 436, FOOT = 60 };
enum { LABEL_GAP = 46, LINE_HEIGHT = 15 };

typedef struct order_curve {
    const builtin_case *c;
    int count;
    double cells[VERIFY_ROWS], error[VERIFY_ROWS];
    double order;
    double label_y;
} order_curve;

typedef struct order_chart {
    int count;
    order_curve *curves; /* the largest last error first */
    double coarsest;     /* cells relative to the finest grid, the fewest of all */
    int low, high;       /* powers of ten of the error */
    int height;          /* of the frame: one line for each name */
    int precision;
} order_chart;

/* ---- data ---- */

static int by_error(const void *a, const void *b)
{
    const order_curve *p = a, *q = b;
    const double e = p->error[p->count - 1], f = q->error[q->count - 1];
    return (e < f) - (e > f);
}

/* An error of exactly zero has no logarithm: the curve ends before it. */
static order_curve curve_of(const document_entry *e)
{
    const verify_row *last = document_finest(e);
    order_curve curve = {.c = e->c, .order = last->order};
    const int along_y = e->c->strip == 'y';
    for (int k = 0; k < e->result.row_count; ++k) {
        const verify_row *r = &e->result.rows[k];
        const double error = e->c->order_of_momentum ? r->l1_hu : r->l1_h;
        if (!(error > 0.0) || !isfinite(error))
            break;
        curve.cells[k] =
            along_y ? (double)r->ny / (double)last->ny : (double)r->nx / (double)last->nx;
        curve.error[k] = error;
        curve.count = k + 1;
    }
    return curve;
}

static void collect(const verify_document *doc, order_chart *c)
{
    double smallest = INFINITY, largest = 0;
    c->coarsest = 1;
    for (int n = 0; n < doc->count; ++n) {
        const document_entry *e = &doc->entries[n];
        if (e->c->judgement != CASE_ORDER || e->result.row_count < 2 || !document_is_last(doc, n))
            continue;
        const order_curve curve = curve_of(e);
        c->precision = document_finest(e)->precision;
        for (int k = 0; k < curve.count; ++k) {
            smallest = fmin(smallest, curve.error[k]);
            largest = fmax(largest, curve.error[k]);
            c->coarsest = fmin(c->coarsest, curve.cells[k]);
        }
        if (curve.count > 0)
            c->curves[c->count++] = curve;
    }
    qsort(c->curves, (size_t)c->count, sizeof *c->curves, by_error);
    c->low = c->count ? (int)floor(log10(smallest)) : -1;
    c->high = c->count ? (int)ceil(log10(largest)) : 0;
    if (c->high <= c->low)
        c->high = c->low + 1;
    c->height =
        c->count * LINE_HEIGHT > LEAST_FRAME_HEIGHT ? c->count * LINE_HEIGHT : LEAST_FRAME_HEIGHT;
}

/* ---- axes ---- */

static double at_x(const order_chart *c, double cells)
{
    return LEFT + FRAME_WIDTH * (1 - log(cells) / log(fmin(c->coarsest, 0.5)));
}

static double at_y(const order_chart *c, double error)
{
    return TOP + c->height * (c->high - log10(error)) / (c->high - c->low);
}

static void draw_axes(figure *f, const order_chart *c)
{
    const text_style side = {9, figure_grey, 0, ALIGN_RIGHT},
                     foot = {9, figure_grey, 0, ALIGN_CENTRE};
    const text_style label = {10, figure_ink, 0, ALIGN_CENTRE};
    const rgb faint = {232, 232, 234};
    const int every = c->high - c->low > 6 ? 2 : 1;
    char text[64];
    for (int power = c->low; power <= c->high; ++power) {
        const double y = at_y(c, pow(10, power));
        figure_line(f, LEFT, y, LEFT + FRAME_WIDTH, y, 0.5, faint);
        if ((c->high - power) % every == 0)
            figure_text(f, LEFT - 7, y + 3, side, ticks_power(power, text, sizeof text));
    }
    for (int parts = 1; 1.0 / parts >= c->coarsest * 0.999; parts *= 2) {
        const double x = at_x(c, 1.0 / parts);
        figure_line(f, x, TOP, x, TOP + c->height, 0.5, faint);
        snprintf(text, sizeof text, parts == 1 ? "finest" : "1/%d", parts);
        figure_text(f, x, TOP + c->height + 15, foot, text);
    }
    figure_text(f, LEFT + 0.5 * FRAME_WIDTH, TOP + c->height + 34, label,
                "Cells in one direction, relative to the finest grid of the case");
    figure_text_up(f, 24, TOP + 0.5 * c->height, label, "Relative L1 error of h (or hu)");
    figure_frame(f, LEFT, TOP, FRAME_WIDTH, c->height, 0.75, figure_grey);
}

/* Slopes of the first and the second order in the lower left corner, where errors that fall are
 * not. */
static void draw_slopes(figure *f, const order_chart *c)
{
    const text_style style = {9, figure_grey, 0, ALIGN_RIGHT};
    const double doubling = at_x(c, 1.0) - at_x(c, 0.5), width = fmin(doubling, 110);
    const double fall = (at_y(c, 1.0) - at_y(c, 2.0)) * width / doubling; /* of the first order */
    const double x = LEFT + 62, y = TOP + c->height - 16;
    for (int order = 1; order <= 2; ++order) {
        char text[32];
        snprintf(text, sizeof text, "order %d", order);
        figure_line(f, x, y - order * fall, x + width, y, 1, figure_grey);
        figure_text(f, x - 5, y - order * fall + 3, style, text);
    }
}

static void draw_curves(figure *f, const order_chart *c)
{
    for (int n = 0; n < c->count; ++n) {
        const order_curve *o = &c->curves[n];
        const rgb colour = chart_colour(n);
        for (int k = 1; k < o->count; ++k)
            figure_line(f, at_x(c, o->cells[k - 1]), at_y(c, o->error[k - 1]), at_x(c, o->cells[k]),
                        at_y(c, o->error[k]), 1.3, colour);
        for (int k = 0; k < o->count; ++k) {
            cairo_new_sub_path(f->cr);
            cairo_arc(f->cr, at_x(c, o->cells[k]), at_y(c, o->error[k]), 2.4, 0, 6.283185307179586);
            cairo_fill(f->cr);
        }
    }
}

/* Names one below the other, as near to the ends of their curves as there is room. places: room for
 * as many as there are curves. */
static void place_labels(order_chart *c, double *places)
{
    for (int n = 0; n < c->count; ++n)
        places[n] = at_y(c, c->curves[n].error[c->curves[n].count - 1]);
    ticks_spread(places, c->count, LINE_HEIGHT, TOP + 4, TOP + c->height);
    for (int n = 0; n < c->count; ++n)
        c->curves[n].label_y = places[n];
}

static void draw_labels(figure *f, const order_chart *c)
{
    const text_style style = {10, figure_ink, 0, ALIGN_LEFT};
    const double x = LEFT + FRAME_WIDTH + LABEL_GAP;
    for (int n = 0; n < c->count; ++n) {
        const order_curve *o = &c->curves[n];
        char text[128];
        snprintf(text, sizeof text, "%.2f  %s%s", o->order, o->c->name,
                 o->c->order_of_momentum ? " (hu)" : "");
        figure_line(f, at_x(c, o->cells[o->count - 1]) + 4, at_y(c, o->error[o->count - 1]), x - 5,
                    o->label_y, 0.6, chart_colour(n));
        figure_text(f, x, o->label_y + 3.5, style, text);
    }
}

int figure_convergence(const spate_tool *tool, const verify_document *doc, const char *file)
{
    const text_style title = {15, figure_ink, 1, ALIGN_LEFT};
    const text_style subtitle = {11, figure_grey, 0, ALIGN_LEFT};
    char grids[128];
    order_chart c = {.curves = malloc((size_t)doc->count * sizeof *c.curves)};
    double *places = malloc((size_t)doc->count * sizeof *places);
    figure f;
    if (!c.curves || !places) {
        free(c.curves);
        free(places);
        return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", file);
    }
    collect(doc, &c);
    snprintf(grids, sizeof grids,
             "f%d; numbers at the names: the order between the two finest grids", c.precision);
    int code = figure_begin(tool, &f, file, NULL, WIDTH, TOP + c.height + FOOT);
    if (code == 0) {
        figure_text(&f, 18, 34, title, "Errors of the cases with an exact solution");
        figure_text(&f, 18, 53, subtitle, grids);
        draw_axes(&f, &c);
        draw_slopes(&f, &c);
        draw_curves(&f, &c);
        place_labels(&c, places);
        draw_labels(&f, &c);
        code = figure_end(tool, &f, 1);
    }
    free(places);
    free(c.curves);
    return code;
}
