/* Draws the key of a map. */
#include "key.h"

#include <math.h>

#include "overlay_draw.h"

enum { SYMBOL = 18, KEY_COLUMN = 110 };

static int has_layer(const map_picture *p, int k)
{
    return p->overlay && p->overlay->layers[k] && p->overlay->layers[k]->count > 0;
}

/* Cells outside the model are hatched. */
static int has_outside(const map_picture *p)
{
    const int64_t cells = p->bed && p->overlay && !p->background ? p->grid.nx * p->grid.ny : 0;
    for (int64_t k = 0; k < cells; ++k)
        if (isnan(p->bed[k]))
            return 1;
    return 0;
}

int key_rows(const map_picture *p)
{
    int rows = has_outside(p);
    for (int k = 0; k < OVERLAY_LAYERS; ++k)
        rows += has_layer(p, k);
    return rows;
}

/* As map.c hatches it. */
static void draw_hatched(figure *f, double x, double y)
{
    static const rgb frame = {120, 118, 122}, hatch = {200, 200, 204};
    const double w = SYMBOL - 4, h = 9;
    cairo_save(f->cr);
    cairo_rectangle(f->cr, x, y, w, h);
    cairo_clip(f->cr);
    for (double d = 4; d < w + h; d += 5)
        figure_line(f, x + d, y, x + d - h, y + h, 0.8, hatch);
    cairo_restore(f->cr);
    figure_frame(f, x, y, w, h, 0.6, frame);
}

void key_draw(figure *f, const map_picture *p, const map_layout *a)
{
    const text_style style = {TICK_SIZE, figure_ink, 0, ALIGN_LEFT};
    int row = 0;
    for (int k = OVERLAY_LAYERS; k >= 0 && a->key_rows > 0; --k) { /* the topmost first */
        const int outside = k == 0, layer = k - 1;
        if (!(outside ? has_outside(p) : has_layer(p, layer)))
            continue;
        const double x = a->key_x + KEY_COLUMN * (row / a->key_rows);
        const double y = a->key_y + KEY_ROW * (row % a->key_rows) + 0.5 * KEY_ROW;
        const double middle = x + 0.5 * (SYMBOL - 4);
        if (outside)
            draw_hatched(f, x, y - 4.5);
        else if (overlay_styles[layer].width > 0)
            figure_line(f, x, y, x + SYMBOL - 4, y, overlay_styles[layer].width,
                        overlay_styles[layer].colour);
        else
            overlay_point(f, middle, y, overlay_styles[layer].colour);
        figure_text(f, x + SYMBOL, y + 3.2, style,
                    outside ? "Not in the model" : overlay_styles[layer].word);
        ++row;
    }
}
