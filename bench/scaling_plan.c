/* Which runs the benchmark of scaling makes. A comparison follows what it is compared with. */
#include <string.h>

#include "base/cores.h"
#include "bench/scaling.h"

typedef struct plan {
    const bench *b;
    const scaling_bench *w;
    scaling_setup *setups;
    int count, room;
} plan;

static void add(plan *p, scaling_setup s)
{
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

static int wants(const plan *p, const char *set)
{
    return !p->w->set || strcmp(p->w->set, "all") == 0 || strcmp(p->w->set, set) == 0;
}

/* Of each process. On a GPU threads are of no use. */
static int threads_of(const bench *b)
{
    const int all = b->threads > 0       ? b->threads
                    : b->tool->ranks > 1 ? cores_usable() / comm_local_size(b->tool->ctx->comm)
                                         : b->max_threads;
    return b->backend->mirrored || all < 1 ? 1 : all;
}

/* ---- threads and parts of one process ---- */

/* 2, 4, 8 ... and `most`. */
static int next_count(int k, int most)
{
    return 2 * k < most || k == most ? 2 * k : most;
}

static void add_parts(plan *p, scaling_setup s, int parts)
{
    scaling_process_grid(parts, &s.parts_x, &s.parts_y);
    if (s.weak) {
        s.nx *= s.parts_x;
        s.ny *= s.parts_y;
    }
    add(p, s);
}

/* s: the run of one thread. */
static void add_process(plan *p, scaling_setup s, int threads)
{
    const scaling_setup alone = s;
    add(p, s);
    s.members = SCALING_GROUP;
    for (int t = 2; t <= threads; t = next_count(t, threads)) {
        s.threads = t;
        add(p, s);
    }
    s.threads = threads;
    for (int k = 2; k <= p->w->parts; k = next_count(k, (int)p->w->parts))
        add_parts(p, s, k);
    s.weak = 1;
    for (int t = 2; t <= threads && s.kind == SCALING_STEP; t = next_count(t, threads)) {
        int px, py;
        scaling_process_grid(t, &px, &py);
        s.threads = t;
        s.nx = px * alone.nx;
        s.ny = py * alone.ny;
        s.parts_x = s.parts_y = 1;
        add(p, s);
        s.parts_x = px;
        s.parts_y = py;
        add(p, s);
    }
}

/* ---- ranks ---- */

static void add_ranks(plan *p, scaling_setup s, int threads)
{
    const int ranks = p->b->tool->ranks;
    add(p, s);
    s.threads = threads;
    if (s.kind == SCALING_STEP) {
        s.members = SCALING_BUSY;
        add(p, s);
    }
    s.members = SCALING_GROUP;
    add_parts(p, s, ranks);
    if (s.kind != SCALING_STEP)
        return;
    s.weak = 1;
    add_parts(p, s, ranks);
}

static void add_all(plan *p, scaling_setup s)
{
    const int threads = threads_of(p->b);
    s.members = SCALING_ALONE;
    s.threads = s.parts_x = s.parts_y = 1;
    if (p->b->tool->ranks > 1)
        add_ranks(p, s, threads);
    else
        add_process(p, s, threads);
}

/* ---- the plan ---- */

/* Parts of an exchange are whole tiles, in the smallest of the sizes, too. */
static void add_link(plan *p)
{
    enum { LEAST = 256, MOST = 4096 /* larger exchanges come from longer grids */ };
    const int64_t n = p->w->n < LEAST ? LEAST : p->w->n < MOST ? p->w->n : MOST;
    scaling_setup s = {.kind = SCALING_LINK,
                       .scheme = &p->w->schemes.scheme[0],
                       .members = SCALING_GROUP,
                       .threads = threads_of(p->b),
                       .parts_x = 2,
                       .parts_y = 2,
                       .nx = n,
                       .ny = n};
    add(p, s);
}

static void add_predictions(plan *p)
{
    const scaling_bench *w = p->w;
    for (int n = 0; n < w->schemes.schemes; ++n)
        for (int weak = 0; weak < 2; ++weak)
            add(p, (scaling_setup){.kind = SCALING_PREDICT,
                                   .scheme = &w->schemes.scheme[n],
                                   .threads = threads_of(p->b),
                                   .weak = weak});
}

static void add_tables(plan *p)
{
    for (int weak = 0; weak < 2; ++weak)
        for (const scaling_table *t = scaling_tables; t->name; ++t)
            add(p, (scaling_setup){.kind = SCALING_PAPER, .table = t, .weak = weak});
    add(p, (scaling_setup){.kind = SCALING_PAPER});
}

/* As many rounds as there is room for, and for predictions. Only the last one is shown. */
static void repeat_rounds(plan *p)
{
    const int once = p->count, predictions = 2 * p->w->schemes.schemes;
    for (int64_t k = 1; k < p->w->rounds && p->count + once + predictions <= p->room; ++k) {
        memcpy(p->setups + p->count, p->setups, (size_t)once * sizeof *p->setups);
        for (int n = 0; n < once; ++n) {
            p->setups[p->count - once + n].silent = 1;
            p->setups[p->count + n].silent = 0;
        }
        p->count += once;
    }
}

static void add_measured(plan *p)
{
    const scaling_bench *w = p->w;
    if (wants(p, "steps")) {
        add_link(p);
        for (int n = 0; n < w->schemes.schemes; ++n)
            add_all(p, (scaling_setup){.kind = SCALING_STEP,
                                       .scheme = &w->schemes.scheme[n],
                                       .nx = w->n,
                                       .ny = w->n});
    }
    for (int k = 0; k < SCALING_SYSTEMS && wants(p, "cg"); ++k)
        if (!w->system || strcmp(w->system, "all") == 0 ||
            strcmp(w->system, scaling_systems[k]) == 0)
            add_all(p,
                    (scaling_setup){.kind = SCALING_CG, .system = k, .nx = w->cg_n, .ny = w->cg_n});
    repeat_rounds(p);
    if (wants(p, "steps") && p->b->tool->ranks > 1)
        add_predictions(p);
}

int scaling_plan(const bench *b, void *setups, int room)
{
    const scaling_bench *w = b->kind->user;
    plan p = {b, w, setups, 0, room};
    if (!w->modelled)
        add_measured(&p);
    else if (strcmp(w->machine, "emerald-m2090") == 0)
        add_tables(&p);
    else
        add_predictions(&p);
    return p.count;
}
