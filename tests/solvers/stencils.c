#include "stencils.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

const char *const stencil_names[STENCIL_KINDS] = {"Helmholtz", "Dirichlet",  "Neumann",
                                                  "random",    "both signs", "islands"};

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

/* f32 holds it exactly. */
static double rounded(double v)
{
    return (double)(float)v;
}

/* ---- matrices ---- */

/* The size of a coupling between unknowns o and n. */
static double coupling(stencil_kind kind, double ratio, const double *depth, size_t o, size_t n)
{
    switch (kind) {
    case STENCIL_HELMHOLTZ: return -ratio * ratio;
    case STENCIL_RANDOM: return -draw_size(1e-3, 1);
    case STENCIL_SIGNS: return draw_between(-1, 1);
    case STENCIL_ISLANDS:
        return depth[o] > 0 && depth[n] > 0 ? -ratio * ratio * (depth[o] + depth[n]) / 2 : 0;
    default: return -1;
    }
}

/* Dry islands, shallow water, and a deep channel. */
static double *make_depths(const stencil *s)
{
    double *depth = malloc(sizeof *depth * count_of(s));
    for (int j = 0; j < s->ny && depth; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const double wave = sin(0.37 * i) * cos(0.23 * j);
            depth[(size_t)j * (size_t)s->nx + (size_t)i] = wave > 0.6    ? 0
                                                           : wave > 0    ? 1e-6
                                                           : wave > -0.5 ? 1e-2
                                                                         : 1;
        }
    return depth;
}

static void add_coupling(stencil *s, double *field, size_t o, size_t n, double value, double *sums)
{
    field[o] = rounded(value);
    sums[o] += fabs(field[o]);
    sums[n] += fabs(field[o]);
    (void)s;
}

static void fill_couplings(stencil *s, stencil_kind kind, double ratio, const double *depth,
                           double *sums)
{
    const size_t nx = (size_t)s->nx;
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const size_t o = (size_t)j * nx + (size_t)i;
            const int e = i + 1 < s->nx, n = j + 1 < s->ny, w = i > 0;
            if (e)
                add_coupling(s, s->east, o, o + 1, coupling(kind, ratio, depth, o, o + 1), sums);
            if (n)
                add_coupling(s, s->north, o, o + nx, coupling(kind, ratio, depth, o, o + nx), sums);
            if (s->points == 9 && e && n)
                add_coupling(s, s->north_east, o, o + nx + 1,
                             coupling(kind, ratio, depth, o, o + nx + 1) / 4, sums);
            if (s->points == 9 && w && n)
                add_coupling(s, s->north_west, o, o + nx - 1,
                             coupling(kind, ratio, depth, o, o + nx - 1) / 4, sums);
        }
}

/* The part of the centre beyond the sum of the couplings. */
static double excess(const stencil *s, stencil_kind kind, size_t o)
{
    const int nx = s->nx, i = (int)(o % (size_t)nx), j = (int)(o / (size_t)nx);
    const int edges = (i == 0) + (i == nx - 1) + (j == 0) + (j == s->ny - 1);
    switch (kind) {
    case STENCIL_NEUMANN: return 0;
    case STENCIL_DIRICHLET: return edges;
    case STENCIL_RANDOM:
    case STENCIL_SIGNS: return draw_size(1e-3, 1);
    default: return 1;
    }
}

int stencil_make(stencil *s, stencil_kind kind, int nx, int ny, int points, double ratio)
{
    *s = (stencil){.nx = nx, .ny = ny, .points = points};
    const size_t count = count_of(s);
    double *block = calloc(8 * count, sizeof *block), *depth = make_depths(s);
    if (!block || !depth) {
        free(block);
        free(depth);
        return 0;
    }
    s->centre = block;
    s->east = block + count;
    s->north = block + 2 * count;
    s->north_east = block + 3 * count;
    s->north_west = block + 4 * count;
    s->b = block + 5 * count;
    s->x = block + 6 * count;
    double *sums = block + 7 * count;
    fill_couplings(s, kind, ratio, depth, sums);
    for (size_t o = 0; o < count; ++o)
        s->centre[o] = rounded(sums[o] + excess(s, kind, o));
    free(depth);
    return 1;
}

