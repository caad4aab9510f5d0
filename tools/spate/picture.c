/* From fields to pixels. Cells become square blocks of pixels, or blocks of cells become a pixel;
 * relief is lit from the north-west. */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "canvas.h"
#include "colour.h"
#include "hillshade.h"
#include "spate_config.h"

#if !SPATE_HAVE_CAIRO

enum {
    TARGET = 900, /* pixels along the longer side, about */
    MARGIN = 12,  /* around the map */
    LEGEND = 132, /* width to the right of the map */
    BAR = 22,     /* width of the colour bar */
    LEAST_HEIGHT = 200
};

static const rgb ink = {32, 32, 32};

/* The fields on the grid that is drawn: cells, or means over blocks of cells. */
typedef struct sheet {
    int nx, ny;
    int zoom_x, zoom_y; /* pixels per value */
    double dx, dy;
    double *depth, *bed; /* NaN: inactive */
    double *level;       /* NaN: not wet */
} sheet;

static int at_least(int least, double x)
{
    return x > least ? (int)x : least;
}

static void sheet_destroy(sheet *s)
{
    free(s->depth);
    free(s->bed);
    free(s->level);
}

/* Mean over the active cells of a block; returns 0 where there are none. */
static int block_mean(const picture *p, int64_t i0, int64_t j0, int bx, int by, double *depth,
                      double *bed)
{
    int count = 0;
    *depth = *bed = 0;
    for (int64_t j = j0; j < j0 + by && j < p->ny; ++j) {
        for (int64_t i = i0; i < i0 + bx && i < p->nx; ++i) {
            const size_t k = (size_t)(j * p->nx + i);
            if (p->active[k] == 0)
                continue;
            *depth += p->depth[k];
            *bed += p->bed[k];
            ++count;
        }
    }
    if (count > 0) {
        *depth /= count;
        *bed /= count;
    }
    return count;
}

