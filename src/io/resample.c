/* Resampling where cells and pixels have the same axes: pixels that coincide with cells are copied,
 * larger cells get area-weighted means, smaller cells bilinear values. Reads the raster by rows,
 * only the part for the box. */
#include "io/resample.h"

#include <stdlib.h>

/* Positions of the cell edges among the pixels, along one axis. */
typedef struct axis {
    double *edges; /* cells + 1, in pixels from the west or south side */
    long long cells, pixels;
    long long first,
        last;  /* pixels [first, last) that the cells touch, with a neighbour each side */
    int whole; /* cells are pixels */
} axis;

static long long clipped(double p, long long most)
{
    return (long long)fmin(fmax(p, 0), (double)most);
}

static double edge_at(double from, double cell, long long n, double pixel_from, double pixel)
{
    return pixel_round((from + (double)n * cell - pixel_from) / pixel);
}

static int axis_make(axis *a, double from, double cell, double pixel_from, double pixel)
{
    a->edges = malloc(((size_t)a->cells + 1) * sizeof *a->edges);
    if (!a->edges)
        return 0;
    const double first = edge_at(from, cell, 0, pixel_from, pixel);
    a->whole = fabs(first) < 1e15; /* larger numbers must not be converted to integers */
    for (long long n = 0; n <= a->cells; ++n) {
        a->edges[n] = edge_at(from, cell, n, pixel_from, pixel);
        const double expected = rint(first) + (double)n;
        a->whole &= !(a->edges[n] < expected || a->edges[n] > expected);
    }
    a->first = clipped(floor(first) - 1, a->pixels);
    a->last = clipped(ceil(a->edges[a->cells]) + 1, a->pixels);
    return 1;
}

typedef struct job {
    spate_context *ctx;
    const pixel_source *from;
    axis x, y;
    int nearest, coarser;
    double *values;
} job;

static double overlap(double low, double high, double pixel)
{
    return fmin(high, pixel + 1) - fmax(low, pixel);
}

/* Mean over the cell, weighted by area; NaN where more than half of it has no data. Sums
 * differences from the first value, so that a level surface stays exactly level. */
static double area_mean(const job *g, const pixel_window *w, long long i, long long j)
{
    const double x0 = g->x.edges[i], x1 = g->x.edges[i + 1];
    const double y0 = g->y.edges[j], y1 = g->y.edges[j + 1];
    const long long k0 = clipped(floor(x0), g->x.pixels), k1 = clipped(ceil(x1), g->x.pixels);
    const long long l0 = clipped(floor(y0), g->y.pixels), l1 = clipped(ceil(y1), g->y.pixels);
    double base = NAN, sum = 0, area = 0;
    for (long long l = l0; l < l1; ++l) {
        const double height = overlap(y0, y1, (double)l);
        const double *row = w->values + (l - w->j0) * w->nx - w->i0;
        for (long long k = k0; k < k1; ++k) {
            if (isnan(row[k]))
                continue;
            if (isnan(base))
                base = row[k];
            const double weight = height * overlap(x0, x1, (double)k);
            sum += weight * (row[k] - base);
            area += weight;
        }
    }
    const double half = 0.5 * (1 - 1e-12) * (x1 - x0) * (y1 - y0);
    return area > 0 && area >= half ? base + sum / area : NAN;
}

static double cell_value(const job *g, const pixel_window *w, long long i, long long j)
{
    if (!g->nearest && g->coarser)
        return area_mean(g, w, i, j);
    const double x = 0.5 * (g->x.edges[i] + g->x.edges[i + 1]);
    const double y = 0.5 * (g->y.edges[j] + g->y.edges[j + 1]);
    if (!(x >= 0 && y >= 0 && x < (double)g->x.pixels && y < (double)g->y.pixels))
        return NAN;
    return g->nearest ? pixel_at(w, (long long)floor(x), (long long)floor(y))
                      : pixel_bilinear(w, x, y);
}

static void fill_rows(const job *g, const pixel_window *w, long long j0, long long j1)
{
#pragma omp parallel for schedule(static)
    for (long long j = j0; j < j1; ++j)
        for (long long i = 0; i < g->x.cells; ++i)
            g->values[j * g->x.cells + i] = cell_value(g, w, i, j);
}

static void fill_with_nan(double *values, long long count)
{
    for (long long n = 0; n < count; ++n)
        values[n] = NAN;
}

