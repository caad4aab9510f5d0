/* Shared matrices and their factors. Factors are computed in f64 for every precision of the
 * lines. */
#include <inttypes.h>

#include "base/memory.h"
#include "solvers/tridiag/shared_rows.h"
#include "solvers/tridiag/solver.h"

/* A quarter of the digits may be lost. Diagonally dominant, symmetric definite and M-matrices
 * have a growth of at most 3. */
double tri_growth_limit(int precision)
{
    return precision == 32 ? 53.81737057623773 /* 2^(23/4) */ : 8192.0 /* 2^(52/4) */;
}

double tri_pivot_limit(int precision, int64_t n)
{
    return (double)n * (precision == 32 ? 0x1p-23 : 0x1p-52);
}

/* ---- the matrix ---- */

/* The rows to set; the factors of earlier ones are no longer valid. */
static tri_shared_rows rows_to_set(spate_tridiag *t)
{
    t->ready = 0;
    return (tri_shared_rows){t->shared, t->layout.n, t->precision, t->periodic};
}

spate_status spate_tridiag_set_matrix(spate_tridiag *t, const double *a, const double *b,
                                      const double *c)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    if (t->matrix != SPATE_TRIDIAG_SHARED)
        return fail_argument(t->ctx, "spate_tridiag_set_matrix is for SPATE_TRIDIAG_SHARED");
    if (!a || !b || !c)
        return fail_argument(t->ctx, "%s is NULL", !a ? "a" : !b ? "b" : "c");
    const tri_shared_rows rows = rows_to_set(t);
    SPATE_TRY(tri_shared_rows_allocate(t->ctx, &rows));
    tri_shared_rows_set(&rows, a, b, c);
    return SPATE_OK;
}

spate_status spate_tridiag_set_toeplitz(spate_tridiag *t, const spate_toeplitz *m)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    if (t->matrix != SPATE_TRIDIAG_TOEPLITZ)
        return fail_argument(t->ctx, "spate_tridiag_set_toeplitz is for SPATE_TRIDIAG_TOEPLITZ");
    if (!m)
        return fail_argument(t->ctx, "the matrix is NULL");
    const tri_shared_rows rows = rows_to_set(t);
    SPATE_TRY(tri_shared_rows_allocate(t->ctx, &rows));
    tri_shared_rows_set_toeplitz(&rows, m);
    return SPATE_OK;
}

/* ---- factors ---- */

typedef struct factor_arrays {
    double *lower, *scale, *upper, *border, *last;
} factor_arrays;

/* State of the elimination. */
typedef struct factor_state {
    double c_before, q_before; /* of the previous row */
    double e, b_last;          /* of the last row of a periodic matrix */
    double grown;              /* sum of |changes| of b_last */
} factor_state;

static double largest(double a, double b, double c)
{
    const double x = a < 0 ? -a : a, y = b < 0 ? -b : b, z = c < 0 ? -c : c;
    const double most = x > y ? x : y;
    return most > z ? most : z;
}

/* Uses the limits of the precision in which lines are solved. */
static int weak_row(const spate_tridiag *t, double pivot, double lost, double most)
{
    return !(solver_magnitude(lost) + solver_magnitude(pivot) <=
             tri_growth_limit(t->precision) * most) ||
           !(solver_magnitude(pivot) > tri_pivot_limit(t->precision, t->layout.n) * most);
}

/* The operations of backend/cpu/tridiag/thomas.c and cyclic.c, in the same order; returns the
 * pivot. */
