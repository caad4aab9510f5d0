/* Times our algorithms and the peers in turns, on the same data, so that all see the same weather of a shared
 * host. */
#include <math.h>
#include <string.h>

#include "base/timers.h"
#include "bench/ceiling.h"
#include "bench/tridiag.h"

enum { MOST_SOLVERS = 16, MOST_SOLVES = 1000 };

/* Ours (t) or a peer. */
typedef struct solver {
    const char *name;
    spate_tridiag *t;
    const tridiag_peer *peer;
    int chosen; /* by auto */
    double setup_seconds, residual;
    int solves; /* in one timed stretch */
    double seconds[BENCH_MOST_REPEATS];
} solver;

typedef struct contest {
    const tridiag_bench *b;
    const tridiag_setup *setup;
    tridiag_data data;
    solver *solvers;
    int count;
} contest;

static spate_status create(const contest *c, const char *algorithm, spate_tridiag **t)
{
    const tridiag_setup *s = c->setup;
    spate_tridiag_options o;
    spate_tridiag_default_options(&o);
    o.matrix = s->matrix;
    o.lines = c->data.lines;
    o.precision = s->precision;
    o.threads = s->threads;
    o.algorithm = algorithm;
    spate_status status = spate_tridiag_create(c->b->tool->ctx, &o, t);
    if (status == SPATE_OK && s->matrix == SPATE_TRIDIAG_SHARED)
        status =
            spate_tridiag_set_matrix(*t, c->data.matrix[0], c->data.matrix[1], c->data.matrix[2]);
    if (status == SPATE_OK && s->matrix == SPATE_TRIDIAG_TOEPLITZ)
        status = spate_tridiag_set_toeplitz(*t, &c->data.toeplitz);
    return status == SPATE_OK ? spate_tridiag_setup(*t) : status;
}

static spate_status add_ours(contest *c, const char *algorithm, const char *chosen)
{
    solver *s = &c->solvers[c->count];
    spate_tridiag_stats stats;
    *s = (solver){.name = algorithm};
    const double begun = timers_now();
    const spate_status status = create(c, algorithm, &s->t);
    s->setup_seconds = timers_now() - begun;
    if (s->t)
        ++c->count;
    if (status != SPATE_OK)
        return status;
    spate_tridiag_get_stats(s->t, &stats);
    s->name = stats.algorithm;
    s->chosen = strcmp(stats.algorithm, chosen) == 0;
    return SPATE_OK;
}

/* What auto takes here. */
static spate_status ask_auto(const contest *c, const char **chosen)
{
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats;
    const spate_status status = create(c, "auto", &t);
    if (status == SPATE_OK) {
        spate_tridiag_get_stats(t, &stats);
        *chosen = stats.algorithm; /* a name of the library's table */
    }
    spate_tridiag_destroy(t);
    return status;
}

static spate_status add_all_ours(contest *c)
{
    const char *chosen = "", *wanted = c->b->algorithm;
    spate_status status = ask_auto(c, &chosen);
    if (strcmp(wanted, "all") != 0)
        return status == SPATE_OK ? add_ours(c, wanted, chosen) : status;
    const char *const *names = spate_tridiag_algorithms(c->setup->matrix);
    for (int k = 0; names[k] && status == SPATE_OK && c->count < MOST_SOLVERS / 2; ++k)
        status = add_ours(c, names[k], chosen);
    return status;
}

static void add_peers(contest *c, const tridiag_peer *peers)
{
    for (const tridiag_peer *p = peers; p->name && c->count < MOST_SOLVERS; ++p) {
        if (!p->begin(c->setup, &c->data))
            continue;
        p->end();
        c->solvers[c->count++] = (solver){.name = p->name, .peer = p, .setup_seconds = NAN};
    }
}

static spate_status solve(const contest *c, const solver *s)
{
    const tridiag_data *d = &c->data;
    if (s->peer)
        s->peer->solve(c->setup, d);
    else if (c->setup->matrix != SPATE_TRIDIAG_GENERAL)
        return spate_tridiag_solve_many(s->t, d->d, d->x);
    else
        return spate_tridiag_solve(s->t, d->a, d->b, d->c, d->d, d->x);
    return SPATE_OK;
}

/* A peer factors before the clock. */
static spate_status timed(const contest *c, const solver *s, int solves, double *seconds)
{
    spate_status status = SPATE_OK;
    if (s->peer)
        s->peer->begin(c->setup, &c->data);
    const double begun = timers_now();
    for (int k = 0; k < solves && status == SPATE_OK; ++k)
        status = solve(c, s);
    *seconds = (timers_now() - begun) / solves;
    if (s->peer)
        s->peer->end();
    return status;
}

