/* Lines whose right-hand sides a device computes during the elimination, as compact differences
 * do. The matrix is shared and the backend "cuda". */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_RHS_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_RHS_H

#include "backend/tridiag/cut.h"
#include "spate/tridiag_distributed.h"

/* As spate_tridiag_distributed_solve_many without d. sides: one for each part of this rank; they
 * must not change until the solve was waited for. Their data are in device memory. Computing
 * them must not read x, except of lines of the same part. */
spate_status dist_solve_rhs(spate_tridiag_distributed *t, const tri_cut_rhs *rhs, void *const *x);
/* Of this rank, after a solve or wait that failed: the smallest line * inputs + point of a NaN
 * or infinite value, or TRI_CUT_NONE. */
int64_t dist_rhs_not_finite(const spate_tridiag_distributed *t);

#endif
