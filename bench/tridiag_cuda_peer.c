/* Times cuSPARSE on the lines of the benchmark. It overwrites its input: each of the solves that are queued together
 * has a copy of its own, made before the clock. */
#include <math.h>

#include "base/timers.h"
#include "bench/tridiag_cuda_lines.h"
#include "bench/tridiag_cusparse.h"

enum { PEER_SOLVES = 8 };

/* Inputs of solves that are queued together. */
typedef struct peer_inputs {
    void *at[PEER_SOLVES][4], *buffer;
    int count; /* as many as there is memory for */
    size_t room;
} peer_inputs;

static int take_set(const cuda_lines *g, void *at[4])
{
    int taken = 0;
    while (taken < 4 && (at[taken] = g->device->take(g->bytes)) != NULL)
        ++taken;
    if (taken == 4)
        return 1;
    while (taken > 0) {
        g->device->give(at[--taken]);
        at[taken] = NULL;
    }
    return 0;
}

static void give_inputs(const cuda_lines *g, peer_inputs *in)
{
    for (int k = 0; k < in->count; ++k)
        for (int j = 0; j < 4; ++j)
            g->device->give(in->at[k][j]);
    g->device->give(in->buffer);
}

/* The buffer comes before further copies. */
static int take_inputs(const cuda_lines *g, peer_inputs *in)
{
    in->count = take_set(g, in->at[0]);
    in->room = in->count ? cusparse_buffer_bytes(cusparse_lines_of(g->setup), in->at[0]) : 0;
    in->buffer = in->room ? g->device->take(in->room) : NULL;
    while (in->buffer && in->count < PEER_SOLVES && take_set(g, in->at[in->count]))
        ++in->count;
    return in->buffer != NULL;
}

static int queue_peer(const cuda_lines *g, const peer_inputs *in, double *seconds)
{
    int ok = 1;
    for (int k = 0; k < in->count; ++k)
        for (int j = 0; j < 4; ++j)
            cuda_lines_copy(g, in->at[k][j], g->at[j]);
    const double begun = timers_now();
    for (int k = 0; k < in->count && ok; ++k)
        ok = cusparse_solve(cusparse_lines_of(g->setup), in->at[k], in->buffer);
    ok = cusparse_wait() && ok;
    *seconds = (timers_now() - begun) / in->count;
    return ok;
}

int cuda_time_peer(const cuda_lines *g, cuda_timing *out)
{
    peer_inputs in = {.count = 0};
    *out = (cuda_timing){.name = g->b->peers_on_device ? cusparse_routine(g->setup) : NULL,
                         .backend = "cusparse",
                         .setup_seconds = NAN};
    if (!out->name)
        return 0;
    int ok = take_inputs(g, &in) && queue_peer(g, &in, &out->seconds[0]);
    if (ok)
        out->residual = cuda_lines_residual(g, in.at[0][3]);
    for (int r = 0; r < g->b->repeat && ok; ++r)
        ok = queue_peer(g, &in, &out->seconds[r]);
    give_inputs(g, &in);
    out->median = ok ? bench_median(out->seconds, g->b->repeat) : NAN;
    if (ok)
        tridiag_report_note(g->b->report, "%s takes a workspace of %.3f GB", out->name,
                            1e-9 * (double)in.room);
    else
        tridiag_report_note(g->b->report, "%s fails, or has no memory", out->name);
    return ok;
}
