/* Residuals of compact differences in long double, and their bounds. */
#include "gpu_compact.h"

#include <math.h>
#include <stdlib.h>

typedef long double wide;

/* Row i of A g = B f, and the bound of its rounding errors. */
typedef struct any_row {
    wide before, after; /* of A; 1 in the middle */
    wide sum, size;     /* of B f and |B| |f| */
    int terms;
} any_row;

static void add(any_row *row, wide value, double f)
{
    row->sum += value * (wide)f;
    row->size += fabsl(value * (wide)f);
    ++row->terms;
}

static any_row row_of(const compact_case *c, const double *f, int64_t i)
{
    const spate_compact_scheme *s = c->scheme;
    const int64_t n = case_results(c), end = i < n - 1 - i ? i : n - 1 - i;
    const wide factor = powl((wide)c->spacing, -s->derivative);
    const int64_t left = s->points == SPATE_COMPACT_TO_HALF ? 0 : 1;
    const int64_t right = s->points == SPATE_COMPACT_FROM_HALF ? 0 : 1;
    any_row row = {.before = s->alpha, .after = s->alpha};
    if (!c->periodic && end < s->closures) {
        const spate_compact_closure *e = &s->closure[end];
        const int last = end != i;
        row.before = last ? e->after : e->before;
        row.after = last ? e->before : e->after;
        for (int k = 0; k < e->width; ++k)
            add(&row, (last && s->odd ? -factor : factor) * (wide)e->value[k],
                f[last ? c->n - 1 - k : k]);
        return row;
    }
    if (!s->odd && s->points == SPATE_COMPACT_SAME)
        add(&row, factor * (wide)s->centre, f[i]);
    for (int64_t k = 0; k < s->pairs; ++k) {
        add(&row, factor * (wide)s->pair[k], f[(i + right + k) % c->n]);
        add(&row, (s->odd ? -factor : factor) * (wide)s->pair[k], f[(i + c->n - left - k) % c->n]);
    }
    return row;
}

/* A without its right-hand sides, row by row. */
typedef struct matrix_row {
    wide before, middle, after;
} matrix_row;

static void build(const compact_case *c, const double *f, matrix_row *rows)
{
    const int64_t n = case_results(c);
    for (int64_t i = 0; i < n; ++i) {
        const any_row row = row_of(c, f, i);
        rows[i] = (matrix_row){i > 0 || c->periodic ? row.before : 0, 1,
                               i < n - 1 || c->periodic ? row.after : 0};
    }
}

/* With steep closures A may be no H-matrix until their first unknown is eliminated: row 1 then
 * has the pivot 1 - before after, whose relative error is larger by the returned factor. The
 * same at the other end, in either order. 1: nothing to do. */
static wide eliminate_ends(int64_t n, matrix_row *rows)
{
    const wide product = fabsl(rows[1].before * rows[0].after);
    if (product < 1)
        return 1;
    const wide pivot = 1 - rows[1].before * rows[0].after;
    rows[1].middle = rows[n - 2].middle = pivot;
    rows[1].before = rows[n - 2].after = rows[0].after = rows[n - 1].before = 0;
    return (1 + product) / fabsl(pivot);
}

/* w with <A> w = |middle| (judge.h); 0: A is not an H-matrix. */
static int compute_weights(int64_t n, int periodic, const matrix_row *rows, wide *w, wide *above)
{
    for (int64_t i = 0; i < n; ++i) {
        const wide pivot =
            fabsl(rows[i].middle) - fabsl(rows[i].before) * (i > 0 ? above[i - 1] : 0);
        if (!(pivot > 0))
            return 0;
        above[i] = i < n - 1 ? fabsl(rows[i].after) / pivot : 0;
        w[i] = (fabsl(rows[i].middle) + (i > 0 ? fabsl(rows[i].before) * w[i - 1] : 0)) / pivot;
    }
    for (int64_t i = n - 2; i >= 0; --i)
        w[i] += above[i] * w[i + 1];
    for (int64_t i = 0; i < n && periodic; ++i)
        w[i] = 1;
    return 1;
}

/* Bound of the error of g / w in roundings, for the largest g / w of 1 (judge.h). */
static wide roundings(int64_t n, int periodic, const matrix_row *rows, const wide *w)
{
    wide rho = 0;
    for (int64_t i = 0; i < n; ++i)
        rho = fmaxl(rho, (fabsl(rows[i].before) * w[i > 0 ? i - 1 : n - 1] +
                          fabsl(rows[i].after) * w[i < n - 1 ? i + 1 : 0]) /
                             (fabsl(rows[i].middle) * w[i]));
    const wide kappa = (1 + rho) / (1 - rho), inner = 10 * (1 + ceill(log2l((wide)n)));
    const wide spread = periodic ? (1 + kappa) * (2 * kappa + 1) : 1;
    return inner * kappa * spread + (periodic ? 7 * kappa + 6 : 0);
}

/* The largest residual, where g may be off by moved * w. */
static wide worst_row(const compact_case *c, const double *f, const double *g, const wide *w,
                      wide moved, wide u)
{
    const int64_t n = case_results(c);
    wide worst = 0;
    for (int64_t i = 0; i < n; ++i) {
        const any_row row = row_of(c, f, i);
        const int64_t left = i > 0 ? i - 1 : n - 1, right = i < n - 1 ? i + 1 : 0;
        const wide before = i > 0 || c->periodic ? row.before : 0;
        const wide after = i < n - 1 || c->periodic ? row.after : 0;
        const wide miss =
            fabsl(before * (wide)g[left] + (wide)g[i] + after * (wide)g[right] - row.sum);
        const wide bound = moved * (fabsl(before) * w[left] + w[i] + fabsl(after) * w[right]) +
                           1.01L * u * (row.terms + 6) * row.size;
        const wide ratio = miss / bound;
        worst = ratio <= worst ? worst : ratio; /* NaN if either is NaN */
    }
    return worst;
}

long double compact_judge(const compact_case *c, const double *f, const double *g)
{
    const int64_t n = case_results(c);
    const wide u = c->precision == 32 ? 0x1p-24L : 0x1p-53L;
    wide *w = malloc(2 * (size_t)n * sizeof *w), worst = NAN, largest = 0;
    matrix_row *rows = malloc((size_t)n * sizeof *rows);
    if (!w || !rows)
        abort();
    build(c, f, rows);
    const wide lost = c->periodic ? 1 : eliminate_ends(n, rows);
    if (compute_weights(n, c->periodic, rows, w, w + n)) {
        const wide count = roundings(n, c->periodic, rows, w);
        if (lost > 1) { /* the unknowns at the ends follow their neighbours */
            w[0] = 1 + fabsl(row_of(c, f, 0).after) * w[1];
            w[n - 1] = 1 + fabsl(row_of(c, f, n - 1).before) * w[n - 2];
        }
        for (int64_t i = 0; i < n; ++i)
            largest = fmaxl(largest, fabsl((wide)g[i]) / w[i]);
        worst = worst_row(c, f, g, w, u * lost * count * largest, u);
    }
    free(rows);
    free(w);
    return worst;
}
