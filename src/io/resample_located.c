/* Resampling of a raster whose axes differ from those of the grid (another CRS, rotated). Positions
 * are computed on a coarse lattice and interpolated: over 16 cells a map projection bends by about
 * 1e-5 of their length. The lattice is fixed in coordinates, not in the box, so that every box gets
 * the same values. */
#include "io/resample.h"

#include <stdlib.h>

enum { STEP = 16 }; /* cells between nodes of the lattice */

typedef struct lattice {
    long long first_i, first_j; /* of the lattice, in cells from the south-west of the box; <= 0 */
    long long nodes_x, nodes_y;
    double *x, *y; /* pixels from the south-west corner of the raster */
} lattice;

typedef struct place {
    double x, y;
} place;

/* The number of a cell counted from the origin of coordinates. The constant keeps cell edges and
 * centres away from the rounding. */
static long long cell_number(double from, double size)
{
    const double n = floor(from / size + 0.3717);
    return fabs(n) < 1e15 ? (long long)n : 0;
}

static long long floor_to_step(long long n)
{
    return n - (n % STEP + STEP) % STEP;
}

static void lattice_free(lattice *l)
{
    free(l->x);
    free(l->y);
}

static spate_status lattice_make(spate_context *ctx, const pixel_source *from,
                                 const raster_grid *grid, lattice *l)
{
    const long long i = cell_number(grid->x0, grid->dx), j = cell_number(grid->y0, grid->dy);
    l->first_i = floor_to_step(i) - i;
    l->first_j = floor_to_step(j) - j;
    l->nodes_x = (grid->nx - l->first_i + STEP - 1) / STEP + 1;
    l->nodes_y = (grid->ny - l->first_j + STEP - 1) / STEP + 1;
    const size_t count = (size_t)l->nodes_x * (size_t)l->nodes_y;
    l->x = malloc(count * sizeof *l->x);
    l->y = malloc(count * sizeof *l->y);
    if (!l->x || !l->y)
        return fail_memory(ctx, "no memory to bring a raster to the grid");
    for (size_t n = 0; n < count; ++n) {
        const long long node_i = (long long)n % l->nodes_x, node_j = (long long)n / l->nodes_x;
        l->x[n] = grid->x0 + (double)(l->first_i + STEP * node_i) * grid->dx;
        l->y[n] = grid->y0 + (double)(l->first_j + STEP * node_j) * grid->dy;
    }
    return from->locate(from->user, count, l->x, l->y);
}

/* The position of (i, j), in cells from the south-west of the box, among the pixels. */
static place locate(const lattice *l, double i, double j)
{
    const double u = (i - (double)l->first_i) / STEP, v = (j - (double)l->first_j) / STEP;
    const double iu = fmin(floor(u), (double)(l->nodes_x - 2));
    const double iv = fmin(floor(v), (double)(l->nodes_y - 2));
    const double fu = u - iu, fv = v - iv;
    const size_t sw = (size_t)iv * (size_t)l->nodes_x + (size_t)iu;
    const size_t nw = sw + (size_t)l->nodes_x;
    const double xs = l->x[sw] + fu * (l->x[sw + 1] - l->x[sw]);
    const double xn = l->x[nw] + fu * (l->x[nw + 1] - l->x[nw]);
    const double ys = l->y[sw] + fu * (l->y[sw + 1] - l->y[sw]);
    const double yn = l->y[nw] + fu * (l->y[nw + 1] - l->y[nw]);
    return (place){pixel_round(xs + fv * (xn - xs)), pixel_round(ys + fv * (yn - ys))};
}

/* ---- one cell ---- */

static int samples(double length) /* along one side of so many pixels */
{
    return (int)fmin(ceil(2 * length) + 2, 1024);
}

/* Mean of the pixels under evenly spread samples: the cell is a parallelogram among the pixels. */
static double sampled_mean(const pixel_window *w, place middle, place along_x, place along_y)
{
    const int nu = samples(hypot(along_x.x, along_x.y)), nv = samples(hypot(along_y.x, along_y.y));
    double base = NAN, sum = 0;
    long valid = 0;
    for (int b = 0; b < nv; ++b) {
        const double v = (b + 0.5) / nv - 0.5;
        for (int a = 0; a < nu; ++a) {
            const double u = (a + 0.5) / nu - 0.5;
            const double x = middle.x + u * along_x.x + v * along_y.x;
            const double y = middle.y + u * along_x.y + v * along_y.y;
            const double value = pixel_at(w, (long long)floor(x), (long long)floor(y));
            if (isnan(value))
                continue;
            if (isnan(base))
                base = value;
            sum += value - base;
            ++valid;
        }
    }
    return valid && 2 * valid >= (long)nu * nv ? base + sum / (double)valid : NAN;
}

