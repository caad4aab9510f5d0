/* Rows of steps and of halo exchanges. */
#include <math.h>

#include "bench/scaling.h"

static void describe(const bench *b, const scaling_setup *s, const char *what, bench_row *row)
{
    const scaling_bench *w = b->kind->user;
    bench_put_text(row, SCALING_KERNEL, "scaling");
    bench_put_text(row, SCALING_WHAT, what);
    bench_put_text(row, SCALING_SERIES, s->scheme->text);
    bench_put_text(row, SCALING_REAL, w->precision == 32 ? "f32" : "f64");
    bench_put_text(row, SCALING_BACKEND, b->backend->name);
    bench_put_text(row, SCALING_MODE,
                   s->members == SCALING_ALONE  ? "alone"
                   : s->members == SCALING_BUSY ? "all alone"
                   : s->weak                    ? "weak"
                                                : "strong");
    bench_put_format(row, SCALING_GRID_TEXT, "%lldx%lld", (long long)s->nx, (long long)s->ny);
    bench_put_integer(row, SCALING_NX, s->nx);
    bench_put_integer(row, SCALING_NY, s->ny);
    bench_put_integer(row, SCALING_RANKS, scaling_processes(b, s));
    bench_put_integer(row, SCALING_PARTS, (int64_t)s->parts_x * s->parts_y);
    bench_put_integer(row, SCALING_THREADS, s->threads);
    bench_put_text(row, SCALING_ORIGIN, "measured");
}

static void put_counts(const scaling_counts *c, bench_row *row)
{
    bench_put_real(row, SCALING_EXCHANGES, c->exchanges);
    bench_put_real(row, SCALING_FIELDS, c->fields);
    bench_put_real(row, SCALING_MESSAGES, c->messages + c->copies);
    bench_put_real(row, SCALING_SENT, c->bytes + c->copied_bytes);
    bench_put_real(row, SCALING_REDUCTIONS, c->reductions);
}

/* Efficiency and model; a point of the picture. */
static void compare(bench *b, const scaling_setup *s, const scaling_counts *counts, double seconds,
                    bench_row *row)
{
    scaling_bench *w = b->kind->user;
    const double efficiency = scaling_efficiency(b, s, seconds);
    bench_put_real(row, SCALING_EFFICIENCY, efficiency);
    bench_put_real(row, SCALING_MODEL_SECONDS, scaling_expected(b, s, counts));
    if (s->members != SCALING_BUSY)
        scaling_add_point(w, s->scheme->text, s->weak, 0, scaling_processes(b, s) * s->threads,
                          efficiency);
}

void scaling_add_step_row(bench *b, const scaling_best *best)
{
    const scaling_bench *w = b->kind->user;
    const scaling_setup *s = &best->setup;
    const spate_options options = scaling_options(b, s);
    const scheme_description *about = s->scheme->ops->about;
    const int several = s->members == SCALING_BUSY ? b->tool->ranks : 1;
    const double cells = (double)s->nx * (double)s->ny * several;
    bench_row row = {0};
    describe(b, s, "step", &row);
    put_counts(&best->counts, &row);
    bench_put_real(&row, BENCH_BEST, best->seconds);
    bench_put_real(&row, BENCH_MEDIAN, best->median);
    bench_put_real(&row, SCALING_STAGE, best->sections[SPATE_SECTION_STAGE]);
    bench_put_real(&row, SCALING_HALO, best->sections[SPATE_SECTION_HALO]);
    bench_put_real(&row, SCALING_REDUCE, best->sections[SPATE_SECTION_REDUCE]);
    bench_put_real(&row, BENCH_RATE, 1e9 * best->seconds / cells);
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell");
    bench_put_memory(&row,
                     cells * scheme_words(&options, &best->counts.iterations) * w->precision / 8,
                     scaling_copy(b, s));
    if (about->operations)
        bench_put_real(&row, SCALING_GFLOPS,
                       1e-9 * cells * about->operations(&options) / best->seconds);
    compare(b, s, &best->counts, best->seconds, &row);
    bench_add(b, &row);
}

void scaling_add_halo_row(bench *b, const scaling_best *best)
{
    const scaling_setup *s = &best->setup;
    const double gbs = 1e-9 * best->counts.bytes / best->seconds, copy = scaling_copy(b, s);
    bench_row row = {0};
    describe(b, s, "halo", &row);
    bench_put_real(&row, BENCH_BEST, best->seconds);
    bench_put_real(&row, BENCH_MEDIAN, best->median);
    bench_put_real(&row, SCALING_EXCHANGES, best->counts.exchanges);
    bench_put_real(&row, SCALING_FIELDS, best->counts.fields);
    bench_put_real(&row, SCALING_MESSAGES, best->counts.messages);
    bench_put_real(&row, SCALING_SENT, best->counts.bytes);
    bench_put_real(&row, BENCH_GBS, gbs);
    bench_put_real(&row, BENCH_COPY, copy);
    bench_put_real(&row, BENCH_SHARE, 2 * gbs / copy); /* a byte that is sent is read and written */
    bench_add(b, &row);
}
