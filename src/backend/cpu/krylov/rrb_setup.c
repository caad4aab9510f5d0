/* Set-up of RRB on the CPU, a level of a part at a time: three passes, with an exchange of ghost
 * quads after each where there are more parts.
 *
 * Traffic in values per node: reds read 5 and write 2.5, odds read 5.5 and write 1.25, evens read 5
 * and write 1.25. Level 0 of 5-point systems: schur_matrix reads 3 and writes 2.5, odds read 1 and
 * write 0.25, evens read 2 and write 1.25. */
#include "backend/cpu/krylov/levels.h"
#include "backend/krylov/rrb.h"

LEVEL_SETUP(rrb_reds, rrb_reds_quad)
LEVEL_SETUP(rrb_odds, rrb_odds_quad)
LEVEL_SETUP(rrb_evens, rrb_evens_quad)
LEVEL_SETUP(schur_matrix, schur_quad)
LEVEL_SETUP(rrb_schur_odds, rrb_schur_odds_quad)
LEVEL_SETUP(rrb_schur_evens, rrb_schur_evens_quad)
