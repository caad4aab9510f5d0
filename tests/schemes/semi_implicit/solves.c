/* Claims: a solve that does not converge ends a run of the semi-implicit scheme with a status that
 * names it, and the state before the step is kept; where the options allow it, the step is halved
 * until it converges. What the scheme lacks is refused by name. */
#include <stdlib.h>

#include "analytic/edges.h"
#include "tape.h"

enum { SIDE = 40, CELLS = SIDE * SIDE };

static double flat_bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

static double hump(double x, double y, void *user)
{
    (void)user;
    return 2 + 0.1 * exp(-((x - 13) * (x - 13) + (y - 21) * (y - 21)) / 20);
}

static spate_options options(void)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = o.ny = SIDE;
    o.dx = o.dy = 1;
    o.scheme = "semi-implicit";
    o.precision = 64;
    o.courant = 50;
    o.preconditioner = "jacobi";
    o.threads = 1;
    return o;
}

static spate_sim *make(const spate_options *o)
{
    spate_sim *sim = NULL;
    ok(spate_sim_create(ctx, o, &sim));
    ok(spate_set_bed(sim, flat_bed, NULL));
    ok(spate_set_level(sim, hump, NULL));
    return sim;
}

static void a_solve_that_does_not_converge_ends_the_run(void)
{
    spate_options o = options();
    o.max_iterations = 9 - 1;
    spate_sim *sim = make(&o);
    double *before = field(sim, SPATE_DEPTH, CELLS);
    CHECK(spate_advance(sim, 100) == SPATE_ERROR_NOT_CONVERGED);
    CHECK(spate_exit_code(SPATE_ERROR_NOT_CONVERGED) == 5);
    printf("  %s\n", spate_message(ctx));
    CHECK_CONTAINS(spate_message(ctx), "9 iterations");
    CHECK_CONTAINS(spate_message(ctx), "residual");
    double *after = field(sim, SPATE_DEPTH, CELLS);
    CHECK(memcmp(before, after, CELLS * sizeof *after) == 0);
    tape t = {0};
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK); /* it can be saved and go on */
    free(t.bytes);
    free(before);
    free(after);
    spate_sim_destroy(sim);
}

/* Iterations without a good preconditioner grow with the step, so that a short one converges. */
static void a_step_is_halved_until_it_converges(void)
{
    spate_options o = options();
    o.max_iterations = 9 - 1;
    o.failed_solve = SPATE_FAILED_SOLVE_HALVES;
    spate_sim *sim = make(&o);
    ok(spate_advance(sim, 20));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    printf("  %lld steps, %lld redone, the last one of %.3g s\n", (long long)stats.steps,
           (long long)stats.redone, stats.dt);
    CHECK(stats.t == 20 && stats.redone > 0);
    CHECK(fabs(stats.mass_error) <= (double)stats.steps * 0x1p-52);
    spate_sim_destroy(sim);
}

/* Without any chance of success halving ends, too. */
static void halving_gives_up(void)
{
    spate_options o = options();
    o.max_iterations = 1 - 1;
    o.tolerance = 1e-15;
    o.failed_solve = SPATE_FAILED_SOLVE_HALVES;
    spate_sim *sim = make(&o);
    CHECK(spate_advance(sim, 20) == SPATE_ERROR_NOT_CONVERGED);
    spate_sim_destroy(sim);
}

/* The same water with any preconditioner, to the tolerance of the solves. Levels of a step are open
 * by the tolerance times the largest change, 0.1 m, and waves keep what they are given. */
static void preconditioners_agree(void)
{
    static const char *const names[] = {"jacobi", "rrb",  "multigrid",    "ssor", "chebyshev",
                                        "fsai",   "none", "block-jacobi", "ic"};
    enum { STEPS = 5 };
    double *first = NULL;
    for (int n = 0; n < (int)(sizeof names / sizeof *names); ++n) {
        spate_options o = options();
        o.courant = 10;
        o.preconditioner = names[n];
        o.tolerance = 1e-10;
        spate_sim *sim = make(&o);
        ok(spate_advance_steps(sim, STEPS));
        double *h = field(sim, SPATE_DEPTH, CELLS), worst = 0;
        for (int k = 0; k < CELLS && first; ++k)
            worst = fmax(worst, fabs(h[k] - first[k]));
        if (first) {
            CHECK_AT_MOST(names[n], worst, STEPS * SIDE * o.tolerance * 0.1);
            free(h);
        } else {
            first = h;
        }
        spate_sim_destroy(sim);
    }
    free(first);
}

static void check_refused(const spate_options *o, const char *message)
{
    spate_sim *sim = NULL;
    CHECK(spate_sim_create(ctx, o, &sim) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), message);
    spate_sim_destroy(sim);
}

static void what_it_lacks_is_refused(void)
{
    spate_options o = options();
    o.advection = SPATE_ADVECT_CENTRAL;
    check_refused(&o, "advection is \"central\"");
    o = options();
    o.edges[SPATE_WEST] = o.edges[SPATE_EAST] = SPATE_PERIODIC;
    o.nx = 3;
    check_refused(&o, "nx is 3: scheme \"semi-implicit\" needs at least 4 cells between periodic");
    o = options();
    o.implicitness = 0.4;
    check_refused(&o, "implicitness is 0.4: it must be from 0.5 to 1");
    o = options();
    o.bed_model = SPATE_BED_BILINEAR;
    check_refused(&o, "has no bilinear bed");
    o = options();
    o.backend = "reference";
    check_refused(&o, "has no kernels for the reference backend");
    o = options();
    spate_sim *sim = make(&o);
    const spate_crest crest = {.i = 9, .j = 9, .axis = 0, .crest = 3};
    CHECK(spate_set_crests(sim, &crest, 1) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), "has no faces of kind crest");
    spate_sim_destroy(sim);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(a_solve_that_does_not_converge_ends_the_run);
    RUN(a_step_is_halved_until_it_converges);
    RUN(halving_gives_up);
    RUN(preconditioners_agree);
    RUN(what_it_lacks_is_refused);
    spate_context_destroy(ctx);
    return check_done();
}
