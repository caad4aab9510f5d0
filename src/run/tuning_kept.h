/* Choices of tuning while they are made: as kept in the cache folder, or by trials. */
#ifndef SPATE_RUN_TUNING_KEPT_H
#define SPATE_RUN_TUNING_KEPT_H

#include "run/tuning_own.h"

typedef struct kept_choices {
    kept_rate item[MOST_KEPT_RATES];
    int measured_on[MOST_KEPT_RATES]; /* number of the device; -1: read from the file */
    char path[512];
    int count, is_kept; /* is_kept: there is a file for them */
    int tried;          /* trials made: the file is to be replaced */
} kept_choices;

void kept_read(spate_sim *sim, kept_choices *kept);
/* Writes the file if a trial has been made. */
void kept_write(spate_sim *sim, const kept_choices *kept);
/* Tiles per second of a device with so many threads: kept, or by a trial. */
spate_status kept_rate_of(spate_sim *sim, kept_choices *kept, int device, int threads,
                          double *rate);
/* Steps between exchanges of all devices together. Returns 0 where none are kept. */
int kept_every(const spate_sim *sim, const kept_choices *kept, int *every);
void keep_every(spate_sim *sim, kept_choices *kept, int every);
/* What all devices together cost beyond the slowest one, s of a step; 0: it is not kept. */
double kept_sharing(const spate_sim *sim, const kept_choices *kept);
void keep_sharing(spate_sim *sim, kept_choices *kept, double seconds);

/* ---- tuning_choices.c ---- */

/* Sets options.threads, where that is 0. Before the rates of devices are measured. */
spate_status tuning_choose_threads(spate_sim *sim, kept_choices *kept);
/* Sets options.exchange_every, where that is 0 and ghost zones can be had. After the rates. */
spate_status tuning_choose_every(spate_sim *sim, kept_choices *kept);
/* What sharing costs in a step, where rows move, into sim->tuning. After the rates. */
void tuning_measure_sharing(spate_sim *sim, kept_choices *kept);

#endif
