/* Claim: lines cut into parts are solved in every class, layout, precision and length, with
 * residuals and errors (against long double) below a derived bound (judge.h). Decoupled parts
 * satisfy the bound that the solver reports, and are refused if it has none. */
#include <stdlib.h>

#include "check.h"
#include "cuts.h"
#include "judge.h"

static spate_context *ctx;

static int64_t longest = 70;

typedef struct series {
    cut_variant variant;
    matrix_kind kind;
    int periodic;
    double worst;
    int64_t lines, solves;
} series;

static int solved(const cut_variant *variant, systems *s, spate_tridiag_distributed_stats *stats)
{
    int kept;
    const spate_status status = cuts_solve(ctx, variant, OWNERS_BLOCKS, s, &kept, stats);
    if (!CHECK(status == SPATE_OK && kept))
        printf("  n %lld, chunk %lld, %d parts: %s\n", (long long)s->n, (long long)variant->chunk,
               variant->parts,
               kept ? spate_message(ctx) : "memory beside the unknowns has changed");
    return status == SPATE_OK;
}

static void judge_all(series *run, const systems *s, int64_t chunk)
{
    long double *reference = malloc((size_t)s->n * sizeof *reference);
    if (!reference)
        abort();
    for (int64_t line = 0; line < s->lines; ++line) {
        const int compare = !s->periodic && CHECK(reference_solve(s, line, reference));
        const double r =
            judge_segments(s, line, run->variant.precision, chunk, compare ? reference : NULL);
        run->worst = r <= run->worst ? run->worst : r;
        ++run->lines;
    }
    free(reference);
}

static void try_size(series *run, int64_t n, int64_t lines, int64_t chunk)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    systems s;
    cut_variant variant = run->variant;
    const int64_t least = run->periodic ? 3 : variant.matrix == SPATE_TRIDIAG_TOEPLITZ ? 2 : 1;
    const int no_pade = run->kind == MATRIX_PADE && !run->periodic && (n == 2 || n == 3);
    if (n < least || no_pade) /* [1 2; 2 1] is not an H-matrix, three rows are singular */
        return;
    if (!CHECK(systems_make(&s, n, lines, run->periodic)))
        return;
    systems_fill(&s, run->kind, patterns[variant.matrix], variant.precision);
    variant.chunk = chunk;
    variant.layout = (layout_kind)(n % LAYOUTS);
    variant.in_place = n % 2 == 0;
    cuts_at_random(&variant, n, 1 + (int)(n % 8));
    ++run->solves;
    if (solved(&variant, &s, NULL))
        judge_all(run, &s, chunk);
    systems_free(&s);
}

static void try_series(series run)
{
    static const int64_t chunks[] = {1, 2, 5, 16, 64};
    char what[128];
    for (int64_t n = 1; n <= longest; ++n)
        try_size(&run, n, 5, chunks[n % 5]);
    for (int64_t n = 1; n <= longest; n += 9)
        try_size(&run, n, 100, chunks[n % 4]);
    try_size(&run, 1009, 9, 64);
    if (longest >= 70) {
        try_size(&run, 4099, 3, 32);
        try_size(&run, 65537, 3, 64);
    }
    snprintf(what, sizeof what, "class %d%s, %s, f%d: %lld solves, %lld lines",
             (int)run.variant.matrix, run.periodic ? ", periodic" : "", matrix_names[run.kind],
             run.variant.precision, (long long)run.solves, (long long)run.lines);
    CHECK(run.lines > 0);
    CHECK_AT_MOST(what, run.worst, 1);
}

static void try_class(spate_tridiag_class matrix)
{
    for (int kind = 0; kind < MATRIX_ANY; ++kind)
        for (int periodic = 0; periodic < 2; ++periodic)
            for (int precision = 32; precision <= 64; precision += 32) {
                if (periodic && kind != MATRIX_DOMINANT && kind != MATRIX_PADE)
                    continue;
                const cut_variant variant = {.matrix = matrix,
                                             .precision = precision,
                                             .threads = 2};
                try_series((series){variant, (matrix_kind)kind, periodic, 0, 0, 0});
            }
}

static void general_lines_are_solved(void)
{
    try_class(SPATE_TRIDIAG_GENERAL);
}

static void lines_of_a_shared_matrix_are_solved(void)
{
    try_class(SPATE_TRIDIAG_SHARED);
}

static void toeplitz_lines_are_solved(void)
{
    try_class(SPATE_TRIDIAG_TOEPLITZ);
}

/* ---- decoupled parts ---- */

/* Largest difference of the lines of two solves, over the largest value of a line. */
static double difference(const systems *s, const double *exact)
{
    double worst = 0;
    for (int64_t line = 0; line < s->lines; ++line) {
        double largest = 0, off = 0;
        for (int64_t i = line * s->n; i < (line + 1) * s->n; ++i) {
            largest = fmax(largest, fabs(exact[i]));
            off = fmax(off, fabs(s->x[i] - exact[i]));
        }
        worst = fmax(worst, off / largest);
    }
    return worst;
}

/* Bound of the rounding difference of two solves, over the largest value: errors up to moved * w
 * (judge.h). These rows have |a| + |c| <= |b| / 2: w <= 2, kappa = 3, and max|x / w| <= max|x|.
 * Decoupled parts merge their pieces, at most 20 more merges here. */
