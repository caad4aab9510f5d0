/* Claim: the symbol of a scheme is the textbook formula. A periodic line multiplies a wave by
 * the symbol, up to rounding. The symbol approaches the exact one with the order of the
 * interior. */
#include "check.h"
#include "compacts.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count;

static const spate_compact_scheme *named(const char *name)
{
    for (int k = 0; k < count; ++k)
        if (strcmp(schemes[k].name, name) == 0)
            return &schemes[k];
    CHECK(0); /* no such scheme */
    return &schemes[0];
}

/* About twenty roundings of numbers below 10. */
static const double FEW = 200 * 0x1p-53;

static void symbols_are_those_of_the_textbooks(void)
{
    for (int k = 0; k <= 64; ++k) {
        const double t = k * 3.141592653589793 / 64, c = cos(t);
        CHECK_NEAR(spate_compact_symbol(named("first-4"), t), 3 * sin(t) / (2 + c), FEW);
        CHECK_NEAR(spate_compact_symbol(named("first-6"), t),
                   (14.0 / 9 * sin(t) + 1.0 / 18 * sin(2 * t)) / (1 + 2.0 / 3 * c), FEW);
        CHECK_NEAR(spate_compact_symbol(named("second-4"), t), 12 * (1 - c) / (5 + c), FEW);
        CHECK_NEAR(spate_compact_symbol(named("second-6"), t),
                   (24.0 / 11 * (1 - c) + 3.0 / 22 * (1 - cos(2 * t))) / (1 + 4.0 / 11 * c), FEW);
        CHECK_NEAR(spate_compact_symbol(named("to-half-first-4"), t), 24 * sin(t / 2) / (11 + c),
                   FEW);
        CHECK_NEAR(spate_compact_symbol(named("from-half-mean-4"), t), 4 * cos(t / 2) / (3 + c),
                   FEW);
        /* (1 - 2 alpha) sin^6(t/2) of the wave is lost */
        CHECK_NEAR(spate_compact_symbol(named("filter-6"), t),
                   1 - 0.1 * pow(sin(t / 2), 6) / (1 + 0.9 * c), 10 * FEW);
    }
}

static double exact_symbol(const spate_compact_scheme *s, double t)
{
    return s->derivative == 0 ? 1 : s->derivative == 1 ? t : t * t;
}

/* One minus the ratio to the exact one is C t^q (1 + c t^2 + ...): orders at t and t / 2 are off
 * by multiples of t^2, which two of them remove. Rounding errors, FEW over the smallest
 * difference, are excluded where they matter. */
static void symbols_approach_with_the_order_of_the_interior(void)
{
    for (int k = 0; k < count; ++k) {
        const spate_compact_scheme *s = &schemes[k];
        spate_compact_orders orders;
        CHECK(spate_compact_check(ctx, s, &orders) == SPATE_OK);
        double off[3];
        for (int j = 0; j < 3; ++j) {
            const double t = 0.8 / (1 << j);
            off[j] = fabs(1 - spate_compact_symbol(s, t) / exact_symbol(s, t));
        }
        const double coarse = log2(off[0] / off[1]), fine = log2(off[1] / off[2]);
        const double order = (4 * fine - coarse) / 3;
        const double t4 = 0.8 * 0.8 * 0.8 * 0.8, slack = 10 * FEW / (off[2] * 0.7);
        char what[96];
        snprintf(what, sizeof what, "%s: order %.3f of the interior, off by", s->name, order);
        if (slack < 0.1)
            CHECK_AT_MOST(what, fabs(order - orders.interior), 0.5 * t4 + slack);
    }
}

/* A wave with m periods over n points. */
static void waves_are_multiplied(void)
{
    enum { N = 48 };
    const double turn = 2 * 3.14159265358979323846 / N;
    long double worst = 0;
    for (int k = 0; k < count; ++k)
        for (int m = 0; m <= N / 2; ++m) {
            const compact_case c = {&schemes[k], 1, 64, N, 1};
            double f[N], g[N];
            long double reference[N], bound[N];
            const double symbol = spate_compact_symbol(c.scheme, m * turn);
            for (int i = 0; i < N; ++i)
                f[i] = cos(m * turn * i + 0.3);
            case_reference(&c, f, reference, bound);
            CHECK(case_apply(ctx, &c, f, g) == SPATE_OK);
            for (int i = 0; i < N; ++i) {
                const double a = m * turn * case_place(&c, i) + 0.3;
                const double wanted = c.scheme->derivative == 0   ? symbol * cos(a)
                                      : c.scheme->derivative == 1 ? -symbol * sin(a)
                                                                  : -symbol * cos(a);
                /* angles up to N/2 turns have rounding errors: 2 pi N/2 half units */
                const long double limit = bound[i] + 200 * 0x1p-53L * (1 + fabs(symbol));
                const long double ratio = fabsl((long double)(g[i] - wanted)) / limit;
                worst = ratio <= worst ? worst : ratio;
            }
        }
    CHECK_AT_MOST("largest error of a wave over its bound", worst, 1);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    count = all_schemes(schemes);
    RUN(symbols_are_those_of_the_textbooks);
    RUN(symbols_approach_with_the_order_of_the_interior);
    RUN(waves_are_multiplied);
    spate_context_destroy(ctx);
    return check_done();
}
