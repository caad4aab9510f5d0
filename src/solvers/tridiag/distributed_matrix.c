/* The shared matrix of distributed lines. */
#include "base/memory.h"
#include "parallel/comm.h"
#include "solvers/tridiag/distributed.h"

static spate_status allocate_rows(spate_tridiag_distributed *t)
{
    const size_t n = (size_t)t->n;
    t->ready = 0;
    if (!t->shared[0])
        t->shared[0] = memory_alloc(3 * n * sizeof(double));
    if (!t->shared[0])
        return fail_memory(t->ctx, "no memory for a matrix of %zu rows", n);
    t->shared[1] = t->shared[0] + n;
    t->shared[2] = t->shared[1] + n;
    return SPATE_OK;
}

static void put_row(spate_tridiag_distributed *t, int64_t i, double a, double b, double c)
{
    t->shared[0][i] = i == 0 && !t->periodic ? 0 : solver_rounded(t->precision, a);
    t->shared[1][i] = solver_rounded(t->precision, b);
    t->shared[2][i] = i == t->n - 1 && !t->periodic ? 0 : solver_rounded(t->precision, c);
}

static spate_status check_class(const spate_tridiag_distributed *t, spate_tridiag_class wanted,
                                const char *function, const char *name)
{
    return t->matrix == wanted ? SPATE_OK : fail_argument(t->ctx, "%s is for %s", function, name);
}

spate_status spate_tridiag_distributed_set_matrix(spate_tridiag_distributed *t, const double *a,
                                                  const double *b, const double *c)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    spate_status status =
        check_class(t, SPATE_TRIDIAG_SHARED, "spate_tridiag_distributed_set_matrix",
                    "SPATE_TRIDIAG_SHARED");
    if (status == SPATE_OK && (!a || !b || !c))
        status = fail_argument(t->ctx, "%s is NULL", !a ? "a" : !b ? "b" : "c");
    if (status == SPATE_OK)
        status = allocate_rows(t);
    SPATE_TRY(comm_agree(t->ctx, status));
    for (int64_t i = 0; i < t->n; ++i)
        put_row(t, i, a[i], b[i], c[i]);
    return SPATE_OK;
}

spate_status spate_tridiag_distributed_set_toeplitz(spate_tridiag_distributed *t,
                                                    const spate_toeplitz *m)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    spate_status status =
        check_class(t, SPATE_TRIDIAG_TOEPLITZ, "spate_tridiag_distributed_set_toeplitz",
                    "SPATE_TRIDIAG_TOEPLITZ");
    if (status == SPATE_OK && !m)
        status = fail_argument(t->ctx, "the matrix is NULL");
    if (status == SPATE_OK)
        status = allocate_rows(t);
    SPATE_TRY(comm_agree(t->ctx, status));
    const int64_t last = t->n - 1;
    put_row(t, 0, m->a, m->first_b, m->first_c);
    for (int64_t i = 1; i < last; ++i)
        put_row(t, i, m->a, m->b, m->c);
    put_row(t, last, m->last_a, m->last_b, m->c);
    return SPATE_OK;
}
