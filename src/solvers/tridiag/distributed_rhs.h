/* Lines whose right-hand sides a device computes during the elimination, as compact differences
 * do; the matrix is shared. Lines whose unknowns a device passes on where they are found. The backend is
 * "cuda". */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_RHS_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_RHS_H

#include "backend/tridiag/cut.h"
#include "spate/tridiag_distributed.h"

/* As spate_tridiag_distributed_solve_many without d. sides: one for each part of this rank; they
 * must not change until the solve was waited for. Their data are in device memory. Computing
 * them must not read x, except of lines of the same part. */
spate_status dist_solve_rhs(spate_tridiag_distributed *t, const tri_cut_rhs *rhs, void *const *x);
/* As spate_tridiag_distributed_solve, or solve_many if the matrix is shared (a, b and c are then not
 * used). receivers: one for each part of this rank; x of those that have `takes` set afterwards was
 * not written. */
spate_status dist_solve_into(spate_tridiag_distributed *t, const void *const *const in[4],
                             void *const *x, tri_cut_receiver *receivers);
/* Of this rank, after a solve or wait that failed: the smallest line * inputs + point of a NaN
 * or infinite value, or TRI_CUT_NONE. */
int64_t dist_rhs_not_finite(const spate_tridiag_distributed *t);

#endif
