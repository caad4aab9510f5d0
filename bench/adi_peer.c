/* cuSPARSE as a solver of the ADI scheme. Lines of both directions are contiguous:
 * gtsv2StridedBatch needs a fifth of the time of gtsvInterleavedBatch, or less, for as many lines
 * as a grid has (bench/results/2026-11-15-tridiag-cuda.md). The kernel that writes the rows
 * transposes lines along y. */
#include "bench/adi_peer.h"

#include <stdio.h>
#include <stdlib.h>

#include "backend/adi/adi.h"
#include "backend/tridiag/device.h"
#include "bench/tridiag_cusparse.h"

struct adi_peer {
    const adi_kernels *kernels;
    const tri_device *device;
    adi_lent_solver lent;
    void *buffer;
    size_t room;
    int refused;
};

static cusparse_lines lines_of(const adi_line_batch *batch)
{
    return (cusparse_lines){.precision = batch->precision,
                            .n = batch->n,
                            .lines = batch->lines,
                            .stride = (int)batch->line_step};
}

/* Both directions share a workspace: they run one after the other. */
static int prepare(void *user, const adi_line_batch *batch, char *why, size_t room)
{
    adi_peer *p = user;
    void *const at[4] = {batch->a, batch->b, batch->c, batch->x};
    if (batch->n < CUSPARSE_LEAST_ROWS) {
        snprintf(why, room, "gtsv2StridedBatch needs lines of %d rows or more, and these have %d",
                 CUSPARSE_LEAST_ROWS, batch->n);
        return 0;
    }
    const size_t bytes = cusparse_buffer_bytes(lines_of(batch), at);
    if (bytes == 0) {
        snprintf(why, room, "gtsv2StridedBatch does not report a workspace for %d lines of %d rows",
                 batch->lines, batch->n);
        return 0;
    }
    if (bytes > p->room) {
        p->device->release(p->buffer);
        p->buffer = p->device->allocate(bytes);
        p->room = p->buffer ? bytes : 0;
    }
    if (!p->buffer)
        snprintf(why, room, "no memory on the device for the %.3g GB of gtsv2StridedBatch",
                 1e-9 * (double)bytes);
    return p->buffer != NULL;
}

static void solve(void *user, const adi_line_batch *batch, void *stream)
{
    adi_peer *p = user;
    void *const at[4] = {batch->a, batch->b, batch->c, batch->x};
    if (!cusparse_use_stream(stream) || !cusparse_solve(lines_of(batch), at, p->buffer))
        p->refused = 1;
}

adi_peer *adi_peer_install(const spate_backend *backend, int precision, const char *isa,
                           const char **why)
{
    const adi_kernels *kernels = (const adi_kernels *)backend->kernels("adi", precision, isa);
    *why = "no cuSPARSE: these kernels cannot use another solver";
    if (!kernels || !kernels->lend || !backend->tridiag || !cusparse_load(why))
        return NULL;
    adi_peer *p = calloc(1, sizeof *p);
    if (!p) {
        *why = "no memory for a peer";
        return NULL;
    }
    *p = (adi_peer){.kernels = kernels, .device = backend->tridiag()};
    p->lent = (adi_lent_solver){prepare, solve, p};
    kernels->lend(&p->lent);
    return p;
}

int adi_peer_solved(const adi_peer *peer)
{
    return !peer->refused;
}

void adi_peer_remove(adi_peer *peer)
{
    if (!peer)
        return;
    peer->kernels->lend(NULL);
    peer->device->release(peer->buffer);
    free(peer);
}
