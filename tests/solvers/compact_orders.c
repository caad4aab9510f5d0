/* Claim: errors with closures decrease as the order conditions say, and the fourth-order scheme
 * of Srinath (2015) has the errors of an independent implementation. */
#include <stdlib.h>

#include "check.h"
#include "compacts.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count;

/* Promised by docs/theory/compact.md: interior, then row by row. */
static const struct {
    const char *name;
    int interior, closures, closure[5];
} promised[] = {
    {"first-4", 4, 1, {3}},
    {"first-6", 6, 2, {3, 4}},
    {"first-6-ends-4", 6, 2, {4, 4}},
    {"first-6-ends-5", 6, 2, {5, 5}},
    {"second-4", 4, 1, {3}},
    {"second-6", 6, 2, {4, 4}},
    {"filter-6", 6, 3, {SPATE_COMPACT_EXACT, 6, 6}},
    {"filter-8", 8, 4, {SPATE_COMPACT_EXACT, 8, 8, 8}},
    {"to-half-first-4", 4, 1, {3}},
    {"to-half-first-6", 6, 1, {5}},
    {"from-half-first-4", 4, 1, {3}},
    {"from-half-first-6", 6, 2, {5, 5}},
    {"to-half-mean-4", 4, 1, {3}},
    {"to-half-mean-6", 6, 1, {5}},
    {"from-half-mean-4", 4, 1, {3}},
    {"from-half-mean-6", 6, 2, {5, 5}},
};
enum { PROMISED = sizeof promised / sizeof *promised };

static void schemes_have_the_orders_promised(void)
{
    int named = 0;
    for (const char *const *name = spate_compact_schemes(); *name; ++name, ++named) {
        spate_compact_scheme s;
        spate_compact_orders orders;
        if (!CHECK(named < PROMISED && strcmp(promised[named].name, *name) == 0) ||
            !CHECK(spate_compact_find(*name, &s)) ||
            !CHECK(spate_compact_check(ctx, &s, &orders) == SPATE_OK))
            return;
        CHECK(strcmp(s.name, *name) == 0);
        CHECK(orders.interior == promised[named].interior);
        CHECK(s.closures == promised[named].closures);
        for (int r = 0; r < s.closures; ++r)
            CHECK(orders.closure[r] == promised[named].closure[r]);
    }
    CHECK(named == PROMISED);
}

/* ---- refinement: sin(3x + 0.4) from 0 to 1 ---- */

static double wave(int m, double x)
{
    const double a = 3 * x + 0.4;
    return m == 0 ? sin(a) : m == 1 ? 3 * cos(a) : -9 * sin(a);
}

typedef struct errors {
    double largest, root_mean_square, middle; /* middle: the largest of the middle half */
} errors;

static errors errors_of(const spate_compact_scheme *s, int64_t n)
{
    compact_case c = {s, 0, 64, n, 1.0 / (double)(n - 1)};
    const int cells = s->points == SPATE_COMPACT_FROM_HALF; /* f is half a spacing inside */
    if (cells)
        c.spacing = 1.0 / (double)n;
    const double begin = cells ? 0.5 * c.spacing : 0;
    const int64_t results = case_results(&c);
    double *f = malloc((size_t)n * sizeof *f), *g = malloc((size_t)results * sizeof *g);
    errors e = {0};
    for (int64_t i = 0; i < n; ++i)
        f[i] = wave(0, begin + (double)i * c.spacing);
    if (CHECK(case_apply(ctx, &c, f, g) == SPATE_OK))
        for (int64_t i = 0; i < results; ++i) {
            const double d =
                fabs(g[i] - wave(s->derivative, begin + case_place(&c, i) * c.spacing));
            e.largest = fmax(e.largest, d);
            e.root_mean_square += d * d / (double)results;
            if (i >= results / 4 && i < results - results / 4)
                e.middle = fmax(e.middle, d);
        }
    e.root_mean_square = sqrt(e.root_mean_square);
    free(f);
    free(g);
    return e;
}

/* Number of points of the grid with a number of spacings from 0 to 1. */
static int64_t points_of(const spate_compact_scheme *s, int64_t spacings)
{
    return s->points == SPATE_COMPACT_FROM_HALF ? spacings : spacings + 1;
}

/* Rounding error of a result: f is at most 1, and a row of w values has w + 6 roundings of each
 * (compacts.h). */
