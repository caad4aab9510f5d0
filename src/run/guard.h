/* Stops a run that no longer computes a flow of water: one that is faster than its head allows, has more energy than it was
 * given, or whose time step has collapsed (physics/guard.h, docs/theory/bounds.md). Knows no scheme by name. */
#ifndef SPATE_RUN_GUARD_H
#define SPATE_RUN_GUARD_H

#include "run/sim.h"

/* All cells are looked at after so many steps, counted from the start of the run, and wherever an advance ends after so many
 * steps since the last look: the same moments for any parts, ranks, threads and devices. */
enum { GUARD_STEPS = 256, GUARD_LEAST_STEPS = 64 };

/* The state as it is now is the one that bounds are measured from. Collective. */
void guard_begin(spate_sim *sim);

/* After steps; ended: the advance ends here, at a moment that was asked for. Fails with SPATE_ERROR_NUMERICAL. Collective. */
spate_status guard_after_steps(spate_sim *sim, int ended);

/* Looks at all cells now, for the end of a run. Collective. */
spate_status guard_check(spate_sim *sim);

/* The steps that may be taken before the next look. */
int64_t guard_steps_left(const spate_sim *sim);

/* Checkpoints. */
spate_status guard_persist(spate_sim *sim, state_stream *s);

#endif
