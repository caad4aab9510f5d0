/* Claim: every scheme, periodic and with its closures, in both precisions, gives the results of
 * its definition within the rounding errors, for any values. With closures it gives the exact
 * derivative of every polynomial that its order promises. */
#include <stdlib.h>

#include "check.h"
#include "compacts.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count;

/* The largest error over its bound. */
static long double worst_of(const compact_case *c, const double *f, const long double *wanted,
                            const long double *bound)
{
    double g[CASE_MOST];
    long double worst = 0;
    if (case_apply(ctx, c, f, g) != SPATE_OK) {
        printf("  %s, n %lld: %s\n", c->scheme->name, (long long)c->n, spate_message(ctx));
        return NAN;
    }
    for (int64_t i = 0; i < case_results(c); ++i) {
        const long double error = fabsl((long double)g[i] - wanted[i]);
        const long double ratio = error > 0 ? error / bound[i] : 0;
        worst = ratio <= worst ? worst : ratio; /* NaN if either is NaN */
    }
    return worst;
}

static long double random_lines(const spate_compact_scheme *s, int periodic, int precision)
{
    static const int64_t lengths[] = {13, 14, 31, 32, 33, 64, 65, 100};
    long double worst = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; ++k) {
        const compact_case c = {s, periodic, precision, lengths[k], draw_size(1e-3, 1e3)};
        double f[CASE_MOST];
        long double g[CASE_MOST], bound[CASE_MOST];
        for (int64_t i = 0; i < c.n; ++i)
            f[i] = draw_between(-1, 1) * draw_size(1e-3, 1e3);
        case_reference(&c, f, g, bound);
        const long double ratio = worst_of(&c, f, g, bound);
        worst = ratio <= worst ? worst : ratio;
    }
    return worst;
}

static void any_values_within_roundings(void)
{
    for (int k = 0; k < count; ++k)
        for (int periodic = 0; periodic < 2; ++periodic)
            for (int precision = 32; precision <= 64; precision += 32) {
                char what[96];
                snprintf(what, sizeof what, "%s%s f%d: largest error over its bound",
                         schemes[k].name, periodic ? " periodic" : "", precision);
                CHECK_AT_MOST(what, random_lines(&schemes[k], periodic, precision), 1);
            }
}

/* (x - 1/3)^p and its derivative, x from -1 to 1. */
static long double polynomial(int m, int p, long double x)
{
    long double factor = 1;
    for (int k = 0; k < m; ++k)
        factor *= p - k;
    return p < m ? 0 : factor * powl(x - 1.0L / 3, p - m);
}

static long double one_polynomial(const compact_case *c, int p)
{
    double f[CASE_MOST];
    long double known[CASE_MOST], g[CASE_MOST], bound[CASE_MOST];
    for (int64_t i = 0; i < c->n; ++i)
        f[i] = (double)polynomial(0, p, -1 + (long double)c->spacing * (long double)i);
    for (int64_t i = 0; i < case_results(c); ++i)
        known[i] = polynomial(c->scheme->derivative, p,
                              -1 + (long double)c->spacing * (long double)case_place(c, i));
    case_reference(c, f, g, bound);
    return worst_of(c, f, known, bound);
}

/* A row of order q of an m-th derivative is exact below degree q + m. One degree more must show
 * an error; otherwise the order would be higher than stated, or the test insensitive. */
static void polynomials_are_exact(void)
{
    for (int k = 0; k < count; ++k) {
        spate_compact_orders orders;
        if (!CHECK(spate_compact_check(ctx, &schemes[k], &orders) == SPATE_OK))
            continue;
        const compact_case c = {&schemes[k], 0, 64, 24, 2.0 / 23};
        const int exact_below = orders.least + schemes[k].derivative;
        long double worst = 0;
        char what[96];
        for (int p = 0; p < exact_below; ++p) {
            const long double ratio = one_polynomial(&c, p);
            worst = ratio <= worst ? worst : ratio;
        }
        snprintf(what, sizeof what, "%s, degree 0 to %d: largest error over its bound",
                 schemes[k].name, exact_below - 1);
        CHECK_AT_MOST(what, worst, 1);
        CHECK(one_polynomial(&c, exact_below) > 10);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    count = all_schemes(schemes);
    RUN(any_values_within_roundings);
    RUN(polynomials_are_exact);
    spate_context_destroy(ctx);
    return check_done();
}
