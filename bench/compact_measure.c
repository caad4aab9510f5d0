/* Times ours and the peer in turns, on the same data, on the host or in the memory of a device. */
#include <math.h>

#include "bench/ceiling.h"
#include "bench/compact.h"

enum { OURS, PEER, SIDES };

typedef struct contest {
    const compact_setup *setup;
    const compact_peer *peer;
    const tri_device *device; /* NULL: the host */
    compact_data data;
    void *f, *g; /* on the device, or the host's */
    spate_compact *c;
} contest;

/* ---- rows ---- */

void compact_describe(bench_row *row, const compact_setup *s, const char *solver,
                      const char *backend)
{
    static const char *const directions[] = {"x", "y", "z"};
    const long long n[3] = {s->size[0], s->size[1], s->size[2]};
    bench_put_text(row, COMPACT_KERNEL, "compact");
    bench_put_text(row, COMPACT_SOLVER, solver);
    bench_put_text(row, COMPACT_BACKEND, backend);
    bench_put_text(row, COMPACT_SCHEME, s->scheme);
    bench_put_text(row, COMPACT_ENDS, s->periodic ? "periodic" : "closed");
    bench_put_text(row, COMPACT_REAL, s->precision == 32 ? "f32" : "f64");
    if (n[2] > 1)
        bench_put_format(row, COMPACT_SIZE, "%lldx%lldx%lld", n[0], n[1], n[2]);
    else
        bench_put_format(row, COMPACT_SIZE, "%lldx%lld", n[0], n[1]);
    for (int d = 0; d < 3; ++d)
        bench_put_integer(row, COMPACT_NX + d, s->size[d]);
    bench_put_text(row, COMPACT_DIRECTION, directions[s->direction]);
    bench_put_integer(row, COMPACT_THREADS, s->threads);
}

bench_work compact_work(const compact_setup *s, const compact_data *data, double copy_gbs)
{
    return (bench_work){.items = (double)data->values,
                        .unit = "ns/value",
                        .bytes = ((double)data->values + (double)data->results) * s->precision / 8,
                        .copy_gbs = copy_gbs};
}

int compact_no_memory(const bench *b, const compact_setup *s)
{
    return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld x %lld x %lld values",
                      (long long)s->size[0], (long long)s->size[1], (long long)s->size[2]);
}

static void add_rows(bench *b, const contest *c, const bench_runner *sides, int count)
{
    const bench_work work =
        compact_work(c->setup, &c->data, ceiling_copy_of(b->backend, c->setup->threads));
    for (int k = 0; k < count; ++k) {
        bench_row row = {0};
        compact_describe(&row, c->setup, sides[k].name, k == PEER ? "lapack" : b->backend->name);
        bench_put_work(&row, &sides[k], &work, bench_best_peer(sides, count));
        bench_add(b, &row);
    }
}

/* ---- times ---- */

static spate_status run_ours(bench_runner *r, int64_t count)
{
    const contest *c = r->user;
    spate_status status = SPATE_OK;
    for (int64_t k = 0; k < count && status == SPATE_OK; ++k)
        status = spate_compact_apply(c->c, c->f, c->g);
    return status == SPATE_OK ? spate_compact_wait(c->c) : status;
}

static spate_status run_peer(bench_runner *r, int64_t count)
{
    const contest *c = r->user;
    for (int64_t k = 0; k < count; ++k)
        c->peer->apply(c->setup, &c->data);
    return SPATE_OK;
}

/* Once: both write to the same array. */
static void find_residual(bench_runner *r)
{
    const contest *c = r->user;
    if (!isnan(r->residual))
        return;
    arrays_download(c->device, c->data.g, c->g,
                    (size_t)c->data.places * (size_t)c->setup->precision / 8);
    r->residual = compact_residual(c->setup, &c->data);
}

static spate_status create(bench *b, contest *c)
{
    spate_compact_options o = c->data.options;
    o.backend = b->backend_name;
    o.memory = c->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    const spate_status status = spate_compact_create(b->tool->ctx, &o, &c->c);
    return status == SPATE_OK ? spate_compact_setup(c->c) : status;
}

static spate_status measure(bench *b, contest *c)
{
    static bench_runner sides[SIDES];
    const bench_pace pace = {.enough = (c->device ? 0.5 : 1) * (b->quick ? 0.02 : 0.1),
                             .first = 1,
                             .most = 1000,
                             .warm = 1};
    sides[OURS] = (bench_runner){.name = c->device ? "cuda" : "spate",
                                 .user = c,
                                 .run = run_ours,
                                 .after = find_residual,
                                 .residual = NAN};
    sides[PEER] = (bench_runner){.name = c->peer ? c->peer->name : NULL,
                                 .is_peer = 1,
                                 .user = c,
                                 .run = run_peer,
                                 .after = find_residual,
                                 .setup_seconds = NAN,
                                 .residual = NAN};
    const double begun = timers_now();
    spate_status status = create(b, c);
    sides[OURS].setup_seconds = timers_now() - begun;
    if (status != SPATE_OK)
        return status;
    const int count = c->peer && c->peer->begin(c->setup, &c->data) ? SIDES : 1;
    status = bench_time(b, &pace, sides, count);
    if (count == SIDES)
        c->peer->end();
    if (status == SPATE_OK)
        add_rows(b, c, sides, count);
    return status;
}

int compact_measure(bench *b, const compact_setup *s)
{
    contest c = {.setup = s,
                 .peer = ((const compact_bench *)b->kind->user)->peer,
                 .device = arrays_device(b)};
    const size_t value = (size_t)s->precision / 8;
    if (!bench_fits(b, compact_bytes(s), "%lld x %lld x %lld", (long long)s->size[0],
                    (long long)s->size[1], (long long)s->size[2]))
        return 0;
    int ready = compact_data_make(s, &c.data);
    if (ready) {
        c.f = arrays_upload(c.device, c.data.f, (size_t)c.data.values * value);
        c.g = arrays_upload(c.device, c.data.g, (size_t)c.data.places * value);
        ready = c.f && c.g;
    }
    const spate_status status = ready ? measure(b, &c) : SPATE_OK;
    spate_compact_destroy(c.c);
    arrays_release(c.device, c.f);
    arrays_release(c.device, c.g);
    compact_data_free(&c.data);
    if (!ready)
        return compact_no_memory(b, s);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}
