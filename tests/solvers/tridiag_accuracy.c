/* Claim: every algorithm solves every class of matrices in every layout, of any size and batch,
 * in both precisions, in place or not, with residuals below a derived bound (judge.h), and
 * writes nothing but the unknowns. */
#include <stdlib.h>

#include "check.h"
#include "series.h"

static spate_context *ctx;

enum { LONGEST = 70 };
static int64_t longest = LONGEST; /* of the short lines; fewer in slow builds */

static void solve_once(series *run, systems *s, layout_kind layout, int in_place)
{
    const solve_variant variant = {.matrix = run->matrix,
                                   .layout = layout,
                                   .precision = run->precision,
                                   .threads = 1 + in_place,
                                   .in_place = in_place,
                                   .algorithm = run->algorithm};
    spate_tridiag_stats stats;
    int kept;
    const spate_status status = lines_solve(ctx, &variant, s, &kept, &stats);
    ++run->solves;
    if (!CHECK(status == SPATE_OK && kept)) {
        if (++run->failures <= CHECK_SHOWN)
            printf("  %s, f%d, n %lld, %lld lines, %s%s: %s\n", run->algorithm, run->precision,
                   (long long)s->n, (long long)s->lines, layout_names[layout],
                   s->periodic ? ", periodic" : "",
                   kept ? spate_message(ctx) : "memory beside the unknowns has changed");
        return;
    }
    series_judge(run, s, stats.algorithm);
}

/* Every `every`-th layout, in place and not; different ones for different sizes. */
static void solve_everywhere(series *run, systems *s, int every)
{
    for (int k = 0; k < 2 * LAYOUTS; ++k)
        if ((k + s->n) % every == 0)
            solve_once(run, s, (layout_kind)(k / 2), k % 2);
}

static void try_size(series *run, int64_t n, int64_t lines, int every)
{
    systems s;
    if (!series_is_possible(run, n))
        return;
    if (!CHECK(series_systems(run, n, lines, &s)))
        return;
    solve_everywhere(run, &s, every);
    systems_free(&s);
}

/* True if the same kernels have already solved lines of the same kinds: "auto" is one of the
 * others, a Toeplitz matrix is expanded to a shared one, and two algorithms eliminate a shared
 * matrix as they do general lines. */
static int is_known(const series *run)
{
    const char *name = run->algorithm;
    const int anew = strcmp(name, "cr-pcr") == 0 || strcmp(name, "thomas-pcr") == 0;
    return strcmp(name, "auto") == 0 || (run->matrix == SPATE_TRIDIAG_SHARED && anew) ||
           (run->matrix == SPATE_TRIDIAG_TOEPLITZ && strcmp(name, "toeplitz-cr") != 0);
}

/* For known ones every third size, different in each series. */
static void try_sizes(series *run)
{
    static const int64_t wide_batch[] = {1, 2, 3, 8, 33}, primes[] = {1009, 4099, 65537};
    /* All remainders by the widest vectors (16 lanes) twice, then every third. */
    const int known = is_known(run);
    const int64_t first = known ? 1 + (run->kind + run->precision / 32) % 3 : 1;
    for (int64_t n = first; n <= longest; n += known || n >= 34 ? 3 : 1) {
        try_size(run, n, 1, 3);
        try_size(run, n, 3, 3);
        try_size(run, n, 17, 2);
    }
    for (size_t k = 0; k < sizeof wide_batch / sizeof *wide_batch; ++k)
        try_size(run, wide_batch[k], 300, 3);
    if (longest < LONGEST || run->kind == MATRIX_ANY)
        return; /* with arbitrary matrices, solutions of long lines may overflow */
    /* Checking takes longer than solving: the longest lines once, for ordinary matrices. */
    const int all = !known && run->kind == MATRIX_DOMINANT;
    for (size_t k = 0; k < (all ? sizeof primes / sizeof *primes : 2); ++k)
        try_size(run, primes[k], 2, 6);
}

static void try_algorithm(spate_tridiag_class matrix, const char *algorithm)
{
    const int most = lines_may_be_periodic(ctx, matrix, algorithm);
    if (!most) {
        printf("  %s: not for periodic lines\n", algorithm);
        CHECK(strcmp(algorithm, "auto") != 0);
    }
    for (int periodic = 0; periodic <= most; ++periodic) {
        for (int kind = 0; kind < MATRIX_KINDS; ++kind) {
            for (int precision = 32; precision <= 64; precision += 32) {
                series run = {matrix, algorithm, (matrix_kind)kind, precision, periodic, 0, 0,
                              0,      0};
                char what[128];
                /* An arbitrary matrix may fail without pivoting (tridiag_weak.c), and the same
                 * random row repeated has solutions that overflow. */
                if ((periodic && kind != MATRIX_DOMINANT && kind != MATRIX_PADE) ||
                    (matrix == SPATE_TRIDIAG_TOEPLITZ && kind == MATRIX_ANY))
                    continue;
                try_sizes(&run);
                series_title(&run, what, sizeof what);
                CHECK(run.solves > 0);
                if (run.lines > 0)
                    CHECK_AT_MOST(what, run.worst, 1);
                else
                    printf("  %s: there is no bound\n", what);
            }
        }
    }
}

static void try_class(spate_tridiag_class matrix)
{
    const char *const *names = spate_tridiag_algorithms(matrix);
    CHECK(names && names[0]);
    for (int k = 0; names && names[k]; ++k)
        try_algorithm(matrix, names[k]);
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

/* Argument: length of the longest short lines, for slow builds; long lines are then skipped. */
int main(int argc, char **argv)
{
    longest = argc > 1 ? atoi(argv[1]) : LONGEST;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(general_matrices_are_solved);
    RUN(shared_matrices_are_solved);
    RUN(toeplitz_matrices_are_solved);
    spate_context_destroy(ctx);
    return check_done();
}
