/* Compact differences over parts on a device: its memory and messages. The lines are solved by
 * tridiag_distributed.h on the same device. */
#ifndef SPATE_SOLVERS_COMPACT_DISTRIBUTED_DEVICE_H
#define SPATE_SOLVERS_COMPACT_DISTRIBUTED_DEVICE_H

#include "backend/backend.h"
#include "backend/tridiag/cut.h"
#include "solvers/compact/distributed.h"

typedef struct cut_on_device {
    const spate_backend *backend;
    const tri_device *memory; /* allocate, release, copy, error */
    const tri_cut_device *table;
    void *stream;
    const void **f; /* of each part, during an apply: device pointers */
    /* device copies of f of each part, for host arrays; allocated on first use */
    void **copies;
    tri_cut_rhs *rhs; /* of each part of c->lines */
    /* messages on the device; the buffers of the halo if MPI reads device memory */
    char *sent, *received;
    int on_device; /* MPI reads device memory */
    int pending;   /* an apply that was not waited for */
} cut_on_device;

/* Checks backend and memory, and creates c->device if a device computes. */
spate_status cut_device_create(spate_compact_distributed *c,
                               const spate_compact_distributed_options *o);
void cut_device_destroy(spate_compact_distributed *c);

/* Message buffers of the halo. Returns 0 without memory. */
int cut_device_buffers(spate_compact_distributed *c);
void cut_device_free_buffers(spate_compact_distributed *c);

/* Uses c->x. Collective. */
spate_status cut_device_apply(spate_compact_distributed *c, const void *const *f);
/* After a failure: sets c->failure to the first value that is not finite. */
void cut_device_collect(spate_compact_distributed *c);

#endif
