/* Lines that a device solves: backend table, memory and streams. The kernels are in the CUDA
 * plug-in. */
#include "solvers/tridiag/device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/device_choice.h"
#include "solvers/tridiag/device_state.h"

const char *const *spate_tridiag_cuda_algorithms(spate_tridiag_class matrix)
{
    static const char *const general[] = {"thomas-pcr", "thomas",     "cr-pcr",    "pcr",
                                          "cr",         "pcr-global", "cr-global", NULL};
    static const char *const shared[] = {"thomas-pcr", NULL};
    static const char *const none[] = {NULL};
    if ((unsigned)matrix > SPATE_TRIDIAG_TOEPLITZ)
        return none;
    return matrix == SPATE_TRIDIAG_GENERAL ? general : shared;
}

/* ---- creation ---- */

static spate_status check_name(const spate_tridiag *t, const char *wanted, const char **name)
{
    *name = "auto";
    if (strcmp(wanted, *name) == 0)
        return SPATE_OK;
    for (const char *const *n = spate_tridiag_cuda_algorithms(t->matrix); *n; ++n)
        if (strcmp(*n, wanted) == 0) {
            *name = *n;
            return SPATE_OK;
        }
    return fail_argument(
        t->ctx, "no algorithm \"%s\" for this class on a GPU; see spate_tridiag_cuda_algorithms",
        wanted);
}

spate_status tri_device_create(spate_tridiag *t, const spate_tridiag_options *o)
{
    const char *name;
    SPATE_TRY(check_name(t, o->algorithm, &name));
    t->device = calloc(1, sizeof *t->device);
    if (!t->device)
        return fail_memory(t->ctx, "no memory for a tridiagonal solver");
    tri_on_device *g = t->device;
    g->algorithm = name;
    g->memory = o->memory;
    SPATE_TRY(device_open(t->ctx, o->backend, &g->backend));
    g->table = g->backend->tridiag ? g->backend->tridiag() : NULL;
    if (!g->table)
        return spate_fail(t->ctx, SPATE_ERROR_BACKEND,
                          "backend \"cuda\" has no tridiagonal solvers");
    return SPATE_OK;
}

void tri_device_destroy(spate_tridiag *t)
{
    tri_on_device *g = t->device;
    if (!g)
        return;
    if (g->table) {
        g->table->destroy(g->solver);
        for (int k = 0; k < DEVICE_ARRAYS; ++k)
            g->table->release(g->arrays[k]);
    }
    memory_free(g->flags);
    free(g);
    t->device = NULL;
}

const char *tri_device_algorithm(const spate_tridiag *t)
{
    return t->device->algorithm;
}

static tri_device_spec spec_of(const spate_tridiag *t)
{
    const tri_layout *l = &t->layout;
    return (tri_device_spec){.algorithm = t->device->algorithm,
                             .precision = t->precision,
                             .shared = t->matrix != SPATE_TRIDIAG_GENERAL,
                             .periodic = t->periodic,
                             .check = t->check,
                             .repair = t->repair,
                             .adjacent = l->adjacent,
                             .growth_limit = tri_growth_limit(t->precision),
                             .pivot_limit = tri_pivot_limit(t->precision, l->n),
                             .n = l->n,
                             .lines = l->lines,
                             .count0 = l->count[0],
                             .stride = l->stride,
                             .step = {l->step[0], l->step[1]},
                             .number = {l->number[0], l->number[1]},
                             .a = t->shared[0],
                             .b = t->shared[1],
                             .c = t->shared[2]};
}

spate_status tri_device_setup(spate_tridiag *t)
{
    tri_on_device *g = t->device;
    char why[256] = "";
    const tri_device_spec spec = spec_of(t);
    g->table->destroy(g->solver);
    g->solver = g->table->create(&spec, why, sizeof why);
    if (!g->solver)
        return fail_argument(t->ctx, "%s", why);
    g->algorithm = g->table->algorithm(g->solver);
    if (t->check && !g->flags)
        g->flags = memory_alloc((size_t)t->layout.lines);
    if (t->check && !g->flags)
        return fail_memory(t->ctx, "no memory for flags of lines");
    return device_status(t->ctx, t->device->table);
}

/* ---- solves ---- */

/* Copies host arrays to the device. x is copied too if there are gaps between lines, because the
 * copy back covers them. */
static spate_status copy_to_device(spate_tridiag *t, const tri_problem *host, tri_problem *there)
{
    tri_on_device *g = t->device;
    const size_t bytes = (size_t)t->layout.extent * tri_value_bytes(t);
    const int in_place = host->x == host->d,
              gaps = t->layout.extent > t->layout.n * t->layout.lines;
    const void *from[DEVICE_ARRAYS] = {host->a, host->b, host->c, in_place ? NULL : host->d,
                                       host->x};
    for (int k = 0; k < DEVICE_ARRAYS; ++k) {
        if (from[k] && !g->arrays[k])
            g->arrays[k] = g->table->allocate(bytes);
        if (from[k] && !g->arrays[k])
            return fail_memory(t->ctx, "no memory on the device for arrays of %zu bytes", bytes);
        if (from[k] && (k < 4 || in_place || gaps))
            g->table->copy(g->arrays[k], bytes, from[k], bytes, bytes, 1, g->stream);
    }
    there->a = host->a ? g->arrays[0] : NULL;
    there->b = host->b ? g->arrays[1] : NULL;
    there->c = host->c ? g->arrays[2] : NULL;
    there->d = g->arrays[in_place ? 4 : 3];
    there->x = g->arrays[4];
    return device_status(t->ctx, t->device->table);
}

static spate_status finish(spate_tridiag *t)
{
    tri_on_device *g = t->device;
    tri_device_report report;
    if (!g->pending)
        return device_status(t->ctx, t->device->table);
    g->pending = 0;
    g->table->wait(g->solver, g->stream, &report, g->flags);
    SPATE_TRY(device_status(t->ctx, t->device->table));
    return tri_device_check_lines(t, &g->last, &report);
}

spate_status tri_device_solve(spate_tridiag *t, const tri_problem *problem)
{
    tri_on_device *g = t->device;
    tri_problem there = *problem;
    if (g->memory == SPATE_MEMORY_HOST)
        SPATE_TRY(copy_to_device(t, problem, &there));
    const tri_device_arrays arrays = {there.a, there.b, there.c, there.d, there.x};
    g->table->solve(g->solver, &arrays, g->stream);
    ++t->solves;
    g->last = there;
    g->pending = 1;
    SPATE_TRY(device_status(t->ctx, t->device->table));
    if (g->memory == SPATE_MEMORY_DEVICE && !t->check)
        return SPATE_OK;
    const spate_status status = finish(t);
    if (g->memory == SPATE_MEMORY_HOST && (status == SPATE_OK || status == SPATE_ERROR_NUMERICAL)) {
        const size_t bytes = (size_t)t->layout.extent * tri_value_bytes(t);
        g->table->copy(problem->x, bytes, there.x, bytes, bytes, 1, g->stream);
    }
    return status == SPATE_OK ? device_status(t->ctx, t->device->table) : status;
}

spate_status spate_tridiag_wait(spate_tridiag *t)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    return t->device ? finish(t) : SPATE_OK;
}

spate_status spate_tridiag_set_stream(spate_tridiag *t, void *stream)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    if (!t->device)
        return fail_argument(t->ctx, "the CPU has no streams");
    const spate_status status = finish(t); /* waits for solves on the old stream */
    t->device->stream = stream;
    return status;
}
