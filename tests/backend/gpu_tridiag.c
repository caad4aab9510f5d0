/* Claim: on a GPU every algorithm solves every class of matrices in every layout, of any size and
 * batch, in both precisions, in place or not, with residuals below the derived bounds of
 * solvers/judge.h, and writes nothing but the unknowns.
 *
 *   gpu_tridiag [--backend cuda] [--quick]
 *
 * thomas-pcr is checked like the reductions. Its chunks of 9 rows (f32: 17) are eliminated by
 * Thomas, 3 h u kappa with h = 6: less than the log2 9 levels of 10 u kappa that they replace.
 * Exits with 77 if there is no such backend. */
#include <stdlib.h>

#include "backend_args.h"
#include "check.h"
#include "solvers/series.h"

static spate_context *ctx;
static const char *backend;
static int quick;

static void solve_once(series *run, systems *s, layout_kind layout, int in_place, int check)
{
    const solve_variant variant = {.matrix = run->matrix,
                                   .layout = layout,
                                   .precision = run->precision,
                                   .in_place = in_place,
                                   .check = check,
                                   .algorithm = run->algorithm,
                                   .backend = backend};
    spate_tridiag_stats stats;
    int kept;
    const spate_status status = lines_solve(ctx, &variant, s, &kept, &stats);
    ++run->solves;
    if (!CHECK(status == SPATE_OK && kept)) {
        if (++run->failures <= CHECK_SHOWN)
            printf("  %s, %s, f%d, n %lld, %lld lines, %s%s%s: %s\n", run->algorithm,
                   matrix_names[run->kind], run->precision, (long long)s->n, (long long)s->lines,
                   layout_names[layout], s->periodic ? ", periodic" : "",
                   in_place ? ", in place" : "",
                   kept ? spate_message(ctx) : "memory beside the unknowns has changed");
        return;
    }
    /* Dominant columns may be weak by rows, on the CPU too (gpu_tridiag_ways.c compares them). */
    CHECK(!check || run->kind == MATRIX_ANY || run->kind == MATRIX_COLUMN_DOMINANT ||
          stats.weak_lines == 0);
    series_judge(run, s, stats.algorithm);
}

/* Every `every`-th layout, in place and not, checked or not; different ones for different sizes. */
static void try_size(series *run, int64_t n, int64_t lines, int every)
{
    systems s;
    if (!series_is_possible(run, n))
        return;
    if (!CHECK(series_systems(run, n, lines, &s)))
        return;
    for (int k = 0; k < 4 * LAYOUTS; ++k)
        if ((k + n) % every == 0)
            solve_once(run, &s, (layout_kind)(k % LAYOUTS), k / LAYOUTS % 2, k / LAYOUTS / 2);
    systems_free(&s);
}

/* An algorithm that keeps a line in a block may refuse longer ones, with a message. */
static int accepts(const series *run, int64_t n)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.lines = layout_lines(LAYOUT_CONTIGUOUS, n, 1);
    o.precision = run->precision;
    o.backend = backend;
    o.algorithm = run->algorithm;
    spate_status status = spate_tridiag_create(ctx, &o, &t);
    status = status == SPATE_OK ? spate_tridiag_setup(t) : status;
    spate_tridiag_destroy(t);
    return status == SPATE_OK || !strstr(spate_message(ctx), "has no room for");
}

static void try_sizes(series *run)
{
    static const int64_t primes[] = {127, 1009, 9001, 509, 2053, 4099, 65537};
    static const int64_t batches[] = {1, 3, 17, 200};
    for (int64_t n = 1; n <= 70; n += quick && n > 3 ? 6 : 1)
        for (int k = 0; k < 4; ++k)
            if (k == 2 || (n + k) % 4 == 0)
                try_size(run, n, batches[k], quick ? 13 : 5);
    if (run->kind == MATRIX_ANY)
        return; /* solutions of long lines may overflow */
    for (int k = 0; k < (quick ? 3 : 7); ++k) {
        const int long_ones = run->matrix == SPATE_TRIDIAG_GENERAL && primes[k] > 4000;
        if (long_ones && !accepts(run, primes[k]))
            continue;
        /* odd and even numbers of lines: values are copied one by one, or several at once */
        try_size(run, primes[k], (primes[k] < 2000 ? 37 : 3) + k % 2 * (quick ? 3 : 1),
                 quick ? 17 : 7);
    }
}

static void try_series(series run)
{
    char what[128];
    try_sizes(&run);
    series_title(&run, what, sizeof what);
    CHECK(run.solves > 0);
    if (run.lines > 0)
        CHECK_AT_MOST(what, run.worst, 1);
    else
        printf("  %s: there is no bound\n", what);
    fflush(stdout);
}

/* True if an algorithm accepts periodic lines; if not, it reports that. */
static int may_be_periodic(spate_tridiag_class matrix, const char *algorithm)
{
    systems s;
    int kept;
    const solve_variant variant = {.matrix = matrix,
                                   .precision = 64,
                                   .algorithm = algorithm,
                                   .backend = backend};
    if (!CHECK(systems_make(&s, 8, 1, 1)))
        return 0;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_TOEPLITZ, 64);
    const spate_status status = lines_solve(ctx, &variant, &s, &kept, NULL);
    systems_free(&s);
    return !(status == SPATE_ERROR_ARGUMENT && strstr(spate_message(ctx), "periodic"));
}

static void try_algorithm(spate_tridiag_class matrix, const char *algorithm)
{
    const int most = may_be_periodic(matrix, algorithm);
    if (!most) {
        printf("  %s: not for periodic lines\n", algorithm);
        CHECK(strcmp(algorithm, "auto") != 0);
    }
    for (int periodic = 0; periodic <= most; ++periodic)
        for (int kind = 0; kind < MATRIX_KINDS; ++kind)
            for (int precision = 32; precision <= 64; precision += 32) {
                if ((periodic && kind != MATRIX_DOMINANT && kind != MATRIX_PADE) ||
                    (matrix == SPATE_TRIDIAG_TOEPLITZ && kind == MATRIX_ANY))
                    continue;
                try_series((series){matrix, algorithm, (matrix_kind)kind, precision, periodic, 0, 0,
                                    0, 0});
            }
}

static void try_class(spate_tridiag_class matrix)
{
    const char *const *names = spate_tridiag_cuda_algorithms(matrix);
    CHECK(names && names[0]);
    for (int k = 0; names && names[k]; ++k)
        try_algorithm(matrix, names[k]);
    if (!quick) /* the choice is one of these */
        try_algorithm(matrix, "auto");
}

static void general_matrices_are_solved(void)
{
    try_class(SPATE_TRIDIAG_GENERAL);
}

static void shared_matrices_are_solved(void)
{
    try_class(SPATE_TRIDIAG_SHARED);
}

static void toeplitz_matrices_are_solved(void)
{
    try_class(SPATE_TRIDIAG_TOEPLITZ);
}

int main(int argc, char **argv)
{
    backend = argument(argc, argv, "--backend", "cuda");
    for (int k = 1; k < argc; ++k)
        quick |= strcmp(argv[k], "--quick") == 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_tridiag(ctx, backend);
    if (status == SPATE_OK) {
        RUN(general_matrices_are_solved);
        RUN(shared_matrices_are_solved);
        RUN(toeplitz_matrices_are_solved);
    }
    spate_context_destroy(ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    return check_done();
}
