/* Cut lines that a device solves: the way from the public handle to the plug-in. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_H

#include "backend/backend.h"
#include "backend/tridiag/cut.h"
#include "solvers/tridiag/distributed_climb.h"
#include "solvers/tridiag/distributed_pipeline.h"
#include "solvers/tridiag/distributed_sides.h"

typedef struct dist_on_device {
    const spate_backend *backend;
    const tri_device *memory; /* take, give, copy, trouble */
    const tri_cut_device *table;
    spate_memory where;
    void *stream;
    tri_cut_solver **solvers; /* of each bundle; made by setup */
    int solver_count;
    void **
        copies; /* a, b, c, d, x of each part of this rank, where the host has them; taken when first needed */
    tri_device_arrays *arrays; /* of each part, during a solve: the device's */
    const tri_cut_sides
        *sides; /* of each part: right-hand sides in place of d (distributed_sides.h), or NULL */
    int64_t *first_failed; /* of each part */
    int64_t not_finite;    /* of sides, since the last look: as tri_cut_device reports it */
    int on_device;         /* messages are in device memory: MPI takes them from there */
    int pending;           /* a solve that nobody has waited for */
} dist_on_device;

enum { DIST_DEVICE_ARRAYS = 5 };

/* ---- distributed_device_create.c ---- */

/* Names and memory that go together; t->device is made where a device shall solve. */
spate_status dist_device_create(spate_tridiag_distributed *t,
                                const spate_tridiag_distributed_options *o);
void dist_device_destroy(spate_tridiag_distributed *t);
/* Once bundles are planned. */
spate_status dist_device_setup(spate_tridiag_distributed *t);
/* SPATE_ERROR_BACKEND where the device is in trouble. */
spate_status dist_device_healthy(const spate_tridiag_distributed *t);
/* Panels of a batch: of lines that stay here as many as the device's cache, or `scratch`, has room for. */
void dist_device_panels(const spate_tridiag_distributed *t, dist_bundle *b);

/* ---- distributed_device_plan.c ---- */

/* A bundle as the plug-in takes it; `block` is freed when it was taken. NULL block: no memory. */
typedef struct dist_device_plan {
    tri_cut_spec spec;
    void *block;
} dist_device_plan;
dist_device_plan dist_device_plan_of(const spate_tridiag_distributed *t, const dist_bundle *b);

/* ---- distributed_device_solve.c ---- */

/* t->arrays are given. Waits and tells where the arrays are the host's. Collective. */
spate_status dist_device_solve(spate_tridiag_distributed *t);

/* ---- distributed_device_ranks.c ---- */

/* The buffers of a pipeline: pinned, or those of the device itself. 0: no memory. */
int dist_device_buffers(const spate_tridiag_distributed *t, struct dist_pipeline *pipeline);
void dist_device_run(spate_tridiag_distributed *t);

/* ---- distributed_device_failure.c ---- */

/* Asks the device which lines failed, and why. */
void dist_device_look(spate_tridiag_distributed *t, dist_findings *found);

/* The solver of a bundle. */
static inline tri_cut_solver *dist_device_solver(const spate_tridiag_distributed *t,
                                                 const dist_bundle *b)
{
    return t->device->solvers[b - t->bundles];
}

#endif
