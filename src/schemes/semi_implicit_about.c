/* The description of scheme semi-implicit (docs/theory/semi_implicit.md). */
#include <stdio.h>

#include "schemes/semi_implicit_own.h"

#define USUAL_FLOOD_DEPTH 0.001

double semi_flood_depth(const spate_options *options)
{
    return options->flood_depth > 0 ? options->flood_depth : USUAL_FLOOD_DEPTH;
}

/* Boundaries have a value at the beginning and one at the end of a step. */
static int stages(const spate_options *options)
{
    (void)options;
    return 2;
}

static void bounds(const spate_options *o, char *text, size_t size)
{
    const int one_pass = o->transport == SPATE_TRANSPORT_EXPLICIT;
    const double cells = semi_largest_flow_courant(o);
    snprintf(text, size,
             "waves cross at most %g cells in a step (courant), and the flow at most %g, which "
             "bounds steps where it has a Froude number above %.3g%s",
             o->courant, cells, cells / o->courant,
             one_pass ? "; transport substepped or lagrangian lets it cross 2" : "");
}

static const scheme_option options[] = {
    {SCHEME_OPTION(SCHEME_NUMBER, theta, "theta", implicitness), SCHEME_RANGE(UNIT_NONE, 0.5, 1),
     SCHEME_DEFAULT(0.55, ""),
     .help = "Weight of the end of a step in levels and fluxes. 0.5 is the Crank-Nicolson scheme, "
             "of second order, which damps nothing. 1 is backward Euler, of first order, which "
             "damps waves of short periods and suits steady flow and drying flats."},
    {SCHEME_OPTION(SCHEME_NUMBER, courant, "courant", courant), SCHEME_RANGE(UNIT_NONE, 1e-3, 100),
     SCHEME_DEFAULT(5, ""),
     .help = "Courant number of waves. It is the number of cells that a wave of the deepest water "
             "crosses in a step. Errors of waves grow with it."},
    {SCHEME_OPTION(SCHEME_CHOICE, transport, "transport", transport),
     .choices = "explicit|substepped|lagrangian", .usual = SPATE_TRANSPORT_EXPLICIT,
     .fallback = "explicit",
     .help = "Transport of velocity. explicit makes one pass and shortens steps so that water "
             "crosses at most half a cell in one. substepped makes as many passes as the flow "
             "needs. lagrangian follows the paths that water takes; it ignores the form of "
             "advection and does not keep momentum."},
    {SCHEME_OPTION(SCHEME_CHOICE, drying, "drying", drying), .choices = "newton|masks",
     .usual = SPATE_DRYING_NEWTON, .fallback = "newton",
     .help = "Wetting and drying. newton solves for the water in each cell, which is never "
             "negative. masks solves one linear system and limits the outflow of cells that would "
             "run dry; it is cheaper and less exact at shores."},
    {SCHEME_OPTION(SCHEME_WORD, preconditioner, "preconditioner", preconditioner),
     .choices = "rrb|multigrid|jacobi|ssor|chebyshev|fsai|block-jacobi|ic|none", .fallback = "rrb",
     .help = "Preconditioner of the conjugate gradients (docs/theory/krylov.md). rrb and multigrid "
             "need a few iterations at any Courant number, jacobi is good up to 3. Results of ic "
             "depend on parts and ranks to rounding."},
    {SCHEME_OPTION(SCHEME_NUMBER, tolerance, "tolerance", tolerance),
     SCHEME_RANGE(UNIT_NONE, 1e-16, 0.1), SCHEME_DEFAULT(1e-6, ""),
     .help = "A solve ends when the residual has fallen to this fraction of the right-hand side. "
             "Mass is exact for any."},
    {SCHEME_OPTION(SCHEME_INTEGER, max_iterations, "max-iterations", max_iterations),
     SCHEME_RANGE(UNIT_NONE, 1, 1000000), SCHEME_DEFAULT(2000, ""),
     .help = "Iterations after which a solve has failed."},
    {SCHEME_OPTION(SCHEME_CHOICE, failed_solve, "failed-solve", failed_solve),
     .choices = "stop|halve", .usual = SPATE_FAILED_SOLVE_STOPS, .fallback = "stop",
     .help = "What follows a solve that fails. stop ends the run with a checkpoint. halve repeats "
             "the step with half its length, at most 10 times in a row."},
    {SCHEME_OPTION(SCHEME_CHOICE, advection, "advection", advection),
     .choices = "none|energy|momentum|automatic|central|limited", .usual = SPATE_ADVECT_MOMENTUM,
     .fallback = "momentum", .help = "Advection of velocity, as in scheme staggered."},
    {SCHEME_OPTION(SCHEME_CHOICE, slip, "slip", slip), .choices = "free|none",
     .usual = SPATE_FREE_SLIP, .fallback = "free",
     .help = "Flow along walls and shores, with viscosity."},
    {SCHEME_OPTION(SCHEME_NUMBER, viscosity, "viscosity", viscosity),
     SCHEME_RANGE(UNIT_NONE, 0, 1e6), SCHEME_DEFAULT(0, ""), .must_be_obeyed = 1,
     .help = "Eddy viscosity in m2/s."},
    {SCHEME_OPTION(SCHEME_NUMBER, flood_depth, "flood-depth", flood_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-6, 10), .otherwise = "1 mm",
     .help = "Depth of water at which ground begins to flood. It falls dry at half this depth."},
    {.key = NULL},
};

/* docs/theory/semi_implicit.md has the arrays of each phase. The beginning: state and bed, four values
 * of each face, matrix, right-hand side. Each further step of Newton's method: new matrix rows. The end:
 * levels and faces, new state. */
static double words(const spate_options *o, const scheme_iterations *n)
{
    return 14 + 6 * (n->solves - 1) + 13 + scheme_solver_words(o->preconditioner, n->iterations);
}

const scheme_description semi_implicit_about = {
    .name = "semi-implicit",
    .summary = "implicit in waves, in long time steps, for tides, lakes and slow floods",
    .page = "docs/theory/semi_implicit.md",
    .advice = "Use a smaller courant, or a theta nearer to 1.",
    .implicit = 1,
    .halo_width = SEMI_HALO,
    .bounds = bounds,
    .stages = stages,
    .words = words,
    .options = options,
    /* Crests need a weir law, which is not linear in the
     * level. */
    .can = {.has = SCHEME_F32 | SCHEME_F64 | SCHEME_AIR | SCHEME_SOURCES | SCHEME_FORCES |
                   SCHEME_ROTATION | SCHEME_DRY,
            .face_kinds = 1u << FACE_OPEN | 1u << FACE_LEVEL | 1u << FACE_WAVE |
                          1u << FACE_DISCHARGE | 1u << FACE_OUTFALL | 1u << FACE_NORMAL_DEPTH |
                          1u << FACE_PROBE,
            .bed_models = 1u << SPATE_BED_CELLS,
            .least_ring = SEMI_HALO,
            .front_keeps_face = 1},
    .claims = {.order = SCHEME_FIRST_ORDER,
               .swift = SCHEME_FIRST_ORDER,
               .shore = SCHEME_KINK_ORDER, /* the shore is a kink of the solution */
               .shock = 0,
               .shore_jumps = 1},
};
