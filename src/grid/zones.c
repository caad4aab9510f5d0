/* Ghost zones of parts. */
#include "grid/zones.h"

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

box box_common(box a, box b)
{
    const int64_t i0 = larger(a.i0, b.i0), i1 = smaller(a.i0 + a.nx, b.i0 + b.nx);
    const int64_t j0 = larger(a.j0, b.j0), j1 = smaller(a.j0 + a.ny, b.j0 + b.ny);
    return (box){.i0 = i0, .j0 = j0, .nx = (int)larger(i1 - i0, 0), .ny = (int)larger(j1 - j0, 0)};
}

static int whole_tiles(int cells, int tile)
{
    return (cells + tile - 1) / tile * tile;
}

zone_width zones_width(const partition *p, int halo, int rings)
{
    const int cells = (rings - 1) * halo;
    return (zone_width){.x = p->px > 1 ? whole_tiles(cells, SPATE_TILE_X) : 0,
                        .y = p->py > 1 ? whole_tiles(cells, SPATE_TILE_Y) : 0};
}

/* Cells [from[k], from[k + 1]) along one axis: before the part, of the part, behind it. */
static void cut_axis(int64_t first, int cells, int width, int64_t end, int64_t from[4])
{
    from[0] = larger(first - width, 0);
    from[1] = first;
    from[2] = first + cells;
    from[3] = smaller(first + cells + width, end);
}

int zones_of_part(const partition *p, const grid *g, int part, zone_width w, box zones[MOST_ZONES])
{
    const box b = partition_box(p, g, part);
    int64_t x[4], y[4];
    int count = 0;
    cut_axis(b.i0, b.nx, w.x, g->nx, x);
    cut_axis(b.j0, b.ny, w.y, g->ny, y);
    for (int n = 0; n < 9; ++n) {
        const int kx = n % 3, ky = n / 3;
        const box zone = {.i0 = x[kx],
                          .j0 = y[ky],
                          .nx = (int)(x[kx + 1] - x[kx]),
                          .ny = (int)(y[ky + 1] - y[ky])};
        if (n != 4 && zone.nx > 0 && zone.ny > 0)
            zones[count++] = zone;
    }
    return count;
}
