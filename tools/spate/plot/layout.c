/* The layout: a map as large as the page allows, the legend beside it, or below where the map is
 * low. */
#include "layout.h"

#include <math.h>
#include <string.h>

#include "key.h"

enum {
    MARGIN = 18,
    WIDEST = 800,  /* of the figure: 1600 device pixels */
    HIGHEST = 720, /* of the map */
    NARROWEST = 470,
    HEAD = 50,     /* title and subtitle */
    LABELS_Y = 22, /* coordinates left of the map */
    LABELS_X = 20, /* coordinates below it */
    FOOT = 30,     /* scale bar */
    BESIDE = 100,  /* width of a colour bar with its numbers */
    BESIDE_CLASSES = 150,
    LOW = 210,          /* a map lower than this has its legend below */
    LEGEND_LOWEST = 124 /* beside a key */
};

static const double flattest = 1.0 / 9; /* height of a map by its width */

static void fit_map(map_layout *a, const raster_grid *g, double room)
{
    const double across = (double)g->nx * g->dx, up = (double)g->ny * g->dy;
    a->w = room;
    a->h = room * up / across;
    a->stretch = 1;
    if (a->h < flattest * a->w) {
        a->stretch = ceil(flattest * a->w / a->h - 1e-9);
        a->h *= a->stretch;
    }
    if (a->h > HIGHEST) {
        a->w *= HIGHEST / a->h;
        a->h = HIGHEST;
        if (a->w < 60) { /* a very narrow one */
            a->stretch = a->w / 60;
            a->w = 60;
        }
    }
    a->w = nearbyint(a->w);
    a->h = nearbyint(a->h);
}

int layout_columns(const map_layout *a)
{
    return (int)lround(a->w * FIGURE_SCALE);
}

int layout_rows(const map_layout *a)
{
    return (int)lround(a->h * FIGURE_SCALE);
}

/* Below the colour bar, which becomes shorter for it; or right of it where the bar is below. */
static void place_key(map_layout *a, const map_picture *p)
{
    const int rows = key_rows(p), classes = p->legend.class_count > 0;
    if (a->legend_below) {
        a->key_x = a->legend_x + a->legend_w + 30;
        a->key_y = a->legend_y;
        a->key_rows = classes || a->key_x + 220 > a->x + a->w ? 0 : 3;
    } else {
        const double height = KEY_ROW * rows + 14, room = a->h - height;
        a->key_rows = room >= (classes ? a->legend_h : LEGEND_LOWEST) ? rows : 0;
        if (a->key_rows > 0)
            a->legend_h = fmin(a->legend_h, room);
        a->key_x = a->legend_x;
        a->key_y = a->legend_y + a->legend_h + 14;
    }
}

map_layout layout_of(const map_picture *p)
{
    const int classes = p->legend.class_count;
    const double beside = classes ? BESIDE_CLASSES : BESIDE;
    map_layout a = {0};
    fit_map(&a, &p->grid, WIDEST - 2 * MARGIN - LABELS_Y - beside);
    a.legend_below = a.h < LOW;
    if (a.legend_below)
        fit_map(&a, &p->grid, WIDEST - 2 * MARGIN - LABELS_Y);
    a.x = MARGIN + LABELS_Y;
    a.y = MARGIN + HEAD;
    a.width = fmax(a.x + a.w + (a.legend_below ? 0 : beside) + MARGIN, NARROWEST);
    a.foot_y = a.y + a.h + LABELS_X + FOOT - 8;
    a.height = a.y + a.h + LABELS_X + FOOT + MARGIN - 8;
    a.legend_x = a.x + a.w + 16;
    a.legend_y = a.y;
    a.legend_w = beside - 16;
    a.legend_h = fmin(a.h, classes ? (classes + 1) * ROW_HEIGHT : 360);
    if (a.legend_below) {
        a.legend_x = a.x;
        a.legend_y = a.foot_y + 14;
        a.legend_w = fmin(a.w, 460);
        a.legend_h = 52;
        a.height += a.legend_h + 8;
    }
    place_key(&a, p);
    return a;
}
