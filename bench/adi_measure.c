/* Times steps of the ADI scheme in the basin of the paper's measurements, through the public interface. */
#include <math.h>
#include <string.h>

#include "base/timers.h"
#include "bench/adi.h"
#include "bench/adi_basin.h"
#include "bench/adi_peer.h"

/* The paper's cells and steps; M = 32 is 1 / n. */
static const double DT = 20, MANNING = 1.0 / 32, GRAVITY = 9.81;

/* Words that a cell and step must move: each sweep reads h, the bed, its own flux and two times of the other one, and
 * writes h and its own flux. Extrapolated coefficients also read the flux and the depth before, which is not counted. */
enum { WORDS = 14 };

static const char *isa_of(const adi_bench *b, const adi_method *m)
{
    if (b->backend)
        return adi_method_is_of(m, b->backend) ? b->isa : "auto";
    return m->threaded ? b->isa : "auto"; /* plain C and a GPU have others, or none */
}

static int is_on_device(const adi_method *m)
{
    return strcmp(m->backend, "cuda") == 0;
}

static spate_options options_of(const adi_bench *b, const adi_setup *s)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.scheme = "adi";
    opt.nx = opt.ny = s->n;
    opt.dx = opt.dy = ADI_BASIN_CELL;
    opt.backend =
        b->backend && adi_method_is_of(s->method, b->backend) ? b->backend : s->method->backend;
    opt.isa = isa_of(b, s->method);
    opt.lines = s->method->lines;
    spate_options_set_precision(&opt, adi_setup_real(s));
    opt.threads = s->threads;
    opt.gravity = GRAVITY;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = MANNING;
    opt.courant = 100; /* dt_max rules */
    opt.dt_max = DT;
    opt.extrapolate = s->extrapolated;
    return opt;
}

static spate_status create(const adi_bench *b, const adi_setup *s, spate_sim **sim)
{
    const spate_options opt = options_of(b, s);
    spate_status status = spate_sim_create(b->tool->ctx, &opt, sim);
    if (status == SPATE_OK)
        status = adi_basin_fill(*sim, s->n);
    if (status == SPATE_OK)
        status = spate_advance_steps(*sim, 1); /* how the run begins is not its pace */
    return status;
}

/* ---- times ---- */

static spate_status timed_steps(spate_sim *sim, int64_t steps, double *seconds)
{
    const double begun = timers_now();
    const spate_status status = spate_advance_steps(sim, steps);
    *seconds = (timers_now() - begun) / (double)steps;
    return status;
}

/* s: nothing else runs on a GPU, and its time is dear. */
static const double DEVICE_STRETCH = 0.25;

/* A first step, for warmth and the length of the stretches; where it takes longer than one, there is no second. */
static spate_status measure_steps(const adi_bench *b, spate_sim *sim, double *seconds,
                                  adi_bench_row *row)
{
    double first = 0;
    spate_status status = timed_steps(sim, 1, &first);
    if (status == SPATE_OK && is_on_device(row->setup.method)) /* graphs were made in the first */
        status = timed_steps(sim, 1, &first);
    const double stretch =
        is_on_device(row->setup.method) ? fmin(b->stretch, DEVICE_STRETCH) : b->stretch;
    const double fit = stretch / first;
    row->steps = fit < 1 ? 1 : fit < (double)b->steps ? (int64_t)fit : b->steps;
    int repeats = 0;
    const double begun = timers_now();
    while (status == SPATE_OK && repeats < b->repeat &&
           (repeats == 0 || timers_now() - begun < stretch * b->repeat))
        status = timed_steps(sim, row->steps, &seconds[repeats++]);
    if (status != SPATE_OK)
        return status;
    row->seconds_median = bench_median(seconds, repeats); /* sorts: the best is first */
    row->seconds_best = seconds[0];
    return SPATE_OK;
}

static void compare_with_memory(adi_bench *b, adi_bench_row *row)
{
    if (is_on_device(row->setup.method)) {
        if (!(b->device_copy_gbs > 0))
            b->device_copy_gbs = ceiling_copy_of(b->device, 1);
        row->copy_gbs = b->device_copy_gbs;
        row->of_copy = row->gbs / row->copy_gbs;
        row->triad_gbs = row->of_triad = NAN;
        return;
    }
    if (b->ceiling_threads != row->setup.threads)
        b->ceiling = ceiling_measure(row->setup.threads);
    b->ceiling_threads = row->setup.threads;
    row->copy_gbs = ceiling_copy(&b->ceiling);
    row->triad_gbs = fmax(b->ceiling.triad, b->ceiling.triad_streaming); /* ignores NaN */
    row->of_copy = row->gbs / row->copy_gbs;
    row->of_triad = row->gbs / row->triad_gbs;
}

