/* Times one cut of lines beside the uncut solve of the same lines, in turns. */
#include "bench/tridiag_cut.h"
#include "base/timers.h"

#include <math.h>

#include "backend/tridiag/device.h"
#include "base/context.h"
#include "bench/ceiling.h"
#include "parallel/comm.h"
#include "spate/tridiag_distributed.h"

enum { ARRAYS = 5, X = 4 }; /* a, b, c, d, x */

typedef struct trial {
    cut_wishes wish;
    spate_tool *tool;
    const tri_device *device; /* NULL: the host's memory */
    tridiag_setup setup;      /* n: rows of this rank */
    tridiag_data data, line;  /* line: one whole line, for its matrix */
    void *at[ARRAYS];         /* where solves find them: the host's or the device's */
    spate_tridiag *uncut;
    spate_tridiag_distributed *cut;
    const void *in[4][CUT_MOST_PARTS];
    void *x[CUT_MOST_PARTS];
} trial;

/* ---- where the lines are ---- */

static size_t bytes_of(const trial *t)
{
    return (size_t)t->data.values * (size_t)t->setup.precision / 8;
}

/* 0: no memory on the device. */
static int place_arrays(trial *t)
{
    void *const host[ARRAYS] = {t->data.a, t->data.b, t->data.c, t->data.d, t->data.x};
    for (int k = 0; k < ARRAYS; ++k) {
        t->at[k] = host[k];
        if (!t->device || !host[k])
            continue;
        t->at[k] = t->device->take(bytes_of(t));
        if (!t->at[k])
            return 0;
        t->device->copy(t->at[k], bytes_of(t), host[k], bytes_of(t), bytes_of(t), 1, NULL);
    }
    return 1;
}

static void release_arrays(const trial *t)
{
    for (int k = 0; k < ARRAYS && t->device; ++k)
        t->device->give(t->at[k]);
}

static void bring_x_back(const trial *t)
{
    if (t->device)
        t->device->copy(t->data.x, bytes_of(t), t->at[X], bytes_of(t), bytes_of(t), 1, NULL);
}

/* ---- solvers ---- */

/* First row of a part of the whole line; all parts of all ranks are alike. */
static int64_t cut_at(const trial *t, int64_t part)
{
    const int64_t chunks = (t->wish.setup.n + t->wish.chunk - 1) / t->wish.chunk;
    const int64_t all = (int64_t)t->wish.parts * t->tool->ranks;
    const int64_t row = chunks * part / all * t->wish.chunk;
    return part == all ? t->wish.setup.n : row;
}

static spate_status create_cut(trial *t)
{
    spate_tridiag_distributed_options o;
    spate_line_part parts[CUT_MOST_PARTS];
    const int64_t first = (int64_t)t->tool->rank * t->wish.parts, begin = cut_at(t, first);
    const size_t bytes = (size_t)t->setup.precision / 8;
    spate_tridiag_distributed_default_options(&o);
    o.matrix = t->setup.matrix;
    o.n = t->wish.setup.n;
    o.precision = t->setup.precision;
    o.threads = t->setup.threads;
    o.chunk = t->wish.chunk;
    o.reduced = t->wish.reduced;
    o.tolerance = t->wish.tolerance;
    o.scratch = t->wish.scratch;
    o.backend = t->device ? t->wish.device : "cpu";
    o.memory = t->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    for (int p = 0; p < t->wish.parts; ++p) {
        const int64_t row = cut_at(t, first + p), at = (row - begin) * t->data.lines.stride;
        parts[p] = (spate_line_part){0, row, t->data.lines};
        parts[p].lines.n = cut_at(t, first + p + 1) - row;
        for (int k = 0; k < 4; ++k)
            t->in[k][p] = t->at[k] ? (const char *)t->at[k] + (size_t)at * bytes : NULL;
        t->x[p] = (char *)t->at[X] + (size_t)at * bytes;
    }
    spate_status status =
        spate_tridiag_distributed_create(t->tool->ctx, &o, parts, t->wish.parts, &t->cut);
    double *const *m = t->line.matrix;
    if (status == SPATE_OK && o.matrix == SPATE_TRIDIAG_SHARED)
        status = spate_tridiag_distributed_set_matrix(t->cut, m[0], m[1], m[2]);
    if (status == SPATE_OK && o.matrix == SPATE_TRIDIAG_TOEPLITZ)
        status = spate_tridiag_distributed_set_toeplitz(t->cut, &t->line.toeplitz);
    return status == SPATE_OK ? spate_tridiag_distributed_setup(t->cut) : status;
}

