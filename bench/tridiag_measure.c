/* Times our algorithms and the peers on the same data: on a CPU in turns, on a device one after the
 * other, for its memory may not hold the scratch of all. */
#include <math.h>
#include <string.h>

#include "bench/ceiling.h"
#include "bench/tridiag.h"

enum { MOST_SOLVERS = 16 };

/* Ours (t) or a peer. */
typedef struct solver {
    const struct contest *c;
    spate_tridiag *t;
    const tridiag_peer *peer;
    const char *backend;
    int chosen; /* by auto */
} solver;

typedef struct contest {
    bench *b;
    const tridiag_setup *setup;
    tridiag_arrays arrays;
    bench_pace pace;
    const char *chosen; /* by auto */
    solver solvers[MOST_SOLVERS];
    bench_runner runners[MOST_SOLVERS];
    int count;
} contest;

spate_status tridiag_create(const bench *b, const tridiag_setup *s, const tridiag_arrays *arrays,
                            const char *algorithm, spate_tridiag **t)
{
    const tridiag_data *host = &arrays->host;
    spate_tridiag_options o;
    spate_tridiag_options_default(&o);
    o.matrix = s->matrix;
    o.lines = host->lines;
    o.precision = s->precision;
    o.threads = arrays->device ? o.threads : s->threads;
    o.algorithm = algorithm;
    o.backend = b->backend_name;
    o.memory = arrays->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    spate_status status = spate_tridiag_create(b->tool->ctx, &o, t);
    if (status == SPATE_OK && s->matrix == SPATE_TRIDIAG_SHARED)
        status = spate_tridiag_set_matrix(*t, host->matrix[0], host->matrix[1], host->matrix[2]);
    if (status == SPATE_OK && s->matrix == SPATE_TRIDIAG_TOEPLITZ)
        status = spate_tridiag_set_toeplitz(*t, &host->toeplitz);
    return status == SPATE_OK ? spate_tridiag_setup(*t) : status;
}

spate_status tridiag_solve(spate_tridiag *t, const tridiag_setup *s, const tridiag_arrays *arrays,
                           int64_t count)
{
    void *const *at = arrays->at;
    spate_status status = SPATE_OK;
    for (int64_t k = 0; k < count && status == SPATE_OK; ++k)
        status = s->matrix == SPATE_TRIDIAG_GENERAL
                     ? spate_tridiag_solve(t, at[0], at[1], at[2], at[TRIDIAG_D], at[TRIDIAG_X])
                     : spate_tridiag_solve_many(t, at[TRIDIAG_D], at[TRIDIAG_X]);
    return status == SPATE_OK ? spate_tridiag_wait(t) : status;
}

/* ---- runners ---- */

static spate_status run(bench_runner *r, int64_t count)
{
    const solver *s = r->user;
    if (!s->peer)
        return tridiag_solve(s->t, s->c->setup, &s->c->arrays, count);
    return s->peer->solve(s->c->setup, &s->c->arrays, count) ? SPATE_OK : SPATE_ERROR_BACKEND;
}

static void before(bench_runner *r)
{
    const solver *s = r->user;
    if (s->peer)
        s->peer->begin(s->c->setup, &s->c->arrays);
}

/* The residual once: all write to the same array. */
static void after(bench_runner *r)
{
    const solver *s = r->user;
    if (s->peer)
        s->peer->end(&s->c->arrays);
    if (!isnan(r->residual))
        return;
    tridiag_arrays_fetch(&s->c->arrays);
    r->residual = tridiag_residual(s->c->setup, &s->c->arrays.host);
}

/* The runner of the next solver, which counts once it is known to work. */
static bench_runner *next_runner(contest *c, const char *name, const tridiag_peer *peer)
{
    solver *s = &c->solvers[c->count];
    *s = (solver){.c = c, .peer = peer};
    c->runners[c->count] = (bench_runner){.name = name,
                                          .is_peer = peer != NULL,
                                          .user = s,
                                          .run = run,
                                          .before = before,
                                          .after = after,
                                          .setup_seconds = NAN,
                                          .residual = NAN};
    return &c->runners[c->count];
}