static double cell_value(const lattice *l, const pixel_window *w, int nearest, long long i,
                         long long j)
{
    const double ci = (double)i + 0.5, cj = (double)j + 0.5;
    const place c = locate(l, ci, cj);
    if (!(fabs(c.x) < 1e15 && fabs(c.y) < 1e15))
        return NAN;
    if (nearest)
        return pixel_at(w, (long long)floor(c.x), (long long)floor(c.y));
    const place west = locate(l, ci - 0.5, cj), east = locate(l, ci + 0.5, cj);
    const place south = locate(l, ci, cj - 0.5), north = locate(l, ci, cj + 0.5);
    const place along_x = {east.x - west.x, east.y - west.y};
    const place along_y = {north.x - south.x, north.y - south.y};
    const double area = fabs(along_x.x * along_y.y - along_x.y * along_y.x); /* pixels */
    if (!(area < 1e12))
        return NAN;
    return area >= 1 ? sampled_mean(w, c, along_x, along_y) : pixel_bilinear(w, c.x, c.y);
}

/* ---- rows ---- */

/* The pixels under rows [j0, j1): the mapping is bilinear between nodes, so its extremes are at the
 * nodes. */
static pixel_window window_of(const lattice *l, const pixel_source *from, const raster_grid *grid,
                              long long j0, long long j1)
{
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    for (long long j = j0; j <= j1; j = j < j1 && j + STEP > j1 ? j1 : j + STEP) {
        for (long long n = 0; n < l->nodes_x; ++n) {
            const double i = (double)(l->first_i + STEP * n);
            const place p = locate(l, fmin(fmax(i, 0), (double)grid->nx), (double)j);
            x0 = fmin(x0, p.x);
            x1 = fmax(x1, p.x);
            y0 = fmin(y0, p.y);
            y1 = fmax(y1, p.y);
        }
    }
    /* Two more for bilinear neighbours; rows between nodes bend by less. */
    pixel_window w = {.i0 = (long long)fmin(fmax(floor(x0) - 2, 0), (double)from->nx),
                      .j0 = (long long)fmin(fmax(floor(y0) - 2, 0), (double)from->ny)};
    w.nx = (long long)fmin(fmax(ceil(x1) + 2, 0), (double)from->nx) - w.i0;
    w.ny = (long long)fmin(fmax(ceil(y1) + 2, 0), (double)from->ny) - w.j0;
    if (w.nx < 0)
        w.nx = 0;
    if (w.ny < 0)
        w.ny = 0;
    return w;
}

static spate_status fill_rows(spate_context *ctx, const pixel_source *from, const lattice *l,
                              const raster_grid *grid, int nearest, long long j0, long long j1,
                              double *values)
{
    pixel_window w = window_of(l, from, grid, j0, j1);
    double *pixels = malloc((size_t)(w.nx * w.ny + 1) * sizeof *pixels);
    if (!pixels)
        return fail_memory(ctx, "%lld x %lld pixels of a raster do not fit into memory", w.nx,
                           w.ny);
    w.values = pixels;
    spate_status status = SPATE_OK;
    if (w.nx > 0 && w.ny > 0)
        status = from->window(from->user, w.i0, w.j0, w.nx, w.ny, pixels, w.nx);
    if (status == SPATE_OK) {
#pragma omp parallel for schedule(static)
        for (long long j = j0; j < j1; ++j)
            for (long long i = 0; i < grid->nx; ++i)
                values[j * grid->nx + i] = cell_value(l, &w, nearest, i, j);
    }
    free(pixels);
    return status;
}

spate_status resample_located(spate_context *ctx, const pixel_source *from, const raster_grid *grid,
                              resampling method, double *values)
{
    lattice l = {0};
    spate_status status = lattice_make(ctx, from, grid, &l);
    for (long long j0 = 0, j1; status == SPATE_OK && j0 < grid->ny; j0 = j1) {
        j1 = j0 + 4 * STEP;
        if (j1 > grid->ny)
            j1 = grid->ny;
        for (;;) { /* fewer rows where many pixels lie under them */
            const pixel_window w = window_of(&l, from, grid, j0, j1);
            if (w.nx * w.ny <= RESAMPLE_WINDOW || j1 - j0 == 1)
                break;
            j1 = j0 + (j1 - j0) / 2;
        }
        status = fill_rows(ctx, from, &l, grid, method == RESAMPLE_NEAREST, j0, j1, values);
    }
    lattice_free(&l);
    return status;
}
