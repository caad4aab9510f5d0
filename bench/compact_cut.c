/* Times an array cut into boxes beside whole lines of the same values, in turns. With several ranks
 * each box is compared with a whole array of its size. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "bench/ceiling.h"
#include "bench/compact_cut_arrays.h"
#include "parallel/comm.h"

enum { CUT, WHOLE, SIDES };

typedef struct cut_trial {
    bench *b;
    const compact_setup *setup;
    compact_data data; /* one rank: with its arrays */
    compact_boxes boxes;
    compact_cut_arrays arrays;
    spate_compact_distributed *cut;
    spate_compact **whole; /* one, or one for each box */
    int whole_count;
    bench_runner sides[SIDES];
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
    const compact_bench *wishes = t->b->kind->user;
    const spate_compact_options *of = &t->data.options;
    spate_compact_distributed_options o;
    spate_compact_distributed_options_default(&o);
    o.scheme = of->scheme;
    o.direction = of->direction;
    o.precision = of->precision;
    o.periodic = of->periodic;
    o.threads = of->threads;
    o.chunk = chunk_of(t->setup);
    o.reduced = wishes->reduced ? wishes->reduced : "auto";
    o.tolerance = wishes->tolerance;
    o.backend = t->b->backend_name;
    o.memory = t->arrays.device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    memcpy(o.size, of->size, sizeof o.size);
    const double begun = timers_now();
    spate_status status = spate_compact_distributed_create(t->b->tool->ctx, &o, t->boxes.parts,
                                                           t->boxes.count, &t->cut);
    if (status == SPATE_OK)
        status = spate_compact_distributed_setup(t->cut);
    t->sides[CUT].setup_seconds = timers_now() - begun;
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
        o.backend = t->b->backend_name;
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

static spate_status run(const cut_trial *t, int which, int64_t count)
{
    for (int64_t k = 0; k < count; ++k)
        SPATE_TRY(apply(t, which));
    return wait_for(t, which);
}

static spate_status run_cut(bench_runner *r, int64_t count)
{
    return run(r->user, CUT, count);
}

static spate_status run_whole(bench_runner *r, int64_t count)
{
    return run(r->user, WHOLE, count);
}

/* ---- the row ---- */

static double residual_of(const cut_trial *t)
{
    if (t->b->tool->ranks > 1 || run(t, CUT, 1) != SPATE_OK)
        return NAN;
    compact_cut_arrays_fetch(&t->arrays);
    compact_boxes_gather(&t->boxes);
    return compact_residual(t->setup, &t->data);
}

static void add_row(cut_trial *t)
{
    spate_compact_distributed_stats stats;
    const spate_tool *tool = t->b->tool;
    const int *parts = t->setup->parts;
    double sent, whole_count = -t->whole_count;
    bench_row row = {0};
    t->sides[CUT].residual = residual_of(t);
    spate_compact_distributed_get_stats(t->cut, &stats);
    sent = stats.sent_bytes;
    comm_max(tool->ctx->comm, &sent, 1);
    comm_max(tool->ctx->comm, &whole_count, 1);
    const double copy = ceiling_copy_of(t->b->backend, t->setup->threads);
    const bench_work work = compact_work(t->setup, &t->data, copy * tool->ranks);
    const double moved = stats.counted_bytes / stats.floor_bytes;
    const double over_whole = whole_count < 0 ? t->sides[CUT].best / t->sides[WHOLE].best : NAN;
    compact_describe(&row, t->setup, "cut", t->b->backend->name);
    bench_put_work(&row, &t->sides[CUT], &work, NULL);
    bench_put_real(&row, BENCH_COPY, copy);
    for (int d = 0; d < 3; ++d)
        bench_put_integer(&row, COMPACT_PARTS_X + d, parts[d]);
    bench_put_integer(&row, COMPACT_RANKS, tool->ranks);
    bench_put_real(&row, COMPACT_OVER_WHOLE, over_whole);
    bench_put_real(&row, COMPACT_MOVED, moved);
    bench_put_real(&row, COMPACT_SENT, sent);
    bench_remark(&row, "%dx%dx%d on %d: %.2f x whole, moved %.3f, sent %.3g B", parts[0], parts[1],
                 parts[2], tool->ranks, over_whole, moved, sent);
    bench_add(t->b, &row);
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
static int fits(const bench *b, const compact_setup *s)
{
    const double bytes = compact_bytes(s) * (b->tool->ranks == 1 ? 2 : 1);
    for (int d = 0; d < 3; ++d)
        if (s->parts[d] > s->size[d])
            return 0;
    const double available = memory_available();
    return tool_agree(b->tool, available > 0 && 1.2 * bytes > available) == 0;
}

static int make(bench *b, const compact_setup *setup, cut_trial *t)
{
    const int described = b->tool->ranks == 1 ? compact_data_make(setup, &t->data)
                                              : compact_data_describe(setup, &t->data);
    return described &&
           compact_boxes_make(setup, &t->data, b->tool->rank, b->tool->ranks, &t->boxes) &&
           compact_cut_arrays_make(b, &t->boxes, &t->data, &t->arrays);
}

static spate_status measure(cut_trial *t)
{
    const bench_pace pace = {.enough = t->b->quick ? 0.02 : 0.1,
                             .first = 1,
                             .most = 1000,
                             .warm = 1};
    t->sides[CUT] = (bench_runner){.name = "cut", .user = t, .run = run_cut};
    t->sides[WHOLE] = (bench_runner){.name = "whole", .user = t, .run = run_whole};
    create_whole(t);
    SPATE_TRY(create_cut(t));
    SPATE_TRY(bench_time(t->b, &pace, t->sides, SIDES));
    add_row(t);
    return SPATE_OK;
}

int compact_cut_measure(bench *b, const compact_setup *setup)
{
    static cut_trial t;
    t = (cut_trial){.b = b, .setup = setup};
    if (!fits(b, setup)) {
        bench_note(b, "skipped: %lld x %lld x %lld in %d x %d x %d parts do not fit",
                   (long long)setup->size[0], (long long)setup->size[1], (long long)setup->size[2],
                   setup->parts[0], setup->parts[1], setup->parts[2]);
        return 0;
    }
    const int made = make(b, setup, &t);
    const int code = tool_agree(b->tool, made ? 0 : compact_no_memory(b, setup));
    const spate_status status = code == 0 ? measure(&t) : SPATE_OK;
    release(&t);
    return code ? code : status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
