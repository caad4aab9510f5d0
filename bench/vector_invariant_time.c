/* How kernels and parts of a step are timed, and what their rows have in common. */
#include "bench/vector_invariant_time.h"

#include <math.h>

#include "run/sim.h"

/* The best time of one run of what is vi_timed, s. */
spate_status vi_time(const bench *b, vi_timed *t,
                     spate_status (*run)(bench_runner *r, int64_t count), bench_runner *r)
{
    const double stretch = b->quick ? 0.02 : 0.3;
    const bench_pace pace = {
        .enough = stretch, .first = 1, .most = 10000, .warm = 1, .limit = 4 * stretch * b->repeat};
    *r = (bench_runner){.user = t, .run = run, .residual = (double)NAN};
    return bench_time(b, &pace, r, 1);
}

spate_status vi_time_begin(const bench *b, const char *scheme, spate_options *o, vi_timed *t)
{
    o->scheme = scheme;
    o->dt_max = 0.1 * o->dx;
    spate_status status = vi_bench_start(b, "ripple", o, &t->sim);
    if (status == SPATE_OK)
        status = spate_advance_steps(t->sim, 2);
    t->k = status == SPATE_OK ? t->sim->scheme : NULL;
    return status;
}

void vi_time_describe(const bench *b, const vi_bench_setup *s, const char *what, bench_row *row)
{
    const vi_bench *w = b->kind->user;
    bench_put_text(row, VI_BENCH_KERNEL, "vector-invariant");
    bench_put_text(row, VI_BENCH_STUDY,
                   s->study             ? s->study->name
                   : s->kind == VI_STEP ? "step"
                                        : "kernels");
    bench_put_text(row, VI_BENCH_WHAT, what);
    bench_put_text(row, VI_BENCH_BACKEND, b->backend->name);
    bench_put_text(row, VI_BENCH_REAL, s->precision == 32 ? "f32" : "f64");
    bench_put_integer(row, VI_BENCH_N, s->n);
    bench_put_integer(row, VI_BENCH_THREADS, w->threads);
}

void vi_time_put_paper(const vi_bench_setup *s, double ms, const char *what, bench_row *row)
{
    if (ms > 0 && s->n == VI_PAPER_EDGE)
        bench_put_real(row, VI_BENCH_PAPER_SECONDS, 1e-3 * ms);
    bench_put_text(row, VI_BENCH_PAPER, what);
}
