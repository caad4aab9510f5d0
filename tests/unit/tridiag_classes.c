/* Shared, Toeplitz and periodic lines. */
#include "tridiag_lines.h"

static spate_context *ctx;
enum { LINES = 21 };
static const int64_t sizes[] = {3, 4, 5, 8, 31, 32, 33, 34, 65, 257};
enum { SIZES = sizeof sizes / sizeof *sizes };

static spate_lines layout(int strided, int64_t n)
{
    return strided ? (spate_lines){n, LINES + 3, {LINES, 1}, {1, 0}}
                   : (spate_lines){n, 1, {LINES, 1}, {n, 0}};
}

static spate_tridiag *create(const batch *p, spate_tridiag_class matrix, int periodic)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.matrix = matrix;
    o.lines = p->lines;
    o.precision = p->precision;
    o.periodic = periodic;
    o.threads = 2;
    if (!CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return t;
}

static void expect_ok(spate_status status)
{
    if (!CHECK(status == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
}

static void solve_general(batch *p, int periodic)
{
    spate_tridiag *t = create(p, SPATE_TRIDIAG_GENERAL, periodic);
    expect_ok(spate_tridiag_setup(t));
    expect_ok(
        spate_tridiag_solve(t, p->array[A], p->array[B], p->array[C], p->array[D], p->array[X]));
    spate_tridiag_destroy(t);
}

/* The matrix of line 0 for all lines. */
static void solve_shared(batch *p, int periodic)
{
    const int64_t n = p->lines.n;
    double *m = malloc(3 * (size_t)n * sizeof *m);
    spate_tridiag *t = create(p, SPATE_TRIDIAG_SHARED, periodic);
    for (int k = A; k <= C; ++k)
        for (int64_t i = 0; i < n; ++i)
            m[k * n + i] = get(p, k, 0, i);
    CHECK(spate_tridiag_setup(t) == SPATE_ERROR_ARGUMENT); /* no matrix yet */
    expect_ok(spate_tridiag_set_matrix(t, m, m + n, m + 2 * n));
    expect_ok(spate_tridiag_setup(t));
    expect_ok(spate_tridiag_solve_many(t, p->array[D], p->array[X]));
    spate_tridiag_destroy(t);
    free(m);
}

static void solve_toeplitz(batch *p, int periodic, const spate_toeplitz *m)
{
    spate_tridiag *t = create(p, SPATE_TRIDIAG_TOEPLITZ, periodic);
    expect_ok(spate_tridiag_set_toeplitz(t, m));
    expect_ok(spate_tridiag_setup(t));
    expect_ok(spate_tridiag_solve_many(t, p->array[D], p->array[X]));
    spate_tridiag_destroy(t);
}

/* In f64 the factors equal those that the elimination of a general line computes. */
static void shared_lines_have_the_bits_of_general_ones_in_f64(void)
{
    for (int s = 0; s < SIZES; ++s)
        for (int k = 0; k < 4; ++k) {
            const spate_lines lines = layout(k % 2, sizes[s]);
            const int periodic = k / 2;
            batch p, q;
            batch_make(&p, &lines, 64);
            batch_make(&q, &lines, 64);
            fill_dominant(&p, periodic);
            fill_dominant(&q, periodic);
            repeat_first_matrix(&p);
            solve_general(&p, periodic);
            solve_shared(&q, periodic);
            CHECK(same_solution(&p, &q));
            batch_free(&p);
            batch_free(&q);
        }
}

static void shared_lines_in_f32_are_within_the_bound(void)
{
    double worst = 0;
    for (int s = 0; s < SIZES; ++s)
        for (int strided = 0; strided < 2; ++strided) {
            const spate_lines lines = layout(strided, sizes[s]);
            batch p;
            batch_make(&p, &lines, 32);
            fill_dominant(&p, 0);
            repeat_first_matrix(&p);
            solve_shared(&p, 0);
            worst = fmax(worst, backward_error(&p, &p, 0));
            batch_free(&p);
        }
    CHECK_AT_MOST("backward error", worst, dominant_bound(32));
}

static void toeplitz_lines_have_the_bits_of_shared_ones(void)
{
    const spate_toeplitz m = {1.5, 0.3, 0.25, 1, 0.2, 0.35, 1.25};
    for (int precision = 32; precision <= 64; precision += 32)
        for (int s = 0; s < SIZES; ++s)
            for (int periodic = 0; periodic < 2; ++periodic) {
                const spate_lines lines = layout(s % 2, sizes[s]);
                const int64_t last = sizes[s] - 1;
                batch p, q;
                batch_make(&p, &lines, precision);
                batch_make(&q, &lines, precision);
                fill_dominant(&p, periodic);
                fill_dominant(&q, periodic);
                for (int64_t i = 0; i <= last; ++i) {
                    put(&p, A, 0, i, i == last ? m.last_a : m.a);
                    put(&p, B, 0, i, i == 0 ? m.first_b : i == last ? m.last_b : m.b);
                    put(&p, C, 0, i, i == 0 ? m.first_c : m.c);
                }
                solve_shared(&p, periodic);
                solve_toeplitz(&q, periodic, &m);
                CHECK(same_solution(&p, &q));
                batch_free(&p);
                batch_free(&q);
            }
}

/* Rows whose diagonal is twice the others. Then |c'| + |q| <= 1/2 and the entries e of the last
 * row halve from column to column: |L| |U| has row sums of at most 4 times those of A. Each of
 * its terms has at most 9 roundings, in the last row as many more as there are terms above half
 * a unit in the last place: 55 in f64. So |d - A x| <= 4 (9 + 55) u |row| |x| with sums and
 * maxima for norms. */
static void make_twice_dominant(batch *p)
{
    for (int64_t line = 0; line < LINES; ++line)
        for (int64_t i = 0; i < p->lines.n; ++i)
            put(p, B, line, i,
                (noise(line, i, B) < 0 ? -2.001 : 2.001) *
                    (fabs(get(p, A, line, i)) + fabs(get(p, C, line, i))));
}

static void periodic_lines_have_small_residuals(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        double worst = 0;
        for (int s = 0; s < SIZES; ++s)
            for (int k = 0; k < 4; ++k) {
                const spate_lines lines = layout(k % 2, sizes[s]);
                batch p;
                batch_make(&p, &lines, precision);
                fill_dominant(&p, 1);
                make_twice_dominant(&p);
                if (k < 2)
                    solve_general(&p, 1);
                else {
                    repeat_first_matrix(&p);
                    solve_shared(&p, 1);
                }
                worst = fmax(worst, row_residual(&p, 1));
                batch_free(&p);
            }
        CHECK_AT_MOST("residual", worst, 4 * (9 + 55) * unit_roundoff(precision));
    }
}

static void classes_refuse_wrong_calls(void)
{
    const spate_lines lines = layout(0, 2);
    spate_tridiag_options o;
    spate_tridiag *t;
    const double m[5] = {0, 1, 1, 1, 0}, hole[2] = {0, 0};
    batch p;
    spate_tridiag_options_default(&o);
    o.lines = lines;
    o.periodic = 1;
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "at least 3 unknowns");
    batch_make(&p, &lines, 64);
    fill_dominant(&p, 0);
    t = create(&p, SPATE_TRIDIAG_GENERAL, 0);
    CHECK(spate_tridiag_set_matrix(t, m, m, m) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_solve_many(t, p.array[D], p.array[X]) == SPATE_ERROR_ARGUMENT);
    spate_tridiag_destroy(t);
    t = create(&p, SPATE_TRIDIAG_SHARED, 0);
    CHECK(spate_tridiag_set_matrix(t, m, NULL, m) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_tridiag_set_toeplitz(t, &(spate_toeplitz){0}) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_tridiag_set_matrix(t, m, hole, m) == SPATE_OK);
    CHECK(spate_tridiag_setup(t) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "row 0 of the shared matrix");
    CHECK(spate_tridiag_solve_many(t, p.array[D], p.array[X]) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_tridiag_set_matrix(t, m, m + 1, m) == SPATE_OK);
    CHECK(spate_tridiag_solve_many(t, p.array[D], p.array[X]) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "setup");
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    put(&p, D, 4, 1, NAN);
    CHECK(spate_tridiag_solve_many(t, p.array[D], p.array[X]) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 4, row 1: d is not a finite number");
    spate_tridiag_destroy(t);
    batch_free(&p);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(shared_lines_have_the_bits_of_general_ones_in_f64);
    RUN(shared_lines_in_f32_are_within_the_bound);
    RUN(toeplitz_lines_have_the_bits_of_shared_ones);
    RUN(periodic_lines_have_small_residuals);
    RUN(classes_refuse_wrong_calls);
    spate_context_destroy(ctx);
    return check_done();
}
