/* Cause of the failure of a line: repeats the elimination row by row in the precision of the
 * kernels. Slow, and only called for a line that failed. */
#include "solvers/tridiag/solver.h"

#include <inttypes.h>

tri_row tri_read_row(const spate_tridiag *t, const tri_problem *p, ptrdiff_t offset, int64_t i)
{
    const ptrdiff_t place = offset + (ptrdiff_t)i * p->stride;
    tri_row row = {.d = tri_value(t, p->d, place)};
    if (t->matrix == SPATE_TRIDIAG_GENERAL) {
        row.a = i == 0 && !p->periodic ? 0 : tri_value(t, p->a, place);
        row.b = tri_value(t, p->b, place);
        row.c = i == p->n - 1 && !p->periodic ? 0 : tri_value(t, p->c, place);
    } else {
        row.a = t->shared[0][i];
        row.b = t->shared[1][i];
        row.c = t->shared[2][i];
    }
    return row;
}

const char *tri_wrong_input(const tri_row *row)
{
    if (!solver_finite(row->a))
        return "a is not a finite number";
    if (!solver_finite(row->b))
        return "b is not a finite number";
    if (!solver_finite(row->c))
        return "c is not a finite number";
    return solver_finite(row->d) ? NULL : "d is not a finite number";
}

/* The border of a periodic line is skipped: its pivot belongs to the last row. */
tri_failure tri_find_failure(const spate_tridiag *t, const tri_problem *p, int64_t line,
                             ptrdiff_t offset)
{
    const int64_t plain = p->periodic ? p->n - 1 : p->n;
    double c_before = 0;
    for (int64_t i = 0; i < p->n; ++i) {
        const tri_row row = tri_read_row(t, p, offset, i);
        const char *wrong = tri_wrong_input(&row);
        const double lost = i == 0 ? 0 : tri_rounded(t, row.a * c_before);
        const double pivot = tri_rounded(t, row.b - lost);
        if (!wrong && pivot == 0 && i < plain)
            wrong = "the pivot is 0; the matrix is singular or needs pivoting (repair)";
        if (!wrong && !solver_finite(pivot) && i < plain)
            wrong = "the pivot overflows";
        if (wrong)
            return (tri_failure){line, i, wrong};
        c_before = tri_rounded(t, row.c * tri_rounded(t, 1 / pivot));
    }
    return (tri_failure){line, p->periodic ? p->n - 1 : -1,
                         "the elimination overflows or meets a pivot of 0"};
}

spate_status tri_report_failure(const spate_tridiag *t, const tri_failure *f)
{
    if (f->row < 0)
        return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL, "line %" PRId64 ": %s", f->line, f->what);
    return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL, "line %" PRId64 ", row %" PRId64 ": %s",
                      f->line, f->row, f->what);
}
