/* Words of a step: values computed by hand, and iterations that a run counts. */
#include "check.h"
#include "run/sim.h"
#include "schemes/description.h"

static spate_options options_of(const char *scheme)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = scheme;
    o.backend = "cpu";
    o.nx = 64, o.ny = 48;
    o.dx = o.dy = 1;
    o.precision = 64;
    o.threads = 1;
    o.bed_model = scheme_bed_model(scheme_about(scheme), o.bed_model);
    return o;
}

static void explicit_schemes_have_the_words_of_their_stages(void)
{
    spate_options o = options_of("vi-leapfrog");
    CHECK(scheme_words(&o, NULL) == 10);
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    CHECK(scheme_words(&o, NULL) == 14);
    o = options_of("vi-rk3");
    CHECK(scheme_words(&o, NULL) == 27);
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    CHECK(scheme_words(&o, NULL) == 39);
    o = options_of("kurganov");
    CHECK(scheme_words(&o, NULL) == 17);
    o = options_of("staggered");
    CHECK(scheme_words(&o, NULL) == 7);
}

/* Two iterations of Newton's method with three of conjugate gradients each. */
static void iterations_have_words(void)
{
    const scheme_iterations n = {.solves = 2, .iterations = 6};
    spate_options o = options_of("vi-semi-implicit");
    o.preconditioner = "none";
    CHECK(scheme_words(&o, &n) == 13 + 2 * 16 + 5 + 6 * 13);
    o.preconditioner = "rrb";
    CHECK(scheme_words(&o, &n) == 13 + 2 * 16 + 5 + 6 * 15.5);
    o.preconditioner = "jacobi";
    CHECK(scheme_words(&o, &n) == 13 + 2 * 16 + 5 + 6 * 14);
    o.preconditioner = "rrb";
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    CHECK(scheme_words(&o, &n) == 17 + 2 * 16 + 5 + 6 * 15.5);
    o.newton_mass = SPATE_NEWTON_CONSISTENT;
    CHECK(scheme_words(&o, &n) == 17 + 2 * 20 + 5 + 6 * 15.5);
    o = options_of("semi-implicit");
    o.preconditioner = "rrb";
    CHECK(scheme_words(&o, &n) == 14 + 6 + 13 + 6 * 15.5);
}

/* ---- runs ---- */

enum { STEPS = 5 };

static double hill(double x, double y, void *user)
{
    (void)user;
    return 1 + 0.1 * exp(-((x - 30) * (x - 30) + (y - 20) * (y - 20)) / 50);
}

/* The iterations of a step, as the mean of five. */
static scheme_iterations run(const spate_options *o)
{
    spate_context *ctx = NULL;
    spate_sim *sim = NULL;
    scheme_iterations n = {.solves = (double)NAN};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    if (CHECK(spate_sim_create(ctx, o, &sim) == SPATE_OK) &&
        CHECK(spate_set_level(sim, hill, NULL) == SPATE_OK) &&
        CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK) && CHECK(sim->ops->iterations)) {
        n = sim->ops->iterations(sim->scheme);
        n.solves /= STEPS;
        n.iterations /= STEPS;
        n.mass /= STEPS;
    } else {
        printf("  %s\n", spate_message(ctx));
    }
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
    printf("  %s: %g solves, %g iterations, %g with the mass matrix: %g words\n", o->scheme,
           n.solves, n.iterations, n.mass, scheme_words(o, &n));
    return n;
}

static void fixed_iterations_are_counted_as_they_are_given(void)
{
    spate_options o = options_of("vi-semi-implicit");
    o.preconditioner = "none";
    o.newton_iterations = 2;
    o.solve_iterations = 3;
    const scheme_iterations n = run(&o);
    CHECK(n.solves == 2 && n.iterations == 6 && n.mass == 0);
    CHECK(scheme_words(&o, &n) == 13 + 2 * 16 + 5 + 6 * 13);
}

/* Each stage solves along x and along y, with one iteration at least where water moves. */
static void conjugate_gradients_for_a_mass_matrix_are_counted(void)
{
    spate_options o = options_of("vi-leapfrog");
    o.mass_matrix = SPATE_MASS_CG;
    o.tolerance = 1e-6;
    const scheme_iterations n = run(&o);
    CHECK(n.mass >= 2 && n.solves == 0 && n.iterations == 0);
    CHECK_NEAR(scheme_words(&o, &n), 14 + 13 * n.mass, 0x1p-50 * 13 * n.mass);
}

static void every_step_solves_at_least_once(void)
{
    const spate_options o = options_of("semi-implicit");
    const scheme_iterations n = run(&o);
    CHECK(n.solves >= 1 && n.iterations >= n.solves);
    CHECK(scheme_words(&o, &n) > scheme_words(&o, NULL));
}

int main(void)
{
    RUN(explicit_schemes_have_the_words_of_their_stages);
    RUN(iterations_have_words);
    RUN(fixed_iterations_are_counted_as_they_are_given);
    RUN(conjugate_gradients_for_a_mass_matrix_are_counted);
    RUN(every_step_solves_at_least_once);
    return check_done();
}
