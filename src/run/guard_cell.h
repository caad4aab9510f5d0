/* Loops over all cells for src/run/guard.c: once at the start, and once when a run has failed. */
#ifndef SPATE_RUN_GUARD_CELL_H
#define SPATE_RUN_GUARD_CELL_H

#include "run/field_rows.h"

/* range: lowest and highest bed of the active cells, relative to the datum, and the least friction
 * strength where the run has wind and friction (0 otherwise). Of all ranks. Collective. */
void guard_ground(const spate_sim *sim, double range[3]);

/* The fastest cell of the grid and its speed. Of several equal ones: the first in row order.
 * Collective. */
double guard_fastest_cell(const spate_sim *sim, int64_t cell[2]);

#endif
