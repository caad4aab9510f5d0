/* Times steps of a scheme with the sections of a step, and its halo exchange alone. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "bench/ceiling.h"
#include "bench/scaling.h"
#include "run/sim.h"

/* Steps of a run, and what the fastest stretch spent where. */
typedef struct steps_of {
    const bench *b;
    const scaling_setup *setup;
    spate_sim *sim; /* NULL: another rank computes */
    double fastest; /* s of a step */
    double sections[SPATE_SECTION_COUNT];
    scaling_counts of_a_step;
} steps_of;

int scaling_processes(const bench *b, const scaling_setup *s)
{
    return s->members == SCALING_ALONE ? 1 : b->tool->ranks;
}

/* All ranks measure at the same time. */
static double copy_now(const bench *b, const scaling_setup *s)
{
    comm *c = b->tool->ctx->comm;
    const int measures = scaling_processes(b, s) > 1 || b->tool->rank == 0;
    double begin = 0;
    comm_max(c, &begin, 1);
    const double gbs = measures ? ceiling_copy_of(b->backend, s->threads) : 0;
    int64_t megabytes = (int64_t)(1e3 * gbs);
    comm_sum_count(c, &megabytes, 1);
    return 1e-3 * (double)megabytes;
}

double scaling_copy(const bench *b, const scaling_setup *s)
{
    scaling_bench *w = b->kind->user;
    const int members = scaling_processes(b, s);
    scaling_copy_of *known = w->copies;
    while (known < w->copies + w->copy_count &&
           (known->threads != s->threads || known->members != members))
        ++known;
    if (known == w->copies + SCALING_COPIES)
        return copy_now(b, s);
    if (known == w->copies + w->copy_count) {
        *known = (scaling_copy_of){s->threads, members, copy_now(b, s)};
        ++w->copy_count;
    } else if (s->silent && s->kind == SCALING_STEP) { /* in every round */
        known->gbs = fmax(known->gbs, copy_now(b, s));
    }
    return known->gbs;
}

spate_status scaling_agree(const bench *b, const scaling_setup *s, spate_status status)
{
    const scaling_bench *w = b->kind->user;
    if (s->members == SCALING_GROUP)
        return status;
    if (status != SPATE_OK)
        spate_fail(b->tool->ctx, status, "%s", spate_message(w->alone));
    return comm_agree(b->tool->ctx, status);
}

int scaling_end(bench *b, spate_status status)
{
    if (status == SPATE_ERROR_MEMORY) {
        bench_note(b, "skipped: %s", spate_message(b->tool->ctx));
        return 0;
    }
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}

/* ---- times ---- */

static scaling_counts per_step(const scaling_counts *a, const scaling_counts *b, double steps)
{
    return (scaling_counts){.exchanges = (b->exchanges - a->exchanges) / steps,
                            .fields = (b->fields - a->fields) / steps,
                            .copies = (b->copies - a->copies) / steps,
                            .copied_bytes = (b->copied_bytes - a->copied_bytes) / steps,
                            .messages = (b->messages - a->messages) / steps,
                            .bytes = (b->bytes - a->bytes) / steps,
                            .reductions = (b->reductions - a->reductions) / steps,
                            .iterations =
                                work_iterations_of_a_step(&a->iterations, &b->iterations, steps)};
}

static spate_status advance(steps_of *o, int64_t count)
{
    if (!o->sim)
        return SPATE_OK;
    const timers before = o->sim->timers;
    const scaling_counts counted = scaling_count(o->b, o->sim);
    const double begun = timers_now();
    const spate_status status = spate_advance_steps(o->sim, count);
    const double seconds = (timers_now() - begun) / (double)count;
    const scaling_counts now = scaling_count(o->b, o->sim);
    o->of_a_step = per_step(&counted, &now, (double)count);
    if (status == SPATE_OK && seconds < o->fastest) {
        o->fastest = seconds;
        for (int k = 0; k < SPATE_SECTION_COUNT; ++k)
            o->sections[k] = (o->sim->timers.seconds[k] - before.seconds[k]) / (double)count;
    }
    return status;
}

static spate_status run_steps(bench_runner *r, int64_t count)
{
    steps_of *o = r->user;
    return scaling_agree(o->b, o->setup, advance(o, count));
}

static spate_status run_exchanges(bench_runner *r, int64_t count)
{
    const steps_of *o = r->user;
    if (o->sim)
        scaling_exchange_state(o->sim, count);
    return SPATE_OK;
}

static spate_status time_runner(const bench *b, bench_runner *r)
{
    const double stretch = b->quick ? 0.05 : 0.1;
    const bench_pace pace = {
        .enough = stretch, .first = 2, .most = 100000, .warm = 1, .limit = 8 * stretch * b->repeat};
    return bench_time(b, &pace, r, 1);
}