/* SPATE_ERROR_ARGUMENT: not for lines like these. */
static spate_status add_ours(contest *c, const char *algorithm)
{
    bench_runner *r = next_runner(c, algorithm, NULL);
    solver *s = r->user;
    spate_tridiag_stats stats;
    const double begun = timers_now();
    spate_status status = tridiag_create(c->b, c->setup, &c->arrays, algorithm, &s->t);
    r->setup_seconds = timers_now() - begun;
    if (status == SPATE_OK) {
        spate_tridiag_get_stats(s->t, &stats);
        r->name = stats.algorithm;
        s->backend = stats.backend;
        s->chosen = strcmp(stats.algorithm, c->chosen) == 0;
    }
    if (status == SPATE_OK && c->arrays.device)
        status = bench_time(c->b, &c->pace, r, 1);
    if (status != SPATE_OK || c->arrays.device) {
        spate_tridiag_destroy(s->t);
        s->t = NULL;
    }
    c->count += status == SPATE_OK;
    return status;
}

/* Returns an exit code: that of the last failure. On a device one algorithm may fail and the others
 * go on. */
static int add_all_ours(contest *c)
{
    const tridiag_bench *wishes = c->b->kind->user;
    const char *const one[] = {wishes->algorithm, NULL}, *const *names = one;
    const int all = strcmp(wishes->algorithm, "all") == 0;
    int code = 0;
    if (all)
        names = c->arrays.device ? spate_tridiag_cuda_algorithms(c->setup->matrix)
                                 : spate_tridiag_algorithms(c->setup->matrix);
    for (; *names && c->count < MOST_SOLVERS / 2 && (code == 0 || c->arrays.device); ++names) {
        const spate_status status = add_ours(c, *names);
        if (status == SPATE_ERROR_ARGUMENT && all) {
            bench_note(c->b, "%s", spate_message(c->b->tool->ctx));
        } else if (status != SPATE_OK) {
            if (c->arrays.device)
                bench_note(c->b, "%s, %s, %s, f%d, n %lld: FAILED", *names,
                           tridiag_class_names[c->setup->matrix],
                           tridiag_layout_names[c->setup->layout], c->setup->precision,
                           (long long)c->setup->n);
            code = tool_failed(c->b->tool, status);
        }
    }
    return code;
}

static void add_peers(contest *c, const tridiag_peer *peers)
{
    for (const tridiag_peer *p = peers; p && p->name && c->count < MOST_SOLVERS; ++p) {
        if (!p->begin(c->setup, &c->arrays))
            continue;
        p->end(&c->arrays);
        if (p->workspace > 0)
            bench_note(c->b, "%s needs a workspace of %.3f GB", p->name, 1e-9 * p->workspace);
        bench_runner *r = next_runner(c, p->name, p);
        r->most = p->most;
        ((solver *)r->user)->backend = p->library;
        if (!c->arrays.device || bench_time(c->b, &c->pace, r, 1) == SPATE_OK)
            ++c->count;
        else
            bench_note(c->b, "%s fails", p->name);
    }
}

/* What auto chooses here; "" where nothing suits. */
static const char *choice_of_auto(const contest *c)
{
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats = {.algorithm = ""};
    if (tridiag_create(c->b, c->setup, &c->arrays, "auto", &t) == SPATE_OK)
        spate_tridiag_get_stats(t, &stats); /* a name of the library's table */
    spate_tridiag_destroy(t);
    return stats.algorithm;
}

/* ---- rows ---- */

void tridiag_describe(bench_row *row, const tridiag_setup *s)
{
    bench_put_text(row, TRIDIAG_KERNEL, "tridiag");
    bench_put_text(row, TRIDIAG_MATRIX, tridiag_class_names[s->matrix]);
    bench_put_text(row, TRIDIAG_LAYOUT, tridiag_layout_names[s->layout]);
    bench_put_text(row, TRIDIAG_REAL, s->precision == 32 ? "f32" : "f64");
    bench_put_integer(row, TRIDIAG_N, s->n);
    bench_put_integer(row, TRIDIAG_LINES, s->lines);
    bench_put_integer(row, TRIDIAG_THREADS, s->threads);
}

/* The least time of our algorithms, where there are several. */
static double best_of_ours(const contest *c)
{
    double best = INFINITY;
    int ours = 0;
    for (int k = 0; k < c->count; ++k)
        if (!c->runners[k].is_peer) {
            best = fmin(best, c->runners[k].best);
            ++ours;
        }
    return ours > 1 ? best : NAN;
}

