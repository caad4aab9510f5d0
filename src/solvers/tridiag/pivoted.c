/* One line with partial pivoting: Gaussian elimination of a band matrix, in f64. A periodic line
 * becomes a matrix with two diagonals on each side if its unknowns are ordered 0, n-1, 1, n-2,
 * ... */
#include "solvers/tridiag/solver.h"

enum { MOST_WIDTH = 7 };

/* Row r stores columns r - reach ... r + 2 reach: pivoting fills at most these. */
typedef struct band {
    int64_t n;
    int reach, width;
    double *entries, *rhs;
} band;

int64_t tri_pivoted_space(int64_t n)
{
    return n * (MOST_WIDTH + 1);
}

static double *entry(const band *m, int64_t row, int64_t column)
{
    return &m->entries[row * m->width + column - row + m->reach];
}

static int64_t folded(int64_t i, int64_t n, int periodic)
{
    if (!periodic)
        return i;
    return i < (n + 1) / 2 ? 2 * i : 2 * (n - 1 - i) + 1;
}

static int64_t unfolded(int64_t place, int64_t n, int periodic)
{
    if (!periodic)
        return place;
    return place % 2 ? n - 1 - place / 2 : place / 2;
}

static void fill_band(band *m, int periodic, const double *a, const double *b, const double *c,
                      const double *d)
{
    const int64_t n = m->n;
    for (int64_t k = 0; k < n * m->width; ++k)
        m->entries[k] = 0;
    for (int64_t i = 0; i < n; ++i) {
        const int64_t row = folded(i, n, periodic);
        *entry(m, row, row) = b[i];
        if (i > 0 || periodic)
            *entry(m, row, folded((i + n - 1) % n, n, periodic)) = a[i];
        if (i < n - 1 || periodic)
            *entry(m, row, folded((i + 1) % n, n, periodic)) = c[i];
        m->rhs[row] = d[i];
    }
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The row at or below `column` with the largest entry in that column. */
static int64_t pivot_row(const band *m, int64_t column)
{
    int64_t best = column;
    for (int64_t r = column + 1; r <= smaller(column + m->reach, m->n - 1); ++r)
        if (solver_magnitude(*entry(m, r, column)) > solver_magnitude(*entry(m, best, column)))
            best = r;
    return best;
}

static void swap_rows(const band *m, int64_t column, int64_t other)
{
    for (int64_t k = column; k <= smaller(column + 2 * m->reach, m->n - 1); ++k) {
        const double t = *entry(m, column, k);
        *entry(m, column, k) = *entry(m, other, k);
        *entry(m, other, k) = t;
    }
    const double t = m->rhs[column];
    m->rhs[column] = m->rhs[other];
    m->rhs[other] = t;
}

static void eliminate(const band *m, int64_t column)
{
    for (int64_t r = column + 1; r <= smaller(column + m->reach, m->n - 1); ++r) {
        const double factor = *entry(m, r, column) / *entry(m, column, column);
        for (int64_t k = column + 1; k <= smaller(column + 2 * m->reach, m->n - 1); ++k)
            *entry(m, r, k) -= factor * *entry(m, column, k);
        m->rhs[r] -= factor * m->rhs[column];
    }
}

static void substitute(const band *m)
{
    for (int64_t r = m->n - 1; r >= 0; --r) {
        double rest = m->rhs[r];
        for (int64_t k = r + 1; k <= smaller(r + 2 * m->reach, m->n - 1); ++k)
            rest -= *entry(m, r, k) * m->rhs[k];
        m->rhs[r] = rest / *entry(m, r, r);
    }
}

/* Solves one line with partial pivoting, in f64; x replaces d. a[0] and c[n-1] are the corner
 * entries if periodic. space: tri_pivoted_space(n) values. Returns the row whose pivot is 0, NaN
 * or infinite, or -1. */
static int64_t pivoted_solve(int64_t n, int periodic, const double *a, const double *b,
                             const double *c, double *d, double *space)
{
    const int reach = periodic ? 2 : 1;
    band m = {n, reach, 3 * reach + 1, space, space + n * MOST_WIDTH};
    fill_band(&m, periodic, a, b, c, d);
    for (int64_t column = 0; column < n; ++column) {
        const int64_t best = pivot_row(&m, column);
        const double pivot = *entry(&m, best, column);
        if (pivot == 0 || !solver_finite(pivot))
            return unfolded(column, n, periodic);
        if (best != column)
            swap_rows(&m, column, best);
        eliminate(&m, column);
    }
    substitute(&m);
    for (int64_t i = 0; i < n; ++i)
        d[i] = m.rhs[folded(i, n, periodic)];
    return -1;
}

int tri_repair_line(const spate_tridiag *t, const tri_problem *problem, ptrdiff_t offset, double *x,
                    double *space, tri_failure *failure)
{
    const int64_t n = problem->n;
    double *a = space, *b = a + n, *c = b + n;
    int finite = 1;
    for (int64_t i = 0; i < n; ++i) {
        const tri_row row = tri_read_row(t, problem, offset, i);
        finite &= !tri_wrong_input(&row);
        a[i] = row.a;
        b[i] = row.b;
        c[i] = row.c;
        x[i] = row.d;
    }
    if (!finite) {
        *failure = tri_find_failure(t, problem, failure->line, offset);
        return 0;
    }
    failure->row = pivoted_solve(n, problem->periodic, a, b, c, x, c + n);
    failure->what = failure->row >= 0 ? "the matrix is singular" : NULL;
    return 1;
}
