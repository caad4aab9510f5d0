/* Random systems of known kinds. */
#include <stdlib.h>

#include "check.h"
#include "lines.h"

const char *const matrix_names[MATRIX_KINDS] = {
    "dominant by rows", "dominant by columns", "SPD", "M-matrix", "Pade", "any"};

int systems_make(systems *s, int64_t n, int64_t lines, int periodic)
{
    double **const arrays[] = {&s->a, &s->b, &s->c, &s->d, &s->x};
    int have = 1;
    *s = (systems){.n = n, .lines = lines, .periodic = periodic};
    for (int k = 0; k < 5; ++k) {
        *arrays[k] = malloc((size_t)(n * lines) * sizeof(double));
        have = have && *arrays[k];
    }
    return have;
}

void systems_free(systems *s)
{
    free(s->a);
    free(s->b);
    free(s->c);
    free(s->d);
    free(s->x);
}

static double sign(void)
{
    return draw_below(2) ? 1 : -1;
}

typedef struct row {
    double a, b, c;
} row;

/* Off-diagonals sum to at most half of the diagonal. */
static row dominant_row(void)
{
    const double size = draw_size(1e-3, 1e3), part = draw_unit();
    const row r = {sign() * part * size / 2, sign() * size, sign() * (1 - part) * size / 2};
    return r;
}

static row row_of(matrix_kind kind)
{
    switch (kind) {
    case MATRIX_PADE: return (row){0.25, 1, 0.25};
    case MATRIX_ANY: return (row){draw_between(-1, 1), draw_between(-1, 1), draw_between(-1, 1)};
    default: return dominant_row();
    }
}

static void ends_of(const systems *s, matrix_kind kind, row *rows)
{
    if (kind != MATRIX_PADE || s->periodic || s->n < 2)
        return;
    rows[0].c = 2;
    rows[s->n - 1].a = 2;
}

/* Inner rows equal the second one. If columns must be dominant, or the matrix is periodic, the
 * ends have the same off-diagonals: otherwise they would affect other rows or the dominance. */
static void make_constant(row *rows, int64_t n, int ends_too)
{
    const row inner = rows[n > 1 ? 1 : 0];
    for (int64_t i = 2; i < n - 1; ++i)
        rows[i] = inner;
    if (!ends_too)
        return;
    rows[0] = rows[n - 1] = inner;
    rows[0].b *= 2;
    rows[n - 1].b *= 1.5;
}

static void transpose(row *rows, int64_t n)
{
    const double corner = rows[0].a;
    for (int64_t i = 0; i + 1 < n; ++i) {
        const double below = rows[i + 1].a;
        rows[i + 1].a = rows[i].c;
        rows[i].c = below;
    }
    rows[0].a = rows[n - 1].c;
    rows[n - 1].c = corner;
}

/* L L^T with a random bidiagonal L: positive definite by construction. An off-diagonal of L is
 * at most 0.9 of the diagonal in its column; rounding the product then changes no pivot (1/4 at
 * least) by more than u (4 + 3.24) / (1 - 0.81), so that it stays definite in f32 too. */
static void fill_spd(row *rows, int64_t n, int constant)
{
    double diagonal = 1, share = 0;
    for (int64_t i = 0; i < n; ++i) {
        const double before = diagonal;
        if (!constant || i == 0 || i == n - 1)
            diagonal = draw_between(0.5, 2);
        if (!constant || i == 0)
            share = draw_between(-0.9, 0.9);
        const double below = i > 0 ? share * before : 0;
        rows[i] = (row){below * before, diagonal * diagonal + below * below, 0};
        if (i > 0)
            rows[i - 1].c = rows[i].a;
    }
}

/* L U with bidiagonal M-matrices L and U: their product is one. Both have off-diagonals below
 * 0.9 of the diagonal, so that pivots survive rounding as above and solutions of long lines do
 * not grow. */
static void fill_m(row *rows, int64_t n, int constant)
{
    double lower = 0, upper = 0, pivot = 1;
    for (int64_t i = 0; i < n; ++i) {
        const double above = upper, before = pivot;
        if (!constant || i == 0 || i == n - 1) {
            lower = draw_between(-0.9, 0);
            pivot = draw_between(0.5, 2);
            upper = draw_between(-0.9, 0) * pivot;
        }
        rows[i] = (row){lower * before, pivot + (i > 0 ? lower * above : 0), upper};
    }
}

static void fill_rows(const systems *s, matrix_kind kind, int constant, row *rows)
{
    if (kind == MATRIX_SPD) {
        fill_spd(rows, s->n, constant);
        return;
    }
    if (kind == MATRIX_M) {
        fill_m(rows, s->n, constant);
        return;
    }
    for (int64_t i = 0; i < s->n; ++i)
        rows[i] = row_of(kind);
    if (constant)
        make_constant(rows, s->n, s->periodic || kind == MATRIX_COLUMN_DOMINANT);
    ends_of(s, kind, rows);
    if (kind == MATRIX_COLUMN_DOMINANT)
        transpose(rows, s->n);
}

static double rounded(double v, int precision)
{
    return precision == 32 ? (double)(float)v : v;
}

static void keep_rows(systems *s, int64_t line, const row *rows, int precision)
{
    for (int64_t i = 0; i < s->n; ++i) {
        const int64_t k = line * s->n + i;
        s->a[k] = rounded(rows[i].a, precision);
        s->b[k] = rounded(rows[i].b, precision);
        s->c[k] = rounded(rows[i].c, precision);
        s->d[k] = rounded(draw_between(-1, 1), precision);
    }
}

void systems_fill(systems *s, matrix_kind kind, row_pattern pattern, int precision)
{
    row *rows = malloc((size_t)s->n * sizeof *rows);
    if (!rows)
        abort();
    s->shared = pattern != ROWS_FREE;
    for (int64_t line = 0; line < s->lines; ++line) {
        if (line == 0 || pattern == ROWS_FREE)
            fill_rows(s, kind, pattern == ROWS_TOEPLITZ, rows);
        keep_rows(s, line, rows, precision);
    }
    free(rows);
}

spate_toeplitz systems_toeplitz(const systems *s)
{
    const int64_t n = s->n, inner = n > 2 ? 1 : 0;
    const spate_toeplitz m = {.first_b = s->b[0],
                              .first_c = s->c[0],
                              .a = s->a[inner],
                              .b = s->b[inner],
                              .c = s->c[inner],
                              .last_a = s->a[n - 1],
                              .last_b = s->b[n - 1]};
    return m;
}

void systems_weaken(systems *s, int64_t line, int64_t i, double tiny)
{
    const int64_t k = line * s->n + i;
    s->a[k] = 0;
    s->b[k] = tiny;
    s->c[k] = 1;
    s->a[k + 1] = 1;
    s->b[k + 1] = tiny;
    s->c[k + 1] = 0;
}
