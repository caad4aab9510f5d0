/* Geometry of the grid, and the partition into parts. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "grid/grid.h"

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

/* Cells before the cut number k of n: of `cuts`, or where parts are equal. */
static int64_t cut(const int64_t *cuts, int64_t cells, int tile, int k, int n)
{
    if (cuts)
        return cuts[k];
    const int64_t c = tiles(cells, tile) * k / n * tile;
    return c < cells ? c : cells;
}

/* Width of the narrowest part in a direction that is cut or periodic. Other directions have no
 * neighbours. */
static int64_t narrowest(const int64_t *cuts, int64_t cells, int tile, int parts, int periodic)
{
    int64_t least = INT64_MAX;
    for (int k = 0; k < parts && (parts > 1 || periodic); ++k) {
        const int64_t width =
            cut(cuts, cells, tile, k + 1, parts) - cut(cuts, cells, tile, k, parts);
        least = width < least ? width : least;
    }
    return least;
}

static spate_status check_direction(spate_context *ctx, char axis, const int64_t *cuts,
                                    int64_t cells, int tile, int parts, int periodic, int halo)
{
    if (parts > tiles(cells, tile))
        return fail_argument(
            ctx,
            "parts_%c is %d, but %lld cells along %c make only %lld tiles of %d: use "
            "at most that many parts",
            axis, parts, (long long)cells, axis, (long long)tiles(cells, tile), tile);
    const int64_t width = narrowest(cuts, cells, tile, parts, periodic);
    if (width < halo)
        return fail_argument(
            ctx,
            "parts_%c is %d, which makes a part %lld cells wide along %c; a part "
            "with neighbours needs at least %d: use fewer parts%s or a larger grid",
            axis, parts, (long long)width, axis, halo, cuts ? ", more equal part_weights" : "");
    return SPATE_OK;
}

static int fits(int64_t cells, int tile, int parts, int periodic, int halo)
{
    return parts <= tiles(cells, tile) && narrowest(NULL, cells, tile, parts, periodic) >= halo;
}

/* As many cuts along y as possible, the rest along x. */
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
        return fail_argument(
            ctx, "parts_x is %d and parts_y is %d: give both, at least 1, or 0 for both", px, py);
    if (px == 0)
        partition_choose(g, ranks, 1, halo, &px, &py);
    SPATE_TRY(check_direction(ctx, 'x', NULL, g->nx, SPATE_TILE_X, px, g->periodic_x, halo));
    SPATE_TRY(check_direction(ctx, 'y', NULL, g->ny, SPATE_TILE_Y, py, g->periodic_y, halo));
    if ((int64_t)px * py < ranks)
        return fail_argument(
            ctx,
            "parts_x x parts_y is %d x %d, fewer than the %d ranks: use fewer ranks or more parts",
            px, py, ranks);
    *p = (partition){.px = px, .py = py, .ranks = ranks};
    return SPATE_OK;
}

/* The cuts of one direction according to weights. */
static spate_status weighted_cuts(spate_context *ctx, char axis, int64_t cells, int tile, int parts,
                                  const double *weights, int64_t *cuts)
{
    const double slack = 1e-6; /* of a tile: 0.3 and 0.1 cut 8 tiles at 6 in spite of rounding */
    double largest = 0, total = 0, before = 0;
    for (int k = 0; k < parts; ++k)
        largest = fmax(largest, weights[k]);
    for (int k = 0; k < parts; ++k) /* equal ones count 1 each, exactly */
        total += weights[k] / largest;
    for (int k = 0; k < parts; ++k) {
        cuts[k] = (int64_t)((double)tiles(cells, tile) * (before / total) + slack) * tile;
        before += weights[k] / largest;
    }
    cuts[parts] = cells;
    for (int k = 0; k < parts; ++k)
        if (cuts[k + 1] <= cuts[k])
            return fail_argument(
                ctx,
                "part_weights are too unequal: the %s of parts number %d of %d gets none of the "
                "%lld tiles of %d cells along %c; give it more weight, or use fewer parts",
                axis == 'x' ? "column" : "row", k + 1, parts, (long long)tiles(cells, tile), tile,
                axis);
    return SPATE_OK;
}

spate_status partition_set_weights(spate_context *ctx, const grid *g, const double *columns,
                                   const double *rows, int halo, partition *p)
{
    for (int y = 0; y < 2; ++y) {
        const double *weights = y ? rows : columns;
        const int64_t cells = y ? g->ny : g->nx;
        const int tile = y ? SPATE_TILE_Y : SPATE_TILE_X, parts = y ? p->py : p->px;
        int64_t **cuts = y ? &p->cuts_y : &p->cuts_x;
        if (!weights)
            continue;
        if (!*cuts)
            *cuts = malloc(((size_t)parts + 1) * sizeof **cuts);
        if (!*cuts)
            return fail_memory(ctx, "no memory for %d cuts of the grid", parts);
        SPATE_TRY(weighted_cuts(ctx, y ? 'y' : 'x', cells, tile, parts, weights, *cuts));
        SPATE_TRY(check_direction(ctx, y ? 'y' : 'x', *cuts, cells, tile, parts,
                                  y ? g->periodic_y : g->periodic_x, halo));
    }
    return SPATE_OK;
}

void partition_free(partition *p)
{
    free(p->cuts_x);
    free(p->cuts_y);
    p->cuts_x = p->cuts_y = NULL;
}

box partition_box(const partition *p, const grid *g, int part)
{
    const int kx = part % p->px, ky = part / p->px;
    const int64_t i0 = cut(p->cuts_x, g->nx, SPATE_TILE_X, kx, p->px),
                  j0 = cut(p->cuts_y, g->ny, SPATE_TILE_Y, ky, p->py);
    return (box){.i0 = i0,
                 .j0 = j0,
                 .nx = (int)(cut(p->cuts_x, g->nx, SPATE_TILE_X, kx + 1, p->px) - i0),
                 .ny = (int)(cut(p->cuts_y, g->ny, SPATE_TILE_Y, ky + 1, p->py) - j0)};
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

part_shape part_shape_of_box(const grid *g, box b, int halo, int value_bytes)
{
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
        .linked = {b.i0 > 0, b.i0 + b.nx<g->nx, b.j0> 0, b.j0 + b.ny < g->ny},
    };
}

part_shape part_shape_of(const partition *p, const grid *g, int part, int halo, int value_bytes)
{
    part_shape s = part_shape_of_box(g, partition_box(p, g, part), halo, value_bytes);
    s.linked[0] = partition_neighbour(p, g, part, -1, 0) >= 0;
    s.linked[1] = partition_neighbour(p, g, part, 1, 0) >= 0;
    s.linked[2] = partition_neighbour(p, g, part, 0, -1) >= 0;
    s.linked[3] = partition_neighbour(p, g, part, 0, 1) >= 0;
    return s;
}
