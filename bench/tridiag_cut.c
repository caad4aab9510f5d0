/* Times one cut of lines beside the uncut solve of the same lines, in turns. */
#include "bench/tridiag_cut.h"

#include <math.h>

#include "base/context.h"
#include "bench/ceiling.h"
#include "parallel/comm.h"
#include "spate/tridiag_distributed.h"

enum { UNCUT, CUT, SIDES };

typedef struct trial {
    bench *b;
    cut_bench *k;
    tridiag_setup whole, setup; /* of whole lines; n: rows of this rank */
    int parts;                  /* of each rank */
    tridiag_arrays arrays;
    tridiag_data line; /* one whole line, for its matrix */
    spate_tridiag *uncut;
    spate_tridiag_distributed *cut;
    const void *in[4][CUT_MOST_PARTS];
    void *x[CUT_MOST_PARTS];
    bench_runner sides[SIDES];
} trial;

/* ---- solvers ---- */

/* First row of a part of the whole line; all parts of all ranks are alike. */
static int64_t cut_at(const trial *t, int64_t part)
{
    const int64_t chunks = (t->whole.n + t->k->chunk - 1) / t->k->chunk;
    const int64_t all = (int64_t)t->parts * t->b->tool->ranks;
    const int64_t row = chunks * part / all * t->k->chunk;
    return part == all ? t->whole.n : row;
}

static spate_status create_cut(trial *t)
{
    spate_tridiag_distributed_options o;
    spate_line_part parts[CUT_MOST_PARTS];
    const int64_t first = (int64_t)t->b->tool->rank * t->parts, begin = cut_at(t, first);
    const size_t bytes = (size_t)t->setup.precision / 8;
    spate_tridiag_distributed_options_default(&o);
    o.matrix = t->setup.matrix;
    o.n = t->whole.n;
    o.precision = t->setup.precision;
    o.threads = t->setup.threads;
    o.chunk = t->k->chunk;
    o.reduced = t->k->reduced;
    o.tolerance = t->k->tolerance;
    o.scratch = t->k->scratch;
    o.backend = t->b->backend_name;
    o.memory = t->arrays.device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    for (int p = 0; p < t->parts; ++p) {
        const int64_t row = cut_at(t, first + p), at = (row - begin) * t->arrays.host.lines.stride;
        parts[p] = (spate_line_part){0, row, t->arrays.host.lines};
        parts[p].lines.n = cut_at(t, first + p + 1) - row;
        for (int k = 0; k < 4; ++k)
            t->in[k][p] =
                t->arrays.at[k] ? (const char *)t->arrays.at[k] + (size_t)at * bytes : NULL;
        t->x[p] = (char *)t->arrays.at[TRIDIAG_X] + (size_t)at * bytes;
    }
    spate_status status =
        spate_tridiag_distributed_create(t->b->tool->ctx, &o, parts, t->parts, &t->cut);
    double *const *m = t->line.matrix;
    if (status == SPATE_OK && o.matrix == SPATE_TRIDIAG_SHARED)
        status = spate_tridiag_distributed_set_matrix(t->cut, m[0], m[1], m[2]);
    if (status == SPATE_OK && o.matrix == SPATE_TRIDIAG_TOEPLITZ)
        status = spate_tridiag_distributed_set_toeplitz(t->cut, &t->line.toeplitz);
    return status == SPATE_OK ? spate_tridiag_distributed_setup(t->cut) : status;
}

static spate_status run_uncut(bench_runner *r, int64_t count)
{
    const trial *t = r->user;
    return tridiag_solve(t->uncut, &t->setup, &t->arrays, count);
}

static spate_status run_cut(bench_runner *r, int64_t count)
{
    const trial *t = r->user;
    for (int64_t k = 0; k < count; ++k)
        SPATE_TRY(t->setup.matrix == SPATE_TRIDIAG_GENERAL
                      ? spate_tridiag_distributed_solve(t->cut, t->in[0], t->in[1], t->in[2],
                                                        t->in[3], t->x)
                      : spate_tridiag_distributed_solve_many(t->cut, t->in[3], t->x));
    return spate_tridiag_distributed_wait(t->cut);
}

