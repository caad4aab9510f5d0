/* Invalid input of the tridiagonal solvers: a status and a message, never a wrong answer. */
#include "tridiag_lines.h"

static spate_context *ctx;

static spate_tridiag_options plain(void)
{
    spate_tridiag_options o;
    spate_tridiag_options_default(&o);
    o.lines = (spate_lines){8, 1, {4, 1}, {8, 0}};
    o.threads = 1;
    return o;
}

static void refused(const spate_tridiag_options *o, spate_status status, const char *words)
{
    spate_tridiag *t = (spate_tridiag *)ctx;
    CHECK(spate_tridiag_create(ctx, o, &t) == status);
    CHECK(t == NULL);
    CHECK_CONTAINS(spate_message(ctx), words);
}

static void wrong_options_are_refused(void)
{
    spate_tridiag_options o = plain();
    o.lines.n = 0;
    refused(&o, SPATE_ERROR_ARGUMENT, "lines.n is 0");
    o = plain();
    o.lines.stride = 0;
    refused(&o, SPATE_ERROR_ARGUMENT, "lines.stride is 0");
    o = plain();
    o.lines.count[1] = 0;
    refused(&o, SPATE_ERROR_ARGUMENT, "lines.count[1] is 0");
    o = plain();
    o.lines.step[0] = -8;
    refused(&o, SPATE_ERROR_ARGUMENT, "lines.step[0] is -8");
    o = plain();
    o.lines.step[0] = 7;
    refused(&o, SPATE_ERROR_ARGUMENT, "lines overlap");
    o = plain();
    o.lines.count[0] = INT64_MAX / 4;
    refused(&o, SPATE_ERROR_ARGUMENT, "exceed the address space");
    o = plain();
    o.precision = 16;
    refused(&o, SPATE_ERROR_ARGUMENT, "precision is 16");
    o = plain();
    o.threads = -1;
    refused(&o, SPATE_ERROR_ARGUMENT, "threads is -1");
    o = plain();
    o.algorithm = "tomas";
    refused(&o, SPATE_ERROR_ARGUMENT, "no algorithm \"tomas\"");
    o = plain();
    o.backend = "abacus";
    refused(&o, SPATE_ERROR_BACKEND, "\"abacus\"");
    o = plain();
    o.matrix = (spate_tridiag_class)7;
    refused(&o, SPATE_ERROR_ARGUMENT, "spate_tridiag_class");
}

