/* Times an array cut into boxes beside whole lines of the same values, in turns. With several ranks the boxes of each
 * are taken for whole arrays to compare with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/timers.h"
#include "bench/ceiling.h"
#include "bench/compact_cut_arrays.h"
#include "parallel/comm.h"

enum { CUT, WHOLE, SIDES };

typedef struct cut_trial {
    const compact_bench *b;
    const compact_setup *setup;
    compact_data data; /* one rank: with its arrays */
    compact_boxes boxes;
    compact_cut_arrays arrays;
    spate_compact_distributed *cut;
    spate_compact **whole; /* one, or one for each box */
    int whole_count;
    double setup_seconds, seconds[SIDES][BENCH_MOST_REPEATS];
} cut_trial;

/* ---- both ---- */

/* Rows that go in one step: cuts at multiples of them send the least. */
static int64_t chunk_of(const compact_setup *s)
{
    const int d = s->direction;
    int64_t chunk = 64;
    for (int k = 1; k < s->parts[d]; ++k)
        while (chunk > 8 && s->size[d] * k / s->parts[d] % chunk)
            chunk /= 2;
    return chunk;
}

static spate_status create_cut(cut_trial *t)
{
    const spate_compact_options *of = &t->data.options;
    spate_compact_distributed_options o;
    spate_compact_distributed_default_options(&o);
    o.scheme = of->scheme;
    o.direction = of->direction;
    o.precision = of->precision;
    o.periodic = of->periodic;
    o.threads = of->threads;
    o.chunk = chunk_of(t->setup);
    o.reduced = t->setup->reduced ? t->setup->reduced : "auto";
    o.tolerance = t->setup->tolerance;
    o.backend = t->b->backend_name ? t->b->backend_name : "cpu";
    o.memory = t->arrays.device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    memcpy(o.size, of->size, sizeof o.size);
    const double begun = timers_now();
    spate_status status = spate_compact_distributed_create(t->b->tool->ctx, &o, t->boxes.parts,
                                                           t->boxes.count, &t->cut);
    if (status == SPATE_OK)
        status = spate_compact_distributed_setup(t->cut);
    t->setup_seconds = timers_now() - begun;
    return status;
}

/* A box as if it were a whole array. */
static spate_compact_options options_of_box(const cut_trial *t, int k)
{
    spate_compact_options o = t->data.options;
    int64_t step = 1;
    for (int d = 0; d < 3; ++d) {
        const int64_t n = t->boxes.parts[k].size[d];
        o.size[d] = n;
        o.stride[d] = t->boxes.parts[k].stride[d];
        o.out_stride[d] = step;
        step *= d == o.direction ? spate_compact_results(&t->data.scheme, n, o.periodic) : n;
    }
    return o;
}

/* Boxes that are too short for the scheme are left out: there is nothing to compare with. */
static void create_whole(cut_trial *t)
{
    const int one = t->b->tool->ranks == 1, wanted = one ? 1 : t->boxes.count;
    t->whole = calloc((size_t)wanted + 1, sizeof *t->whole);
    for (int k = 0; k < wanted && t->whole; ++k) {
        spate_compact_options o = one ? t->data.options : options_of_box(t, k);
        o.backend = t->b->backend_name ? t->b->backend_name : "cpu";
        o.memory = t->arrays.device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
        if (spate_compact_create(t->b->tool->ctx, &o, &t->whole[k]) != SPATE_OK ||
            spate_compact_setup(t->whole[k]) != SPATE_OK)
            return;
        ++t->whole_count;
    }
}

static spate_status apply(const cut_trial *t, int which)
{
    const compact_cut_arrays *a = &t->arrays;
    if (which == CUT)
        return spate_compact_distributed_apply(t->cut, (const void *const *)a->f, a->g);
    if (t->b->tool->ranks == 1)
        return spate_compact_apply(t->whole[0], a->whole_f, a->whole_g);
    for (int k = 0; k < t->whole_count; ++k)
        SPATE_TRY(spate_compact_apply(t->whole[k], a->f[k], a->g[k]));
    return SPATE_OK;
}

/* What a device has queued. */
static spate_status wait_for(const cut_trial *t, int which)
{
    if (which == CUT)
        return spate_compact_distributed_wait(t->cut);
    for (int k = 0; k < t->whole_count; ++k)
        SPATE_TRY(spate_compact_wait(t->whole[k]));
    return SPATE_OK;
}

/* The slowest rank counts; all begin together. */
static spate_status timed(const cut_trial *t, int which, int applies, double *seconds)
{
    spate_status status = SPATE_OK;
    *seconds = 0;
    comm_max(t->b->tool->ctx->comm, seconds, 1);
    const double begun = timers_now();
    for (int k = 0; k < applies && status == SPATE_OK; ++k)
        status = apply(t, which);
    if (status == SPATE_OK)
        status = wait_for(t, which);
    *seconds = (timers_now() - begun) / applies;
    comm_max(t->b->tool->ctx->comm, seconds, 1);
    return status;
}

