/* Times set-ups and solves of all preconditioners and peers on the same system, one after the
 * other: memory may not hold all of them. */
#include <math.h>
#include <string.h>

#include "bench/ceiling.h"
#include "bench/krylov.h"
#include "solvers/krylov/parts.h"

enum { MOST_SOLVERS = 24, MOST_ITERATIONS = 20000 };

/* s: no further stretch of a solver after so long. */
static const double LONG = 4;

typedef struct contestant {
    const char *name, *backend;
    double with_transfers; /* s; NaN: not measured */
    double words;          /* that an iteration must move for each unknown; NaN: not counted */
    int iterations;
    char failure[200]; /* "": none */
} contestant;

typedef struct contest {
    bench *b;
    const krylov_setup *setup;
    krylov_data data;
    contestant list[MOST_SOLVERS];
    bench_runner runners[MOST_SOLVERS];
    int count;
} contest;

/* In words of the solution: a preconditioner of f32 in conjugate gradients of f64 has halves. */
static double words_of(const char *name, int is_mixed)
{
    const kry_words w = kry_iteration_words(name);
    return w.gradients + (is_mixed ? 0.5 : 1) * w.preconditioner;
}

static bench_pace pace_of(const contest *c)
{
    return (bench_pace){.enough = c->b->quick ? 0.02 : 0.1,
                        .first = 1,
                        .most = 1000,
                        .warm = c->data.device != NULL,
                        .limit = LONG};
}

/* ---- ours ---- */

static spate_krylov_options options_of(const contest *c, const char *name, spate_memory memory)
{
    const krylov_bench *w = c->b->kind->user;
    spate_krylov_options o;
    spate_krylov_options_default(&o);
    o.nx = o.ny = c->setup->n;
    o.points = 5;
    o.precision = c->setup->precision;
    o.method = w->method;
    o.preconditioner = name;
    o.relative = w->relative;
    o.absolute = 0;
    o.max_iterations = MOST_ITERATIONS;
    o.backend = c->b->backend_name;
    o.memory = memory;
    o.threads = c->data.device ? o.threads : c->setup->threads;
    return o;
}

static spate_krylov_matrix matrix_of(void *const *at)
{
    return (spate_krylov_matrix){.shift = at[KRYLOV_SHIFT],
                                 .east = at[KRYLOV_EAST],
                                 .north = at[KRYLOV_NORTH]};
}

/* The least time of a few: the matrix given and the preconditioner made. */
static spate_status time_setup(const contest *c, spate_krylov *k, void *const *at, double *seconds)
{
    const spate_krylov_matrix m = matrix_of(at);
    *seconds = INFINITY;
    double sum = 0;
    for (int n = 0; n < c->b->repeat && sum < LONG; ++n) {
        const double begun = timers_now();
        spate_status s = spate_krylov_set_matrix(k, &m);
        if (s == SPATE_OK)
            s = spate_krylov_setup(k);
        if (s != SPATE_OK)
            return s;
        sum += timers_now() - begun;
        *seconds = fmin(*seconds, timers_now() - begun);
    }
    return SPATE_OK;
}

typedef struct our_solve {
    const contest *c;
    spate_krylov *k;
} our_solve;

static spate_status run_ours(bench_runner *r, int64_t count)
{
    const our_solve *o = r->user;
    const void *b = o->c->data.at[KRYLOV_B];
    void *x = o->c->data.at[KRYLOV_X];
    spate_status s = SPATE_OK;
    for (int64_t n = 0; n < count && s == SPATE_OK; ++n)
        s = spate_krylov_solve(o->k, &b, &x);
    return s;
}

/* On a device: arrays of the host, which set_matrix copies. */
static double setup_with_transfers(const contest *c, const char *name)
{
    double seconds = (double)NAN;
    spate_krylov *k = NULL;
    if (!c->data.device)
        return seconds;
    const spate_krylov_options o = options_of(c, name, SPATE_MEMORY_HOST);
    if (spate_krylov_create(c->b->tool->ctx, &o, &k) == SPATE_OK &&
        time_setup(c, k, c->data.host, &seconds) != SPATE_OK)
        seconds = (double)NAN;
    spate_krylov_destroy(k);
    return seconds;
}

