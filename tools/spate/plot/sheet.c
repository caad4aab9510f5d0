/* Sampling. */
#include "sheet.h"

#include <math.h>
#include <stdlib.h>

#include "hillshade.h"

/* The cells under pixel k of n: [*from, *to), at least one. */
static void cells_under(int k, int n, long long cells, long long *from, long long *to)
{
    *from = (long long)((double)k * (double)cells / n + 1e-9);
    *to = (long long)((double)(k + 1) * (double)cells / n + 1e-9);
    if (cells <= n) { /* the cell of the middle */
        *from = (long long)((k + 0.5) * (double)cells / n);
        *to = *from + 1;
    }
    *to = *to > cells ? cells : *to;
    *from = *from >= *to ? *to - 1 : *from;
}

static void middle_only(long long *from, long long *to)
{
    *from = (*from + *to) / 2 < *to ? (*from + *to) / 2 : *from;
    *to = *from + 1;
}

sheet sheet_sample(const raster_grid *grid, const double *values, int columns, int rows,
                   int nearest)
{
    const size_t count = (size_t)columns * (size_t)rows;
    sheet s = {.columns = columns, .rows = rows};
    s.value = malloc(count * sizeof *s.value);
    s.share = malloc(count * sizeof *s.share);
    for (int y = 0; s.value && s.share && y < rows; ++y) {
        long long j0, j1;
        cells_under(rows - 1 - y, rows, grid->ny, &j0, &j1);
        if (nearest)
            middle_only(&j0, &j1);
        for (int x = 0; x < columns; ++x) {
            long long i0, i1;
            cells_under(x, columns, grid->nx, &i0, &i1);
            if (nearest)
                middle_only(&i0, &i1);
            double sum = 0;
            long long found = 0;
            for (long long j = j0; j < j1; ++j)
                for (long long i = i0; i < i1; ++i) {
                    const double v = values[j * grid->nx + i];
                    if (isfinite(v)) {
                        sum += v;
                        ++found;
                    }
                }
            const size_t k = (size_t)y * (size_t)columns + (size_t)x;
            s.value[k] = found ? sum / (double)found : NAN;
            s.share[k] = (float)((double)found / (double)((i1 - i0) * (j1 - j0)));
        }
    }
    return s;
}

void sheet_free(sheet *s)
{
    free(s->value);
    free(s->share);
    s->value = NULL;
    s->share = NULL;
}

/* ---- light ---- */

static float *light_of(const relief *r)
{
    const double stretch = hillshade_stretch(r);
    float *light = malloc((size_t)r->nx * (size_t)r->ny * sizeof *light);
    for (int j = 0; light && j < r->ny; ++j)
        for (int i = 0; i < r->nx; ++i) {
            const size_t k = (size_t)j * (size_t)r->nx + (size_t)i;
            light[k] = isnan(r->z[k]) ? NAN : (float)hillshade_at(r, i, j, stretch);
        }
    return light;
}

/* Bilinear between the centres of cells, which hides the cells; a cell without light
 * stays without. */
static float between(const float *light, long long nx, long long ny, double x, double y)
{
    const long long i = (long long)fmin(x, (double)nx - 1), j = (long long)fmin(y, (double)ny - 1);
    const float own = light[j * nx + i];
    if (isnan(own))
        return own;
    const double fx = fmin(fmax(x - 0.5, 0), (double)nx - 1);
    const double fy = fmin(fmax(y - 0.5, 0), (double)ny - 1);
    const long long i0 = (long long)fx, j0 = (long long)fy;
    double sum = 0;
    for (int n = 0; n < 4; ++n) {
        const long long ii = i0 + n % 2, jj = j0 + n / 2;
        const double wx = n % 2 ? fx - (double)i0 : 1 - (fx - (double)i0);
        const double wy = n / 2 ? fy - (double)j0 : 1 - (fy - (double)j0);
        if (wx * wy == 0)
            continue;
        const float corner = light[jj * nx + ii];
        sum += wx * wy * (double)(isnan(corner) ? own : corner);
    }
    return (float)sum;
}

static float *zoomed(float *light, const raster_grid *grid, int columns, int rows)
{
    float *out = light ? malloc((size_t)columns * (size_t)rows * sizeof *out) : NULL;
    for (int y = 0; out && y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            out[(size_t)y * (size_t)columns + (size_t)x] =
                between(light, grid->nx, grid->ny, (x + 0.5) * (double)grid->nx / columns,
                        (rows - y - 0.5) * (double)grid->ny / rows);
    free(light);
    return out;
}

/* Pixels larger than cells: the relief of their mean heights. Rows of a sheet run southwards: dy <
 * 0. */
static float *light_of_means(const raster_grid *grid, const double *bed, int columns, int rows)
{
    sheet s = sheet_sample(grid, bed, columns, rows, 0);
    const double dx = grid->dx * (double)grid->nx / columns;
    const double dy = grid->dy * (double)grid->ny / rows;
    float *light = NULL;
    if (s.value && s.share) {
        const relief r = {.nx = columns, .ny = rows, .dx = dx, .dy = -dy, .z = s.value};
        light = light_of(&r);
    }
    sheet_free(&s);
    return light;
}

float *sheet_light(const raster_grid *grid, const double *bed, int columns, int rows)
{
    if (grid->nx > columns || grid->ny > rows)
        return light_of_means(grid, bed, columns, rows);
    const relief r = {
        .nx = (int)grid->nx, .ny = (int)grid->ny, .dx = grid->dx, .dy = grid->dy, .z = bed};
    return zoomed(light_of(&r), grid, columns, rows);
}
