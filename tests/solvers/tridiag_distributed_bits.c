/* Claim: a line cut into 1 to 8 parts, with any cuts and layouts, has the bits of the uncut one,
 * with any number of threads, in place or not, by every exact reduced solve, with rows from
 * arrays or callbacks. */
#include <stdlib.h>

#include "check.h"
#include "cuts.h"
#include "judge.h"

static spate_context *ctx;

static int solved(const cut_variant *variant, systems *s)
{
    int kept;
    const spate_status status = cuts_solve(ctx, variant, OWNERS_BLOCKS, s, &kept, NULL);
    if (!CHECK(status == SPATE_OK && kept)) {
        printf("  n %lld, chunk %lld, %d parts: %s\n", (long long)s->n, (long long)variant->chunk,
               variant->parts,
               kept ? spate_message(ctx) : "memory beside the unknowns has changed");
        return 0;
    }
    return 1;
}

static void compare(const cut_variant *variant, systems *s, const double *wanted)
{
    if (!solved(variant, s))
        return;
    const size_t bytes = (size_t)(s->n * s->lines) * sizeof(double);
    if (!CHECK(memcmp(s->x, wanted, bytes) == 0)) {
        printf("  class %d, f%d, n %lld, %lld lines, chunk %lld, %s, %s%s, cuts",
               (int)variant->matrix, variant->precision, (long long)s->n, (long long)s->lines,
               (long long)variant->chunk, variant->reduced, layout_names[variant->layout],
               s->periodic ? ", periodic" : "");
        for (int p = 1; p < variant->parts; ++p)
            printf(" %lld", (long long)variant->cut[p]);
        printf("\n");
    }
}

static void cut_everywhere(const cut_variant *uncut, systems *s, const double *wanted)
{
    for (int parts = 1; parts <= 8; ++parts) {
        cut_variant variant = *uncut;
        variant.threads = 1 + parts % 3;
        variant.in_place = parts % 2;
        variant.layout = (layout_kind)((parts + s->n) % LAYOUTS);
        variant.mixed = parts % 3 == 0;
        variant.supplied = parts % 4 < 2;
        variant.received = parts % 4 == 0;
        variant.reduced = parts % 2 ? "gather" : "all-to-all";
        cuts_at_random(&variant, s->n, parts);
        compare(&variant, s, wanted);
        cuts_at_chunks(&variant, s->n, parts);
        compare(&variant, s, wanted);
    }
    if (s->n <= CUTS_MOST) { /* one row each */
        cut_variant variant = *uncut;
        cuts_at_random(&variant, s->n, (int)s->n);
        CHECK(variant.parts == s->n);
        compare(&variant, s, wanted);
    }
}

static void try_size(spate_tridiag_class matrix, int precision, int64_t n, int64_t lines,
                     int64_t chunk, int periodic)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    systems s;
    double *wanted = malloc((size_t)(n * lines) * sizeof *wanted);
    cut_variant variant = {.matrix = matrix,
                           .precision = precision,
                           .threads = 1,
                           .chunk = chunk,
                           .reduced = "gather",
                           .parts = 1};
    if (CHECK(systems_make(&s, n, lines, periodic)) && CHECK(wanted != NULL)) {
        systems_fill(&s, MATRIX_DOMINANT, patterns[matrix], precision);
        if (solved(&variant, &s)) {
            memcpy(wanted, s.x, (size_t)(n * lines) * sizeof *wanted);
            cut_everywhere(&variant, &s, wanted);
        }
    }
    systems_free(&s);
    free(wanted);
}

static void try_class(spate_tridiag_class matrix)
{
    static const int64_t sizes[][3] = {/* n, lines, chunk */
                                       {1, 3, 64},  {2, 5, 1},     {3, 17, 2},     {5, 40, 4},
                                       {17, 9, 4},  {31, 130, 8},  {64, 33, 64},   {65, 20, 8},
                                       {100, 7, 3}, {130, 70, 64}, {257, 100, 16}, {1009, 19, 64}};
    for (int precision = 32; precision <= 64; precision += 32)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
            for (int periodic = 0; periodic <= (sizes[k][0] > 2); ++periodic)
                if (matrix != SPATE_TRIDIAG_TOEPLITZ || sizes[k][0] > 1)
                    try_size(matrix, precision, sizes[k][0], sizes[k][1], sizes[k][2], periodic);
}

static void a_general_line_has_the_same_bits_wherever_it_is_cut(void)
{
    try_class(SPATE_TRIDIAG_GENERAL);
}

static void a_line_of_a_shared_matrix_has_the_same_bits_wherever_it_is_cut(void)
{
    try_class(SPATE_TRIDIAG_SHARED);
}

static void a_toeplitz_line_has_the_same_bits_wherever_it_is_cut(void)
{
    try_class(SPATE_TRIDIAG_TOEPLITZ);
}

/* In f64 precomputed factors equal those that the general kernels compute. */
static void a_shared_matrix_gives_the_bits_of_a_general_one(void)
{
    for (int periodic = 0; periodic < 2; ++periodic) {
        systems s;
        const int64_t n = 333, lines = 21;
        double *wanted = malloc((size_t)(n * lines) * sizeof *wanted);
        cut_variant variant = {.matrix = SPATE_TRIDIAG_SHARED, .precision = 64, .chunk = 16};
        if (CHECK(systems_make(&s, n, lines, periodic)) && CHECK(wanted != NULL)) {
            systems_fill(&s, MATRIX_DOMINANT, ROWS_SHARED, 64);
            cuts_at_random(&variant, n, 5);
            if (solved(&variant, &s)) {
                memcpy(wanted, s.x, (size_t)(n * lines) * sizeof *wanted);
                variant.matrix = SPATE_TRIDIAG_GENERAL;
                compare(&variant, &s, wanted);
            }
        }
        systems_free(&s);
        free(wanted);
    }
}

/* The bits depend on the chunk: otherwise the comparisons above would prove nothing. */
static void another_chunk_gives_other_bits(void)
{
    systems s;
    double first[100];
    cut_variant variant = {.precision = 64, .chunk = 64, .parts = 1};
    if (!CHECK(systems_make(&s, 100, 1, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    if (solved(&variant, &s)) {
        memcpy(first, s.x, sizeof first);
        variant.chunk = 10;
        if (solved(&variant, &s))
            CHECK(memcmp(first, s.x, sizeof first) != 0);
    }
    systems_free(&s);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(another_chunk_gives_other_bits);
    RUN(a_shared_matrix_gives_the_bits_of_a_general_one);
    RUN(a_general_line_has_the_same_bits_wherever_it_is_cut);
    RUN(a_line_of_a_shared_matrix_has_the_same_bits_wherever_it_is_cut);
    RUN(a_toeplitz_line_has_the_same_bits_wherever_it_is_cut);
    spate_context_destroy(ctx);
    return check_done();
}
