/* Compact differences on a device: backend table, memory and streams. */
#include "solvers/compact/device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "backend/compact/device.h"
#include "base/memory.h"
#include "solvers/device_choice.h"

typedef struct compact_on_device {
    const tri_device *memory_table; /* allocation, copies and errors */
    const compact_device *table;
    compact_device_solver *solver; /* created by setup */
    spate_memory memory;
    void *stream;
    void *f, *g;      /* copies of the host's arrays, allocated on first use */
    const void *last; /* f of the last apply, device pointer */
    int64_t pending;  /* applies that were not waited for */
} compact_on_device;

/* ---- creation ---- */

spate_status compact_device_create(spate_compact *c, const spate_compact_options *o)
{
    const spate_backend *backend;
    compact_on_device *g = c->device = calloc(1, sizeof *c->device);
    if (!g)
        return fail_memory(c->ctx, "no memory for compact differences");
    g->memory = o->memory;
    SPATE_TRY(device_open(c->ctx, o->backend, &backend));
    g->table = backend->compact ? backend->compact() : NULL;
    g->memory_table = backend->tridiag ? backend->tridiag() : NULL;
    if (!g->table || !g->memory_table)
        return spate_fail(c->ctx, SPATE_ERROR_BACKEND,
                          "backend \"cuda\" has no compact differences");
    return SPATE_OK;
}

static void release(compact_on_device *g)
{
    g->table->destroy(g->solver);
    g->memory_table->release(g->f);
    g->memory_table->release(g->g);
    g->solver = NULL;
    g->f = g->g = NULL;
}

void compact_device_destroy(spate_compact *c)
{
    if (!c->device)
        return;
    if (c->device->table && c->device->memory_table)
        release(c->device);
    free(c->device);
    c->device = NULL;
}

spate_status compact_device_setup(spate_compact *c, const double *before, const double *diagonal,
                                  const double *after)
{
    const compact_layout *l = &c->layout;
    const compact_device_spec spec = {.precision = c->options.precision,
                                      .periodic = c->options.periodic,
                                      .adjacent = l->adjacent,
                                      .n = l->n,
                                      .inputs = l->inputs,
                                      .lines = l->lines,
                                      .count0 = l->count[0],
                                      .stride = l->stride,
                                      .step = {l->step[0], l->step[1]},
                                      .out_stride = l->out_stride,
                                      .out_step = {l->out_step[0], l->out_step[1]},
                                      .number = {l->number[0], l->number[1]},
                                      .out_extent = l->out_extent,
                                      .stencil = &c->stencil,
                                      .a = before,
                                      .b = diagonal,
                                      .c = after};
    compact_on_device *g = c->device;
    char why[256] = "";
    release(g);
    g->solver = g->table->create(&spec, why, sizeof why);
    if (!g->solver)
        return fail_memory(c->ctx, "%s", why);
    return device_status(c->ctx, c->device->memory_table);
}

/* ---- failures ---- */

/* Offset in f of the line with a public number. */
static ptrdiff_t offset_of(const compact_layout *l, int64_t number)
{
    const int64_t most = l->number[0] > l->number[1] ? l->number[0] : l->number[1];
    const int64_t whole = number / most, rest = number % most;
    if (l->count[1] == 1)
        return (ptrdiff_t)(number / l->number[0]) * l->step[0];
    if (most == l->number[0])
        return (ptrdiff_t)whole * l->step[0] + (ptrdiff_t)(rest / l->number[1]) * l->step[1];
    return (ptrdiff_t)whole * l->step[1] + (ptrdiff_t)(rest / l->number[0]) * l->step[0];
}

/* Copies one line of the last f to the host. *point is -1 if all of it is finite. */
static spate_status first_not_finite(const spate_compact *c, int64_t line, int64_t *point)
{
    const compact_layout *l = &c->layout;
    const compact_on_device *g = c->device;
    const size_t bytes = compact_value_bytes(c), n = (size_t)l->inputs;
    char *values = memory_alloc(n * bytes);
    if (!values)
        return fail_memory(c->ctx, "no memory for a line");
    const char *from = (const char *)g->last + offset_of(l, line) * (ptrdiff_t)bytes;
    g->memory_table->copy(values, bytes, from, (size_t)l->stride * bytes, bytes, n, g->stream);
    *point = -1;
    for (int64_t i = l->inputs - 1; i >= 0; --i)
        if (!solver_finite(solver_value(c->options.precision, values, (ptrdiff_t)i)))
            *point = i;
    memory_free(values);
    return device_status(c->ctx, c->device->memory_table);
}

