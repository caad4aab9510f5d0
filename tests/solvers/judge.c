/* Residuals in long double, and the bounds of judge.h. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double wide;

/* As fmaxl, but inline. If one is NaN: the first. */
static inline wide larger(wide a, wide b)
{
    return b > a ? b : a;
}

/* Terms of row i with its neighbours; 0 beyond the ends. */
typedef struct terms {
    wide a, b, c, d;          /* coefficients, right-hand side */
    wide left, middle, right; /* x */
} terms;

static terms terms_of(const systems *s, int64_t line, int64_t i)
{
    const int64_t n = s->n, at = line * n;
    const int64_t before = i > 0 ? i - 1 : n - 1, after = i < n - 1 ? i + 1 : 0;
    const int64_t m = (s->shared ? 0 : at) + i;
    const terms t = {.a = i > 0 || s->periodic ? s->a[m] : 0,
                     .b = s->b[m],
                     .c = i < n - 1 || s->periodic ? s->c[m] : 0,
                     .d = s->d[at + i],
                     .left = s->x[at + before],
                     .middle = s->x[at + i],
                     .right = s->x[at + after]};
    return t;
}

static wide residual(const terms *t)
{
    return fabsl(t->a * t->left + t->b * t->middle + t->c * t->right - t->d);
}

double judge_growth(const systems *s, int64_t line)
{
    wide worst = 0, pivot = 1, above = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const wide fill = t.a * above / pivot;
        pivot = t.b - fill;
        above = t.c;
        worst = larger(worst, larger(fabsl(fill), 1 / fabsl(pivot)));
    }
    return (double)worst;
}

static wide row_sum(const terms *t)
{
    return fabsl(t->a) + fabsl(t->b) + fabsl(t->c);
}

double judge_roundoff(int precision)
{
    return precision == 32 ? 0x1p-24 : 0x1p-53;
}

static int is_thomas(const char *algorithm)
{
    return strcmp(algorithm, "thomas") == 0;
}

int judge_has_bound(const systems *s, matrix_kind kind, const char *algorithm)
{
    /* [1 2; 2 1] is not an H-matrix */
    const int two_rows_of_pade = kind == MATRIX_PADE && s->n == 2;
    if (s->periodic)
        return kind == MATRIX_DOMINANT || kind == MATRIX_PADE;
    return is_thomas(algorithm) || (kind != MATRIX_ANY && !two_rows_of_pade);
}

/* |r| <= h u (|L| |U| |x| + ...): factor times |A|, or the pivots themselves if no theorem
 * bounds them. */
static double judge_thomas(const systems *s, int64_t line, matrix_kind kind, int once, double u)
{
    const wide h = once ? 8 : 6, on_d = once ? 3 : 0;
    const int dominant = kind == MATRIX_DOMINANT || kind == MATRIX_COLUMN_DOMINANT;
    const int theorem = dominant || kind == MATRIX_SPD || kind == MATRIX_M;
    const wide factor = dominant ? 3 : 1;
    wide worst = 0, pivot = 1, above = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const wide fill = t.a * above / pivot; /* a_i c_{i-1} / m_{i-1} */
        pivot = t.b - fill;
        above = t.c;
        const wide middle = theorem ? factor * fabsl(t.b) : fabsl(pivot) + fabsl(fill);
        const wide off = fabsl(t.a * t.left) + fabsl(t.c * t.right);
        const wide size = middle * fabsl(t.middle) + (theorem ? factor : 1) * off;
        /* O(u^2) terms: at most h u of the first ones each, 50 of them in total */
        const wide bound = u * (1 + 50 * h * u) * (h * size + on_d * fabsl(t.d));
        const wide miss = residual(&t), r = miss == 0 ? 0 : miss / bound;
        worst = r <= worst ? worst : r; /* NaN if either is NaN */
    }
    return (double)worst;
}

/* w with <A> w = |b|: <A> has |b| on its diagonal and -|a|, -|c| next to it. Periodic: 1. */
static void weights(const systems *s, int64_t line, wide *w, wide *above)
{
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const wide before = i > 0 ? w[i - 1] : 0, over = i > 0 ? above[i - 1] : 0;
        const wide pivot = fabsl(t.b) - fabsl(t.a) * over;
        above[i] = fabsl(t.c) / pivot;
        w[i] = (fabsl(t.b) + fabsl(t.a) * before) / pivot;
    }
    for (int64_t i = s->n - 2; i >= 0; --i)
        w[i] += above[i] * w[i + 1];
    for (int64_t i = 0; i < s->n && s->periodic; ++i)
        w[i] = 1;
}

typedef struct weighted_row {
    wide off, middle; /* (|a| w + |c| w) off the diagonal and |b| w on it */
} weighted_row;

