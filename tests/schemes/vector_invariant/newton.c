/* Claims about vi-semi-implicit: it is of second order in time, with the errors of a
 * prototype; what it converges to does not depend on the preconditioner, the depths or the mass matrix of
 * Newton's method, within the tolerance; it keeps mass to rounding for any tolerance; a lake over a
 * bed stays at rest; fixed counts are obeyed; where Newton's method diverges or does not converge
 * the status says which, and the state before the step is kept; halved steps get beyond it. It converges
 * in the steps that the scheme takes by itself. */
#include <string.h>

#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_steps.h"

#include "frame.h"
#include "schemes/vector_invariant_newton.h"

#define TIME 0.03

static const flow *flow_of(const spate_sim *sim)
{
    return sim->scheme;
}

static const vi_newton *newton_of(const spate_sim *sim)
{
    return vi_own_of(flow_of(sim))->newton;
}

/* As published: the paper's form and mass matrix. */
static spate_options implicit_options(int n)
{
    spate_options o = square_options("vi-semi-implicit", n);
    o.form = SPATE_FORM_PAPER;
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    o.courant = 100;
    o.newton_tolerance = 1e-9;
    o.tolerance = 1e-10;
    return o;
}

static double *depths_of(spate_sim *sim, const spate_options *o)
{
    double *h = malloc(sizeof *h * (size_t)(o->nx * o->ny));
    ok(spate_get_field(sim, SPATE_DEPTH, h));
    return h;
}

static double first_residual; /* of the last step of depths_after, in the norm of `distance` */

static double *depths_after(spate_options *o, int steps)
{
    o->dt_max = TIME / steps;
    spate_sim *sim = start_vortex(o);
    ok(spate_advance(sim, TIME));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    CHECK(stats.steps == steps);
    double *h = depths_of(sim, o);
    first_residual = newton_of(sim) ? newton_of(sim)->first * o->dx : 0;
    spate_sim_destroy(sim);
    return h;
}

/* h sqrt(sum of squares), the paper's norm. */
static double distance(const double *a, const double *b, const spate_options *o)
{
    double sum = 0;
    for (int64_t k = 0; k < o->nx * o->ny; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum * o->dx * o->dy);
}

/* ---- order ---- */

/* Errors of a serial prototype of the method, written apart from this program: four digits. The
 * reference of 384 steps of third order has an error of 2.6e-9 / 4^3, from its value for
 * 96 steps. Newton's method leaves less. */
#define REFERENCE_ERROR (2.576e-9 / 64)

static void errors_in_time_are_those_of_the_prototype(void)
{
    static const struct {
        int steps;
        double error;
    } known[] = {{12, 4.710e-6}, {24, 0}, {48, 0}, {96, 7.433e-8}};
    spate_options o = implicit_options(64), fine = o;
    double error[4];
    fine.scheme = "vi-rk3";
    fine.cfl = 0;
    double *exact = depths_after(&fine, 384);
    for (int k = 0; k < 4; ++k) {
        double *h = depths_after(&o, known[k].steps);
        error[k] = distance(h, exact, &o);
        printf("  %d steps: %.4g\n", known[k].steps, error[k]);
        if (known[k].error > 0)
            CHECK_NEAR(error[k], known[k].error,
                       0.51e-3 * pow(10, floor(log10(error[k]))) + REFERENCE_ERROR);
        free(h);
    }
    /* The next term of the error is two orders higher: w dt is 0.5 at 24 steps for waves of eight
     * cells, so that it is a few per cent of the first. */
    CHECK(fabs(log2(error[1] / error[2]) - 2) < 0.05);
    free(exact);
}

/* ---- what the answer depends on ---- */

static void vary(spate_options *o, int variant)
{
    static const char *const names[] = {"rrb", "multigrid", "none"};
    o->preconditioner = names[variant % 3];
    o->newton_depth = variant == 1 || variant == 4 ? SPATE_NEWTON_CONSTANT : SPATE_NEWTON_PRESENT;
    o->newton_mass = variant >= 3 ? SPATE_NEWTON_CONSISTENT : SPATE_NEWTON_LUMPED;
    if (variant == 5)
        o->mass_matrix = SPATE_MASS_CG;
}

/* An iterate with a residual of a part t of the first is off by t of it times the inverse of the
 * Jacobian, which is 3 at most (mass; waves turn and do not grow). Two differ by twice that. The first
 * residual is that of the last step: the vortex is stationary. */