static double roundings_of(const spate_compact_scheme *s, int64_t spacings)
{
    double most = 0;
    for (int r = 0; r < s->closures; ++r) {
        double sum = 0;
        for (int k = 0; k < s->closure[r].width; ++k)
            sum += fabs(s->closure[r].value[k]);
        most = fmax(most, (s->closure[r].width + 6) * sum);
    }
    return most * 0x1p-53 * pow((double)spacings, s->derivative);
}

/* The order from the three finest grids whose errors are a hundred times their rounding errors;
 * NaN if these are too coarse. */
static double measured_order(const spate_compact_scheme *s)
{
    double error[3] = {NAN, NAN, NAN};
    for (int64_t spacings = 32; spacings <= 512; spacings *= 2) {
        const double e = errors_of(s, points_of(s, spacings)).largest;
        if (e < 100 * roundings_of(s, spacings))
            break;
        error[0] = error[1];
        error[1] = error[2];
        error[2] = e;
    }
    return 2 * log2(error[1] / error[2]) - log2(error[0] / error[1]);
}

/* The largest error is that of a row at an end, C h^q times a derivative of the wave somewhere
 * within its w points: relative to the first of them a series in 3 w h / 2. Orders between
 * successive grids are off by a multiple of h, which two of them remove; what remains are
 * multiples of h^2, and with w <= 7 and 32 spacings (3 w h / 2)^2 is 0.1. Beyond order 6 f64 has
 * no range between truncation and rounding; polynomials_are_exact of compact_accuracy.c checks
 * those orders. */
static void errors_fall_as_promised(void)
{
    for (int k = 0; k < count; ++k) {
        const spate_compact_scheme *s = &schemes[k];
        spate_compact_orders orders;
        CHECK(spate_compact_check(ctx, s, &orders) == SPATE_OK);
        if (orders.least > 6)
            continue;
        const double order = measured_order(s);
        char what[128];
        snprintf(what, sizeof what, "%s: order %.3f, off by", s->name, order);
        CHECK_AT_MOST(what, fabs(order - orders.least), 0.1);
    }
}

/* Away from the ends the order is that of the interior: the influence of an end decays by 0.27
 * per point or faster, below 1e-9 in the middle half. (Orders of other interiors:
 * compact_waves.c.) */
static void the_middle_has_the_order_of_the_interior(void)
{
    static const struct {
        const char *name;
        int order;
    } list[] = {{"first-4", 4}, {"second-4", 4}, {"to-half-first-4", 4}, {"from-half-mean-4", 4}};
    for (size_t k = 0; k < sizeof list / sizeof *list; ++k) {
        spate_compact_scheme s;
        CHECK(spate_compact_find(list[k].name, &s));
        const double coarse = errors_of(&s, points_of(&s, 64)).middle;
        const double fine = errors_of(&s, points_of(&s, 128)).middle;
        char what[96];
        snprintf(what, sizeof what, "%s: order %.3f in the middle, off by", s.name,
                 log2(coarse / fine));
        CHECK_AT_MOST(what, fabs(log2(coarse / fine) - list[k].order), 0.1);
    }
}

/* Fourth-order scheme of Srinath (2015, equation 1.3), to half a unit of the last digit. */
static void errors_equal_an_independent_implementation(void)
{
    spate_compact_scheme s;
    CHECK(spate_compact_find("first-4", &s));
    const errors first = errors_of(&s, 16), before = errors_of(&s, 256), last = errors_of(&s, 512);
    printf("  largest error %.4e (n = 16), %.4e (n = 512), middle %.4e\n", first.largest,
           last.largest, last.middle);
    printf("  orders %.4f, mean square %.4f\n", log2(before.largest / last.largest),
           log2(before.root_mean_square / last.root_mean_square));
    CHECK_NEAR(first.largest, 2.4e-3, 0.05e-3);
    CHECK_NEAR(last.largest, 4.30e-8, 0.005e-8);
    CHECK_NEAR(log2(before.largest / last.largest), 3.03, 0.005);
    CHECK_NEAR(log2(before.root_mean_square / last.root_mean_square), 3.51, 0.02);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    count = all_schemes(schemes);
    RUN(schemes_have_the_orders_promised);
    RUN(errors_fall_as_promised);
    RUN(the_middle_has_the_order_of_the_interior);
    RUN(errors_equal_an_independent_implementation);
    spate_context_destroy(ctx);
    return check_done();
}