/* A first solve, for warmth, the residual and the number of solves that make a stretch. */
static spate_status warm_up(const contest *c, solver *s)
{
    const double enough = c->b->quick || c->setup->only_ours ? 0.02 : 0.1; /* s */
    double seconds;
    spate_status status = timed(c, s, 1, &seconds);
    if (status == SPATE_OK)
        status = timed(c, s, 1, &seconds); /* pages and threads are there now */
    s->residual = tridiag_residual(c->setup, &c->data);
    s->solves = (int)fmin(1 + enough / seconds, MOST_SOLVES);
    return status;
}

static spate_status time_in_turns(const contest *c)
{
    spate_status status = SPATE_OK;
    for (int k = 0; k < c->count && status == SPATE_OK; ++k)
        status = warm_up(c, &c->solvers[k]);
    for (int r = 0; r < c->b->repeat; ++r)
        for (int k = 0; k < c->count && status == SPATE_OK; ++k)
            status = timed(c, &c->solvers[k], c->solvers[k].solves, &c->solvers[k].seconds[r]);
    return status;
}

/* The fastest peer, NULL without one. Times are sorted. */
static const solver *best_peer(const contest *c)
{
    const solver *best = NULL;
    for (int k = 0; k < c->count; ++k) {
        const solver *s = &c->solvers[k];
        if (s->peer && (!best || s->seconds[0] < best->seconds[0]))
            best = s;
    }
    return best;
}

/* Of our own algorithms, where there are several. Times are sorted. */
static double best_of_ours(const contest *c)
{
    double best = INFINITY;
    int ours = 0;
    for (int k = 0; k < c->count; ++k)
        if (!c->solvers[k].peer) {
            best = fmin(best, c->solvers[k].seconds[0]);
            ++ours;
        }
    return ours > 1 ? best : NAN;
}

static void add_row(const contest *c, const solver *s, double median, double copy,
                    const solver *peer)
{
    const tridiag_setup *setup = c->setup;
    const double unknowns = (double)setup->n * (double)setup->lines;
    const int words = setup->matrix == SPATE_TRIDIAG_GENERAL ? 5 : 2;
    tridiag_row row = {.solver = s->name,
                       .backend = s->peer ? s->peer->library : "cpu",
                       .chosen = s->chosen,
                       .setup = *setup,
                       .seconds_best = s->seconds[0],
                       .seconds_median = median,
                       .setup_seconds = s->setup_seconds,
                       .residual = s->residual,
                       .over_best = s->chosen ? s->seconds[0] / best_of_ours(c) : NAN};
    row.ns_per_unknown = 1e9 * row.seconds_best / unknowns;
    row.bytes_floor = unknowns * words * setup->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / row.seconds_best;
    row.copy_gbs = copy;
    row.fraction = row.gbs / copy;
    if (peer && !s->peer) {
        row.peer = peer->name;
        row.peer_seconds = peer->seconds[0];
        row.peer_ratio = peer->seconds[0] / row.seconds_best;
    }
    tridiag_report_add(c->b->report, &row);
}

static void add_rows(const contest *c)
{
    double medians[MOST_SOLVERS];
    for (int k = 0; k < c->count; ++k) /* sorts: the best is first */
        medians[k] = bench_median(c->solvers[k].seconds, c->b->repeat);
    const double copy = ceiling_copy_of(c->b->backend, c->setup->threads);
    const solver *peer = best_peer(c);
    for (int k = 0; k < c->count; ++k)
        add_row(c, &c->solvers[k], medians[k], copy, peer);
}

static int fits(const tridiag_bench *b, const tridiag_setup *s)
{
    const double bytes = tridiag_bytes(s), available = bench_free_memory();
    if (1.2 * bytes <= available)
        return 1;
    tridiag_report_note(b->report,
                        "skipped: %lld lines of %lld take about %.1f GB, %.1f GB are free",
                        (long long)s->lines, (long long)s->n, 1.2e-9 * bytes, 1e-9 * available);
    return 0;
}

int tridiag_measure(const tridiag_bench *b, const tridiag_setup *setup)
{
    static solver solvers[MOST_SOLVERS];
    contest c = {.b = b, .setup = setup, .solvers = solvers};
    if (!fits(b, setup))
        return 0;
    if (!tridiag_data_make(setup, &c.data)) {
        tridiag_data_free(&c.data);
        return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld lines of %lld",
                          (long long)setup->lines, (long long)setup->n);
    }
    spate_status status = add_all_ours(&c);
    if (status == SPATE_OK) {
        for (int k = 0; k < 2 && !setup->only_ours; ++k)
            add_peers(&c, b->peers[k]);
        status = time_in_turns(&c);
    }
    if (status == SPATE_OK)
        add_rows(&c);
    for (int k = 0; k < c.count; ++k)
        spate_tridiag_destroy(solvers[k].t);
    tridiag_data_free(&c.data);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