static void judge_choice(contest *c, double seconds, double best, bench_row *row)
{
    tridiag_bench *k = c->b->kind->user;
    const double over = seconds / best, cost = seconds - best;
    const double nothing = c->arrays.device ? TRIDIAG_QUEUEING : 0;
    if (isnan(over))
        return;
    bench_put_real(row, TRIDIAG_OVER_BEST, over);
    bench_remark(row, "(%.2f of the best)", over);
    ++k->choices;
    k->good_choices += over <= TRIDIAG_GOOD_CHOICE || cost <= nothing;
    if (cost > nothing)
        k->worst_choice = fmax(k->worst_choice, over);
}

static void add_row(contest *c, int k, const bench_work *work)
{
    const bench_runner *r = &c->runners[k];
    const solver *s = &c->solvers[k];
    bench_row row = {0};
    tridiag_describe(&row, c->setup);
    bench_put_text(&row, TRIDIAG_SOLVER, r->name);
    bench_put_format(&row, TRIDIAG_NAME, "%s%s", r->name, s->chosen ? " (auto)" : "");
    bench_put_boolean(&row, TRIDIAG_CHOSEN, s->chosen);
    bench_put_text(&row, TRIDIAG_BACKEND, s->backend);
    bench_put_work(&row, r, work, bench_best_peer(c->runners, c->count));
    if (s->chosen)
        judge_choice(c, r->best, best_of_ours(c), &row);
    const tridiag_figure *paper = tridiag_paper_figure(c->setup, r->name, s->backend);
    if (paper) {
        bench_put_real(&row, TRIDIAG_PAPER_SECONDS, paper->seconds);
        bench_put_text(&row, TRIDIAG_PAPER_WHAT, paper->what);
        bench_remark(&row, "paper: %.4g s, %.0f times as long: %s", paper->seconds,
                     paper->seconds / r->best, paper->what);
    }
    bench_add(c->b, &row);
}

static void add_rows(contest *c)
{
    const tridiag_setup *s = c->setup;
    const double unknowns = (double)s->n * (double)s->lines;
    const int words = s->matrix == SPATE_TRIDIAG_GENERAL ? 5 : 2;
    const bench_work work = {.items = unknowns,
                             .unit = "ns/unknown",
                             .bytes = unknowns * words * s->precision / 8,
                             .copy_gbs = ceiling_copy_of(c->b->backend, s->threads)};
    for (int k = 0; k < c->count; ++k)
        add_row(c, k, &work);
}

static int measure(contest *c)
{
    const tridiag_bench *wishes = c->b->kind->user;
    c->chosen = choice_of_auto(c);
    int code = add_all_ours(c);
    if (code != 0 && !c->arrays.device)
        return code;
    for (int k = 0; k < 2 && !c->setup->only_ours; ++k)
        add_peers(c, wishes->peers[k]);
    if (!c->arrays.device) {
        const spate_status status = bench_time(c->b, &c->pace, c->runners, c->count);
        if (status != SPATE_OK)
            return tool_failed(c->b->tool, status);
    }
    add_rows(c);
    return code;
}

/* s of a timed stretch. */
static double stretch(const bench *b, const tridiag_setup *s, int on_device)
{
    if (on_device)
        return s->only_ours ? 0.004 : b->quick ? 0.01 : 0.05;
    return b->quick || s->only_ours ? 0.02 : 0.1;
}

int tridiag_measure(bench *b, const void *setup)
{
    static contest c;
    const tridiag_setup *s = setup;
    const tri_device *device = arrays_device(b);
    c = (contest){.b = b, .setup = s};
    c.pace =
        (bench_pace){.enough = stretch(b, s, device != NULL), .first = 1, .most = 1000, .warm = 1};
    if (!bench_fits(b, tridiag_bytes(s), "%lld lines of %lld", (long long)s->lines,
                    (long long)s->n))
        return 0;
    const int ready = tridiag_arrays_make(s, device, &c.arrays);
    const int code =
        ready ? measure(&c)
              : tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld lines of %lld",
                           (long long)s->lines, (long long)s->n);
    for (int k = 0; k < c.count; ++k)
        spate_tridiag_destroy(c.solvers[k].t);
    tridiag_arrays_free(&c.arrays);
    return code;
}