/* ---- the row ---- */

static void add_row(trial *t)
{
    spate_tridiag_distributed_stats stats;
    bench_runner *cut = &t->sides[CUT];
    bench_row row = {0};
    spate_tridiag_distributed_get_stats(t->cut, &stats);
    double sent = stats.sent_bytes;
    comm_max(t->b->tool->ctx->comm, &sent, 1);
    if (!(t->k->copy_gbs > 0))
        t->k->copy_gbs = ceiling_copy_of(t->b->backend, t->setup.threads);
    cut->residual = NAN;
    if (t->b->tool->ranks == 1) {
        tridiag_arrays_fetch(&t->arrays);
        cut->residual = tridiag_residual(&t->setup, &t->arrays.host);
    }
    const bench_work work = {.items = (double)t->whole.n * (double)t->whole.lines,
                             .unit = "ns/unknown",
                             .bytes = stats.floor_bytes,
                             .copy_gbs = t->k->copy_gbs};
    tridiag_describe(&row, &t->whole);
    bench_put_text(&row, TRIDIAG_KERNEL, "tridiag-distributed");
    bench_put_text(&row, TRIDIAG_BACKEND, t->b->backend->name);
    bench_put_work(&row, cut, &work, NULL);
    bench_put_integer(&row, TRIDIAG_RANKS, t->b->tool->ranks);
    bench_put_integer(&row, TRIDIAG_PARTS, t->parts);
    bench_put_text(&row, TRIDIAG_REDUCED, stats.reduced);
    bench_put_real(&row, TRIDIAG_MOVED, stats.counted_bytes / stats.floor_bytes);
    bench_put_real(&row, TRIDIAG_OVER_UNCUT, cut->best / t->sides[UNCUT].best);
    bench_put_real(&row, TRIDIAG_SENT, sent);
    bench_add(t->b, &row);
}

static spate_status measure(trial *t)
{
    const bench_pace pace = {.enough = t->arrays.device ? 0.02 : 0,
                             .first = 1,
                             .most = 1000,
                             .warm = 1};
    t->sides[UNCUT] = (bench_runner){.name = "uncut", .user = t, .run = run_uncut};
    t->sides[CUT] = (bench_runner){.name = "cut", .user = t, .run = run_cut};
    /* The rows of this rank as if they were whole lines. */
    SPATE_TRY(tridiag_create(t->b, &t->setup, &t->arrays, "auto", &t->uncut));
    const double begun = timers_now();
    SPATE_TRY(create_cut(t));
    t->sides[CUT].setup_seconds = timers_now() - begun;
    SPATE_TRY(bench_time(t->b, &pace, t->sides, SIDES));
    add_row(t);
    return SPATE_OK;
}

int cut_measure(bench *b, const void *setup)
{
    static trial t; /* its arrays of pointers are large */
    const cut_setup *s = setup;
    t = (trial){
        .b = b, .k = b->kind->user, .whole = s->setup, .setup = s->setup, .parts = s->parts};
    t.setup.n = cut_at(&t, (int64_t)(b->tool->rank + 1) * t.parts) -
                cut_at(&t, (int64_t)b->tool->rank * t.parts);
    tridiag_setup one = t.whole;
    one.lines = 1;
    const int ready = tridiag_data_make(&one, &t.line) &&
                      tridiag_arrays_make(&t.setup, arrays_device(b), &t.arrays);
    const spate_status status = ready ? measure(&t) : SPATE_OK;
    spate_tridiag_destroy(t.uncut);
    spate_tridiag_distributed_destroy(t.cut);
    tridiag_arrays_free(&t.arrays);
    tridiag_data_free(&t.line);
    if (!ready)
        return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for the lines");
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
