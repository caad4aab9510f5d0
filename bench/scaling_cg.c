/* Conjugate gradients with a fixed number of iterations, by the public interface of the Krylov
 * library: the Helmholtz operator of a semi-implicit step and mass matrices along x and y. */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "bench/arrays.h"
#include "bench/scaling.h"
#include "spate/krylov.h"

/* Words and operations of an iteration for each unknown. The product: one multiplication for each
 * entry of a row and their sum; two dots and three updates of vectors: ten. */
enum { WORDS = 13, VECTORS = 10 };

const char *const scaling_systems[SCALING_SYSTEMS] = {"helmholtz", "mass-x", "mass-y"};

static const struct {
    double east, north; /* couplings; the centre is 1 less their sum over the neighbours */
    int entries;        /* of a row */
} systems[SCALING_SYSTEMS] = {{-100, -100, 5}, /* c dt = 10 cells */
                              {1.0 / 6, 0, 3},
                              {0, 1.0 / 6, 3}};

/* Unknowns times iterations of a solve that takes seconds: it is timed without a trial. */
static const double LONG = 1e9;

enum { SHIFT, EAST, NORTH, B, X, ARRAYS };

typedef struct system_of {
    const bench *b;
    const scaling_setup *setup;
    spate_krylov *k; /* NULL: another rank computes */
    int parts;
    double **at[ARRAYS]; /* of each part */
} system_of;

/* ---- data ---- */

static void fill(const scaling_setup *s, const spate_krylov_part *p, double *const at[ARRAYS])
{
    for (int j = 0; j < p->ny; ++j)
        for (int i = 0; i < p->nx; ++i) {
            const int64_t gi = p->i0 + i, gj = p->j0 + j, k = (int64_t)j * p->nx + i;
            at[SHIFT][k] = 1;
            at[EAST][k] = gi + 1 < s->nx ? systems[s->system].east : 0;
            at[NORTH][k] = gj + 1 < s->ny ? systems[s->system].north : 0;
            at[B][k] = array_noise((uint64_t)(gj * s->nx + gi));
            at[X][k] = 0;
        }
}

/* 0: no memory. */
static int make_data(system_of *o)
{
    o->parts = spate_krylov_part_count(o->k);
    for (int a = 0; a < ARRAYS; ++a)
        if (!(o->at[a] = calloc((size_t)o->parts + 1, sizeof **o->at)))
            return 0;
    for (int n = 0; n < o->parts; ++n) {
        spate_krylov_part p;
        double *at[ARRAYS];
        spate_krylov_get_part(o->k, n, &p);
        for (int a = 0; a < ARRAYS; ++a) {
            at[a] = o->at[a][n] = malloc((size_t)p.nx * (size_t)p.ny * sizeof **at);
            if (!at[a])
                return 0;
        }
        fill(o->setup, &p, at);
    }
    return 1;
}

static void free_data(system_of *o)
{
    for (int a = 0; a < ARRAYS; ++a) {
        for (int n = 0; n < o->parts && o->at[a]; ++n)
            free(o->at[a][n]);
        free(o->at[a]);
    }
    spate_krylov_destroy(o->k);
}

static spate_status set_matrix(const system_of *o)
{
    spate_krylov_matrix *m = calloc((size_t)o->parts + 1, sizeof *m);
    if (!m)
        return SPATE_ERROR_MEMORY;
    for (int n = 0; n < o->parts; ++n)
        m[n] = (spate_krylov_matrix){.shift = o->at[SHIFT][n],
                                     .east = o->at[EAST][n],
                                     .north = o->at[NORTH][n]};
    spate_status status = spate_krylov_set_matrix(o->k, m);
    if (status == SPATE_OK)
        status = spate_krylov_setup(o->k);
    free(m);
    return status;
}

static spate_status create(system_of *o, int iterations)
{
    const scaling_setup *s = o->setup;
    const scaling_bench *w = o->b->kind->user;
    spate_krylov_options k;
    spate_krylov_options_default(&k);
    k.nx = s->nx;
    k.ny = s->ny;
    k.points = 5;
    k.precision = 64;
    k.method = "cg";
    k.preconditioner = "none";
    k.iterations = iterations;
    k.backend = o->b->backend_name;
    k.memory = SPATE_MEMORY_HOST;
    k.threads = s->threads;
    k.parts_x = s->parts_x;
    k.parts_y = s->parts_y;
    if (s->members == SCALING_ALONE && o->b->tool->rank != 0)
        return SPATE_OK;
    spate_context *ctx = s->members == SCALING_GROUP ? o->b->tool->ctx : w->alone;
    spate_status status = spate_krylov_create(ctx, &k, &o->k);
    if (status != SPATE_OK)
        return status;
    status = comm_agree(ctx, make_data(o) ? SPATE_OK
                                          : spate_fail(ctx, SPATE_ERROR_MEMORY,
                                                       "no memory for conjugate gradients"));
    return status == SPATE_OK ? set_matrix(o) : status;
}

