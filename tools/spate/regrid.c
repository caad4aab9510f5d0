/* Weights of a cell are products of overlaps along x and along y. */
#include "regrid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int grids_agree(const raster_grid *a, const raster_grid *b)
{
    const double close = 1e-3 * a->dx;
    return a->nx == b->nx && a->ny == b->ny && fabs(a->x0 - b->x0) < close &&
           fabs(a->y0 - b->y0) < close && fabs(a->dx - b->dx) * (double)a->nx < close &&
           fabs(a->dy - b->dy) * (double)a->ny < close;
}

/* Cells [first, last) of a line of cells that lie below [from, to); their number is that of the
 * line at most. */
typedef struct span {
    long long first, last;
} span;

static span span_below(double from, double to, double origin, double size, long long count)
{
    const double low = floor((from - origin) / size + 1e-9);
    const double high = ceil((to - origin) / size - 1e-9);
    const double most = (double)count;
    return (span){.first = (long long)fmin(fmax(low, 0), most),
                  .last = (long long)fmin(fmax(high, 0), most)};
}

static double overlap(double from, double to, double origin, double size, long long k)
{
    const double low = origin + (double)k * size;
    return fmax(fmin(to, low + size) - fmax(from, low), 0);
}

static double mean_below(const field *f, double x, double y, const raster_grid *to)
{
    const raster_grid *g = &f->grid;
    const span columns = span_below(x, x + to->dx, g->x0, g->dx, g->nx);
    const span rows = span_below(y, y + to->dy, g->y0, g->dy, g->ny);
    double sum = 0, area = 0;
    for (long long j = rows.first; j < rows.last; ++j) {
        const double high = overlap(y, y + to->dy, g->y0, g->dy, j);
        for (long long i = columns.first; i < columns.last; ++i) {
            const double weight = high * overlap(x, x + to->dx, g->x0, g->dx, i);
            const double value = f->values[j * g->nx + i];
            if (isfinite(value)) {
                sum += weight * value;
                area += weight;
            }
        }
    }
    return area >= 0.5 * to->dx * to->dy ? sum / area : (double)NAN;
}

spate_status field_regrid(spate_context *ctx, const char *file, const field *f,
                          const raster_grid *to, field *out)
{
    *out = *f;
    out->values = NULL;
    if (*f->crs && to->crs && *to->crs && strcmp(f->crs, to->crs) != 0)
        return fail_data(ctx, "%s is in %s, the other in %s; bring both to one system first", file,
                         f->crs, to->crs);
    out->grid = *to;
    out->grid.crs = out->crs;
    out->values = malloc(field_count(out) * sizeof *out->values);
    if (!out->values)
        return fail_memory(ctx, "%s: not enough memory for %lld x %lld values", file, to->nx,
                           to->ny);
#pragma omp parallel for schedule(static)
    for (long long j = 0; j < to->ny; ++j)
        for (long long i = 0; i < to->nx; ++i)
            out->values[j * to->nx + i] =
                mean_below(f, to->x0 + (double)i * to->dx, to->y0 + (double)j * to->dy, to);
    return SPATE_OK;
}
