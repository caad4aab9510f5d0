/* Parts on a device: options, memory, messages and applies. */
#include "solvers/compact/distributed_device.h"

#include <stdlib.h>

#include "parallel/comm.h"
#include "solvers/device_choice.h"
#include "solvers/tridiag/distributed_rhs.h"

/* ---- creation ---- */

spate_status cut_device_create(spate_compact_distributed *c,
                               const spate_compact_distributed_options *o)
{
    SPATE_TRY(device_check(c->ctx, "compact differences", o->backend, o->memory));
    if (!device_wanted(o->backend, o->memory))
        return SPATE_OK;
    cut_on_device *g = c->device = calloc(1, sizeof *c->device);
    if (!g)
        return fail_memory(c->ctx, "no memory for compact differences");
    SPATE_TRY(device_open(c->ctx, o->backend, &g->backend));
    g->memory = g->backend->tridiag ? g->backend->tridiag() : NULL;
    g->table = g->backend->tridiag_cut ? g->backend->tridiag_cut() : NULL;
    if (!g->memory || !g->table)
        return spate_fail(c->ctx, SPATE_ERROR_BACKEND,
                          "backend \"cuda\" has no compact differences over parts");
    g->on_device = comm_size(c->ctx->comm) > 1 && comm_takes_device_memory(c->ctx->comm);
    g->f = calloc((size_t)c->count + 1, sizeof *g->f);
    g->copies = calloc((size_t)c->count + 1, sizeof *g->copies);
    g->rhs = calloc((size_t)c->count + 1, sizeof *g->rhs);
    return g->f && g->copies && g->rhs ? SPATE_OK
                                       : fail_memory(c->ctx, "no memory for %d parts", c->count);
}

void cut_device_destroy(spate_compact_distributed *c)
{
    cut_on_device *g = c->device;
    if (!g)
        return;
    for (int k = 0; g->copies && g->memory && k < c->count; ++k)
        g->memory->release(g->copies[k]);
    free(g->f);
    free(g->copies);
    free(g->rhs);
    free(g);
    c->device = NULL;
}

/* ---- messages ---- */

/* One additional byte, so that a NULL pointer always means an allocation failure. */
int cut_device_buffers(spate_compact_distributed *c)
{
    cut_on_device *g = c->device;
    cut_halo *h = &c->halo;
    const spate_backend *b = g->backend;
    h->sent = b->transfers->message_alloc(b->devices[0], h->send_bytes + 1, g->on_device);
    h->received = b->transfers->message_alloc(b->devices[0], h->receive_bytes + 1, g->on_device);
    g->sent = g->on_device ? h->sent : g->memory->allocate(h->send_bytes + 1);
    g->received = g->on_device ? h->received : g->memory->allocate(h->receive_bytes + 1);
    return h->sent && h->received && g->sent && g->received;
}

void cut_device_free_buffers(spate_compact_distributed *c)
{
    cut_on_device *g = c->device;
    cut_halo *h = &c->halo;
    if (!g->backend || !g->memory)
        return;
    g->backend->transfers->message_free(h->sent, g->on_device);
    g->backend->transfers->message_free(h->received, g->on_device);
    if (!g->on_device) {
        g->memory->release(g->sent);
        g->memory->release(g->received);
    }
    g->sent = g->received = NULL;
}

/* Copies between host and device, unless both are the same buffer. */
static void copy_array(const cut_on_device *g, void *to, const void *from, size_t bytes)
{
    if (bytes && to != from)
        g->memory->copy(to, bytes, from, bytes, bytes, 1, g->stream);
}

static void exchange(spate_compact_distributed *c)
{
    const cut_on_device *g = c->device;
    const cut_halo *h = &c->halo;
    cut_set_span_pointers(c, g->f, g->received);
    if (h->send_count == 0 && h->receive_count == 0)
        return;
    g->table->synchronize(g->stream); /* earlier kernels still read the receive buffer */
    cut_receive(c);
    for (int k = 0; k < h->send_count; ++k) {
        const cut_message *m = &h->sends[k];
        const spate_compact_part *p = &c->parts[m->local].given;
        const int64_t lines[2] = {p->size[c->across[0]], p->size[c->across[1]]};
        const compact_span from = cut_values_of(c, m, g->f);
        g->table->pack(c->options.precision, &from, lines, g->sent + m->at, g->stream);
    }
    copy_array(g, h->sent, g->sent, h->send_bytes);
    g->table->synchronize(g->stream);
    for (int k = 0; k < h->send_count; ++k)
        cut_send(c, &h->sends[k]);
    cut_wait(c);
    copy_array(g, g->received, h->received, h->receive_bytes);
}

/* ---- applies ---- */

static spate_status copy_to_device(spate_compact_distributed *c, const void *const *f)
{
    cut_on_device *g = c->device;
    for (int k = 0; k < c->count; ++k) {
        const size_t bytes = (size_t)c->parts[k].layout.extent * cut_bytes(c);
        g->f[k] = f[k];
        if (c->options.memory == SPATE_MEMORY_DEVICE)
            continue;
        if (!g->copies[k])
            g->copies[k] = g->memory->allocate(bytes);
        if (!g->copies[k])
            return fail_memory(c->ctx, "no memory on the device for f of part %d, %zu bytes", k,
                               bytes);
        copy_array(g, g->copies[k], f[k], bytes);
        g->f[k] = g->copies[k];
    }
    return device_status(c->ctx, c->device->memory);
}

static void describe_sides(const spate_compact_distributed *c)
{
    const int d = c->options.direction, u = c->across[0], v = c->across[1];
    for (int k = 0; k < c->line_parts; ++k) {
        const cut_part *p = &c->parts[c->part_of[k]];
        const int64_t *first = p->given.first, pitch = c->options.size[u];
        c->device->rhs[k] = (tri_cut_rhs){.reads = &p->reads,
                                          .first = first[d],
                                          .line = first[u] + first[v] * pitch,
                                          .lines = {1, pitch}};
    }
}

spate_status cut_device_apply(spate_compact_distributed *c, const void *const *f)
{
    SPATE_TRY(comm_agree(c->ctx, copy_to_device(c, f)));
    exchange(c);
    describe_sides(c);
    c->device->pending = 1;
    return dist_solve_rhs(c->lines, c->device->rhs, c->x);
}

void cut_device_collect(spate_compact_distributed *c)
{
    const int64_t found = dist_rhs_not_finite(c->lines), n = cut_inputs(c);
    c->failure =
        (cut_failure){.found = found != TRI_CUT_NONE, .line = found / n, .point = found % n};
}

spate_status spate_compact_distributed_set_stream(spate_compact_distributed *c, void *stream)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    if (!c->device)
        return fail_argument(c->ctx, "the CPU has no streams");
    const spate_status status =
        spate_compact_distributed_wait(c); /* waits for applies on the old stream */
    c->device->stream = stream;
    if (c->lines)
        spate_tridiag_distributed_set_stream(c->lines, stream);
    return status;
}
