/* Runs a model from its present time to its end: stops at the times of the results and of changing
 * rain, saves checkpoints by the clock and on signals. */
#ifndef SPATE_MODEL_RUNNER_H
#define SPATE_MODEL_RUNNER_H

#include "model/model.h"

typedef struct runner_hooks {
    int resumed; /* the state is a checkpoint: output due at its time is already written */
    /* After every step, on every rank; must not call anything collective. May be NULL. dt: as
     * below. */
    void (*step)(double t, double dt, int64_t step, void *user);
    /* At some output times, with fresh statistics, for the mass error. May be NULL. */
    void (*moment)(const spate_stats *stats, void *user);
    /* Asked some ten times a second, on every rank: the number of the signal that stops the run; 0:
     * none. NULL: the signals of stop_signals.h. */
    int (*asked)(void *user);
    void *user;
    int64_t checkpoints; /* out: saved during the run */
    double dt;           /* out: of the last step that was not shortened to end at an output time */
} runner_hooks;

/* Handles signals while it runs (stop_signals.h). Returns SPATE_OK at the end of the run;
 * SPATE_STOPPED after Ctrl-C and SPATE_STOPPED_SAVED after any other stop signal, both with a
 * checkpoint; SPATE_ERROR_NUMERICAL with the last valid state saved. The caller closes the results:
 * done only with SPATE_OK. Collective. */
spate_status runner_run(model *m, results *r, runner_hooks *hooks);

/* For progress.json. */
typedef struct runner_watch {
    double begun, t_begun;   /* clock and time of the simulation at the start */
    double paused;           /* s of the clock */
    double written;          /* clock */
    int64_t steps, at_steps; /* now; when it was written */
} runner_watch;

/* The same in pieces, for programs that act in between: begin, then to a time, as often as wanted.
 * Signals are the caller's. r NULL: nothing is written. */
typedef struct runner {
    model *m;
    results *r;
    runner_hooks *hooks;
    double t, next;        /* time of the simulation, and the next time to stop at */
    int written;           /* what is due at that time */
    int cut;               /* the last step was shortened to end at `next` */
    double checked, shown; /* clock at the last check, and when figures were last shown */
    int64_t stride, left;  /* steps between checks; until the next */
    int request;           /* agreed by all ranks: the signal, or what a viewer wishes */
    int save_due;          /* agreed: a checkpoint is due */
    runner_watch watch;
} runner;
spate_status runner_begin(runner *run, model *m, results *r, runner_hooks *hooks);
/* A time not before the present one, at most the end. */
spate_status runner_to(runner *run, double t);

#endif
