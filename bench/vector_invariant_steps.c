/* Times the parts of a step of the vector-invariant schemes: solves, and the rest. */
#include "bench/vector_invariant_time.h"
#include "schemes/vector_invariant_mass.h"

static const char leapfrog[] = "vi-leapfrog", rk3[] = "vi-rk3", implicit[] = "vi-semi-implicit";

/* ---- what is timed ---- */

static spate_status run_steps(bench_runner *r, int64_t count)
{
    return spate_advance_steps(((const vi_timed *)r->user)->sim, count);
}

static spate_status run_mass(bench_runner *r, int64_t count)
{
    const vi_timed *t = r->user;
    spate_status status = SPATE_OK;
    for (int64_t n = 0; n < count && status == SPATE_OK; ++n)
        status = vi_mass_solve(t->k, NULL, 0);
    return status;
}

static spate_status run_gradients(bench_runner *r, int64_t count)
{
    const vi_timed *t = r->user;
    vi_newton *own = vi_own_of(t->k)->newton;
    spate_status status = SPATE_OK;
    for (int64_t n = 0; n < count && status == SPATE_OK; ++n)
        status = kry_solve_arrays(own->solver, own->right, own->change);
    return status;
}

/* ---- explicit schemes ---- */

static void add_section(bench *b, const vi_bench_setup *s, const char *what, double seconds,
                        double paper_ms, const char *paper)
{
    bench_row row = {0};
    vi_time_describe(b, s, what, &row);
    bench_put_real(&row, BENCH_BEST, seconds);
    bench_put_real(&row, BENCH_RATE, 1e9 * seconds / ((double)s->n * (double)s->n));
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell");
    vi_time_put_paper(s, paper_ms, paper, &row);
    bench_add(b, &row);
}

/* A step of an explicit scheme with its mass matrix: so many solves, and the rest. */
typedef struct explicit_step {
    const char *scheme, *whole, *solves, *rest;
    spate_mass_matrix mass;
    int stages;
    double solves_ms, rest_ms; /* section 5.1 */
} explicit_step;

#define CG_STEP(scheme, stages, solves_ms, rest_ms, text)                                          \
    {                                                                                              \
        scheme, text ", cg 1e-1: a step", text ", cg 1e-1: mass matrix",                           \
            text ", cg 1e-1: the rest", SPATE_MASS_CG, stages, solves_ms, rest_ms                  \
    }
#define LINES_STEP(scheme, stages, text)                                                           \
    {                                                                                              \
        scheme, text ", lines: a step", text ", lines: mass matrix", text ", lines: the rest",     \
            SPATE_MASS_CONSISTENT, stages, 0, 0                                                    \
    }
static const explicit_step explicit_steps[] = {CG_STEP(leapfrog, 1, 14.95 + 15.08, 9.00,
                                                       "vi-leapfrog"),
                                               LINES_STEP(leapfrog, 1, "vi-leapfrog"),
                                               CG_STEP(rk3, 3, 44.85 + 45.24, 54.88, "vi-rk3"),
                                               LINES_STEP(rk3, 3, "vi-rk3"),
                                               {.scheme = NULL}};

static spate_status explicit_sections(bench *b, const vi_bench_setup *s, const explicit_step *e)
{
    static bench_runner step, mass;
    vi_timed t = {.sim = NULL};
    spate_options o;
    vi_bench_options(b, "ripple", s->n, &o);
    o.mass_matrix = e->mass;
    o.tolerance = 0.1;
    spate_status status = vi_time_begin(b, e->scheme, &o, &t);
    if (status == SPATE_OK)
        status = vi_time(b, &t, run_steps, &step);
    if (status == SPATE_OK)
        status = vi_time(b, &t, run_mass, &mass);
    spate_sim_destroy(t.sim);
    if (status != SPATE_OK)
        return status;
    const double solves = e->stages * mass.best, paper = e->solves_ms + e->rest_ms;
    add_section(b, s, e->whole, step.best, paper, NULL);
    add_section(b, s, e->solves, solves, e->solves_ms, e->solves_ms > 0 ? "3 iterations" : NULL);
    add_section(b, s, e->rest, step.best - solves, e->rest_ms, NULL);
    return SPATE_OK;
}

/* Seconds of a step with so many iterations of Newton's method, and of one solve in it. */
static spate_status implicit_step(const bench *b, int n, int iterations, double *seconds,
                                  double *solve)
{
    static bench_runner r;
    vi_timed t = {.sim = NULL};
    spate_options o;
    vi_bench_options(b, "ripple", n, &o);
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    o.preconditioner = "none";
    o.newton_iterations = iterations;
    o.solve_iterations = 2;
    spate_status status = vi_time_begin(b, implicit, &o, &t);
    if (status == SPATE_OK)
        status = vi_time(b, &t, run_steps, &r);
    *seconds = r.best;
    if (status == SPATE_OK)
        status = vi_time(b, &t, run_gradients, &r);
    *solve = r.best;
    spate_sim_destroy(t.sim);
    return status;
}

/* Table 4. An iteration is the difference of steps with three and with one. */
static spate_status implicit_sections(bench *b, const vi_bench_setup *s)
{
    double one, three, solve;
    spate_status status = implicit_step(b, s->n, 1, &one, &solve);
    if (status == SPATE_OK)
        status = implicit_step(b, s->n, 3, &three, &solve);
    if (status != SPATE_OK)
        return status;
    const double iteration = 0.5 * (three - one);
    add_section(b, s, "vi-semi-implicit: an iteration of Newton's method", iteration, 10.72 + 19.76,
                NULL);
    add_section(b, s, "vi-semi-implicit: two iterations of CG", solve, 10.72, "2 iterations");
    add_section(b, s, "vi-semi-implicit: the rest of it", iteration - solve, 19.76, NULL);
    add_section(b, s, "vi-semi-implicit: a step apart from iterations", one - iteration, 0, NULL);
    return SPATE_OK;
}

int vi_bench_steps(bench *b, const vi_bench_setup *s)
{
    spate_status status = SPATE_OK;
    for (const explicit_step *e = explicit_steps; e->scheme && status == SPATE_OK; ++e)
        status = explicit_sections(b, s, e);
    if (status == SPATE_OK)
        status = implicit_sections(b, s);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
