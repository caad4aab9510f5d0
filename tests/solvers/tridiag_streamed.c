/* Claim: lines of an array that does not fit in cache have the bits of the same lines solved few
 * at a time, and memory between them is not changed, whether lines and rows are aligned to cache
 * lines or not. Only then streaming stores are used for x. */
#include <stdlib.h>

#include "check.h"
#include "lines.h"

static spate_context *ctx;

enum {
    ODD = 1001,
    WHOLE = 1024 /* unknowns of lines that are not aligned, or aligned to cache lines */
};
enum { STREAMED_BYTES = 17 << 20, PIECE = 500 /* lines */ };

/* Lines first to first + count of s. */
static systems part_of(const systems *s, int64_t first, int64_t count)
{
    systems part = *s;
    const int64_t at = first * s->n;
    part.lines = count;
    part.d += at;
    part.x += at;
    if (!s->shared) {
        part.a += at;
        part.b += at;
        part.c += at;
    }
    return part;
}

static int solved(const solve_variant *variant, systems *s)
{
    int kept;
    const spate_status status = lines_solve(ctx, variant, s, &kept, NULL);
    if (status != SPATE_OK)
        printf("  %s: %s\n", variant->algorithm, spate_message(ctx));
    return CHECK(status == SPATE_OK) && CHECK(kept);
}

static void solve_by_pieces(solve_variant variant, const systems *s)
{
    variant.layout = LAYOUT_CONTIGUOUS;
    variant.in_place = 0;
    for (int64_t first = 0; first < s->lines; first += PIECE) {
        systems part = part_of(s, first, s->lines - first < PIECE ? s->lines - first : PIECE);
        if (!solved(&variant, &part))
            return;
    }
}

static void compare(const solve_variant *variant, int64_t n, int periodic)
{
    systems s;
    const int64_t lines = STREAMED_BYTES / (variant->precision / 8) / n;
    const size_t bytes = (size_t)(n * lines) * sizeof(double);
    double *whole = malloc(bytes);
    if (CHECK(systems_make(&s, n, lines, periodic)) && CHECK(whole != NULL)) {
        systems_fill(&s, MATRIX_DOMINANT,
                     variant->matrix == SPATE_TRIDIAG_GENERAL ? ROWS_FREE : ROWS_SHARED,
                     variant->precision);
        if (solved(variant, &s)) {
            memcpy(whole, s.x, bytes);
            memset(s.x, 0, bytes);
            solve_by_pieces(*variant, &s);
            if (!CHECK(memcmp(whole, s.x, bytes) == 0))
                printf("  %s, f%d, n %lld%s, %s\n", variant->algorithm, variant->precision,
                       (long long)n, periodic ? ", periodic" : "", layout_names[variant->layout]);
        }
    }
    systems_free(&s);
    free(whole);
}

static solve_variant variant_of(spate_tridiag_class matrix, layout_kind layout, int precision)
{
    return (solve_variant){.matrix = matrix,
                           .layout = layout,
                           .precision = precision,
                           .threads = 2,
                           .in_place = layout == LAYOUT_Y,
                           .algorithm = "thomas"};
}

static void general_lines_have_the_bits_of_few(void)
{
    const solve_variant lines = variant_of(SPATE_TRIDIAG_GENERAL, LAYOUT_CONTIGUOUS, 64),
                        rows = variant_of(SPATE_TRIDIAG_GENERAL, LAYOUT_Y, 32);
    compare(&lines, ODD, 0);
    compare(&rows, ODD, 0);
}

static void lines_of_one_matrix_have_the_bits_of_few(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        const solve_variant lines = variant_of(SPATE_TRIDIAG_SHARED, LAYOUT_CONTIGUOUS, precision),
                            rows = variant_of(SPATE_TRIDIAG_SHARED, LAYOUT_Y, precision);
        compare(&lines, WHOLE, 0);
        compare(&lines, ODD, precision == 64);
        compare(&rows, ODD, 0);
    }
}

/* Its whole panels are written at once. */
static void reduced_lines_have_the_bits_of_few(void)
{
    solve_variant variant = variant_of(SPATE_TRIDIAG_SHARED, LAYOUT_Y, 64);
    variant.algorithm = "cr";
    compare(&variant, ODD, 0);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(general_lines_have_the_bits_of_few);
    RUN(lines_of_one_matrix_have_the_bits_of_few);
    RUN(reduced_lines_have_the_bits_of_few);
    spate_context_destroy(ctx);
    return check_done();
}
