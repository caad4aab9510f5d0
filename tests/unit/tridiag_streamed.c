/* Claim: x written with streaming stores has the bits of x written without, by every instruction
 * set, for any alignment of lines and rows, and nothing else is written. Streaming is forced
 * here for small batches, to cover all lengths and alignments; tests/solvers/tridiag_streamed.c
 * checks that large ones are streamed. */
#include "tridiag_lines.h"

static spate_context *ctx;

enum { LAYOUTS = 3, MARGIN = 8 /* values in front and behind x */ };

static spate_lines layout(int kind, int64_t n, int64_t count)
{
    switch (kind) {
    case 0: return (spate_lines){n, 1, {count, 1}, {n, 0}};
    case 1: return (spate_lines){n, 1, {count, 1}, {n + 3, 0}};
    default: return (spate_lines){n, count + 3, {count, 1}, {1, 0}};
    }
}

static void set_matrix(spate_tridiag *t, const batch *p)
{
    double *m = malloc(3 * (size_t)p->lines.n * sizeof *m);
    for (int k = A; k <= C; ++k)
        for (int64_t i = 0; i < p->lines.n; ++i)
            m[k * p->lines.n + i] = get(p, k, 0, i);
    CHECK(spate_tridiag_set_matrix(t, m, m + p->lines.n, m + 2 * p->lines.n) == SPATE_OK);
    free(m);
}

/* Into the values starting at `x`. */
static void solve(const batch *p, spate_tridiag_class matrix, int periodic, const char *isa,
                  int stream, void *x)
{
    spate_tridiag_options o;
    spate_tridiag *t;
    spate_tridiag_options_default(&o);
    o.matrix = matrix;
    o.lines = p->lines;
    o.precision = p->precision;
    o.periodic = periodic;
    o.algorithm = "thomas";
    o.threads = 1;
    if (!CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK))
        return;
    const int general = matrix == SPATE_TRIDIAG_GENERAL;
    if (!general)
        set_matrix(t, p);
    use_instructions(t, isa);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    const tri_problem problem = {.n = p->lines.n,
                                 .stride = t->layout.stride,
                                 .periodic = periodic,
                                 .stream = stream,
                                 .a = general ? p->array[A] : NULL,
                                 .b = general ? p->array[B] : NULL,
                                 .c = general ? p->array[C] : NULL,
                                 .d = p->array[D],
                                 .x = x,
                                 .factors = t->factors};
    CHECK(tri_solve_lines(t, &problem) == SPATE_OK);
    spate_tridiag_destroy(t);
}

/* x starts `shift` values behind a cache line. */
static void compare(const batch *p, spate_tridiag_class matrix, int periodic, const char *isa,
                    int shift)
{
    const size_t value = (size_t)p->precision / 8, margin = MARGIN * 2 * value,
                 bytes = (size_t)p->extent * value, room = (bytes + 2 * margin + 63) / 64 * 64 + 64;
    char *plain = aligned_alloc(64, room), *streamed = aligned_alloc(64, room);
    const size_t at = margin + (size_t)shift * value;
    memset(plain, 0x5a, room);
    memset(streamed, 0x5a, room);
    solve(p, matrix, periodic, "base", 0, plain + at);
    solve(p, matrix, periodic, isa, 1, streamed + at);
    if (!CHECK(memcmp(plain, streamed, room) == 0))
        printf("  f%d, n %lld, %lld lines, stride %lld, %s, shift %d\n", p->precision,
               (long long)p->lines.n, (long long)p->lines.count[0], (long long)p->lines.stride, isa,
               shift);
    free(plain);
    free(streamed);
}

static void compare_everywhere(spate_tridiag_class matrix)
{
    static const char *const isas[] = {"base", "avx2", "avx512"};
    static const int64_t sizes[][2] = {{3, 19},  {8, 64},  {9, 33},  {31, 16}, {32, 17},
                                       {33, 32}, {63, 64}, {65, 40}, {71, 16}, {130, 67}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
        for (int k = 0; k < LAYOUTS * 4; ++k) {
            const spate_lines lines = layout(k / 4, sizes[s][0], sizes[s][1]);
            const int precision = k % 2 ? 64 : 32, periodic = k / 2 % 2;
            batch p;
            batch_make(&p, &lines, precision);
            fill_dominant(&p, 1);
            for (int m = 0; m < 3; ++m)
                if (tri_kernels_cpu(precision, isas[m]))
                    for (int shift = 0; shift < 8; shift += 1 + (int)s % 3)
                        compare(&p, matrix, periodic, isas[m], shift);
            batch_free(&p);
        }
}

static void general_lines_have_the_same_bits_streamed(void)
{
    compare_everywhere(SPATE_TRIDIAG_GENERAL);
}

static void lines_of_one_matrix_have_the_same_bits_streamed(void)
{
    compare_everywhere(SPATE_TRIDIAG_SHARED);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(general_lines_have_the_same_bits_streamed);
    RUN(lines_of_one_matrix_have_the_same_bits_streamed);
    spate_context_destroy(ctx);
    return check_done();
}
