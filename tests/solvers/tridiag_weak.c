/* Claim: with `check`, lines whose pivots lose accuracy are counted and others are not; with
 * `repair` they are solved as well as partial pivoting can. Its backward error: entries grow by
 * at most a factor of two (Higham, section 9.6), a row that is carried along is changed in two
 * columns at each of n steps with three roundings of values up to 2 max|A|: |E| <= 12 n u |A| by
 * norms, residual and substitution included. */
#include <stdlib.h>

#include "check.h"
#include "judge.h"

static spate_context *ctx;

enum { LINES = 23, WEAK = 5 };
static const int64_t weak[WEAK] = {2, 3, 11, 16, 22};

static int solve(systems *s, int precision, layout_kind layout, int repair, double tiny,
                 spate_tridiag_stats *stats)
{
    const solve_variant variant = {.layout = layout,
                                   .precision = precision,
                                   .threads = 2,
                                   .check = 1,
                                   .repair = repair,
                                   .algorithm = "thomas"};
    int kept;
    systems_fill(s, MATRIX_DOMINANT, ROWS_FREE, precision);
    for (int k = 0; k < WEAK && !isnan(tiny); ++k)
        systems_weaken(s, weak[k], k * (s->n - 2) / WEAK, tiny);
    const spate_status status = lines_solve(ctx, &variant, s, &kept, stats);
    if (!CHECK(status == SPATE_OK))
        printf("  %s, f%d, tiny %g: %s\n", layout_names[layout], precision, tiny,
               spate_message(ctx));
    CHECK(kept);
    return status == SPATE_OK;
}

static double worst_line(const systems *s)
{
    double worst = 0;
    for (int64_t line = 0; line < s->lines; ++line) {
        const double e = normwise_error(s, line);
        worst = e <= worst ? worst : e;
    }
    return worst;
}

static void try_layout(int precision, layout_kind layout, int64_t n, double *worst)
{
    static const double tinies[] = {0, 1e-30, 1e-20};
    systems s;
    spate_tridiag_stats stats;
    if (!CHECK(systems_make(&s, n, LINES, 0)))
        return;
    if (solve(&s, precision, layout, 0, NAN, &stats)) {
        CHECK(stats.weak_lines == 0);
        CHECK(stats.repaired_lines == 0);
        CHECK(stats.first_weak_line == -1);
    }
    for (int k = 0; k < 3; ++k) {
        if (!solve(&s, precision, layout, 1, tinies[k], &stats))
            continue;
        CHECK(stats.weak_lines == WEAK);
        CHECK(stats.repaired_lines == WEAK);
        CHECK(stats.first_weak_line == weak[0]);
        const double e = worst_line(&s) / (12.0 * (double)n * judge_roundoff(precision));
        *worst = e <= *worst ? *worst : e;
    }
    systems_free(&s);
}

static void weak_lines_are_counted_and_repaired(void)
{
    double worst = 0;
    for (int precision = 32; precision <= 64; precision += 32) {
        for (int layout = 0; layout < LAYOUTS; ++layout) {
            try_layout(precision, (layout_kind)layout, 12, &worst);
            try_layout(precision, (layout_kind)layout, 61, &worst);
        }
    }
    CHECK_AT_MOST("normwise backward error, in units of 12 n u", worst, 1);
}

/* Otherwise there would be nothing to repair above. */
static void without_repair_a_tiny_pivot_spoils_the_line(void)
{
    systems s;
    spate_tridiag_stats stats;
    if (!CHECK(systems_make(&s, 12, LINES, 0)))
        return;
    if (solve(&s, 64, LAYOUT_CONTIGUOUS, 0, 1e-20, &stats)) {
        CHECK(stats.weak_lines == WEAK);
        CHECK(stats.repaired_lines == 0);
        CHECK(!(worst_line(&s) <= 12.0 * 12 * 0x1p-53));
    }
    systems_free(&s);
}

/* Pivoting cannot help a column of zeros. */
static void a_singular_line_is_reported_by_number(void)
{
    systems s;
    int kept;
    if (!CHECK(systems_make(&s, 9, LINES, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    const int64_t k = 13 * s.n + 4;
    s.c[k - 1] = s.b[k] = s.a[k + 1] = 0;
    const solve_variant variant = {
        .precision = 64, .threads = 1, .check = 1, .repair = 1, .algorithm = "thomas"};
    CHECK(lines_solve(ctx, &variant, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "13");
    systems_free(&s);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(weak_lines_are_counted_and_repaired);
    RUN(without_repair_a_tiny_pivot_spoils_the_line);
    RUN(a_singular_line_is_reported_by_number);
    spate_context_destroy(ctx);
    return check_done();
}
