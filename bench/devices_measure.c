/* Times whole runs of the cases through the public interface. */
#include <math.h>
#include <stdlib.h>

#include "bench/devices.h"
#include "bench/devices_malpasset.h"
#include "run/sim.h"
#include "schemes/description.h"

enum { STRETCHES = 16 }; /* of a run, for its largest rate */

/* A run up to some moment, or a stretch of it. */
typedef struct stretch {
    double seconds;
    int64_t steps;
    scheme_split split;
    scheme_work work[DEVICES_MOST];
} stretch;

/* What a run shows beside its time. */
typedef struct outcome {
    stretch begun, all[STRETCHES];
    spate_stats stats;
    double cells, bytes; /* of the grid; the fewest bytes of a step */
    double setup, peak;  /* s; cells and steps per second */
    halo_counts moved;
    spate_tuning tuning;
    char share[48];
    uint64_t water; /* 0: not known */
    double tiles;   /* that a single device computed */
    int recovery;   /* looks until devices were balanced again; 0: they were not */
} outcome;

/* ---- a run ---- */

/* Checksum of the final depths; 0 on other ranks than 0 and without memory. */
static spate_status checksum(const bench *b, spate_sim *sim, uint64_t *sum)
{
    const size_t cells = (size_t)sim->options.nx * (size_t)sim->options.ny;
    double *h = b->tool->rank == 0 ? malloc(cells * sizeof *h) : NULL;
    const spate_status status = spate_get_field(sim, SPATE_DEPTH, h);
    *sum = h ? UINT64_C(0xcbf29ce484222325) : 0;
    for (size_t n = 0; h && n < cells; ++n) {
        uint64_t bits;
        memcpy(&bits, &h[n], sizeof bits);
        *sum = (*sum ^ bits ^ bits >> 32) * UINT64_C(0x100000001b3);
    }
    free(h);
    return status;
}

static spate_status advance(const bench *b, const devices_setup *s, spate_sim *sim, int k)
{
    const devices_bench *w = b->kind->user;
    const double end = w->end > 0 ? w->end : s->of->end;
    const int64_t steps = w->steps || w->end > 0 ? w->steps : s->steps;
    if (steps == 0)
        return spate_advance(sim, end * (k + 1) / STRETCHES);
    const int64_t from = steps * k / STRETCHES, to = steps * (k + 1) / STRETCHES;
    return to > from ? spate_advance_steps(sim, to - from) : SPATE_OK;
}

/* seconds: of the steps, without the statistics that are read 16 times between them. On cores they take
 * far longer than on a GPU, and no device has them alone. */
static void note_stretch(spate_sim *sim, const outcome *out, double seconds, stretch *at)
{
    *at = (stretch){.seconds = seconds, .steps = out->stats.steps};
    if (sim->device_set.count <= DEVICES_MOST)
        at->split = sim->ops->split(sim->scheme, at->work);
}

static spate_status time_run(const bench *b, const devices_setup *s, spate_sim *sim, outcome *out,
                             double *seconds)
{
    spate_status status = SPATE_OK;
    double stepped = 0;
    out->stats.steps = 0;
    if (s->mode != DEVICES_DYNAMIC)
        sim->ops->measure(sim->scheme, 1);
    note_stretch(sim, out, 0, &out->begun);
    for (int k = 0; k < STRETCHES && status == SPATE_OK; ++k) {
        const double from = timers_now();
        const int64_t steps = out->stats.steps;
        status = advance(b, s, sim, k);
        const double spent = timers_now() - from;
        if (status == SPATE_OK)
            status = spate_get_stats(sim, &out->stats); /* collective: outside the stretch */
        out->peak = fmax(out->peak, out->cells * (double)(out->stats.steps - steps) / spent);
        stepped += spent;
        note_stretch(sim, out, stepped, &out->all[k]);
    }
    *seconds = stepped;
    out->tiles = sim->ops->measured(sim->scheme, 0).tiles;
    return status;
}

/* The per cent of rows that each device has at the end, "62:38". */
static void share_text(const spate_sim *sim, const spate_tuning *t, char *text, size_t room)
{
    const int tuned = t->devices > 1, count = tuned ? t->devices : sim->part_count;
    size_t used = 0;
    for (int d = 0; d < count && count > 1 && used < room; ++d) {
        const int part = sim->first_part + d;
        const double share = tuned ? t->share[d]
                                   : (double)partition_box(&sim->partition, &sim->grid, part).ny /
                                         (double)sim->grid.ny;
        used += (size_t)snprintf(text + used, room - used, "%s%.0f", d > 0 ? ":" : "", 100 * share);
    }
}

