/* Times single passes over all cells, and the parts of a step, of the vector-invariant schemes. They
 * repeat what the last step did. */
#include <math.h>

#include "bench/vector_invariant.h"
#include "run/sim.h"
#include "schemes/vector_invariant_mass.h"
#include "schemes/vector_invariant_newton.h"
#include "solvers/krylov/solver.h"

static const char leapfrog[] = "vi-leapfrog", rk3[] = "vi-rk3", implicit[] = "vi-semi-implicit";

typedef struct kernel kernel;

/* A pass over the cells of the only part of a run. */
struct kernel {
    const char *name;
    void (*pass)(flow *k, const kernel *which);
    int which;
    int words, operations; /* of a cell */
    double paper_ms;       /* M2090, 2048 x 2048 cells; 0: none */
    const char *paper;
};

static grid_part *part_of(flow *k)
{
    return &k->parts[0];
}

static vi_newton *newton_of(const flow *k)
{
    return vi_own_of(k)->newton;
}

/* ---- passes ---- */

static void stage(flow *k, const kernel *which)
{
    vi_run_stage(k, (vi_stage)which->which, REGION_ALL);
}

static void guess(flow *k, const kernel *which)
{
    vi_sum sums[3] = {{{0}, 0}, {{0}, 0}, {{0}, 0}};
    (void)which;
    vi_kernels_of(part_of(k))->newton->guess(part_of(k), &sums[0], &sums[1], &sums[2]);
}

static void couplings(flow *k, const kernel *which)
{
    (void)which;
    vi_kernels_of(part_of(k))->newton->couplings(part_of(k), 0);
}

static void centres(flow *k, const kernel *which)
{
    (void)which;
    vi_kernels_of(part_of(k))->newton->centres(part_of(k));
}

static void unsolved(flow *k, const kernel *which)
{
    (void)which;
    vi_kernels_of(part_of(k))->newton->unsolved(part_of(k));
}

static void right(flow *k, const kernel *which)
{
    vi_sum squares = {{0}, 0};
    (void)which;
    vi_kernels_of(part_of(k))
        ->newton->right(part_of(k), newton_of(k)->weight, newton_of(k)->scale, &squares);
}

static void increase(flow *k, const kernel *which)
{
    (void)which;
    vi_kernels_of(part_of(k))->newton->increase(part_of(k));
}

static void settle(flow *k, const kernel *which)
{
    (void)which;
    vi_kernels_of(part_of(k))->newton->settle(part_of(k));
}

static void direction(flow *k, const kernel *which)
{
    kry_solver *s = newton_of(k)->solver;
    (void)which;
    s->scalars->state = KRY_RUNNING;
    s->cg->direction(&s->parts[0], 0);
}

static void update(flow *k, const kernel *which)
{
    kry_solver *s = newton_of(k)->solver;
    (void)which;
    s->scalars->state = KRY_RUNNING;
    s->cg->update(&s->parts[0], 0, 0);
}

/* Operations of physics/vector_invariant.h and vector_invariant_newton.h with form: paper, without
 * signs and comparisons. F: two fluxes (6), vorticity (5), depth of a corner (3), q (3), kinetic
 * energy (8), and for each variable the rest: 5, 15, 15. */
enum { F = 6 + 5 + 3 + 3 + 8 + 5 + 15 + 15, ADVANCED = 2 };

/* Tables 8 to 11. A time average is made of three variables, an increment added to three. */
static const kernel explicit_kernels[] = {{"stage, lumped mass", stage, VI_FIRST, 7,
                                           F + 3 * ADVANCED, 2.272 + 3.632,
                                           "q_n_fun, u_v_fun: 11 words, 83 operations"},
                                          {"stage of leapfrog, lumped mass", stage, VI_LEAP, 10,
                                           F + 3 * ADVANCED, 0, NULL},
                                          {.name = NULL}};

