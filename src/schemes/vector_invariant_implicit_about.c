/* The description of scheme vi-semi-implicit (docs/theory/vector_invariant.md). */
#include <stdio.h>

#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_steps.h"
#include "schemes/vector_invariant_options.h"
#include "schemes/vector_invariant_own.h"

static void bounds(const spate_options *o, char *text, size_t size)
{
    snprintf(
        text, size,
        "waves have a Courant number of %.3g (courant) at most, and the flow one of %.3g, beyond "
        "which Newton's method may diverge",
        o->courant, VI_FLOW_COURANT);
}

static const scheme_option options[] = {
    VI_FORM,
    VI_MASS_MATRIX,
    {SCHEME_OPTION(SCHEME_NUMBER, alpha, "alpha", alpha), SCHEME_RANGE(UNIT_NONE, 0.5, 1),
     SCHEME_DEFAULT(0.5, ""),
     .help =
         "Weight of the end of a step in the mean of all terms. 0.5 is of second order and damps "
         "nothing, 1 is of first order and damps waves of short periods. Below 0.5 no step is "
         "stable."},
    {SCHEME_OPTION(SCHEME_NUMBER, courant, "courant", courant), SCHEME_RANGE(UNIT_NONE, 1e-3, 100),
     SCHEME_DEFAULT(5, ""), .help = "Courant number of waves, c dt sqrt((1/dx^2 + 1/dy^2) / 2)."},
    {SCHEME_OPTION(SCHEME_NUMBER, newton_tolerance, "newton-tolerance", newton_tolerance),
     SCHEME_RANGE(UNIT_NONE, 1e-16, 0.1), SCHEME_DEFAULT(1e-3, ""),
     .help = "Newton's method ends when the residual of all three variables has fallen to this "
             "fraction of the first one, or to rounding. Mass is exact for any."},
    {SCHEME_OPTION(SCHEME_INTEGER, newton_iterations, "newton-iterations", newton_iterations),
     SCHEME_RANGE(UNIT_NONE, 0, 1000), SCHEME_DEFAULT(0, ""),
     .help = "Iterations of Newton's method in each step, whatever the residual. 0 is as many as "
             "newton_tolerance asks for."},
    {SCHEME_OPTION(SCHEME_INTEGER, newton_max_iterations, "newton-max-iterations", newton_most),
     SCHEME_RANGE(UNIT_NONE, 1, 1000), SCHEME_DEFAULT(50, ""),
     .help = "Iterations after which a step has failed."},
    {SCHEME_OPTION(SCHEME_CHOICE, newton_depth, "newton-depth", newton_depth),
     .choices = "present|constant", .usual = SPATE_NEWTON_PRESENT, .fallback = "present",
     .help =
         "Depths of faces in the matrix of Newton's method: those of the beginning of a step, or "
         "the root mean square of all cells. The solution is the same."},
    {SCHEME_OPTION(SCHEME_CHOICE, newton_mass, "newton-mass", newton_mass),
     .choices = "lumped|consistent", .usual = SPATE_NEWTON_LUMPED, .fallback = "lumped",
     .help = "Mass matrix in Newton's method, with mass_matrix consistent or cg. lumped solves "
             "nothing and needs more iterations on rough flow. consistent solves with the mass "
             "matrix once an iteration. The solution is the same."},
    {SCHEME_OPTION(SCHEME_CHOICE, line_search, "line-search", line_search), .choices = "yes|no",
     .usual = SPATE_LINE_SEARCH, .fallback = "yes",
     .help = "Halves increments of Newton's method while the residual grows."},
    {SCHEME_OPTION(SCHEME_WORD, preconditioner, "preconditioner", preconditioner),
     .choices = "rrb|multigrid|jacobi|ssor|chebyshev|fsai|block-jacobi|ic|none", .fallback = "rrb",
     .help = "Preconditioner of the conjugate gradients (docs/theory/krylov.md)."},
    {SCHEME_OPTION(SCHEME_NUMBER, tolerance, "tolerance", tolerance),
     SCHEME_RANGE(UNIT_NONE, 1e-16, 0.1), SCHEME_DEFAULT(1e-6, ""),
     .help =
         "A solve ends when the residual has fallen to this fraction of the right-hand side, or "
         "to the root of newton_tolerance."},
    {SCHEME_OPTION(SCHEME_INTEGER, solve_iterations, "solve-iterations", solve_iterations),
     SCHEME_RANGE(UNIT_NONE, 0, 1000000), SCHEME_DEFAULT(0, ""),
     .help = "Iterations of each solve of Newton's method, whatever the residual. 0 is as many as "
             "tolerance asks for."},
    {SCHEME_OPTION(SCHEME_INTEGER, max_iterations, "max-iterations", max_iterations),
     SCHEME_RANGE(UNIT_NONE, 1, 1000000), SCHEME_DEFAULT(2000, ""),
     .help = "Iterations after which a solve has failed."},
    {SCHEME_OPTION(SCHEME_CHOICE, failed_solve, "failed-solve", failed_solve),
     .choices = "stop|halve", .usual = SPATE_FAILED_SOLVE_STOPS, .fallback = "stop",
     .help = "What follows a solve that fails, as in scheme semi-implicit."},
    VI_DRY_DEPTH,
    {.key = NULL},
};

/* docs/theory/vector_invariant.md has the arrays of each phase. The beginning: state and bed, base,
 * matrix, right-hand side, residuals of velocities. An iteration of Newton's method: the increment, and
 * the next right-hand side. The end: new depths. */
static double words(const spate_options *o, const scheme_iterations *n)
{
    const int solved = o->mass_matrix != SPATE_MASS_LUMPED;
    const int in_iterations = solved && o->newton_mass == SPATE_NEWTON_CONSISTENT;
    return 13 + (solved ? 4 : 0) + n->solves * (16 + (in_iterations ? 4 : 0)) + 5 +
           scheme_solver_words(o->preconditioner, n->iterations) +
           scheme_solver_words("none", n->mass);
}

const scheme_description vi_semi_implicit_about = {
    .name = "vi-semi-implicit",
    .summary = "as vi-leapfrog, in implicit steps by Newton's method",
    .page = "docs/theory/vector_invariant.md",
    .advice = "Use a smaller courant.",
    .implicit = 1,
    .halo_width = VI_HALO,
    .bounds = bounds,
    .words = words,
    .options = options,
    .can = VI_CAN,
    .claims = VI_CLAIMS,
};
