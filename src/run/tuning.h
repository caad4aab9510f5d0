/* Divides the rows of the grid among the devices of a run: by a short trial at the start, and by
 * what the devices need while it goes on. Decisions are those of parallel/balance.h; here are the
 * clock, the measurements and the moves. */
#ifndef SPATE_RUN_TUNING_H
#define SPATE_RUN_TUNING_H

#include "parallel/balance.h"
#include "run/sim.h"
#include "run/tuning_cache.h"

/* Checks options.tune and what goes with it; the message names the one that is wrong. */
spate_status tuning_check(spate_context *ctx, const spate_options *opt);
/* options.tune, where that is not left to the library. After the devices are chosen. */
spate_tuning_mode tuning_mode_of(const spate_sim *sim);
/* Chooses the mode of the run, and divides the rows by rates of the devices, from a trial or as
 * remembered. After the devices are chosen and a partition is made. */
spate_status tuning_divide(spate_sim *sim);
int tuning_is_dynamic(const spate_sim *sim);
/* After the scheme is created. */
spate_status tuning_begin(spate_sim *sim);
void tuning_end(spate_sim *sim);
/* After the scheme is started: the first division by the rates alone, before the first step. */
spate_status tuning_start(spate_sim *sim);
/* Before steps: the clock of tuning begins with the first one. */
void tuning_run(spate_sim *sim);
/* Around steps: their time, without that of callers who read or write results between them. */
void tuning_enter_steps(spate_sim *sim);
void tuning_leave_steps(spate_sim *sim);
/* Steps until tuning_look has something to do. */
int64_t tuning_steps_left(const spate_sim *sim);
/* Measures, decides and moves, if it is time. Between steps. */
spate_status tuning_look(spate_sim *sim);
/* Gives each device these rows; empty: it pauses. Between steps. */
spate_status tuning_move(spate_sim *sim, const row_range *to, repartition_count *done);

/* ---- tuning_trial.c: a short run of each device by itself ---- */

/* Tiles per second of a device, with so many threads, in a small simulation of its own. */
spate_status tuning_trial(spate_sim *sim, int device, int threads, double *rate);
/* Seconds of a step of all devices, with these part_weights and an exchange of states every so many
 * steps; of `least` steps or more. */
spate_status tuning_trial_together(spate_sim *sim, const char *weights, int every, int64_t least,
                                   double *seconds);
/* Rows and columns of tiles of a trial. */
void tuning_trial_tiles(const spate_sim *sim, int *rows, int *columns);
double tuning_now(const spate_options *o);
/* The text of device n in a list of devices. Returns 0 if there is none. */
int tuning_device_name(const char *devices, int n, char *name, size_t room);

#endif
