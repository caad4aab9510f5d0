/* What a checkpoint of the ADI scheme holds beside that of all flows. */
#ifndef SPATE_SCHEMES_ADI_STATE_H
#define SPATE_SCHEMES_ADI_STATE_H

#include "backend/adi/adi.h"
#include "schemes/scheme.h"

/* Saves or loads cells and the outer faces that end the grid in the east and north. The caller
 * exchanges ghost cells. Collective. */
spate_status adi_persist(state_stream *s, const scheme_setup *setup, grid_part *parts);

#endif