static weighted_row compute_weights(const systems *s, int64_t i, const terms *t, const wide *w)
{
    const int64_t before = i > 0 ? i - 1 : s->n - 1, after = i < s->n - 1 ? i + 1 : 0;
    const weighted_row r = {fabsl(t->a) * w[before] + fabsl(t->c) * w[after], fabsl(t->b) * w[i]};
    return r;
}

/* Largest off / middle of the weighted rows, and |x| / w. */
static void sizes_of_line(const systems *s, int64_t line, const wide *w, wide *rho, wide *largest)
{
    *rho = *largest = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const weighted_row r = compute_weights(s, i, &t, w);
        *rho = larger(*rho, r.off / r.middle);
        *largest = larger(*largest, fabsl(t.middle) / w[i]);
    }
}

/* Bound of the error of a solution, over w. */
static wide allowed(const systems *s, int64_t line, const wide *w, int once, const char *algorithm)
{
    wide rho, largest;
    sizes_of_line(s, line, w, &rho, &largest);
    const wide kappa = (1 + rho) / (1 - rho);
    /* |E| <= h u 3 |A| changes x by at most 3 h u kappa max|x| */
    const wide thomas = once ? 8 * 3 + 3 : 6 * 3, level = 10;
    const wide inner = is_thomas(algorithm) ? thomas : level * (1 + ceill(log2l((wide)s->n)));
    const wide spread = s->periodic ? (1 + kappa) * (2 * kappa + 1) : 1;
    const wide joined = s->periodic ? 7 * kappa + 6 : 0; /* roundings of s (5) and of y - q s (2) */
    return (inner * kappa * spread + joined) * largest;
}

/* The largest residual, where x may be off by moved * w. */
static wide worst_row(const systems *s, int64_t line, const wide *w, wide moved)
{
    wide worst = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const weighted_row row = compute_weights(s, i, &t, w);
        const wide r = residual(&t) / ((row.off + row.middle) * moved);
        worst = r <= worst ? worst : r;
    }
    return worst;
}

static double judge_by_rows(const systems *s, int64_t line, int once, const char *algorithm,
                            double u)
{
    wide *w = malloc(2 * (size_t)s->n * sizeof *w);
    if (!w)
        abort();
    weights(s, line, w, w + s->n);
    const wide worst = worst_row(s, line, w, u * allowed(s, line, w, once, algorithm));
    free(w);
    return (double)worst;
}

double judge_error_bound(const systems *s, int64_t line, spate_tridiag_class matrix, int precision,
                         const char *algorithm)
{
    wide *w = malloc(2 * (size_t)s->n * sizeof *w), widest = 0;
    if (!w)
        abort();
    weights(s, line, w, w + s->n);
    for (int64_t i = 0; i < s->n; ++i)
        widest = larger(widest, w[i]);
    const wide moved = allowed(s, line, w, matrix != SPATE_TRIDIAG_GENERAL, algorithm);
    free(w);
    return (double)(judge_roundoff(precision) * moved * widest);
}

/* ---- segments ---- */

static wide segment_roundings(const systems *s, int64_t chunk)
{
    const wide chunks = ceill((wide)s->n / (wide)chunk), rows = (wide)(chunk < s->n ? chunk : s->n);
    const wide up = 8 * (rows - 1) + 16 * ceill(log2l(chunks)), close = 12, down = 6;
    return up + close + down;
}

double judge_segments(const systems *s, int64_t line, int precision, int64_t chunk,
                      const long double *reference)
{
    wide *w = malloc(2 * (size_t)s->n * sizeof *w), rho, largest;
    if (!w)
        abort();
    weights(s, line, w, w + s->n);
    sizes_of_line(s, line, w, &rho, &largest);
    const wide kappa = (1 + rho) / (1 - rho);
    const wide moved = judge_roundoff(precision) * segment_roundings(s, chunk) * kappa * largest;
    wide worst = worst_row(s, line, w, moved);
    for (int64_t i = 0; i < s->n && reference; ++i) {
        const wide r = fabsl((wide)s->x[line * s->n + i] - reference[i]) / (w[i] * moved);
        worst = r <= worst ? worst : r;
    }
    free(w);
    return (double)worst;
}

double judge_line(const systems *s, int64_t line, matrix_kind kind, spate_tridiag_class matrix,
                  int precision, const char *algorithm)
{
    const int once = matrix != SPATE_TRIDIAG_GENERAL;
    const double u = judge_roundoff(precision);
    if (is_thomas(algorithm) && !s->periodic)
        return judge_thomas(s, line, kind, once, u);
    return judge_by_rows(s, line, once, algorithm, u);
}

double normwise_error(const systems *s, int64_t line)
{
    wide r = 0, norm = 0, x = 0, d = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const wide now = residual(&t);
        if (isnan(now))
            return NAN;
        r = larger(r, now);
        norm = larger(norm, row_sum(&t));
        x = larger(x, fabsl(t.middle));
        d = larger(d, fabsl(t.d));
    }
    return (double)(r / (norm * x + d));
}
