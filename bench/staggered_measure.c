/* Times steps of the staggered scheme through the public interface. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/staggered.h"
#include "schemes/description.h"

static const double SIDE = 200, DEPTH = 1, MANNING = 0.03;

/* Words that a cell and stage must move: reads h, u, v and the bed, writes h, u and v. */
enum { WORDS = 7 };

/* ---- the basin ---- */

/* Factors of the basin along x (and y, which has the same cells) at centres and edges of cells: to call
 * exp and cos for each of 8192 x 8192 cells takes half a minute. */
typedef struct basin {
    int terms;
    int64_t halves; /* half cells along a side */
    /* at half cell 0 ... halves: of the hill along x and y, of the drop along x and y, of the waves */
    double *hill, *abreast, *drop, *across, *wave;
} basin;

static double bump(double x, double at, double width)
{
    return exp(-0.5 * ((x - at) / width) * ((x - at) / width));
}

static size_t half_cell(const basin *b, double x)
{
    const double at = x / SIDE * (double)b->halves + 0.5;
    return at < 0 ? 0 : (size_t)(at < (double)b->halves ? at : (double)b->halves);
}

static double bed(double x, double y, void *user)
{
    const basin *b = user;
    if (b->terms == STAGGERED_GRAVITY)
        return -DEPTH;
    return -DEPTH + 1.03 * DEPTH * b->hill[half_cell(b, x)] * b->abreast[half_cell(b, y)];
}

/* Beside the drop, waves as long as the basin: no tile is at rest. */
static double level(double x, double y, void *user)
{
    const basin *b = user;
    const size_t i = half_cell(b, x), j = half_cell(b, y);
    return 0.1 * b->drop[i] * b->across[j] + 0.01 * b->wave[i] * b->wave[j];
}

static int make_basin(basin *b, const staggered_setup *s)
{
    const double k = 2 * 3.14159265358979 / SIDE;
    *b = (basin){.terms = (int)s->terms, .halves = 2 * s->n};
    const size_t count = (size_t)b->halves + 1;
    b->hill = malloc(5 * count * sizeof *b->hill);
    if (!b->hill)
        return 0;
    b->abreast = b->hill + count;
    b->drop = b->abreast + count;
    b->across = b->drop + count;
    b->wave = b->across + count;
    for (size_t n = 0; n < count; ++n) {
        const double x = SIDE * (double)n / (double)b->halves;
        b->hill[n] = bump(x, 0.6 * SIDE, 20);
        b->abreast[n] = bump(x, 0.5 * SIDE, 20);
        b->drop[n] = bump(x, 0.3 * SIDE, 10);
        b->across[n] = bump(x, 0.5 * SIDE, 10);
        b->wave[n] = cos(k * x);
    }
    return 1;
}

static spate_options options_of(const bench *b, const staggered_setup *s)
{
    spate_options o;
    spate_options_default(&o);
    if (!s->is_peer)
        o.scheme = "staggered";
    o.nx = o.ny = s->n;
    o.dx = o.dy = SIDE / (double)s->n;
    o.backend = b->backend_name;
    o.isa = ((const staggered_bench *)b->kind->user)->isa;
    o.precision = s->precision;
    o.threads = s->threads;
    o.ordering = s->ordering;
    o.advection = s->terms == STAGGERED_GRAVITY ? SPATE_ADVECT_NONE : SPATE_ADVECT_CENTRAL;
    o.friction = s->terms == STAGGERED_GRAVITY ? SPATE_FRICTION_NONE : SPATE_FRICTION_MANNING;
    o.friction_coefficient = s->terms == STAGGERED_GRAVITY ? 0 : MANNING;
    o.skip_still = 0;
    return o;
}

/* The kernels read it when a simulation is created. */
static void ask_for_strip(staggered_strip strip)
{
    char setting[32];
    if (!strip.threads && !strip.rows)
        return;
    snprintf(setting, sizeof setting, "%d,%d", strip.threads, strip.rows);
    setenv("SPATE_CUDA_STRIP", setting, 1);
}

static spate_status create(const bench *b, const staggered_setup *s, spate_sim **sim)
{
    basin around;
    const spate_options o = options_of(b, s);
    ask_for_strip(s->strip);
    if (!make_basin(&around, s))
        return SPATE_ERROR_MEMORY;
    spate_status status = spate_sim_create(b->tool->ctx, &o, sim);
    if (s->strip.threads || s->strip.rows)
        unsetenv("SPATE_CUDA_STRIP");
    if (status == SPATE_OK)
        status = spate_set_bed(*sim, bed, &around);
    if (status == SPATE_OK)
        status = spate_set_level(*sim, level, &around);
    free(around.hill);
    return status;
}

/* ---- times ---- */

static spate_status run_steps(bench_runner *r, int64_t count)
{
    return spate_advance_steps(r->user, count);
}

