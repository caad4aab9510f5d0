/* Set-up of multigrid on the CPU, a level of a part at a time: three passes, with an exchange of ghost
 * quads after each where there are more parts.
 *
 * Traffic in values per node: the first pass reads 5 (3) and writes 6 (1.5), the second reads 6 (4)
 * and writes 1 (2.25), the third reads 7 (5) and writes 1.25; in brackets level 0 of 5-point
 * systems. */
#include "backend/cpu/krylov/levels.h"
#include "backend/krylov/multigrid.h"

LEVEL_SETUP(mg_first, mg_first_quad)
LEVEL_SETUP(mg_second, mg_second_quad)
LEVEL_SETUP(mg_third, mg_third_quad)
LEVEL_SETUP(mg_schur_first, mg_schur_first_quad)
LEVEL_SETUP(mg_schur_second, mg_schur_second_quad)
