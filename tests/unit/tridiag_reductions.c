/* CR, PCR and the hybrid: correct for any length, in every layout, with the same bits for all
 * lanes and threads. */
#include "tridiag_lines.h"

static spate_context *ctx;
enum { LINES = 21 };
static const char *const names[] = {"cr", "pcr", "cr-pcr"};

static spate_lines layout(int kind, int64_t n)
{
    if (kind == 0)
        return (spate_lines){n, 1, {LINES, 1}, {n, 0}};
    return kind == 1 ? (spate_lines){n, LINES, {LINES, 1}, {1, 0}}
                     : (spate_lines){n, 3, {7, 3}, {3 * n, 21 * n}};
}

static spate_status solve(batch *p, const char *algorithm, int threads, const char *isa, int repair)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.lines = p->lines;
    o.precision = p->precision;
    o.algorithm = algorithm;
    o.threads = threads;
    o.repair = repair;
    if (!CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK))
        return SPATE_ERROR_INTERNAL;
    CHECK(strcmp(t->method->name, algorithm) == 0);
    use_instructions(t, isa);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    const spate_status status =
        spate_tridiag_solve(t, p->array[A], p->array[B], p->array[C], p->array[D], p->array[X]);
    spate_tridiag_destroy(t);
    return status;
}

/* Dominant by at least 1, with entries below 5. */
static void fill_strongly(batch *p)
{
    fill_dominant(p, 0);
    for (int64_t line = 0; line < LINES; ++line)
        for (int64_t i = 0; i < p->lines.n; ++i)
            put(p, B, line, i, get(p, B, line, i) + (get(p, B, line, i) < 0 ? -1 : 1));
}

/* CR is elimination without pivots of the rows in another order, so (A + E) x = d with |E| <= g
 * |L| |U|. A row meets two others per level, and reduction does not increase its couplings if
 * rows are dominant; rows of U are dominant. So row sums of |L| |U| are at most 2 levels (|a| +
 * |c|) + 4 (|a| + |b| + |c|), and g is the number of terms, (2 (2 levels + 3) + 6) u. PCR finds
 * each unknown by the CR that ends with its row: each has a different E, and their differences
 * reach the residual through the inverse of A, at most 1 / (|b| - |a| - |c|) <= 1, times the
 * sums of rows of A, at most 7. */
static double bound(int precision, int64_t n, int parallel)
{
    int levels = 1;
    while (((int64_t)1 << levels) < n)
        ++levels;
    return (4.0 * levels + 12) * (2.0 * levels + 4) * unit_roundoff(precision) * (parallel ? 7 : 1);
}

static void residuals_are_small_for_any_length(void)
{
    for (int precision = 32; precision <= 64; precision += 32)
        for (int k = 0; k < 3; ++k) {
            double share = 0;
            for (int64_t n = 1; n <= 257; n += n < 70 ? 1 : 187)
                for (int kind = 0; kind < 3; ++kind) {
                    const spate_lines lines = layout(kind, n);
                    batch p;
                    batch_make(&p, &lines, precision);
                    fill_strongly(&p);
                    CHECK(solve(&p, names[k], 1, "auto", 0) == SPATE_OK);
                    share = fmax(share, row_residual(&p, 0) / bound(precision, n, k > 0));
                    batch_free(&p);
                }
            CHECK_AT_MOST(names[k], share, 1);
        }
}

static void the_bits_are_those_of_one_thread_and_plain_instructions(void)
{
    static const char *const isas[] = {"base", "avx2", "avx512"};
    for (int k = 0; k < 3; ++k)
        for (int64_t n = 5; n <= 133; n *= 2, ++n) {
            const spate_lines plain = layout(0, n);
            batch first;
            batch_make(&first, &plain, 64);
            fill_strongly(&first);
            CHECK(solve(&first, names[k], 1, "base", 0) == SPATE_OK);
            for (int m = 0; m < 9; ++m) {
                const spate_lines lines = layout(m % 3, n);
                batch p;
                if (!tri_kernels_cpu(64, isas[m / 3]))
                    continue;
                batch_make(&p, &lines, 64);
                fill_strongly(&p);
                CHECK(solve(&p, names[k], 2, isas[m / 3], 0) == SPATE_OK);
                CHECK(same_solution(&p, &first));
                batch_free(&p);
            }
            batch_free(&first);
        }
}

/* A zero on the diagonal in row 6 stops every reduction, but not pivoting. */
static void a_zero_on_the_diagonal_is_reported_and_repaired(void)
{
    for (int k = 0; k < 3; ++k) {
        const spate_lines lines = layout(k, 40);
        batch p;
        batch_make(&p, &lines, 64);
        fill_strongly(&p);
        put(&p, B, 9, 6, 0);
        put(&p, A, 9, 6, 1);
        CHECK(solve(&p, names[k], 1, "auto", 0) == SPATE_ERROR_NUMERICAL);
        CHECK_CONTAINS(spate_message(ctx), "line 9");
        CHECK(solve(&p, names[k], 1, "auto", 1) == SPATE_OK);
        /* As in tridiag_repair.c; row sums are at least 1, entries at most 5. */
        CHECK_AT_MOST("residual", row_residual(&p, 0), 8 * 2 * 3 * 2 * 5 * unit_roundoff(64));
        batch_free(&p);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(residuals_are_small_for_any_length);
    RUN(the_bits_are_those_of_one_thread_and_plain_instructions);
    RUN(a_zero_on_the_diagonal_is_reported_and_repaired);
    spate_context_destroy(ctx);
    return check_done();
}