/* ---- times ---- */

static spate_status run_solves(bench_runner *r, int64_t count)
{
    const system_of *o = r->user;
    spate_status status = SPATE_OK;
    for (int64_t n = 0; n < count && o->k && status == SPATE_OK; ++n)
        status = spate_krylov_solve(o->k, (const void *const *)o->at[B], (void *const *)o->at[X]);
    return scaling_agree(o->b, o->setup, status);
}

static void add_row(bench *b, const scaling_best *best)
{
    const scaling_bench *w = b->kind->user;
    const scaling_setup *s = &best->setup;
    const double unknowns = (double)s->nx * (double)s->ny * (double)w->cg_iterations;
    bench_row row = {0};
    bench_put_text(&row, SCALING_KERNEL, "scaling");
    bench_put_text(&row, SCALING_WHAT, "cg");
    bench_put_text(&row, SCALING_SERIES, scaling_systems[s->system]);
    bench_put_text(&row, SCALING_REAL, "f64");
    bench_put_text(&row, SCALING_BACKEND, b->backend->name);
    bench_put_text(&row, SCALING_MODE, s->members == SCALING_ALONE ? "alone" : "strong");
    bench_put_format(&row, SCALING_GRID_TEXT, "%lldx%lld", (long long)s->nx, (long long)s->ny);
    bench_put_integer(&row, SCALING_NX, s->nx);
    bench_put_integer(&row, SCALING_NY, s->ny);
    bench_put_integer(&row, SCALING_RANKS, scaling_processes(b, s));
    bench_put_integer(&row, SCALING_PARTS, (int64_t)s->parts_x * s->parts_y);
    bench_put_integer(&row, SCALING_THREADS, s->threads);
    bench_put_text(&row, SCALING_ORIGIN, "measured");
    bench_put_real(&row, BENCH_BEST, best->seconds);
    bench_put_real(&row, BENCH_MEDIAN, best->median);
    bench_put_real(&row, BENCH_RATE, 1e9 * best->seconds / unknowns);
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/unknown/iteration");
    bench_put_memory(&row, unknowns * WORDS * sizeof(double), scaling_copy(b, s));
    bench_put_real(&row, SCALING_GFLOPS,
                   1e-9 * unknowns * (2 * systems[s->system].entries - 1 + VECTORS) /
                       best->seconds);
    bench_put_real(&row, SCALING_EFFICIENCY, scaling_efficiency(b, s, best->seconds));
    if (s->nx == SCALING_PAPER_EDGE && w->cg_iterations == SCALING_PAPER_CG)
        bench_remark(&row, "Saunders, M2090: %.2f s", scaling_paper_cg[s->system]);
    bench_add(b, &row);
}

int scaling_measure_cg(bench *b, const scaling_setup *s)
{
    static bench_runner r;
    const scaling_bench *w = b->kind->user;
    const bench_pace pace = {.enough = 0.01, .first = 1, .most = 100, .limit = b->quick ? 1 : 20};
    system_of o = {.b = b, .setup = s};
    if (!bench_fits(b, 14 * 8.0 * (double)s->nx * (double)s->ny, "%lld x %lld unknowns",
                    (long long)s->nx, (long long)s->ny))
        return 0;
    const int is_long = (double)s->nx * (double)s->ny * (double)w->cg_iterations > LONG;
    r = (bench_runner){.user = &o, .run = run_solves, .most = is_long};
    spate_status status = scaling_agree(b, s, create(&o, (int)w->cg_iterations));
    if (status == SPATE_OK)
        status = bench_time(b, &pace, &r, 1);
    if (status == SPATE_OK) {
        const scaling_best now = {.setup = *s, .seconds = r.best, .median = r.median};
        const scaling_best *best = scaling_remember(b->kind->user, &now);
        if (!s->silent)
            add_row(b, best ? best : &now);
    }
    free_data(&o);
    return scaling_end(b, status);
}
