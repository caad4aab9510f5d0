/* The state of a flow in checkpoints. */
#ifndef SPATE_SCHEMES_FLOW_STATE_H
#define SPATE_SCHEMES_FLOW_STATE_H

#include "backend/backend.h"
#include "parallel/state_stream.h"
#include "schemes/scheme.h"

/* Saves or loads all parts of this rank. After loading, clocks and fields are those of the saved
 * run, and the kernels must scan them. Collective. */
spate_status flow_persist_parts(state_stream *s, const scheme_setup *setup, grid_part *parts);

#endif
