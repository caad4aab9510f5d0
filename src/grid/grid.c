/* Geometry of the grid, and the partition into parts. */
#include "grid/grid.h"

#include "base/memory.h"

static int64_t bring_inside(int64_t i, int64_t n, int periodic, int64_t last)
{
    if (periodic)
        return ((i % n) + n) % n;
    return i < 0 ? 0 : i > last ? last : i;
}

double grid_x(const grid *g, int64_t i, field_location location)
{
    const int shifted = location == AT_CELL || location == AT_FACE_Y;
    i = bring_inside(i, g->nx, g->periodic_x, shifted ? g->nx - 1 : g->nx);
    return g->x0 + ((double)i + (shifted ? 0.5 : 0.0)) * g->dx;
}

double grid_y(const grid *g, int64_t j, field_location location)
{
    const int shifted = location == AT_CELL || location == AT_FACE_X;
    j = bring_inside(j, g->ny, g->periodic_y, shifted ? g->ny - 1 : g->ny);
    return g->y0 + ((double)j + (shifted ? 0.5 : 0.0)) * g->dy;
}

int grid_inside(const grid *g, int64_t *i, int64_t *j)
{
    if (g->periodic_x)
        *i = bring_inside(*i, g->nx, 1, 0);
    if (g->periodic_y)
        *j = bring_inside(*j, g->ny, 1, 0);
    return *i >= 0 && *i < g->nx && *j >= 0 && *j < g->ny;
}

static int64_t tiles(int64_t cells, int tile)
{
    return (cells + tile - 1) / tile;
}

/* Cells before the cut number k of n. */
static int64_t cut(int64_t cells, int tile, int k, int n)
{
    const int64_t c = tiles(cells, tile) * k / n * tile;
    return c < cells ? c : cells;
}

/* Narrowest part of a direction that is cut, or closed to a ring; otherwise no part has neighbours. */
static int64_t narrowest(int64_t cells, int tile, int parts, int periodic)
{
    int64_t least = INT64_MAX;
    for (int k = 0; k < parts && (parts > 1 || periodic); ++k) {
        const int64_t width = cut(cells, tile, k + 1, parts) - cut(cells, tile, k, parts);
        least = width < least ? width : least;
    }
    return least;
}

static spate_status check_direction(spate_context *ctx, char axis, int64_t cells, int tile,
                                    int parts, int periodic, int halo)
{
    if (parts > tiles(cells, tile))
        return spate_fail(
            ctx, SPATE_ERROR_ARGUMENT,
            "parts_%c is %d, but %lld cells along %c make only %lld tiles of %d: use at "
            "most that many parts",
            axis, parts, (long long)cells, axis, (long long)tiles(cells, tile), tile);
    const int64_t width = narrowest(cells, tile, parts, periodic);
    if (width < halo)
        return spate_fail(
            ctx, SPATE_ERROR_ARGUMENT,
            "parts_%c is %d, which makes a part %lld cells wide along %c; a part with "
            "neighbours needs at least %d: use fewer parts or a larger grid",
            axis, parts, (long long)width, axis, halo);
    return SPATE_OK;
}

static int fits(int64_t cells, int tile, int parts, int periodic, int halo)
{
    return parts <= tiles(cells, tile) && narrowest(cells, tile, parts, periodic) >= halo;
}

/* As many cuts along y as there is room for, the rest along x. */
static void cut_into(const grid *g, int parts, int halo, int *px, int *py)
{
    for (*py = parts; *py > 1; --*py)
        if (parts % *py == 0 && fits(g->ny, SPATE_TILE_Y, *py, g->periodic_y, halo))
            break;
    *px = parts / *py;
}

void partition_choose(const grid *g, int ranks, int per_rank, int halo, int *px, int *py)
{
    for (int each = per_rank; each > 0; --each) {
        cut_into(g, ranks * each, halo, px, py);
        if (fits(g->nx, SPATE_TILE_X, *px, g->periodic_x, halo))
            return;
    }
}

spate_status partition_create(spate_context *ctx, const grid *g, int px, int py, int ranks,
                              int halo, partition *p)
{
    if (px < 0 || py < 0 || (px == 0) != (py == 0))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "parts_x is %d and parts_y is %d: give both, at least 1, or 0 for both",
                          px, py);
    if (px == 0)
        partition_choose(g, ranks, 1, halo, &px, &py);
    SPATE_TRY(check_direction(ctx, 'x', g->nx, SPATE_TILE_X, px, g->periodic_x, halo));
    SPATE_TRY(check_direction(ctx, 'y', g->ny, SPATE_TILE_Y, py, g->periodic_y, halo));
    if ((int64_t)px * py < ranks)
        return spate_fail(
            ctx, SPATE_ERROR_ARGUMENT,
            "parts_x x parts_y is %d x %d, fewer than the %d ranks: use fewer ranks or "
            "more parts",
            px, py, ranks);
    *p = (partition){.px = px, .py = py, .ranks = ranks};
    return SPATE_OK;
}

box partition_box(const partition *p, const grid *g, int part)
{
    const int kx = part % p->px, ky = part / p->px;
    const int64_t i0 = cut(g->nx, SPATE_TILE_X, kx, p->px),
                  j0 = cut(g->ny, SPATE_TILE_Y, ky, p->py);
    return (box){.i0 = i0,
                 .j0 = j0,
                 .nx = (int)(cut(g->nx, SPATE_TILE_X, kx + 1, p->px) - i0),
                 .ny = (int)(cut(g->ny, SPATE_TILE_Y, ky + 1, p->py) - j0)};
}

int partition_first(const partition *p, int rank)
{
    const int64_t parts = (int64_t)p->px * p->py;
    return (int)((parts * rank + p->ranks - 1) / p->ranks);
}

int partition_owner(const partition *p, int part)
{
    return (int)((int64_t)part * p->ranks / ((int64_t)p->px * p->py));
}

int partition_neighbour(const partition *p, const grid *g, int part, int di, int dj)
{
    int kx = part % p->px + di, ky = part / p->px + dj;
    if (g->periodic_x)
        kx = (kx + p->px) % p->px;
    if (g->periodic_y)
        ky = (ky + p->py) % p->py;
    return kx < 0 || kx >= p->px || ky < 0 || ky >= p->py ? -1 : ky * p->px + kx;
}


part_shape part_shape_of(const partition *p, const grid *g, int part, int halo, int value_bytes)
{
    const box b = partition_box(p, g, part);
    const size_t lead = (size_t)(SPATE_ALIGNMENT / value_bytes);
    const size_t values = lead + (size_t)(b.nx + halo + 1);
    return (part_shape){
        .nx = b.nx,
        .ny = b.ny,
        .halo = halo,
        .real_bytes = value_bytes,
        .pitch = (ptrdiff_t)(memory_pitch(values * (size_t)value_bytes) / (size_t)value_bytes),
        .tiles_x = (int)tiles(b.nx, SPATE_TILE_X),
        .tiles_y = (int)tiles(b.ny, SPATE_TILE_Y),
        .linked = {partition_neighbour(p, g, part, -1, 0) >= 0,
                   partition_neighbour(p, g, part, 1, 0) >= 0,
                   partition_neighbour(p, g, part, 0, -1) >= 0,
                   partition_neighbour(p, g, part, 0, 1) >= 0},
    };
}
