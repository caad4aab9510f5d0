/* Times compact differences of a GPU on data in its memory. Applies are queued and waited for together. */
#include <math.h>
#include <string.h>

#include "backend/tridiag/device.h"
#include "base/timers.h"
#include "bench/ceiling.h"
#include "bench/compact.h"
#include "run/backends.h"

enum { MOST_APPLIES = 1000 };

typedef struct cuda_arrays {
    const compact_bench *b;
    const compact_setup *setup;
    const tri_device *device;
    compact_data host;
    size_t f_bytes, g_bytes;
    void *f, *g; /* on the device */
    spate_compact *c;
} cuda_arrays;

static int upload(cuda_arrays *a)
{
    const size_t value = (size_t)a->setup->precision / 8;
    a->f_bytes = (size_t)a->host.values * value;
    a->g_bytes = (size_t)a->host.places * value;
    a->f = a->device->take(a->f_bytes);
    a->g = a->device->take(a->g_bytes);
    if (!a->f || !a->g)
        return 0;
    a->device->copy(a->f, a->f_bytes, a->host.f, a->f_bytes, a->f_bytes, 1, NULL);
    return 1;
}

static spate_status create(cuda_arrays *a)
{
    spate_compact_options o = a->host.options;
    o.backend = a->b->backend_name;
    o.memory = SPATE_MEMORY_DEVICE;
    const spate_status status = spate_compact_create(a->b->tool->ctx, &o, &a->c);
    return status == SPATE_OK ? spate_compact_setup(a->c) : status;
}

static spate_status timed(const cuda_arrays *a, int applies, double *seconds)
{
    spate_status status = spate_compact_wait(a->c);
    const double begun = timers_now();
    for (int k = 0; k < applies && status == SPATE_OK; ++k)
        status = spate_compact_apply(a->c, a->f, a->g);
    if (status == SPATE_OK)
        status = spate_compact_wait(a->c);
    *seconds = (timers_now() - begun) / applies;
    return status;
}

static void add_row(const cuda_arrays *a, double *seconds, double setup_seconds, double residual)
{
    const double values = (double)a->host.values;
    compact_row row = {.solver = "cuda",
                       .setup = *a->setup,
                       .points = a->host.values,
                       .seconds_median = bench_median(seconds, a->b->repeat), /* sorts */
                       .setup_seconds = setup_seconds,
                       .residual = residual,
                       .copy_gbs = ceiling_copy_of(a->b->backend, 1)};
    row.seconds_best = seconds[0];
    row.ns_per_point = 1e9 * row.seconds_best / values;
    row.bytes_floor = (values + (double)a->host.results) * a->setup->precision / 8;
    row.gbs = 1e-9 * row.bytes_floor / row.seconds_best;
    row.fraction = row.gbs / row.copy_gbs;
    compact_report_add(a->b->report, &row);
}

static spate_status measure(cuda_arrays *a)
{
    const double enough = a->b->quick ? 0.01 : 0.05; /* s in one stretch */
    double seconds[BENCH_MOST_REPEATS], once = 0;
    const double begun = timers_now();
    spate_status status = create(a);
    const double setup_seconds = timers_now() - begun;
    for (int k = 0; k < 2 && status == SPATE_OK; ++k)
        status = timed(a, 1, &once);
    if (status != SPATE_OK)
        return status;
    a->device->copy(a->host.g, a->g_bytes, a->g, a->g_bytes, a->g_bytes, 1, NULL);
    const double residual = compact_residual(a->setup, &a->host);
    const int applies = (int)fmin(1 + enough / once, MOST_APPLIES);
    for (int r = 0; r < a->b->repeat && status == SPATE_OK; ++r)
        status = timed(a, applies, &seconds[r]);
    if (status == SPATE_OK)
        add_row(a, seconds, setup_seconds, residual);
    return status;
}

int compact_cuda_measure(const compact_bench *b, const compact_setup *setup)
{
    cuda_arrays a = {.b = b, .setup = setup, .device = b->backend->tridiag()};
    const int ready = compact_data_make(setup, &a.host) && upload(&a);
    const spate_status status = ready ? measure(&a) : SPATE_OK;
    spate_compact_destroy(a.c);
    a.device->give(a.f);
    a.device->give(a.g);
    compact_data_free(&a.host);
    if (!ready)
        return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for %lld x %lld x %lld values",
                          (long long)setup->size[0], (long long)setup->size[1],
                          (long long)setup->size[2]);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}

int compact_cuda_begin(compact_bench *b, const char *name)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = name;
    const spate_status status = backend_choose(b->tool->ctx, &opt, &b->backend);
    if (status != SPATE_OK)
        return tool_failed(b->tool, status);
    if (!b->backend->compact || !b->backend->tridiag)
        return tool_error(b->tool, SPATE_ERROR_BACKEND, "%s has no compact differences", name);
    b->backend_name = name;
    return 0;
}
