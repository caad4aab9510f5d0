/* Checks of a scheme: numbers in range, and order conditions. A row is applied to the monomials
 * (x - x_row)^p, p = 0, 1, ...; the first that it does not reproduce determines its order. */
#include "solvers/compact/solver.h"

/* User-supplied coefficients may carry rounding errors, about eight roundings each. */
static const long double ROUNDINGS = 8 * 0x1p-53L;

/* A row of the scheme: its result is at 0, the previous and next results at -1 and 1, the values
 * of f at `place`. */
typedef struct scheme_row {
    double before, after;
    int count;
    double value[2 * SPATE_COMPACT_PAIRS + 1];
    long double place[2 * SPATE_COMPACT_PAIRS + 1];
} scheme_row;

static void add(scheme_row *row, double value, long double place)
{
    row->value[row->count] = value;
    row->place[row->count++] = place;
}

/* Position of f[0] relative to the result of row 0. */
static long double origin_of(spate_compact_points points)
{
    return points == SPATE_COMPACT_SAME ? 0 : points == SPATE_COMPACT_TO_HALF ? -0.5L : 0.5L;
}

static scheme_row interior_row(const spate_compact_scheme *s)
{
    const compact_shift shift = compact_shift_of(s->points);
    const long double origin = origin_of(s->points);
    scheme_row row = {.before = s->alpha, .after = s->alpha};
    if (s->centre != 0)
        add(&row, s->centre, origin);
    for (int k = 0; k < s->pairs; ++k) {
        add(&row, s->pair[k], origin + shift.right + k);
        add(&row, s->odd ? -s->pair[k] : s->pair[k], origin - shift.left - k);
    }
    return row;
}

static scheme_row closure_row(const spate_compact_scheme *s, int r)
{
    const spate_compact_closure *c = &s->closure[r];
    scheme_row row = {.before = c->before, .after = c->after};
    for (int k = 0; k < c->width; ++k)
        add(&row, c->value[k], origin_of(s->points) + k - r);
    return row;
}

static long double power(long double x, int p)
{
    long double product = 1;
    for (int k = 0; k < p; ++k)
        product *= x;
    return product;
}

/* The m-th derivative of x^p. */
static long double derivative(int m, int p, long double x)
{
    long double factor = 1;
    for (int k = 0; k < m; ++k)
        factor *= p - k;
    return p < m ? 0 : factor * power(x, p - m);
}

static int satisfies(const scheme_row *row, int m, int p)
{
    const long double terms[3] = {row->before * derivative(m, p, -1), derivative(m, p, 0),
                                  row->after * derivative(m, p, 1)};
    long double sum = 0, size = 0;
    for (int k = 0; k < 3; ++k) {
        sum += terms[k];
        size += terms[k] < 0 ? -terms[k] : terms[k];
    }
    for (int k = 0; k < row->count; ++k) {
        const long double term = row->value[k] * power(row->place[k], p);
        sum -= term;
        size += term < 0 ? -term : term;
    }
    return (sum < 0 ? -sum : sum) <= ROUNDINGS * size;
}

/* No row has coefficients for more conditions than these: beyond them it is exact. */
static int order_of(const scheme_row *row, int m)
{
    const int most = 2 * SPATE_COMPACT_PAIRS + 8;
    int p = 0;
    while (p <= most && satisfies(row, m, p))
        ++p;
    return p > most ? SPATE_COMPACT_EXACT : p - m;
}

static spate_status check_numbers(spate_context *ctx, const spate_compact_scheme *s)
{
    if (s->derivative < 0 || s->derivative > 2)
        return fail_argument(ctx, "derivative is %d; it must be 0, 1 or 2", s->derivative);
    if (s->points != SPATE_COMPACT_SAME && s->points != SPATE_COMPACT_TO_HALF &&
        s->points != SPATE_COMPACT_FROM_HALF)
        return fail_argument(ctx, "points is %d; it must be a value of spate_compact_points",
                             (int)s->points);
    if (!(solver_magnitude(s->alpha) < 0.5))
        return fail_argument(ctx, "alpha is %g; |alpha| must be below 1/2 for diagonal dominance",
                             s->alpha);
    if (s->pairs < 1 || s->pairs > SPATE_COMPACT_PAIRS)
        return fail_argument(ctx, "pairs is %d; it must be 1 to %d", s->pairs, SPATE_COMPACT_PAIRS);
    if (s->centre != 0 && (s->odd || s->points != SPATE_COMPACT_SAME))
        return fail_argument(ctx, "centre is %g; only sums at the same points have one", s->centre);
    for (int k = 0; k < s->pairs; ++k)
        if (!solver_finite(s->pair[k]) || !solver_finite(s->centre))
            return fail_argument(ctx, "a coefficient of the interior is not a finite number");
    return SPATE_OK;
}

static spate_status check_closure(spate_context *ctx, const spate_compact_scheme *s, int r)
{
    const spate_compact_closure *c = &s->closure[r];
    if (c->width < 1 || c->width > SPATE_COMPACT_WIDTH)
        return fail_argument(ctx, "closure[%d].width is %d; it must be 1 to %d", r, c->width,
                             SPATE_COMPACT_WIDTH);
    if (r == 0 && c->before != 0)
        return fail_argument(ctx, "closure[0].before is %g; before row 0 there is no result",
                             c->before);
    int good = solver_finite(c->before) && solver_finite(c->after);
    for (int k = 0; k < c->width; ++k)
        good = good && solver_finite(c->value[k]);
    return good ? SPATE_OK
                : fail_argument(ctx, "a coefficient of closure[%d] is not a finite number", r);
}

static spate_status check_closures(spate_context *ctx, const spate_compact_scheme *s)
{
    const int reach = compact_shift_of(s->points).left + s->pairs - 1;
    const int needed = reach > 1 ? reach : 1;
    if (s->closures == 0)
        return SPATE_OK;
    if (s->closures < needed || s->closures > SPATE_COMPACT_CLOSURES)
        return fail_argument(ctx,
                             "closures is %d; with %d pairs the first %d rows need one (at most "
                             "%d, or 0 where lines are periodic)",
                             s->closures, s->pairs, needed, SPATE_COMPACT_CLOSURES);
    for (int r = 0; r < s->closures; ++r)
        SPATE_TRY(check_closure(ctx, s, r));
    return SPATE_OK;
}

spate_status spate_compact_check(spate_context *ctx, const spate_compact_scheme *s,
                                 spate_compact_orders *orders)
{
    spate_compact_orders found = {0};
    if (!ctx)
        return SPATE_ERROR_ARGUMENT;
    if (!s)
        return fail_argument(ctx, "the scheme is NULL");
    SPATE_TRY(check_numbers(ctx, s));
    SPATE_TRY(check_closures(ctx, s));
    const scheme_row interior = interior_row(s);
    found.interior = found.least = order_of(&interior, s->derivative);
    if (found.interior < 1)
        return fail_argument(ctx, "the interior is not consistent: its order is %d, not at least 1",
                             found.interior);
    for (int r = 0; r < s->closures; ++r) {
        const scheme_row row = closure_row(s, r);
        found.closure[r] = order_of(&row, s->derivative);
        if (found.closure[r] < 1)
            return fail_argument(ctx,
                                 "closure[%d] is not consistent: its order is %d, not at least 1",
                                 r, found.closure[r]);
        found.least = found.closure[r] < found.least ? found.closure[r] : found.least;
    }
    if (orders)
        *orders = found;
    return SPATE_OK;
}
