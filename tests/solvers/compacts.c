/* One line of compact differences: by the library, and by a reference. */
#include "compacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t case_results(const compact_case *c)
{
    if (c->periodic || c->scheme->points == SPATE_COMPACT_SAME)
        return c->n;
    return c->scheme->points == SPATE_COMPACT_TO_HALF ? c->n - 1 : c->n + 1;
}

double case_place(const compact_case *c, int64_t result)
{
    const spate_compact_points p = c->scheme->points;
    return (double)result + (p == SPATE_COMPACT_TO_HALF     ? 0.5
                             : p == SPATE_COMPACT_FROM_HALF ? -0.5
                                                            : 0);
}

static double rounded(const compact_case *c, double v)
{
    return c->precision == 32 ? (double)(float)v : v;
}

/* ---- by the library ---- */

void put_value(void *array, int precision, int64_t k, double v)
{
    if (precision == 32)
        ((float *)array)[k] = (float)v;
    else
        ((double *)array)[k] = v;
}

double get_value(const void *array, int precision, int64_t k)
{
    return precision == 32 ? (double)((const float *)array)[k] : ((const double *)array)[k];
}

spate_status case_apply(spate_context *ctx, const compact_case *c, const double *f, double *g)
{
    const int64_t results = case_results(c);
    spate_compact *handle = NULL;
    spate_compact_options o;
    spate_compact_options_default(&o);
    o.size[0] = c->n;
    o.spacing = c->spacing;
    o.periodic = c->periodic;
    o.precision = c->precision;
    o.threads = 1;
    void *in = calloc((size_t)c->n, sizeof(double)), *out = calloc((size_t)results, sizeof(double));
    for (int64_t i = 0; i < c->n; ++i)
        put_value(in, c->precision, i, f[i]);
    spate_status status = spate_compact_create(ctx, &o, &handle);
    if (status == SPATE_OK)
        status = spate_compact_set_scheme(handle, c->scheme);
    if (status == SPATE_OK)
        status = spate_compact_setup(handle);
    if (status == SPATE_OK)
        status = spate_compact_apply(handle, in, out);
    for (int64_t i = 0; i < results; ++i)
        g[i] = get_value(out, c->precision, i);
    spate_compact_destroy(handle);
    free(in);
    free(out);
    return status;
}

/* ---- by the reference ---- */

typedef long double matrix[CASE_MOST][CASE_MOST];

/* A and B as the public header defines them. */
static void interior_row(const compact_case *c, int64_t n, int64_t i, matrix a, matrix b)
{
    const spate_compact_scheme *s = c->scheme;
    const int64_t left = s->points == SPATE_COMPACT_TO_HALF ? 0 : 1;
    const int64_t right = s->points == SPATE_COMPACT_FROM_HALF ? 0 : 1;
    a[i][(i + n - 1) % n] += s->alpha;
    a[i][(i + 1) % n] += s->alpha;
    if (!s->odd && s->points == SPATE_COMPACT_SAME)
        b[i][i] += s->centre;
    for (int64_t k = 0; k < s->pairs; ++k) {
        b[i][(i + right + k) % c->n] += s->pair[k];
        b[i][(i + c->n - left - k) % c->n] += s->odd ? -s->pair[k] : s->pair[k];
    }
}

static void build(const compact_case *c, matrix a, matrix b)
{
    const spate_compact_scheme *s = c->scheme;
    const int64_t n = case_results(c);
    const int closures = c->periodic ? 0 : s->closures;
    memset(a, 0, sizeof(matrix));
    memset(b, 0, sizeof(matrix));
    for (int64_t i = 0; i < n; ++i) {
        a[i][i] = 1;
        if (i >= closures && i < n - closures)
            interior_row(c, n, i, a, b);
    }
    for (int r = 0; r < closures; ++r) {
        const spate_compact_closure *e = &s->closure[r];
        const int64_t last = n - 1 - r;
        if (r > 0)
            a[r][r - 1] = a[last][last + 1] = e->before;
        a[r][r + 1] = a[last][last - 1] = e->after;
        for (int k = 0; k < e->width; ++k) {
            b[r][k] = e->value[k];
            b[last][c->n - 1 - k] = s->odd ? -e->value[k] : e->value[k];
        }
    }
}

/* a becomes L (below) and U. */
static void eliminate(int64_t n, matrix a)
{
    for (int64_t k = 0; k < n; ++k)
        for (int64_t i = k + 1; i < n; ++i) {
            a[i][k] /= a[k][k];
            for (int64_t j = k + 1; j < n && a[i][k] != 0; ++j)
                a[i][j] -= a[i][k] * a[k][j];
        }
}

static void substitute(int64_t n, matrix lu, long double *x)
{
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < i; ++j)
            x[i] -= lu[i][j] * x[j];
    for (int64_t i = n - 1; i >= 0; --i) {
        for (int64_t j = i + 1; j < n; ++j)
            x[i] -= lu[i][j] * x[j];
        x[i] /= lu[i][i];
    }
}

