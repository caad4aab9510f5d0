/* Options of the Krylov solver. */
#ifndef SPATE_SOLVERS_KRYLOV_OPTIONS_H
#define SPATE_SOLVERS_KRYLOV_OPTIONS_H

#include "solvers/krylov/solver.h"

/* The options of a caller, over the defaults. */
spate_status kry_copy_options(spate_context *ctx, const spate_krylov_options *options,
                              spate_krylov_options *all);
/* on_parts: grid, parts and backend are those of a simulation; the options for them are not used.
 */
spate_status kry_check_options(spate_context *ctx, const spate_krylov_options *o, int on_parts);
/* SPATE_ERROR_ARGUMENT if an option that must not differ differs. Collective. */
spate_status kry_check_same_on_ranks(spate_context *ctx, const spate_krylov_options *o);
void kry_take_options(kry_solver *s, const spate_krylov_options *o);

#endif
