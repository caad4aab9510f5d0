/* The list of preconditioners. */
#ifndef SPATE_SOLVERS_KRYLOV_PRECONDITIONERS_H
#define SPATE_SOLVERS_KRYLOV_PRECONDITIONERS_H

#include "solvers/krylov/solver.h"

/* NULL: no such name. */
const kry_preconditioner *kry_find_preconditioner(const char *name);

extern const kry_preconditioner kry_none, kry_jacobi, kry_ssor, kry_chebyshev, kry_fsai,
    kry_block_jacobi, kry_ic, kry_rrb, kry_multigrid;

#endif
