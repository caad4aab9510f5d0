/* Divides the rows of the grid among the devices of a run: by a short trial at the start, and by
 * what the devices need while it goes on. Decisions are those of parallel/balance.h; here are the
 * clock, the measurements and the moves. */
#ifndef SPATE_RUN_TUNING_H
#define SPATE_RUN_TUNING_H

#include "parallel/balance.h"
#include "run/sim.h"

/* Checks options.tune and what goes with it; the message names the one that is wrong. */
spate_status tuning_check(spate_context *ctx, const spate_options *opt);
/* Rates of the devices by a trial, or as remembered: fills weights of parts. Before the partition
 * is made. Collective. */
spate_status tuning_weights(spate_sim *sim, double weights[MOST_DEVICES], int *known);
/* After the scheme is created. */
spate_status tuning_begin(spate_sim *sim);
void tuning_end(spate_sim *sim);
/* Steps until tuning_look has something to do. */
int64_t tuning_steps_left(const spate_sim *sim);
/* Measures, decides and moves, if it is time. Between steps. Collective. */
spate_status tuning_look(spate_sim *sim);

/* Moves the cuts now, whatever the balance: rows of the grid before each cut, part_count + 1 of them,
 * on tile borders; equal neighbours park a device. For tests and `spate bench devices`. */
spate_status tuning_force(spate_sim *sim, const int64_t *cuts);

#endif