static spate_status time_ours(contest *c, const char *name, spate_krylov **k, bench_runner *r)
{
    const spate_krylov_options o =
        options_of(c, name, c->data.device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST);
    const bench_pace pace = pace_of(c);
    our_solve solve = {.c = c};
    spate_krylov_stats stats;
    spate_status s = spate_krylov_create(c->b->tool->ctx, &o, k);
    if (s == SPATE_OK)
        s = time_setup(c, *k, c->data.at, &r->setup_seconds);
    if (s != SPATE_OK)
        return s;
    solve.k = *k;
    r->user = &solve;
    r->run = run_ours;
    s = bench_time(c->b, &pace, r, 1);
    r->user = NULL;
    spate_krylov_get_stats(*k, &stats);
    c->list[c->count].iterations = stats.iterations;
    c->list[c->count].backend = stats.backend;
    if (s == SPATE_OK)
        r->residual = krylov_residual(&c->data);
    return s;
}

/* A solver that fails has a row that says why. One that does not suit these options or this
 * machine is left out. Returns an exit code. */
static int add_ours(contest *c, const char *name)
{
    contestant *one = &c->list[c->count];
    bench_runner *r = &c->runners[c->count];
    spate_krylov *k = NULL;
    *one = (contestant){.name = name,
                        .backend = c->b->backend_name,
                        .with_transfers = NAN,
                        .words = words_of(name, c->setup->precision == SPATE_KRYLOV_MIXED)};
    *r = (bench_runner){.name = name, .best = NAN, .median = NAN, .residual = NAN};
    const spate_status s = time_ours(c, name, &k, r);
    spate_krylov_destroy(k);
    if (s == SPATE_ERROR_ARGUMENT || s == SPATE_ERROR_BACKEND || s == SPATE_ERROR_MEMORY) {
        bench_note(c->b, "skipped: %s in %s: %s", name, krylov_real(c->setup->precision),
                   spate_message(c->b->tool->ctx));
        return 0;
    }
    if (s != SPATE_OK && spate_exit_code(s) != spate_exit_code(SPATE_ERROR_NUMERICAL))
        return tool_failed(c->b->tool, s);
    if (s != SPATE_OK)
        snprintf(one->failure, sizeof one->failure, "%s", spate_message(c->b->tool->ctx));
    else
        one->with_transfers = setup_with_transfers(c, name);
    ++c->count;
    return 0;
}

/* ---- peers ---- */

static spate_status run_peer(bench_runner *r, int64_t count)
{
    const krylov_peer *peer = r->user;
    return peer->solve(count) ? SPATE_OK : SPATE_ERROR_BACKEND;
}

static void add_peer(contest *c, krylov_peer *peer)
{
    const krylov_bench *w = c->b->kind->user;
    const bench_pace pace = pace_of(c);
    contestant *one = &c->list[c->count];
    bench_runner *r = &c->runners[c->count];
    if (!peer->begin(peer, &c->data, w->relative))
        return;
    *one = (contestant){.name = peer->name,
                        .backend = peer->library,
                        .with_transfers = NAN,
                        .words = peer->words > 0 ? peer->words : NAN};
    *r = (bench_runner){.name = peer->name, .is_peer = 1, .user = peer, .run = run_peer};
    const double begun = timers_now();
    int ok = peer->set_up(peer);
    r->setup_seconds = timers_now() - begun;
    ok = ok && bench_time(c->b, &pace, r, 1) == SPATE_OK;
    one->iterations = peer->iterations();
    peer->end(&c->data);
    if (ok) {
        r->residual = krylov_residual(&c->data);
        ++c->count;
    } else {
        bench_note(c->b, "%s fails", peer->name);
    }
}

/* ---- rows ---- */

