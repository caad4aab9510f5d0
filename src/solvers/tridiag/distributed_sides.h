/* Lines whose right-hand sides a device makes while it eliminates: those of compact differences. The solver is of a shared
 * matrix on backend "cuda". */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_SIDES_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_SIDES_H

#include "backend/tridiag/cut.h"
#include "spate/tridiag_distributed.h"

/* As spate_tridiag_distributed_solve_many without d. sides: one for each part of this rank, which stay as they are until
 * somebody has waited; what they read is the device's. It must not look at x, but for lines of the same part. */
spate_status dist_solve_sides(spate_tridiag_distributed *t, const tri_cut_sides *sides,
                              void *const *x);
/* Of this rank, after a solve or a wait that failed: the smallest line * inputs + point of a value that is not finite,
 * or TRI_CUT_FINE. */
int64_t dist_sides_not_finite(const spate_tridiag_distributed *t);

#endif
