/* Times whole steps of the vector-invariant schemes: by the fewest words that they must move, and the
 * hundred steps of the paper. */
#include <math.h>

#include "bench/ceiling.h"
#include "bench/vector_invariant_time.h"
#include "run/sim.h"

/* Steps that are timed together. */
typedef struct whole_steps {
    vi_timed timed;
    int64_t steps;
} whole_steps;

static spate_status run_steps(bench_runner *r, int64_t count)
{
    const whole_steps *w = r->user;
    return spate_advance_steps(w->timed.sim, count * w->steps);
}

/* The run of a trial; *o: its options. */
static spate_status begin(const bench *b, const vi_bench_setup *s, const work_scheme *words,
                          spate_options *o, vi_timed *t)
{
    work_setup asked = {.scheme = words, .courant = (double)NAN};
    vi_bench_options(b, "ripple", s->n, o);
    o->precision = s->precision;
    work_adjust(o, &asked);
    return vi_time_begin(b, words->ops->about->name, o, t);
}

static scheme_iterations iterations_of(const spate_sim *sim)
{
    const scheme_iterations none = {.solves = 0};
    spate_stats stats;
    if (!sim->ops->iterations || spate_get_stats((spate_sim *)sim, &stats) != SPATE_OK)
        return none;
    const scheme_iterations all = sim->ops->iterations(sim->scheme);
    return work_iterations_of_a_step(&none, &all, (double)stats.steps);
}

static void add_row(bench *b, const vi_bench_setup *s, const spate_options *o,
                    const scheme_iterations *n, int64_t steps, const bench_runner *r)
{
    const vi_trial *t = s->trial;
    const double cells = (double)s->n * (double)s->n * (double)steps;
    const int threads = ((const vi_bench *)b->kind->user)->threads;
    const double words = scheme_words(o, n);
    bench_row row = {0};
    vi_time_describe(b, s, t->label, &row);
    bench_put_text(&row, VI_BENCH_OPTIONS, t->options);
    bench_put_integer(&row, VI_BENCH_STEPS, steps);
    bench_put_real(&row, BENCH_BEST, r->best);
    bench_put_real(&row, BENCH_MEDIAN, r->median);
    bench_put_real(&row, BENCH_RATE, 1e9 * r->best / cells);
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell/step");
    bench_put_real(&row, VI_BENCH_WORDS, words);
    bench_put_memory(&row, cells * words * s->precision / 8, ceiling_copy_of(b->backend, threads));
    if (t->seconds > 0 && s->n == s->study->n)
        bench_put_real(&row, VI_BENCH_PAPER_SECONDS, t->seconds);
    bench_put_text(&row, VI_BENCH_PAPER, s->study->source);
    bench_add(b, &row);
}

int vi_bench_whole(bench *b, const vi_bench_setup *s)
{
    static bench_runner r;
    static work_scheme words;
    const int together = s->study->steps;
    const double stretch = b->quick ? 0.02 : 0.3;
    const bench_pace pace = {.enough = stretch,
                             .first = 1,
                             .most = together > 1 ? 1 : 10000,
                             .warm = 1};
    whole_steps w = {.steps = together};
    spate_options o;
    int code = work_read_scheme(b, s->trial->options, &words);
    if (code != 0)
        return code;
    spate_status status = begin(b, s, &words, &o, &w.timed);
    r = (bench_runner){.user = &w, .run = run_steps, .residual = (double)NAN};
    if (status == SPATE_OK)
        status = bench_time(b, &pace, &r, 1);
    if (status == SPATE_OK) {
        const scheme_iterations n = iterations_of(w.timed.sim);
        add_row(b, s, &o, &n, together, &r);
    }
    spate_sim_destroy(w.timed.sim);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
