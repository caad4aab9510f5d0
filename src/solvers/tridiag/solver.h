/* The solver behind the public handle. */
#ifndef SPATE_SOLVERS_TRIDIAG_SOLVER_H
#define SPATE_SOLVERS_TRIDIAG_SOLVER_H

#include "backend/tridiag/tridiag.h"
#include "solvers/common.h"
#include "solvers/tridiag/layout.h"

enum { TRI_MAX_LANES = 128 };

struct tri_on_device; /* device_state.h */

struct spate_tridiag {
    spate_context *ctx; /* not owned */
    spate_tridiag_class matrix;
    int precision, periodic, check, repair, threads;
    tri_layout layout;
    const tri_kernels *kernels;
    const tri_method *method;
    int lanes;            /* of a panel */
    size_t scratch_bytes; /* of a thread */
    char *scratch;
    size_t repair_values; /* of a thread; 0 without repair */
    double *repair_space;
    double *shared[3]; /* a, b, c of the shared classes, rounded to the precision; one block */
    void *factor_block;
    tri_factors factors;
    void *level_block;
    tri_levels levels;
    int weak_matrix; /* the shared matrix is weak, hence every line */
    int ready;       /* setup was called since the matrix was set */
    int64_t solves, weak_lines, repaired_lines, first_weak_line;
    struct tri_on_device *device; /* NULL: the CPU solves */
};

static inline size_t tri_value_bytes(const spate_tridiag *t)
{
    return solver_value_bytes(t->precision);
}

static inline double tri_value(const spate_tridiag *t, const void *array, ptrdiff_t index)
{
    return solver_value(t->precision, array, index);
}

static inline double tri_rounded(const spate_tridiag *t, double value)
{
    return solver_rounded(t->precision, value);
}

/* Methods for the class of the solver, ended by a NULL name. */
const tri_method *tri_methods(const spate_tridiag *t);

/* The choice of "auto"; call after layout and class are set. */
const char *tri_best_algorithm(const spate_tridiag *t);

/* a, b, c and d of a row; entries outside the matrix are 0. */
typedef struct tri_row {
    double a, b, c, d;
} tri_row;
tri_row tri_read_row(const spate_tridiag *t, const tri_problem *problem, ptrdiff_t offset,
                     int64_t row);
/* Which entry is NaN or infinite, as a message; NULL: none. */
const char *tri_wrong_input(const tri_row *row);

/* Limits that define weak lines (docs/theory/tridiag.md). */
double tri_growth_limit(int precision);
double tri_pivot_limit(int precision, int64_t n);

/* Factors the shared matrix. SPATE_ERROR_NUMERICAL with the row if a pivot is 0, unless lines
 * are repaired. */
spate_status tri_factor(spate_tridiag *t);

/* Coefficients of cyclic reduction, if the method needs them. Call after tri_factor; same
 * errors. */
spate_status tri_make_levels(spate_tridiag *t);
/* Same, but stops when neglecting the couplings of a level changes x by at most `tolerance`
 * times its largest value; 0: continues until no couplings are left. */
spate_status tri_make_levels_to(spate_tridiag *t, double tolerance);

/* Solves all lines of the problem. The arrays are already checked. */
spate_status tri_solve_lines(spate_tridiag *t, const tri_problem *problem);

/* Cause of the failure of a line: the first row with a NaN or infinite value, or with a zero
 * pivot. */
typedef struct tri_failure {
    int64_t line, row; /* row -1: unknown */
    const char *what;
} tri_failure;
tri_failure tri_find_failure(const spate_tridiag *t, const tri_problem *problem, int64_t line,
                             ptrdiff_t offset);
spate_status tri_report_failure(const spate_tridiag *t, const tri_failure *failure);

int64_t tri_pivoted_space(int64_t n);
/* Reads a line and solves it with pivoting, into x. space: 3 n + tri_pivoted_space(n) values. Sets
 * failure->what to NULL on success. Returns 0 if the line has NaN or infinite values. */
int tri_repair_line(const spate_tridiag *t, const tri_problem *problem, ptrdiff_t offset, double *x,
                    double *space, tri_failure *failure);

int tri_known_class(spate_tridiag_class matrix);

#endif
