/* Times the solvers of a GPU and cuSPARSE on the same data, in its memory. Solves of ours are queued and waited for
 * together; cuSPARSE overwrites its input, so that each of its solves is timed by itself, after a fresh copy. */
#include "bench/tridiag_cuda.h"

#include <math.h>
#include <string.h>

#include "backend/tridiag_device.h"
#include "bench/ceiling.h"
#include "bench/tridiag_cusparse.h"

enum { MOST_SOLVES = 1000, ARRAYS = 5, A = 0, C = 2, D = 3, X = 4 };

/* The lines of a setup, on the host and on the device. */
typedef struct device_data {
    const tridiag_bench *b;
    const tri_device *device;
    const tridiag_setup *setup;
    tridiag_data host;
    void *at[ARRAYS]; /* a, b, c, d, x; a, b, c of a general matrix only */
    size_t bytes;     /* of each */
} device_data;

/* One solver's times. */
typedef struct timing {
    const char *name, *backend;
    int chosen; /* by auto */
    double seconds[BENCH_MOST_REPEATS], setup_seconds, residual;
} timing;

static int general(const device_data *g)
{
    return g->setup->matrix == SPATE_TRIDIAG_GENERAL;
}

static void copy_within(const device_data *g, void *to, const void *from)
{
    g->device->copy(to, g->bytes, from, g->bytes, g->bytes, 1, NULL);
}

/* ---- data ---- */

static void zero(const device_data *g, void *array, int64_t place)
{
    memset((char *)array + (size_t)place * (size_t)g->setup->precision / 8, 0,
           (size_t)g->setup->precision / 8);
}

/* cuSPARSE wants zeros in the corners; we do not look at them. */
static void clear_corners(const device_data *g)
{
    const spate_lines *l = &g->host.lines;
    for (int64_t line = 0; line < g->setup->lines && general(g); ++line) {
        zero(g, g->host.a, line * l->step[0]);
        zero(g, g->host.c, line * l->step[0] + (l->n - 1) * l->stride);
    }
}

static int upload(device_data *g)
{
    const void *from[ARRAYS] = {g->host.a, g->host.b, g->host.c, g->host.d, g->host.x};
    g->bytes = (size_t)g->host.values * (size_t)g->setup->precision / 8;
    for (int k = general(g) ? A : D; k < ARRAYS; ++k) {
        g->at[k] = g->device->take(g->bytes);
        if (!g->at[k])
            return 0;
        copy_within(g, g->at[k], from[k]);
    }
    return 1;
}

static void release(device_data *g)
{
    for (int k = 0; k < ARRAYS; ++k)
        g->device->give(g->at[k]);
    tridiag_data_free(&g->host);
}

static double residual_of(const device_data *g, const void *x)
{
    copy_within(g, g->host.x, x);
    return tridiag_residual(g->setup, &g->host);
}

/* ---- ours ---- */

static spate_status create(const device_data *g, const char *algorithm, spate_tridiag **t)
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

static spate_status timed(const device_data *g, spate_tridiag *t, int solves, double *seconds)
{
    spate_status status = spate_tridiag_wait(t);
    const double begun = tool_seconds();
    for (int k = 0; k < solves && status == SPATE_OK; ++k)
        status = general(g)
                     ? spate_tridiag_solve(t, g->at[A], g->at[1], g->at[C], g->at[D], g->at[X])
                     : spate_tridiag_solve_many(t, g->at[D], g->at[X]);
    if (status == SPATE_OK)
        status = spate_tridiag_wait(t);
    *seconds = (tool_seconds() - begun) / solves;
    return status;
}

