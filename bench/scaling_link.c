/* Latency and bandwidth of messages between ranks, or of copies between the parts of one process. */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "bench/scaling.h"
#include "run/sim.h"

enum { SHORT = 8, LONG = 1 << 20 /* bytes */ };

/* ---- ranks: a message there and one back ---- */

typedef struct ping {
    comm *comm;
    int rank;
    size_t bytes;
    char *data;
} ping;

static void send_to(const ping *p, int rank)
{
    comm_send_start(p->comm, p->data, p->bytes, rank, 0);
    comm_wait_all(p->comm);
}

static void receive_from(const ping *p, int rank)
{
    comm_receive_start(p->comm, p->data, p->bytes, rank, 0);
    comm_wait_all(p->comm);
}

static spate_status run_pings(bench_runner *r, int64_t count)
{
    const ping *p = r->user;
    for (int64_t n = 0; n < count && p->rank < 2; ++n)
        if (p->rank == 0) {
            send_to(p, 1);
            receive_from(p, 1);
        } else {
            receive_from(p, 0);
            send_to(p, 0);
        }
    return SPATE_OK;
}

/* Short stretches, and many: on shared cores most of them are disturbed. */
static spate_status time_link(const bench *b, bench_runner *r)
{
    enum { STRETCHES = 41 };
    bench often = *b;
    const bench_pace pace = {.enough = 4e-3, .first = 4, .most = 100000, .warm = 1, .limit = 1};
    often.repeat = b->quick ? b->repeat : STRETCHES;
    return bench_time(&often, &pace, r, 1);
}

/* Seconds of one message in one direction. */
static spate_status time_message(const bench *b, ping *p, size_t bytes, double *seconds)
{
    static bench_runner r;
    p->bytes = bytes;
    r = (bench_runner){.user = p, .run = run_pings};
    const spate_status status = time_link(b, &r);
    *seconds = 0.5 * r.best;
    return status;
}

static double best_of(double before, double now)
{
    return before > 0 && before < now ? before : now;
}

static spate_status measure_messages(const bench *b, scaling_bench *w)
{
    spate_context *ctx = b->tool->ctx;
    double of_short = 0, of_long = 0;
    ping p = {.comm = ctx->comm, .rank = b->tool->rank, .data = calloc(1, LONG)};
    const int room = p.data && comm_reserve(p.comm, 2);
    spate_status status =
        comm_agree(ctx, room ? SPATE_OK
                             : spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory for a message"));
    if (status == SPATE_OK)
        status = time_message(b, &p, SHORT, &of_short);
    if (status == SPATE_OK)
        status = time_message(b, &p, LONG, &of_long);
    if (status == SPATE_OK) {
        w->latency = best_of(w->latency, of_short);
        w->bandwidth = fmax(w->bandwidth, LONG / of_long); /* the latency in it is no percent */
    }
    free(p.data);
    return status;
}

/* ---- parts: exchanges of the state, of several sizes ---- */

static spate_status run_exchanges(bench_runner *r, int64_t count)
{
    scaling_exchange_state(r->user, count);
    return SPATE_OK;
}

static spate_status time_exchange(const bench *b, const scaling_setup *s, scaling_exchange *e)
{
    static bench_runner r;
    spate_sim *sim;
    spate_status status = scaling_sim_create(b, s, &sim);
    if (status == SPATE_OK) {
        r = (bench_runner){.user = sim, .run = run_exchanges};
        status = time_link(b, &r);
    }
    if (status == SPATE_OK) {
        const halo_counts before = sim->ops->exchanged(sim->scheme);
        sim->ops->exchange(sim->scheme);
        const halo_counts after = sim->ops->exchanged(sim->scheme);
        e->messages = (double)(after.copies - before.copies);
        e->bytes = (double)(after.copied_bytes - before.copied_bytes);
        e->seconds = e->seconds > 0 ? fmin(e->seconds, r.best) : r.best;
    }
    spate_sim_destroy(sim);
    return status;
}

/* A square, a small one, and the cells of the square in a wide and in a tall grid. Copies of rows
 * and of columns have equal weight, and the largest exchange has some a^2 / 2 times the bytes of the
 * smallest. On a GPU, where a copy takes microseconds whatever is in it, less cannot be told. */
static spate_status measure_copies(const bench *b, scaling_bench *w, const scaling_setup *square)
{
    enum { LEAST = 64 /* whole tiles in two parts */, MOST = 16 };
    const int64_t n = square->nx;
    const int64_t a = n / LEAST < MOST ? n / LEAST : MOST;
    const int64_t shapes[SCALING_SIZES][2] = {{n, n},
                                              {n / a, n / a},
                                              {n * a, n / a},
                                              {n / a, n * a}};
    spate_status status = SPATE_OK;
    for (int k = 0; k < SCALING_SIZES && status == SPATE_OK; ++k) {
        scaling_setup s = *square;
        s.nx = shapes[k][0];
        s.ny = shapes[k][1];
        status = time_exchange(b, &s, &w->exchanges[k]);
    }
    if (status == SPATE_OK)
        scaling_fit(w->exchanges, SCALING_SIZES, &w->latency, &w->bandwidth);
    return status;
}

/* ---- the row ---- */

int scaling_measure_link(bench *b, const scaling_setup *s)
{
    scaling_bench *w = b->kind->user;
    const int ranks = b->tool->ranks;
    const spate_status status = ranks > 1 ? measure_messages(b, w) : measure_copies(b, w, s);
    if (status != SPATE_OK || s->silent)
        return scaling_end(b, status);
    const double copy = scaling_copy(b, s);
    const int is_told = isfinite(w->bandwidth);
    bench_row row = {0};
    bench_put_text(&row, SCALING_KERNEL, "scaling");
    bench_put_text(&row, SCALING_WHAT, "link");
    bench_put_text(&row, SCALING_SERIES, ranks > 1 ? "message" : "copy");
    bench_put_text(&row, SCALING_BACKEND, b->backend->name);
    bench_put_integer(&row, SCALING_RANKS, ranks);
    bench_put_integer(&row, SCALING_THREADS, s->threads);
    bench_put_text(&row, SCALING_ORIGIN, "measured");
    bench_put_real(&row, BENCH_BEST, w->latency);
    bench_put_real(&row, BENCH_GBS, is_told ? 1e-9 * w->bandwidth : (double)NAN);
    bench_put_real(&row, BENCH_COPY, copy);
    bench_put_real(&row, BENCH_SHARE, is_told ? 2e-9 * w->bandwidth / copy : (double)NAN);
    bench_remark(&row, "%s; %s", w->latency > 0 ? "latency" : "latency cannot be told",
                 is_told ? "bandwidth" : "bandwidth cannot be told");
    bench_add(b, &row);
    return 0;
}