static long long row_first(const job *g, long long j)
{
    return clipped(floor(g->y.edges[j]) - 1, g->y.pixels);
}

static long long row_last(const job *g, long long j)
{
    return clipped(ceil(g->y.edges[j + 1]) + 1, g->y.pixels);
}

static spate_status resample_rows(const job *g)
{
    double *window = NULL;
    size_t room = 0;
    spate_status status = SPATE_OK;
    const long long width = g->x.last - g->x.first;
    for (long long j0 = 0, j1; j0 < g->y.cells && status == SPATE_OK; j0 = j1) {
        const long long l0 = row_first(g, j0);
        j1 = j0 + 1;
        while (j1 < g->y.cells && (row_last(g, j1) - l0) * width <= RESAMPLE_WINDOW)
            ++j1;
        const long long height = row_last(g, j1 - 1) - l0;
        if (height <= 0 || width <= 0) {
            fill_with_nan(g->values + j0 * g->x.cells, (j1 - j0) * g->x.cells);
            continue;
        }
        const size_t needed = (size_t)height * (size_t)width;
        if (needed > room) {
            free(window);
            window = malloc(needed * sizeof *window);
            room = needed;
        }
        if (!window) {
            status = fail_memory(g->ctx, "%lld x %lld pixels of a raster do not fit into memory",
                                 width, height);
            break;
        }
        status = g->from->window(g->from->user, g->x.first, l0, width, height, window, width);
        if (status == SPATE_OK)
            fill_rows(g, &(pixel_window){g->x.first, l0, width, height, window}, j0, j1);
    }
    free(window);
    return status;
}

/* Cells are pixels: read directly into the result. */
static spate_status copy_pixels(const job *g)
{
    const long long west = (long long)g->x.edges[0], south = (long long)g->y.edges[0];
    const long long i0 = clipped((double)west, g->x.pixels);
    const long long i1 = clipped((double)(west + g->x.cells), g->x.pixels);
    const long long j0 = clipped((double)south, g->y.pixels);
    const long long j1 = clipped((double)(south + g->y.cells), g->y.pixels);
    if (i1 - i0 < g->x.cells || j1 - j0 < g->y.cells)
        fill_with_nan(g->values, g->x.cells * g->y.cells);
    if (i1 <= i0 || j1 <= j0)
        return SPATE_OK;
    double *to = g->values + (j0 - south) * g->x.cells + (i0 - west);
    return g->from->window(g->from->user, i0, j0, i1 - i0, j1 - j0, to, g->x.cells);
}

void resample_window(const pixel_source *from, const raster_grid *grid, pixel_window *out)
{
    const double west = edge_at(grid->x0, grid->dx, 0, from->x0, from->dx);
    const double east = edge_at(grid->x0, grid->dx, grid->nx, from->x0, from->dx);
    const double south = edge_at(grid->y0, grid->dy, 0, from->y0, from->dy);
    const double north = edge_at(grid->y0, grid->dy, grid->ny, from->y0, from->dy);
    *out = (pixel_window){.i0 = clipped(floor(west) - 1, from->nx),
                          .j0 = clipped(floor(south) - 1, from->ny)};
    out->nx = clipped(ceil(east) + 1, from->nx) - out->i0;
    out->ny = clipped(ceil(north) + 1, from->ny) - out->j0;
}

spate_status resample_aligned(spate_context *ctx, const pixel_source *from, const raster_grid *grid,
                              resampling method, double *values)
{
    job g = {.ctx = ctx,
             .from = from,
             .x = {.cells = grid->nx, .pixels = from->nx},
             .y = {.cells = grid->ny, .pixels = from->ny},
             .nearest = method == RESAMPLE_NEAREST,
             .coarser = grid->dx * grid->dy >= from->dx * from->dy * (1 - 1e-9),
             .values = values};
    spate_status status = SPATE_OK;
    if (!axis_make(&g.x, grid->x0, grid->dx, from->x0, from->dx) ||
        !axis_make(&g.y, grid->y0, grid->dy, from->y0, from->dy))
        status = fail_memory(ctx, "no memory to resample a raster");
    else
        status = g.x.whole && g.y.whole ? copy_pixels(&g) : resample_rows(&g);
    free(g.x.edges);
    free(g.y.edges);
    return status;
}
