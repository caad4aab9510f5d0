/* Rows of a matrix that all lines share. */
#include "solvers/tridiag/shared_rows.h"

#include "base/memory.h"
#include "solvers/common.h"

spate_status tri_shared_rows_allocate(spate_context *ctx, const tri_shared_rows *m)
{
    const size_t n = (size_t)m->n;
    if (!m->rows[0])
        m->rows[0] = memory_alloc(3 * n * sizeof(double));
    if (!m->rows[0])
        return fail_memory(ctx, "no memory for a matrix of %zu rows", n);
    m->rows[1] = m->rows[0] + n;
    m->rows[2] = m->rows[1] + n;
    return SPATE_OK;
}

static void put_row(const tri_shared_rows *m, int64_t i, double a, double b, double c)
{
    m->rows[0][i] = i == 0 && !m->periodic ? 0 : solver_rounded(m->precision, a);
    m->rows[1][i] = solver_rounded(m->precision, b);
    m->rows[2][i] = i == m->n - 1 && !m->periodic ? 0 : solver_rounded(m->precision, c);
}

void tri_shared_rows_set(const tri_shared_rows *m, const double *a, const double *b,
                         const double *c)
{
    for (int64_t i = 0; i < m->n; ++i)
        put_row(m, i, a[i], b[i], c[i]);
}

void tri_shared_rows_set_toeplitz(const tri_shared_rows *m, const spate_toeplitz *t)
{
    const int64_t last = m->n - 1;
    put_row(m, 0, t->a, t->first_b, t->first_c);
    for (int64_t i = 1; i < last; ++i)
        put_row(m, i, t->a, t->b, t->c);
    put_row(m, last, t->last_a, t->last_b, t->c);
}
