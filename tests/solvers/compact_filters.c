/* Claim: filters remove waves of two spacings, do not change the ends, and nothing grows under
 * repeated application. */
#include "check.h"
#include "compacts.h"

static spate_context *ctx;

enum { N = 64 };
static const double alphas[] = {-0.4, 0, 0.3, 0.45, 0.495};
enum { ALPHAS = sizeof alphas / sizeof *alphas };

static spate_compact_scheme filter_of(int order, double alpha)
{
    spate_compact_scheme s = {0};
    CHECK(spate_compact_filter(ctx, order, alpha, &s) == SPATE_OK);
    return s;
}

/* (-1)^i is removed, up to rounding. */
static void waves_of_two_spacings_are_removed(void)
{
    for (int order = 2; order <= 10; order += 2)
        for (int k = 0; k < ALPHAS; ++k) {
            const spate_compact_scheme s = filter_of(order, alphas[k]);
            const compact_case c = {&s, 1, 64, N, 1};
            double f[N], g[N];
            long double exact[N], bound[N], worst = 0;
            for (int i = 0; i < N; ++i)
                f[i] = i % 2 ? -1 : 1;
            case_reference(&c, f, exact, bound);
            CHECK(case_apply(ctx, &c, f, g) == SPATE_OK);
            for (int i = 0; i < N; ++i)
                worst = fmaxl(worst, fabsl((long double)g[i]) / bound[i]);
            CHECK_AT_MOST("what is left of a wave of two spacings, over roundings", worst, 1);
        }
}

/* 1 - (1 - 2 alpha) sin^order(t/2) / (1 + 2 alpha cos t): decreases from 1 to 0 and stays
 * between them. */
static void factors_decrease_from_one_to_zero(void)
{
    for (int order = 2; order <= 10; order += 2)
        for (int k = 0; k < ALPHAS; ++k) {
            const spate_compact_scheme s = filter_of(order, alphas[k]);
            double before = 1 + 1e-12;
            for (int j = 0; j <= 256; ++j) {
                const double factor = spate_compact_symbol(&s, j * 3.141592653589793 / 256);
                /* the quotient magnifies roundings of coefficients by 1 / (1 - 2 |alpha|), 100 at
                 * most */
                CHECK(factor <= before + 3e-12 && factor >= -3e-12);
                before = factor;
            }
        }
}

enum { SHORT = 40 };
typedef long double square[SHORT][SHORT];

/* The response to each single value, column by column. */
static void matrix_of(const spate_compact_scheme *s, square m)
{
    const compact_case c = {s, 0, 64, SHORT, 1};
    for (int j = 0; j < SHORT; ++j) {
        double f[SHORT] = {0}, g[SHORT];
        f[j] = 1;
        CHECK(case_apply(ctx, &c, f, g) == SPATE_OK);
        for (int i = 0; i < SHORT; ++i)
            m[i][j] = g[i];
    }
}

static void square_matrix(square m)
{
    static square product;
    for (int i = 0; i < SHORT; ++i)
        for (int j = 0; j < SHORT; ++j) {
            product[i][j] = 0;
            for (int k = 0; k < SHORT; ++k)
                product[i][j] += m[i][k] * m[k][j];
        }
    memcpy(m, product, sizeof product);
}

static long double largest_row_sum(square m)
{
    long double most = 0;
    for (int i = 0; i < SHORT; ++i) {
        long double sum = 0;
        for (int j = 0; j < SHORT; ++j)
            sum += fabsl(m[i][j]);
        most = sum <= most ? most : sum;
    }
    return most;
}

/* With closures the filter is no contraction: it converges to a polynomial between the ends. But
 * no eigenvalue may exceed 1: one of 1 + 1e-9 would make the 2^31st power e times as large as
 * the 2^30th. (Rounding in f64 moves well-conditioned ones by 1e-15.) */
static void powers_do_not_grow(void)
{
    for (int order = 2; order <= 10; order += 2)
        for (int k = 0; k < ALPHAS; ++k) {
            const spate_compact_scheme s = filter_of(order, alphas[k]);
            static square m;
            matrix_of(&s, m);
            for (int twice = 0; twice < 30; ++twice)
                square_matrix(m);
            const long double before = largest_row_sum(m);
            square_matrix(m);
            char what[112];
            snprintf(what, sizeof what,
                     "order %d, alpha %g: growth from 2^30 times (row sum %.2Lf) to 2^31", order,
                     alphas[k], before);
            CHECK_AT_MOST(what, largest_row_sum(m) / before, 2);
        }
}

static void ends_are_not_changed(void)
{
    for (int order = 2; order <= 10; order += 2) {
        const spate_compact_scheme s = filter_of(order, 0.45);
        const compact_case c = {&s, 0, 64, N, 1};
        double f[N], g[N];
        for (int i = 0; i < N; ++i)
            f[i] = draw_between(-1, 1);
        CHECK(case_apply(ctx, &c, f, g) == SPATE_OK);
        CHECK(f[0] == g[0] && f[N - 1] == g[N - 1]);
    }
}

static void wrong_filters_are_refused(void)
{
    spate_compact_scheme s;
    CHECK(spate_compact_filter(ctx, 7, 0.4, &s) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "7");
    CHECK(spate_compact_filter(ctx, 0, 0.4, &s) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_filter(ctx, -6, 0.4, &s) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_filter(ctx, 12, 0.4, &s) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_filter(ctx, 6, 0.5, &s) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "0.5");
    CHECK(spate_compact_filter(ctx, 6, NAN, &s) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_filter(ctx, 6, 0.4, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_filter(NULL, 6, 1, &s) == SPATE_ERROR_ARGUMENT);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(waves_of_two_spacings_are_removed);
    RUN(factors_decrease_from_one_to_zero);
    RUN(powers_do_not_grow);
    RUN(ends_are_not_changed);
    RUN(wrong_filters_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
