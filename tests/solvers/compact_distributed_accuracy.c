/* Claim: an array cut into boxes gives the results of the scheme's definition within the
 * rounding errors of its elimination, and those of whole lines within the rounding errors of
 * both. Errors against exact derivatives decrease with the order of the scheme in every
 * direction. Decoupled parts satisfy the bound that they report. */
#include <stdlib.h>

#include "boxes.h"
#include "check.h"
#include "compacts.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count;

static int applied(const box_variant *variant, const double *f, double *g,
                   spate_compact_distributed_stats *stats)
{
    int kept;
    const spate_status status = boxes_apply(ctx, variant, BOX_BLOCKS, f, g, &kept, stats);
    if (CHECK(status == SPATE_OK && kept))
        return 1;
    printf("  %s, n %lld: %s\n", variant->scheme->name,
           (long long)variant->size[variant->direction], spate_message(ctx));
    return 0;
}

/* ---- roundings ---- */

enum { LINES = 3 };

/* Largest error over its bound, and largest distance from the whole line over both bounds. */
typedef struct ratios {
    long double error, distance;
} ratios;

static void raise(long double *most, long double value)
{
    *most = value <= *most ? *most : value; /* NaN if either is NaN */
}

static void judge(const compact_case *c, const box_variant *variant, const double *f,
                  const double *g, ratios *worst)
{
    double whole[CASE_MOST];
    long double wanted[CASE_MOST], bound[CASE_MOST], whole_bound[CASE_MOST], same[CASE_MOST];
    case_reference_cut(c, variant->chunk, f, wanted, bound);
    case_reference(c, f, same, whole_bound);
    CHECK(case_apply(ctx, c, f, whole) == SPATE_OK);
    for (int64_t i = 0; i < case_results(c); ++i) {
        const long double error = fabsl((long double)g[i] - wanted[i]);
        const long double distance = fabsl((long double)g[i] - (long double)whole[i]);
        raise(&worst->error, error > 0 ? error / bound[i] : 0);
        raise(&worst->distance, distance > 0 ? distance / (bound[i] + whole_bound[i]) : 0);
    }
}

/* Lines along z, cut in both other directions: line 1 is checked. */
static void try_length(const compact_case *c, int64_t chunk, ratios *worst)
{
    box_variant variant = {.scheme = c->scheme,
                           .size = {LINES, 1, c->n},
                           .direction = 2,
                           .periodic = c->periodic,
                           .precision = c->precision,
                           .spacing = c->spacing,
                           .chunk = chunk,
                           .threads = 1};
    double f[LINES * CASE_MOST], g[LINES * CASE_MOST], line[CASE_MOST], results[CASE_MOST];
    for (int64_t i = 0; i < LINES * c->n; ++i)
        f[i] = draw_between(-1, 1) * draw_size(1e-3, 1e3);
    for (int64_t i = 0; i < c->n; ++i)
        line[i] = f[LINES * i + 1];
    boxes_at_random(&variant, 2, 1, 1 + (int)(c->n % 5));
    if (!applied(&variant, f, g, NULL))
        return;
    for (int64_t i = 0; i < case_results(c); ++i)
        results[i] = g[LINES * i + 1];
    judge(c, &variant, line, results, worst);
}

static void any_values_within_roundings(void)
{
    static const int64_t lengths[][2] = {{13, 64}, {33, 5}, {64, 16}, {65, 64}, {90, 7}};
    for (int k = 0; k < count; ++k)
        for (int kind = 0; kind < 4; ++kind) {
            ratios worst = {0, 0};
            char what[96];
            for (size_t n = 0; n < sizeof lengths / sizeof *lengths; ++n) {
                const compact_case c = {&schemes[k], kind % 2, kind / 2 ? 32 : 64, lengths[n][0],
                                        draw_size(1e-3, 1e3)};
                try_length(&c, lengths[n][1], &worst);
            }
            snprintf(what, sizeof what, "%s%s f%d: largest error over its bound", schemes[k].name,
                     kind % 2 ? " periodic" : "", kind / 2 ? 32 : 64);
            CHECK_AT_MOST(what, worst.error, 1);
            CHECK(worst.distance <= 1);
        }
}

/* ---- orders: sin(3x + 0.4) along the lines, from 0 to 1 ---- */

static double wave(int m, double x)
{
    const double a = 3 * x + 0.4;
    return m == 0 ? sin(a) : m == 1 ? 3 * cos(a) : -9 * sin(a);
}