static void describe(const contest *c, int k, bench_row *row)
{
    const krylov_setup *s = c->setup;
    const contestant *one = &c->list[k];
    bench_put_text(row, KRYLOV_KERNEL, "krylov");
    bench_put_text(row, KRYLOV_SOLVER, one->name);
    if (!c->runners[k].is_peer)
        bench_put_text(row, KRYLOV_METHOD, ((const krylov_bench *)c->b->kind->user)->method);
    bench_put_text(row, KRYLOV_BACKEND, one->backend);
    bench_put_text(row, KRYLOV_REAL, krylov_real(s->precision));
    bench_put_text(row, KRYLOV_BED_NAME, s->bed == KRYLOV_FLAT ? "flat" : "island");
    bench_put_text(row, KRYLOV_RHS_NAME, s->rhs == KRYLOV_DROP ? "drop" : "noise");
    bench_put_integer(row, KRYLOV_N, s->n);
    if (isinf(s->ratio))
        bench_put_text(row, KRYLOV_RATIO, "poisson");
    else
        bench_put_format(row, KRYLOV_RATIO, "%g", s->ratio);
    bench_put_integer(row, KRYLOV_THREADS, c->data.device ? 1 : s->threads);
    bench_put_integer(row, KRYLOV_ITERATIONS, one->iterations);
    bench_put_real(row, KRYLOV_WITH_TRANSFERS, one->with_transfers);
}

static void add_row(contest *c, int k, double copy_gbs)
{
    const contestant *one = &c->list[k];
    const bench_runner *r = &c->runners[k];
    const double unknowns = (double)c->setup->n * (double)c->setup->n;
    const bench_work work = {.items = unknowns,
                             .unit = "ns/unknown",
                             .bytes = unknowns * one->words * one->iterations * c->data.bits / 8,
                             .copy_gbs = copy_gbs};
    bench_row row = {0};
    describe(c, k, &row);
    if (one->failure[0]) {
        bench_put_real(&row, BENCH_SETUP, r->setup_seconds);
        bench_put_text(&row, KRYLOV_FAILURE, one->failure);
        bench_remark(&row, "failed: %s", one->failure);
    } else {
        bench_put_work(&row, r, &work, bench_best_peer(c->runners, c->count));
        bench_put_real(&row, KRYLOV_PER_ITERATION, r->best / fmax(one->iterations, 1));
        bench_put_real(&row, KRYLOV_WORDS, one->words);
    }
    bench_add(c->b, &row);
}

static double copy_of(const contest *c)
{
    krylov_bench *w = c->b->kind->user;
    if (w->copy_threads != c->setup->threads)
        w->copy_gbs = ceiling_copy_of(c->b->backend, c->setup->threads);
    w->copy_threads = c->setup->threads;
    return w->copy_gbs;
}

static int measure(contest *c)
{
    const krylov_bench *w = c->b->kind->user;
    int code = 0;
    for (const char *const *names = spate_krylov_preconditioners();
         *names && code == 0 && c->count < MOST_SOLVERS - 4; ++names)
        code = krylov_wants(w, *names) ? add_ours(c, *names) : 0;
    for (const krylov_peer *p = w->peers; p && p->name && code == 0 && c->count < MOST_SOLVERS;
         ++p) {
        krylov_peer copy = *p;
        add_peer(c, &copy);
    }
    const double copy_gbs = copy_of(c);
    for (int k = 0; k < c->count; ++k)
        add_row(c, k, copy_gbs);
    return code;
}

int krylov_measure(bench *b, const void *setup)
{
    static contest c;
    const krylov_setup *s = setup;
    c = (contest){.b = b, .setup = s};
    if (!bench_fits(b, krylov_bytes(s), "%lld x %lld unknowns in %s", (long long)s->n,
                    (long long)s->n, krylov_real(s->precision)))
        return 0;
    const int ready = krylov_data_make(s, arrays_device(b), &c.data);
    const int code =
        ready ? measure(&c)
              : tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld x %lld unknowns",
                           (long long)s->n, (long long)s->n);
    krylov_data_free(&c.data);
    return code;
}
