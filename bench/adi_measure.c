/* Times steps of the ADI scheme in the basin of the paper's measurements, through the public
 * interface. */
#include <math.h>
#include <string.h>

#include "bench/adi.h"
#include "bench/adi_basin.h"
#include "bench/adi_peer.h"

/* The paper's cells and steps; M = 32 is 1 / n. */
static const double DT = 20, MANNING = 1.0 / 32, GRAVITY = 9.81;

/* Words that a cell and step must move: each sweep reads h, the bed, its own flux and two times of
 * the other one, and writes h and its own flux. Extrapolated coefficients also read the flux and
 * the depth before, which is not counted. */
enum { WORDS = 14 };

static const char *isa_of(const adi_bench *a, const adi_method *m)
{
    if (a->backend)
        return adi_method_is_of(m, a->backend) ? a->isa : "auto";
    return m->threaded ? a->isa : "auto"; /* plain C and a GPU have others, or none */
}

static int is_on_device(const adi_method *m)
{
    return strcmp(m->backend, "cuda") == 0;
}

static spate_options options_of(const adi_bench *a, const adi_setup *s)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.scheme = "adi";
    opt.nx = opt.ny = s->n;
    opt.dx = opt.dy = ADI_BASIN_CELL;
    opt.backend =
        a->backend && adi_method_is_of(s->method, a->backend) ? a->backend : s->method->backend;
    opt.isa = isa_of(a, s->method);
    opt.lines = s->method->lines;
    spate_options_set_precision(&opt, adi_setup_real(s));
    opt.threads = s->threads;
    opt.gravity = GRAVITY;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = MANNING;
    opt.courant = 100; /* dt_max limits the step */
    opt.dt_max = DT;
    opt.extrapolate = s->extrapolated;
    return opt;
}

static spate_status create(const bench *b, const adi_setup *s, spate_sim **sim)
{
    const spate_options opt = options_of(b->kind->user, s);
    spate_status status = spate_sim_create(b->tool->ctx, &opt, sim);
    if (status == SPATE_OK)
        status = adi_basin_fill(*sim, s->n);
    if (status == SPATE_OK)
        status = spate_advance_steps(*sim, 1); /* the first step differs from the others */
    return status;
}

/* ---- times ---- */

/* s of a stretch on a GPU, which nothing else uses and whose time is expensive. */
static const double DEVICE_STRETCH = 0.25;

static spate_status run_steps(bench_runner *r, int64_t count)
{
    return spate_advance_steps(r->user, count);
}

/* On a GPU the first step makes graphs: it is not looked at. */
static spate_status time_steps(const bench *b, const adi_setup *s, spate_sim *sim, bench_runner *r)
{
    const adi_bench *a = b->kind->user;
    const double usual = b->quick ? 0.1 : 1;
    const double stretch = is_on_device(s->method) ? fmin(usual, DEVICE_STRETCH) : usual;
    const bench_pace pace = {.enough = stretch,
                             .first = 1,
                             .most = a->steps,
                             .warm = is_on_device(s->method),
                             .limit = stretch * b->repeat};
    *r = (bench_runner){.user = sim, .run = run_steps};
    return bench_time(b, &pace, r, 1);
}

static void compare_with_memory(adi_bench *a, const adi_setup *s, double bytes, bench_row *row)
{
    if (is_on_device(s->method)) {
        if (!(a->device_copy_gbs > 0))
            a->device_copy_gbs = ceiling_copy_of(a->device, 1);
        bench_put_memory(row, bytes, a->device_copy_gbs);
        bench_put_real(row, ADI_TRIAD, NAN);
        bench_put_real(row, ADI_OF_TRIAD, NAN);
        return;
    }
    if (a->ceiling_threads != s->threads)
        a->ceiling = ceiling_measure(s->threads);
    a->ceiling_threads = s->threads;
    const double triad = fmax(a->ceiling.triad, a->ceiling.triad_streaming); /* ignores NaN */
    bench_put_memory(row, bytes, ceiling_copy(&a->ceiling));
    bench_put_real(row, ADI_TRIAD, triad);
    bench_put_real(row, ADI_OF_TRIAD, row->values[BENCH_GBS].real / triad);
}

/* Over one core with doubles and the paper's coefficients, as in the paper. Grids larger than those
 * of plain C are compared with its time per cell. */
