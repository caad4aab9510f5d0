/* Cyclic reduction with precomputed coefficients: number of levels, error of stopping early, and
 * bits that depend on nothing else. */
#include "tridiag_lines.h"

static spate_context *ctx;
enum { LINES = 21 };

/* Pade: the first and last row are not dominant. */
static const spate_toeplitz pade = {1, 2, 0.25, 1, 0.25, 2, 1};
static const spate_toeplitz uneven = {1.5, 0.5, 0.5, 1, -0.25, 0.125, -1.25};

static spate_tridiag *create(const spate_lines *lines, int precision, const char *algorithm,
                             const spate_toeplitz *m, int periodic, int repair)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.matrix = SPATE_TRIDIAG_TOEPLITZ;
    o.lines = *lines;
    o.precision = precision;
    o.periodic = periodic;
    o.algorithm = algorithm;
    o.repair = repair;
    o.threads = 2;
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
    CHECK(spate_tridiag_set_toeplitz(t, m) == SPATE_OK);
    return t;
}

static spate_lines layout(int kind, int64_t n)
{
    if (kind == 0)
        return (spate_lines){n, 1, {LINES, 1}, {n, 0}};
    return kind == 1 ? (spate_lines){n, LINES + 3, {LINES, 1}, {1, 0}}
                     : (spate_lines){n, 3, {7, 3}, {3 * n, 21 * n}};
}

/* The couplings of Pade square from level to level: 7e-2, 5e-3, 3e-5, 7e-10, 5e-19. Twice that,
 * times a gain of 2 at the ends, is below 2^-24 at the fourth and 2^-53 at the fifth, however long
 * the lines are. */
static void truncation_does_not_depend_on_the_length(void)
{
    for (int64_t n = 257; n <= 65537; n *= 4, n += n % 2 ? 0 : 1) {
        const spate_lines lines = layout(0, n);
        for (int precision = 32; precision <= 64; precision += 32) {
            spate_tridiag *t = create(&lines, precision, "toeplitz-cr", &pade, 0, 0);
            CHECK(spate_tridiag_setup(t) == SPATE_OK);
            CHECK(t->levels.count == (precision == 32 ? 4 : 5));
            spate_tridiag_destroy(t);
        }
    }
}

static double largest_difference(const batch *p, const batch *q, double *largest)
{
    double worst = 0;
    *largest = 0;
    for (int64_t line = 0; line < LINES; ++line)
        for (int64_t i = 0; i < p->lines.n; ++i) {
            const double error = fabs(get(p, X, line, i) - get(q, X, line, i));
            *largest = fmax(*largest, fabs(get(q, X, line, i)));
            worst = error <= worst ? worst : error;
        }
    return worst;
}

/* Rows are dominant with weights w < 9 (Pade: 8 at the ends, 2 inside), so that each of the two
 * solves has a rounding error of at most 10 u kappa for each of its at most 11 levels and the
 * last division, kappa < 2 w, times w relative to the largest x (tests/solvers/judge.h). */
static void stopping_early_costs_what_was_allowed(void)
{
    const spate_toeplitz *matrices[] = {&pade, &uneven};
    const spate_lines lines = layout(0, 1021);
    const double rounding = 2 * 10 * unit_roundoff(64) * 18 * 12 * 9;
    for (int k = 0; k < 4; ++k) {
        const int periodic = k / 2;
        batch whole;
        batch_make(&whole, &lines, 64);
        fill_dominant(&whole, 0);
        spate_tridiag *t = create(&lines, 64, "toeplitz-cr", matrices[k % 2], periodic, 0);
        CHECK(spate_tridiag_setup(t) == SPATE_OK && tri_make_levels_to(t, 0) == SPATE_OK);
        const int levels = t->levels.count;
        CHECK(levels == 10 || levels == 9);
        CHECK(spate_tridiag_solve_many(t, whole.array[D], whole.array[X]) == SPATE_OK);
        for (double tolerance = 1e-1; tolerance > 1e-9; tolerance /= 100) {
            double largest;
            batch p;
            batch_make(&p, &lines, 64);
            CHECK(tri_make_levels_to(t, tolerance) == SPATE_OK);
            CHECK(t->levels.count < levels);
            CHECK(spate_tridiag_solve_many(t, whole.array[D], p.array[X]) == SPATE_OK);
            const double error = largest_difference(&p, &whole, &largest);
            CHECK(error > 0);
            CHECK_AT_MOST("error", error / largest, tolerance + rounding);
            batch_free(&p);
        }
        spate_tridiag_destroy(t);
        batch_free(&whole);
    }
}

static void solve(batch *p, const char *algorithm, int periodic, const char *isa)
{
    spate_tridiag *t = create(&p->lines, p->precision, algorithm, &uneven, periodic, 0);
    fill_dominant(p, periodic);
    use_instructions(t, isa);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_solve_many(t, p->array[D], p->array[X]) == SPATE_OK);
    spate_tridiag_destroy(t);
}

static void layouts_and_instructions_give_the_same_bits(void)
{
    static const char *const isas[] = {"base", "avx2", "avx512"};
    const char *const *names = spate_tridiag_algorithms(SPATE_TRIDIAG_TOEPLITZ);
    for (int k = 0; names[k]; ++k)
        for (int m = 0; m < 36; ++m) {
            const int precision = m % 2 ? 32 : 64, periodic = m / 2 % 2;
            const spate_lines plain = layout(0, 117), lines = layout(m / 4 % 3, 117);
            batch first, p;
            if (!tri_kernels_cpu(precision, isas[m / 12]))
                continue;
            batch_make(&first, &plain, precision);
            batch_make(&p, &lines, precision);
            solve(&first, names[k], periodic, "base");
            solve(&p, names[k], periodic, isas[m / 12]);
            CHECK(same_solution(&p, &first));
            batch_free(&first);
            batch_free(&p);
        }
}

/* A zero on the diagonal stops CR at once, but not Thomas: b - a c / b of the row before. */
static void a_zero_on_the_diagonal_is_reported_and_repaired(void)
{
    const spate_toeplitz m = {2, 1, 1, 0, 1, 1, 2};
    const spate_lines lines = layout(0, 40);
    batch p;
    batch_make(&p, &lines, 64);
    fill_dominant(&p, 0);
    spate_tridiag *t = create(&lines, 64, "cr", &m, 0, 0);
    CHECK(spate_tridiag_setup(t) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "cyclic reduction of the shared matrix");
    spate_tridiag_destroy(t);
    t = create(&lines, 64, "cr", &m, 0, 1);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_solve_many(t, p.array[D], p.array[X]) == SPATE_OK);
    for (int64_t line = 0; line < LINES; ++line)
        for (int64_t i = 0; i < 40; ++i) {
            put(&p, A, line, i, 1);
            put(&p, B, line, i, i == 0 || i == 39 ? 2 : 0);
            put(&p, C, line, i, 1);
        }
    /* As in tridiag_repair.c; row sums are at least 2, entries at most 2. */
    CHECK_AT_MOST("residual", row_residual(&p, 0), 8 * 2 * 3 * 2 * unit_roundoff(64));
    spate_tridiag_destroy(t);
    batch_free(&p);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(truncation_does_not_depend_on_the_length);
    RUN(stopping_early_costs_what_was_allowed);
    RUN(layouts_and_instructions_give_the_same_bits);
    RUN(a_zero_on_the_diagonal_is_reported_and_repaired);
    spate_context_destroy(ctx);
    return check_done();
}
