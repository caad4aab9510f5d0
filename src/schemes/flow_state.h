/* The state of a flow that outlives a run. */
#ifndef SPATE_SCHEMES_FLOW_STATE_H
#define SPATE_SCHEMES_FLOW_STATE_H

#include "backend/backend.h"
#include "parallel/state_stream.h"
#include "schemes/scheme.h"

/* Saves or loads all parts of this rank. After loading the clocks and fields are those of the run that
 * saved; the kernels have yet to scan them. Collective. */
spate_status flow_persist_parts(state_stream *s, const scheme_setup *setup, grid_part *parts);

#endif
