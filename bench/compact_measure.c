/* Times ours and the peer in turns, on the same data, so that both see the same weather of a shared host. */
#include <math.h>

#include "base/timers.h"
#include "bench/ceiling.h"
#include "bench/compact.h"

enum { OURS, PEER, SIDES, MOST_APPLIES = 1000 };

typedef struct side {
    const char *name;
    int there;
    double residual, setup_seconds;
    int applies; /* in one timed stretch */
    double seconds[BENCH_MOST_REPEATS];
} side;

typedef struct contest {
    const compact_bench *b;
    const compact_setup *setup;
    compact_data data;
    spate_compact *c;
    side *sides;
} contest;

static spate_status apply(const contest *c, int which)
{
    if (which == OURS)
        return spate_compact_apply(c->c, c->data.f, c->data.g);
    c->b->peer->apply(c->setup, &c->data);
    return SPATE_OK;
}

static spate_status timed(const contest *c, int which, int applies, double *seconds)
{
    spate_status status = SPATE_OK;
    const double begun = timers_now();
    for (int k = 0; k < applies && status == SPATE_OK; ++k)
        status = apply(c, which);
    *seconds = (timers_now() - begun) / applies;
    return status;
}

/* First applies, for warmth, the residual and the number that makes a stretch. */
static spate_status warm_up(const contest *c, int which)
{
    side *s = &c->sides[which];
    const double enough = c->b->quick ? 0.02 : 0.1; /* s */
    double seconds;
    spate_status status = timed(c, which, 1, &seconds);
    if (status == SPATE_OK)
        status = timed(c, which, 1, &seconds); /* pages and threads are there now */
    s->residual = compact_residual(c->setup, &c->data);
    s->applies = (int)fmin(1 + enough / seconds, MOST_APPLIES);
    return status;
}

static spate_status time_in_turns(const contest *c)
{
    spate_status status = SPATE_OK;
    for (int k = 0; k < SIDES && status == SPATE_OK; ++k)
        if (c->sides[k].there)
            status = warm_up(c, k);
    for (int r = 0; r < c->b->repeat; ++r)
        for (int k = 0; k < SIDES && status == SPATE_OK; ++k)
            if (c->sides[k].there)
                status = timed(c, k, c->sides[k].applies, &c->sides[k].seconds[r]);
    return status;
}

static spate_status begin(contest *c)
{
    side *ours = &c->sides[OURS], *peer = &c->sides[PEER];
    *ours = (side){.name = "spate", .there = 1};
    *peer = (side){.name = c->b->peer ? c->b->peer->name : NULL, .setup_seconds = NAN};
    const double begun = timers_now();
    spate_status status = spate_compact_create(c->b->tool->ctx, &c->data.options, &c->c);
    if (status == SPATE_OK)
        status = spate_compact_setup(c->c);
    ours->setup_seconds = timers_now() - begun;
    if (status == SPATE_OK && c->b->peer)
        peer->there = c->b->peer->begin(c->setup, &c->data);
    return status;
}

static void add_row(const contest *c, int which, double median, double copy)
{
    const side *s = &c->sides[which], *peer = &c->sides[PEER];
    const double values = (double)c->data.values;
    compact_row row = {.solver = s->name,
                       .setup = *c->setup,
                       .points = c->data.values,
                       .seconds_best = s->seconds[0],
                       .seconds_median = median,
                       .setup_seconds = s->setup_seconds,
                       .residual = s->residual,
                       .copy_gbs = copy};
    row.ns_per_point = 1e9 * row.seconds_best / values;
    row.bytes_floor = (values + (double)c->data.results) * c->setup->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / row.seconds_best;
    row.fraction = row.gbs / copy;
    if (which == OURS && peer->there) {
        row.peer = peer->name;
        row.peer_seconds = peer->seconds[0];
        row.peer_ratio = peer->seconds[0] / row.seconds_best;
    }
    compact_report_add(c->b->report, &row);
}

static void add_rows(const contest *c)
{
    double medians[SIDES] = {0};
    for (int k = 0; k < SIDES; ++k) /* sorts: the best is first */
        if (c->sides[k].there)
            medians[k] = bench_median(c->sides[k].seconds, c->b->repeat);
    const double copy = ceiling_copy_of(c->b->backend, c->setup->threads);
    for (int k = 0; k < SIDES; ++k)
        if (c->sides[k].there)
            add_row(c, k, medians[k], copy);
}

static int fits(const compact_bench *b, const compact_setup *s)
{
    const double bytes = compact_bytes(s), available = bench_free_memory();
    if (1.2 * bytes <= available)
        return 1;
    compact_report_note(b->report,
                        "skipped: %lld x %lld x %lld take about %.1f GB, %.1f GB are free",
                        (long long)s->size[0], (long long)s->size[1], (long long)s->size[2],
                        1.2e-9 * bytes, 1e-9 * available);
    return 0;
}

int compact_measure(const compact_bench *b, const compact_setup *setup)
{
    static side sides[SIDES];
    contest c = {.b = b, .setup = setup, .sides = sides};
    if (!fits(b, setup))
        return 0;
    if (!compact_data_make(setup, &c.data)) {
        compact_data_free(&c.data);
        return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld x %lld x %lld values",
                          (long long)setup->size[0], (long long)setup->size[1],
                          (long long)setup->size[2]);
    }
    spate_status status = begin(&c);
    if (status == SPATE_OK)
        status = time_in_turns(&c);
    if (sides[PEER].there)
        b->peer->end();
    if (status == SPATE_OK)
        add_rows(&c);
    spate_compact_destroy(c.c);
    compact_data_free(&c.data);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