/* The rows of this rank as if they were whole lines. */
static spate_status create_uncut(trial *t)
{
    spate_tridiag_options o;
    spate_tridiag_default_options(&o);
    o.matrix = t->setup.matrix;
    o.lines = t->data.lines;
    o.precision = t->setup.precision;
    o.threads = t->setup.threads;
    o.backend = t->device ? t->wish.device : "cpu";
    o.memory = t->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    spate_status status = spate_tridiag_create(t->tool->ctx, &o, &t->uncut);
    double *const *m = t->data.matrix;
    if (status == SPATE_OK && o.matrix == SPATE_TRIDIAG_SHARED)
        status = spate_tridiag_set_matrix(t->uncut, m[0], m[1], m[2]);
    if (status == SPATE_OK && o.matrix == SPATE_TRIDIAG_TOEPLITZ)
        status = spate_tridiag_set_toeplitz(t->uncut, &t->data.toeplitz);
    return status == SPATE_OK ? spate_tridiag_setup(t->uncut) : status;
}

static spate_status solve(const trial *t, int cut)
{
    void *const *at = t->at;
    const int general = t->setup.matrix == SPATE_TRIDIAG_GENERAL;
    if (!cut)
        return general ? spate_tridiag_solve(t->uncut, at[0], at[1], at[2], at[3], at[X])
                       : spate_tridiag_solve_many(t->uncut, at[3], at[X]);
    return general ? spate_tridiag_distributed_solve(t->cut, t->in[0], t->in[1], t->in[2], t->in[3],
                                                     t->x)
                   : spate_tridiag_distributed_solve_many(t->cut, t->in[3], t->x);
}

/* The slowest rank counts; all begin together. Solves of a device are queued and waited for together. */
static spate_status timed(const trial *t, int cut, int solves, double *seconds)
{
    *seconds = 0;
    comm_max(t->tool->ctx->comm, seconds, 1);
    const double begun = timers_now();
    for (int k = 0; k < solves; ++k)
        SPATE_TRY(solve(t, cut));
    SPATE_TRY(cut ? spate_tridiag_distributed_wait(t->cut) : spate_tridiag_wait(t->uncut));
    *seconds = (timers_now() - begun) / solves;
    comm_max(t->tool->ctx->comm, seconds, 1);
    return SPATE_OK;
}

static spate_status time_both(const trial *t, double *cut, double *uncut)
{
    const double enough = t->device ? 0.02 : 0; /* s in one stretch */
    double *const to[2] = {uncut, cut}, seconds;
    int solves[2] = {1, 1};
    uncut[0] = cut[0] = INFINITY;
    for (int r = -2; r < t->wish.repeat; ++r) /* pages and threads are there after the first */
        for (int k = 0; k < 2; ++k) {
            SPATE_TRY(timed(t, k, solves[k], &seconds));
            if (r < 0)
                solves[k] = 1 + (int)fmin(enough / seconds, 1000);
            else
                *to[k] = fmin(*to[k], seconds);
        }
    return SPATE_OK;
}

/* ---- the table ---- */