/* SPATE_ERROR_ARGUMENT: not for lines like these. */
static spate_status time_ours(const device_data *g, const char *algorithm, timing *out)
{
    const double enough = g->b->quick ? 0.01 : 0.05; /* s in one stretch */
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats;
    double seconds = 0;
    const double begun = tool_seconds();
    spate_status status = create(g, algorithm, &t);
    out->setup_seconds = tool_seconds() - begun;
    for (int k = 0; k < 2 && status == SPATE_OK; ++k)
        status = timed(g, t, 1, &seconds);
    if (status == SPATE_OK) {
        out->residual = residual_of(g, g->at[X]);
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

/* ---- cuSPARSE ---- */

/* 0 where it has no routine, or the device no memory, for such lines. */
static int time_peer(const device_data *g, timing *out)
{
    void *at[4] = {0}, *buffer = NULL;
    const char *name = g->b->peers_on_device ? cusparse_routine(g->setup) : NULL;
    int ok = name != NULL;
    for (int k = 0; k < 4 && ok; ++k)
        ok = (at[k] = g->device->take(g->bytes)) != NULL;
    const size_t room = ok ? cusparse_buffer_bytes(g->setup, at) : 0;
    ok = ok && (buffer = g->device->take(room)) != NULL;
    for (int r = -1; r < g->b->repeat && ok; ++r) {
        for (int k = 0; k < 4; ++k)
            copy_within(g, at[k], g->at[k]);
        const double begun = tool_seconds();
        ok = cusparse_solve(g->setup, at, buffer);
        cusparse_wait();
        out->seconds[r < 0 ? 0 : r] = tool_seconds() - begun;
        if (r < 0)
            out->residual = residual_of(g, at[D]);
    }
    for (int k = 0; k < 4; ++k)
        g->device->give(at[k]);
    g->device->give(buffer);
    out->name = name;
    out->backend = "cusparse";
    out->setup_seconds = NAN;
    if (ok)
        tridiag_report_note(g->b->report, "%s takes a workspace of %.3f GB", name,
                            1e-9 * (double)room);
    return ok;
}

/* ---- rows ---- */

static void add_row(const device_data *g, timing *t, double copy, const timing *peer)
{
    const tridiag_setup *s = g->setup;
    const double unknowns = (double)s->n * (double)s->lines;
    tridiag_row row = {.solver = t->name,
                       .backend = t->backend,
                       .chosen = t->chosen,
                       .setup = *s,
                       .seconds_median = bench_median(t->seconds, g->b->repeat), /* sorts */
                       .setup_seconds = t->setup_seconds,
                       .residual = t->residual};
    row.seconds_best = t->seconds[0];
    row.ns_per_unknown = 1e9 * row.seconds_best / unknowns;
    row.bytes_floor = unknowns * (general(g) ? 5 : 2) * s->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / row.seconds_best;
    row.copy_gbs = copy;
    row.fraction = row.gbs / copy;
    if (peer && peer != t) {
        row.peer = peer->name;
        row.peer_seconds = peer->seconds[0];
        row.peer_ratio = peer->seconds[0] / row.seconds_best;
    }
    tridiag_report_add(g->b->report, &row);
}

/* What auto takes here; "" where nothing does. */
static const char *choice_of_auto(const device_data *g)
{
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats = {.algorithm = ""};
    if (create(g, "auto", &t) == SPATE_OK)
        spate_tridiag_get_stats(t, &stats); /* a name of the library's table */
    spate_tridiag_destroy(t);
    return stats.algorithm;
}

static spate_status measure(const device_data *g)
{
    static timing peer, ours;
    const char *wanted = g->b->algorithm, *chosen = choice_of_auto(g);
    const char *const one[] = {wanted, NULL};
    const char *const *names =
        strcmp(wanted, "all") == 0 ? spate_tridiag_cuda_algorithms(g->setup->matrix) : one;
    const double copy = ceiling_copy_of(g->b->backend, 1);
    const int has_peer = time_peer(g, &peer);
    if (has_peer)
        add_row(g, &peer, copy, NULL);
    for (; *names; ++names) {
        const spate_status status = time_ours(g, *names, &ours);
        ours.chosen = status == SPATE_OK && strcmp(ours.name, chosen) == 0;
        if (status == SPATE_OK)
            add_row(g, &ours, copy, has_peer ? &peer : NULL);
        else if (status == SPATE_ERROR_ARGUMENT && names != one)
            tridiag_report_note(g->b->report, "%s", spate_message(g->b->tool->ctx));
        else
            return status;
    }
    return SPATE_OK;
}

int tridiag_cuda_measure(const tridiag_bench *b, const tridiag_setup *setup)
{
    device_data g = {.b = b, .device = b->backend->tridiag(), .setup = setup};
    int ready = tridiag_data_make(setup, &g.host);
    if (ready) {
        clear_corners(&g);
        ready = upload(&g);
    }
    const spate_status status = ready ? measure(&g) : SPATE_OK;
    release(&g);
    if (!ready)
        return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld lines of %lld",
                          (long long)setup->lines, (long long)setup->n);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
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
