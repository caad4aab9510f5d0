/* The solver behind the public handle. */
#ifndef SPATE_SOLVERS_TRIDIAG_SOLVER_H
#define SPATE_SOLVERS_TRIDIAG_SOLVER_H

#include "backend/tridiag/tridiag.h"
#include "solvers/tridiag/layout.h"

enum { TRI_MOST_LANES = 128 }; /* of a panel */

struct tri_on_device; /* device.c */

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
    int weak_matrix; /* the shared matrix is weak, and so is every line */
    int ready;       /* set up since the matrix was set */
    int64_t solves, weak_lines, repaired_lines, first_weak_line;
    struct tri_on_device *device; /* NULL: the CPU solves */
};

static inline size_t tri_value_bytes(const spate_tridiag *t)
{
    return t->precision == 32 ? sizeof(float) : sizeof(double);
}

static inline double tri_value(const spate_tridiag *t, const void *array, ptrdiff_t place)
{
    return t->precision == 32 ? (double)((const float *)array)[place]
                              : ((const double *)array)[place];
}

/* A sum, product or quotient of two floats, taken in double and rounded, is the float one. */
static inline double tri_rounded(const spate_tridiag *t, double value)
{
    return t->precision == 32 ? (double)(float)value : value;
}

static inline int tri_finite(double value)
{
    return value - value == 0;
}

/* Methods of the solver's class; ended by a name NULL. */
const tri_method *tri_methods(const spate_tridiag *t);

/* What "auto" takes; the layout and class are set. */
const char *tri_best_algorithm(const spate_tridiag *t);

/* a, b, c and d of a row; what is stored outside the matrix reads as 0. */
typedef struct tri_row {
    double a, b, c, d;
} tri_row;
tri_row tri_read_row(const spate_tridiag *t, const tri_problem *problem, ptrdiff_t offset,
                     int64_t row);

/* The limits of weak lines (docs/theory/tridiag.md). */
double tri_growth_limit(int precision);
double tri_pivot_limit(int precision, int64_t n);

/* Factors the shared matrix. SPATE_ERROR_NUMERICAL with the row where a pivot is 0, unless lines are
 * repaired. */
spate_status tri_factor(spate_tridiag *t);

/* Coefficients of cyclic reduction, where the method wants them. After tri_factor; errors as there. */
spate_status tri_make_levels(spate_tridiag *t);
/* As that, and stops where neglecting the couplings of a level moves x by at most `tolerance` times its largest
 * value; 0: goes on until none are left. */
spate_status tri_make_levels_to(spate_tridiag *t, double tolerance);

/* Solves all lines of the problem, whose arrays were checked. */
spate_status tri_solve_lines(spate_tridiag *t, const tri_problem *problem);

/* Why a line failed: the first row that is not a number, or whose pivot is 0. */
typedef struct tri_failure {
    int64_t line, row; /* row -1: not known */
    const char *what;
} tri_failure;
tri_failure tri_find_failure(const spate_tridiag *t, const tri_problem *problem, int64_t line,
                             ptrdiff_t offset);

/* One line with partial pivoting, in f64; d becomes x. a[0] and c[n-1] are the corners if periodic. space:
 * tri_pivoted_space(n) values. Returns the row whose pivot is 0 or not a number, -1 if all went well. */
int64_t tri_pivoted_solve(int64_t n, int periodic, const double *a, const double *b,
                          const double *c, double *d, double *space);
int64_t tri_pivoted_space(int64_t n);

#endif
