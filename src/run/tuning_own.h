/* What the files of tuning share. */
#ifndef SPATE_RUN_TUNING_OWN_H
#define SPATE_RUN_TUNING_OWN_H

#include "run/tuning.h"

/* Steps that are measured before a look, and looks that are kept. */
enum { MEASURED_STEPS = 32, LOOKS = 512 };

struct sim_tuning {
    balance balance;
    balance_cuts cuts;
    double *row_work; /* by tile row of the grid */
    double sharing; /* s of a step of all devices beyond the slowest one, by a trial; 0: unknown */
    double step_seconds[MOST_DEVICES];
    int measuring, divided, running; /* divided: before the first step; running: it has begun */
    int64_t warm_at, measure_at, look_at; /* steps of the run; look_at -1: not yet */
    double begun, looked_at;              /* by the clock: first step, the look before */
    int64_t looked_steps;
    /* Seconds of steps since the run began, without what the caller does between them; where the
     * clock stood before those under way. */
    double stepped, entered;
    double mark;            /* of stepped, when measuring began */
    int64_t attempted_from; /* attempts at steps until then */
    double beside_rows;     /* s that the host has taken until then beside its rows */
    double spent, moved;    /* s of the look before */
    spate_tuning report;
    char names[MOST_DEVICES][48];
    spate_tuning_look look[LOOKS];
    int64_t every, seen; /* of the looks, every so many-th is kept */
};

int tuning_tile_rows(const spate_sim *sim);
int tuning_tile_columns(const spate_sim *sim);

/* ---- tuning_divide.c ---- */

row_range tuning_rows_of_cut(const spate_sim *sim, const balance_cuts *c, int device);
balance_limits tuning_limits(const spate_sim *sim);
/* The partition of the devices that have rows, from the south. */
spate_status tuning_make_partition(spate_sim *sim, const row_range *rows, partition *next);
/* The cuts and shares are now those of these rows. */
void tuning_note_rows(spate_sim *sim, const row_range *rows);

#endif
