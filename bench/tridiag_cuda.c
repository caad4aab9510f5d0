/* Times the solvers of a GPU on data in its memory, beside cuSPARSE. Solves are queued and waited for together. */
#include "bench/tridiag_cuda.h"
#include "base/timers.h"

#include <math.h>
#include <string.h>

#include "bench/ceiling.h"
#include "bench/tridiag_cuda_lines.h"
#include "bench/tridiag_cusparse.h"

enum { MOST_SOLVES = 1000, MOST_OURS = 8, ARRAYS = CUDA_LINES_ARRAYS, A = 0, C = 2, D = 3, X = 4 };

static int general(const cuda_lines *g)
{
    return g->setup->matrix == SPATE_TRIDIAG_GENERAL;
}

void cuda_lines_copy(const cuda_lines *g, void *to, const void *from)
{
    g->device->copy(to, g->bytes, from, g->bytes, g->bytes, 1, NULL);
}

/* ---- data ---- */

static void zero(const cuda_lines *g, void *array, int64_t place)
{
    memset((char *)array + (size_t)place * (size_t)g->setup->precision / 8, 0,
           (size_t)g->setup->precision / 8);
}

/* cuSPARSE wants zeros in the corners; we do not look at them. */
static void clear_corners(const cuda_lines *g)
{
    const spate_lines *l = &g->host.lines;
    for (int64_t line = 0; line < g->setup->lines && general(g); ++line) {
        zero(g, g->host.a, line * l->step[0]);
        zero(g, g->host.c, line * l->step[0] + (l->n - 1) * l->stride);
    }
}

static int upload(cuda_lines *g)
{
    const void *from[ARRAYS] = {g->host.a, g->host.b, g->host.c, g->host.d, g->host.x};
    g->bytes = (size_t)g->host.values * (size_t)g->setup->precision / 8;
    for (int k = general(g) ? A : D; k < ARRAYS; ++k) {
        g->at[k] = g->device->take(g->bytes);
        if (!g->at[k])
            return 0;
        cuda_lines_copy(g, g->at[k], from[k]);
    }
    return 1;
}

static void release(cuda_lines *g)
{
    for (int k = 0; k < ARRAYS; ++k)
        g->device->give(g->at[k]);
    tridiag_data_free(&g->host);
}

double cuda_lines_residual(const cuda_lines *g, const void *x)
{
    cuda_lines_copy(g, g->host.x, x);
    return tridiag_residual(g->setup, &g->host);
}

/* ---- ours ---- */

static spate_status create(const cuda_lines *g, const char *algorithm, spate_tridiag **t)
{
    const tridiag_setup *s = g->setup;
    spate_tridiag_options o;
    spate_tridiag_default_options(&o);
    o.matrix = s->matrix;
    o.lines = g->host.lines;
    o.precision = s->precision;
    o.algorithm = algorithm;
    o.backend = g->b->backend_name;
    o.memory = SPATE_MEMORY_DEVICE;
    spate_status status = spate_tridiag_create(g->b->tool->ctx, &o, t);
    if (status == SPATE_OK && s->matrix == SPATE_TRIDIAG_SHARED)
        status =
            spate_tridiag_set_matrix(*t, g->host.matrix[0], g->host.matrix[1], g->host.matrix[2]);
    if (status == SPATE_OK && s->matrix == SPATE_TRIDIAG_TOEPLITZ)
        status = spate_tridiag_set_toeplitz(*t, &g->host.toeplitz);
    return status == SPATE_OK ? spate_tridiag_setup(*t) : status;
}

static spate_status timed(const cuda_lines *g, spate_tridiag *t, int solves, double *seconds)
{
    spate_status status = spate_tridiag_wait(t);
    const double begun = timers_now();
    for (int k = 0; k < solves && status == SPATE_OK; ++k)
        status = general(g)
                     ? spate_tridiag_solve(t, g->at[A], g->at[1], g->at[C], g->at[D], g->at[X])
                     : spate_tridiag_solve_many(t, g->at[D], g->at[X]);
    if (status == SPATE_OK)
        status = spate_tridiag_wait(t);
    *seconds = (timers_now() - begun) / solves;
    return status;
}

/* SPATE_ERROR_ARGUMENT: not for lines like these. */
static spate_status time_ours(const cuda_lines *g, const char *algorithm, cuda_timing *out)
{
    const double enough = g->setup->only_ours ? 0.004
                          : g->b->quick       ? 0.01
                                              : 0.05; /* s in one stretch */
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats;
    double seconds = 0;
    const double begun = timers_now();
    spate_status status = create(g, algorithm, &t);
    out->setup_seconds = timers_now() - begun;
    for (int k = 0; k < 2 && status == SPATE_OK; ++k)
        status = timed(g, t, 1, &seconds);
    if (status == SPATE_OK) {
        out->residual = cuda_lines_residual(g, g->at[X]);
        spate_tridiag_get_stats(t, &stats);
        out->name = stats.algorithm;
        out->backend = stats.backend;
    }
    const int solves = (int)fmin(1 + enough / seconds, MOST_SOLVES);
    for (int r = 0; r < g->b->repeat && status == SPATE_OK; ++r)
        status = timed(g, t, solves, &out->seconds[r]);
    spate_tridiag_destroy(t);
    return status;
}

