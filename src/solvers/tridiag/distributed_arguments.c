/* Checks of the arguments of distributed solves. */
#include "solvers/tridiag/distributed_device.h"

static int rows_are_supplied(const spate_tridiag_distributed *t)
{
    return t->fill || (t->device && t->device->rhs);
}

static spate_status check_part(const spate_tridiag_distributed *t, int part)
{
    const dist_arrays *r = &t->arrays[part];
    const void *const arrays[4] = {r->a, r->b, r->c, r->d};
    static const char *const names[4] = {"a", "b", "c", "d"};
    if (t->receive)
        return SPATE_OK;
    SPATE_TRY(solver_check_pointer(t->ctx, "x", part, r->x, dist_bytes(t)));
    for (int k = dist_shared(t) ? 3 : 0; k < 4 && !rows_are_supplied(t); ++k) {
        SPATE_TRY(solver_check_pointer(t->ctx, names[k], part, arrays[k], dist_bytes(t)));
        if (!(k == 3 && r->x == r->d) &&
            tri_layout_overlap(&t->layouts[part], dist_bytes(t), r->x, arrays[k]))
            return fail_argument(t->ctx, "x and %s of part %d overlap", names[k], part);
    }
    return SPATE_OK;
}

spate_status dist_check_class(const spate_tridiag_distributed *t, int general)
{
    if (general != dist_shared(t))
        return SPATE_OK;
    return fail_argument(t->ctx,
                         general ? "the matrix is shared: call spate_tridiag_distributed_solve_many"
                                 : "the matrix is general: call spate_tridiag_distributed_solve");
}

static spate_status check_ready(const spate_tridiag_distributed *t)
{
    return t->ready ? SPATE_OK
                    : fail_argument(t->ctx, "call spate_tridiag_distributed_setup first");
}

spate_status dist_set_arrays(spate_tridiag_distributed *t, const void *const *const in[4],
                             void *const *x)
{
    SPATE_TRY(check_ready(t));
    const int given =
        t->receive ||
        (x && (rows_are_supplied(t) || (in[3] && (dist_shared(t) || (in[0] && in[1] && in[2])))));
    if (t->local_count > 0 && !given)
        return fail_argument(t->ctx, "an array of pointers is NULL");
    for (int k = 0; k < t->local_count; ++k) {
        const void *at[4];
        for (int n = 0; n < 4; ++n)
            at[n] = in[n] ? in[n][k] : NULL;
        t->arrays[k] = (dist_arrays){at[0], at[1], at[2], at[3], t->receive ? NULL : x[k]};
        SPATE_TRY(check_part(t, k));
    }
    return SPATE_OK;
}