static void print_heads(const cut_table *out)
{
    printf("%-9s %-11s %-3s %6s %7s %3s %5s %5s %-10s %9s %7s %7s %5s %6s %6s %9s %9s\n", "matrix",
           "layout", "", "n", "lines", "thr", "ranks", "parts", "reduced", "ns/unkn.", "GB/s",
           "copy", "share", "moved", "uncut", "sent B", "residual");
    if (out->markdown)
        fputs(
            "| matrix | layout | | n | lines | threads | ranks | parts of each | reduced | ns/unknown | GB/s | copy | share "
            "| moved | uncut | sent B | residual |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            out->markdown);
}

static void print_row(const trial *t, cut_table *out, double cut, double uncut)
{
    spate_tridiag_distributed_stats stats;
    spate_tridiag_distributed_get_stats(t->cut, &stats);
    double sent = stats.sent_bytes;
    comm_max(t->tool->ctx->comm, &sent, 1);
    if (!(out->copy > 0))
        out->copy = ceiling_copy_of(out->backend, t->setup.threads);
    const double copy = out->copy;
    const double gbs = 1e-9 * stats.floor_bytes / cut;
    const double unknowns = (double)t->wish.setup.n * (double)t->setup.lines;
    const double residual = t->tool->ranks == 1 ? tridiag_residual(&t->setup, &t->data) : NAN;
    if (t->tool->rank != 0)
        return;
    if (out->rows++ == 0)
        print_heads(out);
    static const char *const formats[2] = {
        "%-9s %-11s f%d %6lld %7lld %3d %5d %5d %-10s %9.3f %7.2f %7.2f %4.0f%% %6.2f %6.2f %9.3g %9.2g\n",
        "| %s | %s | f%d | %lld | %lld | %d | %d | %d | %s | %.3f | %.2f | %.2f | %.0f %% | %.2f | %.2f | %.3g "
        "| %.2g |\n"};
    FILE *const files[2] = {stdout, out->markdown};
    for (int k = 0; k < 2; ++k)
        if (files[k])
            fprintf(files[k], formats[k], tridiag_class_names[t->setup.matrix],
                    tridiag_layout_names[t->setup.layout], t->setup.precision,
                    (long long)t->wish.setup.n, (long long)t->setup.lines, t->setup.threads,
                    t->tool->ranks, t->wish.parts, stats.reduced, 1e9 * cut / unknowns, gbs, copy,
                    100 * gbs / copy, stats.counted_bytes / stats.floor_bytes, cut / uncut, sent,
                    residual);
    fflush(stdout);
}

int cut_measure(const cut_wishes *wanted, cut_table *out)
{
    static trial t; /* its arrays of pointers are large */
    double cut, uncut;
    t = (trial){.wish = *wanted, .tool = out->tool, .setup = wanted->setup};
    t.setup.n = cut_at(&t, (int64_t)(t.tool->rank + 1) * t.wish.parts) -
                cut_at(&t, (int64_t)t.tool->rank * t.wish.parts);
    tridiag_setup one = t.setup;
    one.n = t.wish.setup.n;
    one.lines = 1;
    if (wanted->device)
        t.device = out->backend->tridiag ? out->backend->tridiag() : NULL;
    if (!tridiag_data_make(&t.setup, &t.data) || !tridiag_data_make(&one, &t.line) ||
        !place_arrays(&t))
        return tool_error(t.tool, SPATE_ERROR_MEMORY, "no memory for the lines");
    spate_status status = create_uncut(&t);
    if (status == SPATE_OK)
        status = create_cut(&t);
    if (status == SPATE_OK)
        status = time_both(&t, &cut, &uncut);
    bring_x_back(&t);
    if (status == SPATE_OK)
        print_row(&t, out, cut, uncut);
    spate_tridiag_destroy(t.uncut);
    spate_tridiag_distributed_destroy(t.cut);
    release_arrays(&t);
    tridiag_data_free(&t.data);
    tridiag_data_free(&t.line);
    return status == SPATE_OK ? 0 : tool_failed(t.tool, status);
}
