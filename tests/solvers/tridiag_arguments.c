/* Claim: wrong options, arrays and values give a status and a message that names the cause,
 * never a wrong answer. Valid ones at the limits are accepted. */
#include <stdlib.h>

#include "check.h"
#include "spate/tridiag.h"

static spate_context *ctx;

enum { N = 8, LINES = 4, VALUES = N * LINES };

/* Four contiguous lines of eight. */
static spate_tridiag_options default_options(void)
{
    spate_tridiag_options o;
    spate_tridiag_options_default(&o);
    o.lines = (spate_lines){.n = N, .stride = 1, .count = {LINES, 1}, .step = {N, 0}};
    o.precision = 64;
    o.threads = 1;
    return o;
}

static void expect_refused(const char *what, const spate_tridiag_options *o, spate_status wanted,
                           const char *word)
{
    spate_tridiag *t = (spate_tridiag *)&ctx; /* anything but NULL */
    const spate_status status = spate_tridiag_create(ctx, o, &t);
    CHECK(t == NULL);
    if (!CHECK(status == wanted))
        printf("  %s: %s, not %s\n", what, spate_status_text(status), spate_status_text(wanted));
    CHECK_CONTAINS(spate_message(ctx), word);
    if (status == SPATE_OK)
        spate_tridiag_destroy(t);
}

