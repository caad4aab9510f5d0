/* Rows of the model. Nothing here is measured. */
#include <math.h>

#include "bench/scaling.h"

enum { MOST_PROCESSES = 64 };

/* One curve of the model. */
typedef struct curve {
    const char *series;
    const scaling_scheme *needs;
    scaling_machine machine;
    double alone; /* s of a step of one process by itself */
    int64_t edge; /* cells along a side: of the whole grid (strong), of one process (weak) */
    int weak, periodic, tiled;
    int threads; /* of a process */
} curve;

static scaling_grid grid_of(const curve *c, int processes)
{
    scaling_grid g = {.nx = c->edge,
                      .ny = c->edge,
                      .periodic = c->periodic,
                      .tile_x = c->tiled ? SPATE_TILE_X : 1,
                      .tile_y = c->tiled ? SPATE_TILE_Y : 1};
    scaling_process_grid(processes, &g.px, &g.py);
    if (c->weak) {
        g.nx *= g.px;
        g.ny *= g.py;
    }
    return g;
}

/* steps: the seconds of the row are those of so many. */
static bench_row row_of(bench *b, const curve *c, int processes, int steps)
{
    const scaling_grid g = grid_of(c, processes);
    const scaling_load l = scaling_largest_load(c->needs, &g);
    const scaling_time t = scaling_predict(&c->machine, &l);
    const double whole = processes == 1 ? c->alone : t.whole;
    const double efficiency =
        c->weak ? scaling_weak(c->alone, whole) : scaling_strong(c->alone, whole, processes);
    bench_row row = {0};
    bench_put_text(&row, SCALING_KERNEL, "scaling");
    bench_put_text(&row, SCALING_WHAT, "model");
    bench_put_text(&row, SCALING_SERIES, c->series);
    bench_put_text(&row, SCALING_REAL, c->needs->value_bytes == 8 ? "f64" : "f32");
    bench_put_text(&row, SCALING_MODE, c->weak ? "weak" : "strong");
    bench_put_format(&row, SCALING_GRID_TEXT, "%lldx%lld", (long long)g.nx, (long long)g.ny);
    bench_put_integer(&row, SCALING_NX, g.nx);
    bench_put_integer(&row, SCALING_NY, g.ny);
    bench_put_integer(&row, SCALING_RANKS, processes);
    bench_put_integer(&row, SCALING_PARTS, processes);
    bench_put_text(&row, SCALING_ORIGIN, "modelled");
    bench_put_real(&row, SCALING_MODEL_SECONDS, steps * whole);
    bench_put_real(&row, SCALING_EFFICIENCY, efficiency);
    bench_put_real(&row, SCALING_COMPUTE, steps * t.compute);
    bench_put_real(&row, SCALING_LATENCY, steps * t.latency);
    bench_put_real(&row, SCALING_TRANSFER, steps * t.transfer);
    bench_put_real(&row, SCALING_REDUCE, steps * t.reduce);
    bench_put_real(&row, SCALING_STAGE, steps * t.compute);
    bench_put_real(&row, SCALING_HALO, steps * (t.latency + t.transfer));
    bench_put_integer(&row, SCALING_THREADS, c->threads);
    bench_put_real(&row, SCALING_MESSAGES, l.messages);
    bench_put_real(&row, SCALING_SENT, l.bytes);
    bench_put_real(&row, SCALING_REDUCTIONS, l.reductions);
    scaling_add_point(b->kind->user, c->series, c->weak, 1, processes, efficiency);
    return row;
}

/* ---- the published machine ---- */

static void add_paper_row(bench *b, const curve *c, const double *seconds, int n)
{
    const int gpus = scaling_gpus[n];
    bench_row row = row_of(b, c, gpus, SCALING_PAPER_STEPS);
    const double model = row.values[SCALING_MODEL_SECONDS].real;
    bench_put_real(&row, SCALING_PAPER_SECONDS, seconds[n]);
    bench_put_real(&row, SCALING_PAPER_EFFICIENCY,
                   c->weak ? scaling_weak(seconds[0], seconds[n])
                           : scaling_strong(seconds[0], seconds[n], gpus));
    if (gpus == 1)
        bench_remark(&row, "given: the kernel rate");
    else
        bench_put_real(&row, SCALING_DIFFERENCE, model / seconds[n] - 1);
    bench_add(b, &row);
}

static void add_paper_points(const bench *b, const scaling_table *t, int weak)
{
    char series[64];
    const double *seconds = weak ? t->weak : t->strong;
    snprintf(series, sizeof series, "%s", t->name);
    for (int n = 0; n < SCALING_COUNTS_OF_GPUS; ++n)
        scaling_add_point(b->kind->user, series, weak, 0, scaling_gpus[n],
                          weak ? scaling_weak(seconds[0], seconds[n])
                               : scaling_strong(seconds[0], seconds[n], scaling_gpus[n]));
}