static spate_status create(const bench *b, const devices_setup *s, const spate_options *o,
                           malpasset_run *file, spate_sim **sim)
{
    const devices_bench *w = b->kind->user;
    spate_status status;
    *sim = NULL;
    if (s->of == &devices_cases[DEVICES_MALPASSET]) {
        status = malpasset_open(b->tool, w->malpasset, o, file);
        *sim = malpasset_sim(file);
        return status;
    }
    status = spate_sim_create(b->tool->ctx, o, sim);
    return status == SPATE_OK ? devices_fill(*sim, s->of, s->around) : status;
}

static spate_status run(const bench *b, const devices_setup *s, const spate_options *o,
                        outcome *out, double *seconds)
{
    spate_sim *sim;
    malpasset_run file = {0};
    const double begun = timers_now();
    spate_status status = create(b, s, o, &file, &sim);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &out->stats); /* starts the scheme */
    out->setup = timers_now() - begun;
    if (status == SPATE_OK) {
        out->cells = (double)sim->options.nx * (double)sim->options.ny;
        out->bytes = out->cells * scheme_words(&sim->options, NULL) * sim->options.precision / 8;
        status = time_run(b, s, sim, out, seconds);
    }
    if (status == SPATE_OK) {
        out->moved = sim->ops->exchanged(sim->scheme);
        status = spate_get_tuning(sim, &out->tuning);
        share_text(sim, &out->tuning, out->share, sizeof out->share);
    }
    if (status == SPATE_OK)
        status = checksum(b, sim, &out->water);
    if (status == SPATE_OK && s->ratio > 0 && s->mode == DEVICES_DYNAMIC) /* steps beyond the run */
        status = devices_held_recover(b->kind->user, sim, &out->recovery);
    if (file.model)
        malpasset_close(&file);
    else
        spate_sim_destroy(sim);
    return status;
}

/* ---- rows ---- */

static int same_water(const devices_setup *a, const devices_setup *b)
{
    return a->experiment == b->experiment && a->of == b->of && a->around == b->around &&
           a->n == b->n;
}

/* Forgets other water, and times of other skipping. */
static void begin_row(devices_bench *w, const devices_setup *s)
{
    if (!w->known.of.of || !same_water(&w->known.of, s))
        w->known.water = 0;
    if (!w->known.of.of || !same_water(&w->known.of, s) || w->known.of.skip != s->skip)
        for (int d = 0; d < DEVICES_MOST; ++d)
            w->known.seconds[d] = 0;
    w->known.of = *s;
}

/* The ideal: every device works all the time at the speed that it has alone. */
static void compare_with_singles(devices_bench *w, const devices_setup *s, double seconds,
                                 bench_row *row)
{
    double speeds = 0;
    int best = -1;
    if (s->mode == DEVICES_SINGLE) {
        if (!s->name && s->parts == 1)
            w->known.seconds[s->device] = seconds;
        return;
    }
    for (int d = 0; d < w->count; ++d) {
        if (!(w->known.seconds[d] > 0))
            return;
        speeds += 1 / w->known.seconds[d];
        best = best < 0 || w->known.seconds[d] < w->known.seconds[best] ? d : best;
    }
    bench_put_real(row, DEVICES_OF_IDEAL, 1 / speeds / seconds);
    bench_put_peer(row, w->names[best], w->known.seconds[best]);
}

/* Fast kernels of a GPU round otherwise. */
static void compare_bits(devices_bench *w, const char *devices, uint64_t water, bench_row *row)
{
    const int fast = strstr(devices, "cuda") && !strstr(devices, "strict");
    if (water == 0 || fast)
        return;
    if (w->known.water == 0)
        w->known.water = water;
    bench_put_text(row, DEVICES_SAME_BITS, w->known.water == water ? "same" : "DIFFER");
}

static double copy_of(const bench *b, devices_bench *w, int threads)
{
    if (w->copy_threads != threads)
        w->copy_gbs = ceiling_copy_of(b->backend, threads);
    w->copy_threads = threads;
    return w->copy_gbs;
}

