/* Where a line went wrong. Slow, and only asked once a line failed: the elimination again, row by row, in
 * the precision of the kernels. */
#include "solvers/tridiag/solver.h"

static double value_at(const spate_tridiag *t, const void *array, ptrdiff_t place)
{
    return t->precision == 32 ? (double)((const float *)array)[place]
                              : ((const double *)array)[place];
}

/* A sum, product or quotient of two floats, taken in double and rounded, is the float one. */
static double rounded(const spate_tridiag *t, double value)
{
    return t->precision == 32 ? (double)(float)value : value;
}

static int is_finite(double value)
{
    return value - value == 0;
}

static const char *wrong_input(const double *row)
{
    static const char *const words[4] = {"a is not a finite number", "b is not a finite number",
                                         "c is not a finite number", "d is not a finite number"};
    for (int k = 0; k < 4; ++k)
        if (!is_finite(row[k]))
            return words[k];
    return NULL;
}

static void read_row(const spate_tridiag *t, const tri_problem *p, ptrdiff_t place, double *row)
{
    row[0] = value_at(t, p->a, place);
    row[1] = value_at(t, p->b, place);
    row[2] = value_at(t, p->c, place);
    row[3] = value_at(t, p->d, place);
}

tri_failure tri_find_failure(const spate_tridiag *t, const tri_problem *p, int64_t line,
                             ptrdiff_t offset)
{
    double c_before = 0;
    for (int64_t i = 0; i < p->n; ++i) {
        double row[4];
        read_row(t, p, offset + i * p->stride, row);
        if (i == 0 && !p->periodic)
            row[0] = 0;
        if (i == p->n - 1 && !p->periodic)
            row[2] = 0;
        const char *wrong = wrong_input(row);
        const double pivot = rounded(t, row[1] - rounded(t, row[0] * c_before));
        if (!wrong && pivot == 0)
            wrong = "the pivot is 0; the matrix is singular or needs pivoting";
        if (!wrong && !is_finite(pivot))
            wrong = "the pivot overflows";
        if (wrong)
            return (tri_failure){line, i, wrong};
        c_before = rounded(t, row[2] * rounded(t, 1 / pivot));
    }
    return (tri_failure){line, -1, "the elimination overflows or meets a pivot of 0"};
}