/* ---- rows ---- */

/* Times are sorted. best: of all of ours; NaN where there is one alone. */
static void add_row(const cuda_lines *g, const cuda_timing *t, double copy, const cuda_timing *peer,
                    double best)
{
    const tridiag_setup *s = g->setup;
    const double unknowns = (double)s->n * (double)s->lines;
    tridiag_row row = {.solver = t->name,
                       .backend = t->backend,
                       .chosen = t->chosen,
                       .setup = *s,
                       .seconds_best = t->seconds[0],
                       .seconds_median = t->median,
                       .setup_seconds = t->setup_seconds,
                       .residual = t->residual,
                       .over_best = t->chosen ? t->seconds[0] / best : NAN};
    row.ns_per_unknown = 1e9 * row.seconds_best / unknowns;
    row.bytes_floor = unknowns * (general(g) ? 5 : 2) * s->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / row.seconds_best;
    row.copy_gbs = copy;
    row.fraction = row.gbs / copy;
    if (peer) {
        row.peer = peer->name;
        row.peer_seconds = peer->seconds[0];
        row.peer_ratio = peer->seconds[0] / row.seconds_best;
    }
    tridiag_report_add(g->b->report, &row);
}

/* What auto takes here; "" where nothing does. */
static const char *choice_of_auto(const cuda_lines *g)
{
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats = {.algorithm = ""};
    if (create(g, "auto", &t) == SPATE_OK)
        spate_tridiag_get_stats(t, &stats); /* a name of the library's table */
    spate_tridiag_destroy(t);
    return stats.algorithm;
}

/* Times an algorithm where it takes such lines. A solver that fails is told. Returns an exit code. */
static int time_named(const cuda_lines *g, const char *name, int one_of_all, cuda_timing *out,
                      int *count)
{
    const spate_status status = time_ours(g, name, out);
    if (status == SPATE_OK) {
        out->median = bench_median(out->seconds, g->b->repeat); /* sorts */
        ++*count;
        return 0;
    }
    if (status == SPATE_ERROR_ARGUMENT && one_of_all) {
        tridiag_report_note(g->b->report, "%s", spate_message(g->b->tool->ctx));
        return 0;
    }
    tridiag_report_note(g->b->report, "%s, %s, %s, f%d, n %lld: FAILED", name,
                        tridiag_class_names[g->setup->matrix],
                        tridiag_layout_names[g->setup->layout], g->setup->precision,
                        (long long)g->setup->n);
    return tool_failed(g->b->tool, status);
}

/* Returns an exit code: that of the last failure. */
static int measure(const cuda_lines *g)
{
    static cuda_timing peer, ours[MOST_OURS];
    const char *wanted = g->b->algorithm,
               *chosen = choice_of_auto(g), *const one[] = {wanted, NULL};
    const int all = strcmp(wanted, "all") == 0;
    const double copy = ceiling_copy_of(g->b->backend, 1);
    const int has_peer = !g->setup->only_ours && cuda_time_peer(g, &peer);
    double best = INFINITY;
    int code = 0, count = 0;
    for (const char *const *name = all ? spate_tridiag_cuda_algorithms(g->setup->matrix) : one;
         *name && count < MOST_OURS; ++name) {
        const int failed = time_named(g, *name, all, &ours[count], &count);
        code = failed ? failed : code;
    }
    if (has_peer)
        add_row(g, &peer, copy, NULL, NAN);
    for (int k = 0; k < count; ++k)
        best = fmin(best, ours[k].seconds[0]);
    for (int k = 0; k < count; ++k) {
        ours[k].chosen = strcmp(ours[k].name, chosen) == 0;
        add_row(g, &ours[k], copy, has_peer ? &peer : NULL, count > 1 ? best : NAN);
    }
    return code;
}

int tridiag_cuda_measure(const tridiag_bench *b, const tridiag_setup *setup)
{
    cuda_lines g = {.b = b, .device = b->backend->tridiag(), .setup = setup};
    int ready = tridiag_data_make(setup, &g.host);
    if (ready) {
        clear_corners(&g);
        ready = upload(&g);
    }
    const int code =
        ready ? measure(&g)
              : tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld lines of %lld",
                           (long long)setup->lines, (long long)setup->n);
    release(&g);
    return code;
}

int tridiag_cuda_begin(tridiag_bench *b, const char *name)
{
    const char *why;
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = name;
    const spate_status status = backend_choose(b->tool->ctx, &opt, &b->backend);
    if (status != SPATE_OK)
        return tool_failed(b->tool, status);
    if (!b->backend->tridiag)
        return tool_error(b->tool, SPATE_ERROR_BACKEND, "%s has no tridiagonal solvers", name);
    b->backend_name = name;
    b->peers_on_device = cusparse_load(&why);
    if (why)
        tridiag_report_note(b->report, "%s", why);
    return 0;
}