static void describe(const devices_bench *w, const devices_setup *s, const char *devices,
                     bench_row *row)
{
    bench_put_text(row, DEVICES_KERNEL, "devices");
    bench_put_text(row, DEVICES_EXPERIMENT, devices_experiment_names[s->experiment]);
    bench_put_format(row, DEVICES_CASE, "%c", s->of->letter);
    if (s->of != &devices_cases[DEVICES_MALPASSET]) {
        bench_put_real(row, DEVICES_AROUND, s->around);
        bench_put_integer(row, DEVICES_N, s->n);
    }
    bench_put_text(row, DEVICES_MODE, devices_mode_names[s->mode]);
    bench_put_format(row, DEVICES_DEVICES, "%s", devices);
    bench_put_text(row, DEVICES_SKIP, devices_skip_names[s->skip]);
    bench_put_text(row, DEVICES_REAL, w->precision == 32 ? "f32" : "f64");
    if (s->experiment == DEVICES_OVERLAP) {
        bench_put_integer(row, DEVICES_EVERY, s->every);
        bench_put_real(row, DEVICES_DELAY, s->delay);
    }
}

/* What a step took from one moment to another, ms; and of each attempt at a step, its parts on the
 * host and the kernels of each device. */
static void put_split(char *text, size_t room, int devices, const stretch *from, const stretch *to)
{
    const scheme_split *a = &from->split, *b = &to->split;
    const double steps = 1e-3 * (double)(b->steps - a->steps);
    const double measured = 1e-3 * (double)(b->measured - a->measured);
    size_t used =
        (size_t)snprintf(text, room, "%.3g",
                         1e3 * (to->seconds - from->seconds) / (double)(to->steps - from->steps));
    const double host[] = {b->launch - a->launch, b->own - a->own,     b->exchange - a->exchange,
                           b->rows - a->rows,     b->clock - a->clock, b->end - a->end};
    static const char *const names[] = {"launch", "own", "send", "rows", "clocks", "end"};
    if (b->steps - a->steps > to->steps - from->steps)
        used += (size_t)snprintf(text + used, room - used, " in %.3g attempts",
                                 (double)(b->steps - a->steps) / (double)(to->steps - from->steps));
    for (int k = 0; k < 6 && steps > 0 && used < room; ++k)
        used += (size_t)snprintf(text + used, room - used, " %s %.3g", names[k], host[k] / steps);
    for (int d = 0; d < devices && measured > 0 && used < room; ++d)
        used += (size_t)snprintf(text + used, room - used, " kernels%d %.3g", d,
                                 (to->work[d].seconds - from->work[d].seconds) / measured);
}

static void put_splits(const outcome *out, int devices, bench_row *row)
{
    char text[160], all[STRETCHES * sizeof text];
    size_t used = 0;
    put_split(text, sizeof text, devices, &out->begun, &out->all[STRETCHES - 1]);
    bench_put_format(row, DEVICES_SPLIT, "%s", text);
    bench_remark(row, "a step, ms: %s", text);
    for (int k = 0; k < STRETCHES; ++k) {
        const stretch *from = k > 0 ? &out->all[k - 1] : &out->begun;
        if (out->all[k].steps <= from->steps)
            continue;
        put_split(text, sizeof text, devices, from, &out->all[k]);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used > 0 ? "; " : "", text);
    }
    bench_put_format(row, DEVICES_STRETCHES, "%.*s", (int)used, all);
}

