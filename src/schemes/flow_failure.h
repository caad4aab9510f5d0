/* Why a step of a flow failed. */
#ifndef SPATE_SCHEMES_FLOW_FAILURE_H
#define SPATE_SCHEMES_FLOW_FAILURE_H

#include "backend/backend.h"
#include "schemes/scheme.h"

/* The first cell of the grid, in row order, whose new state is invalid. Returns 0 if there is none.
 * Collective. */
int flow_find_invalid(const scheme_setup *s, const grid_part *parts, int64_t cell[2]);

/* The message about the cell, the same on every rank. Without an invalid cell it is about the one
 * with the fastest waves. Collective. */
spate_status flow_explain_failure(const scheme_setup *s, const grid_part *parts,
                                  const int64_t cell[2], int invalid);

#endif
