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

/* ---- solves ---- */

spate_krylov_options stencil_options(const stencil *s)
{
    spate_krylov_options o;
    spate_krylov_default_options(&o);
    o.nx = s->nx;
    o.ny = s->ny;
    o.points = s->points;
    o.threads = 1;
    o.true_residual = 1;
    o.log = 1;
    o.pitch = s->nx;
    return o;
}

static void *converted(const double *from, size_t count, int precision)
{
    const size_t bytes = precision == 32 ? sizeof(float) : sizeof(double);
    void *to = malloc(bytes * count);
    for (size_t o = 0; o < count && to; ++o)
        if (precision == 32)
            ((float *)to)[o] = (float)from[o];
        else
            ((double *)to)[o] = from[o];
    return to;
}

static void *part_of(const stencil_solver *open, int k, const stencil *s, int n)
{
    spate_krylov_part part;
    if (spate_krylov_get_part(open->k, n, &part) != SPATE_OK)
        abort();
    return (char *)open->block[k] + (size_t)(part.j0 * s->nx + part.i0) *
                                        (open->precision == 32 ? sizeof(float) : sizeof(double));
}

enum { B = 5, X = 6, MOST_PARTS = 64 };

spate_status stencil_open(spate_context *ctx, const spate_krylov_options *o, const stencil *s,
                          stencil_solver *open)
{
    const double *const fields[5] = {s->centre, s->east, s->north, s->north_east, s->north_west};
    spate_krylov_matrix m[MOST_PARTS] = {{0}};
    *open = (stencil_solver){.precision = o->precision};
    spate_status status = spate_krylov_create(ctx, o, &open->k);
    if (status != SPATE_OK)
        return status;
    open->parts = spate_krylov_part_count(open->k);
    if (open->parts > MOST_PARTS)
        abort();
    for (int k = 0; k < 5; ++k)
        open->block[k] = converted(fields[k], count_of(s), o->precision);
    for (int n = 0; n < open->parts; ++n) {
        m[n].centre = part_of(open, 0, s, n);
        m[n].east = part_of(open, 1, s, n);
        m[n].north = part_of(open, 2, s, n);
        m[n].north_east = s->points == 9 ? part_of(open, 3, s, n) : NULL;
        m[n].north_west = s->points == 9 ? part_of(open, 4, s, n) : NULL;
    }
    status = spate_krylov_set_matrix(open->k, m);
    return status == SPATE_OK ? spate_krylov_setup(open->k) : status;
}

static void take_answer(const stencil_solver *open, int n, stencil *s)
{
    spate_krylov_part part;
    if (spate_krylov_get_part(open->k, n, &part) != SPATE_OK)
        abort();
    for (int j = 0; j < part.ny; ++j)
        for (int i = 0; i < part.nx; ++i) {
            const size_t at = (size_t)((part.j0 + j) * s->nx + part.i0 + i);
            s->x[at] = open->precision == 32 ? (double)((const float *)open->block[X])[at]
                                             : ((const double *)open->block[X])[at];
        }
}

spate_status stencil_run(stencil_solver *open, stencil *s)
{
    const void *b[MOST_PARTS];
    void *x[MOST_PARTS];
    free(open->block[B]);
    free(open->block[X]);
    open->block[B] = converted(s->b, count_of(s), open->precision);
    open->block[X] = converted(s->x, count_of(s), open->precision);
    for (int n = 0; n < open->parts; ++n) {
        b[n] = part_of(open, B, s, n);
        x[n] = part_of(open, X, s, n);
    }
    const spate_status status = spate_krylov_solve(open->k, b, x);
    for (int n = 0; n < open->parts; ++n)
        take_answer(open, n, s);
    return status;
}

void stencil_close(stencil_solver *open)
{
    spate_krylov_destroy(open->k);
    for (int k = 0; k < 7; ++k)
        free(open->block[k]);
    *open = (stencil_solver){0};
}

spate_status stencil_solve(spate_context *ctx, const spate_krylov_options *o, stencil *s,
                           spate_krylov_stats *stats)
{
    stencil_solver open;
    spate_status status = stencil_open(ctx, o, s, &open);
    if (status == SPATE_OK)
        status = stencil_run(&open, s);
    if (stats && open.k)
        spate_krylov_get_stats(open.k, stats);
    stencil_close(&open);
    return status;
}
