/* Residuals in long double beside the bounds of judge.h. */
#include "judge.h"

#include <math.h>
#include <string.h>

typedef long double wide;

/* Of row i with its neighbours; 0 for what is beyond the ends. */
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
        worst = fmaxl(worst, fmaxl(fabsl(fill), 1 / fabsl(pivot)));
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

int judge_has_bound(matrix_kind kind, int periodic, const char *algorithm)
{
    if (kind == MATRIX_DOMINANT || (kind == MATRIX_PADE && periodic))
        return 1;
    return is_thomas(algorithm) && !periodic;
}

/* |r| <= h u (|L| |U| |x| + ...): factor times |A|, or the pivots themselves where no theorem bounds them. */
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
        /* O(u^2) terms: at most h u of the first ones each, 50 of them in all */
        const wide bound = u * (1 + 50 * h * u) * (h * size + on_d * fabsl(t.d));
        const wide miss = residual(&t), r = miss == 0 ? 0 : miss / bound;
        worst = r <= worst ? worst : r; /* keeps NaN */
    }
    return (double)worst;
}

/* Largest (|a| + |c|) / |b| and |x| of a line. */
static void sizes_of_line(const systems *s, int64_t line, wide *rho, wide *largest)
{
    *rho = *largest = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        *rho = fmaxl(*rho, (fabsl(t.a) + fabsl(t.c)) / fabsl(t.b));
        *largest = fmaxl(*largest, fabsl(t.middle));
    }
}

static double judge_by_rows(const systems *s, int64_t line, int once, const char *algorithm,
                            double u)
{
    wide rho, largest, worst = 0;
    sizes_of_line(s, line, &rho, &largest);
    const wide kappa = (1 + rho) / (1 - rho);
    /* |E| <= h u 3 |A| moves x by at most 3 h u kappa max|x| */
    const wide thomas = once ? 8 * 3 + 3 : 6 * 3, level = 10;
    const wide inner = is_thomas(algorithm) ? thomas : level * (1 + ceill(log2l((wide)s->n)));
    const wide spread = s->periodic ? (1 + kappa) * (2 * kappa + 1) : 1;
    const wide joined = s->periodic ? 7 * kappa + 6 : 0; /* roundings of s (5) and of y - q s (2) */
    const wide moved = u * (inner * kappa * spread + joined) * largest;
    for (int64_t i = 0; i < s->n; ++i) {
        const terms t = terms_of(s, line, i);
        const wide r = residual(&t) / (row_sum(&t) * moved);
        worst = r <= worst ? worst : r;
    }
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
        r = fmaxl(r, now);
        norm = fmaxl(norm, row_sum(&t));
        x = fmaxl(x, fabsl(t.middle));
        d = fmaxl(d, fabsl(t.d));
    }
    return (double)(r / (norm * x + d));
}