/* Over one core with doubles and the paper's coefficients, as there. Larger grids than plain C was timed on are compared
 * with its time a cell. */
static void compare_with_peer(adi_bench *b, adi_bench_row *row)
{
    const adi_setup *s = &row->setup;
    if (s->method == &adi_methods[0] && s->precision == 64 && !s->extrapolated) {
        b->peer_n = s->n;
        b->peer_seconds = row->seconds_best;
    }
    const double ratio = (double)s->n / (double)b->peer_n;
    row->peer_n = b->peer_n;
    row->peer_seconds = ratio >= 1 ? b->peer_seconds * ratio * ratio : NAN;
    row->speedup = row->peer_seconds / row->seconds_best;
    row->paper_speedup = s->method->paper[s->precision == 64];
}

static spate_status run(adi_bench *b, spate_sim *sim, adi_bench_row *row)
{
    static double seconds[BENCH_MOST_REPEATS];
    const double cells = (double)row->setup.n * (double)row->setup.n;
    spate_stats stats;
    spate_status status = measure_steps(b, sim, seconds, row);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    if (status != SPATE_OK)
        return status;
    row->backend = stats.backend;
    row->isa = stats.isa;
    row->lines = stats.lines;
    row->dt = stats.dt;
    row->mass_error = stats.mass_error;
    row->ns_per_cell = 1e9 * row->seconds_best / cells;
    row->bytes_floor = cells * WORDS * row->setup.precision / 8;
    row->gbs = 1e-9 * row->bytes_floor / row->seconds_best;
    return SPATE_OK;
}

/* Fields of a run: state three times, half a step before, shares twice, momentum of cells twice, bed; codes of faces. */
static int fits(const adi_bench *b, const adi_setup *s)
{
    const double slack = 1.1, available = bench_free_memory();
    const double bytes = slack * (double)s->n * (double)s->n * (15 * s->precision / 8.0 + 1);
    if (!(bytes > available)) /* or nobody knows */
        return 1;
    adi_report_note(b->report,
                    "skipped: %lld x %lld cells in f%d take about %.1f GB, %.1f GB are free",
                    (long long)s->n, (long long)s->n, s->precision, 1e-9 * bytes, 1e-9 * available);
    return 0;
}

/* With the solver that is lent, where one is. *taken: 0 where this machine or grid is not for the method, which a note
 * tells. */
static spate_status attempt(adi_bench *b, adi_bench_row *row, int *taken)
{
    const adi_setup *s = &row->setup;
    const char *why = NULL;
    spate_sim *sim = NULL;
    adi_peer *peer =
        s->method->lent ? adi_peer_lend(b->device, s->precision, isa_of(b, s->method), &why) : NULL;
    *taken = peer || !s->method->lent;
    spate_status status = *taken ? create(b, s, &sim) : SPATE_OK;
    if (is_on_device(s->method) &&
        (status == SPATE_ERROR_ARGUMENT || status == SPATE_ERROR_MEMORY)) {
        *taken = 0;
        why = spate_message(b->tool->ctx);
        status = SPATE_OK;
    }
    if (*taken && status == SPATE_OK)
        status = run(b, sim, row);
    if (!*taken)
        adi_report_note(b->report, "skipped: %s, %lld x %lld cells in f%d: %s", s->method->name,
                        (long long)s->n, (long long)s->n, s->precision, why);
    spate_sim_destroy(sim);
    if (*taken && peer && !adi_peer_solved(peer)) {
        *taken = 0;
        adi_report_note(b->report, "skipped: cuSPARSE refused to solve the lines");
    }
    adi_peer_take_back(peer);
    return status;
}

int adi_measure(adi_bench *b, const adi_setup *setup)
{
    adi_bench_row row = {.setup = *setup};
    int taken = 0;
    if (!fits(b, setup))
        return 0;
    const spate_status status = attempt(b, &row, &taken);
    if (status != SPATE_OK)
        return tool_failed(b->tool, status);
    if (!taken)
        return 0;
    compare_with_memory(b, &row);
    compare_with_peer(b, &row);
    adi_report_add(b->report, &row);
    return 0;
}