static spate_status time_steps(const bench *b, spate_sim *sim, bench_runner *r)
{
    const staggered_bench *w = b->kind->user;
    const double stretch = b->quick ? 0.05 : b->backend->mirrored ? 0.25 : 0.5;
    const bench_pace pace = {.enough = stretch,
                             .first = 2,
                             .most = w->steps,
                             .warm = 1,
                             .limit = 4 * stretch * b->repeat};
    r->user = sim;
    r->run = run_steps;
    return bench_time(b, &pace, r, 1);
}

/* ---- rows ---- */

/* The peer of the same grid, terms, precision and threads came before. */
static void compare_with_peer(staggered_bench *w, const staggered_setup *s, const char *scheme,
                              double seconds, bench_row *row)
{
    const staggered_setup *p = &w->peer;
    if (s->is_peer) {
        w->peer = *s;
        w->peer_name = scheme;
        w->peer_seconds = seconds;
    } else if (w->peer_seconds > 0 && p->n == s->n && p->terms == s->terms &&
               p->precision == s->precision && p->threads == s->threads) {
        bench_put_peer(row, w->peer_name, w->peer_seconds);
    }
}

static void describe(const staggered_setup *s, const spate_stats *stats, bench_row *row)
{
    bench_put_text(row, STAGGERED_KERNEL, "staggered");
    if (!s->is_peer) {
        bench_put_text(row, STAGGERED_ORDERING, staggered_ordering_names[s->ordering]);
        bench_put_real(row, STAGGERED_THESIS_GPU, 1e-3 * staggered_thesis_gpu(s->n, s->ordering));
        bench_put_real(row, STAGGERED_THESIS_CPU, 1e-3 * staggered_thesis_cpu(s->n));
    }
    bench_put_text(row, STAGGERED_TERMS, staggered_term_names[s->terms]);
    bench_put_text(row, STAGGERED_BACKEND, stats->backend);
    bench_put_text(row, STAGGERED_ISA, stats->isa);
    bench_put_text(row, STAGGERED_REAL, s->precision == 32 ? "f32" : "f64");
    bench_put_integer(row, STAGGERED_N, s->n);
    bench_put_integer(row, STAGGERED_THREADS, s->threads);
    if (s->strip.threads)
        bench_put_integer(row, STAGGERED_BLOCK, s->strip.threads);
    if (s->strip.rows)
        bench_put_integer(row, STAGGERED_STRIP, s->strip.rows);
    bench_put_real(row, STAGGERED_MASS_ERROR, stats->mass_error);
}

static double copy_of(bench *b, staggered_bench *w, int threads)
{
    if (w->copy_threads != threads)
        w->copy_gbs = ceiling_copy_of(b->backend, threads);
    w->copy_threads = threads;
    return w->copy_gbs;
}

static spate_status measure(bench *b, const staggered_setup *s, spate_sim *sim, bench_runner *r)
{
    staggered_bench *w = b->kind->user;
    const double cells = (double)s->n * (double)s->n;
    spate_stats stats;
    spate_status status = time_steps(b, sim, r);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    if (status != SPATE_OK)
        return status;
    bench_row row = {0};
    const spate_options o = options_of(b, s);
    describe(s, &stats, &row);
    bench_put_text(&row, STAGGERED_SCHEME, o.scheme);
    bench_put_integer(&row, STAGGERED_STEPS, r->count);
    bench_put_real(&row, BENCH_BEST, r->best);
    bench_put_real(&row, BENCH_MEDIAN, r->median);
    bench_put_real(&row, BENCH_SETUP, r->setup_seconds);
    bench_put_real(&row, BENCH_RATE, 1e9 * r->best / cells);
    bench_put_text(&row, BENCH_RATE_UNIT, "ns/cell");
    bench_put_memory(&row, cells * WORDS * scheme_stages(&o) * s->precision / 8,
                     copy_of(b, w, s->threads));
    compare_with_peer(w, s, o.scheme, r->best, &row);
    bench_add(b, &row);
    return SPATE_OK;
}

int staggered_measure(bench *b, const void *setup)
{
    static bench_runner r;
    const staggered_setup *s = setup;
    spate_sim *sim = NULL;
    if (!bench_fits(b, (double)s->n * (double)s->n * (16 * s->precision / 8.0 + 1),
                    "%lld x %lld cells in f%d", (long long)s->n, (long long)s->n, s->precision))
        return 0;
    r = (bench_runner){.residual = NAN};
    const double begun = timers_now();
    spate_status status = create(b, s, &sim);
    r.setup_seconds = timers_now() - begun;
    if (status == SPATE_OK)
        status = measure(b, s, sim, &r);
    spate_sim_destroy(sim);
    if (status == SPATE_ERROR_MEMORY) {
        bench_note(b, "skipped: %s", spate_message(b->tool->ctx));
        return 0;
    }
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
