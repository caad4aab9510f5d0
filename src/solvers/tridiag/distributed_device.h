/* Distributed lines that a device solves. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_H

#include "backend/backend.h"
#include "backend/tridiag/cut.h"
#include "solvers/tridiag/distributed_panel.h"
#include "solvers/tridiag/distributed_pipeline.h"
#include "solvers/tridiag/distributed_rhs.h"

typedef struct dist_on_device {
    const spate_backend *backend;
    const tri_device *memory; /* allocate, release, copy, error */
    const tri_cut_device *table;
    spate_memory where;
    void *stream;
    tri_cut_solver **solvers; /* of each bundle; created by setup */
    int solver_count;
    /* device copies of a, b, c, d, x of each part, for host arrays; allocated on first use */
    void **copies;
    tri_device_arrays *arrays; /* of each part, during a solve: device pointers */
    /* right-hand side of each part in place of d (distributed_rhs.h), or NULL */
    const tri_cut_rhs *rhs;
    /* of each part: what takes its unknowns in place of x if it can (distributed_rhs.h), or NULL */
    tri_cut_receiver *receivers;
    int64_t *first_failed; /* of each part */
    /* of right-hand sides, since the last check: as tri_cut_device reports it */
    int64_t not_finite;
    int on_device; /* message buffers are in device memory: MPI reads them there */
    int pending;   /* a solve that was not waited for */
} dist_on_device;

enum { DIST_DEVICE_ARRAYS = 5 };

/* ---- distributed_device_create.c ---- */

/* Checks backend and memory, and creates t->device if a device solves. */
spate_status dist_device_create(spate_tridiag_distributed *t,
                                const spate_tridiag_distributed_options *o);
void dist_device_destroy(spate_tridiag_distributed *t);
/* Call after bundles are planned. */
spate_status dist_device_setup(spate_tridiag_distributed *t);
/* Panels of a batch: lines that are not cut over ranks fill `scratch`. */
void dist_device_panels(const spate_tridiag_distributed *t, dist_bundle *b);

/* ---- distributed_device_plan.c ---- */

/* Description of a bundle for the device. Free `block` after the solver is created. NULL block:
 * no memory. */
typedef struct dist_device_plan {
    tri_cut_spec spec;
    void *block;
} dist_device_plan;
dist_device_plan dist_device_plan_of(const spate_tridiag_distributed *t, const dist_bundle *b);

/* ---- distributed_device_solve.c ---- */

/* Uses t->arrays. Waits and reports failures for host arrays. Collective. */
spate_status dist_device_solve(spate_tridiag_distributed *t);

/* ---- distributed_device_ranks.c ---- */

/* Message buffers of a pipeline: pinned, or those of the device. Returns 0 without memory. */
int dist_device_buffers(const spate_tridiag_distributed *t, struct dist_pipeline *pipeline);
void dist_device_run(spate_tridiag_distributed *t);

/* ---- distributed_device_failure.c ---- */

/* Collects failed lines and their causes from the device. */
void dist_device_collect(spate_tridiag_distributed *t, dist_diagnostics *found);

static inline tri_cut_solver *dist_device_solver(const spate_tridiag_distributed *t,
                                                 const dist_bundle *b)
{
    return t->device->solvers[b - t->bundles];
}

#endif