static void put_outcome(bench *b, const devices_setup *s, const outcome *out, bench_row *row)
{
    devices_bench *w = b->kind->user;
    const double steps = (double)out->stats.steps, seconds = row->values[BENCH_BEST].real;
    const spate_tuning *t = &out->tuning;
    bench_put_real(row, BENCH_SETUP, out->setup);
    bench_put_integer(row, DEVICES_THREAD_COUNT, out->stats.threads);
    bench_put_integer(row, DEVICES_STEPS, out->stats.steps);
    bench_put_real(row, BENCH_RATE, 1e-6 * out->cells * steps / seconds);
    bench_put_text(row, BENCH_RATE_UNIT, "Mcells/s");
    bench_put_real(row, DEVICES_PEAK, 1e-6 * out->peak);
    bench_put_real(row, DEVICES_AWAKE, out->stats.awake);
    bench_put_memory(row, out->bytes * steps,
                     b->tool->ranks == 1 ? copy_of(b, w, out->stats.threads) : NAN);
    if (*out->share)
        bench_put_format(row, DEVICES_SHARE, "%s", out->share);
    bench_put_integer(row, DEVICES_EXCHANGES, out->moved.exchanges);
    bench_put_integer(row, DEVICES_MESSAGES, out->moved.messages);
    bench_put_real(row, DEVICES_PAPER,
                   devices_paper_seconds(s, s->mode != DEVICES_SINGLE ||
                                                devices_is_gpu(w->names[s->device])));
    if (s->experiment == DEVICES_HELD_BACK || s->experiment == DEVICES_SHARES)
        put_splits(out, s->mode == DEVICES_SINGLE ? 1 : w->count, row);
    if (s->mode != DEVICES_DYNAMIC)
        return;
    if (out->recovery > 0)
        bench_put_integer(row, DEVICES_RECOVERY, out->recovery);
    bench_put_real(row, DEVICES_TUNING, (t->measure + t->decide + t->move) / seconds);
    bench_put_real(row, DEVICES_MEASURE, t->measure);
    bench_put_real(row, DEVICES_DECIDE, t->decide);
    bench_put_real(row, DEVICES_MOVE, t->move);
    bench_put_real(row, DEVICES_PAPER_TUNING, devices_paper_tuning(s));
}

static int explain(bench *b, const devices_setup *s, spate_status status)
{
    const devices_bench *w = b->kind->user;
    const int optional = s->name || s->of == &devices_cases[DEVICES_MALPASSET] ||
                         (s->mode == DEVICES_SINGLE && s->device > 0 && !w->device_names);
    if (status != SPATE_ERROR_MEMORY && !(optional && status == SPATE_ERROR_BACKEND))
        return tool_failed(b->tool, status);
    bench_note(b, "not measured: case %c, %s: %s", s->of->letter,
               s->name ? s->name : w->names[s->device], spate_message(b->tool->ctx));
    return 0;
}

int devices_measure(bench *b, const void *setup)
{
    const devices_setup *s = setup;
    devices_bench *w = b->kind->user;
    char names[DEVICES_MOST * 32], weights[128], delays[64];
    const char *why = devices_held_obstacle(w, s);
    if (why) {
        if (s->mode == DEVICES_SINGLE)
            bench_note(b, "not measured: held back to 1:%g: %s", s->ratio, why);
        return 0;
    }
    begin_row(w, s);
    if (s->of == &devices_cases[DEVICES_MALPASSET] && (why = malpasset_missing(w->malpasset, s))) {
        if (s->skip == DEVICES_NO_SKIP && s->device == 0 &&
            (s->mode == DEVICES_SINGLE || (s->mode == DEVICES_DYNAMIC && w->malpasset)))
            bench_note(b, "not measured: case F: %s", why);
        return 0;
    }
    const char *devices = devices_of_run(w, s, names, sizeof names);
    devices_weights(w, s, weights, sizeof weights);
    const int tries = devices_held_tries(s);
    bench_runner r = {.repeats = b->repeat};
    outcome out = {.peak = 0};
    for (int k = -tries; k < b->repeat; ++k) {
        double *seconds = &r.seconds[k < 0 ? 0 : k];
        const spate_options o =
            devices_options(b, s, devices, weights, devices_delays(w, s, delays, sizeof delays));
        const spate_status status = run(b, s, &o, &out, seconds);
        if (status != SPATE_OK)
            return explain(b, s, status);
        if (k < 0)
            devices_held_correct(w, s, *seconds / out.tiles);
    }
    bench_summarise(&r);
    devices_held_note(w, s, r.best, r.best / out.tiles);
    bench_row row = {0};
    describe(w, s, devices, &row);
    bench_put_real(&row, BENCH_BEST, r.best);
    bench_put_real(&row, BENCH_MEDIAN, r.median);
    put_outcome(b, s, &out, &row);
    compare_with_singles(w, s, r.best, &row);
    devices_held_put(w, s, r.best, &out.tuning, &row);
    compare_bits(w, devices, out.water, &row);
    bench_add(b, &row);
    return 0;
}