static const kernel implicit_kernels[] = {
    {"explicit part of a step", stage, VI_EXPLICIT, 7, F + ADVANCED, 0, NULL},
    {"first guess", guess, 0, 9, 7, 0, NULL},
    {"couplings of the matrix", couplings, 0, 3, 6, 0, NULL},
    {"centres of the matrix", centres, 0, 3, 4, 0, NULL},
    {"terms at the end of a step", stage, VI_IMPLICIT, 8, F + ADVANCED,
     1.755 + 2.706 + 1.374 + 3 * .880 + 3.019,
     "q_func, F_u_v_func, e_fun, 3 ta_ker, phi_residual: 30 words, 95 operations"},
    {"residuals of velocities", unsolved, 0, 8, 22, 1.875 + 1.916,
     "U_residual, V_residual: 10 words, 28 operations"},
    {"right-hand side and norm", right, 0, 9, 23, 0, NULL},
    {"increments", increase, 0, 11, 11, 2.487 + 3 * .873,
     "vel_inc, 3 daapb: 14 words, 11 operations"},
    {"end of Newton's method", settle, 0, 5, 0, 0, NULL},
    /* Table 7, its Laplace operator. */
    {"CG: direction, product, p.Ap", direction, 0, 7, 13, .821 + .007 + .442 + .877,
     "helm_op, strip_halo, dot, axpy"},
    {"CG: x, r, r.r", update, 0, 6, 6, .007 + .442 + 2 * .806, "strip_halo, dot, 2 axpy"},
    {.name = NULL}};

/* ---- times ---- */

typedef struct timed {
    flow *k;
    const kernel *which;
    spate_sim *sim;
} timed;

static spate_status run_kernel(bench_runner *r, int64_t count)
{
    const timed *t = r->user;
    for (int64_t n = 0; n < count; ++n)
        t->which->pass(t->k, t->which);
    return SPATE_OK;
}

static spate_status run_steps(bench_runner *r, int64_t count)
{
    return spate_advance_steps(((const timed *)r->user)->sim, count);
}

static spate_status run_mass(bench_runner *r, int64_t count)
{
    const timed *t = r->user;
    spate_status status = SPATE_OK;
    for (int64_t n = 0; n < count && status == SPATE_OK; ++n)
        status = vi_mass_solve(t->k, NULL, 0);
    return status;
}

static spate_status run_gradients(bench_runner *r, int64_t count)
{
    const timed *t = r->user;
    vi_newton *own = newton_of(t->k);
    spate_status status = SPATE_OK;
    for (int64_t n = 0; n < count && status == SPATE_OK; ++n)
        status = kry_solve_arrays(own->solver, own->right, own->change);
    return status;
}

/* The best time of one run of what is timed, s. */
static spate_status time_of(const bench *b, timed *t,
                            spate_status (*run)(bench_runner *r, int64_t count), bench_runner *r)
{
    const double stretch = b->quick ? 0.02 : 0.3;
    const bench_pace pace = {
        .enough = stretch, .first = 1, .most = 10000, .warm = 1, .limit = 4 * stretch * b->repeat};
    *r = (bench_runner){.user = t, .run = run, .residual = (double)NAN};
    return bench_time(b, &pace, r, 1);
}

/* A run of the ripple, two steps on. */
static spate_status start(const bench *b, const char *scheme, spate_options *o, timed *t)
{
    o->scheme = scheme;
    o->form = SPATE_FORM_PAPER;
    o->dt_max = 0.1 * o->dx;
    spate_status status = vi_bench_start(b, "ripple", o, &t->sim);
    if (status == SPATE_OK)
        status = spate_advance_steps(t->sim, 2);
    t->k = status == SPATE_OK ? t->sim->scheme : NULL;
    return status;
}

/* ---- rows ---- */

static void describe(const bench *b, const vi_bench_setup *s, const char *what, bench_row *row)
{
    const vi_bench *w = b->kind->user;
    bench_put_text(row, VI_BENCH_KERNEL, "vector-invariant");
    bench_put_text(row, VI_BENCH_STUDY, s->kind == VI_STEP ? "step" : "kernels");
    bench_put_text(row, VI_BENCH_WHAT, what);
    bench_put_text(row, VI_BENCH_BACKEND, b->backend->name);
    bench_put_integer(row, VI_BENCH_N, s->n);
    bench_put_integer(row, VI_BENCH_THREADS, w->threads);
}