/* Largest error of 3 x 2 x 2 boxes of an array with a different factor on each line. */
static double error_of(const spate_compact_scheme *s, int direction, int64_t spacings)
{
    const int cells = s->points == SPATE_COMPACT_FROM_HALF; /* f is half a spacing inside */
    const int64_t n = cells ? spacings : spacings + 1;
    box_variant variant = {.scheme = s,
                           .direction = direction,
                           .precision = 64,
                           .spacing = 1.0 / (double)spacings,
                           .threads = 2};
    for (int d = 0; d < 3; ++d)
        variant.size[d] = d == direction ? n : 4;
    const int64_t step = direction == 0 ? 1 : direction == 1 ? 4 : 16;
    const int64_t results = boxes_results(&variant) / 16;
    const compact_case c = {s, 0, 64, n, variant.spacing};
    double *f = malloc((size_t)(16 * n) * sizeof *f),
           *g = malloc((size_t)(16 * results) * sizeof *g);
    double worst = 0;
    boxes_even(&variant, direction == 0 ? 3 : 2, direction == 1 ? 3 : 2, direction == 2 ? 3 : 2);
    for (int64_t k = 0; k < 16 * n; ++k) {
        const int64_t i = k / step % n, line = k % step + k / (step * n) * step;
        f[k] = (double)(1 + line) / 16 * wave(0, ((double)i + (cells ? 0.5 : 0)) * variant.spacing);
    }
    if (applied(&variant, f, g, NULL))
        for (int64_t k = 0; k < 16 * results; ++k) {
            const int64_t i = k / step % results, line = k % step + k / (step * results) * step;
            const double x = (case_place(&c, i) + (cells ? 0.5 : 0)) * variant.spacing;
            worst = fmax(worst, fabs(g[k] - (double)(1 + line) / 16 * wave(s->derivative, x)));
        }
    free(f);
    free(g);
    return worst;
}

/* The largest error is that of a row at an end: C h^p (1 + c h + ...), c up to 3 w / 2 for a row of
 * w <= 7 points (compact_orders.c). From 48 to 96 spacings that moves the order by c h / (2 ln 2) =
 * 0.16, its square by a few hundredths: 1/4 in all. Filters keep sin(3x) to 3^8 h^8 / 8!, too near
 * the roundings. */
static void errors_fall_with_the_order_in_every_direction(void)
{
    for (int k = 0; k < count; ++k) {
        spate_compact_orders orders;
        CHECK(spate_compact_check(ctx, &schemes[k], &orders) == SPATE_OK);
        if (strncmp(schemes[k].name, "filter", 6) == 0)
            continue;
        for (int d = 0; d < 3; ++d) {
            const double order = log2(error_of(&schemes[k], d, 48) / error_of(&schemes[k], d, 96));
            if (!CHECK(fabs(order - orders.least) < 0.25))
                printf("  %s along %c: order %.2f, not %d\n", schemes[k].name, "xyz"[d], order,
                       orders.least);
        }
    }
}

/* ---- decoupled parts ---- */

/* alpha = 1/4 and 1/3 decay by 0.27 and 0.38 per row: parts of 16 rows are decoupled to about
 * 1e-8, and the reported bound must hold. */
static void decoupled_parts_satisfy_their_bound(void)
{
    static const char *const names[] = {"first-4", "first-6", "to-half-first-6", "second-6"};
    enum { N = 64 };
    for (int k = 0; k < 4; ++k) {
        spate_compact_scheme s;
        spate_compact_distributed_stats stats;
        double f[N], exact[N], g[N], off = 0, largest = 0;
        box_variant variant = {.size = {N, 1, 1}, .precision = 64, .spacing = 1, .tolerance = 1e-3};
        variant.scheme = &s;
        CHECK(spate_compact_find(names[k], &s));
        for (int i = 0; i < N; ++i)
            f[i] = draw_between(-1, 1);
        boxes_even(&variant, 4, 1, 1);
        variant.reduced = "gather";
        if (!applied(&variant, f, exact, NULL))
            continue;
        variant.reduced = "neighbours";
        if (!applied(&variant, f, g, &stats))
            continue;
        for (int64_t i = 0; i < boxes_results(&variant); ++i) {
            off = fmax(off, fabs(g[i] - exact[i]));
            largest = fmax(largest, fabs(exact[i]));
        }
        CHECK(strcmp(stats.reduced, "neighbours") == 0 && stats.dropped > 0);
        CHECK(off > 0); /* something was dropped */
        CHECK_AT_MOST(names[k], off / largest, stats.dropped);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    count = all_schemes(schemes);
    RUN(any_values_within_roundings);
    RUN(errors_fall_with_the_order_in_every_direction);
    RUN(decoupled_parts_satisfy_their_bound);
    spate_context_destroy(ctx);
    return check_done();
}
