/* Draws lines below, points and names on top. */
#include "overlay_draw.h"

#include <math.h>
#include <string.h>

enum { MOST_NAMES = 64 };

const overlay_style overlay_styles[OVERLAY_LAYERS] = {
    [OVERLAY_WALLS] = {3.4, {110, 62, 20}, "Wall, levee"},
    [OVERLAY_BOUNDARIES] = {3.0, {190, 20, 90}, "Boundary"},
    [OVERLAY_SECTIONS] = {1.4, {40, 40, 44}, "Section"},
    [OVERLAY_GAUGES] = {0, {200, 30, 30}, "Gauge"},
};

static const rgb outline = {120, 118, 122};

void overlay_point(figure *f, double x, double y, rgb colour)
{
    cairo_new_path(f->cr);
    cairo_arc(f->cr, x, y, 3.2, 0, 6.28318530717958647692);
    figure_colour(f, (rgb){255, 255, 255});
    cairo_fill_preserve(f->cr);
    figure_colour(f, colour);
    cairo_set_line_width(f->cr, 1.4);
    cairo_stroke(f->cr);
}

/* ---- places on the page ---- */

typedef struct drawing {
    figure *f;
    const map_picture *p;
    const map_layout *a;
    int count; /* names so far */
    bounds names[MOST_NAMES];
} drawing;

static point on_page(const drawing *d, point at)
{
    const raster_grid *g = &d->p->grid;
    return (point){.x = d->a->x + d->a->w * (at.x - g->x0) / ((double)g->nx * g->dx),
                   .y = d->a->y + d->a->h * (1 - (at.y - g->y0) / ((double)g->ny * g->dy))};
}

/* Faces at the edge of the grid are drawn within the frame. */
static point inside(const drawing *d, point at, double margin)
{
    const point q = on_page(d, at);
    return (point){.x = fmin(fmax(q.x, d->a->x + margin), d->a->x + d->a->w - margin),
                   .y = fmin(fmax(q.y, d->a->y + margin), d->a->y + d->a->h - margin)};
}

/* ---- lines ---- */

static void draw_lines(drawing *d, const vector_layer *layer, const overlay_style *style)
{
    cairo_t *cr = d->f->cr;
    for (int n = 0; n < layer->count; ++n)
        for (int k = 0; k < layer->features[n].shape.count; ++k) {
            const path *line = &layer->features[n].shape.paths[k];
            for (int i = 0; i < line->count; ++i) {
                const point q = inside(d, line->points[i], 0.5 * style->width);
                if (i == 0)
                    cairo_move_to(cr, q.x, q.y);
                else
                    cairo_line_to(cr, q.x, q.y);
            }
        }
    figure_colour(d->f, style->colour);
    cairo_set_line_width(cr, style->width);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
}

static int is_outside(const map_picture *p, long long i, long long j)
{
    return i < 0 || j < 0 || i >= p->grid.nx || j >= p->grid.ny ||
           isnan(p->bed[j * p->grid.nx + i]);
}

/* Faces between cells of the model and others, without the edge of the grid. Where cells are
 * smaller than pixels the hatching shows what is outside. */
static void draw_outlines(drawing *d)
{
    const raster_grid *g = &d->p->grid;
    if (!d->p->bed || (double)g->nx > 2 * d->a->w)
        return;
    for (long long j = 0; j < g->ny; ++j)
        for (long long i = 0; i < g->nx; ++i) {
            const point corner = {.x = g->x0 + (double)i * g->dx, .y = g->y0 + (double)j * g->dy};
            const point q = on_page(d, corner);
            const int here = is_outside(d->p, i, j);
            if (i > 0 && here != is_outside(d->p, i - 1, j)) {
                cairo_move_to(d->f->cr, q.x, q.y);
                cairo_line_to(d->f->cr, q.x, on_page(d, (point){corner.x, corner.y + g->dy}).y);
            }
            if (j > 0 && here != is_outside(d->p, i, j - 1)) {
                cairo_move_to(d->f->cr, q.x, q.y);
                cairo_line_to(d->f->cr, on_page(d, (point){corner.x + g->dx, corner.y}).x, q.y);
            }
        }
    figure_colour(d->f, outline);
    cairo_set_line_width(d->f->cr, 0.6);
    cairo_stroke(d->f->cr);
}

/* ---- names ---- */

static int meets(const bounds *a, const bounds *b)
{
    return a->x0 < b->x1 && a->x1 > b->x0 && a->y0 < b->y1 && a->y1 > b->y0;
}

static int fits(const drawing *d, const bounds *b)
{
    if (b->x0 < d->a->x + 2 || b->x1 > d->a->x + d->a->w - 2 || b->y0 < d->a->y + 2 ||
        b->y1 > d->a->y + d->a->h - 2)
        return 0;
    for (int n = 0; n < d->count; ++n)
        if (meets(b, &d->names[n]))
            return 0;
    return 1;
}

/* Would a name hide a part of a line? Faces are short: their ends are enough. */
static int hides_line(const drawing *d, const bounds *b)
{
    for (int k = 0; k < OVERLAY_LAYERS; ++k) {
        const vector_layer *layer = d->p->overlay->layers[k];
        for (int n = 0; layer && overlay_styles[k].width > 0 && n < layer->count; ++n) {
            const shape *s = &layer->features[n].shape;
            for (int i = 0; s->count > 0 && i < s->paths[0].count; ++i) {
                const point q = on_page(d, s->paths[0].points[i]);
                if (q.x > b->x0 && q.x < b->x1 && q.y > b->y0 && q.y < b->y1)
                    return 1;
            }
        }
    }
    return 0;
}

