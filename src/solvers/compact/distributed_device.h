/* Compact differences over parts that a device computes: its memory, and values that travel through the host's. The lines
 * are solved by tridiag_distributed.h on the same device. */
#ifndef SPATE_SOLVERS_COMPACT_DISTRIBUTED_DEVICE_H
#define SPATE_SOLVERS_COMPACT_DISTRIBUTED_DEVICE_H

#include "backend/backend.h"
#include "backend/tridiag/cut.h"
#include "solvers/compact/distributed.h"

typedef struct cut_on_device {
    const spate_backend *backend;
    const tri_device *memory; /* take, give, copy, trouble */
    const tri_cut_device *table;
    void *stream;
    const void **f;       /* of each part, during an apply: the device's */
    void **copies;        /* of f of each part, where the host has it; taken when first needed */
    tri_cut_sides *sides; /* of each part of c->lines */
    char *sent,
        *received; /* messages on the device; those of the halo themselves where MPI takes them from there */
    int on_device; /* it does */
    int pending;   /* an apply that nobody has waited for */
} cut_on_device;

/* Names and memory that go together; c->device is made where a device shall compute. */
spate_status cut_device_create(spate_compact_distributed *c,
                               const spate_compact_distributed_options *o);
void cut_device_destroy(spate_compact_distributed *c);

/* Messages of the halo. 0: no memory. */
int cut_device_buffers(spate_compact_distributed *c);
void cut_device_free_buffers(spate_compact_distributed *c);

/* c->x is given. Collective. */
spate_status cut_device_apply(spate_compact_distributed *c, const void *const *f);
/* After a failure: what was not finite, to c->failure. */
void cut_device_look(spate_compact_distributed *c);

#endif