static spate_status report_failure(const spate_compact *c, int64_t line, int64_t applies)
{
    int64_t point = -1;
    SPATE_TRY(first_not_finite(c, line, &point));
    if (point >= 0)
        return spate_fail(c->ctx, SPATE_ERROR_NUMERICAL,
                          "line %" PRId64 ", point %" PRId64 ": f is not a finite number", line,
                          point);
    return spate_fail(c->ctx, SPATE_ERROR_NUMERICAL,
                      applies == 1 ? "line %" PRId64 ": the result overflows"
                                   : "line %" PRId64 " of one of the applies since the last wait: "
                                     "f or its result is not a finite number",
                      line);
}

/* ---- applies ---- */

static spate_status finish(const spate_compact *c)
{
    compact_on_device *g = c->device;
    const int64_t applies = g->pending;
    tri_device_report report;
    if (!applies)
        return device_status(c->ctx, c->device->memory_table);
    g->pending = 0;
    g->table->wait(g->solver, g->stream, &report);
    SPATE_TRY(device_status(c->ctx, c->device->memory_table));
    return report.failed ? report_failure(c, report.first_failed, applies) : SPATE_OK;
}

static spate_status allocate(const spate_compact *c, void **block, int64_t extent)
{
    if (!*block)
        *block = c->device->memory_table->allocate((size_t)extent * compact_value_bytes(c));
    return *block ? SPATE_OK
                  : fail_memory(c->ctx, "no memory on the device for %" PRId64 " values", extent);
}

static void copy_array(const spate_compact *c, void *to, const void *from, int64_t extent)
{
    const size_t bytes = (size_t)extent * compact_value_bytes(c);
    c->device->memory_table->copy(to, bytes, from, bytes, bytes, 1, c->device->stream);
}

/* Copies host arrays to the device. g is copied too, because gaps and lines that fail keep their
 * values. */
static spate_status copy_to_device(const spate_compact *c, const void *f, const void *g)
{
    compact_on_device *d = c->device;
    const compact_layout *l = &c->layout;
    SPATE_TRY(allocate(c, &d->f, l->extent));
    copy_array(c, d->f, f, l->extent);
    if (f == g)
        return device_status(c->ctx, c->device->memory_table);
    SPATE_TRY(allocate(c, &d->g, l->out_extent));
    copy_array(c, d->g, g, l->out_extent);
    return device_status(c->ctx, c->device->memory_table);
}

static spate_status queue(spate_compact *c, const void *f, void *g)
{
    compact_on_device *d = c->device;
    if (!d->table->apply(d->solver, f, g, d->stream))
        return fail_memory(c->ctx,
                           "no memory on the device for right-hand sides of %" PRId64 " values",
                           c->layout.out_extent);
    ++c->applied;
    d->last = f;
    ++d->pending;
    return device_status(c->ctx, c->device->memory_table);
}

spate_status compact_device_apply(spate_compact *c, const void *f, void *g)
{
    compact_on_device *d = c->device;
    if (d->memory == SPATE_MEMORY_DEVICE)
        return queue(c, f, g);
    SPATE_TRY(copy_to_device(c, f, g));
    void *there = f == g ? d->f : d->g;
    SPATE_TRY(queue(c, d->f, there));
    const spate_status status = finish(c);
    if (status == SPATE_OK || status == SPATE_ERROR_NUMERICAL)
        copy_array(c, g, there, c->layout.out_extent);
    return status == SPATE_OK ? device_status(c->ctx, c->device->memory_table) : status;
}

spate_status spate_compact_wait(spate_compact *c)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    return c->device ? finish(c) : SPATE_OK;
}

spate_status spate_compact_set_stream(spate_compact *c, void *stream)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    if (!c->device)
        return fail_argument(c->ctx, "the CPU has no streams");
    const spate_status status = finish(c); /* waits for applies on the old stream */
    c->device->stream = stream;
    return status;
}
