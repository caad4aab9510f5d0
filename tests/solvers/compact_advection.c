/* Claim: f_t = -f_x with f prescribed at the inflow is stable with the closures of first-4 and
 * first-6, and unstable with those of first-6-ends-4 and -5, as docs/theory/compact.md says.
 *
 * The growth rate (largest real part of an eigenvalue, times h) comes from powers: R = exp(-D t)
 * for a small t, by its series, squared repeatedly; from one square to the next the norm changes by
 * exp(rate t 2^k). */
#include "check.h"
#include "compacts.h"

static spate_context *ctx;

enum { MOST = 80 };
typedef long double square[MOST][MOST];

static void multiply(int n, square a, square b, square product)
{
    static square sum;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            sum[i][j] = 0;
            for (int k = 0; k < n; ++k)
                sum[i][j] += a[i][k] * b[k][j];
        }
    memcpy(product, sum, sizeof sum);
}

/* Without the prescribed value: column by column, minus its contribution to the derivative. */
static void make_operator(const spate_compact_scheme *s, int n, long double t, square d)
{
    const compact_case c = {s, 0, 64, n, 1};
    for (int j = 1; j < n; ++j) {
        double f[MOST] = {0}, g[MOST];
        f[j] = 1;
        CHECK(case_apply(ctx, &c, f, g) == SPATE_OK);
        for (int i = 1; i < n; ++i)
            d[i - 1][j - 1] = -t * g[i];
    }
}

static long double norm(int n, square a)
{
    long double most = 0;
    for (int i = 0; i < n; ++i) {
        long double sum = 0;
        for (int j = 0; j < n; ++j)
            sum += fabsl(a[i][j]);
        most = sum > most ? sum : most;
    }
    return most;
}

/* 1 + x (1 + x/2 (1 + x/3 ...)): the norm of x is below 1 and 20 terms leave 1 / 20!. */
static void exponential(int n, square x, square r)
{
    memset(r, 0, sizeof(square));
    for (int term = 20; term > 0; --term) {
        for (int i = 0; i < n; ++i)
            r[i][i] += 1;
        multiply(n, x, r, r);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                r[i][j] /= term;
    }
    for (int i = 0; i < n; ++i)
        r[i][i] += 1;
}

/* The norm is kept near 1 and its logarithm is accumulated. The 2^k-th power gives the rate to
 * t^-1 2^-k. */
static double growth_rate(const spate_compact_scheme *s, int points)
{
    static square x, r;
    const int n = points - 1;
    const long double t = 1.0L / 64;
    make_operator(s, points, t, x);
    CHECK(norm(n, x) < 1);
    exponential(n, x, r);
    long double before = 0, logarithm = 0, time = t; /* of the norm of the power, of that before */
    for (int k = 0; k < 29; ++k) {
        const long double size = norm(n, r);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                r[i][j] /= size;
        before = logarithm += logl(size);
        multiply(n, r, r, r);
        logarithm *= 2;
        time *= 2;
    }
    return (double)((logarithm + logl(norm(n, r)) - before) / (time / 2));
}

/* The figures of the page: two digits. */
static void rates_are_those_of_the_page(void)
{
    static const struct {
        const char *name;
        double rate[3];
    } table[] = {{"first-4", {-5.8e-4, -5.8e-5, -6.5e-6}},
                 {"first-6", {-1.3e-3, -1.3e-4, -1.5e-5}},
                 {"first-6-ends-4", {1.1e-2, 7.0e-3, 3.5e-3}},
                 {"first-6-ends-5", {5.2e-2, 5.6e-2, 4.0e-2}}};
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 3; ++j) {
            spate_compact_scheme s;
            CHECK(spate_compact_find(table[k].name, &s));
            const double rate = growth_rate(&s, 20 << j), wanted = table[k].rate[j];
            printf("  %s, n = %d: %.3e\n", s.name, 20 << j, rate);
            CHECK_NEAR(rate, wanted,
                       0.05 * fabs(wanted)); /* half a unit of the second digit, at most */
        }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(rates_are_those_of_the_page);
    spate_context_destroy(ctx);
    return check_done();
}