static double rounding(const systems *s, int precision)
{
    const double levels = 8 * 63 + 16 * ceil(log2((double)s->n)) + 12 + 6;
    return 2 * 3 * 2 * judge_roundoff(precision) * (levels + 16 * 20);
}

static void try_neighbours(spate_tridiag_class matrix, int precision, int periodic, int64_t rows)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    systems s;
    spate_tridiag_distributed_stats stats;
    const int64_t n = 4 * rows + 3, lines = 37;
    double *exact = malloc((size_t)(n * lines) * sizeof *exact);
    cut_variant variant = {.matrix = matrix,
                           .precision = precision,
                           .threads = 2,
                           .reduced = "neighbours",
                           .tolerance = 0.5,
                           .parts = 4,
                           .cut = {0, rows - 1, 2 * rows, 3 * rows + 2}};
    char what[128];
    if (!CHECK(systems_make(&s, n, lines, periodic)) || !CHECK(exact != NULL))
        abort();
    systems_fill(&s, MATRIX_DOMINANT, patterns[matrix], precision);
    if (solved(&variant, &s, &stats)) {
        memcpy(exact, s.x, (size_t)(n * lines) * sizeof *exact); /* not exact yet */
        variant.reduced = "gather";
        CHECK(strcmp(stats.reduced, "neighbours") == 0);
        if (solved(&variant, &s, NULL)) {
            const double off = difference(&s, exact);
            snprintf(what, sizeof what, "class %d, f%d%s, parts of %lld rows: stated %.2g, error",
                     (int)matrix, precision, periodic ? ", periodic" : "", (long long)rows,
                     stats.dropped);
            CHECK_AT_MOST(what, off, stats.dropped + rounding(&s, precision));
            /* Not trivially large: rho = 1/2 at least halves it with every row. */
            CHECK(stats.dropped <= 8 * ldexp(1, 1 - (int)rows));
        }
    }
    free(exact);
    systems_free(&s);
}

static void decoupled_parts_satisfy_their_bound(void)
{
    for (int matrix = 0; matrix < 3; ++matrix)
        for (int precision = 32; precision <= 64; precision += 32)
            for (int periodic = 0; periodic < 2; ++periodic)
                for (int64_t rows = 8; rows <= 64; rows *= 2)
                    try_neighbours((spate_tridiag_class)matrix, precision, periodic, rows);
}

/* Without a tolerance: half a unit in the last place. 0.268^k of Pade is below it after 28 rows in
 * f64. */
static void pade_is_decoupled_where_parts_are_long(void)
{
    for (int64_t rows = 10; rows <= 40; rows += 30) {
        systems s;
        int kept;
        spate_tridiag_distributed_stats stats = {0};
        cut_variant variant = {.matrix = SPATE_TRIDIAG_TOEPLITZ,
                               .precision = 64,
                               .reduced = "neighbours",
                               .parts = 3,
                               .cut = {0, rows, 2 * rows}};
        if (!CHECK(systems_make(&s, 3 * rows, 9, 0)))
            return;
        systems_fill(&s, MATRIX_PADE, ROWS_TOEPLITZ, 64);
        const spate_status status = cuts_solve(ctx, &variant, OWNERS_BLOCKS, &s, &kept, &stats);
        CHECK(status == (rows == 10 ? SPATE_ERROR_NUMERICAL : SPATE_OK));
        if (rows == 10)
            CHECK_CONTAINS(spate_message(ctx), "above the tolerance of 1.11e-16");
        printf("  parts of %lld rows: %.3g\n", (long long)rows, stats.dropped);
        /* auto chooses them only with a tolerance. */
        variant.reduced = "auto";
        variant.tolerance = 1e-15;
        CHECK(solved(&variant, &s, &stats));
        CHECK((strcmp(stats.reduced, "neighbours") == 0) == (rows == 40));
        variant.tolerance = 0;
        CHECK(solved(&variant, &s, &stats));
        CHECK(strcmp(stats.reduced, "neighbours") != 0);
        systems_free(&s);
    }
}

static void couplings_that_reach_across_a_part_are_refused(void)
{
    systems s;
    int kept;
    cut_variant variant = {.precision = 64,
                           .reduced = "neighbours",
                           .parts = 3,
                           .cut = {0, 10, 20}};
    if (!CHECK(systems_make(&s, 30, 5, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    CHECK(cuts_solve(ctx, &variant, OWNERS_BLOCKS, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "couplings across a part may cause errors of");
    s.a[3 * 30 + 15] = 2 * fabs(s.b[3 * 30 + 15]); /* one row of one line */
    variant.tolerance = 0.9;
    CHECK(cuts_solve(ctx, &variant, OWNERS_BLOCKS, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "rows are not diagonally dominant");
    systems_free(&s);
}

/* Argument: length of the longest short lines, for slow builds; long lines are then skipped. */
int main(int argc, char **argv)
{
    longest = argc > 1 ? atoi(argv[1]) : 70;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(general_lines_are_solved);
    RUN(lines_of_a_shared_matrix_are_solved);
    RUN(toeplitz_lines_are_solved);
    RUN(decoupled_parts_satisfy_their_bound);
    RUN(pade_is_decoupled_where_parts_are_long);
    RUN(couplings_that_reach_across_a_part_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