static double factor_row(spate_tridiag *t, const factor_arrays *f, int64_t i, factor_state *s)
{
    const int64_t n = t->layout.n;
    double a = t->shared[0][i], c = t->shared[2][i], column = 0;
    if (t->periodic && i == 0) {
        column = a;
        a = 0;
    }
    if (t->periodic && i == n - 2) {
        column = c;
        c = 0;
        s->e = t->shared[0][n - 1] + s->e;
    }
    const double product = a * s->c_before, pivot = t->shared[1][i] - product, r = 1 / pivot;
    const double most =
        largest(a, t->shared[1][i], solver_magnitude(c) > solver_magnitude(column) ? c : column);
    t->weak_matrix |= weak_row(t, pivot, product, most);
    f->lower[i] = a;
    f->scale[i] = r;
    f->upper[i] = c * r;
    if (t->periodic) {
        t->weak_matrix |=
            !(solver_magnitude(a * s->q_before) <= tri_growth_limit(t->precision) * most);
        f->border[i] = (column - a * s->q_before) * r;
        f->last[i] = s->e;
        s->b_last = s->b_last - s->e * f->border[i];
        s->grown += solver_magnitude(s->e * f->border[i]);
        s->e = -(s->e * f->upper[i]);
        s->q_before = f->border[i];
    }
    s->c_before = f->upper[i];
    return pivot;
}

static double factor_last(spate_tridiag *t, const factor_arrays *f, const factor_state *s)
{
    const int64_t i = t->layout.n - 1;
    const double most = largest(t->shared[0][i], t->shared[1][i], t->shared[2][i]);
    t->weak_matrix |= weak_row(t, s->b_last, s->grown, most);
    for (int64_t k = 0; k < i; ++k)
        t->weak_matrix |= !(solver_magnitude(f->last[k]) <= tri_growth_limit(t->precision) * most);
    f->lower[i] = f->upper[i] = f->border[i] = f->last[i] = 0;
    f->scale[i] = 1 / s->b_last;
    return s->b_last;
}

/* Elimination without pivoting. Returns the first row whose pivot is 0, NaN or infinite, or -1. */
static int64_t eliminate(spate_tridiag *t, const factor_arrays *f)
{
    const int64_t n = t->layout.n, plain = t->periodic ? n - 1 : n;
    factor_state s = {.e = t->shared[2][n - 1], .b_last = t->shared[1][n - 1]};
    int64_t bad = -1;
    t->weak_matrix = 0;
    for (int64_t i = 0; i < n; ++i) {
        const double pivot = i < plain ? factor_row(t, f, i, &s) : factor_last(t, f, &s);
        if (bad < 0 && (pivot == 0 || !solver_finite(pivot) || !solver_finite(f->upper[i])))
            bad = i;
    }
    return bad;
}

/* f32 lines use rounded factors and the rounded matrix, stored in the second half of the block. */
static void round_block(const spate_tridiag *t, double *block, size_t values)
{
    float *narrow = (float *)(void *)(block + values), *matrix = narrow + values;
    if (t->precision != 32)
        return;
    for (size_t i = 0; i < values; ++i)
        narrow[i] = (float)block[i];
    for (size_t i = 0; i < 3 * (size_t)t->layout.n; ++i)
        matrix[i] = (float)t->shared[0][i];
}

spate_status tri_factor(spate_tridiag *t)
{
    const size_t n = (size_t)t->layout.n, values = 5 * n;
    if (!t->shared[0])
        return fail_argument(t->ctx, "the shared matrix was not set");
    if (!t->factor_block)
        t->factor_block = memory_alloc(2 * values * sizeof(double));
    if (!t->factor_block)
        return fail_memory(t->ctx, "no memory for factors of %zu rows", n);
    double *block = t->factor_block;
    const factor_arrays f = {block, block + n, block + 2 * n, block + 3 * n, block + 4 * n};
    const int64_t bad = eliminate(t, &f);
    if (bad >= 0 && !t->repair)
        return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL,
                          "row %" PRId64 " of the shared matrix: the pivot is 0 or not a finite "
                          "number; the matrix is singular or needs pivoting (repair)",
                          bad);
    round_block(t, block, values);
    const size_t bytes = tri_value_bytes(t);
    const char *at = (const char *)(t->precision == 32 ? block + values : block);
    const char *matrix =
        t->precision == 32 ? at + values * bytes : (const char *)(void *)t->shared[0];
    t->factors = (tri_factors){.lower = at,
                               .scale = at + n * bytes,
                               .upper = at + 2 * n * bytes,
                               .border = at + 3 * n * bytes,
                               .last = at + 4 * n * bytes,
                               .a = matrix,
                               .b = matrix + n * bytes,
                               .c = matrix + 2 * n * bytes};
    return SPATE_OK;
}
