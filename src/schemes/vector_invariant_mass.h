/* The mass matrix of the vector-invariant schemes: solved line by line, or by conjugate
 * gradients. */
#ifndef SPATE_SCHEMES_VECTOR_INVARIANT_MASS_H
#define SPATE_SCHEMES_VECTOR_INVARIANT_MASS_H

#include "schemes/vector_invariant_own.h"

typedef struct vi_mass vi_mass;

/* Refuses devices that cannot solve. */
spate_status vi_mass_check(const flow *k);
/* The fields that it needs, of all local parts; 0: no memory. */
int vi_mass_make_fields(flow *k);
void vi_mass_destroy(flow *k);
/* scheme_ops.iterations, of the mass matrix. */
scheme_iterations vi_iterations(void *self);
/* The active cells may have changed. */
void vi_mass_forget(flow *k);
/* New velocities from the forces of the stage in progress, along x, then along y. Then fills the ghost
 * cells of `count` fields, of which the last is the velocity along y: with line solves, those of the
 * others travel while that is solved for. The fields are exchanged whatever the status. Collective. */
spate_status vi_mass_solve(flow *k, const halo_field *fields, int count);
/* The same without waiting for a device. Then vi_mass_await, which says whether everything solved since
 * it was called last is right, must follow before a step is accepted. Collective. */
spate_status vi_mass_start(flow *k, const halo_field *fields, int count);
spate_status vi_mass_await(flow *k);

#endif
