/* Claims of gpu_tridiag_ways about lines that are weak or fail. */
#include "check.h"
#include "gpu_tridiag_ways.h"
#include "solvers/judge.h"

/* ---- weak lines, as in solvers/tridiag_weak.c ---- */

enum { WEAK = 5 };
static const int64_t weak[WEAK] = {2, 3, 11, 16, 22};

static void repair_one(const char *algorithm, int precision, layout_kind layout, int in_place,
                       int64_t n, double tiny, double *worst)
{
    const solve_variant variant = {.layout = layout,
                                   .precision = precision,
                                   .in_place = in_place,
                                   .repair = 1,
                                   .algorithm = algorithm,
                                   .backend = backend};
    systems s;
    spate_tridiag_stats stats = {0};
    int kept;
    if (!CHECK(systems_make(&s, n, LINES, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, precision);
    for (int k = 0; k < WEAK; ++k)
        systems_weaken(&s, weak[k], k * (n - 2) / WEAK, tiny);
    if (!CHECK(lines_solve(ctx, &variant, &s, &kept, &stats) == SPATE_OK && kept))
        printf("  %s, %s, tiny %g: %s\n", algorithm, layout_names[layout], tiny,
               spate_message(ctx));
    CHECK(stats.weak_lines == WEAK);
    CHECK(stats.repaired_lines == WEAK);
    CHECK(stats.first_weak_line == weak[0]);
    for (int64_t line = 0; line < LINES; ++line) {
        const double e = normwise_error(&s, line) / (12.0 * (double)n * judge_roundoff(precision));
        *worst = e <= *worst ? *worst : e;
    }
    systems_free(&s);
}

void weak_lines_are_counted_and_repaired(void)
{
    static const double tinies[] = {0, 1e-30, 1e-20};
    const char *const *names = spate_tridiag_cuda_algorithms(SPATE_TRIDIAG_GENERAL);
    double worst = 0;
    for (; *names; ++names)
        for (int k = 0; k < 4 * LAYOUTS; ++k)
            repair_one(*names, k % 2 ? 32 : 64, (layout_kind)(k / 4), k / 2 % 2, k % 3 ? 61 : 12,
                       tinies[k % 3], &worst);
    /* blocks that share a line: all must know the flags of each */
    repair_one("thomas-pcr", 32, LAYOUT_Y, 1, 2050, 1e-20, &worst);
    repair_one("thomas-pcr", 64, LAYOUT_INTERLEAVED, 1, 1100, 0, &worst);
    CHECK_AT_MOST("normwise backward error, in units of 12 n u", worst, 1);
}

/* If columns dominate, a pivot may be small compared with another entry of its row, which
 * belongs to a larger column: such lines are solved well, but weak by rows. */
static int64_t weak_lines(systems *s, const char *on, int precision)
{
    const solve_variant variant = {.layout = LAYOUT_CONTIGUOUS,
                                   .precision = precision,
                                   .threads = 1,
                                   .check = 1,
                                   .algorithm = "thomas",
                                   .backend = on};
    spate_tridiag_stats stats = {0};
    int kept;
    CHECK(lines_solve(ctx, &variant, s, &kept, &stats) == SPATE_OK && kept);
    return stats.weak_lines;
}

/* Both eliminate by Thomas. Pivots differ in rounding, so that a line exactly at the limit could
 * be weak on one only; none of these is. */
void dominant_columns_are_as_weak_as_on_the_cpu(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        int64_t found = 0, apart = 0;
        for (int64_t n = 1; n <= 70; ++n) {
            systems s;
            if (!CHECK(systems_make(&s, n, LINES, 0)))
                return;
            systems_fill(&s, MATRIX_COLUMN_DOMINANT, ROWS_FREE, precision);
            const int64_t there = weak_lines(&s, "cpu", precision);
            const int64_t here = weak_lines(&s, backend, precision);
            found += here;
            apart += here != there;
            systems_free(&s);
        }
        printf("  f%d: %lld weak lines; %lld lengths differ from the CPU\n", precision,
               (long long)found, (long long)apart);
        CHECK(apart == 0);
        CHECK(precision == 64 || found > 0);
    }
}

/* ---- failures ---- */

void failures_are_reported_by_line(void)
{
    const char *const *names = spate_tridiag_cuda_algorithms(SPATE_TRIDIAG_GENERAL);
    for (; *names; ++names) {
        for (int k = 0; k < 2 * LAYOUTS; ++k) {
            const solve_variant variant = {.layout = (layout_kind)(k / 2),
                                           .precision = 64,
                                           .in_place = k % 2,
                                           .algorithm = *names,
                                           .backend = backend};
            systems s;
            int kept;
            if (!CHECK(systems_make(&s, 40, LINES, 0)))
                return;
            systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
            s.d[13 * s.n + 24] = k % 4 == 0 ? NAN : INFINITY;
            s.b[17 * s.n] = 0;
            CHECK(lines_solve(ctx, &variant, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL && kept);
            CHECK_CONTAINS(spate_message(ctx), "line 13, row 24: d is not a finite number");
            for (int64_t line = 0; line < LINES; ++line)
                if (line != 13 && line != 17)
                    CHECK(judge_line(&s, line, MATRIX_DOMINANT, SPATE_TRIDIAG_GENERAL, 64,
                                     *names) <= 1);
            systems_free(&s);
        }
    }
}

/* Row i, the last of a chunk, follows without other rows; the unknown before it overflows. The
 * owners of other chunks of its line detect nothing. */
static void spoil(systems *s, int64_t line, int64_t i, int precision)
{
    const int64_t k = line * s->n + i;
    s->c[k - 2] = s->a[k - 1] = s->a[k] = s->c[k] = s->a[k + 1] = 0;
    s->b[k - 1] = s->b[k] = 1;
    s->c[k - 1] = -1;
    s->d[k - 1] = s->d[k] = precision == 32 ? 0x1p127 : 0x1p1023;
}

void a_line_that_blocks_share_is_written_whole_or_not_at_all(void)
{
    for (int k = 0; k < 4; ++k) {
        const solve_variant variant = {.layout = k / 2 ? LAYOUT_INTERLEAVED : LAYOUT_Y,
                                       .precision = k % 2 ? 32 : 64,
                                       .in_place = 1,
                                       .algorithm = "thomas-pcr",
                                       .backend = backend};
        const int64_t n = 1500, spoilt = 13;
        systems s;
        int kept;
        if (!CHECK(systems_make(&s, n, LINES, 0)))
            return;
        systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, variant.precision);
        spoil(&s, spoilt, (2 * k + 2) * 9 * 17 - 1,
              variant.precision); /* chunks of 9 rows, f32: 17 */
        CHECK(lines_solve(ctx, &variant, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL && kept);
        CHECK(memcmp(s.x + spoilt * n, s.d + spoilt * n, (size_t)n * sizeof *s.d) == 0);
        for (int64_t line = 0; line < LINES; ++line)
            CHECK(line == spoilt || judge_line(&s, line, MATRIX_DOMINANT, SPATE_TRIDIAG_GENERAL,
                                               variant.precision, "thomas-pcr") <= 1);
        systems_free(&s);
    }
}