/* |L| |U| |g|, row by row; ug: workspace. */
static void sizes_of_factors(int64_t n, matrix lu, const long double *g, long double *out)
{
    long double ug[CASE_MOST];
    for (int64_t i = 0; i < n; ++i) {
        ug[i] = 0;
        for (int64_t j = i; j < n; ++j)
            ug[i] += fabsl(lu[i][j] * g[j]);
        out[i] = ug[i];
        for (int64_t j = 0; j < i; ++j)
            out[i] += fabsl(lu[i][j]) * ug[j];
    }
}

typedef struct elimination {
    int64_t order[CASE_MOST]; /* row order[i] is eliminated i-th */
    /* multiplies u |L| |U|; larger in the row that is eliminated last */
    long double roundings, last_row;
} elimination;

static elimination row_by_row(const compact_case *c, int64_t n)
{
    elimination e = {.roundings = 6, .last_row = c->periodic ? (long double)n : 0};
    for (int64_t i = 0; i < n; ++i)
        e.order[i] = i;
    return e;
}

/* First all rows but the last of each chunk; then those last rows, where two nodes of the binary
 * tree of chunks are merged: chunk k ends a left node at level l if k + 1 is an odd multiple of
 * 2^l. */
static elimination by_chunks(int64_t n, int64_t chunk)
{
    const int64_t chunks = (n + chunk - 1) / chunk;
    elimination e = {{0}, 18, 0};
    int64_t to = 0;
    for (int64_t i = 0; i < n; ++i)
        if (i % chunk != chunk - 1 && i != n - 1)
            e.order[to++] = i;
    for (int64_t step = 1; step < chunks; step *= 2, e.roundings += 16)
        for (int64_t k = step - 1; k < chunks - 1; k += 2 * step)
            e.order[to++] = k * chunk + chunk - 1;
    e.order[to] = n - 1;
    e.roundings += 8 * (long double)((chunk < n ? chunk : n) - 1);
    return e;
}

static void reference(const compact_case *c, const double *f, const elimination *e, long double *g,
                      long double *bound)
{
    static matrix a, b, lu;
    const int64_t n = case_results(c);
    const long double u = c->precision == 32 ? 0x1p-24L : 0x1p-53L;
    const long double factor = powl((long double)c->spacing, -c->scheme->derivative);
    long double x[CASE_MOST], wrong[CASE_MOST], factors[CASE_MOST], off[CASE_MOST] = {0};
    build(c, a, b);
    for (int64_t r = 0; r < n; ++r) { /* in the order of elimination from here on */
        const int64_t i = e->order[r];
        int terms = 0;
        x[r] = wrong[r] = 0;
        for (int64_t j = 0; j < c->n; ++j) {
            const long double term = b[i][j] * factor * (long double)rounded(c, f[j]);
            x[r] += term;
            wrong[r] += fabsl(term);
            terms += b[i][j] != 0;
        }
        wrong[r] *= u * (terms + 6);
        for (int64_t j = 0; j < n; ++j)
            lu[r][j] = a[i][e->order[j]];
    }
    eliminate(n, lu);
    substitute(n, lu, x);
    sizes_of_factors(n, lu, x, factors);
    for (int64_t r = 0; r < n; ++r) {
        for (int64_t j = 0; j < n; ++j)
            wrong[r] += u * fabsl(a[e->order[r]][e->order[j]] * x[j]);
        wrong[r] += u * (e->roundings + (r == n - 1 ? e->last_row : 0)) * factors[r];
    }
    for (int64_t j = 0; j < n; ++j) { /* columns of the inverse */
        long double column[CASE_MOST] = {0};
        column[j] = 1;
        substitute(n, lu, column);
        for (int64_t r = 0; r < n; ++r)
            off[r] += 1.01L * fabsl(column[r]) * wrong[j];
    }
    for (int64_t r = 0; r < n; ++r) {
        g[e->order[r]] = x[r];
        bound[e->order[r]] = off[r];
    }
}

void case_reference(const compact_case *c, const double *f, long double *g, long double *bound)
{
    const elimination e = row_by_row(c, case_results(c));
    reference(c, f, &e, g, bound);
}

void case_reference_cut(const compact_case *c, int64_t chunk, const double *f, long double *g,
                        long double *bound)
{
    const elimination e = by_chunks(case_results(c), chunk);
    reference(c, f, &e, g, bound);
}

int all_schemes(spate_compact_scheme list[SCHEMES_MOST])
{
    static const struct {
        int order;
        double alpha;
    } filters[] = {{2, 0.3}, {4, -0.2}, {8, 0.49}, {10, 0.4}};
    int count = 0;
    for (const char *const *name = spate_compact_schemes(); *name; ++name)
        count += spate_compact_find(*name, &list[count]);
    for (int k = 0; k < 4; ++k)
        count += spate_compact_filter(NULL, filters[k].order, filters[k].alpha, &list[count]) ==
                 SPATE_OK;
    return count;
}