void stencil_free(stencil *s)
{
    free(s->centre);
    *s = (stencil){0};
}

/* ---- products ---- */

static void add_pair(const double *field, size_t o, size_t n, const double *v, long double *y)
{
    y[o] += (long double)field[o] * v[n];
    y[n] += (long double)field[o] * v[o];
}

void stencil_apply(const stencil *s, const double *v, long double *y)
{
    const size_t nx = (size_t)s->nx;
    for (size_t o = 0; o < count_of(s); ++o)
        y[o] = (long double)s->centre[o] * v[o];
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const size_t o = (size_t)j * nx + (size_t)i;
            if (i + 1 < s->nx)
                add_pair(s->east, o, o + 1, v, y);
            if (j + 1 < s->ny)
                add_pair(s->north, o, o + nx, v, y);
            if (i + 1 < s->nx && j + 1 < s->ny)
                add_pair(s->north_east, o, o + nx + 1, v, y);
            if (i > 0 && j + 1 < s->ny)
                add_pair(s->north_west, o, o + nx - 1, v, y);
        }
}

void stencil_manufacture(stencil *s, double *exact)
{
    long double *y = malloc(sizeof *y * count_of(s));
    if (!y)
        abort();
    for (size_t o = 0; o < count_of(s); ++o)
        s->x[o] = rounded(draw_between(-1, 1));
    stencil_apply(s, s->x, y);
    for (size_t o = 0; o < count_of(s); ++o)
        s->b[o] = rounded((double)y[o]);
    if (exact)
        memcpy(exact, s->x, sizeof *exact * count_of(s));
    free(y);
}

double stencil_residual(const stencil *s)
{
    long double *y = malloc(sizeof *y * count_of(s)), sum = 0;
    if (!y)
        abort();
    stencil_apply(s, s->x, y);
    for (size_t o = 0; o < count_of(s); ++o)
        sum += (s->b[o] - y[o]) * (s->b[o] - y[o]);
    free(y);
    return (double)sqrtl(sum);
}

double stencil_length(const stencil *s, const double *v)
{
    long double sum = 0;
    for (size_t o = 0; o < count_of(s); ++o)
        sum += (long double)v[o] * v[o];
    return (double)sqrtl(sum);
}

double stencil_norm(const stencil *s)
{
    stencil sizes = *s;
    const size_t count = count_of(s);
    double *block = calloc(6 * count, sizeof *block), most = 0;
    long double *y = malloc(sizeof *y * count);
    if (!block || !y)
        abort();
    for (size_t o = 0; o < 5 * count; ++o)
        block[o] = fabs(s->centre[o]);
    for (size_t o = 0; o < count; ++o)
        block[5 * count + o] = 1;
    sizes.centre = block;
    sizes.east = block + count;
    sizes.north = block + 2 * count;
    sizes.north_east = block + 3 * count;
    sizes.north_west = block + 4 * count;
    stencil_apply(&sizes, block + 5 * count, y);
    for (size_t o = 0; o < count; ++o)
        most = fmax(most, (double)y[o]);
    free(block);
    free(y);
    return most;
}

double stencil_growth(const stencil *s)
{
    double least = INFINITY, most = 0;
    for (size_t o = 0; o < count_of(s); ++o) {
        least = fmin(least, s->centre[o]);
        most = fmax(most, s->centre[o]);
    }
    return sqrt(most / least);
}

double stencil_drift(const stencil *s, int precision, int iterations, double growth)
{
    const double unit = precision == 32 ? 0x1p-24 : 0x1p-53;
    return (iterations + 1) * unit * stencil_norm(s) * stencil_length(s, s->x) * growth *
           (2 * s->points + 10);
}
