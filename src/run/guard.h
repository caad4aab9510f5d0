/* Stops a run whose state is not a flow of water any more: faster than its head allows, with more
 * energy than was supplied, or with a collapsed time step (physics/guard.h, docs/theory/bounds.md).
 * Knows no scheme by name. */
#ifndef SPATE_RUN_GUARD_H
#define SPATE_RUN_GUARD_H

#include "run/sim.h"

/* All cells are checked every GUARD_STEPS steps, counted from the start of the run, and where an
 * advance ends at least GUARD_LEAST_STEPS after the last check. These steps are the same for any
 * parts, ranks, threads and devices. */
enum { GUARD_STEPS = 256, GUARD_LEAST_STEPS = 64 };

/* Measures the bounds from the current state. Collective. */
void guard_begin(spate_sim *sim);

/* Called after steps. ended: the advance ends here, at a requested time. Fails with
 * SPATE_ERROR_NUMERICAL. Collective. */
spate_status guard_after_steps(spate_sim *sim, int ended);

/* Checks all cells now, for the end of a run. Collective. */
spate_status guard_check(spate_sim *sim);

/* Steps until the next check. */
int64_t guard_steps_left(const spate_sim *sim);

/* Checkpoints. */
spate_status guard_persist(spate_sim *sim, state_stream *s);

#endif
