/* Claims about vi-semi-implicit: where Newton's method diverges or does not converge the status says
 * which, and the state before the step is kept; halved steps get beyond it; it converges in the steps
 * that the scheme takes by itself. */
#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_steps.h"

#include "newton.h"

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
    RUN(failures_are_told);
    RUN(a_step_is_halved_until_it_converges);
    RUN(it_converges_while_the_flow_crosses_few_cells);
    spate_context_destroy(ctx);
    return check_done();
}
