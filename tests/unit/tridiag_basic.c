/* General lines by elimination: small backward errors in every layout, the same bits in all of
 * them. */
#include "tridiag_lines.h"

static spate_context *ctx;

/* Sizes around the blocks of the kernels, and a larger prime. */
static const int64_t sizes[] = {1,  2,  3,  4,  5,  7,  8,  9,  15, 16,
                                17, 31, 32, 33, 34, 63, 64, 65, 70, 1009};
enum { SIZES = sizeof sizes / sizeof *sizes, LAYOUTS = 8 };

/* 21 lines of n unknowns: one full panel and part of another. */
static spate_lines layout(int kind, int64_t n)
{
    switch (kind) {
    case 0: return (spate_lines){n, 1, {21, 1}, {n, 0}};              /* contiguous */
    case 1: return (spate_lines){n, 1, {1, 21}, {0, n + 3}};          /* with a pitch */
    case 2: return (spate_lines){n, 21, {21, 1}, {1, 0}};             /* interleaved */
    case 3: return (spate_lines){n, 24, {21, 1}, {1, 0}};             /* y of a plane */
    case 4: return (spate_lines){n, 8, {7, 3}, {1, 8 * n}};           /* y of a box */
    case 5: return (spate_lines){n, 21, {7, 3}, {1, 7}};              /* z of a box */
    case 6: return (spate_lines){n, 5, {7, 3}, {5 * n, 35 * n + 10}}; /* records of five */
    default: return (spate_lines){n, 21, {3, 7}, {7, 1}}; /* the second direction is finer */
    }
}

static spate_tridiag *make(const spate_lines *lines, int precision, int threads, const char *isa)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.lines = *lines;
    o.precision = precision;
    o.threads = threads;
    o.algorithm = "thomas";
    if (!CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK)) {
        printf("  %s\n", spate_message(ctx));
        return NULL;
    }
    use_instructions(t, isa);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    return t;
}

static void solve(batch *p, int threads, const char *isa, int in_place)
{
    spate_tridiag *t = make(&p->lines, p->precision, threads, isa);
    if (!t)
        return;
    if (in_place)
        memcpy(p->array[X], p->array[D], (size_t)p->extent * (p->precision / 8));
    const spate_status status = spate_tridiag_solve(t, p->array[A], p->array[B], p->array[C],
                                                    p->array[in_place ? X : D], p->array[X]);
    if (!CHECK(status == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    spate_tridiag_destroy(t);
}

/* Values between the lines must not change. */
static int gaps_are_untouched(const batch *p)
{
    int64_t numbers = 0;
    for (int64_t i = 0; i < p->extent; ++i)
        numbers += p->precision == 32 ? !isnan(((float *)p->array[X])[i])
                                      : !isnan(((double *)p->array[X])[i]);
    return numbers == line_count(&p->lines) * p->lines.n;
}

static void backward_errors_are_within_the_bound_of(int precision)
{
    double worst = 0;
    for (int s = 0; s < SIZES; ++s)
        for (int kind = 0; kind < LAYOUTS; ++kind) {
            const spate_lines lines = layout(kind, sizes[s]);
            batch p;
            batch_make(&p, &lines, precision);
            fill_dominant(&p, 0);
            for (int in_place = 0; in_place < 2; ++in_place) {
                solve(&p, 2, "auto", in_place);
                worst = fmax(worst, backward_error(&p, &p, 0));
                CHECK(gaps_are_untouched(&p));
            }
            batch_free(&p);
        }
    CHECK_AT_MOST("backward error", worst, dominant_bound(precision));
}

static void backward_errors_are_small_f32(void)
{
    backward_errors_are_within_the_bound_of(32);
}

static void backward_errors_are_small_f64(void)
{
    backward_errors_are_within_the_bound_of(64);
}

static void layouts_threads_and_instructions_give_the_same_bits(void)
{
    static const char *const isas[] = {"base", "avx2", "avx512"};
    for (int precision = 32; precision <= 64; precision += 32)
        for (int s = 0; s < SIZES; ++s) {
            const spate_lines plain = layout(0, sizes[s]);
            batch first;
            batch_make(&first, &plain, precision);
            fill_dominant(&first, 0);
            solve(&first, 1, "base", 0);
            for (int kind = 0; kind < LAYOUTS; ++kind) {
                const spate_lines lines = layout(kind, sizes[s]);
                batch p;
                batch_make(&p, &lines, precision);
                fill_dominant(&p, 0);
                for (int k = 0; k < 3; ++k)
                    for (int threads = 1; threads <= 3 && tri_kernels_cpu(precision, isas[k]);
                         ++threads) {
                        solve(&p, threads, isas[k], threads == 2);
                        CHECK(same_solution(&first, &p));
                    }
                batch_free(&p);
            }
            batch_free(&first);
        }
}

static void a_long_line_is_solved(void)
{
    const spate_lines lines = {65536, 1, {3, 1}, {65536, 0}};
    batch p;
    batch_make(&p, &lines, 64);
    fill_dominant(&p, 0);
    solve(&p, 1, "auto", 0);
    CHECK_AT_MOST("backward error", backward_error(&p, &p, 0), dominant_bound(64));
    batch_free(&p);
}

/* More than 16 MB: solve.c uses streaming stores for x. */
static void large_solutions_are_right(void)
{
    enum { N = 130, MANY = 16403 };
    static const spate_lines layouts[] = {{N, 1, {MANY, 1}, {N, 0}},
                                          {N, 1, {MANY, 1}, {136, 0}},
                                          {N, MANY + 5, {MANY, 1}, {1, 0}}};
    for (int k = 0; k < 3; ++k) {
        batch p;
        batch_make(&p, &layouts[k], 64);
        fill_dominant(&p, 0);
        for (int in_place = 0; in_place < 2; ++in_place) {
            solve(&p, 2, "auto", in_place);
            CHECK_AT_MOST("backward error", backward_error(&p, &p, 0), dominant_bound(64));
            CHECK(gaps_are_untouched(&p));
        }
        batch_free(&p);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(backward_errors_are_small_f32);
    RUN(backward_errors_are_small_f64);
    RUN(layouts_threads_and_instructions_give_the_same_bits);
    RUN(a_long_line_is_solved);
    RUN(large_solutions_are_right);
    spate_context_destroy(ctx);
    return check_done();
}
