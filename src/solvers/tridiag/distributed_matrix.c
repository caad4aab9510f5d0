/* The shared matrix of distributed lines. */
#include "parallel/comm.h"
#include "solvers/tridiag/distributed.h"
#include "solvers/tridiag/shared_rows.h"

/* The rows to set; the factors of earlier ones are no longer valid. */
static tri_shared_rows rows_to_set(spate_tridiag_distributed *t)
{
    t->ready = 0;
    return (tri_shared_rows){t->shared, t->n, t->precision, t->periodic};
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
    if (status != SPATE_OK)
        return comm_agree(t->ctx, status);
    const tri_shared_rows rows = rows_to_set(t);
    SPATE_TRY(comm_agree(t->ctx, tri_shared_rows_allocate(t->ctx, &rows)));
    tri_shared_rows_set(&rows, a, b, c);
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
    if (status != SPATE_OK)
        return comm_agree(t->ctx, status);
    const tri_shared_rows rows = rows_to_set(t);
    SPATE_TRY(comm_agree(t->ctx, tri_shared_rows_allocate(t->ctx, &rows)));
    tri_shared_rows_set_toeplitz(&rows, m);
    return SPATE_OK;
}
