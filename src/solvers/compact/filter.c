/* Filters: each row subtracts from f its share of the highest difference that its points allow. */
#include "solvers/compact/solver.h"

static const char *const names[] = {"filter-2", "filter-4", "filter-6", "filter-8", "filter-10"};

/* (-1)^(k - middle) binomial(2 half, k) / 4^half: its sum with a polynomial below degree 2 half
 * is 0, with the wave (-1)^(k - middle) it is 1. */
static double difference(int half, int k, int middle)
{
    double binomial = 1, power = 1;
    for (int j = 0; j < k; ++j)
        binomial = binomial * (2 * half - j) / (j + 1); /* exact integers */
    for (int j = 0; j < half; ++j)
        power *= 4;
    return ((k - middle) % 2 ? -binomial : binomial) / power;
}

/* The left-hand side of a row applied to f, minus (1 - 2 alpha) times the difference.
 * Polynomials are preserved. The wave (-1)^k, which the left-hand side multiplies by 1 - 2
 * alpha, is removed. */
static double value_of(int half, int k, int row, double alpha)
{
    const int apart = k < row ? row - k : k - row;
    const double left = apart == 0 ? 1 : apart == 1 ? alpha : 0;
    return left - (1 - 2 * alpha) * difference(half, k, row);
}

/* Why the arguments are invalid, or NULL. */
static const char *invalid_reason(int order, double alpha, const spate_compact_scheme *filter)
{
    if (!filter)
        return "the filter is NULL";
    if (order % 2 || order < 2 || order > 2 * SPATE_COMPACT_PAIRS)
        return "a filter has order 2, 4, 6, 8 or 10";
    return alpha > -0.5 && alpha < 0.5 ? NULL : "alpha of a filter lies between -1/2 and 1/2";
}

spate_status spate_compact_filter(spate_context *ctx, int order, double alpha,
                                  spate_compact_scheme *filter)
{
    const int half = order / 2;
    const char *why = invalid_reason(order, alpha, filter);
    if (why && ctx)
        return fail_argument(ctx, "%s (order %d, alpha %g)", why, order, alpha);
    if (why)
        return SPATE_ERROR_ARGUMENT;
    *filter = (spate_compact_scheme){.name = names[half - 1],
                                     .points = SPATE_COMPACT_SAME,
                                     .alpha = alpha,
                                     .centre = value_of(half, half, half, alpha),
                                     .pairs = half,
                                     .closures = half,
                                     .closure = {{.width = 1, .value = {1}}}};
    for (int k = 0; k < half; ++k)
        filter->pair[k] = value_of(half, half + 1 + k, half, alpha);
    for (int row = 1; row < half; ++row) {
        spate_compact_closure *c = &filter->closure[row];
        *c = (spate_compact_closure){.before = alpha, .after = alpha, .width = 2 * half + 1};
        for (int k = 0; k < c->width; ++k)
            c->value[k] = value_of(half, k, row, alpha);
    }
    return SPATE_OK;
}