static spate_status time_in_turns(cut_trial *t)
{
    const double enough = t->b->quick ? 0.02 : 0.1; /* s */
    int applies[SIDES];
    for (int k = 0; k < SIDES; ++k) {
        double seconds;
        SPATE_TRY(timed(t, k, 1, &seconds));
        SPATE_TRY(timed(t, k, 1, &seconds)); /* pages and threads are there now */
        applies[k] = (int)fmin(1 + enough / seconds, 1000);
    }
    for (int r = 0; r < t->b->repeat; ++r)
        for (int k = 0; k < SIDES; ++k)
            SPATE_TRY(timed(t, k, applies[k], &t->seconds[k][r]));
    return SPATE_OK;
}

/* ---- the row ---- */

static double residual_of(const cut_trial *t)
{
    if (t->b->tool->ranks > 1 || apply(t, CUT) != SPATE_OK || wait_for(t, CUT) != SPATE_OK)
        return NAN;
    compact_cut_arrays_fetch(&t->arrays);
    compact_boxes_gather(&t->boxes);
    return compact_residual(t->setup, &t->data);
}

static void add_row(cut_trial *t)
{
    spate_compact_distributed_stats stats;
    const spate_tool *tool = t->b->tool;
    const double residual = residual_of(t);
    const double values = (double)t->data.values;
    double sent, whole_count = -t->whole_count;
    spate_compact_distributed_get_stats(t->cut, &stats);
    sent = stats.sent_bytes;
    comm_max(tool->ctx->comm, &sent, 1);
    comm_max(tool->ctx->comm, &whole_count, 1);
    const double copy = ceiling_copy_of(t->b->backend, t->setup->threads);
    compact_row row = {.solver = "cut",
                       .setup = *t->setup,
                       .points = t->data.values,
                       .setup_seconds = t->setup_seconds,
                       .residual = residual,
                       .copy_gbs = copy,
                       .ranks = tool->ranks,
                       .moved = stats.counted_bytes / stats.floor_bytes,
                       .sent_bytes = sent};
    row.seconds_median = bench_median(t->seconds[CUT], t->b->repeat);
    bench_median(t->seconds[WHOLE], t->b->repeat); /* sorts: the best is first */
    row.seconds_best = t->seconds[CUT][0];
    row.over_whole = whole_count < 0 ? row.seconds_best / t->seconds[WHOLE][0] : NAN;
    row.ns_per_point = 1e9 * row.seconds_best / values;
    row.bytes_floor = (values + (double)t->data.results) * t->setup->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / row.seconds_best;
    row.fraction = row.gbs / (copy * tool->ranks);
    if (tool->rank == 0)
        compact_report_add(t->b->report, &row);
}

static void release(cut_trial *t)
{
    for (int k = 0; t->whole && k <= t->whole_count; ++k)
        spate_compact_destroy(t->whole[k]);
    free(t->whole);
    spate_compact_distributed_destroy(t->cut);
    compact_cut_arrays_free(&t->arrays);
    compact_boxes_free(&t->boxes);
    compact_data_free(&t->data);
}

/* In boxes, and whole where one rank has it all. */
static int fits(const compact_bench *b, const compact_setup *s)
{
    const double bytes = compact_bytes(s) * (b->tool->ranks == 1 ? 2 : 1);
    for (int d = 0; d < 3; ++d)
        if (s->parts[d] > s->size[d])
            return 0;
    return tool_agree(b->tool, 1.2 * bytes > bench_free_memory()) == 0;
}

int compact_cut_measure(const compact_bench *b, const compact_setup *setup)
{
    cut_trial t = {.b = b, .setup = setup};
    if (!fits(b, setup)) {
        if (b->tool->rank == 0)
            compact_report_note(b->report,
                                "skipped: %lld x %lld x %lld in %d x %d x %d parts do not fit",
                                (long long)setup->size[0], (long long)setup->size[1],
                                (long long)setup->size[2], setup->parts[0], setup->parts[1],
                                setup->parts[2]);
        return 0;
    }
    const int made = (b->tool->ranks == 1 ? compact_data_make(setup, &t.data)
                                          : compact_data_describe(setup, &t.data)) &&
                     compact_boxes_make(setup, &t.data, b->tool->rank, b->tool->ranks, &t.boxes) &&
                     compact_cut_arrays_make(b, &t.boxes, &t.data, &t.arrays);
    int code =
        tool_agree(b->tool, made ? 0
                                 : tool_error(b->tool, SPATE_ERROR_MEMORY,
                                              "no memory for %d x %d x %d parts", setup->parts[0],
                                              setup->parts[1], setup->parts[2]));
    spate_status status = SPATE_OK;
    if (code == 0) {
        create_whole(&t);
        status = create_cut(&t);
        if (status == SPATE_OK)
            status = time_in_turns(&t);
        if (status == SPATE_OK)
            add_row(&t);
    }
    release(&t);
    return code ? code : status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