/* Halo exchanges by the latency and bandwidth that are fitted to them. */
static void add_halo_row(bench *b, const scaling_halo_time *t)
{
    const int side = (int)lround(sqrt(t->gpus));
    const scaling_load l = scaling_halo_load(t);
    scaling_machine m = {.rate = (double)INFINITY};
    bench_row row = {0};
    scaling_paper_network(&m.latency, &m.bandwidth);
    const scaling_time one = scaling_predict(&m, &l);
    const double model = SCALING_PAPER_EXCHANGES * one.whole;
    bench_put_text(&row, SCALING_KERNEL, "scaling");
    bench_put_text(&row, SCALING_WHAT, "halo");
    bench_put_text(&row, SCALING_SERIES, "one field");
    bench_put_text(&row, SCALING_REAL, "f64");
    bench_put_text(&row, SCALING_MODE, t->weak ? "weak" : "strong");
    bench_put_format(&row, SCALING_GRID_TEXT, "%dx%d", side * t->edge, side * t->edge);
    bench_put_integer(&row, SCALING_NX, side * t->edge);
    bench_put_integer(&row, SCALING_NY, side * t->edge);
    bench_put_integer(&row, SCALING_RANKS, t->gpus);
    bench_put_integer(&row, SCALING_PARTS, t->gpus);
    bench_put_text(&row, SCALING_ORIGIN, "modelled");
    bench_put_real(&row, SCALING_PAPER_SECONDS, t->seconds);
    bench_put_real(&row, SCALING_MODEL_SECONDS, model);
    bench_put_real(&row, SCALING_DIFFERENCE, model / t->seconds - 1);
    bench_put_real(&row, SCALING_LATENCY, SCALING_PAPER_EXCHANGES * one.latency);
    bench_put_real(&row, SCALING_TRANSFER, SCALING_PAPER_EXCHANGES * one.transfer);
    bench_put_real(&row, SCALING_SENT, l.bytes);
    bench_add(b, &row);
}

int scaling_predict_paper(bench *b, const scaling_setup *s)
{
    const scaling_table *t = s->table;
    for (const scaling_halo_time *h = scaling_halo_times; !t && h->gpus > 0; ++h)
        add_halo_row(b, h);
    if (!t)
        return 0;
    const double *seconds = s->weak ? t->weak : t->strong;
    const double alone = seconds[0] / SCALING_PAPER_STEPS;
    curve c = {.series = t->name,
               .needs = &t->scheme,
               .alone = alone,
               .edge = SCALING_PAPER_EDGE,
               .weak = s->weak,
               .periodic = 1,
               .threads = 1};
    c.machine.rate = (double)SCALING_PAPER_EDGE * SCALING_PAPER_EDGE / alone;
    scaling_paper_network(&c.machine.latency, &c.machine.bandwidth);
    for (int n = 0; n < SCALING_COUNTS_OF_GPUS; ++n)
        add_paper_row(b, &c, seconds, n);
    add_paper_points(b, t, s->weak);
    return 0;
}

/* ---- this machine and a cluster ---- */

static void add_rows(bench *b, const curve *c, int first)
{
    for (int processes = first; processes <= MOST_PROCESSES; processes *= 2) {
        bench_row row = row_of(b, c, processes, 1);
        if (c->needs->exchanges > 0 || processes == 1)
            bench_add(b, &row);
    }
}

/* Rates of this machine: of one process by itself, and of one while all compute. */
static int predict_here(bench *b, const scaling_setup *s, curve *c)
{
    const scaling_bench *w = b->kind->user;
    scaling_setup base = *s;
    base.kind = SCALING_STEP;
    base.parts_x = base.parts_y = 1;
    base.nx = base.ny = w->n;
    base.members = SCALING_BUSY;
    c->alone = scaling_recall_alone(w, &base) * (double)(w->n * w->n) / s->threads;
    c->machine.rate = (double)(w->n * w->n) / scaling_recall(w, &base);
    c->machine.latency = w->latency;
    c->machine.bandwidth = w->bandwidth;
    if (isnan(c->alone) || isnan(c->machine.rate))
        return 0;
    add_rows(b, c, 2);
    return 0;
}

/* Kernels that reach a share of the copy bandwidth by the fewest words. What a step needs is counted
 * here, on a small grid in parts. */
static int predict_cluster(bench *b, const scaling_setup *s, curve *c)
{
    const scaling_bench *w = b->kind->user;
    const spate_options o = scaling_options(b, s);
    const scheme_iterations *n = &w->iterations[s->scheme - w->schemes.scheme];
    const double bytes = scheme_words(&o, n) * w->precision / 8;
    c->machine.rate = 1e9 * w->copy_gbs_of_cluster * w->kernel_share / bytes;
    c->machine.latency = 1e-6 * w->latency_us;
    c->machine.bandwidth = 1e9 * w->network_gbs;
    c->alone = (double)(c->edge * c->edge) / c->machine.rate;
    add_rows(b, c, 1);
    return 0;
}

int scaling_predict_scheme(bench *b, const scaling_setup *s)
{
    scaling_bench *w = b->kind->user;
    const scaling_scheme *needs = &w->needs[s->scheme - w->schemes.scheme];
    curve c = {.series = s->scheme->text,
               .needs = needs,
               .edge = w->n,
               .weak = s->weak,
               .tiled = 1,
               .threads = s->threads};
    if (w->modelled && !(needs->exchanges > 0)) {
        const int code = scaling_count_needs(b, s);
        if (code != 0)
            return code;
    }
    return w->modelled ? predict_cluster(b, s, &c) : predict_here(b, s, &c);
}