static void the_answer_does_not_depend_on_the_way(void)
{
    enum { STEPS = 3 };
    spate_options o = implicit_options(32);
    o.newton_tolerance = 1e-8;
    vary(&o, 0);
    double *first = depths_after(&o, STEPS);
    for (int variant = 1; variant < 6; ++variant) {
        vary(&o, variant);
        double *h = depths_after(&o, STEPS);
        CHECK_AT_MOST("difference", distance(h, first, &o), STEPS * 6e-8 * first_residual);
        free(h);
    }
    free(first);
}

/* ---- mass and rest ---- */

static void mass_is_kept_for_any_tolerance(void)
{
    static const double tolerances[] = {0.1, 1e-3, 1e-9};
    for (int k = 0; k < 6; ++k) {
        enum { STEPS = 20 };
        spate_options o = implicit_options(32);
        o.mass_matrix = k < 3 ? SPATE_MASS_LUMPED : SPATE_MASS_CONSISTENT;
        o.newton_tolerance = o.tolerance = tolerances[k % 3];
        o.dt_max = 2 * o.dx;
        spate_sim *sim = start_vortex(&o);
        ok(spate_advance_steps(sim, STEPS));
        spate_stats stats;
        ok(spate_get_stats(sim, &stats));
        /* Two roundings in the depth of a cell. */
        CHECK_AT_MOST("mass error", fabs(stats.mass_error), 2 * STEPS * 0x1p-52);
        spate_sim_destroy(sim);
    }
}

static double hills(double x, double y, void *user)
{
    (void)user;
    return 0.4 * sin(2 * PI * x) * cos(4 * PI * y) + 300;
}

static double still(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 302;
}

static double not_in_a_block(double x, double y, void *user)
{
    (void)user;
    return !(x > 0.4 && x < 0.6 && y > 0.3 && y < 0.5);
}

static void a_lake_stays_at_rest(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        enum { N = 40 };
        static double before[N * N], after[N * N];
        spate_options o = implicit_options(N);
        o.precision = precision;
        o.coriolis = 0.1;
        o.edges[SPATE_WEST] = o.edges[SPATE_EAST] = SPATE_WALL;
        spate_sim *sim = NULL;
        ok(spate_sim_create(ctx, &o, &sim));
        ok(spate_set_active(sim, not_in_a_block, NULL));
        ok(spate_set_bed(sim, hills, NULL));
        ok(spate_set_level(sim, still, NULL));
        ok(spate_get_field(sim, SPATE_DEPTH, before));
        ok(spate_advance_steps(sim, 5));
        ok(spate_get_field(sim, SPATE_DEPTH, after));
        spate_stats stats;
        ok(spate_get_stats(sim, &stats));
        CHECK(memcmp(before, after, sizeof before) == 0);
        CHECK(stats.max_speed == 0 && stats.steps == 5);
        spate_sim_destroy(sim);
    }
}

/* ---- counts ---- */

static void fixed_counts_are_obeyed(void)
{
    spate_options o = implicit_options(32);
    o.newton_iterations = 2;
    o.solve_iterations = 3;
    o.preconditioner = "none";
    o.dt_max = o.dx;
    spate_sim *sim = start_vortex(&o);
    ok(spate_advance_steps(sim, 4));
    spate_krylov_stats stats;
    spate_krylov_get_stats(newton_of(sim)->solver, &stats);
    printf("  %d iterations in 4 steps, %d of the last of %d solves\n", (int)newton_of(sim)->all,
           stats.iterations, (int)stats.solves);
    CHECK(newton_of(sim)->all == 4 * 2 && stats.iterations == 3 && stats.solves == 4 * 2);
    spate_sim_destroy(sim);
}

/* ---- failures ---- */

/* Steps of this Courant number, whatever the flow would allow. */
static spate_sim *start_long_steps(spate_options *o, double courant)
{
    o->dt_max = courant * o->dx;
    spate_sim *sim = start_vortex(o);
    flow *k = sim->scheme;
    ((vi_part *)k->parts[0].own)->flow_courant = 1e3;
    return sim;
}