static size_t sheet_count(const sheet *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

static sheet sheet_create(const picture *p)
{
    const double width = (double)p->nx * p->dx, height = (double)p->ny * p->dy;
    const double pixel = fmax(width, height) / TARGET; /* m */
    const int bx = at_least(1, pixel / p->dx + 0.5), by = at_least(1, pixel / p->dy + 0.5);
    sheet s = {.nx = (int)((p->nx + bx - 1) / bx),
               .ny = (int)((p->ny + by - 1) / by),
               .dx = bx * p->dx,
               .dy = by * p->dy};
    s.zoom_x = at_least(1, s.dx / pixel + 0.5);
    s.zoom_y = at_least(1, s.dy / pixel + 0.5);
    s.depth = calloc(sheet_count(&s), sizeof *s.depth);
    s.bed = calloc(sheet_count(&s), sizeof *s.bed);
    s.level = calloc(sheet_count(&s), sizeof *s.level);
    for (int j = 0; s.depth && s.bed && s.level && j < s.ny; ++j) {
        for (int i = 0; i < s.nx; ++i) {
            const size_t k = (size_t)j * (size_t)s.nx + (size_t)i;
            if (!block_mean(p, (int64_t)i * bx, (int64_t)j * by, bx, by, &s.depth[k], &s.bed[k]))
                s.depth[k] = s.bed[k] = NAN;
            s.level[k] = s.depth[k] > p->wet_depth ? s.bed[k] + s.depth[k] : NAN;
        }
    }
    return s;
}

static relief relief_of(const sheet *s, const double *z)
{
    const relief r = {.nx = s->nx, .ny = s->ny, .dx = s->dx, .dy = s->dy, .z = z};
    return r;
}

static int hatched(int x, int y)
{
    return (x + y) / 3 % 3 == 0;
}

static void draw_map(canvas *r, const sheet *s, const picture *p, const picture_range *range)
{
    static const rgb hatch = {168, 160, 168}, blank = {236, 233, 236};
    const relief bed = relief_of(s, s->bed), level = relief_of(s, s->level);
    const double land = hillshade_stretch(&bed), sea = hillshade_stretch(&level);
    const colour_table water = colour_table_of(RAMP_DEPTH);
    for (int j = 0; j < s->ny; ++j) {
        for (int i = 0; i < s->nx; ++i) {
            const double h = s->depth[(size_t)j * (size_t)s->nx + (size_t)i];
            const int x = MARGIN + i * s->zoom_x, y = MARGIN + (s->ny - 1 - j) * s->zoom_y;
            rgb colour;
            if (isnan(h))
                colour = hatched(x, y) ? hatch : blank;
            else if (h > p->wet_depth)
                colour =
                    colour_lit(colour_at(&water, (h - range->low) / (range->high - range->low)),
                               hillshade_at(&level, i, j, sea));
            else
                colour = colour_land(hillshade_at(&bed, i, j, land));
            canvas_box(r, x, y, s->zoom_x, s->zoom_y, colour);
        }
    }
}

/* 1, 2 or 5 times a power of ten that divides the length into at most six steps. */
static double nice_step(double length)
{
    const double power = pow(10, floor(log10(length / 6)));
    const double mantissa = length / 6 / power;
    return power * (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10);
}

/* Widens the range to hold the depths. The bar starts at zero unless all water is much deeper. */
static void widen(picture_range *range, const sheet *s, double wet_depth)
{
    double low = INFINITY, high = wet_depth > 0 ? wet_depth : 1e-6;
    for (size_t k = 0; k < sheet_count(s); ++k) {
        if (isnan(s->depth[k]))
            continue;
        low = fmin(low, s->depth[k]);
        high = fmax(high, s->depth[k]);
    }
    const int fresh = range->high <= range->low;
    if (low < 0.5 * high || !(high - low > 1e-6 * high))
        low = 0;
    low = fresh ? low : fmin(low, range->low);
    high = fresh ? high : fmax(high, range->high);
    range->step = nice_step(high - low);
    range->low = floor(low / range->step + 1e-6) * range->step;
    range->high = ceil(high / range->step - 1e-6) * range->step;
}

static void draw_legend(canvas *r, int left, int map_height, double t, const picture_range *range)
{
    const int line = canvas_text_height();
    const int top = MARGIN + 2 * line + 4, bottom = MARGIN + map_height - 2 * line - 4;
    const int height = bottom - top;
    const colour_table water = colour_table_of(RAMP_DEPTH);
    canvas_text(r, left, MARGIN, "depth (m)", ink);
    for (int y = 0; y <= height; ++y)
        canvas_box(r, left, top + y, BAR, 1, colour_at(&water, 1 - (double)y / height));
    const int steps = (int)lround((range->high - range->low) / range->step);
    for (int k = 0; k <= steps; ++k) {
        char text[32];
        const double depth = range->low + k * range->step;
        const int y = bottom - (int)lround(height * (double)k / steps);
        canvas_box(r, left + BAR, y, 5, 2, ink);
        snprintf(text, sizeof text, "%.4g", fabs(depth) < 1e-9 * range->high ? 0 : depth);
        canvas_text(r, left + BAR + 10, y - line / 2 + 1, text, ink);
    }
    char text[32];
    snprintf(text, sizeof text, "t=%.4g s", t);
    canvas_text(r, left, MARGIN + map_height - line, text, ink);
}

int picture_save(const spate_tool *tool, const picture *p, picture_range *range, const char *path)
{
    char message[4352] = "";
    sheet s = sheet_create(p);
    const int width = s.nx * s.zoom_x, height = s.ny * s.zoom_y;
    const int frame = at_least(LEAST_HEIGHT, height);
    canvas r = canvas_create(width + 3 * MARGIN + LEGEND, frame + 2 * MARGIN);
    int code = 0;
    if (!s.depth || !s.bed || !s.level || !r.pixels) {
        code = tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", path);
    } else {
        widen(range, &s, p->wet_depth);
        draw_map(&r, &s, p, range);
        draw_legend(&r, width + 2 * MARGIN, frame, p->t, range);
        if (canvas_save(&r, path, message, sizeof message) != 0)
            code = tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    }
    canvas_destroy(&r);
    sheet_destroy(&s);
    return code;
}

int picture_possible(void)
{
    return canvas_can_save();
}
#endif
