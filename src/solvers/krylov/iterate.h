/* The iterations of conjugate gradients, of one method or the other. */
#ifndef SPATE_SOLVERS_KRYLOV_ITERATE_H
#define SPATE_SOLVERS_KRYLOV_ITERATE_H

#include "solvers/krylov/solver.h"

/* From r of the start on, until scalars->state is not KRY_RUNNING. Where a device takes the steps,
 * the host's scalars may still be older. Returns which p is the last direction, where the host takes
 * the steps. */
int kry_iterate(kry_solver *s);
/* Releases the recorded iterations of a device. */
void kry_forget_graph(kry_solver *s);

#endif