static void wrong_options_are_refused(void)
{
    spate_tridiag_options o;
#define REFUSED(change, status, word)                                                              \
    do {                                                                                           \
        o = default_options();                                                                     \
        change;                                                                                    \
        expect_refused(#change, &o, status, word);                                                 \
    } while (0)
    REFUSED(o.lines.n = 0, SPATE_ERROR_ARGUMENT, "n");
    REFUSED(o.lines.n = -5, SPATE_ERROR_ARGUMENT, "-5");
    REFUSED(o.lines.stride = 0, SPATE_ERROR_ARGUMENT, "stride");
    REFUSED(o.lines.stride = -1, SPATE_ERROR_ARGUMENT, "stride");
    REFUSED(o.lines.count[0] = 0, SPATE_ERROR_ARGUMENT, "count");
    REFUSED(o.lines.count[1] = -2, SPATE_ERROR_ARGUMENT, "count");
    REFUSED(o.precision = 16, SPATE_ERROR_ARGUMENT, "16");
    REFUSED(o.precision = 0, SPATE_ERROR_ARGUMENT, "precision");
    REFUSED(o.algorithm = "nonsense", SPATE_ERROR_ARGUMENT, "nonsense");
    REFUSED(o.algorithm = "toeplitz-cr", SPATE_ERROR_ARGUMENT, "SPATE_TRIDIAG_TOEPLITZ");
    REFUSED(o.backend = "nonsense", SPATE_ERROR_BACKEND, "nonsense");
    REFUSED(o.threads = -1, SPATE_ERROR_ARGUMENT, "threads");
    REFUSED((o.periodic = 1, o.lines.n = 2, o.lines.step[0] = 2), SPATE_ERROR_ARGUMENT, "periodic");
    REFUSED((o.periodic = 1, o.lines.n = 1, o.lines.step[0] = 1), SPATE_ERROR_ARGUMENT, "periodic");
    REFUSED((o.matrix = SPATE_TRIDIAG_TOEPLITZ, o.lines.n = 1), SPATE_ERROR_ARGUMENT, "n");
    REFUSED(o.matrix = (spate_tridiag_class)77, SPATE_ERROR_ARGUMENT, "77");
    /* exceeds the address space */
    REFUSED(o.lines.stride = INT64_MAX / 4, SPATE_ERROR_ARGUMENT, "");
#undef REFUSED
    CHECK(spate_tridiag_create(ctx, NULL, NULL) == SPATE_ERROR_ARGUMENT);
    spate_tridiag *t = NULL;
    CHECK(spate_tridiag_create(ctx, NULL, &t) == SPATE_ERROR_ARGUMENT && t == NULL);
}

static void freeing_null_does_nothing(void)
{
    spate_tridiag_destroy(NULL);
}

/* ---- arrays ---- */

static double store[7 * VALUES];
static double *const a = store, *const b = store + VALUES, *const c = store + 2 * VALUES,
                     *const d = store + 3 * VALUES, *const x = store + 4 * VALUES;

static void fill_arrays(void)
{
    for (int k = 0; k < VALUES; ++k) {
        a[k] = c[k] = -1;
        b[k] = 4;
        d[k] = 1 + k;
        x[k] = -7;
    }
}

static spate_tridiag *made(const spate_tridiag_options *o)
{
    spate_tridiag *t = NULL;
    if (!CHECK(spate_tridiag_create(ctx, o, &t) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return t;
}

/* For GENERAL. */
static spate_tridiag *ready(int precision)
{
    spate_tridiag_options o = default_options();
    o.precision = precision;
    spate_tridiag *t = made(&o);
    if (t)
        CHECK(spate_tridiag_setup(t) == SPATE_OK);
    fill_arrays();
    return t;
}

static void *shifted(void *pointer, int bytes)
{
    return (char *)pointer + bytes;
}

static void wrong_arrays_are_refused(void)
{
    spate_tridiag *t = ready(64);
    if (!t)
        return;
    const struct {
        const char *what;
        const void *a, *b, *c, *d;
        void *x;
    } table[] = {
        {"a NULL", NULL, b, c, d, x},
        {"b NULL", a, NULL, c, d, x},
        {"c NULL", a, b, NULL, d, x},
        {"d NULL", a, b, c, NULL, x},
        {"x NULL", a, b, c, d, NULL},
        {"x is a", a, b, c, d, a},
        {"x is b", a, b, c, d, b},
        {"x is c", a, b, c, d, c},
        {"x one value behind d", a, b, c, d, d + 1},
        {"x one value before d", a, b, c, d, d - 1},
        {"x reaches into a", a, b, c, d, a + VALUES - 1},
        {"a misaligned", shifted(a, 4), b, c, d, x},
        {"d misaligned", a, b, c, shifted(d, 1), x},
        {"x misaligned", a, b, c, d, shifted(x, 4)},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; ++k) {
        double before[7 * VALUES];
        memcpy(before, store, sizeof store);
        const spate_status status =
            spate_tridiag_solve(t, table[k].a, table[k].b, table[k].c, table[k].d, table[k].x);
        if (!CHECK(status == SPATE_ERROR_ARGUMENT))
            printf("  %s: %s\n", table[k].what, spate_status_text(status));
        CHECK(strlen(spate_message(ctx)) > 0);
        CHECK(memcmp(before, store, sizeof store) == 0);
    }
    /* None of this affects the solver. */
    CHECK(spate_tridiag_solve(t, a, b, c, d, x) == SPATE_OK);
    CHECK(spate_tridiag_solve(t, a, b, c, d, d) == SPATE_OK);
    CHECK(memcmp(d, x, VALUES * sizeof *x) == 0);
    /* Inputs may share memory with one another. */
    CHECK(spate_tridiag_solve(t, a, b, a, b, x) == SPATE_OK);
    spate_tridiag_destroy(t);
}

/* Two interleaved arrays share no value: lines along y in the halves of wide rows. */
static void interleaved_arrays_do_not_overlap(void)
{
    spate_tridiag_options o = default_options();
    o.lines = (spate_lines){.n = N, .stride = 2 * LINES, .count = {LINES, 1}, .step = {1, 0}};
    spate_tridiag *t = made(&o);
    if (!t)
        return;
    static double wide[2 * VALUES], coefficients[2][2 * VALUES];
    for (int k = 0; k < 2 * VALUES; ++k) {
        coefficients[0][k] = 4;
        coefficients[1][k] = -1;
        wide[k] = 1;
    }
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    const spate_status status = spate_tridiag_solve(t, coefficients[1], coefficients[0],
                                                    coefficients[1], wide, wide + LINES);
    /* Refused or solved are both correct; a wrong answer is not. */
    printf("  woven arrays: %s\n", status == SPATE_OK ? "solved" : spate_message(ctx));
    CHECK(status == SPATE_OK || status == SPATE_ERROR_ARGUMENT);
    if (status == SPATE_OK)
        CHECK_NEAR(4 * wide[LINES] - wide[LINES + 2 * LINES], 1, 16 * 0x1p-53);
    spate_tridiag_destroy(t);
}

static void calls_out_of_order_are_refused(void)
{
    spate_tridiag_options o = default_options();
    fill_arrays();
    spate_tridiag *t = made(&o);
    if (t) {
        CHECK(spate_tridiag_solve(t, a, b, c, d, x) == SPATE_ERROR_ARGUMENT);
        CHECK_CONTAINS(spate_message(ctx), "setup");
        CHECK(spate_tridiag_setup(t) == SPATE_OK);
        CHECK(spate_tridiag_solve_many(t, d, x) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_tridiag_set_matrix(t, a, b, c) == SPATE_ERROR_ARGUMENT);
    }
    spate_tridiag_destroy(t);
    o.matrix = SPATE_TRIDIAG_SHARED;
    t = made(&o);
    if (t) {
        CHECK(spate_tridiag_setup(t) == SPATE_ERROR_ARGUMENT); /* no matrix yet */
        CHECK(spate_tridiag_solve_many(t, d, x) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_tridiag_solve(t, a, b, c, d, x) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_tridiag_set_matrix(t, a, NULL, c) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_tridiag_set_matrix(t, a, b, c) == SPATE_OK);
        CHECK(spate_tridiag_setup(t) == SPATE_OK);
        CHECK(spate_tridiag_solve_many(t, d, x) == SPATE_OK);
        /* a new matrix requires a new setup */
        CHECK(spate_tridiag_set_matrix(t, a, b, c) == SPATE_OK);
        CHECK(spate_tridiag_solve_many(t, d, x) == SPATE_ERROR_ARGUMENT);
    }
    spate_tridiag_destroy(t);
}

/* ---- values ---- */

/* Overwrites one value of line 2 and expects that line in the message. */
static void expect_numerical(const char *what, spate_tridiag *t, double *spoiled, double value)
{
    fill_arrays();
    *spoiled = value;
    const spate_status status = spate_tridiag_solve(t, a, b, c, d, x);
    if (!CHECK(status == SPATE_ERROR_NUMERICAL))
        printf("  %s: %s\n", what, spate_status_text(status));
    else if (!CHECK_CONTAINS(spate_message(ctx), "2"))
        printf("  %s: which line?\n", what);
}

static void zero_pivots_and_nan_are_reported(void)
{
    spate_tridiag *t = ready(64);
    if (!t)
        return;
    const int line = 2 * N;
    expect_numerical("zero first pivot", t, &b[line], 0);
    expect_numerical("zero second pivot", t, &b[line + 1], 0.25); /* 1/4 - (-1)(-1) / 4 */
    expect_numerical("NaN in a", t, &a[line + 3], NAN);
    expect_numerical("NaN in b", t, &b[line + 3], NAN);
    expect_numerical("NaN in c", t, &c[line + 3], NAN);
    expect_numerical("NaN in d", t, &d[line + 3], NAN);
    expect_numerical("NaN in the last d", t, &d[line + N - 1], NAN);
    fill_arrays();
    a[line] = c[line + N - 1] = NAN; /* beyond the ends: not read */
    CHECK(spate_tridiag_solve(t, a, b, c, d, x) == SPATE_OK);
    for (int k = 0; k < VALUES; ++k)
        CHECK(isfinite(x[k]));
    spate_tridiag_destroy(t);
}

/* Pade with three rows: 1 - 2 (1/4) / (1/2) = 0. */
static void a_singular_shared_matrix_is_reported(void)
{
    spate_tridiag_options o = default_options();
    o.matrix = SPATE_TRIDIAG_SHARED;
    o.lines.n = 3;
    spate_tridiag *t = made(&o);
    const double lower[] = {0, 0.25, 2}, middle[] = {1, 1, 1}, upper[] = {2, 0.25, 0};
    const double bad[] = {1, NAN, 1};
    if (t && CHECK(spate_tridiag_set_matrix(t, lower, middle, upper) == SPATE_OK)) {
        CHECK(spate_tridiag_setup(t) == SPATE_ERROR_NUMERICAL);
        CHECK_CONTAINS(spate_message(ctx), "2"); /* the row */
    }
    if (t) {
        spate_status status = spate_tridiag_set_matrix(t, lower, bad, upper);
        if (status == SPATE_OK)
            status = spate_tridiag_setup(t);
        CHECK(status == SPATE_ERROR_NUMERICAL || status == SPATE_ERROR_ARGUMENT);
    }
    spate_tridiag_destroy(t);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(wrong_options_are_refused);
    RUN(freeing_null_does_nothing);
    RUN(wrong_arrays_are_refused);
    RUN(interleaved_arrays_do_not_overlap);
    RUN(calls_out_of_order_are_refused);
    RUN(zero_pivots_and_nan_are_reported);
    RUN(a_singular_shared_matrix_is_reported);
    spate_context_destroy(ctx);
    return check_done();
}
