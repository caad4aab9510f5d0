/* Times runners in turns: the number of runs of a stretch, the stretches, their best and median. */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "bench/frame.h"
#include "parallel/comm.h"

/* Seconds of one run. */
static spate_status timed(const bench *b, bench_runner *r, int64_t count, double *seconds)
{
    const int many = b->tool->ranks > 1;
    *seconds = 0;
    if (r->before)
        r->before(r);
    if (many)
        comm_max(b->tool->ctx->comm, seconds, 1);
    const double begun = timers_now();
    const spate_status status = r->run(r, count);
    *seconds = (timers_now() - begun) / (double)count;
    if (many)
        comm_max(b->tool->ctx->comm, seconds, 1);
    if (r->after)
        r->after(r);
    return status;
}

/* s of a stretch. Tests set less: their figures mean nothing. */
static double enough_of(const bench_pace *pace)
{
    const char *wanted = getenv("SPATE_BENCH_STRETCH_MS");
    return wanted ? fmin(pace->enough, 1e-3 * atof(wanted)) : pace->enough;
}

/* More and more runs until a stretch is long enough. All ranks see the same seconds, hence the same
 * number. */
static spate_status choose_count(const bench *b, const bench_pace *pace, bench_runner *r)
{
    const int64_t most = r->most > 0 ? r->most : pace->most;
    const double enough = enough_of(pace);
    double seconds;
    r->count = pace->first < most ? pace->first : most;
    for (int k = 0; k < pace->warm; ++k) {
        const spate_status status = timed(b, r, r->count, &seconds);
        if (status != SPATE_OK)
            return status;
    }
    while (r->count < most) {
        const spate_status status = timed(b, r, r->count, &seconds);
        const double whole = seconds * (double)r->count;
        if (status != SPATE_OK || whole >= enough)
            return status;
        /* Not by more than 50 times: a trial that is too short says little. */
        const double next = (double)r->count * fmin(1.2 * enough / whole, 50);
        r->count = next < (double)most ? 1 + (int64_t)next : most;
    }
    return SPATE_OK;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_summarise(bench_runner *r)
{
    qsort(r->seconds, (size_t)r->repeats, sizeof *r->seconds, compare);
    r->best = r->seconds[0];
    r->median = 0.5 * (r->seconds[(r->repeats - 1) / 2] + r->seconds[r->repeats / 2]);
}

/* Whether so long has passed; the same on all ranks. */
static int is_late(const bench *b, double begun, double limit)
{
    double spent = timers_now() - begun;
    if (limit > 0 && b->tool->ranks > 1)
        comm_max(b->tool->ctx->comm, &spent, 1);
    return limit > 0 && spent > limit;
}

spate_status bench_time(const bench *b, const bench_pace *pace, bench_runner *runners, int count)
{
    spate_status status = SPATE_OK;
    for (int k = 0; k < count && status == SPATE_OK; ++k) {
        runners[k].repeats = 0;
        status = choose_count(b, pace, &runners[k]);
    }
    const double begun = timers_now();
    for (int n = 0; n < b->repeat; ++n) {
        if (n > 0 && is_late(b, begun, pace->limit))
            break;
        for (int k = 0; k < count && status == SPATE_OK; ++k)
            status =
                timed(b, &runners[k], runners[k].count, &runners[k].seconds[runners[k].repeats++]);
    }
    for (int k = 0; k < count && status == SPATE_OK; ++k)
        bench_summarise(&runners[k]);
    return status;
}

const bench_runner *bench_best_peer(const bench_runner *runners, int count)
{
    const bench_runner *best = NULL;
    for (int k = 0; k < count; ++k)
        if (runners[k].is_peer && (!best || runners[k].best < best->best))
            best = &runners[k];
    return best;
}
