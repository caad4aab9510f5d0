/* The solver behind the public handle. */
#ifndef SPATE_SOLVERS_TRIDIAG_SOLVER_H
#define SPATE_SOLVERS_TRIDIAG_SOLVER_H

#include "backend/tridiag.h"
#include "solvers/tridiag/layout.h"

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
    int ready; /* set up since the matrix was set */
    int64_t solves, weak_lines, repaired_lines, first_weak_line;
};

static inline size_t tri_value_bytes(const spate_tridiag *t)
{
    return t->precision == 32 ? sizeof(float) : sizeof(double);
}

/* Methods of a class; ended by a name NULL. */
static inline const tri_method *tri_methods(const tri_kernels *kernels, spate_tridiag_class matrix)
{
    return matrix == SPATE_TRIDIAG_GENERAL ? kernels->general : kernels->shared;
}

/* Solves all lines of the problem, whose arrays were checked. */
spate_status tri_solve_lines(spate_tridiag *t, const tri_problem *problem);

/* Why a line failed: the first row that is not a number, or whose pivot is 0. */
typedef struct tri_failure {
    int64_t line, row; /* row -1: not known */
    const char *what;
} tri_failure;
tri_failure tri_find_failure(const spate_tridiag *t, const tri_problem *problem, int64_t line,
                             ptrdiff_t offset);

#endif
