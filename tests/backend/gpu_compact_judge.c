/* Residuals of compact differences in long double beside their bounds. */
#include "gpu_compact.h"

#include <math.h>
#include <stdlib.h>

typedef long double wide;

/* Row i of A g = B f, and what its roundings may be. */
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

/* w with <A> w = 1 (judge.h): a solution of thomas-pcr is off by at most w times what `moved` says. 0: A is no
 * H-matrix. */
static int weigh(const compact_case *c, const double *f, wide *w, wide *above)
{
    const int64_t n = case_results(c);
    for (int64_t i = 0; i < n; ++i) {
        const any_row row = row_of(c, f, i);
        const wide pivot = 1 - fabsl(row.before) * (i > 0 ? above[i - 1] : 0);
        if (!(pivot > 0))
            return 0;
        above[i] = i < n - 1 ? fabsl(row.after) / pivot : 0;
        w[i] = (1 + (i > 0 ? fabsl(row.before) * w[i - 1] : 0)) / pivot;
    }
    for (int64_t i = n - 2; i >= 0; --i)
        w[i] += above[i] * w[i + 1];
    for (int64_t i = 0; i < n && c->periodic; ++i)
        w[i] = 1;
    return 1;
}

/* Both sides of the diagonal of row i, 0 beyond the ends, and who is there. */
typedef struct beside {
    wide before, after;
    int64_t left, right;
} beside;

static beside beside_of(const compact_case *c, const any_row *row, int64_t i)
{
    const int64_t n = case_results(c);
    return (beside){i > 0 || c->periodic ? row->before : 0,
                    i < n - 1 || c->periodic ? row->after : 0, i > 0 ? i - 1 : n - 1,
                    i < n - 1 ? i + 1 : 0};
}

/* By how much g / w may be off (judge.h). */
static wide moved_by(const compact_case *c, const double *f, const double *g, const wide *w)
{
    const int64_t n = case_results(c);
    wide rho = 0, largest = 0;
    for (int64_t i = 0; i < n; ++i) {
        const any_row row = row_of(c, f, i);
        const beside b = beside_of(c, &row, i);
        rho = fmaxl(rho, (fabsl(b.before) * w[b.left] + fabsl(b.after) * w[b.right]) / w[i]);
        largest = fmaxl(largest, fabsl((wide)g[i]) / w[i]);
    }
    const wide kappa = (1 + rho) / (1 - rho), inner = 10 * (1 + ceill(log2l((wide)n)));
    const wide spread = c->periodic ? (1 + kappa) * (2 * kappa + 1) : 1;
    return largest * (inner * kappa * spread + (c->periodic ? 7 * kappa + 6 : 0));
}

long double compact_judge(const compact_case *c, const double *f, const double *g)
{
    const int64_t n = case_results(c);
    const wide u = c->precision == 32 ? 0x1p-24L : 0x1p-53L;
    wide *w = malloc(2 * (size_t)n * sizeof *w), worst = 0;
    if (!w || !weigh(c, f, w, w + n)) {
        free(w);
        return NAN;
    }
    const wide moved = u * moved_by(c, f, g, w);
    for (int64_t i = 0; i < n; ++i) {
        const any_row row = row_of(c, f, i);
        const beside b = beside_of(c, &row, i);
        const wide miss =
            fabsl(b.before * (wide)g[b.left] + (wide)g[i] + b.after * (wide)g[b.right] - row.sum);
        const wide bound =
            moved * (fabsl(b.before) * w[b.left] + w[i] + fabsl(b.after) * w[b.right]) +
            1.01L * u * (row.terms + 6) * row.size;
        const wide ratio = miss / bound;
        worst = ratio <= worst ? worst : ratio; /* keeps NaN */
    }
    free(w);
    return worst;
}
