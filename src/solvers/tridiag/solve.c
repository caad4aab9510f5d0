/* The solve functions of the public interface: checks of their arguments. */
#include "solvers/tridiag/device.h"
#include "solvers/tridiag/solver.h"

static spate_status check_overlap(const spate_tridiag *t, const char *name, const void *x,
                                  const void *other)
{
    if (tri_layout_overlap(&t->layout, tri_value_bytes(t), x, other))
        return fail_argument(t->ctx, "x and %s overlap", name);
    return SPATE_OK;
}

static spate_status check_ready(const spate_tridiag *t, int general)
{
    if (general != (t->matrix == SPATE_TRIDIAG_GENERAL))
        return fail_argument(t->ctx, general ? "the matrix is shared: call spate_tridiag_solve_many"
                                             : "the matrix is general: call spate_tridiag_solve");
    if (!t->ready)
        return fail_argument(t->ctx, "call spate_tridiag_setup first");
    return SPATE_OK;
}

static spate_status check_sides(const spate_tridiag *t, const void *d, const void *x)
{
    SPATE_TRY(solver_check_pointer(t->ctx, "d", -1, d, tri_value_bytes(t)));
    SPATE_TRY(solver_check_pointer(t->ctx, "x", -1, x, tri_value_bytes(t)));
    return x == d ? SPATE_OK : check_overlap(t, "d", x, d);
}

/* Beyond this many bytes x leaves the cache before it is read: use streaming stores. */
enum { STREAMED = 16 << 20 };

static tri_problem problem_of(const spate_tridiag *t, const void *d, void *x)
{
    return (tri_problem){
        .n = t->layout.n,
        .stride = t->layout.stride,
        .periodic = t->periodic,
        .check = t->check,
        .stream = t->layout.extent > STREAMED / (int64_t)tri_value_bytes(t),
        .growth_limit = tri_growth_limit(t->precision),
        .pivot_limit = tri_pivot_limit(t->precision, t->layout.n),
        .d = d,
        .x = x,
    };
}

spate_status spate_tridiag_solve(spate_tridiag *t, const void *a, const void *b, const void *c,
                                 const void *d, void *x)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(check_ready(t, 1));
    SPATE_TRY(check_sides(t, d, x));
    const void *matrix[3] = {a, b, c};
    static const char *const names[3] = {"a", "b", "c"};
    for (int k = 0; k < 3; ++k) {
        SPATE_TRY(solver_check_pointer(t->ctx, names[k], -1, matrix[k], tri_value_bytes(t)));
        SPATE_TRY(check_overlap(t, names[k], x, matrix[k]));
    }
    tri_problem problem = problem_of(t, d, x);
    problem.a = a;
    problem.b = b;
    problem.c = c;
    return t->device ? tri_device_solve(t, &problem) : tri_solve_lines(t, &problem);
}

spate_status spate_tridiag_solve_many(spate_tridiag *t, const void *d, void *x)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(check_ready(t, 0));
    SPATE_TRY(check_sides(t, d, x));
    tri_problem problem = problem_of(t, d, x);
    problem.factors = t->factors;
    problem.levels = &t->levels;
    return t->device ? tri_device_solve(t, &problem) : tri_solve_lines(t, &problem);
}