/* ---- results ---- */

/* Keeps what was measured and shows the best of all rounds in the last one. */
static void finish_step(bench *b, const scaling_setup *s, const steps_of *o, const bench_runner *r)
{
    scaling_best now = {.setup = *s,
                        .seconds = r->best,
                        .median = r->median,
                        .counts = o->of_a_step};
    for (int k = 0; k < SPATE_SECTION_COUNT; ++k)
        now.sections[k] = o->sections[k];
    const scaling_best *best = scaling_remember(b->kind->user, &now);
    scaling_learn(b, s, &o->of_a_step);
    scaling_copy(b, s);
    if (!s->silent)
        scaling_add_step_row(b, best ? best : &now);
}

/* Messages and bytes of one exchange, of all parts of all ranks. Collective. */
static scaling_counts count_exchange(const bench *b, const spate_sim *sim)
{
    const halo_counts before = sim->ops->exchanged(sim->scheme);
    sim->ops->exchange(sim->scheme);
    const halo_counts after = sim->ops->exchanged(sim->scheme);
    int64_t sums[2] = {after.messages + after.copies - before.messages - before.copies,
                       after.sent_bytes + after.copied_bytes - before.sent_bytes -
                           before.copied_bytes};
    comm_sum_count(b->tool->ctx->comm, sums, 2);
    return (scaling_counts){.exchanges = (double)(after.exchanges - before.exchanges),
                            .fields = (double)(after.fields - before.fields),
                            .messages = (double)sums[0],
                            .bytes = (double)sums[1]};
}

/* The state exchanged again and again. */
static spate_status measure_halo(bench *b, const scaling_setup *s, steps_of *o)
{
    static bench_runner r;
    r = (bench_runner){.user = o, .run = run_exchanges, .residual = (double)NAN};
    const spate_status status = time_runner(b, &r);
    if (status != SPATE_OK)
        return status;
    scaling_best now = {.setup = *s,
                        .seconds = r.best,
                        .median = r.median,
                        .counts = count_exchange(b, o->sim)};
    now.setup.kind = SCALING_HALO_ALONE;
    const scaling_best *best = scaling_remember(b->kind->user, &now);
    if (!s->silent)
        scaling_add_halo_row(b, best ? best : &now);
    return SPATE_OK;
}

int scaling_measure_step(bench *b, const scaling_setup *s)
{
    static bench_runner r;
    steps_of o = {.b = b, .setup = s, .fastest = (double)INFINITY};
    const int value = ((const scaling_bench *)b->kind->user)->precision / 8;
    if (!bench_fits(b, (double)s->nx * (double)s->ny * (24.0 * value + 1), "%lld x %lld cells",
                    (long long)s->nx, (long long)s->ny))
        return 0;
    r = (bench_runner){.user = &o, .run = run_steps, .residual = (double)NAN};
    spate_status status = scaling_agree(b, s, scaling_sim_create(b, s, &o.sim));
    if (status == SPATE_OK)
        status = time_runner(b, &r);
    if (status == SPATE_OK) {
        finish_step(b, s, &o, &r);
        if (s->members == SCALING_GROUP && (s->parts_x > 1 || s->parts_y > 1))
            status = measure_halo(b, s, &o);
    }
    spate_sim_destroy(o.sim);
    return scaling_end(b, status);
}

/* By several ranks, or by parts of one process: those are not asked for messages of solvers. */
int scaling_count_needs(bench *b, const scaling_setup *s)
{
    enum { EDGE = 192, STEPS = 4 };
    scaling_setup small = *s;
    steps_of o = {.b = b, .setup = &small, .fastest = (double)INFINITY};
    small.members = SCALING_GROUP;
    small.threads = 1;
    small.nx = small.ny = EDGE;
    scaling_process_grid(b->tool->ranks > 1 ? b->tool->ranks : 4, &small.parts_x, &small.parts_y);
    spate_status status = scaling_sim_create(b, &small, &o.sim);
    for (int k = 0; k < 2 && status == SPATE_OK; ++k) /* the first steps may differ */
        status = advance(&o, STEPS);
    if (status == SPATE_OK)
        scaling_learn(b, &small, &o.of_a_step);
    spate_sim_destroy(o.sim);
    return scaling_end(b, status);
}

int scaling_measure(bench *b, const void *setup)
{
    const scaling_setup *s = setup;
    static int (*const measure[])(bench *, const scaling_setup *) = {
        [SCALING_LINK] = scaling_measure_link,
        [SCALING_STEP] = scaling_measure_step,
        [SCALING_CG] = scaling_measure_cg,
        [SCALING_PREDICT] = scaling_predict_scheme,
        [SCALING_PAPER] = scaling_predict_paper};
    return measure[s->kind](b, s);
}