static void wrong_pointers_are_refused(void)
{
    const spate_tridiag_options o = plain();
    spate_tridiag *t;
    double v[6][40];
    char *odd = (char *)v[3] + 1;
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
    CHECK(spate_tridiag_solve(t, v[0], v[1], v[2], v[3], v[4]) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "setup");
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_solve(t, NULL, v[1], v[2], v[3], v[4]) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "a is NULL");
    CHECK(spate_tridiag_solve(t, v[0], v[1], v[2], v[3], NULL) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x is NULL");
    CHECK(spate_tridiag_solve(t, v[0], v[1], v[2], odd, v[4]) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "d is misaligned");
    CHECK(spate_tridiag_solve(t, v[0], v[1], v[2], v[3], v[3] + 1) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x and d overlap");
    CHECK(spate_tridiag_solve(t, v[0], v[1], v[2], v[3], v[1]) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x and b overlap");
    CHECK(spate_tridiag_solve(t, v[0], v[1], v[4], v[3], v[4] + 31) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x and c overlap");
    spate_tridiag_destroy(t);
}

/* One value of one line is overwritten: that line and row are named, all other lines are
 * correct. */
static void spoil(int array, double value, const char *words, int in_place)
{
    enum { LINE = 13, ROW = 5 };
    const spate_lines lines = {40, 1, {21, 1}, {40, 0}};
    spate_tridiag_options o = plain();
    spate_tridiag *t;
    batch p, whole;
    o.lines = lines;
    batch_make(&p, &lines, 64);
    batch_make(&whole, &lines, 64);
    fill_dominant(&p, 0);
    fill_dominant(&whole, 0);
    put(&p, array, LINE, ROW, value);
    if (array == B) /* the pivot becomes 0 */
        put(&p, A, LINE, ROW, 0);
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_solve(t, whole.array[A], whole.array[B], whole.array[C], whole.array[D],
                              whole.array[X]) == SPATE_OK);
    if (in_place)
        memcpy(p.array[X], p.array[D], (size_t)p.extent * sizeof(double));
    CHECK(spate_tridiag_solve(t, p.array[A], p.array[B], p.array[C], p.array[in_place ? X : D],
                              p.array[X]) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 13, row 5: ");
    CHECK_CONTAINS(spate_message(ctx), words);
    for (int64_t line = 0; line < 21; ++line)
        for (int64_t i = 0; i < 40 && line != LINE; ++i)
            CHECK(get(&p, X, line, i) == get(&whole, X, line, i));
    spate_tridiag_destroy(t);
    batch_free(&p);
    batch_free(&whole);
}

static void spoiled_lines_are_named(void)
{
    for (int in_place = 0; in_place < 2; ++in_place) {
        spoil(A, NAN, "a is not a finite number", in_place);
        spoil(B, 0, "the pivot is 0", in_place);
        spoil(C, NAN, "c is not a finite number", in_place);
        spoil(D, NAN, "d is not a finite number", in_place);
        spoil(D, INFINITY, "d is not a finite number", in_place);
    }
}

/* Division by an infinite diagonal gives zeros, which look like a solution. */
static void infinite_values_are_reported_by(const char *algorithm, int periodic)
{
    const spate_lines lines = {40, 1, {21, 1}, {40, 0}};
    for (int k = A; k <= D; ++k)
        for (int row = 0; row < 40; row += 13) {
            spate_tridiag_options o = plain();
            spate_tridiag *t;
            batch p;
            if (!periodic && ((row == 0 && k == A) || (row == 39 && k == C)))
                continue; /* not part of the matrix */
            o.lines = lines;
            o.periodic = periodic;
            o.algorithm = algorithm;
            batch_make(&p, &lines, 64);
            fill_dominant(&p, periodic);
            put(&p, k, 13, row, k % 2 ? INFINITY : -INFINITY);
            CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
            CHECK(spate_tridiag_setup(t) == SPATE_OK);
            CHECK(spate_tridiag_solve(t, p.array[A], p.array[B], p.array[C], p.array[D],
                                      p.array[X]) == SPATE_ERROR_NUMERICAL);
            CHECK_CONTAINS(spate_message(ctx), "line 13, row ");
            CHECK_CONTAINS(spate_message(ctx), "is not a finite number");
            spate_tridiag_destroy(t);
            batch_free(&p);
        }
}

static void infinite_values_are_reported(void)
{
    const char *const *names = spate_tridiag_algorithms(SPATE_TRIDIAG_GENERAL);
    for (int k = 0; names[k]; ++k)
        for (int periodic = 0; periodic < 2; ++periodic)
            infinite_values_are_reported_by(names[k], periodic);
}

static const char *chosen(int64_t n, int64_t count, int threads)
{
    spate_tridiag_options o = plain();
    spate_tridiag_stats stats = {.algorithm = "none"};
    spate_tridiag *t;
    o.lines = (spate_lines){n, 1, {count, 1}, {n, 0}};
    o.threads = threads;
    o.algorithm = "auto";
    if (CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK))
        spate_tridiag_get_stats(t, &stats);
    spate_tridiag_destroy(t);
    return stats.algorithm; /* outlives the solver */
}

static void auto_does_not_depend_on_the_threads(void)
{
    CHECK(strcmp(chosen(4096, 1, 1), "thomas-pcr") == 0);
    CHECK(strcmp(chosen(4096, 4096, 1), "thomas") == 0);
    CHECK(strcmp(chosen(32, 1, 1), "thomas") == 0);
    for (int64_t count = 1; count <= 64; count *= 2)
        for (int threads = 2; threads <= 64; threads *= 2)
            CHECK(strcmp(chosen(4096, count, threads), chosen(4096, count, 1)) == 0);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(wrong_options_are_refused);
    RUN(wrong_pointers_are_refused);
    RUN(spoiled_lines_are_named);
    RUN(infinite_values_are_reported);
    RUN(auto_does_not_depend_on_the_threads);
    spate_context_destroy(ctx);
    return check_done();
}
