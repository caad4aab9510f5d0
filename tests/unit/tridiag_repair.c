/* Weak lines are counted, and solved with pivoting if requested. */
#include "tridiag_lines.h"

/* of two requested */
#ifdef _OPENMP
enum { THREADS_IN_USE = 2 };
#else
enum { THREADS_IN_USE = 1 };
#endif

static spate_context *ctx;
enum { LINES = 21, N = 37, WEAK = 4, WORSE = 17 };

static spate_tridiag *create(spate_tridiag_class matrix, const spate_lines *lines, int precision,
                             int periodic, int repair)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.matrix = matrix;
    o.lines = *lines;
    o.precision = precision;
    o.periodic = periodic;
    o.check = 1;
    o.repair = repair;
    o.threads = 2;
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
    return t;
}

/* Diagonals of 0 or nearly so between large neighbours: a regular matrix that needs pivoting.
 * (Unknowns before and after row 4 pair up, 4 and 32 of them.) */
static void weaken(batch *p, int64_t line, double diagonal)
{
    for (int64_t i = 0; i < p->lines.n; ++i) {
        put(p, A, line, i, 1 + 0.1 * noise(line, i, A));
        put(p, C, line, i, 1 + 0.1 * noise(line, i, C));
        put(p, B, line, i, i == 4 ? 2.0 : diagonal);
    }
}

static spate_status solve(spate_tridiag *t, batch *p, int in_place)
{
    spate_tridiag_setup(t);
    if (in_place)
        memcpy(p->array[X], p->array[D], (size_t)p->extent * (size_t)(p->precision / 8));
    return spate_tridiag_solve(t, p->array[A], p->array[B], p->array[C], p->array[in_place ? X : D],
                               p->array[X]);
}

/* Partial pivoting of a tridiagonal matrix solves a system within 3 diagonals of U: |d - A x| of a
 * row is at most the sum of |L| |U| |x| times the roundings of an entry. |L| <= 1 has at most one
 * entry a column beside the diagonal, entries of U grow at most to 2 max |A|, rows of U have 3: 2 *
 * 3 * 2 entries, 8 roundings each (periodic: |L| has 2 such, U 5 a row of at most 7 max |A|). In
 * f32 the f64 solution is rounded: half a unit in the last place of x, times the 3 entries of a
 * row. */
static double pivoted_bound(int precision, int periodic)
{
    const double entries = periodic ? 3 * 5 * 7 : 2 * 3 * 2;
    return 8 * entries * unit_roundoff(64) + (precision == 32 ? 3 * unit_roundoff(32) : 0);
}

/* max |d - A x| / (max |A| max |x|) of a line. */
static double residual(const batch *p, int64_t line, int periodic)
{
    const int64_t n = p->lines.n;
    double most = 0, x = 0;
    long double worst = 0;
    for (int64_t i = 0; i < n; ++i) {
        const int left = i > 0 || periodic, right = i < n - 1 || periodic;
        const double a = left ? get(p, A, line, i) : 0, c = right ? get(p, C, line, i) : 0;
        const double b = get(p, B, line, i);
        long double rest = get(p, D, line, i) - (long double)b * get(p, X, line, i);
        rest -= (long double)a * get(p, X, line, (i + n - 1) % n);
        rest -= (long double)c * get(p, X, line, (i + 1) % n);
        most = fmax(most, fmax(fabs(a), fmax(fabs(b), fabs(c))));
        x = fmax(x, fabs(get(p, X, line, i)));
        if (!(fabsl(rest) <= worst))
            worst = fabsl(rest);
    }
    return (double)(worst / (most * x));
}

static void weak_lines_are_counted_and_repaired(void)
{
    static const spate_lines layouts[2] = {{N, 1, {LINES, 1}, {N, 0}},
                                           {N, LINES, {LINES, 1}, {1, 0}}};
    for (int k = 0; k < 16; ++k) {
        const int precision = k & 1 ? 32 : 64, periodic = k >> 1 & 1, in_place = k >> 2 & 1;
        batch p, q;
        batch_make(&p, &layouts[k >> 3], precision);
        fill_dominant(&p, periodic);
        weaken(&p, WEAK, precision == 32 ? 1e-6 : 1e-12);
        weaken(&p, WORSE, 0);
        q = p;
        spate_tridiag *t = create(SPATE_TRIDIAG_GENERAL, &p.lines, precision, periodic, 0);
        CHECK(solve(t, &p, in_place) == SPATE_ERROR_NUMERICAL);
        CHECK_CONTAINS(spate_message(ctx), "line 17, row 0: the pivot is 0");
        spate_tridiag_stats s;
        spate_tridiag_get_stats(t, &s);
        CHECK(s.weak_lines == 2 && s.first_weak_line == WEAK && s.repaired_lines == 0);
        spate_tridiag_destroy(t);
        t = create(SPATE_TRIDIAG_GENERAL, &p.lines, precision, periodic, 1);
        CHECK(solve(t, &q, in_place) == SPATE_OK);
        spate_tridiag_get_stats(t, &s);
        CHECK(s.weak_lines == 2 && s.first_weak_line == WEAK && s.repaired_lines == 2);
        spate_tridiag_destroy(t);
        const double worst = fmax(residual(&q, WEAK, periodic), residual(&q, WORSE, periodic));
        CHECK_AT_MOST("residual", worst, pivoted_bound(precision, periodic));
        batch_free(&p);
    }
}

