/* Claim: a line has the same bits whether it is solved alone or in any batch, layout and
 * position, with one thread or several, in place or not, by the same algorithm. */
#include <stdlib.h>

#include "check.h"
#include "lines.h"

static spate_context *ctx;
static size_t every = 1; /* every n-th size is used */

typedef struct try_case {
    solve_variant variant;
    systems *s;           /* the whole batch */
    const double *wanted; /* its lines, solved one by one */
} try_case;

static void copy_line(const systems *from, int64_t line, systems *to)
{
    const size_t bytes = (size_t)from->n * sizeof(double), at = (size_t)(line * from->n);
    memcpy(to->a, from->a + at, bytes);
    memcpy(to->b, from->b + at, bytes);
    memcpy(to->c, from->c + at, bytes);
    memcpy(to->d, from->d + at, bytes);
}

static int solved(const solve_variant *variant, systems *s)
{
    int kept;
    const spate_status status = lines_solve(ctx, variant, s, &kept, NULL);
    if (status != SPATE_OK)
        printf("  %s: %s\n", variant->algorithm, spate_message(ctx));
    return CHECK(status == SPATE_OK && kept);
}

static void solve_alone(const solve_variant *variant, const systems *s, double *x)
{
    systems one;
    if (!CHECK(systems_make(&one, s->n, 1, s->periodic)))
        return;
    for (int64_t line = 0; line < s->lines; ++line) {
        copy_line(s, line, &one);
        if (!solved(variant, &one))
            break;
        memcpy(x + line * s->n, one.x, (size_t)s->n * sizeof(double));
    }
    systems_free(&one);
}

static int64_t lines_that_differ(const systems *s, const double *wanted)
{
    int64_t count = 0;
    for (int64_t line = 0; line < s->lines; ++line)
        count +=
            memcmp(s->x + line * s->n, wanted + line * s->n, (size_t)s->n * sizeof(double)) != 0;
    return count;
}

static void solve_together(const try_case *t)
{
    for (int layout = 0; layout < LAYOUTS; ++layout) {
        for (int threads = 1; threads <= 3; ++threads) {
            solve_variant variant = t->variant;
            variant.layout = (layout_kind)layout;
            variant.threads = threads;
            variant.in_place = threads == 2;
            if (!solved(&variant, t->s))
                return;
            const int64_t differ = lines_that_differ(t->s, t->wanted);
            if (!CHECK(differ == 0))
                printf("  %s, f%d, n %lld, %s, %d threads: %lld of %lld lines differ\n",
                       variant.algorithm, variant.precision, (long long)t->s->n,
                       layout_names[layout], threads, (long long)differ, (long long)t->s->lines);
        }
    }
}

static void try_size(const solve_variant *variant, int64_t n, int64_t lines, int periodic)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    systems s;
    double *wanted = malloc((size_t)(n * lines) * sizeof *wanted);
    if (CHECK(systems_make(&s, n, lines, periodic)) && CHECK(wanted != NULL)) {
        systems_fill(&s, MATRIX_DOMINANT, patterns[variant->matrix], variant->precision);
        const try_case t = {*variant, &s, wanted};
        solve_alone(variant, &s, wanted);
        solve_together(&t);
    }
    systems_free(&s);
    free(wanted);
}

static void try_class(spate_tridiag_class matrix)
{
    static const int64_t sizes[][2] = {{2, 5},  {3, 64},   {5, 17},   {8, 33},   {31, 40},
                                       {64, 7}, {67, 100}, {130, 35}, {1009, 19}};
    const char *const *names = spate_tridiag_algorithms(matrix);
    for (int k = 0; names && names[k]; ++k) {
        const int cyclic = lines_may_be_periodic(ctx, matrix, names[k]);
        for (int precision = 32; precision <= 64; precision += 32) {
            const solve_variant variant = {.matrix = matrix,
                                           .layout = LAYOUT_CONTIGUOUS,
                                           .precision = precision,
                                           .threads = 1,
                                           .algorithm = names[k]};
            for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size += every)
                for (int periodic = 0; periodic <= (sizes[size][0] > 2 && cyclic); ++periodic)
                    try_size(&variant, sizes[size][0], sizes[size][1], periodic);
        }
    }
}

static void a_general_line_has_the_same_bits_everywhere(void)
{
    try_class(SPATE_TRIDIAG_GENERAL);
}

static void a_line_of_a_shared_matrix_has_the_same_bits_everywhere(void)
{
    try_class(SPATE_TRIDIAG_SHARED);
}

static void a_toeplitz_line_has_the_same_bits_everywhere(void)
{
    try_class(SPATE_TRIDIAG_TOEPLITZ);
}

/* Otherwise the comparisons above would prove nothing. */
static void different_lines_have_different_bits(void)
{
    systems s;
    if (!CHECK(systems_make(&s, 8, 2, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    const solve_variant variant = {.precision = 64, .threads = 1, .algorithm = "auto"};
    if (solved(&variant, &s))
        CHECK(memcmp(s.x, s.x + s.n, (size_t)s.n * sizeof(double)) != 0);
    systems_free(&s);
}

/* Argument: uses every second (third, ...) size only, for slow builds. */
int main(int argc, char **argv)
{
    every = argc > 1 ? (size_t)atoi(argv[1]) : 1;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(different_lines_have_different_bits);
    RUN(a_general_line_has_the_same_bits_everywhere);
    RUN(a_line_of_a_shared_matrix_has_the_same_bits_everywhere);
    RUN(a_toeplitz_line_has_the_same_bits_everywhere);
    spate_context_destroy(ctx);
    return check_done();
}
