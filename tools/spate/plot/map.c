/* Draws the figure of a map. */
#include "map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "layout.h"
#include "legend.h"
#include "overlay_draw.h"
#include "sheet.h"
#include "ticks.h"

static uint32_t pixel_of(rgb c)
{
    return 0xff000000u | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

static rgb rgb_of(uint32_t pixel)
{
    return (rgb){(uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel};
}

static rgb blend(rgb under, rgb over, double share)
{
    const rgb c = {.r = (uint8_t)lround(under.r + share * (over.r - under.r)),
                   .g = (uint8_t)lround(under.g + share * (over.g - under.g)),
                   .b = (uint8_t)lround(under.b + share * (over.b - under.b))};
    return c;
}

/* What lies below the values: relief, plain paper where there is no bed, hatching outside the
 * model. */
static rgb ground(const map_picture *p, const float *light, size_t k, int x, int y)
{
    static const rgb blank = {250, 250, 250}, hatch = {226, 226, 228}, plain = {238, 238, 236};
    if (!p->bed)
        return plain;
    if (isnan(light[k]))
        return (x + y) % 14 < 2 ? hatch : blank;
    return colour_land((double)light[k]);
}

static int draw_image(figure *f, const map_picture *p, const map_layout *a)
{
    const int columns = layout_columns(a), rows = layout_rows(a);
    const int classes = p->legend.class_count > 0;
    sheet s = sheet_sample(&p->grid, p->values, columns, rows, classes);
    float *light = p->bed ? sheet_light(&p->grid, p->bed, columns, rows) : NULL;
    float *shade = p->surface ? sheet_light(&p->grid, p->surface, columns, rows) : NULL;
    uint32_t *pixels = malloc((size_t)columns * (size_t)rows * sizeof *pixels);
    const int ok = s.value && s.share && pixels && (light || !p->bed) && (shade || !p->surface);
    for (int y = 0; ok && y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const size_t k = (size_t)y * (size_t)columns + (size_t)x;
            rgb c = p->background ? rgb_of(p->background[k]) : ground(p, light, k, x, y);
            if (!isnan(s.value[k])) {
                rgb value = legend_colour(&p->legend, s.value[k]);
                if (shade && !isnan(shade[k]))
                    value = colour_lit(value, (double)shade[k]);
                c = blend(c, value, (double)s.share[k] * (p->background ? 0.75 : 1));
            }
            pixels[k] = pixel_of(c);
        }
    if (ok)
        figure_image(f, a->x, a->y, a->w, a->h, pixels, columns, rows);
    free(pixels);
    free(light);
    free(shade);
    sheet_free(&s);
    return ok;
}

/* ---- around the map ---- */

/* The middle of a label that does not reach beyond the frame, so that labels at corners do not
 * meet. */
static double kept_inside(figure *f, double at, double low, double high, const char *text)
{
    const double half = 0.5 * figure_text_width(f, TICK_SIZE, 0, text);
    return high - low < 2 * half ? at : fmin(fmax(at, low + half), high - half);
}

static void draw_coordinates(figure *f, const map_picture *p, const map_layout *a)
{
    const raster_grid *g = &p->grid;
    const double across = (double)g->nx * g->dx, up = (double)g->ny * g->dy;
    const int most_x = (int)fmax(a->w / 90, 2), most_y = (int)fmax(a->h / 80, 2);
    const double sx = ticks_step(across, most_x), sy = ticks_step(up, most_y);
    const text_style style = {TICK_SIZE, figure_grey, 0, ALIGN_CENTRE};
    char text[48];
    for (double v = ticks_first(g->x0, sx); v <= g->x0 + across * (1 + 1e-9); v += sx) {
        const double x = a->x + a->w * (v - g->x0) / across;
        figure_line(f, x, a->y + a->h, x, a->y + a->h + 4, 0.75, figure_grey);
        ticks_text(v, sx, text, sizeof text);
        figure_text(f, kept_inside(f, x, a->x, a->x + a->w, text), a->y + a->h + 14, style, text);
    }
    for (double v = ticks_first(g->y0, sy); v <= g->y0 + up * (1 + 1e-9); v += sy) {
        const double y = a->y + a->h - a->h * (v - g->y0) / up;
        figure_line(f, a->x - 4, y, a->x, y, 0.75, figure_grey);
        ticks_text(v, sy, text, sizeof text);
        figure_text_up(f, a->x - 8, kept_inside(f, y, a->y, a->y + a->h, text), style, text);
    }
    figure_frame(f, a->x, a->y, a->w, a->h, 0.75, figure_grey);
}

/* Two halves, dark and light, with 0 and the length. */
static void draw_scale_bar(figure *f, const map_picture *p, const map_layout *a)
{
    const double metres = (double)p->grid.nx * p->grid.dx / a->w; /* of a pixel */
    /* round lengths follow each other by at most 2.5 */
    const double length = ticks_step(metres * fmin(0.45 * a->w, 200) / 2.5, 1);
    const double w = length / metres, y = a->foot_y - 6;
    const text_style style = {TICK_SIZE, figure_ink, 0, ALIGN_LEFT};
    figure_box(f, a->x, y, 0.5 * w, 4, figure_ink);
    figure_frame(f, a->x, y, w, 4, 0.75, figure_ink);
    char number[48], text[64];
    const int km = length >= 1000;
    ticks_text(km ? length / 1000 : length, km ? length / 1000 : length, number, sizeof number);
    snprintf(text, sizeof text, "%s %s", number, km ? "km" : "m");
    figure_text(f, a->x + w + 6, y + 5.5, style, text);
    if (*p->grid.crs) { /* north is up only where the coordinates say so */
        const double x = a->x + w + 18 + figure_text_width(f, TICK_SIZE, 0, text);
        figure_colour(f, figure_ink);
        cairo_move_to(f->cr, x + 4, y - 5);
        cairo_line_to(f->cr, x + 8, y + 6);
        cairo_line_to(f->cr, x + 4, y + 3.5);
        cairo_line_to(f->cr, x, y + 6);
        cairo_close_path(f->cr);
        cairo_fill(f->cr);
        figure_text(f, x + 11, y + 5.5, style, "N");
    }
}

static void draw_note(figure *f, const map_picture *p, const map_layout *a)
{
    const text_style style = {TICK_SIZE, figure_grey, 0, ALIGN_RIGHT};
    char text[128] = "coordinates in m";
    if (*p->grid.crs)
        snprintf(text, sizeof text, "%s, m", p->grid.crs);
    if (a->stretch > 1)
        snprintf(text + strlen(text), sizeof text - strlen(text), "; y drawn %.0f times longer",
                 a->stretch);
    else if (a->stretch < 1)
        snprintf(text + strlen(text), sizeof text - strlen(text), "; x drawn %.1f times longer",
                 1 / a->stretch);
    if (a->w > 260)
        figure_text(f, a->x + a->w, a->foot_y, style, text);
}

/* Smaller where the line is short, cut where that is not enough. */
static void draw_fitting(figure *f, double x, double y, double room, text_style style,
                         const char *text)
{
    char shown[256];
    snprintf(shown, sizeof shown, "%s", text);
    while (style.size > 10 && figure_text_width(f, style.size, style.bold, shown) > room)
        style.size -= 0.5;
    size_t n = strlen(shown);
    while (n > 4 && figure_text_width(f, style.size, style.bold, shown) > room) {
        do
            --n;
        while (n > 4 && ((unsigned char)shown[n] & 0xc0) == 0x80);
        snprintf(shown + n, sizeof shown - n, "...");
    }
    figure_text(f, x, y, style, shown);
}

int map_draw(const spate_tool *tool, const map_picture *p, const char *file, FILE *pipe)
{
    const map_layout a = layout_of(p);
    figure f;
    const int code = figure_begin(tool, &f, file, pipe, a.width, a.height);
    if (code != 0)
        return code;
    const text_style title = {TITLE_SIZE, figure_ink, 1, ALIGN_LEFT};
    const text_style subtitle = {SUBTITLE_SIZE, figure_grey, 0, ALIGN_LEFT};
    draw_fitting(&f, a.x, a.y - 32, a.width - a.x - 12, title, p->title);
    draw_fitting(&f, a.x, a.y - 13, a.width - a.x - 12, subtitle, p->subtitle);
    if (!draw_image(&f, p, &a)) {
        figure_end(tool, &f, 0);
        return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", file);
    }
    overlay_draw(&f, p, &a);
    draw_coordinates(&f, p, &a);
    draw_scale_bar(&f, p, &a);
    draw_note(&f, p, &a);
    legend_draw(&f, &p->legend, &a);
    key_draw(&f, p, &a);
    return figure_end(tool, &f, 1);
}