static void check_failure(spate_line_search search, spate_status expected, const char *how)
{
    spate_options o = implicit_options(64);
    o.line_search = search;
    spate_sim *sim = start_long_steps(&o, 6.4);
    double *before = depths_of(sim, &o);
    const spate_status status = spate_advance_steps(sim, 1);
    printf("  %s\n", spate_message(ctx));
    CHECK(status == expected && spate_exit_code(status) == 5);
    CHECK_CONTAINS(spate_message(ctx), how);
    CHECK_CONTAINS(spate_message(ctx), "failed_solve: halve");
    double *after = depths_of(sim, &o);
    CHECK(distance(before, after, &o) == 0);
    free(before);
    free(after);
    spate_sim_destroy(sim);
}

static void a_count_that_is_too_small_is_told(void)
{
    spate_options o = implicit_options(32);
    o.dt_max = 2 * o.dx;
    o.newton_most = 1 - 1;
    spate_sim *sim = start_vortex(&o);
    const spate_status status = spate_advance_steps(sim, 1);
    printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_ERROR_NOT_CONVERGED && spate_exit_code(status) == 5);
    CHECK_CONTAINS(spate_message(ctx), "Newton's method did not converge: residual ");
    spate_sim_destroy(sim);
}

static void failures_are_told(void)
{
    check_failure(SPATE_NO_LINE_SEARCH, SPATE_ERROR_NUMERICAL,
                  "Newton's method diverges: residual ");
    check_failure(SPATE_LINE_SEARCH, SPATE_ERROR_NOT_CONVERGED,
                  "Newton's method did not converge: residual ");
    a_count_that_is_too_small_is_told();
}

static void a_step_is_halved_until_it_converges(void)
{
    spate_options o = implicit_options(64);
    o.failed_solve = SPATE_FAILED_SOLVE_HALVES;
    spate_sim *sim = start_long_steps(&o, 6.4);
    ok(spate_advance_steps(sim, 2));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    printf("  %d steps, %d redone, dt %.3g of %.3g\n", (int)stats.steps, (int)stats.redone,
           stats.dt, o.dt_max);
    CHECK(stats.redone > 0 && stats.dt < o.dt_max && stats.steps == 2);
    spate_sim_destroy(sim);
}

/* ---- how long a step may be ---- */

/* dt (|u|/dx + |v|/dy), of the largest of both. */
static double flow_courant(spate_sim *sim, const spate_options *o)
{
    double u = 0, v = 0;
    for (int64_t k = 0; k < o->nx * o->ny; ++k) {
        u = fmax(u, fabs(state_at(sim, VI_U, k % o->nx, k / o->nx)));
        v = fmax(v, fabs(state_at(sim, VI_V, k % o->nx, k / o->nx)));
    }
    return o->dt_max * (u / o->dx + v / o->dy);
}

static void try_steps(spate_options *o, double courant)
{
    enum { STEPS = 4 };
    spate_sim *sim = start_long_steps(o, courant);
    const double flows = flow_courant(sim, o);
    const spate_status status = spate_advance_steps(sim, STEPS);
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    printf("  mass %d, of Newton %d: courant %g, flow %.2f: ", (int)o->mass_matrix,
           (int)o->newton_mass, courant, flows);
    if (status == SPATE_OK)
        printf("%.1f iterations a step\n", (double)newton_of(sim)->all / STEPS);
    else
        printf("fails in step %d\n", (int)stats.steps + 1);
    CHECK(status == SPATE_OK || flows > VI_FLOW_COURANT);
    spate_sim_destroy(sim);
}

/* What the time step of the scheme relies on. */
static void it_converges_while_the_flow_crosses_few_cells(void)
{
    static const double courants[] = {0.1, 0.4, 0.8, 1.6, 3.2, 6.4};
    for (int way = 0; way < 3; ++way)
        for (int c = 0; c < 6; ++c) {
            spate_options o = implicit_options(64);
            o.newton_tolerance = 1e-6;
            o.newton_most = 99;
            o.mass_matrix = way == 0 ? SPATE_MASS_LUMPED : SPATE_MASS_CONSISTENT;
            o.newton_mass = way == 2 ? SPATE_NEWTON_CONSISTENT : SPATE_NEWTON_LUMPED;
            try_steps(&o, courants[c]);
        }
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(errors_in_time_are_those_of_the_prototype);
    RUN(the_answer_does_not_depend_on_the_way);
    RUN(mass_is_kept_for_any_tolerance);
    RUN(a_lake_stays_at_rest);
    RUN(fixed_counts_are_obeyed);
    RUN(failures_are_told);
    RUN(a_step_is_halved_until_it_converges);
    RUN(it_converges_while_the_flow_crosses_few_cells);
    spate_context_destroy(ctx);
    return check_done();
}