/* Beside, above, below or at a corner of the place, wherever there is room first; of a line along x
 * not beside. Returns 0 where there is none. */
static int draw_name(drawing *d, point at, int along_x, const char *name, rgb colour)
{
    const double size = TICK_SIZE + 1, gap = 6, w = figure_text_width(d->f, size, 0, name);
    const double beside = 0.35 * size, above = -gap - 0.2 * size, below = gap + 0.8 * size;
    const point feet[] = {{gap, beside},         {-gap - w, beside},   {-0.5 * w, above},
                          {-0.5 * w, below},     {gap / 2, above},     {gap / 2, below},
                          {-gap / 2 - w, above}, {-gap / 2 - w, below}};
    const text_style style = {size, colour, 0, ALIGN_LEFT};
    const size_t first = along_x ? 2 : 0, count = sizeof feet / sizeof *feet - first;
    for (size_t n = 0; n < 2 * count && d->count < MOST_NAMES; ++n) {
        const point by = feet[first + n % count], foot = {.x = at.x + by.x, .y = at.y + by.y};
        const bounds b = {.x0 = foot.x - 1,
                          .y0 = foot.y - size,
                          .x1 = foot.x + w + 1,
                          .y1 = foot.y + 0.3 * size};
        if (!fits(d, &b) || (n < count && hides_line(d, &b))) /* at first beside all lines */
            continue;
        d->names[d->count++] = b;
        figure_text_outlined(d->f, foot.x, foot.y, style, name);
        return 1;
    }
    return 0;
}

/* A boundary without a name is called by its kind. */
static const char *name_of(const vector_layer *layer, int n)
{
    const int name = vector_column(layer, "name"), kind = vector_column(layer, "kind");
    if (name >= 0 && *layer->features[n].values[name])
        return layer->features[n].values[name];
    return kind >= 0 ? layer->features[n].values[kind] : "";
}

/* How many faces carry the name of this one; 0: an earlier one has it. */
static int faces_of_name(const vector_layer *layer, int first)
{
    int faces = 0;
    for (int n = 0; n < layer->count; ++n)
        if (strcmp(name_of(layer, n), name_of(layer, first)) == 0) {
            if (n < first)
                return 0;
            ++faces;
        }
    return faces;
}

/* Number `wanted` of the faces that carry the name of this one. */
static int face_of_name(const vector_layer *layer, int first, int wanted)
{
    for (int n = first, seen = 0;; ++n)
        if (strcmp(name_of(layer, n), name_of(layer, first)) == 0 && seen++ == wanted)
            return n;
}

static int is_along_x(const shape *face)
{
    const path *p = &face->paths[0];
    return p->count > 1 && p->points[0].y == p->points[1].y;
}

/* At the middle of the line, or where there is room nearest to it. */
static void name_line(drawing *d, const vector_layer *layer, int first, const overlay_style *style)
{
    static const double places[] = {0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92};
    const int faces = faces_of_name(layer, first);
    for (size_t k = 0; k < sizeof places / sizeof *places && faces > 0; ++k) {
        const int at = face_of_name(layer, first, (int)(places[k] * faces));
        const shape *face = &layer->features[at].shape;
        if (face->count > 0 && face->paths[0].count > 0 &&
            draw_name(d, inside(d, face->paths[0].points[0], style->width), is_along_x(face),
                      name_of(layer, first), style->colour))
            return;
    }
}

/* A wall, boundary or section is a set of faces, whose name is written once. */
static void name_lines(drawing *d, const vector_layer *layer, const overlay_style *style)
{
    const char *last = "";
    for (int n = 0; n < layer->count && d->count < MOST_NAMES; last = name_of(layer, n++))
        if (strcmp(name_of(layer, n), last) != 0)
            name_line(d, layer, n, style);
}

static void draw_points(drawing *d, const vector_layer *layer, const overlay_style *style)
{
    for (int n = 0; n < layer->count; ++n) {
        const shape *s = &layer->features[n].shape;
        if (s->count == 0 || s->paths[0].count == 0)
            continue;
        const point q = on_page(d, s->paths[0].points[0]);
        overlay_point(d->f, q.x, q.y, style->colour);
        if (d->count < MOST_NAMES) /* no name covers a gauge */
            d->names[d->count++] =
                (bounds){.x0 = q.x - 4, .y0 = q.y - 4, .x1 = q.x + 4, .y1 = q.y + 4};
    }
    for (int n = 0; n < layer->count; ++n) {
        const shape *s = &layer->features[n].shape;
        if (s->count > 0 && s->paths[0].count > 0)
            draw_name(d, on_page(d, s->paths[0].points[0]), 0, name_of(layer, n), style->colour);
    }
}

void overlay_draw(figure *f, const map_picture *p, const map_layout *a)
{
    drawing d = {.f = f, .p = p, .a = a};
    if (!p->overlay)
        return;
    cairo_save(f->cr);
    cairo_rectangle(f->cr, a->x, a->y, a->w, a->h);
    cairo_clip(f->cr);
    draw_outlines(&d);
    for (int k = 0; k < OVERLAY_LAYERS; ++k)
        if (p->overlay->layers[k] && overlay_styles[k].width > 0)
            draw_lines(&d, p->overlay->layers[k], &overlay_styles[k]);
    for (int k = OVERLAY_LAYERS - 1; k >= 0; --k) { /* names of gauges come first */
        const vector_layer *layer = p->overlay->layers[k];
        if (layer && overlay_styles[k].width > 0)
            name_lines(&d, layer, &overlay_styles[k]);
        else if (layer)
            draw_points(&d, layer, &overlay_styles[k]);
    }
    cairo_restore(f->cr);
}