static void compare_with_peer(adi_bench *a, const adi_setup *s, double seconds, bench_row *row)
{
    if (s->method == &adi_methods[0] && s->precision == 64 && !s->extrapolated) {
        a->peer_n = s->n;
        a->peer_seconds = seconds;
    }
    const double ratio = (double)s->n / (double)a->peer_n;
    const double peer_seconds = ratio >= 1 ? a->peer_seconds * ratio * ratio : NAN;
    bench_put_peer(row, adi_methods[0].name, peer_seconds);
    bench_put_integer(row, ADI_PEER_NX, a->peer_n);
    if (!isnan(peer_seconds))
        bench_put_format(row, ADI_TIMES_PLAIN, "%s%.2f", a->peer_n < s->n ? "~" : "",
                         peer_seconds / seconds);
    bench_put_real(row, ADI_PAPER, s->method->paper[s->precision == 64]);
}

static void describe(const adi_setup *s, const spate_stats *stats, bench_row *row)
{
    bench_put_text(row, ADI_KERNEL, "adi");
    bench_put_text(row, ADI_METHOD, s->method->name);
    bench_put_text(row, ADI_BACKEND, stats->backend);
    bench_put_text(row, ADI_ISA, stats->isa);
    bench_put_format(row, ADI_BACKEND_AND_ISA, "%s (%s)", stats->backend, stats->isa);
    bench_put_text(row, ADI_LINES, stats->lines);
    bench_put_text(row, ADI_REAL, adi_setup_real(s));
    bench_put_text(row, ADI_COEFFICIENTS, s->extrapolated ? "extrapolated" : "printed");
    bench_put_integer(row, ADI_NX, s->n);
    bench_put_integer(row, ADI_NY, s->n);
    bench_put_integer(row, ADI_THREADS, s->threads);
    bench_put_real(row, ADI_DT, stats->dt);
    bench_put_real(row, ADI_MASS_ERROR, stats->mass_error);
}

static spate_status run(bench *b, const adi_setup *s, spate_sim *sim, bench_row *row)
{
    static bench_runner r;
    const double cells = (double)s->n * (double)s->n;
    spate_stats stats;
    spate_status status = time_steps(b, s, sim, &r);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    if (status != SPATE_OK)
        return status;
    describe(s, &stats, row);
    bench_put_integer(row, ADI_STEPS, r.count);
    bench_put_real(row, BENCH_BEST, r.best);
    bench_put_real(row, BENCH_MEDIAN, r.median);
    bench_put_real(row, BENCH_RATE, 1e9 * r.best / cells);
    bench_put_text(row, BENCH_RATE_UNIT, "ns/cell");
    compare_with_memory(b->kind->user, s, cells * WORDS * s->precision / 8, row);
    compare_with_peer(b->kind->user, s, r.best, row);
    return SPATE_OK;
}

/* Fields of a run: state three times, half a step before, withheld fractions twice, momentum of
 * cells twice, bed; codes of faces. */
static int fits(const bench *b, const adi_setup *s)
{
    return bench_fits(b, (double)s->n * (double)s->n * (15 * s->precision / 8.0 + 1),
                      "%lld x %lld cells in f%d", (long long)s->n, (long long)s->n, s->precision);
}

/* With cuSPARSE, where the method wants it. *done: 0 where this machine or grid does not suit the
 * method, which a note says. */
static spate_status attempt(bench *b, const adi_setup *s, bench_row *row, int *done)
{
    const adi_bench *a = b->kind->user;
    const char *why = NULL;
    spate_sim *sim = NULL;
    adi_peer *peer = s->method->uses_cusparse
                         ? adi_peer_install(a->device, s->precision, isa_of(a, s->method), &why)
                         : NULL;
    *done = peer || !s->method->uses_cusparse;
    spate_status status = *done ? create(b, s, &sim) : SPATE_OK;
    if (is_on_device(s->method) &&
        (status == SPATE_ERROR_ARGUMENT || status == SPATE_ERROR_MEMORY)) {
        *done = 0;
        why = spate_message(b->tool->ctx);
        status = SPATE_OK;
    }
    if (*done && status == SPATE_OK)
        status = run(b, s, sim, row);
    if (!*done)
        bench_note(b, "skipped: %s, %lld x %lld cells in f%d: %s", s->method->name, (long long)s->n,
                   (long long)s->n, s->precision, why);
    spate_sim_destroy(sim);
    if (*done && peer && !adi_peer_solved(peer)) {
        *done = 0;
        bench_note(b, "skipped: cuSPARSE refused to solve the lines");
    }
    adi_peer_remove(peer);
    return status;
}

int adi_measure(bench *b, const void *setup)
{
    bench_row row = {0};
    int done = 0;
    if (!fits(b, setup))
        return 0;
    const spate_status status = attempt(b, setup, &row, &done);
    if (status != SPATE_OK)
        return tool_failed(b->tool, status);
    if (done)
        bench_add(b, &row);
    return 0;
}
