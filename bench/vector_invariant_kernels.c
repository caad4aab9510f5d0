/* Times single passes over all cells of the vector-invariant schemes. They repeat what the last step
 * did. */
#include "bench/vector_invariant_time.h"
#include "solvers/krylov/solver.h"

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

static spate_status run_kernel(bench_runner *r, int64_t count)
{
    const vi_timed *t = r->user;
    const kernel *k = t->which;
    for (int64_t n = 0; n < count; ++n)
        k->pass(t->k, k);
    return SPATE_OK;
}

/* ---- rows ---- */

static void add_kernel(bench *b, const vi_bench_setup *s, const kernel *k, const bench_runner *r)
{
    const vi_bench *w = b->kind->user;
    const double cells = (double)s->n * (double)s->n;
    bench_row row = {0};
    vi_time_describe(b, s, k->name, &row);
    bench_put_real(&row, VI_BENCH_WORDS, k->words);
    bench_put_real(&row, BENCH_BEST, r->best);
    bench_put_real(&row, BENCH_MEDIAN, r->median);
    bench_put_real(&row, BENCH_RATE, 1e9 * r->best / cells);
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell");
    bench_put_memory(&row, cells * k->words * sizeof(double), w->copy_gbs);
    if (k->operations > 0) {
        bench_put_integer(&row, VI_BENCH_OPERATIONS, k->operations);
        bench_put_real(&row, VI_BENCH_GFLOPS, 1e-9 * cells * k->operations / r->best);
    }
    vi_time_put_paper(s, k->paper_ms, k->paper, &row);
    bench_add(b, &row);
}

static spate_status time_kernels(bench *b, const vi_bench_setup *s, vi_timed *t, const kernel *list)
{
    static bench_runner r;
    spate_status status = SPATE_OK;
    for (const kernel *k = list; k->name && status == SPATE_OK; ++k) {
        t->which = k;
        status = vi_time(b, t, run_kernel, &r);
        if (status == SPATE_OK)
            add_kernel(b, s, k, &r);
    }
    return status;
}

int vi_bench_kernels(bench *b, const vi_bench_setup *s)
{
    vi_timed t = {.sim = NULL};
    spate_options o;
    vi_bench_options(b, "ripple", s->n, &o);
    spate_status status = vi_time_begin(b, "vi-leapfrog", &o, &t);
    if (status == SPATE_OK)
        status = time_kernels(b, s, &t, explicit_kernels);
    spate_sim_destroy(t.sim);
    t.sim = NULL;
    vi_bench_options(b, "ripple", s->n, &o);
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    o.preconditioner = "none";
    o.newton_iterations = o.solve_iterations = 2;
    if (status == SPATE_OK)
        status = vi_time_begin(b, "vi-semi-implicit", &o, &t);
    if (status == SPATE_OK)
        status = time_kernels(b, s, &t, implicit_kernels);
    spate_sim_destroy(t.sim);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