static void no_dominant_line_is_weak(void)
{
    const spate_lines lines = {1009, 1, {LINES, 1}, {1009, 0}};
    for (int k = 0; k < 4; ++k) {
        batch p;
        spate_tridiag_stats s;
        batch_make(&p, &lines, k & 1 ? 32 : 64);
        fill_dominant(&p, k >> 1);
        spate_tridiag *t = create(SPATE_TRIDIAG_GENERAL, &lines, p.precision, k >> 1, 1);
        CHECK(solve(t, &p, 0) == SPATE_OK);
        spate_tridiag_get_stats(t, &s);
        CHECK(s.weak_lines == 0 && s.first_weak_line == -1 && s.repaired_lines == 0);
        CHECK(s.solves == 1 && s.threads == THREADS_IN_USE);
        CHECK(s.floor_bytes == 5.0 * (p.precision / 8) * 1009 * LINES);
        spate_tridiag_destroy(t);
        batch_free(&p);
    }
}

/* Rows that sum to 0: singular. The last pivot is a rounding error, detected by its size. */
static void a_singular_line_is_weak_and_never_passes_for_solved(void)
{
    const spate_lines lines = {N, 1, {LINES, 1}, {N, 0}};
    batch p;
    spate_tridiag_stats s;
    batch_make(&p, &lines, 64);
    fill_dominant(&p, 0);
    for (int64_t i = 0; i < N; ++i) {
        const double a = i ? 1 + 0.5 * noise(3, i, A) : 0,
                     c = i < N - 1 ? 1 + 0.5 * noise(3, i, C) : 0;
        put(&p, A, 3, i, -a);
        put(&p, C, 3, i, -c);
        put(&p, B, 3, i, a + c);
    }
    spate_tridiag *t = create(SPATE_TRIDIAG_GENERAL, &lines, 64, 0, 0);
    (void)solve(t, &p, 0); /* OK or not: the pivot may be a little off 0 */
    spate_tridiag_get_stats(t, &s);
    CHECK(s.weak_lines == 1 && s.first_weak_line == 3);
    spate_tridiag_destroy(t);
    for (int64_t i = 0; i < N; ++i)
        put(&p, B, 3, i, 0); /* an odd number of rows and no diagonal: exactly singular */
    t = create(SPATE_TRIDIAG_GENERAL, &lines, 64, 0, 1);
    CHECK(solve(t, &p, 0) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 3, row 36: the matrix is singular");
    spate_tridiag_destroy(t);
    batch_free(&p);
}

static void a_weak_shared_matrix_is_repaired(void)
{
    const spate_lines lines = {N, 1, {LINES, 1}, {N, 0}};
    double a[N], b[N], c[N];
    batch p;
    spate_tridiag_stats s;
    batch_make(&p, &lines, 64);
    fill_dominant(&p, 0);
    for (int64_t line = 0; line < LINES; ++line)
        weaken(&p, line, 0);
    for (int i = 0; i < N; ++i) {
        a[i] = get(&p, A, 0, i);
        b[i] = get(&p, B, 0, i);
        c[i] = get(&p, C, 0, i);
    }
    for (int64_t line = 0; line < LINES; ++line)
        for (int i = 0; i < N; ++i) {
            put(&p, A, line, i, a[i]);
            put(&p, C, line, i, c[i]);
        }
    spate_tridiag *t = create(SPATE_TRIDIAG_SHARED, &lines, 64, 0, 1);
    CHECK(spate_tridiag_set_matrix(t, a, b, c) == SPATE_OK);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_solve_many(t, p.array[D], p.array[X]) == SPATE_OK);
    spate_tridiag_get_stats(t, &s);
    CHECK(s.weak_lines == LINES && s.repaired_lines == LINES && s.first_weak_line == 0);
    double worst = 0;
    for (int64_t line = 0; line < LINES; ++line)
        worst = fmax(worst, residual(&p, line, 0));
    CHECK_AT_MOST("residual", worst, pivoted_bound(64, 0));
    spate_tridiag_destroy(t);
    batch_free(&p);
}

/* NaN is reported with line and row, weak or not, and is not repaired. */
static void nan_is_not_repaired(void)
{
    const spate_lines lines = {N, 1, {LINES, 1}, {N, 0}};
    static const char *const words[] = {"line 6, row 7: a is not", "line 6, row 7: b is not",
                                        "line 6, row 7: c is not", "line 6, row 7: d is not"};
    for (int array = A; array <= D; ++array) {
        batch p;
        spate_tridiag_stats s;
        batch_make(&p, &lines, 64);
        fill_dominant(&p, 0);
        put(&p, array, 6, 7, NAN);
        spate_tridiag *t = create(SPATE_TRIDIAG_GENERAL, &lines, 64, 0, 1);
        CHECK(solve(t, &p, 1) == SPATE_ERROR_NUMERICAL);
        CHECK_CONTAINS(spate_message(ctx), words[array]);
        spate_tridiag_get_stats(t, &s);
        CHECK(s.repaired_lines == 0);
        spate_tridiag_destroy(t);
        batch_free(&p);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(weak_lines_are_counted_and_repaired);
    RUN(no_dominant_line_is_weak);
    RUN(a_singular_line_is_weak_and_never_passes_for_solved);
    RUN(a_weak_shared_matrix_is_repaired);
    RUN(nan_is_not_repaired);
    spate_context_destroy(ctx);
    return check_done();
}