static void put_paper(const vi_bench_setup *s, double ms, const char *what, bench_row *row)
{
    if (ms > 0 && s->n == VI_PAPER_EDGE)
        bench_put_real(row, VI_BENCH_PAPER_SECONDS, 1e-3 * ms);
    bench_put_text(row, VI_BENCH_PAPER, what);
}

static void add_kernel(bench *b, const vi_bench_setup *s, const kernel *k, const bench_runner *r)
{
    const vi_bench *w = b->kind->user;
    const double cells = (double)s->n * (double)s->n;
    bench_row row = {0};
    describe(b, s, k->name, &row);
    bench_put_integer(&row, VI_BENCH_WORDS, k->words);
    bench_put_real(&row, BENCH_BEST, r->best);
    bench_put_real(&row, BENCH_MEDIAN, r->median);
    bench_put_real(&row, BENCH_RATE, 1e9 * r->best / cells);
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell");
    bench_put_memory(&row, cells * k->words * sizeof(double), w->copy_gbs);
    if (k->operations > 0) {
        bench_put_integer(&row, VI_BENCH_OPERATIONS, k->operations);
        bench_put_real(&row, VI_BENCH_GFLOPS, 1e-9 * cells * k->operations / r->best);
    }
    put_paper(s, k->paper_ms, k->paper, &row);
    bench_add(b, &row);
}

static spate_status time_kernels(bench *b, const vi_bench_setup *s, timed *t, const kernel *list)
{
    static bench_runner r;
    spate_status status = SPATE_OK;
    for (const kernel *k = list; k->name && status == SPATE_OK; ++k) {
        t->which = k;
        status = time_of(b, t, run_kernel, &r);
        if (status == SPATE_OK)
            add_kernel(b, s, k, &r);
    }
    return status;
}

int vi_bench_kernels(bench *b, const vi_bench_setup *s)
{
    timed t = {.sim = NULL};
    spate_options o;
    vi_bench_options(b, "ripple", s->n, &o);
    spate_status status = start(b, leapfrog, &o, &t);
    if (status == SPATE_OK)
        status = time_kernels(b, s, &t, explicit_kernels);
    spate_sim_destroy(t.sim);
    t.sim = NULL;
    vi_bench_options(b, "ripple", s->n, &o);
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    o.preconditioner = "none";
    o.newton_iterations = o.solve_iterations = 2;
    if (status == SPATE_OK)
        status = start(b, implicit, &o, &t);
    if (status == SPATE_OK)
        status = time_kernels(b, s, &t, implicit_kernels);
    spate_sim_destroy(t.sim);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}

/* ---- parts of a step ---- */

static void add_section(bench *b, const vi_bench_setup *s, const char *what, double seconds,
                        double paper_ms, const char *paper)
{
    bench_row row = {0};
    describe(b, s, what, &row);
    bench_put_real(&row, BENCH_BEST, seconds);
    bench_put_real(&row, BENCH_RATE, 1e9 * seconds / ((double)s->n * (double)s->n));
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell");
    put_paper(s, paper_ms, paper, &row);
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
    timed t = {.sim = NULL};
    spate_options o;
    vi_bench_options(b, "ripple", s->n, &o);
    o.mass_matrix = e->mass;
    o.tolerance = 0.1;
    spate_status status = start(b, e->scheme, &o, &t);
    if (status == SPATE_OK)
        status = time_of(b, &t, run_steps, &step);
    if (status == SPATE_OK)
        status = time_of(b, &t, run_mass, &mass);
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
    timed t = {.sim = NULL};
    spate_options o;
    vi_bench_options(b, "ripple", n, &o);
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    o.preconditioner = "none";
    o.newton_iterations = iterations;
    o.solve_iterations = 2;
    spate_status status = start(b, implicit, &o, &t);
    if (status == SPATE_OK)
        status = time_of(b, &t, run_steps, &r);
    *seconds = r.best;
    if (status == SPATE_OK)
        status = time_of(b, &t, run_gradients, &r);
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
